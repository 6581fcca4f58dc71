#include "symmetry/canon/transpositions.h"

#include <algorithm>

namespace px::symmetry {

bool TranspositionDescent::smaller(const uint64_t* a, const uint64_t* b) const {
  for (const StateSlot& slot : context_.permuter->slots()) {
    int order = 0;
    for_each_cell(slot, [&](uint64_t bit, uint64_t, const uint32_t*) {
      if (order != 0) return;
      const uint64_t x = ir::read_bits(a, bit, slot.width);
      const uint64_t y = ir::read_bits(b, bit, slot.width);
      if (x != y) order = x < y ? -1 : 1;
    });
    if (order != 0) return order < 0;
  }
  return false;
}

bool TranspositionDescent::improve(uint64_t* state, Point a, Point b) {
  std::swap(swap_[a], swap_[b]);
  context_.permuter->apply(swap_.data(), state, moved_.data());
  const bool improves = smaller(moved_.data(), state);
  if (improves) guard_.applied(swap_.data(), state, moved_.data());
  std::swap(swap_[a], swap_[b]);
  if (!improves) return false;
  std::copy(moved_.begin(), moved_.end(), state);
  return true;
}

void TranspositionDescent::run(uint64_t* state) {
  bool improved = true;
  while (improved) {
    improved = false;
    for (const Block& block : context_.group.blocks) {
      const uint32_t first = context_.permuter->space().first(block.sort);
      for (size_t i = 0; i < block.elements.size(); ++i) {
        for (size_t j = i + 1; j < block.elements.size(); ++j) {
          const Point a = static_cast<Point>(first + block.elements[i]);
          const Point b = static_cast<Point>(first + block.elements[j]);
          improved |= improve(state, a, b);
        }
      }
    }
  }
}

}  // namespace px::symmetry
