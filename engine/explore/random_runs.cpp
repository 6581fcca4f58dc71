#include "engine/explore/random_runs.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <set>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/base/parallel.h"
#include "engine/explore/state_estimate.h"

namespace px::explore {
namespace {

// Runs that a thread advances together: enough to amortise the cost of calling a generator.
constexpr size_t kLanes = 32;
constexpr uint64_t kRoundsBetweenLooks = 16;

// The choices of one run: SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
class Choices {
 public:
  Choices(uint64_t seed, uint64_t run) : state_(hash_word(run, seed)) {}

  // A number in 0..count-1. Multiplication biases none by more than count / 2^64.
  uint32_t below(uint32_t count) {
    state_ += 0x9e3779b97f4a7c15ULL;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return static_cast<uint32_t>(((z >> 32) * count) >> 32);
  }

 private:
  uint64_t state_;
};

// Errors by location, each with the run to report.
class ErrorsByPlace {
 public:
  // The shortest run to it; among equals the first.
  explicit ErrorsByPlace(bool first) : first_(first) {}

  void add(const FoundViolation& found) {
    const auto [entry, is_new] = found_.try_emplace(ViolationLog::key_of(found.event), found);
    if (is_new) return;
    const uint64_t occurrences = entry->second.occurrences + found.occurrences;
    if (is_better(found, entry->second)) entry->second = found;
    entry->second.occurrences = occurrences;
  }
  void add(const ErrorsByPlace& other) {
    for (const auto& [key, found] : other.found_) add(found);
  }
  bool empty() const { return found_.empty(); }
  // Only from these runs, the best first.
  std::vector<FoundViolation> take(uint64_t last) const {
    std::vector<FoundViolation> all;
    for (const auto& [key, found] : found_) {
      if (found.source <= last) all.push_back(found);
    }
    std::ranges::stable_sort(all, [this](const auto& a, const auto& b) { return is_better(a, b); });
    return all;
  }

 private:
  bool is_better(const FoundViolation& a, const FoundViolation& b) const {
    return first_ || a.depth == b.depth ? a.source < b.source : a.depth < b.depth;
  }

  bool first_;
  std::map<ViolationLog::Key, FoundViolation> found_;
};

// State shared by all threads.
struct Shared {
  Shared(const TransitionSystem& of, const RandomRunsOptions& asked, const SuccessorBatch& begins_at)
      : system(of), options(asked), initial(begins_at), found(asked.until_error) {}

  const TransitionSystem& system;
  const RandomRunsOptions& options;
  const SuccessorBatch& initial;
  const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

  // Incremented by every thread that starts a run; relaxed, because only the number itself is communicated.
  std::atomic<uint64_t> next{0};
  // With until_error: the smallest number of a run with an error. Lowered by any thread that finds an error, read by
  // all before they start or continue a run. Relaxed: a thread that reads a stale value only makes some useless steps.
  std::atomic<uint64_t> last{UINT64_MAX};
  // Why all threads stop early (a StopReason): written once by the thread that detects the reason, read by all.
  // Relaxed: as above.
  std::atomic<uint8_t> stop{static_cast<uint8_t>(StopReason::None)};

  std::mutex mutex;
  RandomRunsOutcome outcome;  // this and the next three: guarded by the mutex, updated by each thread when it finishes
  ErrorsByPlace found;
  std::set<uint32_t> growth;
  StateEstimate states;

  bool stopped() const { return stop.load(std::memory_order_relaxed) != static_cast<uint8_t>(StopReason::None); }
  void end(StopReason reason) { stop.store(static_cast<uint8_t>(reason), std::memory_order_relaxed); }

  void look_at_limits() {
    if (options.interrupted != nullptr && options.interrupted->load(std::memory_order_relaxed)) {
      end(StopReason::Signal);
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (options.max_seconds != 0 && passed.count() >= options.max_seconds) end(StopReason::TimeLimit);
  }
};

class Walker {
 public:
  explicit Walker(Shared& shared)
      : shared_(shared),
        words_(shared.system.words()),
        generator_(shared.system.make_generator()),
        batch_(words_),
        found_(shared.options.until_error) {}

  void walk() {
    for (uint64_t round = 0; !shared_.stopped(); ++round) {
      if (round % kRoundsBetweenLooks == 0) shared_.look_at_limits();
      while (lanes_.size() < kLanes && begin()) {
      }
      if (lanes_.empty()) break;
      step();
    }
    hand_in();
  }

 private:
  struct Lane {
    uint64_t run;
    uint64_t depth;
    Choices choices;
  };

  bool begin() {
    const uint64_t run = shared_.next.fetch_add(1, std::memory_order_relaxed);
    if (run >= shared_.options.runs || run > shared_.last.load(std::memory_order_relaxed)) return false;
    Choices choices(shared_.options.seed, run);
    const uint64_t* start = shared_.initial.state(choices.below(shared_.initial.count()));
    states_.insert(states_.end(), start, start + words_);
    lanes_.push_back({run, 0, choices});
    estimate_.add(hash_words(start, words_, 0));
    return true;
  }

  // Advances each run by one step; runs that end free their lanes.
  void step() {
    batch_.clear();
    generator_->expand(states_.data(), lanes_.size(), UINT32_MAX, batch_);
    PX_CHECK(!batch_.cut_short);  // the batch is not limited
    size_t kept = 0;
    uint32_t first = 0;
    auto event = batch_.events.begin();
    for (uint32_t i = 0; i < lanes_.size(); ++i) {
      Lane lane = lanes_[i];
      uint32_t count = 0;
      while (first + count < batch_.count() && batch_.sources[first + count] == i) ++count;
      bool wrong = false;
      for (; event != batch_.events.end() && event->state == i; ++event) wrong |= note_event(*event, lane);
      if (const bool goes_on = !wrong && count != 0 && lane.depth < shared_.options.steps; !goes_on) {
        end(lane, wrong, count == 0);
      } else if (lane.run <= shared_.last.load(std::memory_order_relaxed)) {
        const uint64_t* next = batch_.state(first + lane.choices.below(count));
        std::copy_n(next, words_, states_.data() + kept * words_);
        estimate_.add(hash_words(next, words_, 0));
        ++lane.depth;
        lanes_[kept++] = lane;
      }
      first += count;
    }
    lanes_.erase(lanes_.begin() + static_cast<std::ptrdiff_t>(kept), lanes_.end());
    states_.resize(kept * words_);
  }

  bool note_event(const Event& event, const Lane& lane) {
    if (event.kind == Event::Kind::Growth && !shared_.options.growth_is_error) {
      growth_.insert(event.index);
      shared_.end(StopReason::NeedsRefinement);
      return true;
    }
    FoundViolation found;
    found.event = event;
    found.event.state = 0;
    found.source = lane.run;
    found.occurrences = 1;
    found.depth = static_cast<uint32_t>(lane.depth);
    found_.add(found);
    if (!shared_.options.until_error) return true;
    uint64_t last = shared_.last.load(std::memory_order_relaxed);
    while (lane.run < last && !shared_.last.compare_exchange_weak(last, lane.run, std::memory_order_relaxed)) {
    }
    return true;
  }

  void end(const Lane& lane, bool wrong, bool nothing_to_do) {
    ++own_.runs;
    own_.steps += lane.depth;
    own_.longest = std::max(own_.longest, lane.depth);
    if (wrong) {
      ++own_.erroneous;
    } else if (nothing_to_do) {
      ++own_.ended;
    }
  }

  void hand_in() {
    const std::lock_guard lock(shared_.mutex);
    RandomRunsOutcome& all = shared_.outcome;
    all.runs += own_.runs;
    all.steps += own_.steps;
    all.longest = std::max(all.longest, own_.longest);
    all.ended += own_.ended;
    all.erroneous += own_.erroneous;
    shared_.found.add(found_);
    shared_.growth.insert(growth_.begin(), growth_.end());
    shared_.states.merge(estimate_);
  }

  Shared& shared_;
  const uint32_t words_;
  const std::unique_ptr<SuccessorGenerator> generator_;
  SuccessorBatch batch_;
  std::vector<Lane> lanes_;
  std::vector<uint64_t> states_;  // of the lanes
  RandomRunsOutcome own_;
  ErrorsByPlace found_;
  std::set<uint32_t> growth_;
  StateEstimate estimate_;
};

}  // namespace

RandomRunsOutcome run_at_random(const TransitionSystem& system, const RandomRunsOptions& options) {
  SuccessorBatch initial(system.words());
  system.initial_states(initial);
  Shared shared(system, options, initial);
  for (const Event& event : initial.events) {
    if (event.kind == Event::Kind::Growth && !options.growth_is_error) {
      shared.growth.insert(event.index);
    } else {
      FoundViolation found;
      found.event = event;
      found.in_initial_states = true;
      found.occurrences = 1;
      shared.found.add(found);
    }
  }
  const bool may_run = initial.count() != 0 && shared.growth.empty() && !(options.until_error && !shared.found.empty());
  if (may_run) {
    parallel_for(options.threads, 1, options.threads, [&](uint64_t) { Walker(shared).walk(); });
  }
  RandomRunsOutcome outcome = std::move(shared.outcome);
  outcome.found = shared.found.take(shared.last.load(std::memory_order_relaxed));
  outcome.growth.assign(shared.growth.begin(), shared.growth.end());
  outcome.states = may_run ? shared.states.count() : 0;
  outcome.stop = static_cast<StopReason>(shared.stop.load(std::memory_order_relaxed));
  if (outcome.stop == StopReason::None && options.until_error && !outcome.found.empty()) {
    outcome.stop = StopReason::FirstError;
  }
  return outcome;
}

Trace trace_of_run(const TransitionSystem& system, const Explainer& explainer, const RandomRunsOptions& options,
                   const FoundViolation& found) {
  Trace trace;
  SuccessorBatch initial(system.words());
  system.initial_states(initial);
  if (found.in_initial_states || initial.count() == 0) return trace;
  Choices choices(options.seed, found.source);
  const uint64_t* start = initial.state(choices.below(initial.count()));
  trace.initial.assign(start, start + system.words());
  std::vector<uint64_t> state = trace.initial;
  for (uint64_t depth = 0;; ++depth) {
    Explanation now = explainer.explain(state.data());
    if (depth == found.depth) {
      const auto same = [&](const Explanation::LocatedEvent& located) {
        return ViolationLog::key_of(located.event) == ViolationLog::key_of(found.event);
      };
      const auto located = std::ranges::find_if(now.events, same);
      PX_CHECK(located != now.events.end());
      Explanation::end_in(*located, trace);
      return trace;
    }
    PX_CHECK(!now.steps.empty());
    trace.steps.push_back(std::move(now.steps[choices.below(static_cast<uint32_t>(now.steps.size()))]));
    state = trace.steps.back().state();
  }
}

}  // namespace px::explore
