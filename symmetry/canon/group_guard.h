// Checks in every run that the permutation applied by a strategy is an element of the group.
//
// An exact strategy is sound if each state is replaced by its image under an element of the group; everything else
// (markers, hierarchies, searches) affects how much is stored, not soundness. So this one property is tested
// independently of all strategies: for products of full symmetric groups by checking the images of the members of each
// block, otherwise by sifting through the stabiliser chain computed from the generators. The inverse permutation must
// also restore the state, which tests the permuter.
//
// All of each worker's first permutations are tested, since most bugs show immediately, and then one in kInterval: less
// than a thousandth of the time. A failure is a bug in pexplore and ends the run as an internal error; a wrong quotient
// must never lead to a verdict.
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/canon/context.h"

namespace px::symmetry {

class GroupGuard {
 public:
  static constexpr uint64_t kFirst = 1000;
  static constexpr uint64_t kInterval = 1024;

  // The context must outlive the guard.
  explicit GroupGuard(const CanonContext& context);

  // `state` was replaced by `out`, its image under `image`.
  void applied(const Point* image, const uint64_t* state, const uint64_t* out) {
    ++count_;
    if (told_ != nullptr) compose(image);
    if (count_ <= kFirst || count_ % kInterval == 0) check(image, state, out);
  }

  // Combines all permutations applied while `work` runs into one.
  template <class Work>
  bool tell(std::vector<Point>& image, Work&& work) {
    image = identity_images(context_.points());
    told_ = &image;
    work();
    told_ = nullptr;
    return true;
  }

 private:
  void compose(const Point* image) {
    for (Point& point : *told_) point = image[point];
  }
  void check(const Point* image, const uint64_t* state, const uint64_t* out);
  bool is_in_group(const Point* image);
  bool keeps_blocks(const Point* image) const;

  const CanonContext& context_;
  uint64_t count_ = 0;
  std::vector<Point>* told_ = nullptr;
  std::vector<uint32_t> block_of_;  // per point, for a product group
  std::vector<Point> inverse_, scratch_;
  std::vector<uint64_t> back_;
};

}  // namespace px::symmetry
