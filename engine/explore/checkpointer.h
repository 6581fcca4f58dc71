// Writes checkpoints of a running search.
//
// All workers pause between two chunks (Frontier::pause). During the pause the frontier and the tables do not change
// and the counters agree with them: every state is either expanded and counted, or waiting. What is saved:
//
//   during the pause    counters, errors, position; sequences; the entries of the frontier
//   afterwards          the table, except for arrays of bits; in a second, short pause, what was inserted meanwhile
//
// The part written during the pause is compressed by as many threads as there are workers, since the workers are idle;
// the part written afterwards is compressed by one thread next to the running workers.
//
// When the search is stopped early, the workers stop in the middle of their chunks. Each sets the entries of its chunk
// aside and undoes what it has counted for them (Worker::give_up_chunk): the resumed search expands them again. Their
// successors found so far are stored and waiting, so nothing is lost or counted twice.
//
// Threads: runs in its own thread, from start() to stop().
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

namespace px::explore {

class Checkpointer {
 public:
  // The parts of the search; they outlive this object.
  struct Parts {
    store::StateTable& table;
    frontier::Frontier& frontier;
    const LevelCandidates* candidates = nullptr;  // null if there are none
    MemoryBudget& budget;
    uint32_t threads = 1;
    std::function<SearchState()> state;  // called when all workers are paused or have finished
    // Called at the same time: writes what partial-order reduction needs to resume.
    std::function<bool(checkpoint::BlockWriter&)> write_left_out{};
  };

  Checkpointer(const CheckpointPlan& plan, Parts parts) : plan_(plan), parts_(std::move(parts)) {}
  ~Checkpointer() { stop(); }
  Checkpointer(const Checkpointer&) = delete;
  Checkpointer& operator=(const Checkpointer&) = delete;

  // Called before the workers run. Returns false if the system refuses another thread.
  bool start();
  // To be called before the search is destroyed; completes a checkpoint in progress.
  void stop();
  // While the lock is held no checkpoint is in progress or started: for code that changes the search while no worker
  // runs.
  std::unique_lock<std::mutex> hold() { return std::unique_lock(writing_); }
  // After the workers have finished and stop() was called: writes the remaining work. Returns whether it was written.
  bool write_last();

 private:
  using Clock = std::chrono::steady_clock;

  void watch();
  bool is_due();
  bool write(bool workers_run);
  std::optional<std::string> write_to(checkpoint::CheckpointDraft& draft, bool workers_run, CheckpointReport& report);
  bool write_frontier(checkpoint::BlockWriter& out) const;
  bool write_candidates(checkpoint::BlockWriter& out) const;
  bool write_sequences(checkpoint::BlockWriter& out, uint64_t count) const;
  std::optional<std::string> write_beside(checkpoint::BlockWriter& out, const store::TableSnapshot& snapshot,
                                          double& pause) const;
  bool write_table(checkpoint::BlockWriter& out, const store::TableSnapshot& snapshot, uint32_t threads) const;

  const CheckpointPlan& plan_;
  const Parts parts_;
  Clock::time_point last_ = Clock::now();
  uint32_t answered_ = 0;  // requests
  std::mutex writing_;     // held while a checkpoint is written
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace px::explore
