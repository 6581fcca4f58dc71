// A transition system of which in each state only a stubborn set of actions is tried (stubborn_sets.h): a search of it
// visits fewer states, and finds an error if there is one.
//
// Ignoring. A set chosen again and again around a cycle could leave out the same action for ever. So in each state it
// is looked at whether some step leads to a state of more *progress* (Independence::progress). From a state with such a
// step one comes, step by step, to one without, or to one in which nothing is left out; so only states without are
// *suspects*: the search collects them, and when it has nothing left it looks whether each of them can still come to a
// state in which nothing was left out (engine/explore/ignoring.h). Where not, complete() is called for one state, and
// the search goes on. None of this depends on the order in which states were visited.
//
// For runs that go on for ever (Purpose::Cycles) a reduced set is used only where all of its steps make progress. Then
// each cycle has a state in which nothing is left out, and the search has nothing to look into afterwards.
//
// Threads: as TransitionSystem.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "engine/model/sequence_table.h"
#include "engine/model/transition_system.h"
#include "engine/por/independence.h"

namespace px {

class ReducedSystem final : public TransitionSystem, public LeavesOut {
 public:
  // All outlive this. `full` may be any execution of the program that `independence` is of.
  ReducedSystem(const TransitionSystem& full, const Independence& independence, SequenceTable& sequences)
      : full_(full), independence_(independence), sequences_(sequences) {}

  const ir::Program& program() const override { return full_.program(); }
  const ir::Layout& layout() const override { return full_.layout(); }
  void initial_states(SuccessorBatch& out) const override { full_.initial_states(out); }
  void merged_initial_states(SuccessorBatch& out, const Merge& merge) const override {
    full_.merged_initial_states(out, merge);
  }
  std::unique_ptr<SuccessorGenerator> make_generator() const override;
  const LeavesOut* leaves_out() const override { return independence_.purpose() == Purpose::Safety ? this : nullptr; }
  void complete(const RawVector<uint64_t>& states) const override;
  RawVector<uint64_t> completed() const override;

  const TransitionSystem& full() const override { return full_; }
  const Independence& independence() const { return independence_; }
  SequenceTable& sequences() const { return sequences_; }
  bool is_complete(const uint64_t* state) const;

 private:
  const TransitionSystem& full_;
  const Independence& independence_;
  SequenceTable& sequences_;
  // Changed while no generator is at work (complete()), read by all of them in between.
  mutable std::set<std::vector<uint64_t>> complete_;
};

}  // namespace px
