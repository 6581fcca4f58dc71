#include "symmetry/detect/determinism.h"

namespace px::symmetry {

std::vector<bool> deterministic_locations(const ir::Program& program) {
  std::vector<bool> deterministic;
  for (const ir::Location& location : program.locations) deterministic.push_back(location.deterministic);
  for (const ir::Action& action : program.actions) {
    if (action.movers.empty() || action.movers.back().control != ir::Control::Deterministic) continue;
    deterministic[action.movers.back().to.value] = true;
  }
  return deterministic;
}

}  // namespace px::symmetry
