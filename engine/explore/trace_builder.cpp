#include "engine/explore/trace_builder.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <set>

#include "engine/explore/worker.h"

namespace px::explore {
namespace {

using Words = std::vector<uint64_t>;

// A class on the path has several states, and the choice among them can decide in which image of the event the run
// ends. A run to an image of the event is mapped to one to the event itself; if that is impossible, up to this many
// states are examined to find one.
constexpr uint64_t kPatience = 2'000;

class TraceBuilder {
 public:
  TraceBuilder(const TraceSources& sources, const SearchOutcome& outcome, const FoundViolation& found)
      : sources_(sources),
        outcome_(outcome),
        table_(*outcome.table),
        found_(found),
        words_(sources.system.words()),
        reducer_(sources.reducer.make_worker()),
        full_(sources.full_reducer.make_worker()) {}

  Trace build() {
    SuccessorBatch initial(words_);
    sources_.system.initial_states(initial);
    if (found_.in_initial_states) return {};
    collect_path();
    Trace any = find(false, UINT64_MAX, initial);
    if (any.empty() || ViolationLog::key_of(ended_by_) == ViolationLog::key_of(found_.event)) return any;
    Trace moved = moved_to_event(any);
    if (!moved.empty()) return moved;
    Trace exact = find(true, kPatience, initial);
    return exact.empty() ? any : exact;
  }

 private:
  Trace find(bool exact, uint64_t patience, const SuccessorBatch& initial) {
    exact_ = exact;
    patience_ = patience;
    for (uint32_t i = 0; i < initial.count(); ++i) {
      trace_ = {};
      trace_.initial.assign(initial.state(i), initial.state(i) + words_);
      if (belongs(trace_.initial, 0) && walk(trace_.initial, 1)) return std::move(trace_);
    }
    return {};
  }

  // References from the initial state to the source of the event; for representatives, in full canonical form.
  void collect_path() {
    for (store::StateRef ref = found_.source; ref != store::kNoState; ref = outcome_.parent(ref)) path_.push_back(ref);
    std::reverse(path_.begin(), path_.end());
    if (sources_.reducer.kind() != Reducer::Kind::Representative || !table_.keeps_states()) return;
    for (const store::StateRef ref : path_) {
      Words state(words_);
      table_.load_batch(&ref, 1, state.data(), words_);
      full_->reduce(state.data(), 1);
      classes_.push_back(std::move(state));
    }
  }

  // Whether the state belongs to the class of path_[position].
  bool belongs(const Words& state, size_t position) {
    Words form = state;
    switch (sources_.reducer.kind()) {
      case Reducer::Kind::Representative:
        if (!classes_.empty()) {
          full_->reduce(form.data(), 1);
          return form == classes_[position];
        }
        reducer_->reduce(form.data(), 1);
        break;
      case Reducer::Kind::Key:
        form.resize(sources_.reducer.key_words());
        reducer_->make_keys(state.data(), 1, form.data());
        break;
      default: break;
    }
    return table_.find(form.data()) == path_[position];
  }

  // Extends the trace from `state`, which belongs to the class of path_[next - 1], to the event. Leaves the trace
  // unchanged if that is impossible. Recursion would be as deep as the run is long, so it keeps its own stack.
  bool walk(const Words& start, size_t first) {
    struct Frame {
      std::vector<TraceStep> candidates;
      size_t tried = 0;
    };
    std::vector<Frame> frames;
    Words state = start;
    size_t next = first;
    for (;;) {
      if (patience_-- == 0) {
        trace_.steps.clear();
        patience_ = 0;
        return false;
      }
      Explanation explanation = sources_.explainer.explain(state.data());
      if (next == path_.size() && finish(explanation)) return true;
      Frame frame;
      if (next < path_.size()) {
        for (TraceStep& step : explanation.steps) {
          if (belongs(step.state(), next)) frame.candidates.push_back(std::move(step));
        }
      }
      frames.push_back(std::move(frame));
      while (!frames.empty() && frames.back().tried == frames.back().candidates.size()) {
        frames.pop_back();
        if (!trace_.steps.empty()) trace_.steps.pop_back();
      }
      if (frames.empty()) return false;
      trace_.steps.push_back(frames.back().candidates[frames.back().tried++]);
      state = trace_.steps.back().state();
      next = first + frames.size();
    }
  }

  // Completes the trace if the event occurs here: the very same event, or, if no run to it has been found for a while,
  // its image under a symmetry.
  bool finish(const Explanation& explanation) {
    const auto same_place = [&](const Event& event) {
      return ViolationLog::key_of(event) == ViolationLog::key_of(found_.event);
    };
    const auto same_kind = [&](const Event& event) {
      return event.kind == found_.event.kind && event.error == found_.event.error;
    };
    return finish_where(explanation, same_place) || (!exact_ && finish_where(explanation, same_kind));
  }

  template <class Matches>
  bool finish_where(const Explanation& explanation, const Matches& matches) {
    for (const Explanation::LocatedEvent& located : explanation.events) {
      if (!matches(located.event)) continue;
      ended_by_ = located.event;
      whole_steps_ = trace_.steps.size();
      Explanation::end_in(located, trace_);
      return true;
    }
    return false;
  }

  // ---- A run to an image of the event, mapped to the event itself

  Words image(const Words& state, size_t generator) const {
    Words images;
    sources_.reducer.group()->make_generator_images(state.data(), images);
    const auto begin = images.begin() + static_cast<std::ptrdiff_t>(generator * words_);
    return {begin, begin + static_cast<std::ptrdiff_t>(words_)};
  }

  // A product of generators (by number) such that the event occurs in the image of the state. Permutations map source
  // locations to source locations, so only images with a location not seen yet are pursued.
  std::optional<std::vector<size_t>> product_to_event(const Words& from) const {
    const std::unique_ptr<SuccessorGenerator> generator = sources_.system.make_generator();
    SuccessorBatch expanded(words_);
    std::set<ViolationLog::Key> seen;
    const auto shows_new = [&](const uint64_t* state) {
      const size_t before = seen.size();
      expanded.clear();
      generator->expand(state, 1, UINT32_MAX, expanded);
      for (const Event& event : expanded.events) seen.insert(ViolationLog::key_of(event));
      return seen.size() > before;
    };
    shows_new(from.data());
    std::deque<std::pair<Words, std::vector<size_t>>> open{{from, {}}};
    for (; !open.empty(); open.pop_front()) {
      Words images;
      sources_.reducer.group()->make_generator_images(open.front().first.data(), images);
      for (size_t g = 0; g * words_ < images.size(); ++g) {
        const auto begin = images.begin() + static_cast<std::ptrdiff_t>(g * words_);
        if (!shows_new(images.data() + g * words_)) continue;
        std::vector<size_t> longer = open.front().second;
        longer.push_back(g);
        if (seen.contains(ViolationLog::key_of(found_.event))) return longer;
        open.emplace_back(Words(begin, begin + static_cast<std::ptrdiff_t>(words_)), std::move(longer));
      }
    }
    return {};
  }

  // The images of all states of a run form a run; its actions are looked up. Empty if the event does not occur that
  // way.
  Trace moved_to_event(const Trace& run) {
    if (sources_.reducer.group() == nullptr) return {};
    const Words& last = whole_steps_ == 0 ? run.initial : run.steps[whole_steps_ - 1].state();
    const std::optional<std::vector<size_t>> product = product_to_event(last);
    if (!product) return {};
    const auto moved = [&](Words state) {
      for (const size_t generator : *product) state = image(state, generator);
      return state;
    };
    trace_ = {};
    trace_.initial = moved(run.initial);
    Words state = trace_.initial;
    for (size_t i = 0; i < whole_steps_; ++i) {
      Explanation explanation = sources_.explainer.explain(state.data());
      const auto same = std::find_if(explanation.steps.begin(), explanation.steps.end(), [&](const TraceStep& step) {
        return std::equal(step.micro_steps.begin(), step.micro_steps.end(), run.steps[i].micro_steps.begin(),
                          run.steps[i].micro_steps.end(),
                          [&](const MicroStep& a, const MicroStep& b) { return a.state == moved(b.state); });
      });
      if (same == explanation.steps.end()) return {};
      trace_.steps.push_back(std::move(*same));
      state = trace_.steps.back().state();
    }
    exact_ = true;
    return finish(sources_.explainer.explain(state.data())) ? std::move(trace_) : Trace{};
  }

  const TraceSources& sources_;
  const SearchOutcome& outcome_;
  const store::StateTable& table_;
  const FoundViolation& found_;
  const uint32_t words_;
  std::unique_ptr<ReducerWorker> reducer_;
  std::unique_ptr<ReducerWorker> full_;
  bool exact_ = true;       // require the very same event
  uint64_t patience_ = 0;   // states that may still be examined
  Event ended_by_;          // how the last run that was found ended,
  size_t whole_steps_ = 0;  // and after how many steps
  std::vector<store::StateRef> path_;
  std::vector<Words> classes_;
  Trace trace_;
};

}  // namespace

Trace build_trace(const TraceSources& sources, const SearchOutcome& outcome, const FoundViolation& found) {
  return TraceBuilder(sources, outcome, found).build();
}

}  // namespace px::explore
