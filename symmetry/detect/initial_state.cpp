#include "symmetry/detect/initial_state.h"

#include "engine/ir/state_cursor.h"

namespace px::symmetry {
std::vector<uint64_t> initial_values(const ir::Program& program, const ir::Layout& layout) {
  std::vector<uint64_t> state(layout.words(), 0);
  ir::write_initial_values(program, layout, state.data());
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const ir::Family& family = program.families[ir::FamilyId(f)];
    const ir::LaneLayout& lane = layout.lane(ir::FamilyId(f));
    if (!family.is_process()) continue;
    for (uint32_t i = 0; i < family.count; ++i) {
      ir::write_bits(state.data(), lane.control_bit(i), lane.control.width,
                     lane.control.encode(program.locations[family.initial[i]].index));
    }
  }
  return state;
}

}  // namespace px::symmetry
