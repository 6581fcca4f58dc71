// Cost of symmetry reduction per state, on reachable states of Peterson's algorithm and of a mail system whose clients
// point at each other.
#include <benchmark/benchmark.h>
#include <deque>
#include <set>
#include <vector>

#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "tests/unit/symmetry/models.h"

namespace px {
namespace {

constexpr size_t kStates = 4096;

// Successors in the order in which a search meets them: mostly images of representatives, as in a real run.
std::vector<uint64_t> reachable_states(const Interpreter& system, const Reducer& reducer) {
  const uint32_t words = system.words();
  const auto generator = system.make_generator();
  const auto worker = reducer.make_worker();
  std::set<std::vector<uint64_t>> seen;
  std::deque<std::vector<uint64_t>> open;
  SuccessorBatch batch(words);
  system.initial_states(batch);
  open.emplace_back(batch.state(0), batch.state(0) + words);
  std::vector<uint64_t> met;
  while (!open.empty() && met.size() < 4 * kStates * words) {
    const std::vector<uint64_t> state = std::move(open.front());
    open.pop_front();
    batch.clear();
    generator->expand(state.data(), 1, UINT32_MAX, batch);
    if (batch.count() == 0) continue;
    met.insert(met.end(), batch.state(0), batch.state(0) + size_t{batch.count()} * words);
    worker->reduce(batch.state(0), batch.count());
    for (uint32_t i = 0; i < batch.count(); ++i) {
      std::vector<uint64_t> next(batch.state(i), batch.state(i) + words);
      if (seen.insert(next).second) open.push_back(std::move(next));
    }
  }
  const size_t keep = std::min(kStates * words, met.size());
  return {met.end() - static_cast<std::ptrdiff_t>(keep), met.end()};  // the latest: not all at the start
}

void reduce(benchmark::State& state, const std::shared_ptr<const ir::Program>& program, const char* strategy) {
  const std::unique_ptr<Interpreter> system = std::move(*Interpreter::make(program));
  const SymmetryGroup group = detect_symmetry(*program, system->layout()).group;
  const auto canonical = std::move(*make_reducer("canonical", *program, system->layout(), group));
  const std::vector<uint64_t> states = reachable_states(*system, *canonical);
  const auto reducer = std::move(*make_reducer(strategy, *program, system->layout(), group));
  const auto worker = reducer->make_worker();
  const size_t count = states.size() / system->words();
  std::vector<uint64_t> work(states.size());
  for (auto _ : state) {
    work = states;
    worker->reduce(work.data(), count);
    benchmark::DoNotOptimize(work.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(count));
  state.counters["ns/state"] = benchmark::Counter(
      static_cast<double>(count) * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["bytes"] = system->layout().bytes();
  for (const auto& [name, value] : worker->statistics()) {
    if (name != "states individualised" && name != "states refined")
      continue;  // sums over all iterations; others are maxima
    state.counters[name] = static_cast<double>(value) / static_cast<double>(state.iterations());
  }
}

void BM_Peterson(benchmark::State& state, const char* strategy) {
  reduce(state, test::peterson(static_cast<uint32_t>(state.range(0))), strategy);
}
BENCHMARK_CAPTURE(BM_Peterson, exact_markers, "exact-markers")->DenseRange(5, 9, 2);
BENCHMARK_CAPTURE(BM_Peterson, canonical, "canonical")->DenseRange(5, 9, 2);
BENCHMARK_CAPTURE(BM_Peterson, sorted, "sorted")->DenseRange(5, 9, 2);

void BM_Mail(benchmark::State& state, const char* strategy) {
  reduce(state, test::mail(static_cast<uint32_t>(state.range(0))), strategy);
}
BENCHMARK_CAPTURE(BM_Mail, exact_markers, "exact-markers")->DenseRange(4, 6, 2);
BENCHMARK_CAPTURE(BM_Mail, canonical, "canonical")->DenseRange(4, 6, 2);
BENCHMARK_CAPTURE(BM_Mail, segmented, "segmented")->DenseRange(4, 6, 2);

}  // namespace
}  // namespace px

BENCHMARK_MAIN();
