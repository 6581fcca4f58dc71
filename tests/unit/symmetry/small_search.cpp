#include "tests/unit/symmetry/small_search.h"

#include <deque>
#include <set>
#include <vector>

namespace px::test {
namespace {

using State = std::vector<uint64_t>;

class Search {
 public:
  Search(const TransitionSystem& system, const Reducer& reducer)
      : words_(system.words()), reducer_(reducer), worker_(reducer.make_worker()), generator_(system.make_generator()) {
    SuccessorBatch initial(words_);
    system.initial_states(initial);
    insert(initial);
  }

  SearchResult run() {
    SuccessorBatch batch(words_);
    while (!open_.empty()) {
      const State state = std::move(open_.front());
      open_.pop_front();
      batch.clear();
      generator_->expand(state.data(), 1, UINT32_MAX, batch);
      result_.edges += batch.count();
      result_.events += batch.events.size();
      insert(batch);
    }
    result_.states = seen_.size();
    return result_;
  }

 private:
  void insert(SuccessorBatch& batch) {
    if (batch.count() == 0) return;
    if (reducer_.kind() == Reducer::Kind::Key) return insert_by_key(batch);
    if (reducer_.kind() == Reducer::Kind::Representative) worker_->reduce(batch.state(0), batch.count());
    for (uint32_t i = 0; i < batch.count(); ++i) {
      State state(batch.state(i), batch.state(i) + words_);
      if (!seen_.insert(state).second) continue;
      open_.push_back(state);
      if (reducer_.kind() == Reducer::Kind::Orbit) flood(state);
    }
  }

  void insert_by_key(const SuccessorBatch& batch) {
    std::vector<uint64_t> keys(size_t{batch.count()} * reducer_.key_words());
    worker_->make_keys(batch.state(0), batch.count(), keys.data());
    for (uint32_t i = 0; i < batch.count(); ++i) {
      const uint64_t* key = keys.data() + size_t{i} * reducer_.key_words();
      if (!seen_.insert(State(key, key + reducer_.key_words())).second) continue;
      open_.emplace_back(batch.state(i), batch.state(i) + words_);
    }
  }

  void flood(const State& state) {
    std::vector<uint64_t> images;
    worker_->make_images(state.data(), images);
    for (size_t at = 0; at < images.size(); at += words_) {
      seen_.insert(State(images.begin() + static_cast<std::ptrdiff_t>(at),
                         images.begin() + static_cast<std::ptrdiff_t>(at + words_)));
    }
  }

  uint32_t words_;
  const Reducer& reducer_;
  std::unique_ptr<ReducerWorker> worker_;
  std::unique_ptr<SuccessorGenerator> generator_;
  std::set<State> seen_;
  std::deque<State> open_;
  SearchResult result_;
};

}  // namespace

SearchResult search(const TransitionSystem& system, const Reducer& reducer) {
  return Search(system, reducer).run();
}

}  // namespace px::test
