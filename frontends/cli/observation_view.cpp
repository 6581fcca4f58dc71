#include "frontends/cli/observation_view.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "engine/base/check.h"

namespace px::cli {
namespace {

using ir::Program;

constexpr const char* kNoValue = "none";

ir::VariableId variable_of(const Program& program, ir::PlaceId place) {
  while (program.places[place].parent.valid()) place = program.places[place].parent;
  return program.places[place].variable;
}

// A part of a variable as its users write it: f(P1), s(2), size(s), r'done. Takes the indices from the end.
std::string part_text(const Program& program, ir::PlaceId id, std::vector<int64_t>& indices) {
  const ir::Place& place = program.places[id];
  if (place.kind == ir::Place::Kind::Variable) return program.variables[place.variable].name;
  if (place.kind == ir::Place::Kind::FieldOf) {
    const std::string& field = program.types[program.places[place.parent].type].fields[place.field].name;
    const std::string of = part_text(program, place.parent, indices);
    if (field == "size") return "size(" + of + ')';
    return field == "items" || field == "value" || field == "has" ? of : of + '\'' + field;
  }
  const int64_t index = indices.back();
  indices.pop_back();
  const std::string text = program.value_text(program.exprs[place.index].type, index);
  return part_text(program, place.parent, indices) + '(' + text + ')';
}

// Nothing if it says no more than others do: that a function has a value.
std::optional<Cell> show_part(const Program& program, const Observation& seen) {
  const ir::Place& place = program.places[seen.place];
  std::vector<int64_t> indices = seen.indices;
  std::string name = part_text(program, seen.place, indices);
  const bool flag = place.kind == ir::Place::Kind::FieldOf &&
                    program.types[program.places[place.parent].type].fields[place.field].name == "has";
  if (flag && seen.value != 0) return {};
  if (flag) return Cell(std::move(name), kNoValue);
  if (program.types[place.type].kind == ir::TypeKind::Bool)
    return Cell(std::move(name), seen.value != 0 ? "TRUE" : "FALSE");
  return Cell(std::move(name), program.value_text(place.type, seen.value));
}

std::optional<Cell> show_observation(const Program& program, const Observation& seen,
                                     const std::function<std::string(ir::VariableId)>& whole) {
  switch (seen.kind) {
    case Observation::Kind::Value: {
      const ir::VariableId id = variable_of(program, seen.place);
      const ir::Variable& variable = program.variables[id];
      if (!variable.notation.empty()) return whole ? Cell(variable.name, whole(id)) : show_part(program, seen);
      return Cell(place_text(program, seen.place, seen.indices),
                  program.value_text(program.places[seen.place].type, seen.value));
    }
    case Observation::Kind::Length:
      return Cell(fmt::format("len({})", place_text(program, seen.place, seen.indices)), std::to_string(seen.value));
    case Observation::Kind::Location: {
      const ir::Family& family = program.families[seen.family];
      return Cell(program.element_name(family.sort, seen.element),
                  location_text(program.locations[family.locations[static_cast<size_t>(seen.value)]]));
    }
    case Observation::Kind::Bound: {
      const ir::Binding& binding = program.bindings[seen.binding];
      if (binding.name.ends_with('\'')) return {};  // the front end's, not the user's
      return Cell(binding.name, program.value_text(binding.type, seen.value));
    }
  }
  PX_UNREACHABLE("observation");
}

}  // namespace

std::vector<Cell> show_observations(const Program& program, const std::vector<Observation>& all,
                                    const std::vector<std::string>& actors,
                                    const std::function<std::string(ir::VariableId)>& whole) {
  std::vector<Cell> cells;
  for (const Observation& seen : all) {
    std::optional<Cell> cell = show_observation(program, seen, whole);
    if (!cell) continue;
    const bool bound = seen.kind == Observation::Kind::Bound;
    if (bound && std::find(actors.begin(), actors.end(), cell->second) != actors.end()) continue;
    // Where a function has no value, what lies in the place of one says nothing.
    const auto same = std::ranges::find(cells, cell->first, &Cell::first);
    const bool left_over = same != cells.end() && same->second == kNoValue;
    if (!left_over && std::ranges::find(cells, *cell) == cells.end()) cells.push_back(std::move(*cell));
  }
  return cells;
}

}  // namespace px::cli
