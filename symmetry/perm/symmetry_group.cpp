#include "symmetry/perm/symmetry_group.h"

namespace px::symmetry {

BigNumber SymmetryGroup::exact_order() const {
  if (!is_product()) return whole_order;
  BigNumber order;
  for (const Block& block : blocks) order *= BigNumber::factorial(static_cast<uint32_t>(block.elements.size()));
  return order;
}

std::string SymmetryGroup::describe(const ir::Program& program) const {
  if (!is_product()) return "group of order " + order();
  std::string text;
  for (const Block& block : blocks) {
    if (!text.empty()) text += " x ";
    text += program.sorts[block.sort].name + '{';
    const bool run = block.elements.back() - block.elements.front() + 1 == block.elements.size();
    if (run && block.elements.size() > 2) {
      text += std::to_string(block.elements.front()) + ".." + std::to_string(block.elements.back());
    } else {
      for (size_t i = 0; i < block.elements.size(); ++i) text += (i ? "," : "") + std::to_string(block.elements[i]);
    }
    text += '}';
  }
  return text.empty() ? "trivial" : text;
}

}  // namespace px::symmetry
