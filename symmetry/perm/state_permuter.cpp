#include "symmetry/perm/state_permuter.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/base/check.h"

namespace px::symmetry {
namespace {

static_assert(std::endian::native == std::endian::little, "lanes are moved as bytes");

template <size_t Bytes>
void move_fixed(const Point* image, uint32_t first, uint32_t count, const unsigned char* in, unsigned char* out) {
  for (uint32_t i = 0; i < count; ++i) {
    const size_t to = image[first + i] - first;
    std::memcpy(out + to * Bytes, in + size_t{i} * Bytes, Bytes);
  }
}

void move_lanes(const Point* image, uint32_t first, uint32_t count, uint32_t bytes, const unsigned char* in,
                unsigned char* out) {
  switch (bytes) {
    case 1: return move_fixed<1>(image, first, count, in, out);
    case 2: return move_fixed<2>(image, first, count, in, out);
    case 3: return move_fixed<3>(image, first, count, in, out);
    case 4: return move_fixed<4>(image, first, count, in, out);
    case 5: return move_fixed<5>(image, first, count, in, out);
    case 6: return move_fixed<6>(image, first, count, in, out);
    case 7: return move_fixed<7>(image, first, count, in, out);
    case 8: return move_fixed<8>(image, first, count, in, out);
    default: break;
  }
  for (uint32_t i = 0; i < count; ++i) {
    const size_t to = image[first + i] - first;
    std::memcpy(out + to * bytes, in + size_t{i} * bytes, bytes);
  }
}

uint64_t map_element(const Point* image, uint32_t first_point, bool allows_none, uint64_t raw) {
  if (allows_none) return raw == 0 ? 0 : uint64_t{image[first_point + raw - 1]} - first_point + 1;
  return uint64_t{image[first_point + raw]} - first_point;
}

uint64_t map_set(const Point* image, uint32_t first_point, uint64_t mask) {
  uint64_t mapped = 0;
  for (; mask != 0; mask &= mask - 1) {
    const uint32_t member = static_cast<uint32_t>(std::countr_zero(mask));
    mapped |= uint64_t{1} << (image[first_point + member] - first_point);
  }
  return mapped;
}

}  // namespace

Result<StatePermuter> StatePermuter::make(const ir::Program& program, const ir::Layout& layout) {
  uint64_t points = 0;
  for (const ir::Sort& sort : program.sorts) points += sort.size;
  if (points > ElementSpace::kMaxPoints) {
    return Failure(DiagnosticKind::LimitExceeded, "the sorts of this model have " + std::to_string(points) +
                                                      " elements in all; symmetry reduction handles " +
                                                      std::to_string(ElementSpace::kMaxPoints));
  }
  Result<std::vector<StateSlot>> slots = find_slots(program, layout);
  if (!slots.ok()) return std::move(slots.failure());
  return StatePermuter(program, layout, std::move(*slots));
}

StatePermuter::StatePermuter(const ir::Program& program, const ir::Layout& layout, std::vector<StateSlot> slots)
    : space_(program), slots_(std::move(slots)), words_(layout.words()) {
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const ir::LaneLayout& lane = layout.lane(ir::FamilyId(f));
    const ir::Family& family = program.families[ir::FamilyId(f)];
    if (lane.stride == 0 || family.count < 2) continue;
    lanes_.push_back(Lane{space_.point(family.sort, family.first), family.count, static_cast<uint32_t>(lane.offset / 8),
                          static_cast<uint32_t>(lane.stride / 8)});
  }
  for (uint32_t i = 0; i < slots_.size(); ++i) {
    const StateSlot& slot = slots_[i];
    const bool moved_by_lane = slot.in_lane && slot.dimensions.size() == 1;
    if (slot.content == StateSlot::Content::Plain && moved_by_lane) continue;
    const bool guarded = slot.guard_width != 0 && !slot.allows_none;
    const bool element = slot.content == StateSlot::Content::Element;
    if (element && !guarded && slot.dimensions.empty() && slot.bit % 64 + slot.width <= 64) {
      add_scalar(slot);
    } else if (element && moved_by_lane) {
      const SlotDimension& d = slot.dimensions[0];
      lane_fields_.push_back(LaneField{static_cast<uint32_t>(slot.bit), static_cast<uint32_t>(d.stride), slot.width,
                                       space_.point(d.sort, d.first), d.count, space_.first(slot.sort),
                                       slot.allows_none, guarded ? slot.guard_width : 0, slot.guard_position,
                                       static_cast<uint32_t>(slot.guard_bit), static_cast<uint32_t>(d.guard_stride)});
    } else {
      general_.push_back(i);
    }
  }
}

void StatePermuter::add_scalar(const StateSlot& slot) {
  const uint32_t word = static_cast<uint32_t>(slot.bit / 64);
  const Scalar scalar{static_cast<uint32_t>(slot.bit % 64), (uint64_t{1} << slot.width) - 1, space_.first(slot.sort),
                      slot.allows_none};
  auto home = std::find_if(scalar_words_.begin(), scalar_words_.end(),
                           [&](const ScalarWord& other) { return other.word == word; });
  if (home == scalar_words_.end()) home = scalar_words_.insert(home, ScalarWord{word, ~uint64_t{0}, {}});
  home->keep &= ~(scalar.mask << scalar.shift);
  home->scalars.push_back(scalar);
}

// Whole words first, then bytes over them: nothing reads back from `out` what was just written in smaller pieces, which
// would stall the processor.
void StatePermuter::apply(const Point* image, const uint64_t* in, uint64_t* out) const {
  for (uint32_t w = 0; w < words_; ++w) out[w] = in[w];
  for (const ScalarWord& group : scalar_words_) {
    const uint64_t from = in[group.word];
    uint64_t word = from & group.keep;
    for (const Scalar& s : group.scalars) {
      word |= map_element(image, s.first_point, s.allows_none, (from >> s.shift) & s.mask) << s.shift;
    }
    out[group.word] = word;
  }
  const unsigned char* from = reinterpret_cast<const unsigned char*>(in);
  unsigned char* to = reinterpret_cast<unsigned char*>(out);
  for (const Lane& lane : lanes_) {
    move_lanes(image, lane.first_point, lane.count, lane.bytes, from + lane.byte_offset, to + lane.byte_offset);
  }
  for (const LaneField& field : lane_fields_) rewrite_lane_field(field, image, in, out);
  for (const uint32_t index : general_) rewrite_slot(slots_[index], image, in, out);
}

// The lane has moved with its old content; "none" and unused content are the same before and after.
void StatePermuter::rewrite_lane_field(const LaneField& f, const Point* image, const uint64_t* in,
                                       uint64_t* out) const {
  for (uint32_t i = 0; i < f.count; ++i) {
    const uint64_t raw = ir::read_bits(in, f.bit + uint64_t{f.stride} * i, f.width);
    if (f.allows_none && raw == 0) continue;
    if (f.guard_width != 0 &&
        ir::read_bits(in, f.guard_bit + uint64_t{f.guard_stride} * i, f.guard_width) <= f.guard_position) {
      continue;
    }
    const uint64_t mapped = map_element(image, f.first_point, f.allows_none, raw);
    if (mapped == raw) continue;
    const uint32_t target = image[f.first_index_point + i] - f.first_index_point;
    ir::write_bits(out, f.bit + uint64_t{f.stride} * target, f.width, mapped);
  }
}

uint64_t StatePermuter::map_content(const StateSlot& slot, const Point* image, const uint64_t* in, uint64_t bit,
                                    uint64_t guard) const {
  const uint64_t raw = ir::read_bits(in, bit, slot.width);
  switch (slot.content) {
    case StateSlot::Content::Plain: return raw;
    case StateSlot::Content::Set: return map_set(image, space_.point(slot.sort, slot.first), raw);
    case StateSlot::Content::Element:
      if (slot.guard_width != 0 && ir::read_bits(in, guard, slot.guard_width) <= slot.guard_position) return 0;
      return map_element(image, space_.first(slot.sort), slot.allows_none, raw);
  }
  PX_UNREACHABLE("slot content");
}

void StatePermuter::rewrite_slot(const StateSlot& slot, const Point* image, const uint64_t* in, uint64_t* out) const {
  for_each_cell(slot, [&](uint64_t bit, uint64_t guard, const uint32_t* elements) {
    uint64_t target = slot.bit;
    for (size_t k = 0; k < slot.dimensions.size(); ++k) {
      const SlotDimension& d = slot.dimensions[k];
      const uint32_t first_point = space_.point(d.sort, d.first);
      target += (image[first_point + elements[k] - d.first] - first_point) * d.stride;
    }
    ir::write_bits(out, target, slot.width, map_content(slot, image, in, bit, guard));
  });
}

}  // namespace px::symmetry
