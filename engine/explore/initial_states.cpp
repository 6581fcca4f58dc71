#include "engine/explore/initial_states.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

namespace px::explore {
namespace {

// Row numbers without duplicates: one per distinct row.
std::vector<uint32_t> different_rows(const RawVector<uint64_t>& rows, uint32_t words) {
  std::vector<uint32_t> order(rows.size() / words);
  std::iota(order.begin(), order.end(), 0);
  const auto row = [&](uint32_t number) { return std::span(rows.data() + size_t{number} * words, words); };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
  });
  const auto equal = [&](uint32_t a, uint32_t b) { return std::equal(row(a).begin(), row(a).end(), row(b).begin()); };
  order.erase(std::unique(order.begin(), order.end(), equal), order.end());
  return order;
}

}  // namespace

uint64_t count_set_ups(const TransitionSystem& system, const SuccessorBatch& initial) {
  const uint32_t words = system.words();
  const std::vector<uint64_t> constants =
      ir::bits_of(system.program(), system.layout(), [](const ir::Variable& v) { return v.constant; });
  if (std::all_of(constants.begin(), constants.end(), [](uint64_t word) { return word == 0; })) {
    return initial.count() == 0 ? 0 : 1;
  }
  RawVector<uint64_t> parts = initial.states;
  for (size_t i = 0; i < parts.size(); ++i) parts[i] &= constants[i % words];
  return different_rows(parts, words).size();
}

TransitionSystem::Merge merge_by(const TransitionSystem& system, const Reducer& reducer) {
  const bool exact = reducer.guarantee() == Guarantee::Exact && reducer.full();
  if (reducer.kind() != Reducer::Kind::Representative || !exact) return nullptr;
  return
      [worker = std::shared_ptr<ReducerWorker>(reducer.make_worker()), words = system.words()](SuccessorBatch& batch) {
        worker->reduce(batch.states.data(), batch.count());
        const std::vector<uint32_t> kept = different_rows(batch.states, words);
        RawVector<uint64_t> states;
        states.reserve(kept.size() * words);
        for (uint32_t i : kept) states.insert(states.end(), batch.state(i), batch.state(i) + words);
        batch.states = std::move(states);
        batch.sources.assign(kept.size(), 0);
      };
}

}  // namespace px::explore
