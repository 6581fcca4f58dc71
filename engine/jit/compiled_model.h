// Native execution of a Program. The only public header of this folder; it does not depend on LLVM.
#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/model/action_coverage.h"
#include "engine/model/transition_system.h"

namespace px::jit {

struct CompileOptions {
  size_t threads = 1;                            // maximum number of threads that compile at the same time
  uint64_t nodes_per_thread = 300;               // nodes of code; with fewer, a thread costs more than it saves
  bool by_process = false;                       // generators will be asked for parts (SuccessorGenerator::expand_by)
  bool perf_map = false;                         // append the generated functions to /tmp/perf-PID.map, for `perf`
  ActionCoverage* coverage = nullptr;            // mark the actions that are taken; must outlive the result
  const std::atomic<bool>* cancelled = nullptr;  // when it becomes true, compilation soon fails; valid until it ends
};

struct CompileListing {
  std::string llvm;  // after optimisation
  std::string assembly;
};

// Whether native execution is part of this build.
bool has_native_execution();

// Compiles the reference's program to native code for the host processor. The result makes the same successors and
// events as `reference`, which it keeps: it takes initial states from it, and passes it the states in which something
// exceptional happens (an error of the model, a blocked sequence). Fails with Unsupported if this build cannot compile
// the program; the reference can then be used instead. `listing` may be null.
Result<std::unique_ptr<TransitionSystem>> compile(std::shared_ptr<const TransitionSystem> reference,
                                                  const CompileOptions& options = {},
                                                  CompileListing* listing = nullptr);

}  // namespace px::jit
