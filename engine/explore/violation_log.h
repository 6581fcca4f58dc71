// Collects the violations found by all workers, one entry per location in the model.
//
// Errors are rare compared with states, so a lock is good enough. When they are not, states with errors are expanded by
// the interpreter, next to which the cost of the lock is negligible.
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

namespace px::explore {

// Where a violation was found: the stored state whose expansion produced the event.
struct FoundViolation {
  Event event;
  store::StateRef source = 0;
  bool in_initial_states = false;  // occurred while generating the initial states; source is meaningless
  uint64_t occurrences = 0;
  uint32_t depth = 0;  // of the source, if the search order determines it
};

class ViolationLog {
 public:
  // Events with equal keys are the same error in the model.
  using Key = std::tuple<int, int, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>;
  static Key key_of(const Event& event);

  // Returns whether it is the first of its kind.
  bool add(const FoundViolation& found);
  void add_growth(uint32_t mark);
  uint64_t size() const { return size_.load(std::memory_order_relaxed); }
  bool has_all(const std::vector<Key>& keys);
  // Takes back the occurrences found in a chunk that will be expanded again later, so checkpoints do not count them.
  void take_back(const Event& event);
  // Conversion to and from the form used in checkpoints.
  std::vector<FoundViolation> saved();
  void restore(const std::vector<FoundViolation>& saved);
  // The distinct violations, shallowest first, then by kind and place, so that the order does not depend on threads.
  std::vector<FoundViolation> take();
  // The marks of growth events, ascending.
  std::vector<uint32_t> take_growth();

 private:
  std::mutex mutex_;
  std::map<Key, FoundViolation> found_;  // these three: guarded by mutex_
  std::map<Key, uint64_t> taken_back_;
  std::set<uint32_t> growth_;
  // Written under the mutex, read by any thread for progress reports; relaxed, because it is a count that publishes
  // nothing.
  std::atomic<uint64_t> size_{0};
};

}  // namespace px::explore
