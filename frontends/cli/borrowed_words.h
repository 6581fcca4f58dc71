// Command-line words of ProB and SPIN that mean the same here, so that their users need not learn new ones.
//
//   -card S=3          --card S=3            -nodead    --no-deadlock-check
//   -p MAXINT 5        --preference MAXINT=5  -noinv     --no-invariant-check
//   -p SYMMETRY_MODE m --strategy m           -noass     --no-assertion-check
//   -o1, -o2, -o3      --spin-without 1, 2, 3 -goal      --goal
//   -o5, -o7: they do not affect states, or pexplore reads both forms.
//   -model_check, -strict, -run, -search: ignored, because pexplore does this anyway. (Read as pexplore options, SPIN's
//   words would mean -r un and -s earch.)
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace px::cli {

std::vector<std::string> from_borrowed_words(std::span<const std::string> arguments);

// Suggests a replacement if the command line has a word of these tools that means something else here, or nothing.
std::optional<Failure> find_foreign_word(std::span<const std::string> arguments);

}  // namespace px::cli
