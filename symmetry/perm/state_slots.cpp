#include "symmetry/perm/state_slots.h"

#include <algorithm>

#include "engine/ir/state_cursor.h"

namespace px::symmetry {
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
    path.variable = id;
    path.name = program_.variables[id].name;
    span_ = program_.variables[id].span;
    lane_dimension_ = v.lane.valid() ? v.lane_dimension : UINT32_MAX;
    walk(path, ir::StateCursor(program_, layout_, id), 0);
  }

  // `depth`: the number of enclosing arrays.
  void walk(const StateSlot& path, const ir::StateCursor& at, uint32_t depth) {
    if (!matters(path, at.type_id())) return;
    const ir::Type& type = at.type();
    switch (type.kind) {
      case ir::TypeKind::Array: return walk_array(path, at, depth);
      case ir::TypeKind::Record:
        for (size_t f = 0; f < type.fields.size(); ++f) {
          StateSlot inner = path;
          inner.name += '.' + type.fields[f].name;
          walk(inner, at.field(f), depth);
        }
        return;
      case ir::TypeKind::Queue: return walk_queue(path, at, depth);
      default: return add_scalar(path, at);
    }
  }

  void walk_array(const StateSlot& path, const ir::StateCursor& at, uint32_t depth) {
    const ir::Domain& domain = at.type().domain;
    if (domain.is_family()) {
      StateSlot inner = path;
      inner.dimensions.push_back(dimension(domain.family, at.cell(1).bit() - at.bit()));
      if (at.spread() && depth == lane_dimension_) inner.in_lane = true;
      inner.name += '[' + program_.families[domain.family].name + ']';
      return walk(inner, at.cell(0), depth + 1);
    }
    for (uint32_t i = 0; i < at.cells(); ++i) {
      StateSlot inner = path;
      inner.name += '[' + std::to_string(domain.lo + i) + ']';
      walk(inner, at.cell(i), depth + 1);
    }
  }

  void walk_queue(const StateSlot& path, const ir::StateCursor& at, uint32_t depth) {
    if (path.guard_width != 0) return fail(path, "a queue within a queue");
    StateSlot length = path;
    length.name += ".length";
    length.bit = at.bit();
    length.width = at.shape().code.width;
    add(length);
    for (uint32_t i = 0; i < at.type().capacity; ++i) {
      StateSlot item = path;
      item.name += '@' + std::to_string(i);
      item.guard_bit = at.bit();
      item.guard_width = at.shape().code.width;
      item.guard_position = i;
      for (SlotDimension& d : item.dimensions) d.guard_stride = d.stride;
      walk(item, at.item(i), depth);
    }
  }

  void add_scalar(const StateSlot& path, const ir::StateCursor& at) {
    const ir::Type& type = at.type();
    StateSlot slot = path;
    slot.bit = at.bit();
    slot.width = at.shape().code.width;
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
    slot.bit = lane.control_bit(0);
    slot.width = lane.control.width;
    slot.in_lane = true;
    slot.dimensions.push_back(dimension(family, lane.stride));
    slot.name = "pc[" + program_.families[family].name + ']';
    slots_.push_back(slot);
  }

  // Whether a permutation could touch anything below this value: large plain arrays need not be traversed.
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

}  // namespace px::symmetry
