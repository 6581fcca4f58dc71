// The data shared by all strategies: the program's permuter, the group, and the markers. Created once by the factory;
// read-only afterwards and used by all workers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/model/reducer.h"
#include "symmetry/canon/general_group.h"
#include "symmetry/marker/occurrence_map.h"
#include "symmetry/perm/state_permuter.h"
#include "symmetry/perm/symmetry_group.h"

namespace px::symmetry {

struct Strategy;

// Per block of the group, the slots (indices into StatePermuter::slots) by which sorted-main and segmented sort.
using MainArray = std::vector<std::vector<uint32_t>>;

struct CanonContext {
  const Strategy* strategy = nullptr;    // outlives the reducer
  const ir::Program* program = nullptr;  // outlives the reducer
  const ir::Layout* layout = nullptr;
  SymmetryGroup group;
  std::unique_ptr<StatePermuter> permuter;
  std::unique_ptr<OccurrenceMap> map;
  std::unique_ptr<GeneralGroup> general;  // for a group that is not a product; `map` is then that of its orbits
  uint32_t marker_rounds = 2;
  MainArray main_array;

  uint32_t words() const { return permuter->words(); }
  uint32_t points() const { return permuter->space().size(); }
};
using SharedContext = std::shared_ptr<const CanonContext>;

// The image of each point under the identity.
std::vector<Point> identity_images(uint32_t points);

}  // namespace px::symmetry
