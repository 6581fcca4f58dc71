// The resources of this machine that the process may use: a container or a job scheduler often grants only part of
// them.
#pragma once

#include <cstdint>
#include <string>

namespace px::driver {

// Cores by CPU affinity (taskset, cpuset) and by the CPU quota of the control group (v1 or v2), rounded up; at least 1.
unsigned usable_cores();
// Bytes usable without swapping: free memory of the machine or of the control group, whichever is less.
uint64_t usable_memory();
// Bytes that the control group still grants; a process that exceeds them is killed. UINT64_MAX: no limit.
uint64_t granted_memory();

// The same, reading a copy of /proc and /sys/fs/cgroup under `root`, for tests.
unsigned usable_cores_under(const std::string& root, unsigned affinity_cores);
uint64_t usable_memory_under(const std::string& root);
uint64_t granted_memory_under(const std::string& root);

}  // namespace px::driver
