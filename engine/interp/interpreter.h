// The reference interpreter: a TransitionSystem that follows docs/ir.md literally. Plain, slow and small: it is the
// oracle for native code and replays every counterexample.
#pragma once

#include <memory>
#include <optional>

#include "engine/model/action_coverage.h"
#include "engine/model/explainer.h"
#include "engine/model/sequence_table.h"
#include "engine/model/transition_system.h"

namespace px::interp {

class Evaluator;

// A work limit for exploring the first states, which must be quick for any model: an atomic sequence may have very many
// outcomes, or be very long. Counts work, not time, so it is the same on every machine.
struct Effort {
  uint64_t most_successors = UINT64_MAX;  // of a state; the rest is dropped
  uint64_t most_steps = UINT64_MAX;       // actions, including the steps of sequences
};

class Interpreter final : public TransitionSystem, public Explainer {
 public:
  // Fails if the state would be too large (see ir::Layout).
  static Result<std::unique_ptr<Interpreter>> make(std::shared_ptr<const ir::Program> program);

  const ir::Program& program() const override { return *program_; }
  const ir::Layout& layout() const override { return layout_; }
  void initial_states(SuccessorBatch& out) const override;
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override;
  // Whether there is any; stops at the first.
  bool has_initial_state() const;
  std::unique_ptr<SuccessorGenerator> make_generator() const override;
  // Generators created from now on mark the actions they take; null: none. It must outlive them.
  void mark_actions(ActionCoverage* coverage) { coverage_ = coverage; }

  Explanation explain(const uint64_t* state) const override;
  // Generators that give up (cut_short) after this many steps in total, and explain nothing of a state that takes more.
  std::unique_ptr<SuccessorGenerator> make_generator_within(const Effort& effort) const;
  std::optional<Explanation> explain_within(const Effort& effort, const uint64_t* state) const;
  std::vector<StuckProcess> stuck(const uint64_t* state) const override;
  StuckProcess stuck_process(const uint64_t* state, ir::FamilyId family, int64_t element) const override;
  SequenceTable* sequence_table() const override { return sequences_.get(); }
  SequenceTable& sequences() const { return *sequences_; }

 private:
  void start(Evaluator& evaluator) const;
  void run_init(Evaluator& evaluator, const Merge& merge, SuccessorBatch& out) const;
  void add_ways(Evaluator& evaluator, ir::ActionId id, StuckProcess& process) const;
  Interpreter(std::shared_ptr<const ir::Program> program, ir::Layout layout);

  std::shared_ptr<const ir::Program> program_;
  ir::Layout layout_;
  std::unique_ptr<SequenceTable> sequences_;  // thread-safe: all generators create sequences
  bool uses_timeout_ = false;
  ActionCoverage* coverage_ = nullptr;
};

}  // namespace px::interp
