// The module's one export.
#include "engine/jit/native_module.h"

extern "C" {
__attribute__((visibility("default"))) extern const px::jit::NativeModule px_native_module;
const px::jit::NativeModule px_native_module = {PEXPLORE_VERSION, &px::jit::compile};
}
