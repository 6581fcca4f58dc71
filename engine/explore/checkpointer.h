// Writes checkpoints of a running search.
//
// All workers come to rest between two chunks (Frontier::pause). Then the frontier lies still, no table is changed, and
// the counters agree with both: every state is either expanded and counted, or waits. What is noted then:
//
//   while all rest      counters, errors, position; sequences; the entries of the frontier
//   afterwards          the table, but for arrays of bits; in a second, short rest, what came to it meanwhile
//
// What is written while all rest is compressed by as many threads as there are workers, since they have nothing to do;
// what is written afterwards by one, next to them.
//
// When the search ends before its time, the workers leave in the middle of their chunks. Each puts the entries of its
// chunk aside, and what it has counted for them is taken back (Worker::give_up_chunk): going on expands them again.
// States that they led to are stored and wait, so nothing is lost or counted twice.
//
// Threads: a thread of its own, from start() to stop().
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/explore/checkpoint_plan.h"
#include "engine/explore/level_candidates.h"
#include "engine/explore/search_state.h"
#include "engine/frontier/frontier.h"
#include "engine/store/state_table.h"

namespace px {

class Checkpointer {
 public:
  // All of the search; they outlive this.
  struct Parts {
    StateTable& table;
    Frontier& frontier;
    const LevelCandidates* candidates = nullptr;  // null: there are none
    MemoryBudget& budget;
    uint32_t threads = 1;
    std::function<SearchState()> state;  // when all workers rest or have ended
    // Then, too: writes what partial-order reduction has to go on with.
    std::function<bool(BlockWriter&)> write_left_out{};
  };

  Checkpointer(const CheckpointPlan& plan, Parts parts) : plan_(plan), parts_(std::move(parts)) {}
  ~Checkpointer() { stop(); }
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  // Before the workers run. False: the system refuses another thread.
  bool start();
  // Before what it writes is destroyed: one that is being written is completed.
  void stop();
  // As long as it is kept, none is begun, and the one that was is complete: for code that changes the search while no
  // worker runs.
  std::unique_lock<std::mutex> hold() { return std::unique_lock(writing_); }
  // When the workers have ended and stop() was called: what is left to do. Whether it was written.
  bool write_last();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  bool is_due();
  bool write(bool workers_run);
  std::optional<std::string> write_to(CheckpointDraft& draft, bool workers_run, CheckpointReport& report);
  bool write_frontier(BlockWriter& out) const;
  bool write_candidates(BlockWriter& out) const;
  bool write_sequences(BlockWriter& out, uint64_t count) const;
  std::optional<std::string> write_beside(BlockWriter& out, const TableSnapshot& snapshot, double& pause) const;
  bool write_table(BlockWriter& out, const TableSnapshot& snapshot, uint32_t threads) const;

  const CheckpointPlan& plan_;
  const Parts parts_;
  Clock::time_point last_ = Clock::now();
  uint32_t answered_ = 0;  // requests
  std::mutex writing_;     // while one is written
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace px
