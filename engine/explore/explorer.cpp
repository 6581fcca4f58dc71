#include "engine/explore/explorer.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <system_error>
#include <thread>

#include "engine/explore/state_sample.h"
#include "engine/explore/worker.h"

namespace px {
namespace {

using Clock = std::chrono::steady_clock;

// By which `--store tree` chooses how to fold states.
constexpr uint32_t kSampleStates = 4096;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Looks after a search from a thread of its own: time limit, interruption, progress.
class Watcher {
 public:
  // `end` and `progress` are called in the watcher's thread; they may be replaced while the search goes on.
  using End = std::function<void(StopReason)>;
  using Progress = std::function<void(SearchProgress&)>;

  Watcher(const SearchOptions& options, Clock::time_point start, End end)
      : options_(options), start_(start), end_(std::move(end)) {}
  ~Watcher() { stop(); }

  // False: the system refuses another thread.
  bool start() {
    try {
      thread_ = std::thread([this] { watch(); });
    } catch (const std::system_error&) {
      return false;
    }
    return true;
  }
  void follow(End end, Progress progress) {
    const std::lock_guard lock(mutex_);
    end_ = std::move(end);
    progress_ = std::move(progress);
  }
  // Nothing is called any more once this has returned.
  void stop() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
  }

 private:
  // Short enough that Ctrl-C and time limits feel immediate.
  static constexpr std::chrono::milliseconds kTick{20};

  void watch() {
    Clock::time_point next_report = start_ + interval();
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kTick, [this] { return done_; })) {
      if (options_.interrupted && options_.interrupted->load(std::memory_order_relaxed)) end_(StopReason::Signal);
      if (options_.max_seconds > 0 && seconds_since(start_) >= options_.max_seconds) end_(StopReason::TimeLimit);
      if (options_.on_progress && progress_ && Clock::now() >= next_report) {
        next_report = Clock::now() + interval();
        SearchProgress progress;
        progress.seconds = seconds_since(start_);
        progress_(progress);
        options_.on_progress(progress);
      }
    }
  }

  Clock::duration interval() const {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.progress_interval));
  }

  const SearchOptions& options_;
  const Clock::time_point start_;
  std::mutex mutex_;
  std::condition_variable wake_;
  End end_;            // these three: guarded by mutex_
  Progress progress_;  // empty while there is nothing to tell
  bool done_ = false;
  std::thread thread_;
};

void note_progress(const SearchContext& context, const MemoryBudget& budget,
                   const std::vector<WorkerCounters>& counters, SearchProgress& progress) {
  for (const WorkerCounters& c : counters) {
    progress.states += c.states.load(std::memory_order_relaxed);
    progress.transitions += c.transitions.load(std::memory_order_relaxed);
    progress.depth = std::max(progress.depth, c.depth.load(std::memory_order_relaxed));
  }
  progress.frontier = context.frontier.size();
  progress.memory_used = budget.used();
  progress.memory_limit = budget.limit();
  progress.table_slots = context.table.stats().slots;
  progress.violations = context.log.size();
}

TableConfig table_config(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& options,
                         std::span<const uint64_t> sample, MemoryBudget* budget) {
  TableConfig config;
  config.kind = options.store;
  const bool keys = reducer.kind() == Reducer::Kind::Key;
  config.state_bits = keys ? reducer.key_words() * 64 : static_cast<uint32_t>(system.layout().bits());
  config.workers = options.threads;
  config.budget = budget;
  config.seed = options.seed;
  config.satellites = options.keep_parents;
  config.fingerprint_bits = options.fingerprint_bits;
  config.sample = sample;
  if (options.placement.numa) config.slot_spread = NumaSpread::Interleave;
  return config;
}

FrontierConfig frontier_config(const TransitionSystem& system, const Reducer& reducer, const StateTable& table,
                               const SearchOptions& options, MemoryBudget* budget) {
  FrontierConfig config;
  config.order = options.order;
  config.workers = options.threads;
  config.entry_words = options.order == SearchOrder::WorkStealing ? 2 : 1;
  if (!table.keeps_states() || reducer.kind() == Reducer::Kind::Key) config.entry_words += system.words();
  config.budget = budget;
  return config;
}

Verdict verdict_of(const SearchResult& result, bool lossless) {
  if (!result.violations.empty()) return Verdict::Violated;
  if (result.stop == StopReason::Signal) return Verdict::Interrupted;
  if (result.stop != StopReason::None) return Verdict::Incomplete;
  return lossless && result.guarantee == Guarantee::Exact ? Verdict::Holds : Verdict::NoErrorFound;
}

void report_initial(const SuccessorBatch& initial, SearchContext& context) {
  for (const Event& event : initial.events) {
    if (context.note_growth(event)) {
      if (context.options.growth == GrowthPolicy::Stop) context.end(StopReason::FirstError);
      continue;
    }
    FoundViolation found;
    found.event = event;
    found.in_initial_states = true;
    found.occurrences = 1;
    context.log.add(found);
    if (!context.options.all_errors) context.end(StopReason::FirstError);
  }
}

// What an event that ended the search was: an error that was looked for, or else a growth.
StopReason reason_of_event(const SearchOptions& options, const SearchOutcome& outcome) {
  return !options.all_errors && !outcome.found.empty() ? StopReason::FirstError : StopReason::NeedsRefinement;
}

// Numbers of the rows, equal ones once each.
std::vector<uint32_t> different_rows(const RawVector<uint64_t>& rows, uint32_t words) {
  std::vector<uint32_t> order(rows.size() / words);
  std::iota(order.begin(), order.end(), 0);
  const auto row = [&](uint32_t number) { return std::span(rows.data() + size_t{number} * words, words); };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::lexicographical_compare(row(a).begin(), row(a).end(), row(b).begin(), row(b).end());
  });
  const auto equal = [&](uint32_t a, uint32_t b) { return std::equal(row(a).begin(), row(a).end(), row(b).begin()); };
  order.erase(std::unique(order.begin(), order.end(), equal), order.end());
  return order;
}

// Different values of the constants.
uint64_t count_set_ups(const TransitionSystem& system, const SuccessorBatch& initial) {
  const uint32_t words = system.words();
  const std::vector<uint64_t> constants =
      ir::bits_of(system.program(), system.layout(), [](const ir::Variable& v) { return v.constant; });
  if (std::all_of(constants.begin(), constants.end(), [](uint64_t word) { return word == 0; })) {
    return initial.count() == 0 ? 0 : 1;
  }
  RawVector<uint64_t> parts = initial.states;
  for (size_t i = 0; i < parts.size(); ++i) parts[i] &= constants[i % words];
  return different_rows(parts, words).size();
}

// One state of each class, as far as the reducer tells them; without one, all.
TransitionSystem::Merge merge_by(const TransitionSystem& system, const Reducer& reducer) {
  const bool exact = reducer.guarantee() == Guarantee::Exact && reducer.full();
  if (reducer.kind() != Reducer::Kind::Representative || !exact) return nullptr;
  return
      [worker = std::shared_ptr<ReducerWorker>(reducer.make_worker()), words = system.words()](SuccessorBatch& batch) {
        worker->reduce(batch.states.data(), batch.count());
        const std::vector<uint32_t> kept = different_rows(batch.states, words);
        RawVector<uint64_t> states;
        states.reserve(kept.size() * words);
        for (uint32_t i : kept) states.insert(states.end(), batch.state(i), batch.state(i) + words);
        batch.states = std::move(states);
        batch.sources.assign(kept.size(), 0);
      };
}

void add_statistics(const ReducerWorker& worker, std::vector<std::pair<std::string, uint64_t>>& sums) {
  const auto items = worker.statistics();
  sums.resize(std::max(sums.size(), items.size()));
  for (size_t i = 0; i < items.size(); ++i) {
    sums[i].first = items[i].first;
    // Names that begin with "most" are maxima, all others are counts.
    const bool maximum = items[i].first.starts_with("most");
    sums[i].second = maximum ? std::max(sums[i].second, items[i].second) : sums[i].second + items[i].second;
  }
}

// Errors that read the same are one: a statement of the user's may have become several of the Program's. The first of
// them, the nearest, stays.
void fold_violations(const std::vector<FoundViolation>& all, const ir::Program& program, SearchOutcome& outcome) {
  std::vector<Violation>& violations = outcome.result.violations;
  for (const FoundViolation& found : all) {
    Violation violation;
    violation.kind = violation_of(found.event, program);
    violation.message = describe(found.event, program);
    violation.span = span_of(found.event, program);
    violation.occurrences = found.occurrences;
    const auto same = std::find_if(violations.begin(), violations.end(), [&](const Violation& other) {
      return other.kind == violation.kind && other.message == violation.message && other.span == violation.span;
    });
    if (same != violations.end()) {
      same->occurrences += violation.occurrences;
      continue;
    }
    outcome.found.push_back(found);
    violations.push_back(std::move(violation));
  }
}

using Workers = std::vector<std::unique_ptr<Worker>>;

void fill_result(SearchContext& context, const std::vector<WorkerCounters>& counters, const Workers& workers,
                 SearchOutcome& outcome) {
  for (const auto& worker : workers) {
    add_statistics(worker->reducer(), outcome.reducer_statistics);
    if (context.options.profile) outcome.profile.push_back(worker->profile());
  }
  SearchResult& result = outcome.result;
  for (const WorkerCounters& c : counters) {
    result.states += c.states.load(std::memory_order_relaxed);
    result.transitions += c.transitions.load(std::memory_order_relaxed);
    outcome.reduced_states += c.reduced.load(std::memory_order_relaxed);
    result.max_depth = std::max(result.max_depth, c.depth.load(std::memory_order_relaxed));
    outcome.workers.push_back(
        {c.states.load(std::memory_order_relaxed), c.transitions.load(std::memory_order_relaxed)});
  }
  result.guarantee = context.reducer.guarantee();
  result.caveat = context.reducer.caveat();
  fold_violations(context.log.take(), context.system.program(), outcome);
  outcome.growth = context.log.take_growth();
  result.stop = context.stop.load(std::memory_order_relaxed);
  if (result.stop == StopReason::FirstError) result.stop = reason_of_event(context.options, outcome);
  outcome.table_stats = context.table.stats();
  outcome.loss = context.table.loss();
  outcome.steals = context.frontier.steals();
  outcome.level_sizes = context.frontier.level_sizes();
  result.verdict = verdict_of(result, !outcome.loss.lossy);
  result.state_bytes = context.system.layout().bytes();
  result.store_bytes_per_state =
      result.states == 0 ? 0 : static_cast<double>(outcome.table_stats.bytes()) / static_cast<double>(result.states);
  result.peak_memory_bytes = peak_resident_bytes();
}

// Where a reduction may have left out some action for ever, the search goes on. False: it is over.
bool goes_on(SearchContext& context, std::optional<IgnoringCheck>& ignoring, const Workers& workers,
             SearchOutcome& outcome) {
  const LeavesOut* leaves_out = context.system.leaves_out();
  if (leaves_out == nullptr || context.frontier.stopped()) return false;
  if (context.last_depth.load(std::memory_order_relaxed) != UINT32_MAX) return false;  // an error was found
  std::vector<IgnoringCheck::Suspect> suspects;
  for (const auto& worker : workers) {
    for (IgnoringCheck::Suspect& suspect : worker->take_suspects()) suspects.push_back(std::move(suspect));
  }
  if (suspects.empty()) return false;
  outcome.suspects += suspects.size();
  if (!ignoring) ignoring.emplace(context.system, context.reducer);
  bool cut_short = false;
  const auto completions = ignoring->check(std::move(suspects), context.allowance, cut_short);
  if (cut_short) {
    context.end(StopReason::MemoryLimit);  // whatever else may end a search has said so already
    return false;
  }
  if (completions.empty()) return false;
  outcome.completed += completions.size();
  RawVector<uint64_t> states;
  for (const auto& completion : completions) {
    states.insert(states.end(), completion.suspect.state.begin(), completion.suspect.state.end());
  }
  leaves_out->complete(states);
  context.frontier.reopen();
  workers[0]->complete(completions);
  return !context.frontier.stopped();
}

Failure too_many_threads(const SearchOptions& options) {
  return Failure(DiagnosticKind::UsageError,
                 "the system refuses to start " + std::to_string(options.threads) + " threads and one to watch them",
                 "ask for fewer with --threads, or raise the limit on processes or on address space (ulimit -a)");
}

}  // namespace

Result<SearchOutcome> explore(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& wished) {
  const Clock::time_point start = Clock::now();
  SearchOptions options = wished;
  const bool chooses_candidates = options.deterministic && reducer.kind() == Reducer::Kind::Key;
  if (options.max_depth != UINT64_MAX || chooses_candidates) options.order = SearchOrder::Levels;

  SearchOutcome outcome;
  outcome.budget = std::make_unique<MemoryBudget>(options.memory_bytes);
  std::atomic<bool> ended{false};
  const Allowance allowance(ended, *outcome.budget);
  std::atomic<StopReason> early{StopReason::None};
  Watcher watcher(options, start, [&](StopReason reason) {
    early.store(reason, std::memory_order_relaxed);
    ended.store(true, std::memory_order_relaxed);
  });
  if (!watcher.start()) return too_many_threads(options);
  SuccessorBatch initial(system.words());
  initial.allowance = &allowance;
  system.merged_initial_states(initial, merge_by(system, reducer));
  std::vector<uint64_t> sample;
  if (options.store == TableKind::Tree) sample = sample_states(system, reducer, initial, kSampleStates, options.seed);
  auto table = make_state_table(table_config(system, reducer, options, sample, outcome.budget.get()));
  if (!table) return table.failure();
  outcome.table = std::move(*table);
  FrontierConfig waiting = frontier_config(system, reducer, *outcome.table, options, outcome.budget.get());
  std::unique_ptr<Frontier> frontier;
  LevelCandidates candidates(system.words());
  if (chooses_candidates) {
    waiting.before_level = [&](uint32_t worker) { candidates.flush(worker, *frontier, options.keep_parents); };
  }
  frontier = make_frontier(waiting);

  ViolationLog log;
  SearchContext context{options, system, reducer, *outcome.table, *frontier, log, allowance, ended};
  if (chooses_candidates) context.candidates = &candidates;
  std::vector<WorkerCounters> counters(options.threads);
  Workers workers;
  for (uint32_t i = 0; i < options.threads; ++i) {
    workers.push_back(std::make_unique<Worker>(context, i, counters[i]));
  }

  outcome.result.initial_states = initial.count();
  outcome.result.set_ups = count_set_ups(system, initial);
  // Whichever way this function is left, what the watcher looks at goes after it has stopped.
  const std::unique_ptr<Watcher, void (*)(Watcher*)> stopped_first(&watcher, [](Watcher* w) { w->stop(); });
  watcher.follow([&](StopReason reason) { context.end(reason); },
                 [&](SearchProgress& progress) { note_progress(context, *outcome.budget, counters, progress); });
  if (early.load() != StopReason::None) context.end(early.load());
  if (initial.cut_short) context.end(StopReason::MemoryLimit);
  report_initial(initial, context);
  workers[0]->start(initial);
  initial = SuccessorBatch(system.words());
  bool ran = false;
  std::optional<IgnoringCheck> ignoring;
  do {
    ran = run_workers(options.threads, options.placement, [&](uint32_t worker) { workers[worker]->run(); });
  } while (ran && goes_on(context, ignoring, workers, outcome));
  watcher.stop();
  if (!ran) return too_many_threads(options);
  if (frontier->dropped_entries()) context.end(StopReason::MemoryLimit);
  // Ended at the error's level, or ran out of states just then: both are the end of a search for the first error.
  if (context.last_depth.load() != UINT32_MAX) context.end(StopReason::FirstError);
  if (context.depth_limited.load()) context.end(StopReason::DepthLimit);

  outcome.parents = candidates.take_parents();
  fill_result(context, counters, workers, outcome);
  outcome.result.seconds = seconds_since(start);
  return outcome;
}

uint64_t peak_resident_bytes() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word == "VmHWM:") {
      uint64_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes * 1024;
    }
  }
  return 0;
}

}  // namespace px
