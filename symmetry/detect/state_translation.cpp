#include "symmetry/detect/state_translation.h"

#include "engine/ir/state_cursor.h"

namespace px::symmetry {

class StateTranslation::Maker {
 public:
  Maker(const ir::Program& written, const LiftedProgram& lifted, const ir::Layout& written_layout,
        const ir::Layout& lifted_layout, StateTranslation& result)
      : written_(written),
        lifted_(lifted),
        written_layout_(written_layout),
        lifted_layout_(lifted_layout),
        homes_(homes_of_variables(lift_locations(written, lifted.locations), lifted.variables)),
        parts_(lift_constants(written, lifted.constants)),
        class_of_(parts_.count(), nullptr),
        result_(result) {
    for (const ValueClass& values : lifted.values) {
      for (const uint32_t node : values.nodes) {
        if (node < parts_.count()) class_of_[node] = &values;
      }
    }
  }

  void run() {
    for (uint32_t f = 0; f < written_.families.size(); ++f) {
      if (written_.families[ir::FamilyId(f)].is_process()) add_control(ir::FamilyId(f));
    }
    result_.constants_ = lifted_.constants;
    std::vector<bool> constant(written_.variables.size(), false);
    for (size_t c = 0; c < lifted_.constants.size(); ++c) {
      constant[lifted_.constants[c].variable.value] = true;
      add_constant(c);
    }
    for (uint32_t v = 0; v < written_.variables.size(); ++v) {
      if (!constant[v]) add_variable(ir::VariableId(v));
    }
  }

 private:
  ir::StateCursor written_part(ir::VariableId id) const { return {written_, written_layout_, id}; }
  ir::StateCursor lifted_part(ir::VariableId id) const { return {lifted_.program, lifted_layout_, id}; }

  void add_control(ir::FamilyId id) {
    Control control{written_layout_.lane(id), lifted_layout_.lane(id), written_.families[id].count, {}};
    for (size_t g = 0; g < lifted_.locations.size(); ++g) {
      const LocationGroup& group = lifted_.locations[g];
      if (written_.locations[group.front()].family != id) continue;
      // The selecting variables come after those of the program as written, in the order of the groups.
      const ir::VariableId which = homes_[written_.variables.size() + g].variable;
      const ir::VariableLayout& place = lifted_layout_.variable(which);
      Merged merged{place.offset, place.strides.at(0), lifted_layout_.shape(place.core).code, {}};
      for (const ir::LocationId member : group) merged.members.push_back(written_.locations[member].index);
      control.merged.emplace(written_.locations[group.front()].index, std::move(merged));
    }
    result_.controls_.push_back(std::move(control));
  }

  void add_constant(size_t c) {
    const ConstantLocal& constant = lifted_.constants[c];
    const ir::Variable& variable = written_.variables[constant.variable];
    const ir::StateCursor array = written_part(constant.variable);
    const ir::ScalarCode code = array.cell(0).shape().code;
    const ir::LaneLayout& lane = written_layout_.lane(variable.owner);
    for (uint32_t process = 0; process < constant.values.size(); ++process) {
      result_.known_.push_back({lane.control_bit(process), lane.control, array.cell(process).bit(), code.width,
                                code.encode(constant.values[process]), c});
    }
  }

  void add_variable(ir::VariableId id) {
    const VariableHome& home = homes_[id.value];
    const ir::Variable& variable = written_.variables[id];
    const uint32_t part = parts_.of(id);
    const ir::StateCursor to = written_part(id);
    const ir::StateCursor from = lifted_part(home.variable);
    if (home.group == VariableHome::kNoGroup) return add(part, to, from);
    if (!variable.owner.valid()) return add(part, to, from.cell(home.element));
    for (uint32_t process = 0; process < written_.families[variable.owner].count; ++process) {
      add(parts_.part(part).inner[0], to.cell(process), from.cell(process).cell(home.element));
    }
  }

  // `node`: of the variable as written (VariableParts). The two types differ only in whether a value is a number or an
  // element.
  void add(uint32_t node, const ir::StateCursor& to, const ir::StateCursor& from) {
    const ir::Type& type = to.type();
    const std::vector<uint32_t>& inner = parts_.part(node).inner;
    if (type.kind == ir::TypeKind::Array) {
      for (uint32_t i = 0; i < to.cells(); ++i) add(inner[0], to.cell(i), from.cell(i));
      return;
    }
    if (type.kind == ir::TypeKind::Record) {
      for (size_t i = 0; i < type.fields.size(); ++i) add(inner[i], to.field(i), from.field(i));
      return;
    }
    if (type.kind == ir::TypeKind::Queue) {
      add_scalar(to, from);
      for (uint32_t i = 0; i < type.capacity; ++i) add(inner[0], to.item(i), from.item(i));
      return;
    }
    const ValueClass* values = type.kind == ir::TypeKind::Int ? class_of_[node] : nullptr;
    if (values == nullptr) return add_scalar(to, from);
    result_.numbers_.push_back(
        {from.bit(), to.bit(), from.shape().code, to.shape().code, {values->lo, values->hi, {}}});
  }

  void add_scalar(const ir::StateCursor& to, const ir::StateCursor& from) {
    const uint8_t width = to.shape().code.width;
    if (width != 0) result_.scalars_.push_back({from.bit(), to.bit(), width});
  }

  const ir::Program& written_;
  const LiftedProgram& lifted_;
  const ir::Layout& written_layout_;
  const ir::Layout& lifted_layout_;
  std::vector<VariableHome> homes_;
  VariableParts parts_;
  std::vector<const ValueClass*> class_of_;  // per part
  StateTranslation& result_;
};

StateTranslation::StateTranslation(const ir::Program& written, const LiftedProgram& lifted,
                                   const ir::Layout& written_layout, const ir::Layout& lifted_layout)
    : words_(written_layout.words()) {
  Maker(written, lifted, written_layout, lifted_layout, *this).run();
}

std::vector<uint64_t> StateTranslation::as_written(const std::vector<uint64_t>& lifted) const {
  std::vector<uint64_t> state(words_, 0);
  write_scalars(lifted, state);
  write_controls(lifted, state);
  for (const Known& known : known_) {
    const uint64_t raw = ir::read_bits(state.data(), known.location, known.control.width);
    const int64_t location = known.control.width == 0 ? 0 : known.control.decode(raw);
    const bool present = constants_[known.constant].present.at(static_cast<size_t>(location));
    if (present) ir::write_bits(state.data(), known.to, known.width, known.raw);
  }
  return state;
}

void StateTranslation::write_scalars(const std::vector<uint64_t>& lifted, std::vector<uint64_t>& state) const {
  for (const Scalar& scalar : scalars_) {
    ir::write_bits(state.data(), scalar.to, scalar.width, ir::read_bits(lifted.data(), scalar.from, scalar.width));
  }
  for (const Number& number : numbers_) {
    const int64_t element = number.element.decode(ir::read_bits(lifted.data(), number.from, number.element.width));
    ir::write_bits(state.data(), number.to, number.number.width, number.number.encode(number.values.value_of(element)));
  }
}

void StateTranslation::write_controls(const std::vector<uint64_t>& lifted, std::vector<uint64_t>& state) const {
  for (const Control& control : controls_) {
    const uint32_t width = control.lifted.control.width;
    for (uint32_t i = 0; width != 0 && i < control.processes; ++i) {
      const ir::LaneLayout& from = control.lifted;
      auto location =
          static_cast<uint32_t>(from.control.decode(ir::read_bits(lifted.data(), from.control_bit(i), width)));
      if (const auto merged = control.merged.find(location); merged != control.merged.end()) {
        const Merged& m = merged->second;
        const int64_t member = m.code.decode(ir::read_bits(lifted.data(), m.bit + i * m.stride, m.code.width));
        location = m.members.at(static_cast<size_t>(member));
      }
      const ir::LaneLayout& to = control.written;
      ir::write_bits(state.data(), to.control_bit(i), to.control.width, to.control.encode(location));
    }
  }
}

}  // namespace px::symmetry
