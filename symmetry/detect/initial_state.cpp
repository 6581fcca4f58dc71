#include "symmetry/detect/initial_state.h"

#include "engine/ir/state_cursor.h"

namespace px {
namespace {

class Writer {
 public:
  Writer(const ir::Program& program, const ir::Layout& layout, std::vector<uint64_t>& state)
      : program_(program), layout_(layout), state_(state) {}

  void write(ir::VariableId id) {
    variable_ = &program_.variables[id];
    if (variable_->initial.empty()) return;
    next_ = 0;
    write(ir::StateCursor(program_, layout_, id));
  }

 private:
  void write(const ir::StateCursor& at) {
    const ir::Type& type = at.type();
    if (type.kind == ir::TypeKind::Array) {
      for (uint32_t i = 0; i < at.cells(); ++i) write(at.cell(i));
    } else if (type.kind == ir::TypeKind::Record) {
      for (size_t f = 0; f < type.fields.size(); ++f) write(at.field(f));
    } else if (type.kind != ir::TypeKind::Queue) {  // queues start empty
      at.write(state_.data(), variable_->initial[variable_->initial.size() == 1 ? 0 : next_++]);
    }
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  std::vector<uint64_t>& state_;
  const ir::Variable* variable_ = nullptr;
  size_t next_ = 0;
};

}  // namespace

std::vector<uint64_t> initial_values(const ir::Program& program, const ir::Layout& layout) {
  std::vector<uint64_t> state(layout.words(), 0);
  Writer writer(program, layout, state);
  for (uint32_t v = 0; v < program.variables.size(); ++v) writer.write(ir::VariableId(v));
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

}  // namespace px
