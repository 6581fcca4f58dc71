// Converts the states on the stack of a search to the input of the trace builder. A depth-first path winds; the
// shortest path through its states is found by expanding each of them once, level by level.
#include <deque>
#include <string>
#include <unordered_map>

#include "engine/base/check.h"
#include "engine/explore/swarm.h"

namespace px::explore {
namespace {

class Path {
 public:
  Path(const TransitionSystem& system, const Reducer& reducer, const std::vector<uint64_t>& states)
      : system_(system),
        reducer_(reducer),
        states_(states),
        words_(system.words()),
        count_(states.size() / words_),
        worker_(reducer.make_worker()) {}

  // The positions of the states on the shortest path, the first one an initial state.
  std::vector<size_t> shortest() {
    std::vector<uint64_t> rows = states_;
    const std::vector<std::vector<uint64_t>> keys = keys_of(rows, count_);
    std::unordered_map<std::string, size_t> places;
    for (size_t i = 0; i < count_; ++i) places.emplace(text(keys[i]), i);
    constexpr size_t kUnseen = SIZE_MAX;
    std::vector<size_t> from(count_, kUnseen);
    from[0] = 0;
    std::deque<size_t> open{0};
    const auto generator = system_.make_generator();
    SuccessorBatch batch(system_.words());
    while (!open.empty() && from.back() == kUnseen) {
      const size_t at = open.front();
      open.pop_front();
      batch.clear();
      generator->expand(states_.data() + at * words_, 1, UINT32_MAX, batch);
      std::vector<uint64_t> next(batch.states.begin(), batch.states.end());
      for (const std::vector<uint64_t>& key : keys_of(next, batch.count())) {
        const auto found = places.find(text(key));
        if (found == places.end() || from[found->second] != kUnseen) continue;
        from[found->second] = at;
        open.push_back(found->second);
      }
    }
    std::vector<size_t> way;
    PX_CHECK(count_ == 1 || from.back() != kUnseen);  // each state of a path follows from its predecessor
    for (size_t at = count_ - 1; at != 0; at = from[at]) way.push_back(at);
    way.push_back(0);
    return {way.rbegin(), way.rend()};
  }

  // The words that represent a state in a table.
  std::vector<uint64_t> row(size_t place) {
    const uint64_t* state = states_.data() + place * words_;
    std::vector<uint64_t> one(state, state + words_);
    return keys_of(one, 1).front();
  }

 private:
  static std::string text(const std::vector<uint64_t>& key) {
    return {reinterpret_cast<const char*>(key.data()), key.size() * sizeof(uint64_t)};
  }

  std::vector<std::vector<uint64_t>> keys_of(std::vector<uint64_t>& states, size_t count) {
    size_t words = words_;
    std::vector<uint64_t> rows;
    if (count != 0 && reducer_.kind() == Reducer::Kind::Key) {
      words = reducer_.key_words();
      rows.resize(count * words);
      worker_->make_keys(states.data(), count, rows.data());
    } else {
      if (count != 0 && reducer_.kind() == Reducer::Kind::Representative) worker_->reduce(states.data(), count);
      rows = states;
    }
    std::vector<std::vector<uint64_t>> keys;
    for (size_t i = 0; i < count; ++i) {
      const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(i * words);
      keys.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(words));
    }
    return keys;
  }

  const TransitionSystem& system_;
  const Reducer& reducer_;
  const std::vector<uint64_t>& states_;
  const size_t words_;
  const size_t count_;
  std::unique_ptr<ReducerWorker> worker_;
};

}  // namespace

Result<SearchOutcome> outcome_of_path(const TransitionSystem& system, const Reducer& reducer,
                                      const std::vector<uint64_t>& path, FoundViolation& found) {
  SearchOutcome outcome;
  outcome.budget = std::make_unique<MemoryBudget>(UINT64_MAX);
  const bool keys = reducer.kind() == Reducer::Kind::Key;
  store::TableConfig config;
  config.state_bits = keys ? reducer.key_words() * 64 : static_cast<uint32_t>(system.layout().bits());
  config.budget = outcome.budget.get();
  config.satellites = true;
  Result<std::unique_ptr<store::StateTable>> table = store::make_state_table(config);
  if (!table) return table.failure();
  outcome.table = std::move(*table);
  Path states(system, reducer, path);
  store::StateRef parent = store::kNoState;
  for (const size_t place : states.shortest()) {
    const std::vector<uint64_t> row = states.row(place);
    uint64_t hash = 0;
    outcome.table->hash_batch(row.data(), outcome.table->state_words(), 1, &hash);
    const store::StateBatch batch{.states = row.data(),
                                  .stride = outcome.table->state_words(),
                                  .count = 1,
                                  .hashes = &hash,
                                  .satellites = &parent};
    store::StateRef ref = 0;
    uint8_t is_new = 0;
    if (outcome.table->insert_batch(0, batch, &ref, &is_new).done != 1) {
      return Failure(DiagnosticKind::LimitExceeded, "there is no memory for the run", "raise --memory");
    }
    parent = ref;
  }
  found.source = parent;
  return outcome;
}

}  // namespace px::explore
