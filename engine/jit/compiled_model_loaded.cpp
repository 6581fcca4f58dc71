// Native execution by a module that is loaded on first use (native_module.h). The module is searched for on the
// executable's run path: beside the executable in a build, in the library folder of an installation.
#include <cstring>
#include <dlfcn.h>
#include <string>

#include "engine/jit/native_module.h"

namespace px::jit {
namespace {

struct Loaded {
  const jit::NativeModule* module = nullptr;
  std::string why_not;
};

// The module stays loaded until the process ends: generated code and its runtime live in it.
Loaded load_module() {
  void* library = dlopen(jit::kModuleFile, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {nullptr, dlerror()};
  const auto* module = static_cast<const jit::NativeModule*>(dlsym(library, jit::kModuleSymbol));
  if (module == nullptr || std::strcmp(module->version, PEXPLORE_VERSION) != 0) {
    return {nullptr, std::string(jit::kModuleFile) + " is not of this version"};
  }
  return {module, {}};
}

}  // namespace

bool has_native_execution() {
  return true;
}

Result<std::unique_ptr<TransitionSystem>> compile(std::shared_ptr<const TransitionSystem> reference,
                                                  const CompileOptions& options, CompileListing* listing) {
  static const Loaded loaded = load_module();
  if (loaded.module == nullptr) {
    return Failure(DiagnosticKind::FileUnreadable, "native execution cannot be loaded: " + loaded.why_not,
                   "install pexplore anew, or use --execution=interp");
  }
  return loaded.module->compile(std::move(reference), options, listing);
}

}  // namespace px::jit
