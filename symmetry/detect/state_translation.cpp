#include "symmetry/detect/state_translation.h"

namespace px {

class StateTranslation::Maker {
 public:
  Maker(const ir::Program& written, const LiftedProgram& lifted, const ir::Layout& written_layout,
        const ir::Layout& lifted_layout, StateTranslation& result)
      : written_(written),
        lifted_(lifted),
        written_layout_(written_layout),
        lifted_layout_(lifted_layout),
        homes_(homes_of_variables(lift_locations(written, lifted.locations), lifted.variables)),
        result_(result) {}

  void run() {
    for (uint32_t f = 0; f < written_.families.size(); ++f) {
      if (written_.families[ir::FamilyId(f)].is_process()) add_control(ir::FamilyId(f));
    }
    for (uint32_t v = 0; v < written_.variables.size(); ++v) add_variable(ir::VariableId(v));
  }

 private:
  // A part of a variable: `dimension` of the variable's own dimensions are behind it.
  struct Part {
    const ir::Layout* layout;
    const ir::VariableLayout* variable;
    size_t dimension;
    uint64_t bit;

    Part cell(ir::TypeId array, uint64_t i) const {
      const bool own = dimension < variable->strides.size();
      const uint64_t stride = own ? variable->strides[dimension] : layout->shape(array).stride;
      return {layout, variable, dimension + 1, bit + i * stride};
    }
    Part at(uint64_t offset) const { return {layout, variable, SIZE_MAX, bit + offset}; }
  };

  static Part whole(const ir::Layout& layout, ir::VariableId id) {
    return {&layout, &layout.variable(id), 0, layout.variable(id).offset};
  }

  void add_control(ir::FamilyId id) {
    Control control{written_layout_.lane(id), lifted_layout_.lane(id), written_.families[id].count, {}};
    for (size_t g = 0; g < lifted_.locations.size(); ++g) {
      const LocationGroup& group = lifted_.locations[g];
      if (written_.locations[group.front()].family != id) continue;
      // The variables that tell come behind those of the program as written, in the order of the groups.
      const ir::VariableId which = homes_[written_.variables.size() + g].variable;
      const ir::VariableLayout& place = lifted_layout_.variable(which);
      Merged merged{place.offset, place.strides.at(0), lifted_layout_.shape(place.core).code, {}};
      for (const ir::LocationId member : group) merged.members.push_back(written_.locations[member].index);
      control.merged.emplace(written_.locations[group.front()].index, std::move(merged));
    }
    result_.controls_.push_back(std::move(control));
  }

  void add_variable(ir::VariableId id) {
    const VariableHome& home = homes_[id.value];
    const ir::Variable& variable = written_.variables[id];
    const Part to = whole(written_layout_, id);
    const Part from = whole(lifted_layout_, home.variable);
    if (home.group == VariableHome::kNoGroup) return add(variable.type, to, from);
    const ir::TypeId array = lifted_.program.variables[home.variable].type;
    if (!variable.owner.valid()) return add(variable.type, to, from.cell(array, home.element));
    const ir::TypeId of_process = lifted_.program.types[array].element;
    for (uint32_t process = 0; process < written_.families[variable.owner].count; ++process) {
      add(written_.types[variable.type].element, to.cell(variable.type, process),
          from.cell(array, process).cell(of_process, home.element));
    }
  }

  // Types have the same numbers in both programs.
  void add(ir::TypeId id, const Part& to, const Part& from) {
    const ir::Type& type = written_.types[id];
    const ir::TypeShape& target = written_layout_.shape(id);
    const ir::TypeShape& source = lifted_layout_.shape(id);
    switch (type.kind) {
      case ir::TypeKind::Array:
        for (uint32_t i = 0; i < written_.domain_size(type.domain); ++i)
          add(type.element, to.cell(id, i), from.cell(id, i));
        return;
      case ir::TypeKind::Record:
        for (size_t i = 0; i < type.fields.size(); ++i) {
          add(type.fields[i].type, to.at(target.field_offsets[i]), from.at(source.field_offsets[i]));
        }
        return;
      case ir::TypeKind::Queue:
        add_scalar(target.code, to, from);
        for (uint32_t i = 0; i < type.capacity; ++i) {
          add(type.element, to.at(target.items + i * target.stride), from.at(source.items + i * source.stride));
        }
        return;
      default: add_scalar(target.code, to, from);
    }
  }

  void add_scalar(const ir::ScalarCode& code, const Part& to, const Part& from) {
    if (code.width != 0) result_.scalars_.push_back({from.bit, to.bit, code.width});
  }

  const ir::Program& written_;
  const LiftedProgram& lifted_;
  const ir::Layout& written_layout_;
  const ir::Layout& lifted_layout_;
  std::vector<VariableHome> homes_;
  StateTranslation& result_;
};

StateTranslation::StateTranslation(const ir::Program& written, const LiftedProgram& lifted,
                                   const ir::Layout& written_layout, const ir::Layout& lifted_layout)
    : words_(written_layout.words()) {
  Maker(written, lifted, written_layout, lifted_layout, *this).run();
}

std::vector<uint64_t> StateTranslation::as_written(const std::vector<uint64_t>& lifted) const {
  std::vector<uint64_t> state(words_, 0);
  for (const Scalar& scalar : scalars_) {
    ir::write_bits(state.data(), scalar.to, scalar.width, ir::read_bits(lifted.data(), scalar.from, scalar.width));
  }
  for (const Control& control : controls_) {
    const uint32_t width = control.lifted.control.width;
    for (uint32_t i = 0; width != 0 && i < control.processes; ++i) {
      const ir::LaneLayout& from = control.lifted;
      const uint64_t bit = from.offset + i * from.stride + from.control_offset;
      auto location = static_cast<uint32_t>(from.control.decode(ir::read_bits(lifted.data(), bit, width)));
      if (const auto merged = control.merged.find(location); merged != control.merged.end()) {
        const Merged& m = merged->second;
        const int64_t member = m.code.decode(ir::read_bits(lifted.data(), m.bit + i * m.stride, m.code.width));
        location = m.members.at(static_cast<size_t>(member));
      }
      const ir::LaneLayout& to = control.written;
      ir::write_bits(state.data(), to.offset + i * to.stride + to.control_offset, to.control.width,
                     to.control.encode(location));
    }
  }
  return state;
}

}  // namespace px
