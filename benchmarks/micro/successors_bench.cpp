// Successor generation alone, without a table: native code and the interpreter on reachable states of Peterson's
// algorithm, and the cost of compilation. Counters: successors per second (one thread).
#include <benchmark/benchmark.h>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/interp/interpreter.h"
#include "engine/jit/compiled_model.h"
#include "tests/support/peterson.h"

namespace px {
namespace {

std::shared_ptr<const TransitionSystem> interpreted(uint32_t processes) {
  auto made = interp::Interpreter::make(std::make_shared<const ir::Program>(test::merged_peterson(processes)));
  PX_CHECK(made.ok());
  return std::shared_ptr<const TransitionSystem>(std::move(*made));
}

std::unique_ptr<TransitionSystem> compiled(uint32_t processes) {
  auto made = jit::compile(interpreted(processes));
  PX_CHECK(made.ok());
  return std::move(*made);
}

// The first `wanted` states in breadth-first order.
std::vector<uint64_t> reachable(const TransitionSystem& system, size_t wanted) {
  const uint32_t words = system.words();
  SuccessorBatch batch(words);
  system.initial_states(batch);
  std::unordered_set<std::string> seen;
  std::vector<uint64_t> states;
  const auto generator = system.make_generator();
  for (size_t next = 0;; ++next) {
    for (uint32_t i = 0; i < batch.count(); ++i) {
      const auto* bytes = reinterpret_cast<const char*>(batch.state(i));
      if (seen.emplace(bytes, size_t{words} * 8).second) {
        states.insert(states.end(), batch.state(i), batch.state(i) + words);
      }
    }
    if (seen.size() >= wanted || next * words >= states.size()) return states;
    batch.clear();
    const std::vector<uint64_t> state(states.begin() + static_cast<ptrdiff_t>(next * words),
                                      states.begin() + static_cast<ptrdiff_t>((next + 1) * words));
    generator->expand(state.data(), 1, UINT32_MAX, batch);
  }
}

void run(benchmark::State& bench, const TransitionSystem& system, size_t wanted) {
  const std::vector<uint64_t> states = reachable(system, wanted);
  const size_t count = states.size() / system.words();
  const auto generator = system.make_generator();
  SuccessorBatch batch(system.words());
  constexpr uint32_t kEnough = 512;  // as a worker asks for
  uint64_t successors = 0;
  for (auto unused : bench) {
    static_cast<void>(unused);
    for (size_t next = 0; next < count;) {
      batch.clear();
      next += generator->expand(states.data() + next * system.words(), count - next, kEnough, batch);
      successors += batch.count();
      benchmark::DoNotOptimize(batch.states.data());
    }
  }
  bench.counters["successors/s"] = benchmark::Counter(static_cast<double>(successors), benchmark::Counter::kIsRate);
  bench.counters["words"] = system.words();
}

void BM_Native(benchmark::State& bench) {
  run(bench, *compiled(static_cast<uint32_t>(bench.range(0))), 100000);
}
BENCHMARK(BM_Native)->Arg(3)->Arg(5)->Arg(8)->Arg(20);

void BM_Interpreted(benchmark::State& bench) {
  run(bench, *interpreted(static_cast<uint32_t>(bench.range(0))), 10000);
}
BENCHMARK(BM_Interpreted)->Arg(5);

void BM_Compile(benchmark::State& bench) {
  const auto reference = interpreted(static_cast<uint32_t>(bench.range(0)));
  for (auto unused : bench) {
    static_cast<void>(unused);
    auto made = jit::compile(reference);
    PX_CHECK(made.ok());
  }
}
BENCHMARK(BM_Compile)->Arg(3)->Arg(5)->Arg(8)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace px

BENCHMARK_MAIN();
