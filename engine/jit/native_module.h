// The interface between the program and the module that contains the compiler. They are two files (the module is linked
// with LLVM, which takes 50 MB and 10 ms to load, and is loaded when the first model is compiled) of one build: C++
// objects cross the border, so both have to be of the same version, which is checked.
#pragma once

#include "engine/jit/compiled_model.h"

namespace px::jit {

using CompileResult = Result<std::unique_ptr<TransitionSystem>>;
using CompileFunction = CompileResult (*)(std::shared_ptr<const TransitionSystem>, const CompileOptions&,
                                          CompileListing*);

// What the module exports, under kModuleSymbol.
struct NativeModule {
  const char* version = nullptr;
  CompileFunction compile = nullptr;
};

inline constexpr const char* kModuleFile = "libpexplore_native.so";
inline constexpr const char* kModuleSymbol = "px_native_module";

}  // namespace px::jit
