// A breadth-first search of a few lines over the interpreter, with any Representative or Identity reducer.
#pragma once

#include <memory>
#include <string>

#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px::test {

struct SearchResult {
  uint64_t states = 0;
  uint64_t edges = 0;
  uint64_t events = 0;
};

SearchResult search(const TransitionSystem& system, const Reducer& reducer);

}  // namespace px::test
