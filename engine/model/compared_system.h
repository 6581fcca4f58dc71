// Compares two transition systems of one model step by step: `--execution both`, the paranoid mode. Returns the results
// of the first after checking that the second generates the same successors in the same order and the same events. A
// difference is a bug in pexplore: the process ends and prints the state that shows it.
#pragma once

#include "engine/model/transition_system.h"

namespace px {

class ComparedSystem final : public TransitionSystem {
 public:
  // Both must outlive this object.
  ComparedSystem(const TransitionSystem& first, const TransitionSystem& second) : first_(first), second_(second) {}

  const ir::Program& program() const override { return first_.program(); }
  const ir::Layout& layout() const override { return first_.layout(); }
  void initial_states(SuccessorBatch& out) const override { first_.initial_states(out); }
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override {
    first_.merged_initial_states(out, merge);
  }
  std::unique_ptr<SuccessorGenerator> make_generator() const override;

 private:
  const TransitionSystem& first_;
  const TransitionSystem& second_;
};

}  // namespace px
