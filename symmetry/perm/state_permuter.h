// Applies permutations of sort elements to packed states: out = in^p.
//
// Compiled once per program: lanes of a family are moved as whole bytes; then only those cells are rewritten that hold
// elements or sets of elements, or are indexed by a sort inside a lane. Read-only after construction; thread-safe.
// Cost: one pass over the lanes plus a few operations per rewritten cell.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "symmetry/perm/element_space.h"
#include "symmetry/perm/permutation.h"
#include "symmetry/perm/state_slots.h"

namespace px::symmetry {

class StatePermuter {
 public:
  static Result<StatePermuter> make(const ir::Program& program, const ir::Layout& layout);

  // `image`: for each point of the element space its image, within the same families. `in` and `out` do not overlap.
  void apply(const Point* image, const uint64_t* in, uint64_t* out) const;
  void apply(const Permutation& p, const uint64_t* in, uint64_t* out) const { apply(p.data(), in, out); }

  const ElementSpace& space() const { return space_; }
  const std::vector<StateSlot>& slots() const { return slots_; }
  uint32_t words() const { return words_; }

 private:
  struct Lane {
    uint32_t first_point = 0;
    uint32_t count = 0;
    uint32_t byte_offset = 0;
    uint32_t bytes = 0;
  };
  // An element at a fixed place: the most common rewrite, made cheap.
  struct Scalar {
    uint32_t shift = 0;
    uint64_t mask = 0;
    uint32_t first_point = 0;
    bool allows_none = false;
  };
  // All those in one word, so that the word is written once.
  struct ScalarWord {
    uint32_t word = 0;
    uint64_t keep = ~uint64_t{0};
    std::vector<Scalar> scalars;
  };
  // Elements of one lane field, one per element of the family.
  struct LaneField {
    uint32_t bit = 0;
    uint32_t stride = 0;
    uint32_t width = 0;
    uint32_t first_index_point = 0;
    uint32_t count = 0;
    uint32_t first_point = 0;
    bool allows_none = false;
    uint32_t guard_width = 0;  // as in StateSlot
    uint32_t guard_position = 0;
    uint32_t guard_bit = 0;
    uint32_t guard_stride = 0;
  };

  StatePermuter(const ir::Program& program, const ir::Layout& layout, std::vector<StateSlot> slots);
  void add_scalar(const StateSlot& slot);
  void rewrite_lane_field(const LaneField& field, const Point* image, const uint64_t* in, uint64_t* out) const;
  void rewrite_slot(const StateSlot& slot, const Point* image, const uint64_t* in, uint64_t* out) const;
  uint64_t map_content(const StateSlot& slot, const Point* image, const uint64_t* in, uint64_t bit,
                       uint64_t guard) const;

  ElementSpace space_;
  std::vector<StateSlot> slots_;
  uint32_t words_;
  std::vector<Lane> lanes_;
  std::vector<ScalarWord> scalar_words_;
  std::vector<LaneField> lane_fields_;
  std::vector<uint32_t> general_;  // indices of slots that need the general rewrite
};

}  // namespace px::symmetry
