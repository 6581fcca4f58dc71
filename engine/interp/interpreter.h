// The reference interpreter: a TransitionSystem that follows docs/ir.md word by word. Plain, slow and small: it is
// the oracle for native code and replays every counterexample.
#pragma once

#include <memory>

#include "engine/model/trace.h"
#include "engine/model/transition_system.h"

namespace px {

class Interpreter final : public TransitionSystem {
 public:
  // Fails if the state would be too large (see ir::Layout).
  static Result<std::unique_ptr<Interpreter>> make(std::shared_ptr<const ir::Program> program);

  const ir::Program& program() const override { return *program_; }
  const ir::Layout& layout() const override { return layout_; }
  void initial_states(SuccessorBatch& out) const override;
  std::unique_ptr<SuccessorGenerator> make_generator() const override;

  // All successors of one state with how they come about, in the order of expand(), and the events met on the way
  // (`state` is 0), each beside the actions that had been taken when it was met.
  struct Explanation {
    struct LocatedEvent {
      Event event;
      std::vector<MicroStep> before;
    };
    std::vector<TraceStep> steps;
    std::vector<LocatedEvent> events;
  };
  Explanation explain(const uint64_t* state) const;

 private:
  Interpreter(std::shared_ptr<const ir::Program> program, ir::Layout layout);

  std::shared_ptr<const ir::Program> program_;
  ir::Layout layout_;
  bool uses_timeout_ = false;
};

}  // namespace px
