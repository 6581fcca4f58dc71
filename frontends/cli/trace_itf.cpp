// The Informal Trace Format: states as JSON. Sequences and queues become lists, arrays over sorts become maps from
// element names, sets become sets, records become objects; elements of sorts and named integers become strings. B's
// values, constants among them, are those that runs show (itf_value.h).
#include <nlohmann/json.hpp>

#include "engine/ir/state_cursor.h"
#include "frontends/cli/itf_value.h"
#include "frontends/cli/trace_forms.h"
#include "frontends/driver/value_text.h"

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;
using ir::Domain;
using ir::Type;
using ir::TypeId;
using ir::TypeKind;

class ItfState {
 public:
  ItfState(const interp::Interpreter& interpreter, const uint64_t* state)
      : interpreter_(interpreter), program_(interpreter.program()), layout_(interpreter.layout()), state_(state) {}

  Json write() const {
    Json object = Json::object();
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const ir::Family& family = program_.families[ir::FamilyId(f)];
      if (family.is_process()) object[location_variable(family)] = locations(ir::FamilyId(f));
    }
    for (uint32_t v = 0; v < program_.variables.size(); ++v) {
      const ir::Variable& variable = program_.variables[ir::VariableId(v)];
      if (!variable.notation.empty()) {
        object[variable.name] = itf_value(driver::ValueText(program_, layout_, state_).of(ir::VariableId(v)));
        continue;
      }
      if (variable.hidden || variable.constant) continue;
      object[variable_name(variable)] = value({program_, layout_, ir::VariableId(v)});
    }
    return object;
  }

  std::string variable_name(const ir::Variable& variable) const {
    return variable.owner.valid() ? program_.families[variable.owner].name + '.' + variable.name : variable.name;
  }
  static std::string location_variable(const ir::Family& family) { return family.name + ".location"; }

 private:
  static Json map(Json pairs) { return {{"#map", std::move(pairs)}}; }

  Json locations(ir::FamilyId id) const {
    const ir::Family& family = program_.families[id];
    const ir::LaneLayout& lane = layout_.lane(id);
    Json pairs = Json::array();
    for (uint32_t i = 0; i < family.count; ++i) {
      const auto location = static_cast<size_t>(read(lane.control, lane.control_bit(i)));
      pairs.push_back(Json::array({program_.element_name(family.sort, family.first + i),
                                   program_.locations[family.locations[location]].shown_name()}));
    }
    return map(std::move(pairs));
  }

  Json value(const ir::StateCursor& at) const {
    const Type& type = at.type();
    if (type.kind == TypeKind::Array) {
      Json pairs = Json::array();
      for (uint32_t i = 0; i < at.cells(); ++i) {
        pairs.push_back(Json::array({domain_value(type.domain, i), value(at.cell(i))}));
      }
      return map(std::move(pairs));
    }
    if (type.kind == TypeKind::Record) {
      Json object = Json::object();
      for (size_t f = 0; f < type.fields.size(); ++f) object[type.fields[f].name] = value(at.field(f));
      return object;
    }
    const int64_t number = at.read(state_);
    if (type.kind != TypeKind::Queue) return scalar(at.type_id(), number);
    Json list = Json::array();
    for (int64_t i = 0; i < number; ++i) list.push_back(value(at.item(static_cast<uint64_t>(i))));
    return list;
  }

  Json domain_value(const Domain& domain, uint32_t index) const {
    const int64_t value = program_.domain_first(domain) + index;
    if (!domain.is_family()) return value;
    return program_.element_name(program_.families[domain.family].sort, value);
  }

  Json scalar(TypeId id, int64_t value) const {
    const Type& type = program_.types[id];
    switch (type.kind) {
      case TypeKind::Bool: return value != 0;
      case TypeKind::Set: {
        Json elements = Json::array();
        for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
          if ((static_cast<uint64_t>(value) >> i & 1) != 0) elements.push_back(domain_value(type.domain, i));
        }
        return {{"#set", std::move(elements)}};
      }
      case TypeKind::Int:
        // Numbers beyond the range that every JSON reader keeps exactly are written in the format's own way.
        if (value > int64_t{1} << 53 || value < -(int64_t{1} << 53)) return {{"#bigint", std::to_string(value)}};
        return type.names.valid() ? Json(program_.value_text(id, value)) : Json(value);
      case TypeKind::Sequence: {
        Json list = Json::array();
        for (const int64_t item : interpreter_.sequences().items(static_cast<SequenceTable::Handle>(value))) {
          list.push_back(scalar(type.element, item));
        }
        return list;
      }
      default: return program_.value_text(id, value);
    }
  }

  int64_t read(const ir::ScalarCode& code, uint64_t bit) const {
    return code.width == 0 ? code.bias : code.decode(ir::read_bits(state_, bit, code.width));
  }

  const interp::Interpreter& interpreter_;
  const ir::Program& program_;
  const ir::Layout& layout_;
  const uint64_t* state_;
};

}  // namespace

std::string itf_trace(const interp::Interpreter& interpreter, const Trace& trace, const std::string& description) {
  Json states = Json::array();
  const auto add = [&](const std::vector<uint64_t>& state) {
    Json object = {{"#meta", {{"index", states.size()}}}};
    object.update(ItfState(interpreter, state.data()).write());
    states.push_back(std::move(object));
  };
  if (!trace.empty()) add(trace.initial);
  for (const TraceStep& step : trace.steps) add(step.state());
  Json variables = Json::array();
  if (!states.empty()) {
    for (const auto& [name, value] : states.front().items()) {
      if (name != "#meta") variables.push_back(name);
    }
  }
  Json document = {
      {"#meta", {{"format", "ITF"}, {"description", description}}}, {"vars", variables}, {"states", states}};
  // The last state is the same as the first state of the loop.
  if (trace.loop != Trace::kNoLoop) document["loop"] = trace.loop;
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace px::cli
