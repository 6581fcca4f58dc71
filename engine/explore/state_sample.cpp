// The next state to expand is drawn at random from those found so far. Neither breadth-first nor depth-first order
// would do: the former sees little more than the first steps of runs, the latter keeps moving the same process.
#include "engine/explore/state_sample.h"

#include <algorithm>
#include <random>
#include <unordered_set>

#include "engine/base/hash.h"

namespace px::explore {
namespace {

class Sampler {
 public:
  Sampler(const TransitionSystem& system, const Reducer& reducer, uint32_t wanted, uint64_t seed)
      : words_(system.words()),
        row_words_(reducer.kind() == Reducer::Kind::Key ? reducer.key_words() : words_),
        wanted_(wanted),
        reducer_(reducer),
        worker_(reducer.make_worker()),
        generator_(system.make_generator()),
        random_(seed) {}

  std::vector<uint64_t> take(SuccessorBatch found) {
    add(found);
    std::vector<uint64_t> state(words_);
    while (!waiting_.empty() && taken_ < wanted_) {
      draw(state.data());
      found.clear();
      generator_->expand(state.data(), 1, UINT32_MAX, found);
      add(found);
    }
    return std::move(rows_);
  }

 private:
  void add(SuccessorBatch& found) {
    const uint32_t count = keep_some(found);
    if (reducer_.kind() == Reducer::Kind::Representative) worker_->reduce(found.states.data(), count);
    const uint64_t* rows = found.states.data();
    if (reducer_.kind() == Reducer::Kind::Key) {
      keys_.resize(size_t{count} * row_words_);
      worker_->make_keys(found.states.data(), count, keys_.data());
      rows = keys_.data();
    }
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t* row = rows + size_t{i} * row_words_;
      // Two states mistaken for each other only cost a row of the sample.
      if (!seen_.insert(hash_words(row, row_words_, 0)).second) continue;
      ++taken_;
      rows_.insert(rows_.end(), row, row + row_words_);
      waiting_.insert(waiting_.end(), found.state(i), found.state(i) + words_);
    }
  }

  // Very many initial states, or a state with very many successors, must not fill the sample: an evenly spaced
  // selection is kept and moved to the front. Returns its size.
  uint32_t keep_some(SuccessorBatch& found) const {
    const uint32_t count = found.count();
    const uint32_t kept = std::min({count, wanted_ - taken_, std::max(wanted_ / kMinSources, 1u)});
    for (uint64_t i = 0; kept < count && i < kept; ++i) {
      std::copy_n(found.state(static_cast<uint32_t>(i * count / kept)), words_,
                  found.states.begin() + static_cast<ptrdiff_t>(i * words_));
    }
    return kept;
  }

  // Removes one of the waiting states.
  void draw(uint64_t* state) {
    const size_t count = waiting_.size() / words_;
    const size_t chosen = random_() % count;
    const auto place = waiting_.begin() + static_cast<ptrdiff_t>(chosen * words_);
    std::copy_n(place, words_, state);
    std::copy_n(waiting_.end() - words_, words_, place);
    waiting_.resize(waiting_.size() - words_);
  }

  static constexpr uint32_t kMinSources = 8;  // minimal number of states whose successors fill a sample

  const uint32_t words_;
  const uint32_t row_words_;
  const uint32_t wanted_;
  const Reducer& reducer_;
  const std::unique_ptr<ReducerWorker> worker_;
  const std::unique_ptr<SuccessorGenerator> generator_;
  std::mt19937_64 random_;
  std::unordered_set<uint64_t> seen_;
  std::vector<uint64_t> rows_;
  std::vector<uint64_t> waiting_;
  std::vector<uint64_t> keys_;
  uint32_t taken_ = 0;
};

}  // namespace

std::vector<uint64_t> sample_states(const TransitionSystem& system, const Reducer& reducer,
                                    const SuccessorBatch& initial, uint32_t wanted, uint64_t seed) {
  return Sampler(system, reducer, wanted, seed).take(initial);
}

}  // namespace px::explore
