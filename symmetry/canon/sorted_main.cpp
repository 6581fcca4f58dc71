// Strategy "sorted-main": sort one array, apply that permutation to everything.
//
// Idea ([BDLM09] 2, SymmSPIN's sorted): one main array indexed by the sort (default: control locations) is sorted, and
// the permutation that does so is applied to the whole state. Elements with equal keys keep their order, so classes may
// keep several representatives. Guarantee: exact, partial. Cost: one sort per block and one permutation.
#include <algorithm>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/canon/main_array.h"

namespace px::symmetry {
namespace {

class SortedMainWorker final : public ReducerWorker {
 public:
  explicit SortedMainWorker(SharedContext context)
      : context_(std::move(context)),
        order_(*context_),
        guard_(*context_),
        image_(identity_images(context_->points())),
        moved_(context_->words()) {}

  void reduce(uint64_t* states, size_t count) override {
    for (size_t i = 0; i < count; ++i) {
      uint64_t* state = states + i * context_->words();
      order_.sort(state, segments_);
      for (const GroupSegment& s : segments_) {
        for (size_t k = 0; k < s.points.size(); ++k) image_[s.points[k]] = s.names[k];
      }
      context_->permuter->apply(image_.data(), state, moved_.data());
      guard_.applied(image_.data(), state, moved_.data());
      std::copy(moved_.begin(), moved_.end(), state);
    }
  }
  bool reduce_told(uint64_t* state, std::vector<Point>& image) override {
    return guard_.tell(image, [&] { reduce(state, 1); });
  }

 private:
  SharedContext context_;
  MainOrder order_;
  GroupGuard guard_;
  std::vector<GroupSegment> segments_;
  std::vector<Point> image_;
  std::vector<uint64_t> moved_;
};

}  // namespace

std::unique_ptr<Reducer> make_sorted_main(SharedContext context) {
  return std::make_unique<ContextReducer<SortedMainWorker>>(std::move(context));
}

}  // namespace px::symmetry
