// `--statistics spin`: figures of a run in the words and the columns of SPIN's verifier, for scripts that look for
// "states, stored", "errors:" or "State-vector".
#pragma once

#include <ostream>

#include "frontends/cli/report.h"

namespace px::cli {

// One block for the search for safety, and one for each formula or claim that was searched for cycles.
void write_spin_figures(const Report& report, std::ostream& out);

}  // namespace px::cli
