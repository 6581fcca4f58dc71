#include "symmetry/canon/group_guard.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::symmetry {
namespace {

constexpr uint32_t kFixed = UINT32_MAX;

}  // namespace

GroupGuard::GroupGuard(const CanonContext& context)
    : context_(context), inverse_(context.points()), back_(context.words()) {
  if (context.general) return;
  block_of_.assign(context.points(), kFixed);
  for (uint32_t b = 0; b < context.group.blocks.size(); ++b) {
    const Block& block = context.group.blocks[b];
    for (const uint32_t element : block.elements) {
      block_of_[context.permuter->space().point(block.sort, element)] = b;
    }
  }
}

void GroupGuard::check(const Point* image, const uint64_t* state, const uint64_t* out) {
  const uint32_t points = context_.points();
  std::fill(inverse_.begin(), inverse_.end(), static_cast<Point>(points));
  for (uint32_t p = 0; p < points; ++p) {
    PX_CHECK(image[p] < points);
    inverse_[image[p]] = static_cast<Point>(p);
  }
  const bool is_bijection = std::find(inverse_.begin(), inverse_.end(), static_cast<Point>(points)) == inverse_.end();
  PX_CHECK(is_bijection);
  const bool permutation_is_in_the_group = is_in_group(image);
  PX_CHECK(permutation_is_in_the_group);
  context_.permuter->apply(inverse_.data(), out, back_.data());
  const bool inverse_gives_back_the_state = std::equal(back_.begin(), back_.end(), state);
  PX_CHECK(inverse_gives_back_the_state);
}

bool GroupGuard::is_in_group(const Point* image) {
  return context_.general ? context_.general->chain().contains(image, scratch_) : keeps_blocks(image);
}

bool GroupGuard::keeps_blocks(const Point* image) const {
  for (uint32_t p = 0; p < block_of_.size(); ++p) {
    if (block_of_[p] == kFixed ? image[p] != p : block_of_[image[p]] != block_of_[p]) return false;
  }
  return true;
}

}  // namespace px::symmetry
