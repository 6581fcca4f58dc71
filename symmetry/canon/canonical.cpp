// Strategy "canonical": the smallest image of each state, found through markers. The default (under "auto").
//
// Idea: sort all states of a batch by the markers of round 1, as exact-markers does; if no element ties with another,
// or the state's structure alone shows that ties are exchangeable (OccurrenceMap::decides), the result is already the
// canonical form. CanonicalSearch handles the other states one by one. Papers: markers from [LM07], [BDLM09];
// individualisation and pruning as in canonical labelling programs. Guarantee: exact and full: two states have the same
// representative iff a permutation of the group maps one to the other. Cost: exact markers, plus the search for the
// states that need it; statistics report how many do.
// search for the states that need it; statistics say how many do.
#include <algorithm>

#include "symmetry/canon/canonical_search.h"
#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/group_guard.h"
#include "symmetry/marker/marker_batch.h"

namespace px::symmetry {
namespace {

class CanonicalWorker final : public ReducerWorker {
 public:
  explicit CanonicalWorker(SharedContext context)
      : context_(std::move(context)),
        batch_(*context_->map),
        search_(*context_),
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

  std::vector<Statistic> statistics() const override {
    return {{"states refined", search_.refined()},
            {"states individualised", search_.individualised()},
            {"most leaves of a search", search_.worst_tree(), Statistic::Combine::Max}};
  }

 private:
  void reduce_batch(uint64_t* states, size_t count) {
    const size_t words = context_->words();
    batch_.make_keys(states, count);
    batch_.sort();
    const bool decides = context_->map->decides();
    for (uint32_t column = 0; column < count; ++column) {
      uint64_t* state = states + column * words;
      if (batch_.tied(column) && !decides && !search_.settled(state, batch_, column)) {
        search_.run(batch_, column, moved_.data());
        guard_.applied(search_.image(), state, moved_.data());
      } else if (batch_.displaced(column)) {
        batch_.write_image(column, image_.data());
        context_->permuter->apply(image_.data(), state, moved_.data());
        guard_.applied(image_.data(), state, moved_.data());
      } else {
        continue;
      }
      std::copy(moved_.begin(), moved_.end(), state);
    }
  }

  SharedContext context_;
  MarkerBatch batch_;
  CanonicalSearch search_;
  GroupGuard guard_;
  std::vector<Point> image_;
  std::vector<uint64_t> moved_;
};

}  // namespace

std::unique_ptr<Reducer> make_canonical(SharedContext context) {
  return std::make_unique<ContextReducer<CanonicalWorker>>(std::move(context));
}

}  // namespace px::symmetry
