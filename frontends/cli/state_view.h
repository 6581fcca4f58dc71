// Packed states and runs in the words of the model: what people and reports are shown.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/model/trace.h"

namespace px::cli {

// One cell of a state by name: {"flag[User#2]", "3"}, {"Phil#1.k", "0"}, {"Phil#1", "at hungry"}, {"q", "[(1, 2)]"}.
using Cell = std::pair<std::string, std::string>;

// Shows the value behind the handle of an interned sequence; where none is given, the handle is shown.
using SequenceText = std::function<std::string(ir::TypeId type, int64_t handle)>;

// All cells of a state but hidden variables and constants, always in the same order.
std::vector<Cell> show_state(const ir::Program& program, const ir::Layout& layout, const uint64_t* state,
                             const SequenceText& sequence_text = {});

// One action of a run, ready to be printed.
struct StepView {
  uint32_t step = 0;      // from 1; actions of one atomic sequence have the same number
  std::string action;     // "take(p = Phil#1)"
  std::string statement;  // as the user wrote it; may be empty
  SourceSpan span;
  std::vector<std::string> output;
  std::vector<Cell> changes;  // the cells that differ from before
};

struct TraceView {
  std::vector<Cell> initial;
  std::vector<StepView> steps;
  bool empty() const { return initial.empty() && steps.empty(); }
};

TraceView show_trace(const ir::Program& program, const ir::Layout& layout, const Trace& trace,
                     const SequenceText& sequence_text = {});

}  // namespace px::cli
