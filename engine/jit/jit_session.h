// One module made executable: LLVM's ORC for the processor at hand. Made by one thread; the code may then be run by any
// number of threads as long as the session lives.
#pragma once

#include <functional>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/IR/Module.h>
#include <memory>
#include <string>

#include "engine/base/result.h"

namespace px::jit {

class JitSession {
 public:
  struct Listing {
    std::string llvm;  // empty unless asked for
    std::string assembly;
  };

  // `fill` puts functions into the empty module it is given. `listing` may be null.
  static Result<std::unique_ptr<JitSession>> make(const std::function<void(llvm::Module&)>& fill, bool perf_map,
                                                  Listing* listing);

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
