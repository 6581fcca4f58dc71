// A run of the unreduced model: what a counterexample is made of.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/source.h"
#include "engine/ir/program.h"

namespace px {

// One action as it happened. A step between two stored states is one or more of these (atomic sequences).
struct MicroStep {
  ir::ActionId action;
  std::vector<int64_t> arguments;   // values of the action's parameters
  std::vector<std::string> output;  // what Print statements printed
  std::vector<uint64_t> state;      // packed state after it
};

struct TraceStep {
  std::vector<MicroStep> micro_steps;
  const std::vector<uint64_t>& state() const { return micro_steps.back().state; }
};

struct Trace {
  std::vector<uint64_t> initial;  // packed; empty: no trace
  std::vector<TraceStep> steps;
  // The action in which the error was met, after all steps; invalid if the last state itself is wrong.
  ir::ActionId failing_action;
  std::vector<int64_t> failing_arguments;
  bool empty() const { return initial.empty(); }
};

}  // namespace px
