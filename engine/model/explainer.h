// How successors come about, action by action, and why conditions come out as they do: what a trace is made of.
// Implemented by the interpreter.
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
    std::vector<Observation> because;  // what made the condition false, or the operation impossible
    std::vector<uint64_t> seen_in;     // the state in which that was seen
  };
  // Makes a run that leads to the explained state one to the event: the actions before it, and how it is met.
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

// A process that cannot move, with what it could do where it stands and what keeps it from that.
struct StuckProcess {
  struct Way {
    ir::ActionId action;
    uint32_t mover = 0;                // which of the action's movers it would be
    std::vector<Observation> because;  // why the guard is false; empty where others would have to take part
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
  // The processes that do not stand where they may stop, in a state in which nothing can move.
  virtual std::vector<StuckProcess> stuck(const uint64_t* state) const = 0;
  // One process that cannot go on, though it holds control.
  virtual StuckProcess stuck_process(const uint64_t* state, ir::FamilyId family, int64_t element) const = 0;
};

}  // namespace px
