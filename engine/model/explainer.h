// Explains successors action by action, and why conditions have the value they have: the content of a trace.
// Implemented by the interpreter.
#pragma once

#include <vector>

#include "engine/model/trace.h"
#include "engine/model/transition_system.h"

namespace px {

struct Explanation {
  struct LocatedEvent {
    Event event;                    // `state` is 0
    std::vector<MicroStep> before;  // the actions taken from the explained state to the event
    ir::ActionId action;            // the action in which it occurred; invalid if the state itself is wrong
    std::vector<int64_t> arguments;
    std::vector<Observation> because;  // what made the condition false or the operation fail
    std::vector<uint64_t> seen_in;     // the state in which that was evaluated
  };
  // Extends a run to the explained state into one to the event: appends the actions before it and the failure.
  static void end_in(const LocatedEvent& event, Trace& trace) {
    if (!event.before.empty()) trace.steps.push_back(TraceStep{event.before});
    trace.failing_action = event.action;
    trace.failing_arguments = event.arguments;
    trace.because = event.because;
    trace.seen_in = event.seen_in;
  }

  std::vector<TraceStep> steps;  // one per successor, in the order of SuccessorGenerator::expand
  std::vector<LocatedEvent> events;
};

// A blocked process, with the actions at its location and the reason why each is disabled.
struct StuckProcess {
  struct Way {
    ir::ActionId action;
    uint32_t mover = 0;                // its index among the action's movers
    std::vector<Observation> because;  // why the guard is false; empty if other processes would have to take part
  };
  ir::FamilyId family;
  int64_t element = 0;
  ir::LocationId location;
  std::vector<Way> ways;
};

class Explainer {
 public:
  virtual ~Explainer() = default;
  virtual const ir::Program& program() const = 0;
  virtual const ir::Layout& layout() const = 0;
  virtual Explanation explain(const uint64_t* state) const = 0;
  // In a deadlock state, the processes that are not at a location where they may end.
  virtual std::vector<StuckProcess> stuck(const uint64_t* state) const = 0;
  // The process that holds control but cannot continue.
  virtual StuckProcess stuck_process(const uint64_t* state, ir::FamilyId family, int64_t element) const = 0;
};

}  // namespace px
