// Collects what went wrong, one entry per place in the model, from all workers.
//
// Errors are rare next to states, so a lock is good enough. Where they are not, the states that have them are expanded
// by the interpreter, next to which the lock does not show.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <tuple>
#include <vector>

#include "engine/model/transition_system.h"
#include "engine/model/verdict.h"
#include "engine/store/state_table.h"

namespace px {

// Where a violation was found: the stored state whose expansion met the event.
struct FoundViolation {
  Event event;
  StateRef source = 0;
  bool in_initial_states = false;  // met while making the initial states; source means nothing
  uint64_t occurrences = 0;
  uint32_t depth = 0;  // of the source, where the order tells
};

class ViolationLog {
 public:
  // Events with equal keys are the same error of the model.
  using Key = std::tuple<int, int, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>;
  static Key key_of(const Event& event);

  // Whether there was none like it before.
  bool add(const FoundViolation& found);
  void add_growth(uint32_t mark);
  uint64_t size() const { return size_.load(std::memory_order_relaxed); }
  bool has_all(const std::vector<Key>& keys);
  // What came of a chunk that is expanded again later: its occurrences are not counted in checkpoints.
  void take_back(const Event& event);
  // As a checkpoint holds them, and back.
  std::vector<FoundViolation> saved();
  void restore(const std::vector<FoundViolation>& saved);
  // The distinct violations, shallowest first, then by kind and place, so that the order does not depend on threads.
  std::vector<FoundViolation> take();
  // The marks of growths, ascending.
  std::vector<uint32_t> take_growth();

 private:
  std::mutex mutex_;
  std::map<Key, FoundViolation> found_;  // these three: guarded by mutex_
  std::map<Key, uint64_t> taken_back_;
  std::set<uint32_t> growth_;
  // Written under the mutex, read by anyone for progress: a count, publishing nothing.
  std::atomic<uint64_t> size_{0};
};

}  // namespace px
