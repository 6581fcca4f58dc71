// One search, from its initial states or a checkpoint to its result.
//
//   begin()  initial states            go_on()  sequences, table, frontier, counters of a checkpoint
//        \_________________  ___________/
//                          \/
//   workers run until no state is waiting, or until a limit, a signal or an error ends the search
//        a watcher checks time, signals and progress        a checkpointer pauses the workers from time to time
//                          |
//   finish()  the stop reason; a last checkpoint if states are still waiting
//
// Threads: constructed, run and destroyed by one thread.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/explore/checkpointer.h"
#include "engine/explore/explorer.h"
#include "engine/explore/ignoring.h"
#include "engine/explore/so_far.h"
#include "engine/explore/watcher.h"
#include "engine/explore/worker.h"

namespace px::explore {

class SearchSession {
 public:
  // `system`, `reducer` and everything that the options refer to must outlive the session.
  SearchSession(const TransitionSystem& system, const Reducer& reducer, const SearchOptions& wished);

  // May be called only once.
  Result<SearchOutcome> run();

 private:
  Result<void> begin();
  Result<void> go_on();
  Result<void> make_parts(std::vector<uint64_t> sample, uint64_t bitstate_bytes);
  void make_workers();
  void report_initial(const SuccessorBatch& initial);
  std::optional<checkpoint::StoredBlock> restore_sequences(checkpoint::BlockReader& blocks);
  Result<void> restore_blocks(std::optional<checkpoint::StoredBlock> first);
  store::RestoreOutcome restore_block(uint32_t worker, const checkpoint::StoredBlock& block);
  void restore_candidates(const checkpoint::StoredBlock& block);
  bool restore_left_out(const checkpoint::StoredBlock& block);
  bool write_left_out(checkpoint::BlockWriter& out) const;
  void follow();
  void work(uint32_t worker);
  bool goes_on(std::optional<IgnoringCheck>& ignoring);
  bool complete_what_was_ignored(std::optional<IgnoringCheck>& ignoring);
  void finish();
  SearchState state_now();
  void note_progress(SearchProgress& progress) const;
  void tell_so_far(SearchOutcome& outcome);
  double seconds() const;
  Failure too_many_threads() const;

  const TransitionSystem& system_;
  const Reducer& reducer_;
  SearchOptions options_;
  const Watcher::Clock::time_point start_ = Watcher::Clock::now();
  const bool chooses_candidates_;
  SearchOutcome outcome_;
  // Set by the thread that ends the search, read by all workers; see SearchContext and Allowance.
  std::atomic<bool> ended_{false};
  // Why the search must end, if that is known before it starts. Written by the watcher, read by the thread that starts
  // the search.
  std::atomic<StopReason> early_{StopReason::None};
  Allowance allowance_;
  LevelCandidates candidates_;
  std::mutex restore_mutex_;  // guards candidates_ and suspects_ while they are restored
  // Under partial-order reduction: suspects found but not examined yet, in addition to those that the workers hold.
  std::vector<IgnoringCheck::Suspect> suspects_;
  ViolationLog log_;
  std::unique_ptr<frontier::Frontier> frontier_;
  std::unique_ptr<SearchContext> context_;
  std::vector<WorkerCounters> counters_;
  std::vector<std::unique_ptr<Worker>> workers_;
  SearchState before_;  // the work done before the checkpoint from which this search was resumed
  uint64_t states_before_ = 0;
  std::vector<uint64_t> sample_;
  std::unique_ptr<Checkpointer> checkpointer_;
  std::optional<SoFar::Attachment> attachment_;
  Watcher watcher_;  // declared last, so that it is destroyed first
};

}  // namespace px::explore
