// Runs one function on a number of threads and waits for all of them; pins them to cores when asked.
//
// Plain threads, not tasks of an arena: every worker has to run (the frontier waits for all of them), and an arena
// promises no more threads than it sees fit.
#pragma once

#include <cstdint>
#include <functional>

namespace px {

struct ThreadPlacement {
  bool pin = false;   // one core per worker, cores of one NUMA node first (workers beyond the cores are not pinned)
  bool numa = false;  // as pin, but workers are dealt out over the NUMA nodes, and bound to a node rather than a core
};

// Cores this process may use.
uint32_t available_cores();

// Worker 0 runs on the calling thread (whose binding is restored at the end). Returns when all are done. False: the
// system refuses so many threads, and no worker has run.
[[nodiscard]] bool run_workers(uint32_t workers, const ThreadPlacement& placement,
                               const std::function<void(uint32_t worker)>& work);

}  // namespace px
