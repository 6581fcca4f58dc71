// Runs one function on a number of threads and waits for all of them; pins them to cores on request.
//
// Plain threads, not tasks of an arena: every worker must run (the frontier waits for all of them), and an arena does
// not guarantee a number of threads.
#pragma once

#include <cstdint>
#include <functional>

namespace px::frontier {

struct ThreadPlacement {
  bool pin = false;   // one core per worker, cores of one NUMA node first (workers beyond the cores are not pinned)
  bool numa = false;  // as pin, but workers are distributed over the NUMA nodes and bound to a node rather than a core
};

// The number of cores this process may use.
uint32_t available_cores();

// Worker 0 runs on the calling thread (whose binding is restored at the end). Returns when all are done. Returns false
// if the system refuses that many threads; no worker has run then.
[[nodiscard]] bool run_workers(uint32_t workers, const ThreadPlacement& placement,
                               const std::function<void(uint32_t worker)>& work);

}  // namespace px::frontier
