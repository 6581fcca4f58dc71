// Looks at the paths that results are to be written to before any work is done: an hour of search must not end in a
// misspelled folder, and a model must not be overwritten by its report.
#pragma once

#include "engine/base/result.h"
#include "frontends/cli/options.h"

namespace px::cli {

// A failure is a UsageError: a path that cannot be written, that is one of the files to be read, or that two results
// would share. Nothing is left behind.
Result<void> check_output_files(const Options& options);

// Empties what an earlier run left in these files. A run that ends without a result, by an error in the model or a
// signal, must not leave behind the one of another run, as if it were its own.
void empty_earlier_results(const Options& options);

}  // namespace px::cli
