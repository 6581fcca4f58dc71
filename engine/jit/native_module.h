// The interface between the program and the module that contains the compiler. They are two files of one build: the
// module is linked with LLVM, which takes 50 MB and 10 ms to load, and is loaded when the first model is compiled. C++
// objects cross the boundary, so both must have the same version, which is checked.
#pragma once

#include "engine/jit/compiled_model.h"

namespace px::jit {

using CompileResult = Result<std::unique_ptr<TransitionSystem>>;
using CompileFunction = CompileResult (*)(std::shared_ptr<const TransitionSystem>, const CompileOptions&,
                                          CompileListing*);

// The module's export, under kModuleSymbol.
struct NativeModule {
  const char* version = nullptr;
  CompileFunction compile = nullptr;
};

inline constexpr const char* kModuleFile = "libpexplore_native.so";
inline constexpr const char* kModuleSymbol = "px_native_module";

}  // namespace px::jit
