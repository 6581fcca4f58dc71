// Lowers a resolved Promela model to a Program, using all the classes listed in model_lowering.h.
#pragma once

#include <vector>

#include "frontends/promela/claim_lowering.h"

namespace px::promela {

class Lowerer : public ClaimLowering {
 public:
  Lowerer(const LowerInput& input, Diagnostics& diagnostics) : ClaimLowering(input, diagnostics) {}
  Lowered run();

 private:
  // Transitions (lower_automata.cpp).
  ControlStates control_states() const;

  // Where a run may end, if a stricter rule applies than that all processes may stop (lower_ends.cpp).
  void make_end_rule();
  std::vector<ir::ExprId> all_may_stop();
  ir::ExprId all_are_gone();
  void add_empty(ir::PlaceId place, std::vector<ir::ExprId>& conditions);
  std::vector<ir::ExprId> trace_may_stop();
};

}  // namespace px::promela
