#include "frontends/cli/state_view.h"

#include <fmt/format.h>

namespace px::cli {
namespace {

using ir::Domain;
using ir::Family;
using ir::Program;
using ir::Type;
using ir::TypeId;
using ir::TypeKind;

// Walks through one state by the layout and collects its cells.
class StateWalk {
 public:
  StateWalk(const Program& program, const ir::Layout& layout, const uint64_t* state, const SequenceText& sequence_text)
      : program_(program), layout_(layout), state_(state), sequence_text_(sequence_text) {}

  std::vector<Cell> take() {
    for (uint32_t i = 0; i < program_.families.size(); ++i) add_control(ir::FamilyId(i));
    for (uint32_t i = 0; i < program_.variables.size(); ++i) {
      const ir::Variable& variable = program_.variables[ir::VariableId(i)];
      if (!variable.hidden && !variable.constant) add_variable(ir::VariableId(i));
    }
    return std::move(cells_);
  }

 private:
  void add_control(ir::FamilyId id) {
    const Family& family = program_.families[id];
    if (!family.is_process()) return;
    const ir::LaneLayout& lane = layout_.lane(id);
    for (uint32_t i = 0; i < family.count; ++i) {
      const uint64_t bit = lane.offset + i * lane.stride + lane.control_offset;
      const auto location = static_cast<size_t>(read(lane.control, bit));
      cells_.emplace_back(program_.element_name(family.sort, family.first + i),
                          fmt::format("at {}", program_.locations[family.locations[location]].name));
    }
  }

  void add_variable(ir::VariableId id) {
    const ir::Variable& variable = program_.variables[id];
    add_dimension(layout_.variable(id), 0, variable.type, layout_.variable(id).offset, variable.name,
                  variable.owner.valid());
  }

  // The variable's own array dimensions, whose strides the variable's layout knows.
  void add_dimension(const ir::VariableLayout& layout, size_t dimension, TypeId type, uint64_t bit,
                     const std::string& name, bool local) {
    if (dimension == layout.strides.size()) return add_value(type, bit, name);
    const Domain& domain = program_.types[type].domain;
    for (uint32_t i = 0; i < program_.domain_size(domain); ++i) {
      const std::string element = domain_element(domain, i);
      const std::string cell =
          local && dimension == 0 ? fmt::format("{}.{}", element, name) : fmt::format("{}[{}]", name, element);
      add_dimension(layout, dimension + 1, program_.types[type].element, bit + i * layout.strides[dimension], cell,
                    local);
    }
  }

  void add_value(TypeId id, uint64_t bit, const std::string& name) {
    const Type& type = program_.types[id];
    const ir::TypeShape& shape = layout_.shape(id);
    if (type.kind == TypeKind::Array) {
      for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
        add_value(type.element, bit + i * shape.stride, fmt::format("{}[{}]", name, domain_element(type.domain, i)));
      }
    } else if (type.kind == TypeKind::Record) {
      for (size_t i = 0; i < type.fields.size(); ++i) {
        add_value(type.fields[i].type, bit + shape.field_offsets[i], fmt::format("{}.{}", name, type.fields[i].name));
      }
    } else {
      cells_.emplace_back(name, text(id, bit));
    }
  }

  std::string text(TypeId id, uint64_t bit) const {
    const Type& type = program_.types[id];
    const ir::TypeShape& shape = layout_.shape(id);
    std::string list;
    const auto append = [&list](const std::string& item) { list += list.empty() ? item : ", " + item; };
    switch (type.kind) {
      case TypeKind::Array:
        for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i)
          append(text(type.element, bit + i * shape.stride));
        return '[' + list + ']';
      case TypeKind::Record:
        for (size_t i = 0; i < type.fields.size(); ++i) append(text(type.fields[i].type, bit + shape.field_offsets[i]));
        return '(' + list + ')';
      case TypeKind::Queue: {
        const int64_t length = read(shape.code, bit);
        for (int64_t i = 0; i < length; ++i) {
          append(text(type.element, bit + shape.items + static_cast<uint64_t>(i) * shape.stride));
        }
        return '[' + list + ']';
      }
      case TypeKind::Bool:
      case TypeKind::Int:
      case TypeKind::Element:
      case TypeKind::Set:
      case TypeKind::Sequence: break;
    }
    return scalar_text(id, read(shape.code, bit));
  }

  std::string scalar_text(TypeId id, int64_t value) const {
    const Type& type = program_.types[id];
    switch (type.kind) {
      case TypeKind::Bool: return value != 0 ? "true" : "false";
      case TypeKind::Element: return program_.element_name(type.sort, value);
      case TypeKind::Set: return set_text(type.domain, static_cast<uint64_t>(value));
      case TypeKind::Sequence: return sequence_text_ ? sequence_text_(id, value) : fmt::format("sequence {}", value);
      default: return std::to_string(value);
    }
  }

  std::string set_text(const Domain& domain, uint64_t mask) const {
    std::string list;
    for (uint32_t i = 0; i < program_.domain_size(domain); ++i) {
      if ((mask >> i & 1) == 0) continue;
      if (!list.empty()) list += ", ";
      list += domain_element(domain, i);
    }
    return '{' + list + '}';
  }

  std::string domain_element(const Domain& domain, uint32_t index) const {
    const int64_t value = program_.domain_first(domain) + index;
    if (!domain.is_family()) return std::to_string(value);
    return program_.element_name(program_.families[domain.family].sort, value);
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

std::string action_text(const Program& program, const MicroStep& step) {
  const ir::Action& action = program.actions[step.action];
  std::string arguments;
  for (size_t i = 0; i < action.parameters.size() && i < step.arguments.size(); ++i) {
    const ir::Parameter& parameter = action.parameters[i];
    const Domain& domain = parameter.domain;
    const std::string value = domain.is_family()
                                  ? program.element_name(program.families[domain.family].sort, step.arguments[i])
                                  : std::to_string(step.arguments[i]);
    if (!arguments.empty()) arguments += ", ";
    arguments += fmt::format("{} = {}", program.bindings[parameter.binding].name, value);
  }
  return arguments.empty() ? action.name : fmt::format("{}({})", action.name, arguments);
}

// Cells have the same names in the same order in every state of a model.
std::vector<Cell> differences(const std::vector<Cell>& before, const std::vector<Cell>& after) {
  std::vector<Cell> changed;
  for (size_t i = 0; i < after.size(); ++i) {
    if (after[i].second != before[i].second) changed.push_back(after[i]);
  }
  return changed;
}

}  // namespace

std::vector<Cell> show_state(const ir::Program& program, const ir::Layout& layout, const uint64_t* state,
                             const SequenceText& sequence_text) {
  return StateWalk(program, layout, state, sequence_text).take();
}

TraceView show_trace(const ir::Program& program, const ir::Layout& layout, const Trace& trace,
                     const SequenceText& sequence_text) {
  TraceView view;
  if (trace.empty()) return view;
  view.initial = show_state(program, layout, trace.initial.data(), sequence_text);
  std::vector<Cell> before = view.initial;
  uint32_t number = 0;
  for (const TraceStep& step : trace.steps) {
    ++number;
    for (const MicroStep& micro : step.micro_steps) {
      std::vector<Cell> after = show_state(program, layout, micro.state.data(), sequence_text);
      const ir::Action& action = program.actions[micro.action];
      view.steps.push_back({.step = number,
                            .action = action_text(program, micro),
                            .statement = action.label,
                            .span = action.span,
                            .output = micro.output,
                            .changes = differences(before, after)});
      before = std::move(after);
    }
  }
  return view;
}

}  // namespace px::cli
