// Whether a search with partial-order reduction has left out some action for ever, and where it has to go on.
//
// The theorem ([Val91]). A reduced search finds every assertion that fails, if from each of its states one can
// come, by the steps it has taken, to a state in which nothing was left out. Where that is not so there is a component
// of states, each reachable from each other, that no step leaves and in none of which all actions were tried. It is
// enough to try all actions in one state of each such component.
//
// A generator marks *suspects*: from any other state some step makes progress, and progress comes to an end. So only
// suspects are followed, by a depth-first search through the reduced steps that ends at the first state in which
// nothing was left out; what lies on the way is then good for all that come later. Components are found by Tarjan's
// algorithm. In a component with no way out the least suspect, as words, is the one to be completed. That is a
// property of the set of states, so it does not depend on the order in which they were found.
//
// Cost: one expansion per state that is walked through, and its words; mostly a few states per suspect.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/raw_vector.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px {

class IgnoringCheck {
 public:
  // Both outlive this. The reducer stores states or their representatives.
  IgnoringCheck(const TransitionSystem& system, const Reducer& reducer);

  struct Suspect {
    std::vector<uint64_t> state;
    uint64_t depth = 0;
  };
  // A state in which all actions have to be tried.
  struct Completion {
    Suspect suspect;
    uint64_t steps = 0;  // that were taken from it already
  };
  // From what a search has met since the last call. Cut short (by `allowance`) it says so, and is of no more use.
  std::vector<Completion> check(std::vector<Suspect> suspects, const Allowance& allowance, bool& cut_short);

 private:
  struct Node {
    uint32_t low = 0;
    uint32_t steps = 0;
    bool good = false;  // a state in which nothing is left out can be reached
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
  // The states of the nodes, one after the other, and a table with linear probing of their numbers plus one.
  RawVector<uint64_t> rows_;
  std::vector<uint32_t> slots_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> stack_;  // of Tarjan's algorithm
  std::vector<bool> on_stack_;
  bool cut_short_ = false;
};

}  // namespace px
