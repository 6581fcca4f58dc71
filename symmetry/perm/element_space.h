// All elements of all sorts of a program, numbered consecutively as the "points" of permutations. Read-only after
// construction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

using Point = uint16_t;

class ElementSpace {
 public:
  static constexpr uint32_t kMaxPoints = UINT16_MAX;

  explicit ElementSpace(const ir::Program& program);

  uint32_t size() const { return size_; }
  uint32_t first(ir::SortId sort) const { return first_[sort.value]; }
  uint32_t count(ir::SortId sort) const { return count_[sort.value]; }
  uint32_t point(ir::SortId sort, uint32_t element) const { return first_[sort.value] + element; }
  ir::SortId sort_of(uint32_t point) const { return sort_of_[point]; }
  uint32_t element_of(uint32_t point) const { return point - first(sort_of(point)); }
  std::string name(const ir::Program& program, uint32_t point) const;

 private:
  uint32_t size_ = 0;
  std::vector<uint32_t> first_;
  std::vector<uint32_t> count_;
  std::vector<ir::SortId> sort_of_;
};

}  // namespace px::symmetry
