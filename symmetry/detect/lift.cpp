#include "symmetry/detect/lift.h"

#include "engine/ir/layout.h"
#include "symmetry/detect/detect.h"
#include "symmetry/perm/element_space.h"

namespace px {
namespace {

constexpr size_t kMostLocations = 1024;  // detection of what is lifted for a trial must stay quick

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

size_t members_of(const std::vector<LocationGroup>& groups) {
  size_t members = 0;
  for (const LocationGroup& group : groups) members += group.size();
  return members;
}

}  // namespace

std::optional<LiftedProgram> lift_symmetries(const ir::Program& program) {
  const std::vector<VariableGroup> variables = liftable_variables(program);
  std::vector<LocationGroup> locations = liftable_locations(program);
  if (members_of(locations) > kMostLocations) locations.clear();
  if (variables.empty() && locations.empty()) return {};
  const ir::Program all = lift_variables(lift_locations(program, locations), variables);
  const Result<ir::Layout> layout = ir::Layout::make(all);
  if (!layout) return {};
  const std::vector<Permutation> generators = detect_symmetry(all, *layout).generators;
  const ElementSpace space(all);
  const uint32_t first = program.sorts.size();
  LiftedProgram lifted;
  lifted.locations = moved_groups(locations, first, space, generators);
  lifted.variables = moved_groups(variables, first + static_cast<uint32_t>(locations.size()), space, generators);
  if (lifted.locations.empty() && lifted.variables.empty()) return {};
  lifted.program = lift_variables(lift_locations(program, lifted.locations), lifted.variables);
  return lifted;
}

}  // namespace px
