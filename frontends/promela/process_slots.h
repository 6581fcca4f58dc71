// The possible processes: for every process id, the proctypes that an instance with this id can have.
//
// SPIN allocates ids like a stack: a new process gets the number of existing processes, and only the process with the
// highest id can be removed. So the id of an instance depends on the run; but in most models a given id only ever
// belongs to one proctype. Slots are a guess based on the explored states; if a run needs more, the lowered Program
// fails with a marked statement, and the guess is widened (see lower.h). States contain only what the slots allow.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "frontends/promela/model.h"

namespace px::promela {

inline constexpr uint32_t kMaxProcesses = 255;

struct ProcessSlots {
  std::vector<std::set<ProctypeId>> by_pid;

  uint32_t count() const { return static_cast<uint32_t>(by_pid.size()); }
  bool allows(uint32_t pid, ProctypeId proctype) const { return pid < by_pid.size() && by_pid[pid].contains(proctype); }
  void add(uint32_t pid, ProctypeId proctype) {
    if (by_pid.size() <= pid) by_pid.resize(pid + 1);
    by_pid[pid].insert(proctype);
  }
};

// The mapping between process ids and elements of the sort of processes. Families are ranges of elements; symmetry
// exchanges only members of a family, so all ids that can belong to the same proctypes must be adjacent, in whatever
// order they were started. Every conversion between numbers and processes uses this class.
class ProcessNumbers {
 public:
  ProcessNumbers() = default;
  // Elements in the order of ids, or grouped by possible proctypes (side_by_side).
  ProcessNumbers(const ProcessSlots& slots, bool side_by_side);

  uint32_t element_of(uint32_t pid) const { return elements_[pid]; }
  uint32_t pid_of(uint32_t element) const { return pids_[element]; }
  const std::vector<uint32_t>& elements() const { return elements_; }  // by id
  const std::vector<uint32_t>& pids() const { return pids_; }          // by element

 private:
  std::vector<uint32_t> elements_;
  std::vector<uint32_t> pids_;
};

// Proctypes of the processes that exist in the initial state, by pid.
std::vector<ProctypeId> initial_processes(const Model& model);

}  // namespace px::promela
