// A run of the unreduced model, the basis of a counterexample.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/source.h"
#include "engine/ir/program.h"

namespace px {

// A message that was sent to a queue or received from it.
struct QueueEvent {
  bool sent = false;             // false: received
  ir::PlaceId place;             // of the queue
  std::vector<int64_t> indices;  // indices of the place, from the variable outwards
  uint64_t position = 0;         // position of the message, counted from the front
  std::vector<int64_t> fields;   // the content of the message
};

// Effects of an action that the resulting state does not show, in order.
struct ActionRecord {
  std::vector<std::string> output;  // what Print statements printed
  std::vector<QueueEvent> queue_events;
};

// One executed action. A step between two stored states consists of one or more of these (atomic sequences).
struct MicroStep {
  ir::ActionId action;
  std::vector<int64_t> arguments;   // values of the action's parameters
  std::vector<std::string> output;  // what Print statements printed
  std::vector<uint64_t> state;      // packed state after it
  uint64_t left_out = 0;  // steps of the same deterministic sequence that came right before it and are not kept
  std::vector<QueueEvent> queue_events{};  // in the order in which they happened
};

struct TraceStep {
  std::vector<MicroStep> micro_steps;
  const std::vector<uint64_t>& state() const { return micro_steps.back().state; }
};

// One fact that determined the value of a condition.
struct Observation {
  enum class Kind : uint8_t {
    Value,     // the scalar at `place`, whose indices had the values `indices`, was `value`
    Length,    // the queue at `place` held this number of items
    Location,  // process `element` of `family` stood at location number `value` of the family
    Bound,     // a quantifier was decided by `binding` being `value`
  };
  Kind kind = Kind::Value;
  ir::PlaceId place;
  std::vector<int64_t> indices;  // from the variable outwards
  ir::FamilyId family;
  int64_t element = 0;
  ir::BindingId binding;
  int64_t value = 0;
  bool operator==(const Observation&) const = default;
};

struct Trace {
  static constexpr size_t kNoLoop = SIZE_MAX;

  std::vector<uint64_t> initial;  // packed; empty: no trace
  std::vector<TraceStep> steps;
  // For an infinite run: after the last step it continues as after this number of steps. If equal to the number of
  // steps, the run stutters in its last state. kNoLoop: a finite run.
  size_t loop = kNoLoop;
  // The action in which the error occurred, after all steps; invalid if the last state itself is wrong.
  ir::ActionId failing_action;
  std::vector<int64_t> failing_arguments;
  std::vector<Observation> because;  // the facts that led to the error
  std::vector<uint64_t> seen_in;     // the state in which they were evaluated, possibly in the middle of the failing
                                     // action
  bool empty() const { return initial.empty(); }
};

}  // namespace px
