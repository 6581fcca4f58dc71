// The ignoring problem: whether a search with partial-order reduction has postponed some action forever, and where it
// must continue.
//
// The theorem ([Val91]). A reduced search finds every assertion that fails if from each of its states the steps taken
// lead to a state in which nothing was left out. Otherwise there is a strongly connected component that no step leaves
// and that contains no state in which all actions were tried. It is enough to try all actions in one state of each such
// component.
//
// A generator marks *suspects*: from any other state some step makes progress, and progress cannot go on forever. So
// only suspects are examined, by a depth-first search along the reduced steps that ends at the first state in which
// nothing was left out; all states on the way are then known to be good. Components are found by Tarjan's algorithm. In
// a component that no step leaves, the smallest suspect (compared as words) is completed. This depends only on the set
// of states, not on the order in which they were found.
//
// Cost: one expansion and a copy of its words per visited state; usually a few states per suspect.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/raw_vector.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px::explore {

class IgnoringCheck {
 public:
  // Both outlive this object. The reducer is one that stores states or representatives.
  IgnoringCheck(const TransitionSystem& system, const Reducer& reducer);

  struct Suspect {
    std::vector<uint64_t> state;
    uint64_t depth = 0;
  };
  // A state in which all actions must be tried.
  struct Completion {
    Suspect suspect;
    uint64_t steps = 0;  // already taken from it
  };
  // Examines what a search has found since the last call. If cut short (by `allowance`) it reports that and cannot be
  // used again.
  std::vector<Completion> check(std::vector<Suspect> suspects, const Allowance& allowance, bool& cut_short);

 private:
  struct Node {
    uint32_t low = 0;
    uint32_t steps = 0;
    bool good = false;  // can reach a state in which nothing is left out
    bool closed = false;
    bool suspect = false;
    std::vector<uint32_t> next;
  };

  void walk(uint32_t root, std::vector<uint32_t>& to_complete);
  void close_component(uint32_t node, std::vector<uint32_t>& to_complete);
  const uint64_t* row(uint32_t node) const { return rows_.data() + size_t{node} * system_.words(); }
  bool is_less(uint32_t node, uint32_t other) const;
  uint64_t hash(const uint64_t* state) const;
  uint32_t node_of(const uint64_t* state);
  void grow_slots();
  bool expand(uint32_t node);

  const TransitionSystem& system_;
  std::unique_ptr<SuccessorGenerator> generator_;
  std::unique_ptr<ReducerWorker> reducer_;
  bool reduces_;
  SuccessorBatch batch_;
  // The states of the nodes, stored contiguously, and a hash table with linear probing of their numbers plus one.
  RawVector<uint64_t> rows_;
  std::vector<uint32_t> slots_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> stack_;  // of Tarjan's algorithm
  std::vector<bool> on_stack_;
  bool cut_short_ = false;
};

}  // namespace px::explore
