// The places of a packed state that a permutation of sort elements touches, as a short list of slots.
//
// A state is a tree of arrays, records and queues over scalars. A *slot* is the path to a scalar with the indices by
// sort elements left open; ranges and queue positions are plain and written out. So a slot with dimensions
// d1, d2, ... stands for count(d1) * count(d2) * ... cells, and the cell at elements (e1, e2, ...) starts at
// bit + (e1 - first1) * stride1 + ... A permutation p moves the content of the cell (e1, e2, ...) to the cell
// (p(e1), p(e2), ...) and maps it, if it is an element or a set of elements. Everything else follows from that.
//
// Slots that no permutation touches (plain content, no dimension) are not listed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"

namespace px::symmetry {

struct SlotDimension {
  ir::FamilyId family;
  ir::SortId sort;
  uint32_t first = 0;
  uint32_t count = 0;
  uint64_t stride = 0;        // bits between the cells of neighbouring elements
  uint64_t guard_stride = 0;  // bits between their guards
};

struct StateSlot {
  enum class Content : uint8_t {
    Plain,    // not touched by permutations as a value
    Element,  // an element of `sort`; raw value = element + (allows_none ? 1 : 0), none = 0
    Set,      // a mask of elements of `sort`: bit i is element first + i
  };
  Content content = Content::Plain;
  bool allows_none = false;
  bool in_lane = false;  // dimensions[0] is the lane of its family
  uint32_t width = 0;    // bits
  uint64_t bit = 0;      // of the cell at the first elements of all dimensions
  ir::SortId sort;       // Element, Set
  uint32_t first = 0;    // Set
  std::vector<SlotDimension> dimensions;

  // A cell in a queue is in use only if the queue is long enough: length (guard_width bits at guard_bit) >
  // guard_position. After the last item all bits are zero, which would otherwise read as element 0 of a type without
  // "none".
  uint32_t guard_width = 0;  // 0: always live
  uint32_t guard_position = 0;
  uint64_t guard_bit = 0;

  ir::VariableId variable;  // invalid: control locations
  std::string name;         // for messages and dumps

  uint64_t cells() const {
    uint64_t n = 1;
    for (const SlotDimension& d : dimensions) n *= d.count;
    return n;
  }
};

// Fails with Unsupported if a permutation cannot be applied to a state: interned sequences of elements, queues within
// queues.
Result<std::vector<StateSlot>> find_slots(const ir::Program& program, const ir::Layout& layout);

// Visits all cells of a slot: visit(bit, guard_bit, elements), where elements[k] is the sort element at dimension k.
template <class Visit>
void for_each_cell(const StateSlot& slot, Visit&& visit) {
  if (slot.dimensions.empty()) {
    visit(slot.bit, slot.guard_bit, static_cast<const uint32_t*>(nullptr));
    return;
  }
  if (slot.dimensions.size() == 1) {
    const SlotDimension& d = slot.dimensions[0];
    for (uint32_t i = 0; i < d.count; ++i) {
      const uint32_t element = d.first + i;
      visit(slot.bit + i * d.stride, slot.guard_bit + i * d.guard_stride, &element);
    }
    return;
  }
  constexpr size_t kInline = 8;
  uint32_t inline_elements[kInline] = {};
  std::vector<uint32_t> many;
  uint32_t* elements = inline_elements;
  const size_t rank = slot.dimensions.size();
  if (rank > kInline) {
    many.resize(rank);
    elements = many.data();
  }
  for (size_t k = 0; k < rank; ++k) {
    if (slot.dimensions[k].count == 0) return;
    elements[k] = slot.dimensions[k].first;
  }
  uint64_t bit = slot.bit;
  uint64_t guard = slot.guard_bit;
  while (true) {
    visit(bit, guard, static_cast<const uint32_t*>(elements));
    size_t k = rank;
    while (k > 0) {
      const SlotDimension& d = slot.dimensions[k - 1];
      bit += d.stride;
      guard += d.guard_stride;
      if (++elements[k - 1] < d.first + d.count) break;
      bit -= d.stride * d.count;
      guard -= d.guard_stride * d.count;
      elements[k - 1] = d.first;
      --k;
    }
    if (k == 0) return;
  }
}

}  // namespace px::symmetry
