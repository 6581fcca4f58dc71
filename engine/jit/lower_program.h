// A whole Program as one LLVM module.
#pragma once

#include <llvm/IR/Module.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/jit/analysis.h"

namespace px::jit {

// The functions of a module by name; see generated_code.h for their types.
inline constexpr const char* kExpandName = "expand";
inline constexpr const char* kInvariantsName = "invariants";
inline constexpr const char* kMayEndName = "may_end";
// The ElementFunction for a process that holds control; only for families that can.
std::string process_function_name(const ir::Program& program, ir::FamilyId family);

void lower_program(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis,
                   llvm::Module& module);

}  // namespace px::jit
