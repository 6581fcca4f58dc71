// Which functions there are. A small family of processes is unrolled into `expand`: then every address is a constant.
// A larger one is one function that is called for each process; what leaves its larger locations is a function each,
// so that no function grows so large that the optimiser's cost per function shows.
#include "engine/jit/lower_program.h"

#include <algorithm>

#include "engine/jit/function_lowering.h"

namespace px::jit {
namespace {

using ir::FamilyId;
using ir::LocationId;

constexpr uint64_t kUnrolledFamily = 1500;  // nodes of a family unrolled for all its processes
constexpr uint64_t kSmallFunction = 3000;   // nodes of a family or of all free actions in one function
constexpr uint64_t kSmallLocation = 40;     // nodes of a location that is never worth a function

class ProgramLowering {
 public:
  ProgramLowering(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis, llvm::Module& module)
      : program_(program), analysis_(analysis), shared_{program, layout, analysis, module, nullptr, nullptr, {}} {}

  void run() {
    llvm::IRBuilder<> types(shared_.module.getContext());
    pointer_ = types.getPtrTy();
    number_ = types.getInt64Ty();
    answer_ = types.getInt32Ty();
    shared_.grow = declare("px_jit_grow", pointer_, {pointer_, pointer_});
    shared_.set_aside = declare("px_jit_set_aside", types.getVoidTy(), {pointer_, pointer_, number_});
    shared_.grow->addFnAttr(llvm::Attribute::Cold);
    lower_can_move_tests();
    lower_tests();
    lower_expand();
  }

 private:
  llvm::Function* declare(const std::string& name, llvm::Type* result, std::vector<llvm::Type*> parameters) {
    llvm::Function* function = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                                                      llvm::Function::ExternalLinkage, name, shared_.module);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    return function;
  }

  // The state is never written through another pointer while the function runs.
  llvm::Function* define(const std::string& name, llvm::Type* result, std::vector<llvm::Type*> parameters) {
    llvm::Function* function = declare(name, result, std::move(parameters));
    function->setDSOLocal(true);
    function->addParamAttr(0, llvm::Attribute::NoAlias);
    function->addParamAttr(1, llvm::Attribute::NoAlias);
    function->addParamAttr(1, llvm::Attribute::ReadOnly);
    return function;
  }

  void lower_can_move_tests() {
    shared_.can_move.assign(program_.families.size(), nullptr);
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const FamilyId family(f);
      if (!analysis_.tests_can_move(family)) continue;
      const std::string name = "can_move." + program_.families[family].name + "." + std::to_string(f);
      shared_.can_move[f] = define(name, answer_, {pointer_, pointer_, number_});
      FunctionLowering(shared_, shared_.can_move[f], false).lower_can_move(family);
    }
  }

  void lower_tests() {
    FunctionLowering invariants(shared_, define(kInvariantsName, answer_, {pointer_, pointer_}), false);
    invariants.lower_invariants();
    invariants.finish_test(true);
    FunctionLowering may_end(shared_, define(kMayEndName, answer_, {pointer_, pointer_}), false);
    may_end.lower_may_end();
  }

  llvm::Function* location_function(LocationId location) {
    const ir::Location& here = program_.locations[location];
    if (analysis_.family_weight(here.family) <= kSmallFunction) return nullptr;
    if (analysis_.location_weight(location) <= kSmallLocation) return nullptr;
    const std::string name =
        program_.families[here.family].name + "." + here.name + "." + std::to_string(location.value);
    llvm::Function* function = define(name, pointer_, {pointer_, pointer_, pointer_, number_});
    FunctionLowering lowering(shared_, function, true);
    lowering.lower_leaving(location, lowering.process_parameter(here.family));
    lowering.finish_expand();
    return function;
  }

  llvm::Function* process_function(FamilyId family) {
    const std::string name = process_function_name(program_, family);
    llvm::Function* function = define(name, pointer_, {pointer_, pointer_, pointer_, number_});
    FunctionLowering lowering(shared_, function, true);
    lowering.lower_process(family, lowering.process_parameter(family),
                           [&](LocationId location) { return location_function(location); });
    lowering.finish_expand();
    return function;
  }

  llvm::Function* free_action_function(ir::ActionId action) {
    const std::string name = "action." + program_.actions[action].name + "." + std::to_string(action.value);
    llvm::Function* function = define(name, pointer_, {pointer_, pointer_, pointer_});
    FunctionLowering lowering(shared_, function, true);
    lowering.lower_free_action(action);
    lowering.finish_expand();
    return function;
  }

  void lower_free_actions(FunctionLowering& expand) {
    uint64_t weight = 0;
    for (ir::ActionId action : analysis_.free_actions()) weight += analysis_.action_weight(action);
    for (ir::ActionId action : analysis_.free_actions()) {
      if (weight > kSmallFunction) {
        expand.call(free_action_function(action));
      } else {
        expand.lower_free_action(action);
      }
    }
  }

  void lower_expand() {
    FunctionLowering expand(shared_, define(kExpandName, pointer_, {pointer_, pointer_, pointer_}), true);
    expand.lower_invariants();
    lower_free_actions(expand);
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const FamilyId family(f);
      const uint64_t count = program_.families[family].count;
      if (!analysis_.moves(family) || count == 0) continue;
      const bool unrolled = analysis_.family_weight(family) * count <= kUnrolledFamily;
      llvm::Function* function = !unrolled || analysis_.holds_control(family) ? process_function(family) : nullptr;
      expand.lower_family(family, unrolled ? nullptr : function);
    }
    expand.finish_expand();
  }

  const ir::Program& program_;
  const Analysis& analysis_;
  ModuleContext shared_;
  llvm::Type* pointer_ = nullptr;
  llvm::Type* number_ = nullptr;
  llvm::Type* answer_ = nullptr;
};

}  // namespace

std::string process_function_name(const ir::Program& program, FamilyId family) {
  return "process." + program.families[family].name + "." + std::to_string(family.value);
}

void lower_program(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis,
                   llvm::Module& module) {
  ProgramLowering(program, layout, analysis, module).run();
}

}  // namespace px::jit
