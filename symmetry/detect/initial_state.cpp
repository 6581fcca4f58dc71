#include "symmetry/detect/initial_state.h"

namespace px {
namespace {

class Writer {
 public:
  Writer(const ir::Program& program, const ir::Layout& layout, std::vector<uint64_t>& state)
      : program_(program), layout_(layout), state_(state) {}

  void write(ir::VariableId id) {
    variable_ = &program_.variables[id];
    if (variable_->initial.empty()) return;
    place_ = &layout_.variable(id);
    next_ = 0;
    write(place_->offset, variable_->type, 0);
  }

 private:
  // `dimension`: of the variable's own array dimensions, whose strides are the variable's.
  void write(uint64_t bit, ir::TypeId id, size_t dimension) {
    const ir::Type& type = program_.types[id];
    const ir::TypeShape& shape = layout_.shape(id);
    switch (type.kind) {
      case ir::TypeKind::Array: {
        const uint64_t stride = dimension < place_->strides.size() ? place_->strides[dimension] : shape.stride;
        for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
          write(bit + i * stride, type.element, dimension + 1);
        }
        return;
      }
      case ir::TypeKind::Record:
        for (size_t f = 0; f < type.fields.size(); ++f) {
          write(bit + shape.field_offsets[f], type.fields[f].type, place_->strides.size());
        }
        return;
      case ir::TypeKind::Queue: return;  // queues start empty
      default: {
        const int64_t value = variable_->initial[variable_->initial.size() == 1 ? 0 : next_++];
        ir::write_bits(state_.data(), bit, shape.code.width, shape.code.encode(value));
      }
    }
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  std::vector<uint64_t>& state_;
  const ir::Variable* variable_ = nullptr;
  const ir::VariableLayout* place_ = nullptr;
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
      ir::write_bits(state.data(), lane.offset + i * lane.stride + lane.control_offset, lane.control.width,
                     lane.control.encode(program.locations[family.initial[i]].index));
    }
  }
  return state;
}

}  // namespace px
