#include "engine/liveness/lasso.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "engine/liveness/fair_lasso.h"
#include "engine/liveness/run_recorder.h"

namespace px::liveness {
namespace {

using Words = std::vector<uint64_t>;

// A state, and the step by which it was reached.
struct Step {
  store::StateRef to = store::kNoState;
  uint32_t edge_marks = 0;
};

// The stored states as a graph; for one thread.
class StoredGraph {
 public:
  StoredGraph(const LassoSources& sources, store::StateTable& table)
      : sources_(sources),
        table_(table),
        words_(sources.system.words()),
        generator_(sources.system.make_generator()),
        reducer_(sources.reducer.make_worker()),
        batch_(words_),
        row_(words_) {}

  std::vector<store::StateRef> initial() {
    SuccessorBatch first(words_);
    sources_.system.initial_states(first);
    std::vector<store::StateRef> refs;
    for (uint32_t i = 0; i < first.count(); ++i) {
      if (const auto ref = reference(first.state(i))) refs.push_back(*ref);
    }
    return refs;
  }

  // Returns the marks of the state; `steps` receives its stored successors.
  uint32_t expand(store::StateRef ref, std::vector<Step>& steps) {
    steps.clear();
    batch_.clear();
    edges_.clear();
    table_.load_batch(&ref, 1, row_.data(), words_);
    generator_->expand(row_.data(), 1, UINT32_MAX, batch_);
    uint32_t marks = 0;
    sources_.marks.mark(row_.data(), 1, batch_, &marks, edges_);
    for (uint32_t i = 0; i < batch_.count(); ++i) {
      if (const auto to = reference(batch_.state(i))) steps.push_back({*to, edges_.empty() ? 0 : edges_[i]});
    }
    return marks;
  }

  std::optional<store::StateRef> reference(uint64_t* state) {
    if (sources_.reducer.kind() == Reducer::Kind::Representative) reducer_->reduce(state, 1);
    return table_.find(state);
  }
  Words state(store::StateRef ref) const {
    Words state(words_);
    table_.load_batch(&ref, 1, state.data(), words_);
    return state;
  }

 private:
  const LassoSources& sources_;
  store::StateTable& table_;
  const uint32_t words_;
  std::unique_ptr<SuccessorGenerator> generator_;
  std::unique_ptr<ReducerWorker> reducer_;
  SuccessorBatch batch_;
  Words row_;
  std::vector<uint32_t> edges_;
};

// Paths through the stored states: the first state, and the steps from it.
struct StoredLasso {
  store::StateRef first = store::kNoState;
  std::vector<Step> stem;
  std::vector<Step> cycle;  // from the end of the stem back to it
};

class StoredLassoFinder {
 public:
  StoredLassoFinder(const LassoSources& sources, const CycleOutcome& outcome)
      : graph_(sources, *outcome.search.table),
        sets_(TableRecords(*outcome.search.table)),
        wanted_(sources.marks.wanted()),
        component_(*outcome.found) {}

  StoredLasso find() {
    const std::vector<store::StateRef> initial = graph_.initial();
    const Path stem = search(
        initial, [&](store::StateRef ref, uint32_t) { return inside(ref); }, {}, false);
    StoredLasso lasso{stem.first, stem.steps, {}};
    const store::StateRef start = stem.steps.empty() ? stem.first : stem.steps.back().to;
    store::StateRef at = start;
    uint32_t seen = marks_of(at);
    while ((wanted_ & ~seen) != 0) {
      const auto adds = [&](uint32_t marks) { return (marks & wanted_ & ~seen) != 0; };
      const Path path = search(
          {at}, [&](store::StateRef, uint32_t marks) { return adds(marks); }, adds, true);
      append(path, lasso.cycle, seen);
      at = lasso.cycle.back().to;
    }
    if (at != start || lasso.cycle.empty()) {
      append(search(
                 {at}, [](store::StateRef, uint32_t) { return false; }, {}, true, start),
             lasso.cycle, seen);
    }
    return lasso;
  }

 private:
  struct Path {
    store::StateRef first = store::kNoState;
    std::vector<Step> steps;
  };
  using ByState = std::function<bool(store::StateRef, uint32_t)>;  // a state and its marks
  using ByEdge = std::function<bool(uint32_t)>;

  bool inside(store::StateRef ref) const { return sets_.same(ref, component_); }
  uint32_t marks_of(store::StateRef ref) { return graph_.expand(ref, steps_); }

  void append(const Path& path, std::vector<Step>& cycle, uint32_t& seen) {
    for (const Step& step : path.steps) {
      seen |= step.edge_marks | marks_of(step.to);
      cycle.push_back(step);
    }
  }

  // Breadth first to the nearest wanted state or edge, or to `target` by at least one step. With `stay`, within the
  // component only.
  Path search(const std::vector<store::StateRef>& from, const ByState& by_state, const ByEdge& by_edge, bool stay,
              store::StateRef target = store::kNoState) {
    struct Origin {
      store::StateRef from = store::kNoState;
      uint32_t edge_marks = 0;
    };
    std::unordered_map<store::StateRef, Origin> origins;
    std::vector<store::StateRef> queue;
    const auto path_to = [&](store::StateRef last) {
      Path path;
      for (; origins.at(last).from != store::kNoState; last = origins.at(last).from) {
        path.steps.push_back({last, origins.at(last).edge_marks});
      }
      path.first = last;
      std::reverse(path.steps.begin(), path.steps.end());
      return path;
    };
    for (const store::StateRef ref : from) {
      if (origins.try_emplace(ref).second) queue.push_back(ref);
    }
    for (size_t next = 0; next < queue.size(); ++next) {
      const store::StateRef at = queue[next];
      const uint32_t marks = graph_.expand(at, steps_);
      if (by_state(at, marks)) return path_to(at);
      for (const Step& step : steps_) {
        if (stay && !inside(step.to)) continue;
        if (step.to == target || (by_edge && by_edge(step.edge_marks))) {
          Path path = path_to(at);
          path.steps.push_back(step);
          return path;
        }
        if (origins.try_emplace(step.to, Origin{at, step.edge_marks}).second) queue.push_back(step.to);
      }
    }
    throw std::logic_error("a component that the search found has no cycle with all marks");
  }

  StoredGraph graph_;
  TableSets sets_;
  const uint32_t wanted_;
  const store::StateRef component_;
  std::vector<Step> steps_;
};

// Follows paths through classes with concrete states.
class RunMaker {
 public:
  RunMaker(const LassoSources& sources, const CycleOutcome& outcome)
      : sources_(sources),
        graph_(sources, *outcome.search.table),
        full_(sources.full_reducer.make_worker()),
        words_(sources.system.words()),
        run_(sources) {}

  Lasso run(const StoredLasso& stored) {
    start(stored.first);
    for (const Step& step : stored.stem) take(step);
    std::map<Words, size_t> rounds;  // concrete states in which a round began -> number of steps before it
    while (rounds.try_emplace(run_.at(), run_.steps()).second) {
      for (const Step& step : stored.cycle) take(step);
    }
    return run_.finish(rounds.at(run_.at()));
  }

 private:
  Words form(Words state) {
    full_->reduce(state.data(), 1);
    return state;
  }
  bool is_identity() const { return sources_.reducer.kind() == Reducer::Kind::Identity; }
  Words class_of(const Words& state) { return is_identity() ? state : form(state); }

  void start(store::StateRef first) {
    SuccessorBatch initial(words_);
    sources_.system.initial_states(initial);
    const Words wanted = class_of(graph_.state(first));
    for (uint32_t i = 0; i < initial.count(); ++i) {
      const Words state(initial.state(i), initial.state(i) + words_);
      if (class_of(state) == wanted) return run_.start(state);
    }
    throw std::logic_error("the run of a cycle begins in no initial state");
  }

  void take(const Step& step) {
    const Words wanted = class_of(graph_.state(step.to));
    run_.take([&](const Words& state, uint32_t marks, const uint64_t*) {
      return marks == step.edge_marks && class_of(state) == wanted;
    });
  }

  const LassoSources& sources_;
  StoredGraph graph_;
  std::unique_ptr<ReducerWorker> full_;
  const uint32_t words_;
  RunRecorder run_;
};

}  // namespace

Lasso build_lasso(const LassoSources& sources, const CycleOutcome& outcome) {
  if (sources.marks.elements() != 0) return build_fair_lasso(sources, outcome);
  const StoredLasso stored = StoredLassoFinder(sources, outcome).find();
  return RunMaker(sources, outcome).run(stored);
}

}  // namespace px::liveness
