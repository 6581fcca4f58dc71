// Lowers a whole Program to LLVM modules.
#pragma once

#include <llvm/IR/Module.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/jit/analysis.h"
#include "engine/jit/compiled_model.h"
#include "engine/model/action_coverage.h"

namespace px::jit {

// The functions of a module by name; see generated_code.h for their types.
inline constexpr const char* kExpandName = "expand";
inline constexpr const char* kInvariantsName = "invariants";
inline constexpr const char* kMayEndName = "may_end";
// The ElementFunction for a process that holds control; each family whose processes can hold control has one.
std::string process_function_name(const ir::Program& program, ir::FamilyId family);

// The best number of modules for a program, each to be compiled by one thread.
size_t number_of_parts(const ir::Program& program, const Analysis& analysis, const CompileOptions& options);
// The same for a single thread that compiles them in sequence and may be asked to stop in between.
size_t number_of_small_parts(const Analysis& analysis);
// Whether compiling with full optimisation would take unreasonably long.
bool takes_long(const Analysis& analysis);

void lower_program(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis,
                   const ActionCoverage* coverage, bool by_process, const std::vector<llvm::Module*>& modules);

}  // namespace px::jit
