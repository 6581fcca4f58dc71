#include "symmetry/perm/state_slots.h"

#include <algorithm>

namespace px {
namespace {

class SlotFinder {
 public:
  SlotFinder(const ir::Program& program, const ir::Layout& layout) : program_(program), layout_(layout) {}

  Result<std::vector<StateSlot>> run() {
    for (uint32_t v = 0; v < program_.variables.size(); ++v) walk_variable(ir::VariableId(v));
    for (uint32_t f = 0; f < program_.families.size(); ++f) add_control(ir::FamilyId(f));
    if (!failure_.diagnostics.empty()) return std::move(failure_);
    return std::move(slots_);
  }

 private:
  SlotDimension dimension(ir::FamilyId family, uint64_t stride) const {
    const ir::Family& f = program_.families[family];
    return {family, f.sort, f.first, f.count, stride, 0};
  }

  void walk_variable(ir::VariableId id) {
    const ir::VariableLayout& v = layout_.variable(id);
    StateSlot path;
    path.bit = v.offset;
    path.variable = id;
    path.name = program_.variables[id].name;
    span_ = program_.variables[id].span;
    lane_dimension_ = v.lane.valid() ? v.lane_dimension : UINT32_MAX;
    walk_dimensions(path, program_.variables[id].type, v, 0);
  }

  // The variable's own array dimensions; strides come from the variable's layout, not from the type's shape.
  void walk_dimensions(const StateSlot& path, ir::TypeId type_id, const ir::VariableLayout& v, uint32_t depth) {
    if (depth == v.strides.size()) return walk_value(path, type_id);
    const ir::Type& type = program_.types[type_id];
    if (type.domain.is_family()) {
      StateSlot inner = path;
      inner.dimensions.push_back(dimension(type.domain.family, v.strides[depth]));
      if (depth == lane_dimension_) inner.in_lane = true;
      inner.name += '[' + program_.families[type.domain.family].name + ']';
      return walk_dimensions(inner, type.element, v, depth + 1);
    }
    if (!matters(path, type.element)) return;
    for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
      StateSlot inner = path;
      inner.bit += i * v.strides[depth];
      inner.name += '[' + std::to_string(type.domain.lo + i) + ']';
      walk_dimensions(inner, type.element, v, depth + 1);
    }
  }

  void walk_value(const StateSlot& path, ir::TypeId type_id) {
    const ir::Type& type = program_.types[type_id];
    if (!matters(path, type_id)) return;
    switch (type.kind) {
      case ir::TypeKind::Array: return walk_array(path, type_id);
      case ir::TypeKind::Record:
        for (size_t f = 0; f < type.fields.size(); ++f) {
          StateSlot inner = path;
          inner.name += '.' + type.fields[f].name;
          shift(inner, layout_.shape(type_id).field_offsets[f]);
          walk_value(inner, type.fields[f].type);
        }
        return;
      case ir::TypeKind::Queue: return walk_queue(path, type_id);
      default: return add_scalar(path, type_id);
    }
  }

  void walk_array(const StateSlot& path, ir::TypeId type_id) {
    const ir::Type& type = program_.types[type_id];
    const uint64_t stride = layout_.shape(type_id).stride;
    if (type.domain.is_family()) {
      StateSlot inner = path;
      inner.dimensions.push_back(dimension(type.domain.family, stride));
      inner.name += '[' + program_.families[type.domain.family].name + ']';
      return walk_value(inner, type.element);
    }
    for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
      StateSlot inner = path;
      shift(inner, i * stride);
      inner.name += '[' + std::to_string(type.domain.lo + i) + ']';
      walk_value(inner, type.element);
    }
  }

  void walk_queue(const StateSlot& path, ir::TypeId type_id) {
    const ir::Type& type = program_.types[type_id];
    const ir::TypeShape& shape = layout_.shape(type_id);
    if (path.guard_width != 0) return fail(path, "a queue within a queue");
    StateSlot length = path;
    length.name += ".length";
    length.width = shape.code.width;
    add(length);
    for (uint32_t i = 0; i < type.capacity; ++i) {
      StateSlot item = path;
      item.name += '@' + std::to_string(i);
      item.guard_bit = path.bit;
      item.guard_width = shape.code.width;
      item.guard_position = i;
      for (SlotDimension& d : item.dimensions) d.guard_stride = d.stride;
      shift(item, shape.items + i * shape.stride);
      walk_value(item, type.element);
    }
  }

  void add_scalar(const StateSlot& path, ir::TypeId type_id) {
    const ir::Type& type = program_.types[type_id];
    StateSlot slot = path;
    slot.width = layout_.shape(type_id).code.width;
    if (type.kind == ir::TypeKind::Element) {
      slot.content = StateSlot::Content::Element;
      slot.sort = type.sort;
      slot.allows_none = type.allows_none;
    } else if (type.kind == ir::TypeKind::Set && type.domain.is_family()) {
      const ir::Family& family = program_.families[type.domain.family];
      slot.content = StateSlot::Content::Set;
      slot.sort = family.sort;
      slot.first = family.first;
    } else if (type.kind == ir::TypeKind::Sequence && holds_elements(type.element)) {
      return fail(path, "a sequence of elements of a sort");
    }
    add(slot);
  }

  void add(const StateSlot& slot) {
    if (slot.width == 0) return;
    if (slot.content == StateSlot::Content::Plain && slot.dimensions.empty()) return;
    slots_.push_back(slot);
  }

  void add_control(ir::FamilyId family) {
    const ir::LaneLayout& lane = layout_.lane(family);
    if (lane.stride == 0 || lane.control.width == 0) return;
    StateSlot slot;
    slot.bit = lane.offset + lane.control_offset;
    slot.width = lane.control.width;
    slot.in_lane = true;
    slot.dimensions.push_back(dimension(family, lane.stride));
    slot.name = "pc[" + program_.families[family].name + ']';
    slots_.push_back(slot);
  }

  static void shift(StateSlot& slot, uint64_t bits) { slot.bit += bits; }

  // Whether anything below could be touched: large plain arrays are not worth a walk.
  bool matters(const StateSlot& path, ir::TypeId type) const {
    return !path.dimensions.empty() || holds_elements(type);
  }

  bool holds_elements(ir::TypeId type_id) const {
    if (!type_id.valid()) return false;
    const ir::Type& type = program_.types[type_id];
    switch (type.kind) {
      case ir::TypeKind::Element: return true;
      case ir::TypeKind::Set: return type.domain.is_family();
      case ir::TypeKind::Array: return type.domain.is_family() || holds_elements(type.element);
      case ir::TypeKind::Sequence:
      case ir::TypeKind::Queue: return holds_elements(type.element);
      case ir::TypeKind::Record:
        return std::any_of(type.fields.begin(), type.fields.end(),
                           [&](const ir::Field& field) { return holds_elements(field.type); });
      default: return false;
    }
  }

  void fail(const StateSlot& path, const std::string& what) {
    failure_.diagnostics.push_back(Diagnostic{DiagnosticKind::Unsupported, span_,
                                              "no symmetry reduction with " + what + " ('" + path.name + "')",
                                              "explore without symmetry: --strategy none"});
  }

  const ir::Program& program_;
  const ir::Layout& layout_;
  std::vector<StateSlot> slots_;
  Failure failure_;
  SourceSpan span_;
  uint32_t lane_dimension_ = UINT32_MAX;
};

}  // namespace

Result<std::vector<StateSlot>> find_slots(const ir::Program& program, const ir::Layout& layout) {
  return SlotFinder(program, layout).run();
}

}  // namespace px
