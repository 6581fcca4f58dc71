// Packed states and runs in the words of the model: what people and reports are shown.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/model/trace.h"

namespace px::driver {

// One cell of a state by name: {"flag[User#2]", "3"}, {"Phil#1.k", "0"}, {"Phil#1", "at hungry"}, {"q", "[(1, 2)]"}.
using Cell = std::pair<std::string, std::string>;

// Shows the value behind the handle of an interned sequence; where none is given, the handle is shown.
using SequenceText = std::function<std::string(ir::TypeId type, int64_t handle)>;

// All cells of a state but hidden variables and constants (of a B machine its variables and constants), always in the
// same order.
std::vector<Cell> show_state(const ir::Program& program, const ir::Layout& layout, const uint64_t* state,
                             const SequenceText& sequence_text = {});

// What one process does in an action.
struct PartView {
  std::string process;
  std::string text;  // its statements, or the action
  SourceSpan span;
};

// A message that an action put into a channel or took out of it.
struct MessageView {
  std::string channel;  // named as its cell is
  std::string text;     // as an item of the channel is shown
  bool sent = false;
  uint64_t position = 0;  // counted from the front
};

// One action of a run, ready to be printed.
struct StepView {
  uint32_t step = 0;              // from 1; actions of one atomic sequence have the same number
  std::string action;             // "take(p = Phil#1)"
  std::string statement;          // as the user wrote it; may be empty
  std::string title{};            // the statement, or where there is none the action without the processes that move
  std::vector<PartView> parts{};  // one per process that moves; none for an operation of the model as a whole
  SourceSpan span;
  std::vector<std::string> output;
  bool returns = false;              // the output are results of an operation
  std::vector<Cell> changes;         // the cells that differ from before
  uint64_t left_out = 0;             // steps right before it that are not shown
  std::vector<std::string> moves{};  // changes of control worth telling: "client:2 starts at line 9", "User#1 at idle"
  std::vector<MessageView> messages{};
};

// A process that cannot continue, and what it waits for.
struct StuckView {
  struct Way {
    std::string text;
    SourceSpan span;
    std::vector<Cell> because;
    bool needs_partner = false;  // a handshake, or another action of several processes
    bool never = false;          // there is no state in which it could be executed here
  };
  std::string process;
  std::string location;  // "line 9"
  std::vector<Way> ways;
};

// A formula along a run: which part of it is true where.
struct FormulaView {
  struct Part {
    std::string text;
    std::string_view kind;           // "atom", or what joins the operands: "and", "always", ...
    std::vector<uint32_t> operands;  // numbers of parts, all smaller
    SourceSpan span;
    // In the initial state and after each step; nothing: the run does not determine it, since it is not shown to its
    // end, or an error hinders it. Where a cycle repeats a state that remembers another past, its first round counts.
    std::vector<std::optional<bool>> holds;
  };
  std::vector<Part> parts;  // the formula as a whole is the last one
};

struct TraceView {
  std::vector<std::string> processes{};
  std::vector<Cell> initial;
  std::vector<StepView> steps;
  // For an infinite run: the number of the step after which its cycle begins; the last one, if from then on
  // nothing moves any more.
  std::optional<uint32_t> loop{};
  std::optional<StepView> failing{};     // the action in which the error was met
  std::vector<Cell> because{};           // the values that decided it
  std::vector<StuckView> stuck{};        // of a deadlock
  std::optional<FormulaView> formula{};  // that the run violates; nothing: it is about no formula
  bool empty() const { return initial.empty() && steps.empty(); }
};

TraceView show_trace(const ir::Program& program, const ir::Layout& layout, const Trace& trace,
                     const SequenceText& sequence_text = {});
// An action without what it does.
StepView show_action(const ir::Program& program, ir::ActionId id, const std::vector<int64_t>& arguments);
// How a step is called by what it printed, where that is its label (ir::Program::labels_are_printed).
std::string multi_action_label(const std::string& printed);
std::string multi_action_label(const std::vector<std::string>& printed);
// Whether a cell still holds its default value: 0, empty, none.
bool is_plain(const std::string& value);
// One action as it happened, `before` being the cells of the state it was taken in.
StepView show_step(const ir::Program& program, const ir::Layout& layout, const MicroStep& step,
                   const std::vector<Cell>& before, const SequenceText& sequence_text = {});
// "at idle"; "at line 12"; "not running".
std::string location_text(const ir::Location& location);
// "left[philosopher:1]" of a place whose indices have these values; named as the cell of a state is.
std::string place_text(const ir::Program& program, ir::PlaceId place, const std::vector<int64_t>& indices);
// The names of all processes, in the order of their families.
std::vector<std::string> process_names(const ir::Program& program);

}  // namespace px::driver
