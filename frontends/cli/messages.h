// Diagnostics on the terminal, and the exit codes that go with them.
#pragma once

#include <ostream>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/source.h"

namespace px::cli {

void print_diagnostics(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources, bool color,
                       std::ostream& out);

// Prints the warnings of the model. With --quiet, prints only those about definitions without effect: they may mean
// that a different instance is being checked than the user intended.
void print_warnings(const std::vector<Diagnostic>& warnings, bool quiet, const SourceMap& sources, bool color,
                    std::ostream& out);

// Prints a failure and returns its exit code: usage error or model error.
int print_failure(const Failure& failure, const SourceMap& sources, bool color, std::ostream& out);

}  // namespace px::cli
