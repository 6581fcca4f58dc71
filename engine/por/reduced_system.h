// A transition system that tries only a stubborn set of actions in each state (stubborn_sets.h): searching it visits
// fewer states, and still finds an error if there is one.
//
// The ignoring problem. Sets chosen repeatedly around a cycle could omit the same action forever. So each state is
// checked for a step to a state with more *progress* (Independence::progress). From a state with such a step, following
// these steps leads to a state without one, or to one in which nothing is omitted; so only states without such a step
// are *suspects*. The search collects them, and when its frontier is empty it checks whether each of them can reach a
// state in which nothing was omitted (engine/explore/ignoring.h). If not, complete() is called for one state, and the
// search continues. None of this depends on the order in which states were visited.
//
// For infinite runs (Purpose::Cycles) a reduced set is used only if all of its steps make progress. Then each cycle has
// a state in which nothing is omitted, and the search has nothing to check afterwards.
//
// Threads: as TransitionSystem.
#pragma once

#include <memory>
#include <set>
#include <vector>

#include "engine/model/sequence_table.h"
#include "engine/model/transition_system.h"
#include "engine/por/independence.h"

namespace px::por {

class ReducedSystem final : public TransitionSystem, public LeavesOut {
 public:
  // All must outlive this object. `full` may be any execution of the program analysed by `independence`.
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
  // Changed only while no generator runs (complete()); otherwise read by all of them.
  mutable std::set<std::vector<uint64_t>> complete_;
};

}  // namespace px::por
