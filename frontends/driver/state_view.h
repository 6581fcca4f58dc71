// Packed states and runs in terms of the model, for users and reports.
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

// Shows the value behind the handle of an interned sequence; if absent, the handle itself is shown.
using SequenceText = std::function<std::string(ir::TypeId type, int64_t handle)>;

// All cells of a state except hidden variables and constants (for a B machine its variables and constants), always in
// the same order.
std::vector<Cell> show_state(const ir::Program& program, const ir::Layout& layout, const uint64_t* state,
                             const SequenceText& sequence_text = {});

// The part of one process in an action.
struct PartView {
  std::string process;
  std::string text;  // its statements, or the action
  SourceSpan span;
};

// A message that an action sent to or received from a channel.
struct MessageView {
  std::string channel;  // the name of its cell
  std::string text;     // as displayed in the channel
  bool sent = false;
  uint64_t position = 0;  // counted from the front
};

// One action of a run, ready to be printed.
struct StepView {
  uint32_t step = 0;              // from 1; actions of an atomic sequence share a number
  std::string action;             // "take(p = Phil#1)"
  std::string statement;          // as the user wrote it; may be empty
  std::string title{};            // the statement; if there is none, the action without the moving processes
  std::vector<PartView> parts{};  // one per process that moves; none for an operation of the model as a whole
  SourceSpan span;
  std::vector<std::string> output;
  bool returns = false;              // the output consists of an operation's results
  std::vector<Cell> changes;         // the cells that changed
  uint64_t left_out = 0;             // steps directly before it that are not shown
  std::vector<std::string> moves{};  // notable control changes: "client:2 starts at line 9", "User#1 at idle"
  std::vector<MessageView> messages{};
  bool is_jump = false;  // made by the front end, such as out of an atomic sequence: no statement of the user's
};

// A process that cannot continue, and what it waits for.
struct StuckView {
  struct Way {
    std::string text;
    SourceSpan span;
    std::vector<Cell> because;
    bool needs_partner = false;  // a rendezvous, or another action of several processes
    bool never = false;          // no state enables it at this place
  };
  std::string process;
  std::string location;  // "line 9"
  std::vector<Way> ways;
};

// A formula along a run: where each of its parts is true.
struct FormulaView {
  struct Part {
    std::string text;
    std::string_view kind;           // "atom", or the operator: "and", "always", ...
    std::vector<uint32_t> operands;  // numbers of parts, all smaller
    SourceSpan span;
    // In the initial state and after each step; unset: the run does not determine the value, because it is not shown to
    // its end, or because of an error. If a cycle returns to a state with a different past, the value is that of its
    // first round.
    std::vector<std::optional<bool>> holds;
  };
  std::vector<Part> parts;  // the last one is the whole formula
};

struct TraceView {
  std::vector<std::string> processes{};
  std::vector<Cell> initial;
  std::vector<StepView> steps;
  // For an infinite run: the number of the step after which its cycle begins; the last step, if the run stutters from
  // then on.
  std::optional<uint32_t> loop{};
  std::optional<StepView> failing{};  // the action in which the error occurred
  std::vector<Cell> because{};        // the values that decided it
  std::vector<StuckView> stuck{};     // for a deadlock
  std::optional<FormulaView>
      formula{};  // the formula that the run violates; unset: the violation does not concern a formula
  bool empty() const { return initial.empty() && steps.empty(); }
};

TraceView show_trace(const ir::Program& program, const ir::Layout& layout, const Trace& trace,
                     const SequenceText& sequence_text = {});
// An action without its effects.
StepView show_action(const ir::Program& program, ir::ActionId id, const std::vector<int64_t>& arguments);
// The name of a step whose printed output is its label (ir::Program::labels_are_printed).
std::string multi_action_label(const std::string& printed);
std::string multi_action_label(const std::vector<std::string>& printed);
// Whether a cell still holds its default value: 0, empty, none.
bool is_plain(const std::string& value);
// One action as executed; `before` holds the cells of the preceding state.
StepView show_step(const ir::Program& program, const ir::Layout& layout, const MicroStep& step,
                   const std::vector<Cell>& before, const SequenceText& sequence_text = {});
// "at idle"; "at line 12"; "not running".
std::string location_text(const ir::Location& location);
// "left[philosopher:1]": a place with the given index values, named like the cell of a state.
std::string place_text(const ir::Program& program, ir::PlaceId place, const std::vector<int64_t>& indices);
// The names of all processes, in the order of their families.
std::vector<std::string> process_names(const ir::Program& program);

}  // namespace px::driver
