#include "engine/por/reduced_system.h"

#include "engine/por/stubborn_sets.h"

namespace px::por {
namespace {

class ReducedGenerator final : public SuccessorGenerator {
 public:
  explicit ReducedGenerator(const ReducedSystem& system)
      : system_(system),
        full_(system.full().make_generator()),
        sets_(system.independence(), system.layout(), system.sequences()),
        words_(system.words()) {}

  void mark_in(ActionCoverage& coverage) override { full_->mark_in(coverage); }

  size_t expand(const uint64_t* states, size_t count, uint32_t enough, SuccessorBatch& out) override {
    size_t i = 0;
    while (i < count && (i == 0 || out.count() < enough) && !out.cut_short) {
      expand_one(states + i * words_, static_cast<uint32_t>(i), out);
      ++i;
    }
    return i;
  }
  void expand_by(const uint64_t* state, uint32_t source, const Part& part, SuccessorBatch& out) override {
    full_->expand_by(state, source, part, out);
  }
  void check(const uint64_t* states, size_t count, SuccessorBatch& out) override { full_->check(states, count, out); }

 private:
  void expand_one(const uint64_t* state, uint32_t source, SuccessorBatch& out) {
    const uint32_t first = out.count();
    const size_t first_event = out.events.size();
    if (!sets_.choose(state)) return expand_full(state, source, out);
    full_->expand_by(state, source, sets_.part(), out);
    if (out.cut_short) return;
    // The body did not deliver what the guard promised: no action of the set has a step.
    if (out.count() == first) {
      out.events.resize(first_event);
      return expand_full(state, source, out);
    }
    const bool watches_cycles = system_.independence().purpose() == Purpose::Cycles;
    const uint32_t with_progress = count_progress(state, first, out);
    const bool leads_on = watches_cycles ? with_progress == out.count() - first : with_progress != 0;
    if (!leads_on && (watches_cycles || system_.is_complete(state))) {
      out.states.resize(size_t{first} * words_);
      out.sources.resize(first);
      out.events.resize(first_event);
      return expand_full(state, source, out);
    }
    if (!sets_.leaves_something_out()) return;
    out.reduced.push_back(source);
    if (!leads_on) out.suspects.push_back(source);
  }

  // Of the steps from number `first` on, counts those that make progress.
  uint32_t count_progress(const uint64_t* state, uint32_t first, const SuccessorBatch& out) const {
    const uint64_t before = system_.independence().progress(state);
    uint32_t count = 0;
    for (uint32_t i = first; i < out.count(); ++i) {
      if (system_.independence().progress(out.state(i)) > before) ++count;
    }
    return count;
  }

  void expand_full(const uint64_t* state, uint32_t source, SuccessorBatch& out) {
    const uint32_t first = out.count();
    const size_t first_event = out.events.size();
    full_->expand(state, 1, UINT32_MAX, out);
    for (uint32_t i = first; i < out.count(); ++i) out.sources[i] = source;
    for (size_t e = first_event; e < out.events.size(); ++e) out.events[e].state = source;
  }

  const ReducedSystem& system_;
  std::unique_ptr<SuccessorGenerator> full_;
  StubbornSets sets_;
  const size_t words_;
};

}  // namespace

std::unique_ptr<SuccessorGenerator> ReducedSystem::make_generator() const {
  return std::make_unique<ReducedGenerator>(*this);
}

void ReducedSystem::complete(const RawVector<uint64_t>& states) const {
  for (size_t at = 0; at < states.size(); at += words()) {
    complete_.emplace(states.begin() + static_cast<std::ptrdiff_t>(at),
                      states.begin() + static_cast<std::ptrdiff_t>(at + words()));
  }
}

RawVector<uint64_t> ReducedSystem::completed() const {
  RawVector<uint64_t> states;
  for (const std::vector<uint64_t>& state : complete_) states.insert(states.end(), state.begin(), state.end());
  return states;
}

bool ReducedSystem::is_complete(const uint64_t* state) const {
  return !complete_.empty() && complete_.contains(std::vector<uint64_t>(state, state + words()));
}

}  // namespace px::por
