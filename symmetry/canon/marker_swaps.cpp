// Strategy "marker-swaps": sort the elements by marker, then exchange two as long as that makes the state smaller.
//
// Idea. exact-markers is cheap, but keeps several states of a class if markers tie and the tied elements refer to
// others; the descent of sorted ([BDLM09] 2) breaks ties by the effect of the exchange on the state, but gets stuck in
// local minima that depend on where it starts. Here it starts from the order of the markers, so that states of a class
// start close to each other, usually from the very same state. Invariant: both apply permutations of the group, so the
// result is in the orbit. Guarantee: exact; full if one of the two is, otherwise partial. Cost: exact-markers, and a
// pass of about n^2 exchanges that usually finds nothing.
#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/transpositions.h"

namespace px::symmetry {
namespace {

class MarkerSwapsWorker final : public ReducerWorker {
 public:
  explicit MarkerSwapsWorker(SharedContext context)
      : context_(std::move(context)), sorter_(make_exact_markers(context_)->make_worker()), descent_(*context_) {}

  void reduce(uint64_t* states, size_t count) override {
    sorter_->reduce(states, count);
    for (size_t i = 0; i < count; ++i) descent_.run(states + i * context_->words());
  }

  bool reduce_told(uint64_t* state, std::vector<Point>& image) override {
    sorter_->reduce_told(state, image);
    descent_.run_told(state, swaps_);
    for (Point& point : image) point = swaps_[point];
    return true;
  }

 private:
  SharedContext context_;
  std::unique_ptr<ReducerWorker> sorter_;
  TranspositionDescent descent_;
  std::vector<Point> swaps_;
};

}  // namespace

std::unique_ptr<Reducer> make_marker_swaps(SharedContext context) {
  return std::make_unique<ContextReducer<MarkerSwapsWorker>>(std::move(context));
}

}  // namespace px::symmetry
