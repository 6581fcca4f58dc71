// Chooses, for one state, the actions that a search has to try: a stubborn set ([Val91], [LPPH13]).
//
// The idea. If the actions of two processes are independent, their order makes no difference, and a search that follows
// one order misses no deadlock and no failed assertion. A set T of actions is *stubborn* in a state s if
//
//   enabled a in T      every action that does not commute with a, or disables it, is in T, or cannot happen before
//                       some action of T has happened;
//   disabled a in T     some condition that a waits for is false, and every action that can make it true is in T, or
//                       cannot happen before some action of T has happened;
//   some action of T is enabled.
//
// Then actions outside T do not affect T's enabled actions, and can be commuted past one of them.
//
// The algorithm. Starting from one enabled action, the set is closed under the two rules, using the rows of
// ir::Dependencies intersected with the current edges of the processes. For a disabled action, the false condition that
// adds the fewest actions is chosen. This is repeated for each process that can move; the smallest set wins (fewest
// enabled actions, the first among equals). So the choice is a function of the state alone.
//
// If infinite runs matter (Purpose::Cycles), a set must not contain an enabled action that is watched, or that leads a
// process back: then each cycle has a state in which everything is tried (reduced_system.h).
//
// Difference from the paper: dependencies are followed along the control graphs of processes, so members are only
// actions that a process can take at its current location; there is no need to search backwards from a conflict to
// distant processes.
//
// Cost: one closure per process that can move, each of which takes a few operations on rows of bits per action.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/bits.h"
#include "engine/interp/evaluator.h"
#include "engine/por/independence.h"

namespace px::por {

class StubbornSets {
 public:
  StubbornSets(const Independence& independence, const ir::Layout& layout, SequenceTable& sequences);

  // Returns false if all actions must be tried. Returns true if it suffices to try those of the processes and those
  // without movers given by part(); at least one of them is enabled, judging by the guards. The choice is valid until
  // the next call.
  bool choose(const uint64_t* state);
  Part part() const { return {&processes_, &free_actions_}; }
  // After choose(): whether some action outside the part is enabled.
  bool leaves_something_out();

 private:
  enum class Status : uint8_t { Unknown, Enabled, Disabled };

  void look_at(const uint64_t* state);
  void find_context(const uint64_t* state);
  Status status(uint32_t action);
  Status find_status(uint32_t action);
  void bind(const ir::GroundAction& ground);
  bool holds(const ir::GroundAction& ground, const ir::GuardAtom& atom, bool& failed);
  bool holds_for_some(const ir::Action& action, size_t parameter, const ir::GroundAction& ground, bool& failed);
  const Bits& smallest_necessary(uint32_t action);
  uint32_t close(uint32_t seed, uint32_t most);
  bool unfit(uint32_t action) const;
  void add(const Bits& edges);
  void take_members();

  const Independence& independence_;
  const ir::Program& program_;
  interp::Evaluator evaluator_;
  interp::PackedState state_;
  std::vector<Event> ignored_;

  Independence::ContextKey key_, next_key_;
  std::shared_ptr<const ir::Dependencies> dependencies_;

  // Of the current state.
  std::vector<uint32_t> locations_;
  Bits current_;
  std::vector<Status> status_;
  std::vector<std::vector<const Bits*>> necessary_;  // by disabled action: the rows to choose from

  // Of the closure under construction, and of the best one.
  Bits members_, best_;
  std::vector<uint32_t> open_;
  Bits processes_, free_actions_;
};

}  // namespace px::por
