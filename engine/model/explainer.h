// How successors come about, action by action: what a trace is made of. Implemented by the interpreter.
#pragma once

#include <vector>

#include "engine/model/trace.h"
#include "engine/model/transition_system.h"

namespace px {

struct Explanation {
  struct LocatedEvent {
    Event event;                    // `state` is 0
    std::vector<MicroStep> before;  // the actions taken since the explained state when it was met
    ir::ActionId action;            // the action it was met in; invalid if the state itself is wrong
    std::vector<int64_t> arguments;
  };
  std::vector<TraceStep> steps;  // one per successor, in the order of SuccessorGenerator::expand
  std::vector<LocatedEvent> events;
};

class Explainer {
 public:
  virtual ~Explainer() = default;
  virtual const ir::Program& program() const = 0;
  virtual const ir::Layout& layout() const = 0;
  virtual Explanation explain(const uint64_t* state) const = 0;
};

}  // namespace px
