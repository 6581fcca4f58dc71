// The reference interpreter: a TransitionSystem that follows docs/ir.md word by word. Plain, slow and small: it is
// the oracle for native code and replays every counterexample.
#pragma once

#include <memory>

#include "engine/model/explainer.h"
#include "engine/model/sequence_table.h"
#include "engine/model/transition_system.h"

namespace px {

class Interpreter final : public TransitionSystem, public Explainer {
 public:
  // Fails if the state would be too large (see ir::Layout).
  static Result<std::unique_ptr<Interpreter>> make(std::shared_ptr<const ir::Program> program);

  const ir::Program& program() const override { return *program_; }
  const ir::Layout& layout() const override { return layout_; }
  void initial_states(SuccessorBatch& out) const override;
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override;
  std::unique_ptr<SuccessorGenerator> make_generator() const override;

  Explanation explain(const uint64_t* state) const override;

 private:
  Interpreter(std::shared_ptr<const ir::Program> program, ir::Layout layout);

  std::shared_ptr<const ir::Program> program_;
  ir::Layout layout_;
  std::unique_ptr<SequenceTable> sequences_;  // concurrent: all generators make sequences
  bool uses_timeout_ = false;
};

}  // namespace px
