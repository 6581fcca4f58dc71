#include "frontends/driver/observation_view.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "engine/base/check.h"
#include "frontends/driver/value_text.h"

namespace px::driver {
namespace {

using ir::PlaceId;
using ir::Program;

ir::VariableId variable_of(const Program& program, PlaceId place) {
  while (program.places[place].parent.valid()) place = program.places[place].parent;
  return program.places[place].variable;
}

// Local variables of B operations have a number after their name: i'1.
std::string user_name(const std::string& name) {
  const size_t mark = name.rfind('\'');
  const bool numbered = mark != std::string::npos && mark != 0 && mark + 1 != name.size() &&
                        name.find_first_not_of("0123456789", mark + 1) == std::string::npos;
  return numbered ? name.substr(0, mark) : name;
}

class ObservationView {
 public:
  ObservationView(const Program& program, const ObservedState& state) : program_(program), state_(state) {}

  std::optional<Cell> show(const Observation& seen) {
    switch (seen.kind) {
      case Observation::Kind::Value: return show_value(seen);
      case Observation::Kind::Length: return show_length(seen);
      case Observation::Kind::Location: {
        const ir::Family& family = program_.families[seen.family];
        return Cell(program_.element_name(family.sort, seen.element),
                    location_text(program_.locations[family.locations[static_cast<size_t>(seen.value)]]));
      }
      case Observation::Kind::Bound: {
        const ir::Binding& binding = program_.bindings[seen.binding];
        if (binding.name.ends_with('\'')) return {};  // added by the front end, not written by the user
        return Cell(binding.name, program_.value_text(binding.type, seen.value));
      }
    }
    PX_UNREACHABLE("observation");
  }

 private:
  Cell show_value(const Observation& seen) {
    const ir::VariableId id = variable_of(program_, seen.place);
    const ir::Variable& variable = program_.variables[id];
    if (!variable.notation.empty()) {
      return {user_name(variable.name), ValueText(program_, state_.layout, state_.state).of(id)};
    }
    const std::string name = user_name(place_text(program_, seen.place, seen.indices));
    // For a message in a queue, show the whole queue, which is more informative.
    std::vector<int64_t> indices = seen.indices;
    for (PlaceId at = seen.place; at.valid(); at = program_.places[at].parent) {
      const ir::Place& place = program_.places[at];
      if (place.kind != ir::Place::Kind::Index && place.kind != ir::Place::Kind::Item) continue;
      indices.pop_back();
      if (place.kind != ir::Place::Kind::Item) continue;
      const std::string queue = place_text(program_, place.parent, indices);
      if (const auto contents = cell(queue)) return {queue, *contents};
    }
    const ir::TypeId type = program_.places[seen.place].type;
    if (program_.types[type].kind == ir::TypeKind::Sequence && state_.sequence_text) {
      return {name, state_.sequence_text(type, seen.value)};
    }
    return {name, program_.value_text(type, seen.value)};
  }

  Cell show_length(const Observation& seen) {
    const std::string queue = place_text(program_, seen.place, seen.indices);
    const auto contents = cell(queue);
    if (!contents) return {fmt::format("len({})", queue), std::to_string(seen.value)};
    const bool full = seen.value == int64_t{program_.types[program_.places[seen.place].type].capacity};
    return {queue, *contents + (full ? " (full)" : "")};
  }

  std::optional<std::string> cell(const std::string& name) {
    if (cells_.empty()) cells_ = show_state(program_, state_.layout, state_.state, state_.sequence_text);
    const auto found = std::ranges::find(cells_, name, &Cell::first);
    return found == cells_.end() ? std::nullopt : std::optional(found->second);
  }

  const Program& program_;
  const ObservedState& state_;
  std::vector<Cell> cells_;  // of the state, computed on first use
};

}  // namespace

std::vector<Cell> show_observations(const Program& program, const std::vector<Observation>& all,
                                    const std::vector<std::string>& actors, const ObservedState& state) {
  ObservationView view(program, state);
  std::vector<Cell> cells;
  for (const Observation& seen : all) {
    std::optional<Cell> cell = view.show(seen);
    if (!cell) continue;
    const bool bound = seen.kind == Observation::Kind::Bound;
    if (bound && std::find(actors.begin(), actors.end(), cell->second) != actors.end()) continue;
    // The contents of a queue are more informative than its length.
    const auto same = bound ? std::ranges::find(cells, *cell) : std::ranges::find(cells, cell->first, &Cell::first);
    if (same == cells.end()) {
      cells.push_back(std::move(*cell));
    } else if (cell->second.size() > same->second.size()) {
      *same = std::move(*cell);
    }
  }
  return cells;
}

}  // namespace px::driver
