// Runs a program as a separate process and measures it: the cost of one run can be observed only from outside, where
// neither its startup nor memory kept from an earlier run is hidden.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace px::batch {

struct ProcessEnd {
  int exit_code = -1;      // -1: killed by a signal
  int signal = 0;          // 0: exited normally
  double seconds = 0;      // wall-clock time, from before its start to its end
  double cpu_seconds = 0;  // of all its threads, user and system
  uint64_t peak_bytes = 0;
  std::string output;  // standard output and standard error, interleaved as written
};

// Runs command[0] with the rest as its arguments, and waits. When `stop` becomes true, interrupts the process once,
// like Ctrl-C. Fails only if the process cannot be started. Callable from any thread.
Result<ProcessEnd> run_process(const std::vector<std::string>& command, const std::atomic<bool>& stop);

}  // namespace px::batch
