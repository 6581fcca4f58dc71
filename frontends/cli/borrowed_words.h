// The command line of ProB, as far as it means the same here: those who come from there need not learn new words.
//
//   -card S=3          --card S=3            -nodead    --no-deadlock-check
//   -p MAXINT 5        --preference MAXINT=5  -noinv     --no-invariant-check
//   -p SYMMETRY_MODE m --strategy m           -goal      --goal
//   -model_check       (what is done anyway)
#pragma once

#include <span>
#include <string>
#include <vector>

namespace px::cli {

std::vector<std::string> from_prob_words(std::span<const std::string> arguments);

}  // namespace px::cli
