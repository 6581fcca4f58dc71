// `--statistics spin`: figures of a run in the wording and layout of SPIN's verifier, for scripts that look for
// "states, stored", "errors:" or "State-vector".
#pragma once

#include <ostream>

#include "frontends/cli/report.h"

namespace px::cli {

// Writes one block for the safety search, and one for each formula or claim that was checked for cycles.
void write_spin_figures(const Report& report, std::ostream& out);

}  // namespace px::cli
