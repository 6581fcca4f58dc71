#include "frontends/driver/state_view.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "engine/base/check.h"
#include "engine/ir/print_marks.h"
#include "engine/ir/state_cursor.h"
#include "frontends/driver/observation_view.h"
#include "frontends/driver/value_text.h"

namespace px::driver {
namespace {

using ir::Domain;
using ir::Family;
using ir::Program;
using ir::Type;
using ir::TypeId;
using ir::TypeKind;

std::string domain_value_text(const Program& program, const Domain& domain, int64_t value) {
  if (!domain.is_family()) return std::to_string(value);
  return program.element_name(program.families[domain.family].sort, value);
}

// How the first index of a variable appears in the names of its cells.
enum class CellNaming : uint8_t { Index, Local, Element };

CellNaming naming_of(const ir::Variable& variable) {
  if (variable.cells_by_element) return CellNaming::Element;
  return variable.owner.valid() ? CellNaming::Local : CellNaming::Index;
}

std::string cell_name(CellNaming naming, const std::string& variable, const std::string& element) {
  switch (naming) {
    case CellNaming::Index: return fmt::format("{}[{}]", variable, element);
    case CellNaming::Local: return fmt::format("{}.{}", element, variable);
    case CellNaming::Element: return element;
  }
  PX_UNREACHABLE("naming of cells");
}

// Walks through one state along the layout and collects its cells.
class StateWalk {
 public:
  StateWalk(const Program& program, const ir::Layout& layout, const uint64_t* state, const SequenceText& sequence_text)
      : program_(program), layout_(layout), state_(state), sequence_text_(sequence_text) {}

  std::vector<Cell> take() {
    for (uint32_t i = 0; i < program_.families.size(); ++i) add_control(ir::FamilyId(i));
    for (uint32_t i = 0; i < program_.variables.size(); ++i) {
      const ir::Variable& variable = program_.variables[ir::VariableId(i)];
      if (!variable.notation.empty()) {
        const ValueText text(program_, layout_, state_);
        cells_.emplace_back(variable.name, text.of(ir::VariableId(i)));
      } else if (!variable.hidden && !variable.constant) {
        add_variable(ir::VariableId(i));
      }
    }
    return std::move(cells_);
  }

 private:
  void add_control(ir::FamilyId id) {
    const Family& family = program_.families[id];
    if (!family.is_process()) return;
    const ir::LaneLayout& lane = layout_.lane(id);
    for (uint32_t i = 0; i < family.count; ++i) {
      const auto location = static_cast<size_t>(read(lane.control, lane.control_bit(i)));
      cells_.emplace_back(program_.element_name(family.sort, family.first + i),
                          location_text(program_.locations[family.locations[location]]));
    }
  }

  void add_variable(ir::VariableId id) {
    const ir::Variable& variable = program_.variables[id];
    add({program_, layout_, id}, variable.name, naming_of(variable));
  }

  // `naming`: for the cells of the variable's first dimension.
  void add(const ir::StateCursor& at, const std::string& name, CellNaming naming = CellNaming::Index) {
    const Type& type = at.type();
    if (type.kind == TypeKind::Array) {
      const bool whole = at.spread() && naming != CellNaming::Index;
      for (uint32_t i = 0; i < at.cells(); ++i) {
        add(at.cell(i), cell_name(whole ? naming : CellNaming::Index, name, domain_element(type.domain, i)));
      }
    } else if (type.kind == TypeKind::Record) {
      for (size_t i = 0; i < type.fields.size(); ++i) add(at.field(i), fmt::format("{}.{}", name, type.fields[i].name));
    } else {
      cells_.emplace_back(name, text(at));
    }
  }

  std::string text(const ir::StateCursor& at) const {
    const Type& type = at.type();
    std::string list;
    const auto append = [&list](const std::string& item) { list += list.empty() ? item : ", " + item; };
    switch (type.kind) {
      case TypeKind::Array:
        for (uint32_t i = 0; i < at.cells(); ++i) append(text(at.cell(i)));
        return '[' + list + ']';
      case TypeKind::Record:
        for (size_t i = 0; i < type.fields.size(); ++i) append(text(at.field(i)));
        return '(' + list + ')';
      case TypeKind::Queue: {
        const int64_t length = at.read(state_);
        for (int64_t i = 0; i < length; ++i) append(item_text(at.item(static_cast<uint64_t>(i))));
        return '[' + list + ']';
      }
      case TypeKind::Bool:
      case TypeKind::Int:
      case TypeKind::Element:
      case TypeKind::Set:
      case TypeKind::Sequence: break;
    }
    return scalar_text(at.type_id(), at.read(state_));
  }

  // A message with a single field has no parentheses.
  std::string item_text(const ir::StateCursor& at) const {
    const bool single = at.type().kind == TypeKind::Record && at.type().fields.size() == 1;
    return text(single ? at.field(0) : at);
  }

  std::string scalar_text(TypeId id, int64_t value) const {
    if (program_.types[id].kind != TypeKind::Sequence) return program_.value_text(id, value);
    return sequence_text_ ? sequence_text_(id, value) : fmt::format("sequence {}", value);
  }

  std::string domain_element(const Domain& domain, uint32_t index) const {
    return domain_value_text(program_, domain, program_.domain_first(domain) + index);
  }

  int64_t read(const ir::ScalarCode& code, uint64_t bit) const {
    return code.width == 0 ? code.bias : code.decode(ir::read_bits(state_, bit, code.width));
  }

  const Program& program_;
  const ir::Layout& layout_;
  const uint64_t* state_;
  const SequenceText& sequence_text_;
  std::vector<Cell> cells_;
};

std::string argument_text(const Program& program, const ir::Action& action, const std::vector<int64_t>& arguments,
                          bool movers_too) {
  std::string text;
  for (uint32_t i = 0; i < action.parameters.size() && i < arguments.size(); ++i) {
    const bool moves = std::any_of(action.movers.begin(), action.movers.end(),
                                   [i](const ir::Mover& mover) { return mover.parameter == i; });
    if (moves && !movers_too) continue;
    const ir::Parameter& parameter = action.parameters[i];
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", program.bindings[parameter.binding].name,
                        program.value_text(program.bindings[parameter.binding].type, arguments[i]));
  }
  return text.empty() ? action.name : fmt::format("{}({})", action.name, text);
}

std::vector<PartView> parts_of(const Program& program, const ir::Action& action, const std::vector<int64_t>& arguments,
                               const std::string& title) {
  std::vector<PartView> parts;
  for (uint32_t m = 0; m < action.movers.size(); ++m) {
    const uint32_t parameter = action.movers[m].parameter;
    PartView part;
    part.process = domain_value_text(program, action.parameters[parameter].domain, arguments[parameter]);
    part.span = action.span;
    bool first = true;
    for (const ir::Origin& origin : action.origins) {
      if (origin.mover != m) continue;
      if (first) part.span = origin.span;
      part.text += (first ? "" : "; ") + origin.text;
      first = false;
    }
    if (action.origins.empty() || action.movers.size() == 1) part.text = title;
    parts.push_back(std::move(part));
  }
  return parts;
}

// Cells have the same names, in the same order, in every state of a model.
std::vector<Cell> differences(const std::vector<Cell>& before, const std::vector<Cell>& after) {
  std::vector<Cell> changed;
  for (size_t i = 0; i < after.size(); ++i) {
    if (after[i].second != before[i].second) changed.push_back(after[i]);
  }
  return changed;
}

// Arguments and results of operations are printed in pieces (engine/ir/print_marks.h).
bool has_operations(const Program& program) {
  return std::any_of(program.variables.begin(), program.variables.end(),
                     [](const ir::Variable& variable) { return !variable.notation.empty(); });
}

std::vector<std::string> joined_pieces(const std::vector<std::string>& pieces) {
  std::vector<std::string> lines;
  for (const std::string& piece : pieces) {
    if (lines.empty() || piece.starts_with(ir::kResultMark) || piece.starts_with(ir::kArgumentMark)) {
      lines.push_back(piece);
      continue;
    }
    std::string& line = lines.back();
    const bool opened = std::string_view("{[(").find(line.back()) != std::string_view::npos ||
                        line.ends_with(" |-> ") || line.ends_with(":") || line.ends_with(", ");
    const bool goes_on = std::string_view("}])").find(piece.front()) != std::string_view::npos;
    line += (opened || goes_on ? "" : ", ") + piece;
  }
  return lines;
}

void add_argument(std::string& operation, const std::string& argument) {
  if (operation.ends_with(')')) {
    operation.pop_back();
    operation += ", " + argument + ')';
  } else {
    operation += '(' + argument + ')';
  }
}

void show_operation(StepView& view) {
  view.returns = true;
  for (const std::string& line : joined_pieces(std::exchange(view.output, {}))) {
    if (line.starts_with(ir::kResultMark)) {
      view.output.push_back(line.substr(ir::kResultMark.size()));
      continue;
    }
    const std::string argument = line.substr(ir::kArgumentMark.size());
    add_argument(view.action, argument);
    add_argument(view.title, argument);
  }
}

// Reports processes that start or end, and those that others move; if the control points have user-defined names, all
// moves.
std::vector<std::string> moves_of(const Program& program, const StepView& step, const std::vector<Cell>& before) {
  std::vector<std::string> moves;
  size_t cell = 0;
  for (const Family& family : program.families) {
    if (!family.is_process()) continue;
    const bool named = program.locations[family.locations.back()].shown.empty();
    for (uint32_t i = 0; i < family.count; ++i, ++cell) {
      const auto& [name, was] = before[cell];
      const auto now = std::find_if(step.changes.begin(), step.changes.end(),
                                    [&, &process = name](const Cell& change) { return change.first == process; });
      if (now == step.changes.end()) continue;
      const bool mover = std::any_of(step.parts.begin(), step.parts.end(),
                                     [&, &process = name](const PartView& part) { return part.process == process; });
      if (was == ir::kNotRunning) {
        moves.push_back(fmt::format("{} starts {}", name, now->second));
      } else if (now->second == ir::kNotRunning) {
        moves.push_back(name + " is gone");
      } else if (named || !mover) {
        moves.push_back(fmt::format("{} {}", name, now->second));
      }
    }
  }
  return moves;
}

std::string field_text(const Program& program, TypeId type, int64_t value, const SequenceText& sequence_text) {
  const bool sequence = program.types[type].kind == TypeKind::Sequence && sequence_text;
  return sequence ? sequence_text(type, value) : program.value_text(type, value);
}

std::vector<MessageView> messages_of(const Program& program, const std::vector<QueueEvent>& events,
                                     const SequenceText& sequence_text) {
  std::vector<MessageView> messages;
  for (const QueueEvent& event : events) {
    const Type& record = program.types[program.types[program.places[event.place].type].element];
    std::string text;
    for (size_t f = 0; f < event.fields.size(); ++f) {
      text += (f == 0 ? "" : ", ") + field_text(program, record.fields[f].type, event.fields[f], sequence_text);
    }
    if (event.fields.size() != 1) text = '(' + text + ')';
    messages.push_back({place_text(program, event.place, event.indices), text, event.sent, event.position});
  }
  return messages;
}

}  // namespace

std::vector<Cell> show_state(const ir::Program& program, const ir::Layout& layout, const uint64_t* state,
                             const SequenceText& sequence_text) {
  return StateWalk(program, layout, state, sequence_text).take();
}

std::vector<std::string> process_names(const ir::Program& program) {
  std::vector<std::string> names;
  for (const Family& family : program.families) {
    for (uint32_t i = 0; family.is_process() && i < family.count; ++i) {
      names.push_back(program.element_name(family.sort, family.first + i));
    }
  }
  return names;
}

std::string location_text(const ir::Location& location) {
  const std::string& name = location.shown_name();
  return name == ir::kNotRunning ? name : "at " + name;
}

std::string place_text(const ir::Program& program, ir::PlaceId id, const std::vector<int64_t>& indices) {
  const ir::Place& place = program.places[id];
  switch (place.kind) {
    case ir::Place::Kind::Variable: return program.variables[place.variable].name;
    case ir::Place::Kind::FieldOf: {
      const Type& record = program.types[program.places[place.parent].type];
      return fmt::format("{}.{}", place_text(program, place.parent, indices), record.fields[place.field].name);
    }
    case ir::Place::Kind::Index:
    case ir::Place::Kind::Item: break;
  }
  const std::vector<int64_t> outer(indices.begin(), indices.end() - 1);
  const Type& array = program.types[program.places[place.parent].type];
  const ir::Place& parent = program.places[place.parent];
  const CellNaming naming =
      parent.kind == ir::Place::Kind::Variable ? naming_of(program.variables[parent.variable]) : CellNaming::Index;
  const std::string index = place.kind == ir::Place::Kind::Item
                                ? std::to_string(indices.back())
                                : domain_value_text(program, array.domain, indices.back());
  return cell_name(naming, place_text(program, place.parent, outer), index);
}

StepView show_action(const ir::Program& program, ir::ActionId id, const std::vector<int64_t>& arguments) {
  const ir::Action& action = program.actions[id];
  StepView view;
  view.action = argument_text(program, action, arguments, true);
  view.statement = action.label;
  view.title = action.origins.empty() ? argument_text(program, action, arguments, false) : action.label;
  if (action.origins.empty() && action.label.empty() && !action.movers.empty()) {
    // A jump inserted by the front end, for example out of an atomic sequence; if locations have user-defined names, so
    // do actions.
    const ir::Location& from = program.locations[action.movers.front().from];
    const ir::Location& to = program.locations[action.movers.front().to];
    if (!to.shown.empty()) {
      view.title = "continues at " + to.shown;
      view.is_jump = true;
    } else if (!from.shown.empty()) {
      view.title = "continues";
      view.is_jump = true;
    }
  }
  view.parts = parts_of(program, action, arguments, view.title);
  view.span = action.span;
  return view;
}

bool is_plain(const std::string& value) {
  static const std::set<std::string> kPlain = {"0", "false", "none", "[]", "{}", ""};
  return kPlain.contains(value);
}

// Sorts the parts of a multi-action by name and then by arguments: simultaneous actions have no order of their own.
std::string multi_action_label(const std::string& printed) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (size_t i = 0; i < printed.size(); ++i) {
    const char c = printed[i];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (c == '|' && depth == 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  std::ranges::sort(parts, {}, [](const std::string& part) {
    const size_t name = std::min(part.find('('), part.size());
    return std::pair(part.substr(0, name), part.substr(name));
  });
  std::string label;
  for (const std::string& part : parts) label += (label.empty() ? "" : "|") + part;
  return label;
}

// For a step composed of several parts, each of which printed its own `tau` if it is hidden.
std::string multi_action_label(const std::vector<std::string>& printed) {
  std::string all;
  for (const std::string& one : printed) {
    if (one != "tau") all += (all.empty() ? "" : "|") + one;
  }
  return all.empty() ? "tau" : multi_action_label(all);
}

StepView show_step(const ir::Program& program, const ir::Layout& layout, const MicroStep& step,
                   const std::vector<Cell>& before, const SequenceText& sequence_text) {
  StepView view = show_action(program, step.action, step.arguments);
  view.output = step.output;
  view.left_out = step.left_out;
  if (program.labels_are_printed && !view.output.empty()) {
    view.title = view.action = multi_action_label(view.output);
    for (PartView& part : view.parts) part.text = view.title;
    view.output.clear();
  }
  if (has_operations(program)) show_operation(view);
  view.changes = differences(before, show_state(program, layout, step.state.data(), sequence_text));
  view.moves = moves_of(program, view, before);
  view.messages = messages_of(program, step.queue_events, sequence_text);
  return view;
}

TraceView show_trace(const ir::Program& program, const ir::Layout& layout, const Trace& trace,
                     const SequenceText& sequence_text) {
  TraceView view;
  if (trace.empty()) return view;
  view.processes = process_names(program);
  view.initial = show_state(program, layout, trace.initial.data(), sequence_text);
  std::vector<Cell> before = view.initial;
  uint32_t number = 0;
  for (const TraceStep& step : trace.steps) {
    ++number;
    for (const MicroStep& micro : step.micro_steps) {
      view.steps.push_back(show_step(program, layout, micro, before, sequence_text));
      view.steps.back().step = number;
      before = show_state(program, layout, micro.state.data(), sequence_text);
    }
  }
  if (trace.loop != Trace::kNoLoop) view.loop = static_cast<uint32_t>(trace.loop);
  if (trace.failing_action.valid()) {
    view.failing = show_action(program, trace.failing_action, trace.failing_arguments);
    view.failing->step = number + 1;
  }
  std::vector<std::string> actors;
  for (const PartView& part : view.failing ? view.failing->parts : std::vector<PartView>()) {
    actors.push_back(part.process);
  }
  if (!trace.because.empty()) {
    const ObservedState seen{layout, trace.seen_in.data(), sequence_text};
    view.because = show_observations(program, trace.because, actors, seen);
  }
  return view;
}

}  // namespace px::driver
