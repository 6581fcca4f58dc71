// Modules made executable: LLVM's ORC for the processor at hand. A program comes in one or several modules, which are
// optimised and compiled by a thread each. The code may be run by any number of threads as long as the session lives.
#pragma once

#include <functional>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"

namespace px::jit {

class JitSession {
 public:
  struct Listing {
    std::string llvm;  // empty unless asked for
    std::string assembly;
  };

  using Fill = std::function<void(const std::vector<llvm::Module*>&)>;
  // `fill` puts functions into `parts` empty modules; they may refer to one another's. `listing` may be null.
  static Result<std::unique_ptr<JitSession>> make(const Fill& fill, size_t parts, bool perf_map, Listing* listing);

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
