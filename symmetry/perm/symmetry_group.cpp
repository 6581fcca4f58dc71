#include "symmetry/perm/symmetry_group.h"

#include <algorithm>

namespace px {
namespace {

constexpr uint32_t kDigitBase = 1'000'000'000;  // a "digit" of the long number holds nine decimal ones

void multiply(std::vector<uint32_t>& digits, uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t& digit : digits) {
    carry += uint64_t{digit} * factor;
    digit = static_cast<uint32_t>(carry % kDigitBase);
    carry /= kDigitBase;
  }
  if (carry != 0) digits.push_back(static_cast<uint32_t>(carry));
}

}  // namespace

std::string SymmetryGroup::order() const {
  std::vector<uint32_t> digits{1};
  for (const Block& block : blocks) {
    for (uint32_t factor = 2; factor <= block.elements.size(); ++factor) multiply(digits, factor);
  }
  std::string text = std::to_string(digits.back());
  for (size_t i = digits.size() - 1; i-- > 0;) {
    const std::string part = std::to_string(digits[i]);
    text += std::string(9 - part.size(), '0') + part;
  }
  return text;
}

uint64_t SymmetryGroup::order_or_max() const {
  uint64_t order = 1;
  for (const Block& block : blocks) {
    for (uint64_t factor = 2; factor <= block.elements.size(); ++factor) {
      if (__builtin_mul_overflow(order, factor, &order)) return UINT64_MAX;
    }
  }
  return order;
}

std::string SymmetryGroup::describe(const ir::Program& program) const {
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

}  // namespace px
