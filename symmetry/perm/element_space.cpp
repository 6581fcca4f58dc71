#include "symmetry/perm/element_space.h"

namespace px::symmetry {

ElementSpace::ElementSpace(const ir::Program& program) {
  for (uint32_t s = 0; s < program.sorts.size(); ++s) {
    const uint32_t count = program.sorts[ir::SortId(s)].size;
    first_.push_back(size_);
    count_.push_back(count);
    sort_of_.insert(sort_of_.end(), count, ir::SortId(s));
    size_ += count;
  }
}

std::string ElementSpace::name(const ir::Program& program, uint32_t point) const {
  return program.element_name(sort_of(point), element_of(point));
}

}  // namespace px::symmetry
