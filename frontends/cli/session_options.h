// Converts the options of the command line to those of the driver.
#pragma once

#include <memory>
#include <optional>

#include "frontends/cli/options.h"
#include "frontends/driver/session.h"

namespace px::cli {

driver::ModelOptions model_options(const Options& options);
driver::ReductionOptions reduction_options(const Options& options);
// The limit for a check: what was requested, or most of what is usable, but no more than the control group grants,
// which ends processes that take more.
uint64_t memory_limit(std::optional<uint64_t> asked, uint64_t usable, uint64_t granted);
driver::SessionOptions session_options(const Options& options);

// Reads the model of the command line; options that are not for its language are a UsageError.
Result<std::unique_ptr<driver::ModelSource>> load_model(const Options& options, SourceMap& sources);

}  // namespace px::cli
