// The findings of a run's searches so far, for code that must report them without the searches: a limit was exceeded,
// and the work in progress cannot be stopped.
//
// A search is attached while it can be queried; its final findings are kept after it is gone. The errors of all
// searches are kept, and the counts of the one with the most states. A search is queried only on demand and once at its
// end.
//
// Threads: any.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "engine/explore/explorer.h"

namespace px::explore {

class SoFar {
 public:
  // Writes the current counts and errors of a search to a new outcome while the search continues.
  using Ask = std::function<void(SearchOutcome&)>;
  // Rewrites the errors of an outcome in terms of the model's language.
  using Reword = std::function<void(SearchOutcome&)>;

  class Attachment {
   public:
    // Null: not used.
    Attachment(SoFar* so_far, Ask ask);
    ~Attachment();
    Attachment(const Attachment&) = delete;
    Attachment& operator=(const Attachment&) = delete;

   private:
    SoFar* so_far_;
  };

  // To be called before any search; what it refers to must outlive all of them.
  void say_errors_by(Reword reword) { reword_ = std::move(reword); }
  // An error that was not found by a safety search.
  void add(const Violation& violation);
  // The findings as the result of a run that ends now.
  SearchResult result(StopReason stop);
  // When the search ends, a checkpoint is written, which takes a while: from then on the process should not be ended
  // until that is done.
  void note_saving(bool saving) { saving_.store(saving, std::memory_order_relaxed); }
  bool saving() const { return saving_.load(std::memory_order_relaxed); }

 private:
  void note_now();  // requires mutex_

  Reword reword_;
  std::mutex mutex_;
  Ask ask_;                            // these three: guarded by mutex_; empty while no search can be queried
  SearchResult longest_;               // without violations
  std::vector<Violation> violations_;  // of all searches
  // Written by the search, read by the thread that may end the process; relaxed, because it is a flag that publishes
  // nothing.
  std::atomic<bool> saving_{false};
};

}  // namespace px::explore
