// Converts command-line options to driver options.
#pragma once

#include <memory>
#include <optional>

#include "frontends/cli/options.h"
#include "frontends/driver/session.h"

namespace px::cli {

driver::ModelOptions model_options(const Options& options);
driver::ReductionOptions reduction_options(const Options& options);
// The memory limit for a check: the requested amount, or most of the usable memory, but no more than the control group
// grants, since it kills processes that exceed that.
uint64_t memory_limit(std::optional<uint64_t> asked, uint64_t usable, uint64_t granted);
driver::SessionOptions session_options(const Options& options);

// Reads the model of the command line; options that do not apply to its language are a UsageError.
Result<std::unique_ptr<driver::ModelSource>> load_model(const Options& options, SourceMap& sources);

}  // namespace px::cli
