#include "engine/explore/session.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <span>
#include <thread>
#include <utility>

#include "engine/base/log.h"
#include "engine/base/process_memory.h"
#include "engine/explore/initial_states.h"
#include "engine/explore/search_result.h"
#include "engine/explore/state_sample.h"
#include "engine/frontier/worker_threads.h"

namespace px::explore {
namespace {

// Sampled states from which `--store tree` chooses how to fold states.
constexpr uint32_t kSampleStates = 4096;

store::TableConfig table_config(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& options,
                                std::span<const uint64_t> sample, MemoryBudget* budget) {
  store::TableConfig config;
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

frontier::FrontierConfig frontier_config(const TransitionSystem& system, const Reducer& reducer,
                                         const store::StateTable& table, const SearchOptions& options,
                                         MemoryBudget* budget) {
  frontier::FrontierConfig config;
  config.order = options.order;
  config.workers = options.threads;
  config.entry_words = options.order == frontier::SearchOrder::WorkStealing ? 2 : 1;
  if (!table.keeps_states() || reducer.kind() == Reducer::Kind::Key) config.entry_words += system.words();
  config.budget = budget;
  return config;
}

bool chooses(const SearchOptions& options, const Reducer& reducer) {
  return options.deterministic && reducer.kind() == Reducer::Kind::Key;
}

// A limit that the program alone exceeds is relaxed slightly, so that the model can be explored at least a little.
uint64_t settled_memory(const SearchOptions& options) {
  constexpr uint64_t kMin = uint64_t{8} << 20;
  constexpr uint64_t kMaxBeyond = uint64_t{20} << 20;
  const uint64_t wished = options.memory_bytes;
  if (!options.memory_of_process || wished > UINT64_MAX - kMaxBeyond) return wished;
  return std::max(wished, std::min(resident_bytes() + kMin, wished + kMaxBeyond));
}

SearchOptions settled(SearchOptions options, const Reducer& reducer) {
  options.memory_bytes = settled_memory(options);
  if (options.max_depth != UINT64_MAX || chooses(options, reducer)) options.order = frontier::SearchOrder::Levels;
  return options;
}

SearchOutcome with_budget(uint64_t bytes) {
  SearchOutcome outcome;
  outcome.budget = std::make_unique<MemoryBudget>(bytes);
  return outcome;
}

// Whether the search could be resumed.
bool has_work_left(StopReason stop) {
  return stop == StopReason::StateLimit || stop == StopReason::TimeLimit || stop == StopReason::MemoryLimit ||
         stop == StopReason::Signal;
}

void log_start(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& options, uint64_t initial) {
  log_event(LogLevel::Info, "search-begins",
            {{"threads", uint64_t{options.threads}},
             {"strategy", std::string_view(reducer.name())},
             {"state-bits", system.layout().bits()},
             {"initial-states", initial},
             {"memory-limit", options.memory_bytes}});
}

// Logged by the watcher, because inserting takes no lock and logging does. Growth between two ticks is one event.
void log_growth(const store::StateTable& table, uint32_t& known_growths) {
  if (!logs(LogLevel::Debug)) return;
  const store::TableStats stats = table.stats();
  if (stats.growths == known_growths) return;
  known_growths = stats.growths;
  log_event(LogLevel::Debug, "table-growth",
            {{"growths", uint64_t{stats.growths}}, {"slots", stats.slots}, {"bytes", stats.bytes()}});
}

void log_end(const SearchOutcome& outcome) {
  const SearchResult& result = outcome.result;
  log_event(LogLevel::Info, "search-ends",
            {{"states", result.states},
             {"transitions", result.transitions},
             {"depth", result.max_depth},
             {"violations", uint64_t{result.violations.size()}},
             {"stop", stop_reason_name(result.stop)},
             {"steals", outcome.steals},
             {"table-growths", uint64_t{outcome.table_stats.growths}},
             {"table-slots", outcome.table_stats.slots},
             {"table-bytes", outcome.table_stats.bytes()},
             {"seconds", result.seconds}});
}

Failure damaged(const std::string& what) {
  return Failure(DiagnosticKind::UsageError, "the checkpoint cannot be gone on from: " + what);
}

}  // namespace

SearchSession::SearchSession(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& wished)
    : system_(system),
      reducer_(reducer),
      options_(settled(wished, reducer)),
      chooses_candidates_(chooses(wished, reducer)),
      outcome_(with_budget(options_.memory_bytes)),
      allowance_(ended_, *outcome_.budget),
      candidates_(system.words()),
      counters_(options_.threads),
      watcher_(options_, start_, [this](StopReason reason) {
        early_.store(reason, std::memory_order_relaxed);
        ended_.store(true, std::memory_order_relaxed);
      }) {}

Result<SearchOutcome> SearchSession::run() {
  if (options_.memory_of_process) watcher_.watch_memory(*outcome_.budget);
  if (!watcher_.start()) return too_many_threads();
  const Result<void> ready = options_.resume != nullptr ? go_on() : begin();
  if (!ready) return ready.failure();
  if (options_.checkpoint != nullptr) {
    checkpointer_ = std::make_unique<Checkpointer>(
        *options_.checkpoint,
        Checkpointer::Parts{*outcome_.table, *frontier_, chooses_candidates_ ? &candidates_ : nullptr, *outcome_.budget,
                            options_.threads, [this] { return state_now(); },
                            [this](checkpoint::BlockWriter& out) { return write_left_out(out); }});
    if (!checkpointer_->start()) return too_many_threads();
  }
  bool ran = false;
  std::optional<IgnoringCheck> ignoring;
  do {
    ran = frontier::run_workers(options_.threads, options_.placement, [this](uint32_t worker) { work(worker); });
  } while (ran && goes_on(ignoring));
  if (checkpointer_) checkpointer_->stop();
  watcher_.stop();
  attachment_.reset();
  if (!ran) return too_many_threads();
  finish();
  if (options_.so_far != nullptr) options_.so_far->note_saving(false);
  return std::move(outcome_);
}

// Continues the search where a reduction may have ignored some action forever. Returns false if the search is over.
bool SearchSession::goes_on(std::optional<IgnoringCheck>& ignoring) {
  if (system_.leaves_out() == nullptr || frontier_->stopped()) return false;
  if (context_->last_depth.load(std::memory_order_relaxed) != UINT32_MAX) return false;  // an error was found
  std::unique_lock<std::mutex> no_checkpoint;
  if (checkpointer_) no_checkpoint = checkpointer_->hold();
  for (const auto& worker : workers_) {
    for (IgnoringCheck::Suspect& suspect : worker->take_suspects()) suspects_.push_back(std::move(suspect));
  }
  return !suspects_.empty() && complete_what_was_ignored(ignoring);
}

bool SearchSession::complete_what_was_ignored(std::optional<IgnoringCheck>& ignoring) {
  SearchContext& context = *context_;
  if (!ignoring) ignoring.emplace(context.system, context.reducer);
  bool cut_short = false;
  const auto completions = ignoring->check(suspects_, context.allowance, cut_short);
  if (cut_short) {
    context.end(StopReason::MemoryLimit);  // all other reasons to end the search have been reported already
    return false;
  }
  outcome_.suspects += std::exchange(suspects_, {}).size();
  if (completions.empty()) return false;
  outcome_.completed += completions.size();
  RawVector<uint64_t> states;
  for (const auto& completion : completions) {
    states.insert(states.end(), completion.suspect.state.begin(), completion.suspect.state.end());
  }
  context.system.leaves_out()->complete(states);
  context.frontier.reopen();
  // The remaining states are recorded as complete although they are not: the search cannot be resumed from here.
  if (!workers_[0]->complete(completions)) context.torn.store(true, std::memory_order_relaxed);
  return !context.frontier.stopped();
}

// The system may grant less memory than our own limit (ulimit -v): then memory may run out anywhere, and the search
// cannot be resumed.
void SearchSession::work(uint32_t worker) {
  try {
    workers_[worker]->run();
  } catch (const std::bad_alloc&) {
    context_->torn.store(true, std::memory_order_relaxed);
    context_->end(StopReason::MemoryLimit);
    while (frontier_->take(worker) != nullptr) {
    }
  }
}

// ---- From the initial states

Result<void> SearchSession::begin() {
  SuccessorBatch initial(system_.words());
  initial.allowance = &allowance_;
  system_.merged_initial_states(initial, merge_by(system_, reducer_));
  std::vector<uint64_t> sample;
  if (options_.store == store::TableKind::Tree) {
    sample = sample_states(system_, reducer_, initial, kSampleStates, options_.seed);
  }
  if (Result<void> made = make_parts(std::move(sample), 0); !made) return made;
  make_workers();
  log_start(system_, reducer_, options_, initial.count());
  report_initial(initial);
  before_.initial_states = initial.count();
  before_.set_ups = count_set_ups(system_, initial);
  follow();
  if (initial.cut_short) {
    context_->torn.store(true, std::memory_order_relaxed);
    context_->end(StopReason::MemoryLimit);
  }
  workers_[0]->start(initial);
  return {};
}

void SearchSession::report_initial(const SuccessorBatch& initial) {
  for (const Event& event : initial.events) {
    if (context_->note_growth(event)) {
      if (options_.growth == GrowthPolicy::Stop) context_->end(StopReason::FirstError);
      continue;
    }
    FoundViolation found;
    found.event = event;
    found.in_initial_states = true;
    found.occurrences = 1;
    context_->report(found);
    if (!options_.all_errors) context_->end(StopReason::FirstError);
  }
}

Result<void> SearchSession::make_parts(std::vector<uint64_t> sample, uint64_t bitstate_bytes) {
  sample_ = std::move(sample);
  store::TableConfig config = table_config(system_, reducer_, options_, sample_, outcome_.budget.get());
  config.bitstate_bytes = bitstate_bytes;
  auto table = store::make_state_table(config);
  if (!table) return table.failure();
  outcome_.table = std::move(*table);
  frontier::FrontierConfig waiting =
      frontier_config(system_, reducer_, *outcome_.table, options_, outcome_.budget.get());
  before_.entry_words = waiting.entry_words;
  if (chooses_candidates_) {
    waiting.before_level = [this](uint32_t worker) { candidates_.flush(worker, *frontier_, options_.keep_parents); };
  }
  frontier_ = frontier::make_frontier(waiting);
  // An aggregate, which make_unique cannot make with clang 14. NOLINTNEXTLINE(modernize-make-unique)
  context_.reset(new SearchContext{options_, system_, reducer_, *outcome_.table, *frontier_, log_, allowance_, ended_});
  if (chooses_candidates_) context_->candidates = &candidates_;
  return {};
}

void SearchSession::make_workers() {
  for (uint32_t i = 0; i < options_.threads; ++i) {
    workers_.push_back(std::make_unique<Worker>(*context_, i, counters_[i]));
  }
}

// From now on the watcher monitors this search.
void SearchSession::follow() {
  watcher_.follow([this](StopReason reason) { context_->end(reason); },
                  [this](SearchProgress& progress) { note_progress(progress); },
                  [this, growths = uint32_t{0}]() mutable {
                    log_growth(*outcome_.table, growths);
                    if (log_.size() != 0) watcher_.note_error();
                  });
  if (options_.so_far != nullptr && options_.checkpoint != nullptr) options_.so_far->note_saving(true);
  attachment_.emplace(options_.so_far, [this](SearchOutcome& outcome) { tell_so_far(outcome); });
  if (early_.load(std::memory_order_relaxed) != StopReason::None) context_->end(early_.load(std::memory_order_relaxed));
}

// ---- From a checkpoint

Result<void> SearchSession::go_on() {
  checkpoint::BlockReader& blocks = *options_.resume->blocks;
  const std::optional<checkpoint::StoredBlock> first = blocks.next();
  if (!first) return damaged(blocks.problem());
  std::optional<SearchState> state;
  if (first->kind == static_cast<uint32_t>(CheckpointBlock::State)) state = SearchState::from(first->words);
  if (!state) return damaged("it does not begin with the state of a search");
  const uint64_t entry_words = state->entry_words;
  if (Result<void> made = make_parts(state->sample, state->bitstate_bytes); !made) return made;
  if (before_.entry_words != entry_words) return damaged("it is of a search with another store, order or strategy");
  before_ = std::move(*state);
  frontier_->start_at(before_.position);
  log_.restore(before_.found);
  for (const uint32_t mark : before_.growth) log_.add_growth(mark);
  context_->last_depth.store(before_.last_depth, std::memory_order_relaxed);
  context_->depth_limited.store(before_.depth_limited, std::memory_order_relaxed);
  counters_[0].depth.store(before_.max_depth, std::memory_order_relaxed);
  for (const checkpoint::StoredBlock& journal : blocks.peek(static_cast<uint32_t>(CheckpointBlock::Journal))) {
    outcome_.table->exclude(journal.words);
  }
  if (Result<void> restored = restore_blocks(restore_sequences(blocks)); !restored) return restored;
  if (!blocks.problem().empty()) return damaged(blocks.problem());
  if (blocks.summary() != options_.resume->summary) return damaged("blocks are missing at its end");
  states_before_ = outcome_.table->stats().states;
  log_event(LogLevel::Info, "search-resumes",
            {{"threads", uint64_t{options_.threads}}, {"states", states_before_}, {"waiting", frontier_->size()}});
  make_workers();
  follow();
  return {};
}

// Handles must be restored exactly: the table must be empty or contain the first of them. Returns the block after them.
std::optional<checkpoint::StoredBlock> SearchSession::restore_sequences(checkpoint::BlockReader& blocks) {
  std::optional<checkpoint::StoredBlock> block = blocks.next();
  for (; block && block->kind == static_cast<uint32_t>(CheckpointBlock::Sequences); block = blocks.next()) {
    const std::vector<uint64_t>& words = block->words;
    SequenceTable* sequences = options_.resume->sequences;
    PX_CHECK(sequences != nullptr && !words.empty());
    uint64_t handle = words[0];
    for (size_t at = 1; at < words.size(); ++handle) {
      const auto* items = reinterpret_cast<const int64_t*>(words.data() + at + 1);
      const std::optional<SequenceTable::Handle> made = sequences->intern({items, words[at]});
      PX_CHECK(made == static_cast<SequenceTable::Handle>(handle));
      at += 1 + words[at];
    }
  }
  return block;
}

// All worker threads read, each under its own number.
Result<void> SearchSession::restore_blocks(std::optional<checkpoint::StoredBlock> first) {
  std::mutex mutex;
  store::RestoreOutcome worst = store::RestoreOutcome::Done;  // guarded by mutex
  const bool ran = frontier::run_workers(options_.threads, options_.placement, [&](uint32_t worker) {
    for (;;) {
      std::optional<checkpoint::StoredBlock> block;
      {
        const std::lock_guard lock(mutex);
        if (worst != store::RestoreOutcome::Done) return;
        block = std::exchange(first, std::nullopt);
      }
      store::RestoreOutcome outcome = store::RestoreOutcome::NoRoom;
      try {
        if (!block) block = options_.resume->blocks->next();
        if (!block || ended_.load(std::memory_order_relaxed)) return;
        outcome = restore_block(worker, *block);
      } catch (const std::bad_alloc&) {
        // The system grants less than our own limit (ulimit -v).
      }
      const std::lock_guard lock(mutex);
      worst = std::max(worst, outcome);
    }
  });
  if (!ran) return too_many_threads();
  if (worst == store::RestoreOutcome::Malformed) return damaged("a block is not of a search like this one");
  if (worst == store::RestoreOutcome::NoRoom) {
    return Failure(DiagnosticKind::LimitExceeded, "the memory limit leaves no room for what the checkpoint holds",
                   "raise --memory");
  }
  if (ended_.load(std::memory_order_relaxed)) {
    return Failure(DiagnosticKind::LimitExceeded, "the search was ended before its checkpoint was read",
                   "the checkpoint is as it was");
  }
  return {};
}

store::RestoreOutcome SearchSession::restore_block(uint32_t worker, const checkpoint::StoredBlock& block) {
  switch (static_cast<CheckpointBlock>(block.kind)) {
    case CheckpointBlock::Frontier: {
      const std::span<const uint64_t> entries = std::span(block.words).subspan(1);
      if (entries.size() % before_.entry_words != 0) return store::RestoreOutcome::Malformed;
      const auto depth = static_cast<uint32_t>(block.words[0]);
      return frontier_->push_saved(worker, depth, entries) ? store::RestoreOutcome::Done
                                                           : store::RestoreOutcome::NoRoom;
    }
    case CheckpointBlock::Table: return outcome_.table->restore(worker, block.words);
    case CheckpointBlock::Candidate:
    case CheckpointBlock::Parent: restore_candidates(block); return store::RestoreOutcome::Done;
    case CheckpointBlock::Suspect:
    case CheckpointBlock::Complete:
      return restore_left_out(block) ? store::RestoreOutcome::Done : store::RestoreOutcome::Malformed;
    case CheckpointBlock::Extra:
      if (options_.resume->extra) options_.resume->extra(block.words);
      return store::RestoreOutcome::Done;
    case CheckpointBlock::Journal: return store::RestoreOutcome::Done;  // already requested before
    case CheckpointBlock::State:
    case CheckpointBlock::Sequences: break;
  }
  return store::RestoreOutcome::Malformed;
}

void SearchSession::restore_candidates(const checkpoint::StoredBlock& block) {
  const std::lock_guard lock(restore_mutex_);
  const bool parents = block.kind == static_cast<uint32_t>(CheckpointBlock::Parent);
  const size_t words = parents ? 2 : 3 + size_t{candidates_.words()};
  for (size_t at = 0; at + words <= block.words.size(); at += words) {
    const uint64_t* row = block.words.data() + at;
    if (parents) {
      candidates_.add_parent(row[0], row[1]);
    } else {
      candidates_.add(row[0], row[1] != 0, row + 3, row[2]);
    }
  }
}

bool SearchSession::restore_left_out(const checkpoint::StoredBlock& block) {
  const size_t words = system_.words();
  const std::span<const uint64_t> all = block.words;
  if (system_.leaves_out() == nullptr) return false;
  const std::lock_guard lock(restore_mutex_);
  if (block.kind == static_cast<uint32_t>(CheckpointBlock::Complete)) {
    if (all.size() % words != 0) return false;
    system_.leaves_out()->complete({all.begin(), all.end()});
    return true;
  }
  if (all.size() % (words + 1) != 0) return false;
  for (size_t at = 0; at < all.size(); at += words + 1) {
    const std::span<const uint64_t> state = all.subspan(at + 1, words);
    suspects_.push_back({{state.begin(), state.end()}, all[at]});
  }
  return true;
}

bool SearchSession::write_left_out(checkpoint::BlockWriter& out) const {
  if (system_.leaves_out() == nullptr) return true;
  constexpr size_t kBlockWords = size_t{1} << 19;
  std::vector<uint64_t> words;
  bool written = true;
  const auto flush = [&](size_t most) {
    if (words.size() <= most) return;
    written = written && out.write(static_cast<uint32_t>(CheckpointBlock::Suspect), words);
    words.clear();
  };
  const auto add = [&](const std::vector<IgnoringCheck::Suspect>& suspects) {
    for (const IgnoringCheck::Suspect& suspect : suspects) {
      words.push_back(suspect.depth);
      words.insert(words.end(), suspect.state.begin(), suspect.state.end());
      flush(kBlockWords);
    }
  };
  add(suspects_);
  for (const auto& worker : workers_) add(worker->suspects());
  flush(0);
  const RawVector<uint64_t> completed = system_.leaves_out()->completed();
  return written && out.write(static_cast<uint32_t>(CheckpointBlock::Complete), completed);
}

// ---- While it runs, and its end

double SearchSession::seconds() const {
  return before_.seconds + std::chrono::duration<double>(Watcher::Clock::now() - start_).count();
}

void SearchSession::note_progress(SearchProgress& progress) const {
  progress.seconds += before_.seconds;
  progress.states = states_before_;
  progress.transitions = before_.transitions;
  for (const WorkerCounters& c : counters_) {
    progress.states += c.states.load(std::memory_order_relaxed);
    progress.transitions += c.transitions.load(std::memory_order_relaxed);
    progress.depth = std::max(progress.depth, c.depth.load(std::memory_order_relaxed));
  }
  progress.frontier = frontier_->size();
  progress.memory_used = outcome_.budget->used();
  progress.memory_limit = outcome_.budget->limit();
  progress.table_slots = outcome_.table->stats().slots;
  progress.violations = log_.size();
}

// Called while the workers run, or after they have finished.
void SearchSession::tell_so_far(SearchOutcome& outcome) {
  SearchProgress progress;
  note_progress(progress);
  SearchResult& result = outcome.result;
  result.guarantee = reducer_.guarantee();
  result.caveat = reducer_.caveat();
  result.states = progress.states;
  result.transitions = progress.transitions;
  result.max_depth = progress.depth;
  result.initial_states = before_.initial_states;
  result.set_ups = before_.set_ups;
  result.seconds = seconds();
  fold_violations(log_.take(), system_.program(), outcome);
  describe_storage(system_, outcome_.table->stats(), result);
}

// For a checkpoint: called when all workers are paused or have finished.
SearchState SearchSession::state_now() {
  SearchState state = before_;
  for (const WorkerCounters& c : counters_) {
    state.transitions += c.transitions.load(std::memory_order_relaxed) - c.given_up.load(std::memory_order_relaxed);
    state.max_depth = std::max(state.max_depth, c.depth.load(std::memory_order_relaxed));
  }
  for (const WorkerCounters& c : counters_) state.reduced += c.reduced.load(std::memory_order_relaxed);
  state.suspects = before_.suspects + outcome_.suspects;
  state.completed = before_.completed + outcome_.completed;
  state.seconds = seconds();
  state.bitstate_bytes = options_.store == store::TableKind::Bitstate ? outcome_.table->stats().slot_bytes : 0;
  state.last_depth = context_->last_depth.load(std::memory_order_relaxed);
  state.depth_limited = context_->depth_limited.load(std::memory_order_relaxed);
  state.position = frontier_->level_position();
  state.sample = sample_;
  state.found = log_.saved();
  state.growth = log_.take_growth();
  for (const auto& worker : workers_) combine_statistics(worker->reducer().statistics(), state.statistics);
  return state;
}

void SearchSession::finish() {
  SearchContext& context = *context_;
  if (frontier_->dropped_entries()) context.end(StopReason::MemoryLimit);
  // The search ended at the error's level, or ran out of states just then: both end a search for the first error.
  if (context.last_depth.load() != UINT32_MAX) context.end(StopReason::FirstError);
  if (context.depth_limited.load()) context.end(StopReason::DepthLimit);
  SearchResult& result = outcome_.result;
  result.stop = context.stop.load(std::memory_order_relaxed);
  if (checkpointer_ && has_work_left(result.stop) && !context.torn.load()) {
    outcome_.checkpointed = checkpointer_->write_last();
  }
  result.initial_states = before_.initial_states;
  result.set_ups = before_.set_ups;
  result.states = states_before_;
  result.transitions = before_.transitions;
  result.max_depth = before_.max_depth;
  outcome_.reduced_states = before_.reduced;
  outcome_.suspects += before_.suspects;
  outcome_.completed += before_.completed;
  for (const WorkerCounters& c : counters_) {
    outcome_.reduced_states += c.reduced.load(std::memory_order_relaxed);
    result.states += c.states.load(std::memory_order_relaxed);
    result.transitions += c.transitions.load(std::memory_order_relaxed);
    result.max_depth = std::max(result.max_depth, c.depth.load(std::memory_order_relaxed));
    outcome_.workers.push_back(
        {c.states.load(std::memory_order_relaxed), c.transitions.load(std::memory_order_relaxed)});
  }
  outcome_.reducer_statistics = before_.statistics;
  for (const auto& worker : workers_) {
    combine_statistics(worker->reducer().statistics(), outcome_.reducer_statistics);
    if (options_.profile) outcome_.profile.push_back(worker->profile());
  }
  outcome_.parents = candidates_.take_parents();
  outcome_.steals = frontier_->steals();
  outcome_.level_sizes = frontier_->level_sizes();
  fill_result(system_, reducer_, options_.all_errors, log_, outcome_);
  result.seconds = seconds();
  log_end(outcome_);
}

Failure SearchSession::too_many_threads() const {
  return Failure(DiagnosticKind::UsageError,
                 "the system refuses to start " + std::to_string(options_.threads) + " threads and one to watch them",
                 "ask for fewer with --threads, or raise the limit on processes or on address space (ulimit -a)");
}

}  // namespace px::explore
