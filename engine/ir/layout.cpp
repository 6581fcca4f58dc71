#include "engine/ir/layout.h"

#include <algorithm>
#include <bit>

#include "engine/ir/state_cursor.h"

namespace px::ir {
namespace {

constexpr uint32_t kWideScalar = 32;  // wider ones start at a byte

uint64_t round_up(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

ScalarCode scalar_code(const Program& program, TypeId id) {
  const Type& type = program.types[id];
  const int64_t lo = program.scalar_lo(id);
  const int64_t hi = program.scalar_hi(id);
  ScalarCode code;
  // Elements are biased so that "none" is zero; ranges around 0 are two's complement so that 0 is zero.
  if (lo < 0 && hi >= 0 && type.kind != TypeKind::Element) {
    code.sign_extend = true;
    const uint64_t magnitude = std::max(static_cast<uint64_t>(hi), static_cast<uint64_t>(-(lo + 1)));
    code.width = static_cast<uint8_t>(std::bit_width(magnitude) + 1);
  } else {
    code.bias = lo;
    code.width = static_cast<uint8_t>(std::bit_width(static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo)));
  }
  return code;
}

ScalarCode unsigned_code(uint64_t largest) {
  return {static_cast<uint8_t>(std::bit_width(largest)), false, 0};
}

}  // namespace

class LayoutMaker {
 public:
  LayoutMaker(const Program& program, Layout& layout) : program_(program), layout_(layout) {}

  void run() {
    make_shapes();
    layout_.variables_.resize(program_.variables.size());
    layout_.lanes_.resize(program_.families.size());
    uint64_t end = place_globals();
    for (uint32_t f = 0; f < program_.families.size(); ++f) end = place_lanes(FamilyId(f), end);
    layout_.bits_ = std::max<uint64_t>(end, 1);  // a state without variables still takes one word
  }

 private:
  // The builder makes types bottom-up, so components precede the types made of them.
  void make_shapes() {
    for (uint32_t t = 0; t < program_.types.size(); ++t) layout_.shapes_.push_back(make_shape(TypeId(t)));
  }

  TypeShape make_shape(TypeId id) const {
    const Type& type = program_.types[id];
    TypeShape shape;
    switch (type.kind) {
      case TypeKind::Array:
        shape.align = layout_.shape(type.element).align;
        shape.stride = round_up(layout_.shape(type.element).bits, shape.align);
        shape.bits = shape.stride * program_.domain_size(type.domain);
        break;
      case TypeKind::Record: place_fields(type, shape); break;
      case TypeKind::Queue:
        shape.code = unsigned_code(type.capacity);
        shape.align = layout_.shape(type.element).align;
        shape.items = round_up(shape.code.width, shape.align);
        shape.stride = round_up(layout_.shape(type.element).bits, shape.align);
        shape.bits = shape.items + shape.stride * type.capacity;
        break;
      default:
        shape.code = scalar_code(program_, id);
        shape.bits = shape.code.width;
        shape.align = shape.code.width > kWideScalar ? 8 : 1;
    }
    return shape;
  }

  void place_fields(const Type& type, TypeShape& shape) const {
    for (const Field& field : type.fields) {
      const TypeShape& part = layout_.shape(field.type);
      shape.align = std::max(shape.align, part.align);
      shape.bits = round_up(shape.bits, part.align);
      shape.field_offsets.push_back(shape.bits);
      shape.bits += part.bits;
    }
  }

  // The variable's own array dimensions, and the first of them that a family indexes.
  struct Dimensions {
    std::vector<Domain> domains;
    TypeId core;
    uint32_t lane_dimension = UINT32_MAX;
  };
  Dimensions dimensions(VariableId id) const {
    Dimensions d;
    d.core = program_.variables[id].type;
    while (program_.types[d.core].kind == TypeKind::Array) {
      const Type& array = program_.types[d.core];
      if (array.domain.is_family() && d.lane_dimension == UINT32_MAX) {
        d.lane_dimension = static_cast<uint32_t>(d.domains.size());
      }
      d.domains.push_back(array.domain);
      d.core = array.element;
    }
    return d;
  }

  // Places the variable's cells (without its lane dimension) from `offset` on; returns the end.
  uint64_t place_variable(VariableId id, const Dimensions& d, uint64_t offset) {
    const TypeShape& core = layout_.shape(d.core);
    VariableLayout& v = layout_.variables_[id.value];
    v.core = d.core;
    v.offset = round_up(offset, core.align);
    v.strides.assign(d.domains.size(), 0);
    uint64_t bits = round_up(core.bits, core.align);
    for (size_t i = d.domains.size(); i-- > 0;) {
      if (i == d.lane_dimension) continue;
      v.strides[i] = bits;
      bits *= program_.domain_size(d.domains[i]);
    }
    return v.offset + bits;
  }

  // Wide cells first: cells of 8, 16 and 32 bits then lie at whole bytes, where access is cheaper.
  std::vector<VariableId> widest_first(std::vector<VariableId> ids) const {
    std::stable_sort(ids.begin(), ids.end(), [&](VariableId a, VariableId b) { return cell_width(a) > cell_width(b); });
    return ids;
  }
  // Whole bytes first, then the rest by size.
  uint64_t cell_width(VariableId id) const {
    const uint64_t bits = layout_.shape(dimensions(id).core).bits;
    return bits % 8 == 0 ? bits + (uint64_t{1} << 40) : bits;
  }

  uint64_t place_globals() {
    std::vector<VariableId> globals;
    for (uint32_t v = 0; v < program_.variables.size(); ++v) {
      if (dimensions(VariableId(v)).lane_dimension == UINT32_MAX) globals.push_back(VariableId(v));
    }
    uint64_t end = 0;
    for (VariableId id : widest_first(globals)) end = place_variable(id, dimensions(id), end);
    return end;
  }

  uint64_t place_lanes(FamilyId family_id, uint64_t begin) {
    const Family& family = program_.families[family_id];
    std::vector<VariableId> members;
    for (uint32_t v = 0; v < program_.variables.size(); ++v) {
      const Dimensions d = dimensions(VariableId(v));
      if (d.lane_dimension != UINT32_MAX && d.domains[d.lane_dimension].family == family_id) {
        members.push_back(VariableId(v));
      }
    }
    if (members.empty() && family.locations.size() < 2) return begin;
    LaneLayout& lane = layout_.lanes_[family_id.value];
    lane.offset = round_up(begin, 8);
    uint64_t end = 0;
    for (VariableId id : widest_first(members)) end = place_variable(id, dimensions(id), end);
    lane.control_offset = end;
    if (family.is_process()) lane.control = unsigned_code(family.locations.size() - 1);
    lane.stride = round_up(end + lane.control.width, 8);
    for (VariableId id : members) {
      VariableLayout& v = layout_.variables_[id.value];
      v.lane = family_id;
      v.lane_dimension = dimensions(id).lane_dimension;
      v.strides[v.lane_dimension] = lane.stride;
      v.offset += lane.offset;
    }
    return lane.offset + lane.stride * family.count;
  }

  const Program& program_;
  Layout& layout_;
};

Result<Layout> Layout::make(const Program& program) {
  Layout layout;
  LayoutMaker(program, layout).run();
  if (layout.bits_ > kMaxBytes * 8) {
    return Failure(DiagnosticKind::LimitExceeded,
                   "a state of this model takes " + std::to_string(layout.bytes()) + " bytes; the limit is " +
                       std::to_string(kMaxBytes),
                   "smaller arrays, channels or ranges make it smaller; --dump layout shows what takes the space");
  }
  return layout;
}

std::string Layout::dump(const Program& program) const {
  std::string text =
      "layout of " + program.name + ": " + std::to_string(bits_) + " bits, " + std::to_string(bytes()) + " bytes\n";
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    const VariableLayout& l = variables_[v];
    text += "  " + program.variables[VariableId(v)].name + ": bit " + std::to_string(l.offset) + ", " +
            std::to_string(shape(l.core).bits) + " bits a cell";
    for (uint64_t stride : l.strides) text += ", every " + std::to_string(stride);
    if (l.lane.valid()) text += ", lanes of " + program.families[l.lane].name;
    text += '\n';
  }
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const LaneLayout& l = lanes_[f];
    if (l.stride == 0) continue;
    text += "  lanes of " + program.families[FamilyId(f)].name + ": from bit " + std::to_string(l.offset) + ", " +
            std::to_string(l.stride) + " bits each, location in " + std::to_string(l.control.width) + " bits at " +
            std::to_string(l.control_offset) + '\n';
  }
  return text;
}

std::vector<uint64_t> bits_of(const Program& program, const Layout& layout,
                              const std::function<bool(const Variable&)>& wanted) {
  std::vector<uint64_t> words(layout.words(), 0);
  for (uint32_t v = 0; v < program.variables.size(); ++v) {
    const Variable& variable = program.variables[VariableId(v)];
    if (!wanted(variable)) continue;
    const std::function<void(const StateCursor&)> mark = [&](const StateCursor& at) {
      for (uint32_t i = 0; at.spread() && i < at.cells(); ++i) mark(at.cell(i));
      const uint64_t end = at.bit() + (at.spread() ? 0 : at.shape().bits);
      for (uint64_t bit = at.bit(); bit < end; ++bit) words[bit / 64] |= uint64_t{1} << (bit % 64);
    };
    mark({program, layout, VariableId(v)});
  }
  return words;
}

}  // namespace px::ir
