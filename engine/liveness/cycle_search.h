// Searches for a cycle that carries all wanted marks: the search behind every check of infinite runs.
//
//   system  --expand-->  successors  --marks-->  marks of the state and of its edges
//                            |
//                            +--reduce, insert-->  references  -->  components (component_search.h)
//
// The caller defines the meaning of the marks: that an automaton accepts, or that a process was not starved. States are
// stored in a table that keeps a component record (component_sets.h) with each of them, so the depth-first search needs
// only one reference per state on its stack.
//
// Results do not depend on the number of threads: the existence of such a cycle never does; the numbers of states and
// transitions do not if there is none (then the whole graph was explored exactly once).
//
// Not supported: tables that keep no states (hash, bitstate), and reducers that store anything other than a state.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "engine/explore/explorer.h"
#include "engine/explore/options.h"
#include "engine/liveness/component_search.h"
#include "engine/liveness/component_sets.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"

namespace px::liveness {

// The marks that a cycle must carry. Thread-safe.
class CycleMarks {
 public:
  static constexpr uint32_t kMaxMarks = 31;  // besides kCycle

  virtual ~CycleMarks() = default;
  // All marks that a component needs in addition to having a cycle.
  virtual uint32_t wanted() const = 0;
  // Whether edges have marks, too.
  virtual bool marks_edges() const { return false; }
  // The marks of `count` states, whose successors are exactly `successors`: one word per state to `marks`, and, with
  // marks_edges(), one per successor appended to `edges`. Clears the bits of successors that describe the edge and are
  // not part of a state.
  virtual void mark(const uint64_t* states, size_t count, SuccessorBatch& successors, uint32_t* marks,
                    std::vector<uint32_t>& edges) const = 0;

  // The number of elements (processes, under fairness) that must each be satisfied on a cycle. 0: the marks suffice.
  // Otherwise components with all marks are checked a second time, element by element (fair_threads.h).
  virtual uint32_t elements() const { return 0; }
  // The elements that are satisfied in one state, and by each of its steps: sets of (elements() + 63) / 64 words,
  // initially zero. Clears bits of successors as mark() does, and returns the marks of the state.
  virtual uint32_t satisfied(const uint64_t* state, SuccessorBatch& successors, uint64_t* here,
                             uint64_t* by_step) const;
  // The element that this one becomes when names are permuted (ReducerWorker::reduce_told).
  virtual uint32_t renamed(uint32_t element, const uint16_t* image) const;
};

// The component records of a table with satellites.
class TableRecords {
 public:
  static constexpr uint32_t kWords = sizeof(ComponentRecord<>) / sizeof(uint64_t);

  explicit TableRecords(store::StateTable& table) : range_(table.satellites()) {}
  ComponentRecord<>& operator()(store::StateRef ref) const {
    return *reinterpret_cast<ComponentRecord<>*>(range_.of(ref));
  }

 private:
  store::SatelliteRange range_;
};

// Waits for a worker in the middle of a few stores; it may have been descheduled.
class SetWait {
 public:
  void wait();
};

using TableSets = ComponentSets<std::atomic, TableRecords, SetWait>;

struct CycleOutcome {
  explore::SearchOutcome search;  // table, counts; errors of the model met on the way are violations
  // A state of a component that carries all marks; the sets in the table determine the component.
  std::optional<store::StateRef> found;
};

// Fails if the table or reducer is unsuitable, if there are too many threads, or if not even the smallest table can be
// allocated. Errors of the model that the system reports end the search, as a cycle does.
Result<CycleOutcome> find_cycle(const TransitionSystem& system, const Reducer& reducer, const CycleMarks& marks,
                                const explore::SearchOptions& options);

}  // namespace px::liveness
