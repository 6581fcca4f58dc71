// Cost of symmetry reduction per state, on reachable states of Peterson's algorithm, of a mail system whose clients
// refer to each other, and of models whose groups are not products: for these also the cost of the fast path on the
// same states, as if all elements of each orbit were freely interchangeable.
#include <benchmark/benchmark.h>
#include <deque>
#include <fstream>
#include <set>
#include <sstream>
#include <vector>

#include "engine/interp/interpreter.h"
#include "engine/ir/text.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "symmetry/group/permutation_group.h"
#include "symmetry/perm/element_space.h"
#include "tests/unit/symmetry/models.h"

namespace px {
namespace {

constexpr size_t kStates = 4096;

// Successors in the order in which a search generates them: mostly images of representatives, as in a real run.
std::vector<uint64_t> reachable_states(const interp::Interpreter& system, const Reducer& reducer) {
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

// The product of the full symmetric groups over the orbits: not a group of symmetries, but on the same elements.
symmetry::SymmetryGroup product_over_orbits(const ir::Program& program, const symmetry::SymmetryGroup& group) {
  const symmetry::ElementSpace space(program);
  symmetry::SymmetryGroup product;
  for (const std::vector<uint16_t>& orbit : symmetry::PermutationGroup(space.size(), group.generators).orbits()) {
    symmetry::Block block{space.sort_of(orbit.front()), {}};
    for (const uint16_t point : orbit) block.elements.push_back(space.element_of(point));
    product.blocks.push_back(std::move(block));
  }
  return product;
}

void reduce(benchmark::State& state, const std::shared_ptr<const ir::Program>& program, const char* strategy,
            bool as_product = false) {
  const std::unique_ptr<interp::Interpreter> system = std::move(*interp::Interpreter::make(program));
  const symmetry::SymmetryGroup group = symmetry::detect_symmetry(*program, system->layout()).group;
  const auto canonical = std::move(*make_reducer("canonical", *program, system->layout(), group));
  const std::vector<uint64_t> states = reachable_states(*system, *canonical);
  const auto reducer = std::move(
      *make_reducer(strategy, *program, system->layout(), as_product ? product_over_orbits(*program, group) : group));
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
  for (const Statistic& figure : worker->statistics()) {
    if (figure.combine != Statistic::Combine::Sum) continue;  // sums are over all iterations
    state.counters[figure.name] = static_cast<double>(figure.value) / static_cast<double>(state.iterations());
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

void BM_General(benchmark::State& state, const char* file, bool as_product) {
  std::ifstream stream(std::string(PX_TEXT_MODELS) + '/' + file);
  std::stringstream text;
  text << stream.rdbuf();
  SourceMap sources;
  Result<ir::Program> program = ir::read_program(sources, sources.add(file, text.str()));
  if (!program) return state.SkipWithError("the model cannot be read");
  reduce(state, std::make_shared<const ir::Program>(std::move(*program)), "canonical", as_product);
}
BENCHMARK_CAPTURE(BM_General, tiers, "tiers_wreath.px", false);
BENCHMARK_CAPTURE(BM_General, tiers_as_product, "tiers_wreath.px", true);
BENCHMARK_CAPTURE(BM_General, tree, "tree_binary.px", false);
BENCHMARK_CAPTURE(BM_General, tree_as_product, "tree_binary.px", true);
BENCHMARK_CAPTURE(BM_General, ring, "ring_rotations.px", false);
BENCHMARK_CAPTURE(BM_General, ring_as_product, "ring_rotations.px", true);
BENCHMARK_CAPTURE(BM_General, cube, "hypercube_walk.px", false);
BENCHMARK_CAPTURE(BM_General, cube_as_product, "hypercube_walk.px", true);

}  // namespace
}  // namespace px

BENCHMARK_MAIN();
