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

inline constexpr uint32_t kMostProcesses = 255;

struct ProcessSlots {
  std::vector<std::set<ProctypeId>> by_pid;

  uint32_t count() const { return static_cast<uint32_t>(by_pid.size()); }
  bool allows(uint32_t pid, ProctypeId proctype) const { return pid < by_pid.size() && by_pid[pid].contains(proctype); }
  void add(uint32_t pid, ProctypeId proctype) {
    if (by_pid.size() <= pid) by_pid.resize(pid + 1);
    by_pid[pid].insert(proctype);
  }
};

// Proctypes of the processes that exist in the initial state, by pid.
std::vector<ProctypeId> initial_processes(const Model& model);

}  // namespace px::promela
