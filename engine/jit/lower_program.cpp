// Which functions there are. A small family of processes is unrolled into `expand`: then every address is a constant.
// A larger one is one function that is called for each process, and calls others for what leaves a few locations each,
// so that no function grows so large that the optimiser's cost per function shows (it grows faster than the function).
// Such functions are dealt out to the modules; all else is in the first.
#include "engine/jit/lower_program.h"

#include <algorithm>
#include <map>
#include <span>
#include <thread>

#include "engine/jit/function_lowering.h"

namespace px::jit {
namespace {

using ir::FamilyId;
using ir::LocationId;

constexpr uint64_t kUnrolledFamily = 1500;  // nodes of a family unrolled for all its processes
constexpr uint64_t kSmallFunction = 3000;   // nodes of a family or of all free actions in one function
constexpr uint64_t kSharedFunction = 400;   // nodes, from which on locations or free actions share a function no longer
constexpr uint64_t kNodesPerPart = 2000;    // below that, a thread costs more than it saves
constexpr size_t kMostParts = 8;
constexpr uint64_t kLongProgram = 12000;  // nodes; more take about a second of full effort

class ProgramLowering {
 public:
  ProgramLowering(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis,
                  const ActionCoverage* coverage, const std::vector<llvm::Module*>& modules)
      : program_(program), analysis_(analysis) {
    for (llvm::Module* module : modules) {
      parts_.push_back(
          {.program = program, .layout = layout, .analysis = analysis, .coverage = coverage, .module = *module});
    }
  }

  void run() {
    for (ModuleContext& part : parts_) declare_shared(part);
    lower_can_move_tests();
    lower_tests();
    lower_expand();
  }

 private:
  enum class Kind { Expand, Element, Test, ElementTest };  // as in generated_code.h

  // A function of the model, or its declaration for another module. The state is never written through another pointer
  // while the function runs.
  static llvm::Function* declare(ModuleContext& part, const std::string& name, Kind kind) {
    llvm::IRBuilder<> types(part.module.getContext());
    std::vector<llvm::Type*> parameters{types.getPtrTy(), types.getPtrTy()};
    const bool makes_successors = kind == Kind::Expand || kind == Kind::Element;
    if (makes_successors) parameters.push_back(types.getPtrTy());
    if (kind == Kind::Element || kind == Kind::ElementTest) parameters.push_back(types.getInt64Ty());
    llvm::Type* result = types.getInt32Ty();
    if (makes_successors) result = types.getPtrTy();
    llvm::Function* function = declare(part, name, result, parameters);
    function->addParamAttr(0, llvm::Attribute::NoAlias);
    function->addParamAttr(1, llvm::Attribute::NoAlias);
    function->addParamAttr(1, llvm::Attribute::ReadOnly);
    return function;
  }

  static llvm::Function* declare(ModuleContext& part, const std::string& name, llvm::Type* result,
                                 const std::vector<llvm::Type*>& parameters) {
    llvm::Function* function = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                                                      llvm::Function::ExternalLinkage, name, part.module);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    return function;
  }

  void declare_shared(ModuleContext& part) {
    llvm::IRBuilder<> types(part.module.getContext());
    llvm::Type* pointer = types.getPtrTy();
    part.grow = declare(part, "px_jit_grow", pointer, {pointer, pointer});
    part.grow->addFnAttr(llvm::Attribute::Cold);
    part.begin_distinct = declare(part, "px_jit_begin_distinct", types.getVoidTy(), {pointer, pointer});
    part.end_distinct = declare(part, "px_jit_end_distinct", pointer, {pointer, pointer});
    part.set_aside = declare(part, "px_jit_set_aside", types.getVoidTy(), {pointer, pointer, types.getInt64Ty()});
    part.sequence = declare(part, "px_jit_sequence", types.getInt1Ty(),
                            {pointer, types.getInt32Ty(), types.getInt64Ty(), types.getInt64Ty(), pointer});
    part.sequence->addRetAttr(llvm::Attribute::ZExt);
    part.can_move.assign(program_.families.size(), nullptr);
    part.process.assign(program_.families.size(), nullptr);
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const FamilyId family(f);
      if (analysis_.expands_holders(family)) {
        part.process[f] = declare(part, process_function_name(program_, family), Kind::Element);
      }
      if (!analysis_.tests_can_move(family)) continue;
      const std::string name = "can_move." + program_.families[family].name + "." + std::to_string(f);
      part.can_move[f] = declare(part, name, Kind::ElementTest);
    }
  }

  ModuleContext& main() { return parts_.front(); }

  void lower_can_move_tests() {
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      if (main().can_move[f]) FunctionLowering(main(), main().can_move[f], false).lower_can_move(FamilyId(f));
    }
  }

  // Defines a function in the next module; the result is for calls from the first.
  llvm::Function* outline(const std::string& name, Kind kind, const std::function<void(FunctionLowering&)>& lower) {
    ModuleContext& part = parts_[next_part_++ % parts_.size()];
    llvm::Function* function = declare(part, name, kind);
    FunctionLowering lowering(part, function, true);
    lower(lowering);
    lowering.finish_expand();
    return &part == &main() ? function : declare(main(), name, kind);
  }

  void lower_tests() {
    FunctionLowering invariants(main(), declare(main(), kInvariantsName, Kind::Test), false);
    invariants.lower_invariants();
    invariants.finish_test(true);
    FunctionLowering may_end(main(), declare(main(), kMayEndName, Kind::Test), false);
    may_end.lower_may_end();
  }

  // The functions, by location, in which the actions of a large family are.
  std::map<LocationId, llvm::Function*> location_functions(FamilyId family) {
    std::map<LocationId, llvm::Function*> functions;
    if (analysis_.family_weight(family) <= kSmallFunction) return functions;
    const std::span<const LocationId> locations = program_.families[family].locations;
    for (size_t first = 0; first < locations.size();) {
      size_t end = first;
      for (uint64_t weight = 0; end < locations.size() && weight < kSharedFunction; ++end) {
        weight += analysis_.location_weight(locations[end]);
      }
      const std::span<const LocationId> shared = locations.subspan(first, end - first);
      llvm::Function* function = locations_function(family, shared);
      for (LocationId location : shared) functions[location] = function;
      first = end;
    }
    return functions;
  }

  llvm::Function* locations_function(FamilyId family, std::span<const LocationId> locations) {
    std::string name = program_.families[family].name + "." + program_.locations[locations[0]].name + "." +
                       std::to_string(locations[0].value);
    if (locations.size() > 1) name += "-" + std::to_string(locations.back().value);
    return outline(name, Kind::Element, [&](FunctionLowering& lowering) {
      const Number process = lowering.process_parameter(family);
      if (locations.size() == 1) return lowering.lower_leaving(locations[0], process);
      lowering.lower_process(family, process, locations, {});
    });
  }

  llvm::Function* process_function(FamilyId family) {
    llvm::Function* function = main().process[family.value];
    if (!function) function = declare(main(), process_function_name(program_, family), Kind::Element);
    FunctionLowering lowering(main(), function, true);
    lowering.lower_process(family, lowering.process_parameter(family), program_.families[family].locations,
                           location_functions(family));
    lowering.finish_expand();
    return function;
  }

  llvm::Function* free_actions_function(std::span<const ir::ActionId> actions) {
    std::string name = "action." + program_.actions[actions[0]].name + "." + std::to_string(actions[0].value);
    if (actions.size() > 1) name += "-" + std::to_string(actions.back().value);
    return outline(name, Kind::Expand, [&](FunctionLowering& lowering) {
      for (ir::ActionId action : actions) lowering.lower_free_action(action);
    });
  }

  // Small actions share a function: the time to compile `expand` grows faster than the number of its calls.
  void lower_free_actions(FunctionLowering& expand) {
    const std::span<const ir::ActionId> actions = analysis_.free_actions();
    uint64_t all = 0;
    for (ir::ActionId action : actions) all += analysis_.action_weight(action);
    for (size_t first = 0; first < actions.size();) {
      if (all <= kSmallFunction) {
        expand.lower_free_action(actions[first++]);
        continue;
      }
      size_t end = first;
      for (uint64_t weight = 0; end < actions.size() && weight < kSharedFunction; ++end) {
        weight += analysis_.action_weight(actions[end]);
      }
      expand.call(free_actions_function(actions.subspan(first, end - first)));
      first = end;
    }
  }

  void lower_expand() {
    FunctionLowering expand(main(), declare(main(), kExpandName, Kind::Expand), true);
    expand.lower_invariants();
    lower_free_actions(expand);
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const FamilyId family(f);
      const uint64_t count = program_.families[family].count;
      if (!analysis_.moves(family) || count == 0) continue;
      const bool unrolled = analysis_.family_weight(family) * count <= kUnrolledFamily;
      llvm::Function* function = !unrolled || analysis_.expands_holders(family) ? process_function(family) : nullptr;
      expand.lower_family(family, unrolled ? nullptr : function);
    }
    expand.finish_expand();
  }

  const ir::Program& program_;
  const Analysis& analysis_;
  std::vector<ModuleContext> parts_;  // one per module
  size_t next_part_ = 0;
};

}  // namespace

std::string process_function_name(const ir::Program& program, FamilyId family) {
  return "process." + program.families[family].name + "." + std::to_string(family.value);
}

size_t number_of_parts(const Analysis& analysis) {
  const size_t processors = std::max(std::thread::hardware_concurrency(), 1u);
  return std::min({processors, kMostParts, static_cast<size_t>(analysis.program_weight() / kNodesPerPart + 1)});
}

size_t number_of_small_parts(const Analysis& analysis) {
  return static_cast<size_t>(analysis.program_weight() / kNodesPerPart + 1);
}

bool takes_long(const Analysis& analysis) {
  return analysis.program_weight() > kLongProgram;
}

void lower_program(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis,
                   const ActionCoverage* coverage, const std::vector<llvm::Module*>& modules) {
  ProgramLowering(program, layout, analysis, coverage, modules).run();
}

}  // namespace px::jit
