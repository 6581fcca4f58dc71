#include "engine/liveness/fair_lasso.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "engine/liveness/fair_threads.h"
#include "engine/liveness/renamed_steps.h"
#include "engine/liveness/run_recorder.h"

namespace px::liveness {
namespace {

using Words = std::vector<uint64_t>;
using Image = std::vector<uint16_t>;  // empty: the identity

class FairLassoMaker {
 public:
  FairLassoMaker(const LassoSources& sources, const CycleOutcome& outcome)
      : sources_(sources),
        table_(*outcome.search.table),
        sets_(TableRecords(table_)),
        component_(*outcome.found),
        elements_(sources.marks.elements()),
        words_(sources.system.words()),
        steps_(sources.system, sources.reducer, sources.marks),
        row_(words_),
        run_(sources) {}

  Lasso make() {
    follow_stem();
    const store::StateRef root = current_;
    std::map<Words, size_t> begun{{run_.at(), run_.steps()}};
    make_round(root);
    while (begun.try_emplace(run_.at(), run_.steps()).second) {
      const std::vector<uint32_t> round = round_;
      for (const uint32_t step : round) follow(step);
    }
    return run_.finish(begun.at(run_.at()));
  }

 private:
  enum class Goal : uint8_t { Element, Accepting, State };

  struct Origin {
    uint64_t from = kNone;
    uint32_t step = 0;
  };
  using Origins = std::unordered_map<uint64_t, Origin>;
  static constexpr uint64_t kNone = UINT64_MAX;

  static std::vector<uint32_t> steps_to(const Origins& origins, uint64_t node) {
    std::vector<uint32_t> steps;
    for (Origin at = origins.at(node); at.from != kNone; at = origins.at(at.from)) steps.push_back(at.step);
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  void expand(store::StateRef ref) {
    table_.load_batch(&ref, 1, row_.data(), words_);
    if (!steps_.make(row_.data())) throw std::logic_error("a state of a cycle has no steps");
  }
  std::optional<store::StateRef> target(uint32_t step) { return table_.find(steps_.forms() + size_t{step} * words_); }
  bool inside(store::StateRef ref) const { return sets_.same(ref, component_); }

  // ---- Stem

  void follow_stem() {
    SuccessorBatch initial(words_);
    sources_.system.initial_states(initial);
    Origins origins;
    std::vector<store::StateRef> queue;
    std::map<store::StateRef, uint32_t> first;  // the number of the initial state
    for (uint32_t i = 0; i < initial.count(); ++i) {
      Words form(initial.state(i), initial.state(i) + words_);
      steps_.reduce(form.data());
      const auto ref = table_.find(form.data());
      if (!ref || !origins.try_emplace(*ref).second) continue;
      queue.push_back(*ref);
      first[*ref] = i;
    }
    for (size_t next = 0; next < queue.size(); ++next) {
      const store::StateRef at = queue[next];
      if (inside(at)) return begin(initial, origins, first, at);
      expand(at);
      for (uint32_t i = 0; i < steps_.count(); ++i) {
        const auto to = target(i);
        if (to && origins.try_emplace(*to, Origin{at, i}).second) queue.push_back(*to);
      }
    }
    throw std::logic_error("a component that the search found is not reached");
  }

  void begin(SuccessorBatch& initial, const Origins& origins, const std::map<store::StateRef, uint32_t>& first,
             store::StateRef at) {
    store::StateRef ref = at;
    while (origins.at(ref).from != kNone) ref = origins.at(ref).from;
    current_ = ref;
    Words state(initial.state(first.at(ref)), initial.state(first.at(ref)) + words_);
    run_.start(state);
    names_ = steps_.reduce(state.data());
    for (const uint32_t step : steps_to(origins, at)) follow(step);
  }

  // ---- Steps of the model

  uint32_t name_of(uint32_t element) const {
    return names_.empty() ? element : sources_.marks.renamed(element, names_.data());
  }

  Words real(const uint64_t* row) const {
    Words state(row, row + words_);
    if (names_.empty()) return state;
    Image back(names_.size());
    for (size_t p = 0; p < names_.size(); ++p) back[names_[p]] = static_cast<uint16_t>(p);
    sources_.reducer.group()->apply(back.data(), row, state.data());
    return state;
  }

  // Follows this step of the current representative with the run.
  void follow(uint32_t step) {
    expand(current_);
    const Words wanted = real(steps_.row(step));
    run_.take([&](const Words& state, uint32_t, const uint64_t* satisfied) {
      if (state != wanted) return false;
      for (uint32_t k = 0; k < elements_; ++k) {
        if (has_bit(satisfied, k) != has_bit(steps_.satisfied_by(step), name_of(k))) return false;
      }
      return true;
    });
    current_ = target(step).value();
    if (const uint16_t* image = steps_.image(step)) {
      for (uint16_t& name : names_) name = image[name];
    }
  }

  // ---- A round

  void make_round(store::StateRef root) {
    is_missing_.assign(elements_, true);
    accepted_ = false;
    look();
    if (!accepted_) go_to(Goal::Accepting, 0);
    for (uint32_t k = 0; k < elements_; ++k) {
      if (is_missing_[k]) go_to(Goal::Element, name_of(k));
    }
    if (current_ != root || round_.empty()) go_to(Goal::State, 0, root);
  }

  // Records what the run's current state satisfies.
  void look() {
    expand(current_);
    accepted_ = accepted_ || (steps_.marks() & sources_.marks.wanted()) == sources_.marks.wanted();
    for (uint32_t k = 0; k < elements_; ++k) {
      if (has_bit(steps_.satisfied_here(), name_of(k))) is_missing_[k] = false;
    }
  }

  void go_to(Goal goal, uint32_t element, store::StateRef root = store::kNoState) {
    for (const uint32_t step : path(goal, element, root)) {
      expand(current_);
      for (uint32_t k = 0; k < elements_; ++k) {
        if (has_bit(steps_.satisfied_by(step), name_of(k))) is_missing_[k] = false;
      }
      follow(step);
      round_.push_back(step);
      look();
    }
  }

  // A path from the current state within the component; for Goal::Element, `element` is its name in the current state.
  std::vector<uint32_t> path(Goal goal, uint32_t element, store::StateRef root) {
    const bool named = goal == Goal::Element;
    const uint64_t names = named ? elements_ : 1;
    const auto node_of = [&](store::StateRef ref, uint32_t k) { return ref * names + (named ? k : 0); };
    Origins origins;
    std::vector<uint64_t> queue{node_of(current_, element)};
    origins.try_emplace(queue.front());
    for (size_t next = 0; next < queue.size(); ++next) {
      const uint64_t node = queue[next];
      const auto k = static_cast<uint32_t>(node % names);
      expand(node / names);
      if (is_there(goal, k)) return steps_to(origins, node);
      for (uint32_t i = 0; i < steps_.count(); ++i) {
        const auto to = target(i);
        if (!to || !inside(*to)) continue;
        if (to == root || (named && has_bit(steps_.satisfied_by(i), k))) {
          std::vector<uint32_t> steps = steps_to(origins, node);
          steps.push_back(i);
          return steps;
        }
        const uint16_t* renaming = steps_.renaming(i);
        const uint64_t reached = node_of(*to, named && renaming != nullptr ? renaming[k] : k);
        if (origins.try_emplace(reached, Origin{node, i}).second) queue.push_back(reached);
      }
    }
    throw std::logic_error("a component that the search found has no fair cycle");
  }

  bool is_there(Goal goal, uint32_t element) const {
    if (goal == Goal::Element) return has_bit(steps_.satisfied_here(), element);
    return goal == Goal::Accepting && (steps_.marks() & sources_.marks.wanted()) == sources_.marks.wanted();
  }

  const LassoSources& sources_;
  store::StateTable& table_;
  TableSets sets_;
  const store::StateRef component_;
  const uint32_t elements_;
  const uint32_t words_;
  RenamedSteps steps_;
  Words row_;
  RunRecorder run_;

  store::StateRef current_ = store::kNoState;  // the representative of the run's current state
  Image names_;                                // per name in the run: its name in current_
  std::vector<bool> is_missing_;               // per process of the run: not yet satisfied in this round
  bool accepted_ = false;
  std::vector<uint32_t> round_;
};

}  // namespace

Lasso build_fair_lasso(const LassoSources& sources, const CycleOutcome& outcome) {
  return FairLassoMaker(sources, outcome).make();
}

}  // namespace px::liveness
