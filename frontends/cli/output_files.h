// Checks the output paths before any work is done: a misspelled folder must not cost an hour of search, and a report
// must not overwrite its model.
#pragma once

#include "engine/base/result.h"
#include "frontends/cli/options.h"

namespace px::cli {

// A failure is a UsageError: a path that cannot be written, that is also an input file, or that two results share. The
// check leaves no files behind.
Result<void> check_output_files(const Options& options);

// Empties the results that an earlier run left in these files. A run that ends without a result, because of an error in
// the model or a signal, must not leave those of another run in place as if they were its own.
void empty_earlier_results(const Options& options);

}  // namespace px::cli
