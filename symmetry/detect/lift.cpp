#include "symmetry/detect/lift.h"

#include "engine/ir/layout.h"
#include "engine/ir/pass/drop_unreachable.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift_locations.h"
#include "symmetry/detect/lift_variables.h"
#include "symmetry/perm/element_space.h"

namespace px {
namespace {

// The groups whose sorts, which follow one another from `first` on, are moved.
template <class Group>
std::vector<Group> moved_groups(const std::vector<Group>& groups, uint32_t first, const ElementSpace& space,
                                const std::vector<Permutation>& generators) {
  std::vector<Group> moved;
  for (uint32_t g = 0; g < groups.size(); ++g) {
    const ir::SortId sort(first + g);
    bool moves = false;
    for (const Permutation& generator : generators) {
      for (uint32_t e = 0; e < space.count(sort); ++e) {
        moves |= generator.image(space.point(sort, e)) != space.point(sort, e);
      }
    }
    if (moves) moved.push_back(groups[g]);
  }
  return moved;
}

}  // namespace

std::optional<ir::Program> lift_symmetries(const ir::Program& program, LiftOptions options) {
  const std::vector<VariableGroup> variables = liftable_variables(program);
  const std::vector<LocationGroup> locations =
      options.locations ? liftable_locations(program) : std::vector<LocationGroup>{};
  if (variables.empty() && locations.empty()) return {};
  const ir::Program all = lift_variables(lift_locations(program, locations), variables);
  const Result<ir::Layout> layout = ir::Layout::make(all);
  if (!layout) return {};
  const std::vector<Permutation> generators = detect_symmetry(all, *layout).generators;
  const ElementSpace space(all);
  const std::vector<LocationGroup> moved_locations = moved_groups(locations, program.sorts.size(), space, generators);
  const std::vector<VariableGroup> moved_variables =
      moved_groups(variables, program.sorts.size() + static_cast<uint32_t>(locations.size()), space, generators);
  if (moved_locations.empty() && moved_variables.empty()) return {};
  ir::Program lifted = lift_locations(program, moved_locations);
  if (!moved_variables.empty()) lifted = lift_variables(lifted, moved_variables);
  return moved_locations.empty() ? lifted : ir::drop_unreachable(std::move(lifted));
}

}  // namespace px
