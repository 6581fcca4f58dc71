#include "symmetry/marker/occurrence_map.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/base/check.h"
#include "symmetry/marker/mix.h"

namespace px::symmetry {
namespace {

constexpr uint64_t kKeyMask = (uint64_t{1} << OccurrenceMap::kKeyBits) - 1;

uint64_t salt_of(uint64_t kind, uint64_t number) {
  return mix(number + 1, kind * 0xa0761d6478bd642fu);
}
enum SaltKind : uint64_t { kLaneSalt = 1, kCellSalt, kPointerSalt, kEdgeSalt, kRoleSalt, kFixedSalt };

constexpr uint64_t kLoopMark = 0xe7037ed1a0b428dbu;  // an edge from an element to itself

bool is_edge(const StateSlot& slot) {
  const size_t ends = slot.dimensions.size() + (slot.content == StateSlot::Content::Plain ? 0 : 1);
  return ends >= 2;
}

bool live(const StateSlot& slot, const uint64_t* state, uint64_t guard) {
  return slot.guard_width == 0 || ir::read_bits(state, guard, slot.guard_width) > slot.guard_position;
}

}  // namespace

Result<OccurrenceMap> OccurrenceMap::make(const StatePermuter& permuter, const SymmetryGroup& group) {
  for (const StateSlot& slot : permuter.slots()) {
    if (slot.dimensions.size() + 1 > MarkerEdge::kMaxRank) {
      return Failure(DiagnosticKind::Unsupported, "no symmetry reduction with arrays indexed by more than " +
                                                      std::to_string(MarkerEdge::kMaxRank - 1) + " sorts ('" +
                                                      slot.name + "')");
    }
  }
  return OccurrenceMap(permuter, group);
}

OccurrenceMap::OccurrenceMap(const StatePermuter& permuter, const SymmetryGroup& group)
    : space_(&permuter.space()), slots_(&permuter.slots()), words_(permuter.words()) {
  make_members(group);
  make_parts();
  assign_positions();
}

void OccurrenceMap::make_members(const SymmetryGroup& group) {
  begins_.push_back(0);
  for (const Block& block : group.blocks) {
    for (const uint32_t element : block.elements) {
      points_.push_back(static_cast<Point>(space_->point(block.sort, element)));
      block_of_.push_back(blocks());
    }
    begins_.push_back(members());
  }
  member_of_.assign(space_->size(), members());
  for (uint32_t m = 0; m < members(); ++m) member_of_[points_[m]] = m;
}

// ---- The parts of the keys

void OccurrenceMap::make_parts() {
  for (uint32_t b = 0; b < blocks(); ++b) add_lane_parts(b);
  for (uint32_t i = 0; i < slots_->size(); ++i) {
    const StateSlot& slot = (*slots_)[i];
    if (is_edge(slot)) {
      const uint64_t salt = salt_of(kEdgeSalt, i);
      const bool reference = slot.content == StateSlot::Content::Element && slot.dimensions.size() == 1;
      edge_slots_.push_back({i, salt, mix(0, salt), reference, 0, 0});
    } else if (slot.content == StateSlot::Content::Element) {
      PointerPart part;
      part.slot = i;
      make_pointer(part);
      const bool names_members = std::any_of(part.member_of_raw.begin(), part.member_of_raw.end(),
                                             [&](uint32_t member) { return member < members(); });
      if (names_members) pointers_.push_back(std::move(part));
    } else if (slot.content == StateSlot::Content::Set) {
      cells_.push_back({i, true, 1, 0, salt_of(kCellSalt, i)});
    } else if (!slot.in_lane) {
      cells_.push_back({i, false, slot.width, 0, salt_of(kCellSalt, i)});
    }
  }
}

void OccurrenceMap::make_pointer(PointerPart& part) const {
  const StateSlot& slot = (*slots_)[part.slot];
  part.guarded = slot.guard_width != 0 && !slot.allows_none;
  part.in_one_word = slot.bit % 64 + slot.width <= 64;
  const uint32_t none = slot.allows_none ? 1 : 0;
  part.member_of_raw.assign(size_t{1} << slot.width, members());
  for (uint32_t e = 0; e < space_->count(slot.sort); ++e) {
    part.member_of_raw[e + none] = member_of_[space_->point(slot.sort, e)];
  }
}

// The plain bits of the lanes of each family that contains the block, as masked stretches of eight bytes.
void OccurrenceMap::add_lane_parts(uint32_t block) {
  const ir::SortId sort = space_->sort_of(points_[begins_[block]]);
  const uint32_t element = space_->element_of(points_[begins_[block]]);
  std::vector<uint32_t> lane_slots;
  for (uint32_t i = 0; i < slots_->size(); ++i) {
    const StateSlot& slot = (*slots_)[i];
    if (!slot.in_lane || slot.dimensions.size() != 1 || slot.content != StateSlot::Content::Plain) continue;
    const SlotDimension& d = slot.dimensions[0];
    if (d.sort == sort && d.first <= element && element < d.first + d.count) lane_slots.push_back(i);
  }
  while (!lane_slots.empty()) {
    const SlotDimension lane = (*slots_)[lane_slots.front()].dimensions[0];
    std::vector<uint32_t> others;
    uint64_t first_bit = UINT64_MAX;
    for (const uint32_t i : lane_slots) {
      if ((*slots_)[i].dimensions[0].family == lane.family) first_bit = std::min(first_bit, (*slots_)[i].bit);
    }
    const uint64_t base = first_bit / 8 * 8;
    std::vector<uint64_t> masks;
    for (const uint32_t i : lane_slots) {
      const StateSlot& slot = (*slots_)[i];
      if (slot.dimensions[0].family != lane.family) {
        others.push_back(i);
        continue;
      }
      for (uint64_t bit = slot.bit - base; bit < slot.bit - base + slot.width; ++bit) {
        if (bit / 64 >= masks.size()) masks.resize(bit / 64 + 1, 0);
        masks[bit / 64] |= uint64_t{1} << (bit % 64);
      }
    }
    for (size_t chunk = 0; chunk < masks.size(); ++chunk) {
      if (masks[chunk] != 0) add_lane_chunk(block, lane, base, chunk * 64, masks[chunk]);
    }
    lane_slots = others;
  }
}

void OccurrenceMap::add_lane_chunk(uint32_t block, const SlotDimension& lane, uint64_t lane_bit, uint64_t chunk_bits,
                                   uint64_t mask) {
  LanePart part;
  part.begin = begins_[block];
  part.end = begins_[block + 1];
  part.load_shift = static_cast<uint32_t>(std::countr_zero(mask));
  part.mask = mask >> part.load_shift;
  part.salt = salt_of(kLaneSalt, lanes_.size());
  const uint64_t last_load = uint64_t{words_} * 8 - 8;  // the last position from which eight bytes may be read
  for (uint32_t m = part.begin; m < part.end; ++m) {
    const uint64_t bit = lane_bit + chunk_bits + (space_->element_of(points_[m]) - lane.first) * lane.stride;
    const uint64_t byte = std::min(bit / 8, last_load);
    part.byte_offsets.push_back(static_cast<uint32_t>(byte));
    part.extra_shifts.push_back(static_cast<uint8_t>(part.load_shift + (bit / 8 - byte) * 8));
  }
  lanes_.push_back(std::move(part));
}

// Gives each part its bits of the key; if they do not fit, or an edge is not a simple reference, keys are hashed.
void OccurrenceMap::assign_positions() {
  std::vector<uint32_t> used(blocks(), 0);
  for (LanePart& part : lanes_) {
    uint32_t& end = used[block_of_[part.begin]];
    part.shift = end;
    end += static_cast<uint32_t>(std::bit_width(part.mask));
  }
  uint32_t end = blocks() == 0 ? 0 : *std::max_element(used.begin(), used.end());
  bool simple = true;
  const auto take = [&](uint32_t width) {
    const uint32_t at = end;
    end += width;
    return at;
  };
  for (CellPart& part : cells_) part.shift = take(part.width);
  std::vector<uint32_t> pointer_shifts;
  for (size_t i = 0; i < pointers_.size(); ++i) pointer_shifts.push_back(take(1));
  for (EdgePart& part : edge_slots_) {
    if (!part.reference) simple = false;
    part.target_shift = take(static_cast<uint32_t>(std::bit_width((*slots_)[part.slot].cells())));
    part.source_shift = take(1);
  }
  packed_ = simple && end <= kKeyBits;
  for (size_t i = 0; i < pointers_.size(); ++i) {
    pointers_[i].amount = packed_ ? uint64_t{1} << pointer_shifts[i] : salt_of(kPointerSalt, pointers_[i].slot);
  }
}

// ---- Round 1

void OccurrenceMap::first_round(const uint64_t* states, size_t count, uint64_t* keys) const {
  std::memset(keys, 0, (size_t{members()} + 1) * kBatch * sizeof(uint64_t));
  for (const LanePart& part : lanes_) add_lane(part, states, count, keys);
  for (const CellPart& part : cells_) add_cells(part, states, count, keys);
  for (const PointerPart& part : pointers_) add_pointers(part, states, count, keys);
  for (const EdgePart& part : edge_slots_) add_references(part, states, count, keys);
  if (packed_) return;
  for (size_t i = 0; i < size_t{members()} * kBatch; ++i) keys[i] = mix(keys[i], kFixedSalt) & kKeyMask;
}

void OccurrenceMap::add_lane(const LanePart& part, const uint64_t* states, size_t count, uint64_t* keys) const {
  const unsigned char* bytes = reinterpret_cast<const unsigned char*>(states);
  const size_t state_bytes = size_t{words_} * 8;
  for (uint32_t m = part.begin; m < part.end; ++m) {
    const unsigned char* from = bytes + part.byte_offsets[m - part.begin];
    const uint32_t load_shift = part.extra_shifts[m - part.begin];
    uint64_t* row = keys + size_t{m} * kBatch;
    const auto content = [&](size_t s) {
      uint64_t raw;
      std::memcpy(&raw, from + s * state_bytes, sizeof(raw));
      return (raw >> load_shift) & part.mask;
    };
    if (packed_) {
      for (size_t s = 0; s < count; ++s) row[s] += content(s) << part.shift;
    } else {
      for (size_t s = 0; s < count; ++s) row[s] += mix(content(s), part.salt);
    }
  }
}

void OccurrenceMap::add_cells(const CellPart& part, const uint64_t* states, size_t count, uint64_t* keys) const {
  const StateSlot& slot = (*slots_)[part.slot];
  const ir::SortId sort = part.set ? slot.sort : slot.dimensions[0].sort;
  const uint32_t first = part.set ? slot.first : slot.dimensions[0].first;
  const uint32_t elements = part.set ? slot.width : slot.dimensions[0].count;
  const uint64_t stride = part.set ? 1 : slot.dimensions[0].stride;
  for (uint32_t e = 0; e < elements; ++e) {
    const uint32_t member = member_of_[space_->point(sort, first + e)];
    if (member == members()) continue;
    for (size_t s = 0; s < count; ++s) {
      const uint64_t content = ir::read_bits(states + s * words_, slot.bit + e * stride, part.width);
      keys[size_t{member} * kBatch + s] += packed_ ? content << part.shift : mix(content, part.salt);
    }
  }
}

void OccurrenceMap::add_pointers(const PointerPart& part, const uint64_t* states, size_t count, uint64_t* keys) const {
  const StateSlot& slot = (*slots_)[part.slot];
  if (part.in_one_word && !part.guarded) {
    const uint64_t* word = states + slot.bit / 64;
    const uint64_t mask = part.member_of_raw.size() - 1;
    for (size_t s = 0; s < count; ++s) {
      const uint64_t raw = (word[s * words_] >> (slot.bit % 64)) & mask;
      keys[size_t{part.member_of_raw[raw]} * kBatch + s] += part.amount;
    }
    return;
  }
  for (size_t s = 0; s < count; ++s) {
    const uint64_t* state = states + s * words_;
    if (part.guarded && !live(slot, state, slot.guard_bit)) continue;
    const uint64_t raw = ir::read_bits(state, slot.bit, slot.width);
    keys[size_t{part.member_of_raw[raw]} * kBatch + s] += part.amount;
  }
}

// In the packed form a reference is counted at its target and noted at its source; otherwise every end of the edge gets
// a hash of the edge and of its role.
void OccurrenceMap::add_references(const EdgePart& part, const uint64_t* states, size_t count, uint64_t* keys) const {
  for (size_t s = 0; packed_ && s < count; ++s) {
    for_each_reference((*slots_)[part.slot], states + s * words_, [&](uint32_t source, uint32_t target) {
      keys[size_t{member_of_[target]} * kBatch + s] += uint64_t{1} << part.target_shift;
      keys[size_t{member_of_[source]} * kBatch + s] += uint64_t{1} << part.source_shift;
    });
  }
  for (size_t s = 0; !packed_ && s < count; ++s) {
    for_each_edge(part, states + s * words_, [&](const MarkerEdge& edge) {
      for (uint32_t k = 0; k < edge.rank; ++k) {
        keys[size_t{member_of_[edge.points[k]]} * kBatch + s] += mix(edge.label, salt_of(kRoleSalt, k));
      }
    });
  }
}

// ---- Edges and later rounds

template <class Visit>
void OccurrenceMap::for_each_reference(const StateSlot& slot, const uint64_t* state, Visit&& visit) const {
  const SlotDimension& d = slot.dimensions[0];
  const uint32_t source = space_->point(d.sort, d.first);
  const uint32_t none = slot.allows_none ? 1 : 0;
  for (uint32_t i = 0; i < d.count; ++i) {
    const uint64_t raw = ir::read_bits(state, slot.bit + i * d.stride, slot.width);
    if (raw < none) continue;
    if (none == 0 && !live(slot, state, slot.guard_bit + i * d.guard_stride)) continue;
    visit(source + i, space_->first(slot.sort) + static_cast<uint32_t>(raw) - none);
  }
}

template <class Visit>
void OccurrenceMap::for_each_edge(const EdgePart& part, const uint64_t* state, Visit&& visit) const {
  const StateSlot& slot = (*slots_)[part.slot];
  if (part.reference) {
    MarkerEdge edge;
    edge.rank = 2;
    for_each_reference(slot, state, [&](uint32_t source, uint32_t target) {
      edge.points[0] = static_cast<Point>(source);
      edge.points[1] = static_cast<Point>(target);
      edge.label = part.plain_label + (source == target ? kLoopMark : 0);
      visit(edge);
    });
    return;
  }
  const uint32_t rank = static_cast<uint32_t>(slot.dimensions.size());
  for_each_cell(slot, [&](uint64_t bit, uint64_t guard, const uint32_t* elements) {
    uint64_t raw = ir::read_bits(state, bit, slot.width);
    const bool may_be_zero = slot.content == StateSlot::Content::Element && !slot.allows_none;
    if (raw == 0 && !may_be_zero) return;
    if (may_be_zero && !live(slot, state, guard)) return;
    MarkerEdge edge;
    for (uint32_t k = 0; k < rank; ++k) {
      edge.points[k] = static_cast<Point>(space_->point(slot.dimensions[k].sort, elements[k]));
    }
    const auto emit = [&](uint64_t label) {
      bool loop = false;
      for (uint32_t k = 1; k < edge.rank; ++k) {
        loop |= std::find(edge.points, edge.points + k, edge.points[k]) != edge.points + k;
      }
      edge.label = label + (loop ? kLoopMark : 0);
      visit(edge);
    };
    edge.rank = rank + (slot.content == StateSlot::Content::Plain ? 0 : 1);
    switch (slot.content) {
      case StateSlot::Content::Plain: return emit(mix(raw, part.salt));
      case StateSlot::Content::Element:
        edge.points[rank] = static_cast<Point>(space_->first(slot.sort) + raw - (slot.allows_none ? 1 : 0));
        return emit(part.plain_label);
      case StateSlot::Content::Set:
        for (; raw != 0; raw &= raw - 1) {
          const uint32_t member = slot.first + static_cast<uint32_t>(std::countr_zero(raw));
          edge.points[rank] = static_cast<Point>(space_->point(slot.sort, member));
          emit(part.plain_label);
        }
        return;
    }
  });
}

void OccurrenceMap::collect_edges(const uint64_t* state, std::vector<MarkerEdge>& edges) const {
  edges.clear();
  for (const EdgePart& part : edge_slots_) {
    for_each_edge(part, state, [&](const MarkerEdge& edge) { edges.push_back(edge); });
  }
}

std::vector<uint64_t> OccurrenceMap::fixed_colours() const {
  std::vector<uint64_t> colours(points());
  for (uint32_t p = 0; p < points(); ++p) colours[p] = salt_of(kFixedSalt, p);
  return colours;
}

// An edge contributes the same to all its ends (the sum of the colours by role), then differently by the role of the
// end.
void OccurrenceMap::refine(const std::vector<MarkerEdge>& edges, uint64_t* colours, uint64_t* scratch) const {
  for (uint32_t m = 0; m < members(); ++m) scratch[points_[m]] = 0;
  for (const MarkerEdge& edge : edges) {
    uint64_t sum = edge.label;
    for (uint32_t k = 0; k < edge.rank; ++k) sum += mix(colours[edge.points[k]], k + 1);
    for (uint32_t k = 0; k < edge.rank; ++k) scratch[edge.points[k]] += mix(sum, k + 0x1000);
  }
  for (uint32_t m = 0; m < members(); ++m) {
    uint64_t& colour = colours[points_[m]];
    colour = mix(colour, scratch[points_[m]] + 1);
  }
}

std::string OccurrenceMap::describe() const {
  return std::to_string(members()) + " elements in " + std::to_string(blocks()) + " blocks; " +
         std::to_string(lanes_.size()) + " lane parts, " + std::to_string(cells_.size()) + " cells, " +
         std::to_string(pointers_.size()) + " pointers, " + std::to_string(edge_slots_.size()) +
         " linking slots; keys " + (packed_ ? "packed" : "hashed");
}

}  // namespace px::symmetry
