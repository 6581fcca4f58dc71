#include "engine/explore/swarm.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <limits>
#include <map>
#include <mutex>
#include <new>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/base/parallel.h"
#include "engine/base/process_memory.h"
#include "engine/explore/swarm_search.h"

namespace px::explore {
namespace {

constexpr uint64_t kFirstArray = uint64_t{1} << 20;
constexpr uint64_t kSearchesOfASize = 16;
// The share of a thread's memory for bits, and for waiting states. The stack doubles when it grows, next to its old
// copy.
constexpr uint64_t kArrayShare = 2;
constexpr uint64_t kStackShare = 8;
// The estimate of a union is accurate to about 1 %: overlaps below this share of the visited states may be noise.
constexpr double kLeastOverlap = 0.05;

// Errors by location, each with the shortest run to it.
class ErrorsByPlace {
 public:
  void add(SwarmError error) {
    const auto [entry, is_new] = errors_.try_emplace(ViolationLog::key_of(error.found.event), error);
    if (is_new) return;
    const uint64_t occurrences = entry->second.found.occurrences + error.found.occurrences;
    if (error.found.depth < entry->second.found.depth) entry->second = std::move(error);
    entry->second.found.occurrences = occurrences;
  }
  std::vector<SwarmError> take() {
    std::vector<SwarmError> all;
    for (auto& [key, error] : errors_) all.push_back(std::move(error));
    std::ranges::stable_sort(all, {}, [](const SwarmError& error) { return error.found.depth; });
    return all;
  }

 private:
  std::map<ViolationLog::Key, SwarmError> errors_;
};

// The combined results of all searches with numbers below some number, added in the order of their numbers.
class Union {
 public:
  explicit Union(size_t actions) { outcome_.taken.assign(actions, false); }

  void add(SwarmSearchOutcome search) {
    SwarmSearch& figures = search.figures;
    for (size_t a = 0; a < outcome_.taken.size(); ++a) {
      figures.new_actions += search.taken[a] && !outcome_.taken[a];
      outcome_.taken[a] = outcome_.taken[a] || search.taken[a];
    }
    const double before = outcome_.states;
    const double own = search.met.count();
    states_.merge(search.met);
    outcome_.states = states_.count();
    figures.new_states = std::max(outcome_.states - before, 0.0);
    caught_ += own * before;
    again_ += std::max(own - figures.new_states, 0.0);
    own_ += before > 0 ? own : 0;
    for (SwarmError& error : search.errors) errors_.add(std::move(error));
    growth_.insert(search.growth.begin(), search.growth.end());
    outcome_.searches.push_back(figures);
  }
  SwarmOutcome take() {
    if (again_ > 0 && again_ >= kLeastOverlap * own_) outcome_.in_all = std::max(caught_ / again_, outcome_.states);
    outcome_.errors = errors_.take();
    outcome_.growth.assign(growth_.begin(), growth_.end());
    return std::move(outcome_);
  }

 private:
  SwarmOutcome outcome_;
  StateEstimate states_;
  ErrorsByPlace errors_;
  std::set<uint32_t> growth_;
  double caught_ = 0;  // over all searches but the first, the sum of own states times those visited before
  double again_ = 0;   // of own states that had been visited before
  double own_ = 0;
};

class Swarm final : public SwarmControl {
 public:
  Swarm(const TransitionSystem& system, const Reducer& reducer, const SwarmOptions& options)
      : system_(system), reducer_(reducer), options_(options), initial_(system.words()), budget_(options.memory_bytes) {
    budget_.note_outside(std::min(resident_bytes(), options.memory_bytes / 2));
    const uint64_t share = budget_.left() / std::max(options.threads, 1u);
    most_bytes_ = std::bit_floor(std::max<uint64_t>(share / kArrayShare, 8));
    stack_bytes_ = std::bit_floor(std::max<uint64_t>(share / kStackShare, 4096));
    system.initial_states(initial_);
  }

  Result<SwarmOutcome> run() {
    SwarmOutcome outcome;
    const bool begins = look_at_initial(outcome);
    if (begins) {
      // The maker of native code also continues between two searches.
      const auto generator = system_.make_generator();
      parallel_for(options_.threads, 1, options_.threads, [&](uint64_t) {
        try {
          work();
        } catch (const std::bad_alloc&) {
          end(StopReason::MemoryLimit);  // only this thread's search is lost
        }
      });
      if (failure_) return *failure_;
      join(outcome);
    } else {
      outcome.taken.assign(system_.program().actions.size(), false);
    }
    outcome.initial_states = initial_.count();
    outcome.stop = stop_.load(std::memory_order_relaxed);
    if (outcome.stop == StopReason::None && !options_.all_errors && !outcome.errors.empty()) {
      outcome.stop = StopReason::FirstError;
    }
    return outcome;
  }

  bool goes_on(uint64_t number, const SearchProgress& steps) override {
    states_.fetch_add(steps.states, std::memory_order_relaxed);
    transitions_.fetch_add(steps.transitions, std::memory_order_relaxed);
    errors_.fetch_add(steps.violations, std::memory_order_relaxed);
    uint64_t depth = depth_.load(std::memory_order_relaxed);
    while (depth < steps.depth && !depth_.compare_exchange_weak(depth, steps.depth, std::memory_order_relaxed)) {
    }
    look_at_limits();
    return !stopped() && number <= last_.load(std::memory_order_relaxed);
  }

  void met(uint64_t number, const Event& event) override {
    if (options_.on_first_error && !announced_.exchange(true, std::memory_order_relaxed))
      options_.on_first_error(event, system_.program());
    if (options_.all_errors) return;
    uint64_t last = last_.load(std::memory_order_relaxed);
    while (number < last && !last_.compare_exchange_weak(last, number, std::memory_order_relaxed)) {
    }
  }

  void must_grow() override { end(StopReason::NeedsRefinement); }

 private:
  using Clock = std::chrono::steady_clock;

  // Whether there is anything to search.
  bool look_at_initial(SwarmOutcome& outcome) {
    std::set<uint32_t> growth;
    ErrorsByPlace errors;
    for (const Event& event : initial_.events) {
      if (event.kind == Event::Kind::Growth && !options_.growth_is_error) {
        growth.insert(event.index);
        continue;
      }
      SwarmError error;
      error.found.event = event;
      error.found.in_initial_states = true;
      error.found.occurrences = 1;
      if (options_.on_first_error && !announced_.exchange(true)) options_.on_first_error(event, system_.program());
      errors.add(std::move(error));
    }
    outcome.errors = errors.take();
    outcome.growth.assign(growth.begin(), growth.end());
    return initial_.count() != 0 && growth.empty() && (options_.all_errors || outcome.errors.empty());
  }

  void work() {
    while (!stopped()) {
      const uint64_t number = next_.fetch_add(1, std::memory_order_relaxed);
      if (number >= options_.searches || number > last_.load(std::memory_order_relaxed)) return;
      SwarmSearcher searcher({system_, reducer_, options_, initial_, budget_, allowance_, stack_bytes_, *this}, number,
                             plan_of(options_, number, most_bytes_));
      const Result<void> ran = searcher.run();
      const std::lock_guard lock(mutex_);
      if (!ran) {
        failure_ = ran.failure();
        end(StopReason::MemoryLimit);
        return;
      }
      done_.emplace(number, searcher.take());
      while (!done_.empty() && done_.begin()->first == joined_) join_first();
    }
  }

  // Call with mutex_ held, or when no search is running.
  void join_first() {
    if (done_.begin()->first <= last_.load(std::memory_order_relaxed)) union_.add(std::move(done_.begin()->second));
    done_.erase(done_.begin());
    ++joined_;
  }

  // A swarm ended by a limit may have gaps in its numbers.
  void join(SwarmOutcome& outcome) {
    while (!done_.empty()) join_first();
    SwarmOutcome all = union_.take();
    ErrorsByPlace errors;
    for (std::vector<SwarmError>* some : {&outcome.errors, &all.errors}) {
      for (SwarmError& error : *some) errors.add(std::move(error));
    }
    all.errors = errors.take();
    outcome = std::move(all);
  }

  bool stopped() const { return ended_.load(std::memory_order_relaxed); }
  void end(StopReason reason) {
    StopReason none = StopReason::None;
    stop_.compare_exchange_strong(none, reason, std::memory_order_relaxed);
    ended_.store(true, std::memory_order_relaxed);
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  void look_at_limits() {
    if (options_.interrupted != nullptr && options_.interrupted->load(std::memory_order_relaxed)) {
      end(StopReason::Signal);
    }
    if (options_.max_seconds != 0 && seconds() >= options_.max_seconds) end(StopReason::TimeLimit);
    if (!options_.on_progress) return;
    const std::unique_lock lock(progress_mutex_, std::try_to_lock);
    if (!lock.owns_lock() || seconds() < next_progress_) return;
    next_progress_ = seconds() + options_.progress_interval;
    SearchProgress progress;
    progress.seconds = seconds();
    progress.states = states_.load(std::memory_order_relaxed);
    progress.transitions = transitions_.load(std::memory_order_relaxed);
    progress.depth = depth_.load(std::memory_order_relaxed);
    progress.violations = errors_.load(std::memory_order_relaxed);
    progress.memory_used = budget_.used();
    progress.memory_limit = budget_.limit();
    options_.on_progress(progress);
  }

  const TransitionSystem& system_;
  const Reducer& reducer_;
  const SwarmOptions& options_;
  SuccessorBatch initial_;
  MemoryBudget budget_;
  uint64_t most_bytes_ = 0;
  uint64_t stack_bytes_ = 0;
  const Clock::time_point start_ = Clock::now();

  // Set by any thread that detects a reason to end, read by all searches; relaxed: flags that publish nothing.
  std::atomic<bool> ended_{false};
  std::atomic<StopReason> stop_{StopReason::None};
  // Incremented by every thread that starts a search; relaxed: only the number is communicated.
  std::atomic<uint64_t> next_{0};
  // If errors end the swarm: the smallest number of a search with an error. Lowered by any thread that finds one, read
  // by all. Relaxed: a thread that reads a stale value only makes some useless steps.
  std::atomic<uint64_t> last_{UINT64_MAX};
  // Whether the first error has been reported; relaxed: only which was first matters.
  std::atomic<bool> announced_{false};
  // Incremented by all searches, read for progress; relaxed: plain counts.
  std::atomic<uint64_t> states_{0};
  std::atomic<uint64_t> transitions_{0};
  std::atomic<uint64_t> depth_{0};
  std::atomic<uint64_t> errors_{0};

  const Allowance allowance_{ended_, budget_};
  std::mutex progress_mutex_;
  double next_progress_ = 0;  // under progress_mutex_
  std::mutex mutex_;          // guards these four
  std::map<uint64_t, SwarmSearchOutcome> done_;
  Union union_{system_.program().actions.size()};
  uint64_t joined_ = 0;
  std::optional<Failure> failure_;
};

}  // namespace

std::string_view order_name(SwarmOrder order) {
  switch (order) {
    case SwarmOrder::AsGiven: return "as given";
    case SwarmOrder::Reversed: return "reversed";
    case SwarmOrder::Random: return "random";
    case SwarmOrder::Permuted: return "permuted";
  }
  PX_UNREACHABLE("order of a search");
}

std::string_view end_name(SwarmEnd end) {
  switch (end) {
    case SwarmEnd::Done: return "done";
    case SwarmEnd::Full: return "full";
    case SwarmEnd::Error: return "error";
    case SwarmEnd::Ended: return "ended";
  }
  PX_UNREACHABLE("end of a search");
}

// The first search runs as a single one would.
SwarmPlan plan_of(const SwarmOptions& options, uint64_t number, uint64_t most_bytes) {
  constexpr uint32_t kWidths[] = {1, 16, 4, 1, 64};
  constexpr uint32_t kFunctions[] = {3, 2, 4, 1, 5, 3, 2};
  SwarmPlan plan;
  plan.seed = hash_word(number, options.seed);
  const uint64_t chance = hash_word(plan.seed, 1);
  if (number == 1) {
    plan.order = SwarmOrder::Reversed;
  } else if (number > 1) {
    plan.order = number % 2 == 0 ? SwarmOrder::Random : SwarmOrder::Permuted;
  }
  plan.width = kWidths[number % std::size(kWidths)];
  plan.functions = kFunctions[number % std::size(kFunctions)];
  // Every third search is limited in depth: to 2^6 .. 2^15 steps.
  if (number % 3 == 2) plan.max_depth = (uint64_t{64} << (chance % 9)) + (chance >> 32) % 64;
  plan.max_depth = std::min(plan.max_depth, options.max_depth);
  // Links have 31 bits for the depth.
  plan.max_depth = std::min<uint64_t>(plan.max_depth, std::numeric_limits<int32_t>::max());
  const uint64_t doublings = std::min<uint64_t>(number / kSearchesOfASize, 40);
  plan.array_bytes = options.array_bytes != 0 ? options.array_bytes : kFirstArray << doublings;
  plan.array_bytes = std::min(plan.array_bytes, most_bytes);
  return plan;
}

Result<SwarmOutcome> run_swarm(const TransitionSystem& system, const Reducer& reducer, const SwarmOptions& options) {
  return Swarm(system, reducer, options).run();
}

}  // namespace px::explore
