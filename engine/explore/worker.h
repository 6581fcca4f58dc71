// One thread of a search: takes chunks of states, generates and reduces their successors, inserts them, and pushes the
// new ones to the frontier. Everything is done one batch at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/lines.h"
#include "engine/base/log.h"
#include "engine/explore/ignoring.h"
#include "engine/explore/level_candidates.h"
#include "engine/explore/options.h"
#include "engine/explore/stage_clock.h"
#include "engine/explore/violation_log.h"
#include "engine/frontier/frontier.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"
#include "engine/store/state_table.h"

namespace px::explore {

// The data shared by all workers of a search. Read-only unless stated otherwise.
struct SearchContext {
  const SearchOptions& options;
  const TransitionSystem& system;
  const Reducer& reducer;
  store::StateTable& table;               // concurrent
  frontier::Frontier& frontier;           // concurrent
  ViolationLog& log;                      // concurrent
  const Allowance& allowance;             // for long-running work between two chunks
  std::atomic<bool>& ended;               // the flag that `allowance` reads
  LevelCandidates* candidates = nullptr;  // thread-safe; null unless the search is deterministic and stores keys
  // Why the search ends early; the first reason is kept. Written by any worker or the watcher, read by all; a flag that
  // publishes nothing, so relaxed.
  std::atomic<StopReason> stop{StopReason::None};
  // Levels: the depth at which an event ended the search (the first violation, or a growth); deeper chunks are not
  // expanded.
  std::atomic<uint32_t> last_depth{UINT32_MAX};
  // Set when states at the depth limit were left unexpanded.
  std::atomic<bool> depth_limited{false};
  // Set when memory ran out at a point from which the search cannot be resumed without loss: among initial states, or
  // among the images of a state. Written by workers, read after they have finished.
  std::atomic<bool> torn{false};
  // Whether the first error has been reported. Exchanged by each worker that finds one; relaxed, because only the order
  // of the exchanges matters.
  std::atomic<bool> announced{false};

  // Returns whether it is the first of its kind.
  bool report(const FoundViolation& found) {
    const bool is_new = log.add(found);
    if (options.on_first_error && !announced.exchange(true, std::memory_order_relaxed)) {
      options.on_first_error(found.event, system.program());
    }
    return is_new;
  }
  // Returns whether the event is a growth event that is not reported as a violation; it has then been recorded.
  bool note_growth(const Event& event) {
    if (event.kind != Event::Kind::Growth || options.growth == GrowthPolicy::Report) return false;
    if (options.growth == GrowthPolicy::Stop) log.add_growth(event.index);
    return true;
  }
  // FirstError means that an event of any kind ended the search; the session determines which.
  void end(StopReason reason) {
    StopReason none = StopReason::None;
    if (stop.compare_exchange_strong(none, reason, std::memory_order_relaxed)) {
      log_event(LogLevel::Debug, "search-stops", {{"reason", stop_reason_name(reason)}});
    }
    ended.store(true, std::memory_order_relaxed);
    frontier.stop();
  }
};

// Written by one worker, read by the watcher for progress; exact once the worker has finished. Relaxed: plain counts.
struct alignas(kSeparateBytes) WorkerCounters {
  std::atomic<uint64_t> states{0};
  std::atomic<uint64_t> reduced{0};  // states of which not all actions were tried
  std::atomic<uint64_t> transitions{0};
  std::atomic<uint64_t> depth{0};
  // The transitions of chunks that were given up and will be expanded again when the search is resumed.
  std::atomic<uint64_t> given_up{0};
};

class Worker {
 public:
  Worker(SearchContext& context, uint32_t number, WorkerCounters& counters);

  // Stores the initial states and pushes them. Called on one worker before any worker runs.
  void start(SuccessorBatch& initial);
  // Runs until the frontier is empty.
  void run();
  // Called while no worker runs. Returns the suspects found since the last call.
  std::vector<IgnoringCheck::Suspect> take_suspects() { return std::exchange(suspects_, {}); }
  const std::vector<IgnoringCheck::Suspect>& suspects() const { return suspects_; }
  // Called before another run(): tries all actions of stored states in which only some were tried. Returns false if the
  // search ended before all were done.
  bool complete(const std::vector<IgnoringCheck::Completion>& completions);
  const ReducerWorker& reducer() const { return *reducer_; }
  // Called after run(), with options.profile.
  const WorkerProfile& profile() const { return profile_; }

 private:
  const uint64_t* load(frontier::Chunk* chunk);
  bool expand(frontier::Chunk* chunk, const uint64_t* states);
  bool expand_all(const uint64_t* states, size_t count);
  void give_up(const frontier::Chunk* chunk);
  void note_depth(uint64_t depth);
  void note_suspects(const uint64_t* states);
  void report(const SuccessorBatch& batch, const uint64_t* states);
  bool has_enough() const;
  void report_images(FoundViolation found, const uint64_t* state);
  enum class Stored : uint8_t { All, Some };
  Stored store(uint64_t* states, uint32_t count);
  bool store_images(const uint64_t* states, uint32_t count);
  uint32_t insert(const uint64_t* rows, uint32_t count, const uint64_t* satellites);
  void push_new(const uint64_t* states, uint32_t count);
  void note_candidates(const uint64_t* states, uint32_t count);
  bool too_deep(const frontier::Chunk* chunk) const;

  SearchContext& context_;
  const uint32_t number_;
  const uint32_t words_;
  const bool frontier_carries_states_;
  const bool entry_carries_depth_;  // used if chunks hold states of several depths
  WorkerCounters& counters_;
  std::unique_ptr<SuccessorGenerator> generator_;
  std::unique_ptr<ReducerWorker> reducer_;
  SuccessorBatch batch_;
  // Scratch buffers, reused: rows of the chunk, references of its states, and per batch the inputs and outputs of
  // insertion.
  std::vector<uint64_t> chunk_states_;
  std::vector<store::StateRef> chunk_refs_;
  std::vector<uint32_t> chunk_depths_;  // empty while the initial states are stored
  size_t first_source_ = 0;             // index in the chunk of the first state whose successors are in batch_
  std::vector<uint64_t> keys_, hashes_, parents_, entries_, images_;
  std::vector<store::StateRef> refs_;
  std::vector<uint8_t> is_new_;
  // The results of the current chunk so far.
  uint64_t chunk_transitions_ = 0;
  uint64_t chunk_reduced_ = 0;
  size_t suspects_before_ = 0;
  std::vector<Event> chunk_events_;
  uint64_t new_since_check_ = 0;
  StageClock clock_;
  WorkerProfile profile_{};
  double seconds_ = 0;  // of all runs
  std::vector<IgnoringCheck::Suspect> suspects_;
};

}  // namespace px::explore
