// Which processes can exist: for every process id, the proctypes that an instance with this id can have.
//
// SPIN hands out ids like a stack: a new process gets the number of processes that exist, and only the one with the
// highest id can go. So the id of an instance depends on the run; but in most models a given id only ever belongs to
// one proctype. Slots are a guess made from what has been seen; the lowered Program fails with a marked statement when
// a run needs more, and the guess is then widened (see lower.h). States pay for what the slots allow and no more.
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

// Which element of the sort of processes stands for which process id. Families are runs of elements; symmetry exchanges
// the members of a family only, so all ids that can belong to the same proctypes must be adjacent, in whatever
// order they were started. Everything that makes a number of a process, or a process of a number, goes through here.
class ProcessNumbers {
 public:
  ProcessNumbers() = default;
  // Elements in the order of ids, or those that can belong to the same proctypes side by side.
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
