// Strategy "exact-markers": name the elements in the order of their markers.
//
// Idea ([BDLM09] 5.1, m_exact): compute the marker of every element, sort the elements by it (and by what they refer
// to: round 2), apply that permutation. There is no search.
// Invariant: the result is the state under a permutation of the group, so no class is lost.
// Guarantee: exact. Full if equal markers imply exchangeable elements, in particular if no cell indexed by the sort
// holds elements ([BDLM09] Prop. 2); otherwise a class may keep several representatives.
// Cost: one pass over the state, one sort per block, one permutation; --marker-rounds above 1 adds a pass over the
// edges per round, if there are any.
#include <algorithm>

#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/marker/marker_batch.h"

namespace px::symmetry {
namespace {

class ExactMarkersWorker final : public ReducerWorker {
 public:
  explicit ExactMarkersWorker(SharedContext context)
      : context_(std::move(context)),
        batch_(*context_->map),
        guard_(*context_),
        image_(identity_images(context_->points())),
        moved_(context_->words()) {}

  void reduce(uint64_t* states, size_t count) override {
    const size_t words = context_->words();
    MarkerBatch::for_each_batch(count,
                                [&](size_t begin, size_t in_batch) { reduce_batch(states + begin * words, in_batch); });
  }
  bool reduce_told(uint64_t* state, std::vector<Point>& image) override {
    return guard_.tell(image, [&] { reduce(state, 1); });
  }

 private:
  void reduce_batch(uint64_t* states, size_t count) {
    const size_t words = context_->words();
    batch_.make_keys(states, count);
    batch_.sort();
    if (context_->marker_rounds > 1 && context_->map->has_edges()) refine_ties(states, count);
    for (uint32_t column = 0; column < count; ++column) {
      if (!batch_.displaced(column)) continue;
      uint64_t* state = states + column * words;
      batch_.write_image(column, image_.data());
      context_->permuter->apply(image_.data(), state, moved_.data());
      guard_.applied(image_.data(), state, moved_.data());
      std::copy(moved_.begin(), moved_.end(), state);
    }
  }

  // Later rounds are for states whose elements round 1 does not distinguish.
  void refine_ties(const uint64_t* states, size_t count) {
    bool any = false;
    for (uint32_t column = 0; column < count; ++column) {
      if (!batch_.tied(column)) continue;
      batch_.refine_keys(states + column * context_->words(), column, context_->marker_rounds - 1);
      any = true;
    }
    if (any) batch_.sort();
  }

  SharedContext context_;
  MarkerBatch batch_;
  GroupGuard guard_;
  std::vector<Point> image_;
  std::vector<uint64_t> moved_;
};

}  // namespace

std::unique_ptr<Reducer> make_exact_markers(SharedContext context) {
  return std::make_unique<ContextReducer<ExactMarkersWorker>>(std::move(context));
}

}  // namespace px::symmetry
