// The first states of a model, breadth first and up to a limit, with what led to them: what is said about a model that
// is too large to be searched to its end rests on these.
//
// Breadth first, since then the number of a level is the distance from the start: a variable that takes larger and
// larger values from level to level is seen to grow, which a search in depth cannot tell from a detour. One thread, no
// reduction, and states kept in the order in which they are met: the same model and limit give the same figures on
// every machine, unless the limit of time ends it.
//
// Cost: with statements, what the interpreter takes to explain each state; a row per state.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/interp/interpreter.h"
#include "engine/model/transition_system.h"

namespace px::profile {

struct FirstStatesLimit {
  uint64_t states = UINT64_MAX;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();
};

// Rows of states without duplicates, numbered as they come.
class StateRows {
 public:
  explicit StateRows(uint32_t words) : words_(words), slots_(kFirstSlots, kFree) {}

  // Whether it is new.
  bool insert(const uint64_t* state);
  uint32_t count() const { return count_; }
  const uint64_t* row(uint32_t number) const { return rows_.data() + size_t{number} * words_; }
  uint32_t words() const { return words_; }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  static constexpr size_t kFirstSlots = 1024;

  void grow();

  uint32_t words_;
  uint32_t count_ = 0;
  std::vector<uint64_t> rows_;
  std::vector<uint32_t> slots_;  // open addressing, a power of two, at most half full
};

struct FirstStates {
  enum class End : uint8_t {
    Complete,  // these are all
    States,    // the limits
    Time,
    Growth,  // a run leaves what the translation foresees: `marks`
    Effort,  // a state has more steps than are looked at
  };

  StateRows rows;
  std::vector<uint32_t> levels;  // the number of the first state of each
  End end = End::Complete;
  uint64_t steps = 0;
  std::vector<uint64_t> made;   // by action that begins a step: the new states it led to
  std::vector<uint64_t> taken;  // by action that begins a step: how often
  std::vector<uint32_t> marks;

  explicit FirstStates(uint32_t words) : rows(words) {}
  // Steps from the start to the last level that was met.
  uint32_t depth() const { return levels.empty() ? 0 : static_cast<uint32_t>(levels.size() - 1); }
};

// With `stops_at_growth`, ends where a run leaves what is foreseen.
FirstStates first_states(const interp::Interpreter& interpreter, const FirstStatesLimit& limit, bool stops_at_growth);
// Without actions: `made` and `taken` stay empty.
FirstStates first_states_only(const TransitionSystem& system, const FirstStatesLimit& limit);

}  // namespace px::profile
