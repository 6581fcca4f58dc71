// Strategy "sorted": exchange two elements as long as that makes the state smaller.
//
// Idea ([BDLM09] 2, TopSPIN's sorted): transpositions.h. Every step applies a permutation of the group and makes the
// state smaller, so the descent terminates, within the orbit. Guarantee: exact; full if no cell indexed by a sort holds
// elements, otherwise partial (a local minimum need not be the smallest). Cost: about n^2 permutations and comparisons
// per pass.
#include "symmetry/canon/context_reducer.h"
#include "symmetry/canon/transpositions.h"

namespace px::symmetry {
namespace {

class SortedWorker final : public ReducerWorker {
 public:
  explicit SortedWorker(SharedContext context) : context_(std::move(context)), descent_(*context_) {}

  void reduce(uint64_t* states, size_t count) override {
    for (size_t i = 0; i < count; ++i) descent_.run(states + i * context_->words());
  }

  bool reduce_told(uint64_t* state, std::vector<Point>& image) override { return descent_.run_told(state, image); }

 private:
  SharedContext context_;
  TranspositionDescent descent_;
};

}  // namespace

std::unique_ptr<Reducer> make_sorted(SharedContext context) {
  return std::make_unique<ContextReducer<SortedWorker>>(std::move(context));
}

}  // namespace px::symmetry
