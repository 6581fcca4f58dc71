// One search of a swarm (swarm.h), on one thread.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <vector>

#include "engine/base/raw_vector.h"
#include "engine/explore/state_estimate.h"
#include "engine/explore/swarm.h"
#include "engine/model/action_coverage.h"

namespace px::explore {

// What the swarm grants to its searches, and what they report to it. Thread-safe.
class SwarmControl {
 public:
  virtual ~SwarmControl() = default;
  // Called every few steps: whether search `number` should continue. `steps` are those since the last call.
  virtual bool goes_on(uint64_t number, const SearchProgress& steps) = 0;
  virtual void met(uint64_t number, const Event& event) = 0;
  // The model has to be translated again.
  virtual void must_grow() = 0;
};

struct SwarmSearchOutcome {
  SwarmSearch figures;
  std::vector<SwarmError> errors;
  std::set<uint32_t> growth;
  std::vector<bool> taken;  // by action
  StateEstimate met;
};

class SwarmSearcher {
 public:
  struct Place {
    const TransitionSystem& system;
    const Reducer& reducer;
    const SwarmOptions& options;
    const SuccessorBatch& initial;
    MemoryBudget& budget;
    const Allowance& allowance;
    uint64_t stack_bytes;  // for waiting states
    SwarmControl& control;
  };

  // All references must outlive this object.
  SwarmSearcher(const Place& place, uint64_t number, const SwarmPlan& plan);

  // May be called only once. Fails if there is no memory for the bits.
  Result<void> run();
  SwarmSearchOutcome take() { return std::move(outcome_); }

 private:
  // Of a state on the stack.
  struct Link {
    uint32_t parent;  // its position on the stack; kNone: an initial state
    uint32_t depth : 31;
    uint32_t expanded : 1;
  };
  static constexpr uint32_t kNone = UINT32_MAX;

  Result<void> make_table();
  bool ask();
  void drop_expanded();
  void expand_top();
  void note_events(uint32_t first);
  void note_error(const Event& event, uint32_t place);
  void store(uint64_t* states, const uint32_t* sources, uint32_t count, uint32_t first);
  void store_images(const uint64_t* states, uint32_t count);
  void insert(const uint64_t* rows, uint32_t count);
  void push(const uint64_t* states, const uint32_t* sources, uint32_t first);
  void arrange(const uint32_t* sources, uint32_t count);
  uint32_t below(uint32_t count);
  std::vector<uint64_t> path_to(uint32_t place) const;
  void finish();

  const Place place_;
  const uint64_t number_;
  const SwarmPlan plan_;
  const uint32_t words_;
  const size_t most_waiting_;
  uint64_t random_;
  ActionCoverage coverage_;
  std::unique_ptr<SuccessorGenerator> generator_;
  std::unique_ptr<ReducerWorker> reducer_;
  std::unique_ptr<store::StateTable> table_;
  uint64_t full_ = 0;  // this many states set half of the bits
  SuccessorBatch batch_;
  RawVector<uint64_t> stack_;  // states, and their links
  std::vector<Link> links_;
  // Scratch: stored rows, their hashes and references, whether they are new, and which of the batch are.
  std::vector<uint64_t> keys_, hashes_, refs_, images_;
  std::vector<uint8_t> is_new_;
  std::vector<uint32_t> fresh_;
  std::map<ViolationLog::Key, size_t> known_;  // errors, by their indices in the outcome
  bool over_ = false;
  SearchProgress told_;  // what has been reported to the control
  SwarmSearchOutcome outcome_;
};

}  // namespace px::explore
