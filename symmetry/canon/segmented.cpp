// Strategy "segmented": the smallest image under all permutations that sort the main array.
//
// Idea ([BDLM09] 2): sort the main array as sorted-main does; elements with equal keys form segments; of all orders
// within the segments choose the one that makes the state smallest.
// Invariant: which permutations sort the main array depends on the state only up to renaming, so all states of an orbit
// have the same set of candidates. Guarantee: exact and full. Cost: the product of the factorials of the segments'
// lengths; n! if all n elements are at one location.
#include <algorithm>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/canon/group_walk.h"
#include "symmetry/canon/main_array.h"

namespace px::symmetry {
namespace {

class SegmentedWorker final : public ReducerWorker {
 public:
  explicit SegmentedWorker(SharedContext context)
      : context_(std::move(context)),
        order_(*context_),
        guard_(*context_),
        image_(identity_images(context_->points())),
        moved_(context_->words()),
        best_(context_->words()) {}

  void reduce(uint64_t* states, size_t count) override {
    for (size_t i = 0; i < count; ++i) reduce_one(states + i * context_->words());
  }
  bool reduce_told(uint64_t* state, std::vector<Point>& image) override {
    return guard_.tell(image, [&] { reduce(state, 1); });
  }

  std::vector<Statistic> statistics() const override {
    return {{"permutations", permutations_}, {"worst_permutations", worst_, Statistic::Combine::Max}};
  }

 private:
  void reduce_one(uint64_t* state) {
    order_.sort(state, segments_);
    uint64_t tried = 0;
    for_each_permutation(segments_, image_, [&](const std::vector<Point>& image) {
      context_->permuter->apply(image.data(), state, moved_.data());
      ++tried;
      if (tried > 1 && !(moved_ < best_)) return;
      best_ = moved_;
      best_image_ = image;
    });
    guard_.applied(best_image_.data(), state, best_.data());
    permutations_ += tried;
    worst_ = std::max(worst_, tried);
    std::copy(best_.begin(), best_.end(), state);
  }

  SharedContext context_;
  MainOrder order_;
  GroupGuard guard_;
  std::vector<GroupSegment> segments_;
  std::vector<Point> image_, best_image_;
  std::vector<uint64_t> moved_, best_;
  uint64_t permutations_ = 0;
  uint64_t worst_ = 0;
};

}  // namespace

std::unique_ptr<Reducer> make_segmented(SharedContext context) {
  return std::make_unique<ContextReducer<SegmentedWorker>>(std::move(context));
}

}  // namespace px::symmetry
