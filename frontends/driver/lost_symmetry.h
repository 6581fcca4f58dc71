// Which place of a model costs symmetry that its writer may have counted on.
#pragma once

#include <optional>
#include <string>

#include "frontends/driver/execution.h"

namespace px::driver {

struct LostSymmetry {
  SourceSpan span;
  std::string message;
  std::string remedy;  // the cheapest
};

// Nothing where there is some symmetry, or nothing that looks as if it could be exchanged: several processes of one
// type or, in models without processes, elements of a set that have no names of their own.
std::optional<LostSymmetry> lost_symmetry(const ModelExecution& execution);

}  // namespace px::driver
