// What decided how a condition came out, in the words of the model.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontends/cli/state_view.h"

namespace px::cli {

// Names bound to the processes that act (`actors`) say nothing new and are left out. Variables that users write as
// wholes (ir::Variable::notation) are shown once, as `whole` says; where it is empty, what was seen of them.
std::vector<Cell> show_observations(const ir::Program& program, const std::vector<Observation>& all,
                                    const std::vector<std::string>& actors,
                                    const std::function<std::string(ir::VariableId)>& whole);

}  // namespace px::cli
