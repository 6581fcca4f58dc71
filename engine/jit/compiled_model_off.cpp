// A build without LLVM: the interpreter does everything.
#include "engine/jit/compiled_model.h"

namespace px::jit {

bool has_native_execution() {
  return false;
}

Result<std::unique_ptr<TransitionSystem>> compile(std::shared_ptr<const TransitionSystem>, const CompileOptions&,
                                                  CompileListing*) {
  return Failure(DiagnosticKind::Unsupported, "this build has no native execution",
                 "build with -DPEXPLORE_JIT=ON, or use --execution=interp");
}

}  // namespace px::jit
