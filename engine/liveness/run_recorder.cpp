#include "engine/liveness/run_recorder.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/liveness/fair_threads.h"

namespace px::liveness {
namespace {

using Words = std::vector<uint64_t>;

void unite(Words& all, const uint64_t* more) {
  for (size_t i = 0; i < all.size(); ++i) all[i] |= more[i];
}

}  // namespace

RunRecorder::RunRecorder(const LassoSources& sources)
    : sources_(sources), words_(sources.system.words()), set_words_((sources.marks.elements() + 63) / 64) {}

void RunRecorder::start(Words state) {
  SuccessorBatch initial(words_);
  sources_.system.initial_states(initial);
  bool known = false;
  for (uint32_t i = 0; i < initial.count(); ++i) {
    known = known || std::equal(state.begin(), state.end(), initial.state(i));
  }
  if (!known) throw std::logic_error("the run of a cycle begins in no initial state");
  lasso_.trace.initial = state;
  lasso_.states.push_back(std::move(state));
}

void RunRecorder::take(const Wanted& wanted) {
  std::vector<ExplainedStep> steps = sources_.explainer.steps(at().data());
  SuccessorBatch batch(words_);
  for (const ExplainedStep& one : steps) {
    batch.states.insert(batch.states.end(), one.state.begin(), one.state.end());
    batch.sources.push_back(0);
  }
  Seen seen{0, Words(set_words_)};
  std::vector<uint32_t> edges;
  Words by_step(set_words_ * steps.size());
  if (set_words_ != 0) {
    seen.marks = sources_.marks.satisfied(at().data(), batch, seen.satisfied.data(), by_step.data());
  } else {
    sources_.marks.mark(at().data(), 1, batch, &seen.marks, edges);
  }
  for (uint32_t i = 0; i < batch.count(); ++i) {
    const Words state(batch.state(i), batch.state(i) + words_);
    const uint32_t marks = edges.empty() ? 0 : edges[i];
    const uint64_t* satisfied = set_words_ == 0 ? nullptr : by_step.data() + i * set_words_;
    if (!wanted(state, marks, satisfied)) continue;
    seen.marks |= marks;
    if (satisfied != nullptr) unite(seen.satisfied, satisfied);
    seen_.push_back(std::move(seen));
    if (!steps[i].micro_steps.empty()) steps[i].micro_steps.back().state = state;
    lasso_.trace.steps.push_back(TraceStep{std::move(steps[i].micro_steps)});
    lasso_.states.push_back(state);
    return;
  }
  throw std::logic_error("a step of a cycle is none of the model's");
}

void RunRecorder::check(size_t begin) const {
  Seen all{0, Words(set_words_)};
  for (size_t i = begin; i < seen_.size(); ++i) {
    all.marks |= seen_[i].marks;
    unite(all.satisfied, seen_[i].satisfied.data());
  }
  if ((sources_.marks.wanted() & ~all.marks) != 0) throw std::logic_error("a cycle does not carry all marks");
  for (uint32_t k = 0; k < sources_.marks.elements(); ++k) {
    if (!has_bit(all.satisfied.data(), k)) throw std::logic_error("a cycle is not fair to every process");
  }
  if (at() != lasso_.states[begin]) throw std::logic_error("a cycle does not come back to where it began");
}

// Steps in which the system stutters are not part of the trace: once there is one, all later ones are.
Lasso RunRecorder::finish(size_t begin) {
  check(begin);
  std::vector<TraceStep>& steps = lasso_.trace.steps;
  const auto still = std::find_if(steps.begin(), steps.end(), [](const TraceStep& s) { return s.micro_steps.empty(); });
  lasso_.trace.loop = std::min(begin, static_cast<size_t>(still - steps.begin()));
  steps.erase(still, steps.end());
  return std::move(lasso_);
}

}  // namespace px::liveness
