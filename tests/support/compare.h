// Compares two transition systems of one program: same successors, same order, same events.
#pragma once

#include <cstdint>
#include <string>

#include "engine/model/transition_system.h"

namespace px::test {

struct Comparison {
  std::string difference;  // empty: none was found
  uint64_t states = 0;     // expanded
  uint64_t successors = 0;
  uint64_t events = 0;
  bool complete = false;  // all reachable states were expanded
};

// Explores breadth-first from the initial states with both systems, up to `max_states`.
Comparison compare(const TransitionSystem& expected, const TransitionSystem& actual, uint64_t max_states);

// One event as text, with all its fields.
std::string text_of(const Event& event);

}  // namespace px::test
