// Two transition systems of one model, step by step against each other: `--execution both`, the paranoid mode. Gives
// what the first one gives, after having seen that the second one gives the same successors in the same order and the
// same events. A difference is a defect of pexplore: the process ends with the state that shows it.
#pragma once

#include "engine/model/transition_system.h"

namespace px {

class ComparedSystem final : public TransitionSystem {
 public:
  // Both outlive this.
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
