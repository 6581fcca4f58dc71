// Watches what a strategy does in every run: is the permutation that it applied one of the group?
//
// An exact strategy is sound as soon as each state is replaced by its image under an element of the group; all else
// (markers, hierarchies, searches) decides how much is stored, not whether it is right. So this one property is tested
// by means that no strategy shares: for products of full symmetric groups by looking where the members of each block
// go, otherwise by sifting through the stabiliser chain that was made of the generators. The inverse permutation has to
// give back the state, too, which tests the permuter.
//
// The first permutations of each worker are all tested, since what is wrong mostly is so from the start, and then one
// in kInterval: below a thousandth of the time. A failure is a defect of pexplore and ends the run as one; a wrong
// quotient must never come to a verdict.
#pragma once

#include <cstdint>
#include <vector>

#include "symmetry/canon/context.h"

namespace px {

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

  // What is applied while `work` runs, one after the other, as one permutation.
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
  std::vector<uint32_t> block_of_;  // per point; of a product group
  std::vector<Point> inverse_, scratch_;
  std::vector<uint64_t> back_;
};

}  // namespace px
