// What the searches of a run have found so far, for code that has to report it without them: a limit was passed, and
// what goes on cannot be stopped.
//
// A search attaches itself while it can be asked; what it had found by its end stays when it is gone. Errors of all
// searches are kept, and the counts of the one that saw most states. Nothing is asked while it is not needed, but once
// at the end of each search.
//
// Threads: any.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "engine/explore/explorer.h"

namespace px {

class SoFar {
 public:
  // Puts counts and errors of a search into its outcome, which is new, while the search goes on.
  using Ask = std::function<void(SearchOutcome&)>;
  // Says the errors of an outcome in the words of the model's language.
  using Reword = std::function<void(SearchOutcome&)>;

  class Attachment {
   public:
    // Null: not wanted.
    Attachment(SoFar* so_far, Ask ask);
    ~Attachment();
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

   private:
    SoFar* so_far_;
  };

  // Before any search; what it refers to outlives all of them.
  void say_errors_by(Reword reword) { reword_ = std::move(reword); }
  // An error that no search for safety found.
  void add(const Violation& violation);
  // As the result of a run that ends now.
  SearchResult result(StopReason stop);
  // What was done is written to a checkpoint when the search ends, which takes its time: from then on the process
  // should not be ended, until it has been done.
  void note_saving(bool saving) { saving_.store(saving, std::memory_order_relaxed); }
  bool saving() const { return saving_.load(std::memory_order_relaxed); }

 private:
  void note_now();  // with mutex_ held

  Reword reword_;
  std::mutex mutex_;
  Ask ask_;                            // these three: guarded by mutex_; empty while no search can be asked
  SearchResult longest_;               // without violations
  std::vector<Violation> violations_;  // of all searches
  // Written by the search, read by the thread that may end the process: a lone flag, so relaxed.
  std::atomic<bool> saving_{false};
};

}  // namespace px
