#include "engine/liveness/cycle_search.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>

#include "engine/base/process_memory.h"
#include "engine/base/raw_vector.h"
#include "engine/explore/violation_log.h"
#include "engine/explore/watcher.h"
#include "engine/frontier/worker_threads.h"
#include "engine/liveness/fair_threads.h"
#include "engine/liveness/renamed_steps.h"

namespace px::liveness {
namespace {

using Clock = std::chrono::steady_clock;

// States expanded between two checks of the clock, the limits and the memory of the stacks.
constexpr uint32_t kStatesBetweenChecks = 256;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// The data shared by all workers of a search. Read-only unless stated otherwise.
struct CycleContext {
  const TransitionSystem& system;
  const Reducer& reducer;
  const CycleMarks& marks;
  const explore::SearchOptions& options;
  const Clock::time_point start;
  store::StateTable& table;         // concurrent
  MemoryBudget& budget;             // concurrent
  TableSets& sets;                  // concurrent
  explore::ViolationLog& log;       // concurrent
  const Allowance& allowance;       // asks `ended`
  const Allowance& look_allowance;  // asks `halted`
  std::atomic<bool>& ended;         // set when the search is over, for whatever reason
  std::atomic<bool>& halted;        // set when all work must stop: not just because everything was seen
  // Why the search ends early; keeps the first reason. Written by any worker; relaxed: it publishes nothing.
  std::atomic<StopReason> stop{StopReason::None};
  // A state of an accepting component: written by the first worker to find one, read after all have finished.
  std::atomic<store::StateRef> found{store::kNoState};

  // Set if a worker has seen everything; the next flag, if a worker did not finish a pending second check of a
  // component. Written by any worker, read when all have ended.
  std::atomic<bool> all_seen{false};
  std::atomic<bool> look_missing{false};

  bool stopped_early() const { return halted.load(std::memory_order_relaxed); }
  void end(StopReason reason) {
    StopReason none = StopReason::None;
    stop.compare_exchange_strong(none, reason, std::memory_order_relaxed);
    halted.store(true, std::memory_order_relaxed);
    ended.store(true, std::memory_order_relaxed);
  }
  // The graph is exhausted: the other workers only have to complete pending second checks.
  void end_of_everything() {
    all_seen.store(true, std::memory_order_relaxed);
    ended.store(true, std::memory_order_relaxed);
  }
  // A limit reached when no work is left is not a reason to stop.
  StopReason reason() const {
    const bool complete = all_seen.load() && !look_missing.load() && found.load() == store::kNoState;
    return complete ? StopReason::None : stop.load();
  }
};

// Written by one worker, read by the one that reports progress; relaxed: counts.
struct alignas(kSeparateBytes) CycleCounters {
  std::atomic<uint64_t> finished{0};
  std::atomic<uint64_t> transitions{0};
  std::atomic<uint64_t> depth{0};
};

void add_to(std::atomic<uint64_t>& counter, uint64_t amount) {
  counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
}

// A cache of successors of states that the search has not reached yet.
//
// A depth-first search needs the successors of one state at a time, but fast generation needs batches of states. So
// whenever it has to generate successors, it also generates those of some of the new states found in the process,
// breadth first, and caches them: the search will reach these states soon, since they are undiscovered. Entries cached
// too long are overwritten and regenerated on demand.
class Foresight {
 public:
  explicit Foresight(bool marks_edges)
      : entries_(kEntries), targets_(kTargets), edge_marks_(marks_edges ? kTargets : 0) {}

  void put(store::StateRef state, uint32_t marks, const store::StateRef* targets, const uint32_t* edge_marks,
           uint32_t count) {
    if (count > kMaxTargets) return;
    if (written_ % kTargets + count > kTargets) written_ += kTargets - written_ % kTargets;  // contiguous
    Entry& entry = entries_[slot_of(state)];
    entry = {state, written_, marks, count};
    std::copy_n(targets, count, targets_.data() + written_ % kTargets);
    if (!edge_marks_.empty()) std::copy_n(edge_marks, count, edge_marks_.data() + written_ % kTargets);
    written_ += count;
  }

  // Appends the successors, if they are cached.
  bool take(store::StateRef state, uint32_t& marks, std::vector<store::StateRef>& targets,
            std::vector<uint32_t>& edge_marks) {
    Entry& entry = entries_[slot_of(state)];
    if (entry.state != state || written_ - entry.at > kTargets) return false;
    const size_t first = entry.at % kTargets;
    marks = entry.marks;
    targets.insert(targets.end(), targets_.data() + first, targets_.data() + first + entry.count);
    if (!edge_marks_.empty()) {
      edge_marks.insert(edge_marks.end(), edge_marks_.data() + first, edge_marks_.data() + first + entry.count);
    }
    entry.state = store::kNoState;
    return true;
  }

 private:
  static constexpr size_t kEntries = size_t{1} << 14;
  static constexpr size_t kTargets = size_t{1} << 17;
  static constexpr uint32_t kMaxTargets = 1024;

  struct Entry {
    store::StateRef state = store::kNoState;
    uint64_t at = 0;  // where its targets begin, counting everything ever written
    uint32_t marks = 0;
    uint32_t count = 0;
  };
  static size_t slot_of(store::StateRef state) { return (state * 0x9e3779b97f4a7c15ULL) >> (64 - 14); }

  std::vector<Entry> entries_;
  RawVector<store::StateRef> targets_;  // a ring; pages stay untouched until written
  RawVector<uint32_t> edge_marks_;
  uint64_t written_ = 0;
};

// The graph of the stored states, for one worker.
class CycleWorker {
 public:
  using Search = ComponentSearch<TableSets, CycleWorker>;

  CycleWorker(CycleContext& context, uint32_t number, std::vector<CycleCounters>& counters)
      : context_(context),
        number_(number),
        words_(context.system.words()),
        counters_(counters),
        generator_(context.system.make_generator()),
        reducer_(context.reducer.make_worker()),
        batch_(words_),
        foresight_(context.marks.marks_edges()),
        steps_(context.system, context.reducer, context.marks),
        ahead_(context.options.threads == 1 ? kAheadAlone : kAheadAmongOthers),
        search_(context.sets, *this, number, context.marks.wanted() | kCycle) {
    batch_.allowance = &context.allowance;
  }
  CycleWorker(const CycleWorker&) = delete;
  CycleWorker& operator=(const CycleWorker&) = delete;
  ~CycleWorker() { context_.budget.release(reserved_); }

  // Explores everything reachable from these states; different workers start with different ones.
  void run(const std::vector<store::StateRef>& initial) {
    for (size_t i = 0; i < initial.size(); ++i) {
      if (!search_.run(initial[(i + number_) % initial.size()])) return;
    }
    context_.end_of_everything();
  }

  // Stores states; returns false if there is no space.
  bool insert(uint64_t* rows, uint32_t count, std::vector<store::StateRef>& refs) {
    if (count == 0) return true;
    if (context_.reducer.kind() == Reducer::Kind::Representative) reducer_->reduce(rows, count);
    return store(rows, count, refs);
  }
  // The same for rows that are already representatives.
  bool store(const uint64_t* rows, uint32_t count, std::vector<store::StateRef>& refs) {
    if (count == 0) return true;
    hashes_.resize(count);
    is_new_.resize(count);
    refs.resize(refs.size() + count);
    context_.table.hash_batch(rows, words_, count, hashes_.data());
    const store::StateBatch batch{rows, words_, count, hashes_.data(), nullptr};
    const store::InsertOutcome outcome =
        context_.table.insert_batch(number_, batch, refs.data() + refs.size() - count, is_new_.data());
    if (outcome.done == count) return true;
    context_.end(StopReason::MemoryLimit);
    return false;
  }
  const ReducerWorker& reducer() const { return *reducer_; }

  // ---- The graph interface of ComponentSearch

  bool marks_edges() const { return context_.marks.marks_edges(); }
  bool stopped() {
    if (context_.ended.load(std::memory_order_relaxed)) return true;
    if (--until_check_ == 0) check_limits();
    return context_.ended.load(std::memory_order_relaxed);
  }
  bool accepting(store::StateRef state) {
    if (context_.marks.elements() != 0 && (expanded_ < next_look_ || !is_fair(state, false))) return false;
    return found(state);
  }
  bool complete(store::StateRef state) { return is_fair(state, true) ? found(state) : context_.stopped_early(); }
  void finished(size_t edges) {
    add_to(counters_[number_].finished, 1);
    add_to(counters_[number_].transitions, edges);
  }
  bool expand(store::StateRef state, uint32_t& marks, std::vector<store::StateRef>& targets,
              std::vector<uint32_t>& edge_marks) {
    ++expanded_;
    if (foresight_.take(state, marks, targets, edge_marks)) return true;
    wave_ = {state};
    rows_.resize(words_);
    context_.table.load_batch(&state, 1, rows_.data(), words_);
    if (!expand_wave()) return false;
    marks = marks_.front();
    targets.insert(targets.end(), refs_.begin(), refs_.end());
    edge_marks.insert(edge_marks.end(), edges_.begin(), edges_.end());
    for (size_t done = wave_.size();; done += wave_.size()) {
      next_wave(ahead_ - std::min(ahead_, done));
      if (wave_.empty()) return true;
      if (!expand_wave()) return false;
      keep_wave();
    }
  }

 private:
  bool found(store::StateRef state) {
    store::StateRef none = store::kNoState;
    context_.found.compare_exchange_strong(none, state, std::memory_order_relaxed);
    context_.end(StopReason::FirstError);
    return true;
  }

  // The second check of a component, or of its known part: process by process. Checks of parts are spaced in proportion
  // to the size of the last one, so that all of them together cost no more than the search. The check of a whole
  // component is owed even if another worker has meanwhile seen everything.
  bool is_fair(store::StateRef state, bool whole) {
    ComponentView view(*this, state, whole);
    FairThreads<ComponentView> threads(view);
    const auto answer = threads.run(state);
    next_look_ = expanded_ + 2 * threads.states();
    if (whole && answer == FairThreads<ComponentView>::Answer::Stopped) context_.look_missing.store(true);
    return answer == FairThreads<ComponentView>::Answer::Fair;
  }

  // A component as FairThreads sees it.
  class ComponentView {
   public:
    ComponentView(CycleWorker& worker, store::StateRef inside, bool whole)
        : worker_(worker), context_(worker.context_), inside_(inside), whole_(whole), row_(worker.words_) {}
    ComponentView(const ComponentView&) = delete;
    ComponentView& operator=(const ComponentView&) = delete;
    ~ComponentView() { context_.budget.release(reserved_); }

    uint32_t elements() const { return context_.marks.elements(); }
    bool expand(store::StateRef state, const uint64_t*& satisfied, std::vector<ThreadEdge>& edges) {
      if (context_.stopped_early()) return false;
      if (!whole_ && context_.ended.load(std::memory_order_relaxed)) return false;
      RenamedSteps& steps = worker_.steps_;
      context_.table.load_batch(&state, 1, row_.data(), worker_.words_);
      if (!steps.make(row_.data(), &context_.look_allowance)) return worker_.give_up(state, steps.batch());
      targets_.clear();
      if (!worker_.store(steps.forms(), steps.count(), targets_)) return false;
      satisfied = steps.satisfied_here();
      for (uint32_t i = 0; i < steps.count(); ++i) {
        if (!context_.sets.same(targets_[i], inside_)) continue;
        edges.push_back({targets_[i], steps.renaming(i), steps.satisfied_by(i)});
      }
      return true;
    }
    bool grown(uint64_t bytes) {
      if (bytes <= reserved_) return true;
      const uint64_t more = std::max<uint64_t>(bytes - reserved_, uint64_t{1} << 16);
      if (!context_.budget.reserve(more)) return context_.end(StopReason::MemoryLimit), false;
      reserved_ += more;
      return true;
    }

   private:
    CycleWorker& worker_;
    CycleContext& context_;
    const store::StateRef inside_;
    const bool whole_;
    uint64_t reserved_ = 0;
    std::vector<uint64_t> row_;
    std::vector<store::StateRef> targets_;
  };

  bool give_up(store::StateRef state, const SuccessorBatch& batch) {
    if (batch.cut_short) context_.end(StopReason::MemoryLimit);
    wave_ = {state};
    if (!batch.events.empty()) report(batch, 0);
    return false;
  }

  // The number of states expanded together; fewer with several workers, since others may reach them first.
  static constexpr size_t kAheadAlone = 256;
  static constexpr size_t kAheadAmongOthers = 32;

  // Generates and stores the successors of wave_, whose states are rows_.
  bool expand_wave() {
    batch_.clear();
    edges_.clear();
    refs_.clear();
    for (size_t done = 0; done < wave_.size();) {
      const size_t before = batch_.count();
      const size_t more = generator_->expand(rows_.data() + done * words_, wave_.size() - done, UINT32_MAX, batch_);
      for (size_t i = before; done != 0 && i < batch_.count(); ++i) batch_.sources[i] += static_cast<uint32_t>(done);
      // Cut short because the search has ended: nothing is wrong, and other workers may still owe a second check.
      if (batch_.cut_short && !context_.ended.load(std::memory_order_relaxed)) context_.end(StopReason::MemoryLimit);
      if (!batch_.events.empty()) report(batch_, done);
      if (batch_.cut_short || !batch_.events.empty()) return false;
      done += more;
    }
    marks_.resize(wave_.size());
    context_.marks.mark(rows_.data(), wave_.size(), batch_, marks_.data(), edges_);
    return insert(batch_.states.data(), batch_.count(), refs_);
  }

  // The first new states among the successors of wave_ become the next wave.
  void next_wave(size_t most) {
    wave_.clear();
    rows_.clear();
    for (uint32_t i = 0; i < batch_.count() && wave_.size() < most; ++i) {
      if (!is_new_[i]) continue;
      wave_.push_back(refs_[i]);
      rows_.insert(rows_.end(), batch_.state(i), batch_.state(i) + words_);
    }
  }

  void keep_wave() {
    uint32_t next = 0;
    for (uint32_t s = 0; s < wave_.size(); ++s) {
      const uint32_t first = next;
      while (next < batch_.count() && batch_.sources[next] == s) ++next;
      foresight_.put(wave_[s], marks_[s], refs_.data() + first, edges_.empty() ? nullptr : edges_.data() + first,
                     next - first);
    }
  }

  void report(const SuccessorBatch& batch, size_t first) {
    StopReason reason = StopReason::FirstError;
    for (const Event& event : batch.events) {
      if (event.kind == Event::Kind::Growth && context_.options.growth == explore::GrowthPolicy::Stop) {
        context_.log.add_growth(event.index);
        reason = StopReason::NeedsRefinement;
        continue;
      }
      explore::FoundViolation found;
      found.event = event;
      found.source = wave_[first + event.state];
      found.occurrences = 1;
      context_.log.add(found);
    }
    context_.end(reason);
  }

  void check_limits() {
    until_check_ = kStatesBetweenChecks;
    const explore::SearchOptions& options = context_.options;
    CycleCounters& mine = counters_[number_];
    if (search_.depth() > mine.depth.load(std::memory_order_relaxed)) {
      mine.depth.store(search_.depth(), std::memory_order_relaxed);
    }
    if (const uint64_t bytes = search_.bytes(); bytes > reserved_) {
      if (!context_.budget.reserve(bytes - reserved_)) return context_.end(StopReason::MemoryLimit);
      reserved_ = bytes;
    }
    if (options.max_states != UINT64_MAX && context_.table.stats().states >= options.max_states) {
      return context_.end(StopReason::StateLimit);
    }
    const double seconds = seconds_since(context_.start);
    if (number_ == 0 && options.on_progress && seconds >= next_report_) tell_progress(seconds);
  }

  void tell_progress(double seconds) {
    next_report_ = seconds + context_.options.progress_interval;
    explore::SearchProgress progress;
    progress.seconds = seconds;
    const store::TableStats stats = context_.table.stats();
    progress.states = stats.states;
    uint64_t finished = 0;
    for (const CycleCounters& counters : counters_) {
      finished += counters.finished.load(std::memory_order_relaxed);
      progress.transitions += counters.transitions.load(std::memory_order_relaxed);
      progress.depth = std::max(progress.depth, counters.depth.load(std::memory_order_relaxed));
    }
    progress.frontier = progress.states - std::min(progress.states, finished);
    progress.memory_used = context_.budget.used();
    progress.memory_limit = context_.budget.limit();
    progress.table_slots = stats.slots;
    context_.options.on_progress(progress);
  }

  CycleContext& context_;
  const uint32_t number_;
  const uint32_t words_;
  std::vector<CycleCounters>& counters_;  // one per worker; this worker writes its own
  std::unique_ptr<SuccessorGenerator> generator_;
  std::unique_ptr<ReducerWorker> reducer_;
  SuccessorBatch batch_;
  Foresight foresight_;
  RenamedSteps steps_;      // for second checks
  uint64_t expanded_ = 0;   // states since the search began
  uint64_t next_look_ = 0;  // check a part of a component once this many states have been expanded
  const size_t ahead_;
  // Of the states expanded together: references, rows, marks; of their successors: hashes, references, marks.
  std::vector<store::StateRef> wave_, refs_;
  std::vector<uint64_t> rows_, hashes_;
  std::vector<uint32_t> marks_, edges_;
  std::vector<uint8_t> is_new_;
  Search search_;
  uint32_t until_check_ = kStatesBetweenChecks;
  uint64_t reserved_ = 0;
  double next_report_ = 0;
};

std::optional<Failure> unsupported(const Reducer& reducer, const explore::SearchOptions& options) {
  if (options.threads > TableSets::kMaxWorkers) {
    return Failure(DiagnosticKind::Unsupported,
                   "cycles are searched for by at most " + std::to_string(TableSets::kMaxWorkers) + " threads",
                   "ask for fewer with --threads");
  }
  if (options.max_depth != UINT64_MAX) {
    return Failure(DiagnosticKind::Unsupported, "cycles are not searched for up to a depth",
                   "leave out --max-depth, or use another limit");
  }
  if (options.store != store::TableKind::Exact && options.store != store::TableKind::Tree) {
    return Failure(DiagnosticKind::Unsupported, "cycles can only be found in a store that keeps states",
                   "use --store exact or --store tree");
  }
  const Reducer::Kind kind = reducer.kind();
  const bool stores_states = kind == Reducer::Kind::Identity || kind == Reducer::Kind::Representative;
  if (!stores_states || reducer.guarantee() != Guarantee::Exact) {
    return Failure(DiagnosticKind::Unsupported,
                   "strategy '" + reducer.name() + "' stores no states of which cycles could be made",
                   "use --strategy auto or another one that is exact and stores representatives");
  }
  return std::nullopt;
}

store::TableConfig table_config(const TransitionSystem& system, const explore::SearchOptions& options,
                                MemoryBudget* budget) {
  store::TableConfig config;
  config.kind = options.store;
  config.state_bits = static_cast<uint32_t>(system.layout().bits());
  config.workers = options.threads;
  config.budget = budget;
  config.seed = options.seed;
  config.satellites = true;
  config.satellite_words = TableRecords::kWords;
  if (options.placement.numa) config.slot_spread = NumaSpread::Interleave;
  return config;
}

Verdict verdict_of(const CycleOutcome& outcome) {
  const SearchResult& result = outcome.search.result;
  if (outcome.found || !outcome.search.found.empty()) return Verdict::Violated;
  if (result.stop == StopReason::Signal) return Verdict::Interrupted;
  return result.stop == StopReason::None ? Verdict::Holds : Verdict::Incomplete;
}

void fill_result(CycleContext& context, const std::vector<CycleCounters>& counters, CycleOutcome& outcome) {
  SearchResult& result = outcome.search.result;
  for (const CycleCounters& c : counters) {
    result.transitions += c.transitions.load(std::memory_order_relaxed);
    result.max_depth = std::max(result.max_depth, c.depth.load(std::memory_order_relaxed));
    outcome.search.workers.push_back(
        {c.finished.load(std::memory_order_relaxed), c.transitions.load(std::memory_order_relaxed)});
  }
  outcome.search.table_stats = context.table.stats();
  result.states = outcome.search.table_stats.states;
  result.stop = context.reason();
  result.guarantee = context.reducer.guarantee();
  outcome.search.growth = context.log.take_growth();
  outcome.search.found = context.log.take();
  for (const explore::FoundViolation& found : outcome.search.found) {
    Violation violation;
    violation.kind = violation_of(found.event, context.system.program());
    violation.message = describe(found.event, context.system.program());
    violation.span = span_of(found.event, context.system.program());
    violation.occurrences = found.occurrences;
    result.violations.push_back(std::move(violation));
  }
  if (const store::StateRef state = context.found.load(std::memory_order_relaxed); state != store::kNoState)
    outcome.found = state;
  result.verdict = verdict_of(outcome);
  result.state_bytes = context.system.layout().bytes();
  if (result.states != 0) {
    result.store_bytes_per_state =
        static_cast<double>(outcome.search.table_stats.bytes()) / static_cast<double>(result.states);
  }
  result.peak_memory_bytes = peak_resident_bytes();
  result.seconds = seconds_since(context.start);
}

Failure too_many_threads(const explore::SearchOptions& options) {
  return Failure(DiagnosticKind::UsageError,
                 "the system refuses to start " + std::to_string(options.threads) + " threads and one to watch them",
                 "ask for fewer with --threads, or raise the limit on processes or on address space (ulimit -a)");
}

}  // namespace

uint32_t CycleMarks::satisfied(const uint64_t*, SuccessorBatch&, uint64_t*, uint64_t*) const {
  PX_UNREACHABLE("these marks say everything");
}

uint32_t CycleMarks::renamed(uint32_t, const uint16_t*) const {
  PX_UNREACHABLE("these marks say everything");
}

void SetWait::wait() {
  std::this_thread::yield();
}

Result<CycleOutcome> find_cycle(const TransitionSystem& system, const Reducer& reducer, const CycleMarks& marks,
                                const explore::SearchOptions& options) {
  if (auto failure = unsupported(reducer, options)) return *failure;
  CycleOutcome outcome;
  explore::SearchOutcome& search = outcome.search;
  search.budget = std::make_unique<MemoryBudget>(options.memory_bytes);
  auto table = store::make_state_table(table_config(system, options, search.budget.get()));
  if (!table) return table.failure();
  search.table = std::move(*table);
  std::atomic<bool> ended{false};
  std::atomic<bool> halted{false};
  const Allowance allowance(ended, *search.budget);
  const Allowance look_allowance(halted, *search.budget);
  TableSets sets{TableRecords(*search.table)};
  explore::ViolationLog log;
  CycleContext context{system, reducer, marks,     options,        Clock::now(), *search.table, *search.budget,
                       sets,   log,     allowance, look_allowance, ended,        halted};
  // Monitors time, interruption and the memory of the process, starting before the initial states.
  explore::Watcher watcher(options, context.start, [&](StopReason reason) { context.end(reason); });
  if (options.memory_of_process) watcher.watch_memory(*search.budget);
  if (!watcher.start()) return too_many_threads(options);
  SuccessorBatch initial(system.words());
  initial.allowance = &allowance;
  system.initial_states(initial);
  search.result.initial_states = initial.count();
  for (const Event& event : initial.events) {
    explore::FoundViolation found;
    found.event = event;
    found.in_initial_states = true;
    found.occurrences = 1;
    log.add(found);
    context.end(StopReason::FirstError);
  }
  if (initial.cut_short) context.end(StopReason::MemoryLimit);
  std::vector<CycleCounters> counters(options.threads);
  std::vector<std::unique_ptr<CycleWorker>> workers;
  for (uint32_t i = 0; i < options.threads; ++i) {
    workers.push_back(std::make_unique<CycleWorker>(context, i, counters));
  }
  std::vector<store::StateRef> first;
  const bool stored = workers[0]->insert(initial.states.data(), initial.count(), first);
  if (stored && !ended.load() && !frontier::run_workers(options.threads, options.placement, [&](uint32_t worker) {
        workers[worker]->run(first);
      })) {
    return too_many_threads(options);
  }
  watcher.stop();
  fill_result(context, counters, outcome);
  return outcome;
}

}  // namespace px::liveness
