// Makes modules executable: LLVM's ORC for the host processor. A program consists of one or several modules, which are
// optimised and compiled separately. Any number of threads may run the code while the session lives.
#pragma once

#include <atomic>
#include <functional>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/action_coverage.h"

namespace px::jit {

enum class Effort : uint8_t {
  Quick,  // code soon: a fifth of the time to compile, two to three times that to run
  Full
};

struct SessionOptions {
  size_t parts = 1;
  Effort effort = Effort::Full;
  size_t threads = SIZE_MAX;                     // maximum number of threads that compile the parts
  bool by_process = false;                       // see CompileOptions
  bool perf_map = false;                         // append the functions to /tmp/perf-PID.map
  const ActionCoverage* coverage = nullptr;      // marked by the code when it takes an action
  const std::atomic<bool>* cancelled = nullptr;  // when it becomes true, creating the session soon fails
};

class JitSession {
 public:
  struct Listing {
    std::string llvm;  // empty unless requested
    std::string assembly;
  };

  using Fill = std::function<void(const std::vector<llvm::Module*>&)>;
  // `fill` puts functions into options.parts empty modules; they may refer to each other's. `listing` may be null.
  static Result<std::unique_ptr<JitSession>> make(const Fill& fill, const SessionOptions& options, Listing* listing);

  // The address of a function; null if there is none of this name.
  template <class Function>
  Function find(const std::string& name) {
    return reinterpret_cast<Function>(address_of(name));
  }

 private:
  explicit JitSession(std::unique_ptr<llvm::orc::LLJIT> jit) : jit_(std::move(jit)) {}
  void* address_of(const std::string& name);

  std::unique_ptr<llvm::orc::LLJIT> jit_;
};

}  // namespace px::jit
