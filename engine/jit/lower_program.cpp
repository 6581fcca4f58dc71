// The functions of a program. A small family of processes is unrolled into `expand`: then every address is a constant.
// A larger one becomes a function that is called for each process, and that calls further functions for the actions of
// a few locations each, so that no function becomes too large: the optimiser's cost grows faster than the size of a
// function.
//
// Modules. The work of `expand` is a sequence of pieces. With several modules, the sequence is cut into as many
// segments of about the same weight, and each segment is a function that ends by calling the next; every other function
// goes to the module with the least code so far.
#include "engine/jit/lower_program.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>

#include "engine/jit/function_lowering.h"

namespace px::jit {
namespace {

using ir::FamilyId;
using ir::LocationId;

constexpr uint64_t kUnrolledFamily = 1500;  // nodes of a family unrolled for all its processes
constexpr uint64_t kSmallFunction = 3000;   // nodes of a family or of all free actions in one function
constexpr uint64_t kSharedFunction = 400;   // nodes above which locations or free actions no longer share a function
constexpr uint64_t kNodesPerPart = 2000;    // compiled by one thread between two checks for cancellation
constexpr size_t kMaxParts = 8;
constexpr uint64_t kLongProgram = 12000;  // nodes; more take about a second of full effort

// Whether `expand` contains the code of a family once per process, with constant addresses. If a function is needed
// anyway, and would be no different, it does not.
bool is_unrolled(const ir::Program& program, const Analysis& analysis, FamilyId family) {
  const uint64_t count = program.families[family].count;
  return analysis.family_weight(family) * count <= kUnrolledFamily && !(count == 1 && analysis.expands_holders(family));
}

bool is_expanded(const ir::Program& program, const Analysis& analysis, FamilyId family) {
  return analysis.moves(family) && program.families[family].count != 0;
}

bool has_function(const ir::Program& program, const Analysis& analysis, FamilyId family) {
  return is_expanded(program, analysis, family) &&
         (analysis.expands_holders(family) || !is_unrolled(program, analysis, family));
}

// The estimated size of the code, in nodes.
uint64_t code_weight(const ir::Program& program, const Analysis& analysis) {
  uint64_t sum = 0;
  for (ir::ActionId action : analysis.free_actions()) sum += analysis.action_weight(action);
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const FamilyId family(f);
    if (!is_expanded(program, analysis, family)) continue;
    const uint64_t weight = analysis.family_weight(family);
    if (is_unrolled(program, analysis, family)) sum += weight * program.families[family].count;
    if (has_function(program, analysis, family)) sum += weight;
  }
  return sum;
}

class ProgramLowering {
 public:
  ProgramLowering(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis,
                  const ActionCoverage* coverage, bool by_process, const std::vector<llvm::Module*>& modules)
      : program_(program), analysis_(analysis) {
    for (llvm::Module* module : modules) {
      parts_.push_back({.program = program,
                        .layout = layout,
                        .analysis = analysis,
                        .coverage = coverage,
                        .by_process = by_process,
                        .module = *module});
    }
    weights_.resize(parts_.size());
  }

  void run() {
    for (ModuleContext& part : parts_) declare_shared(part);
    lower_can_move_tests();
    lower_tests();
    lower_process_functions();
    lower_expand();
  }

 private:
  enum class Kind { Expand, Element, Test, ElementTest };  // as in generated_code.h
  static constexpr uint64_t kCall = 8;                     // the weight of calling a function

  static std::string expand_name(size_t part) {
    return part == 0 ? std::string(kExpandName) : std::string(kExpandName) + "." + std::to_string(part);
  }

  // A function of the model, or its declaration for another module. While the function runs, nothing writes the state
  // through another pointer.
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
    part.call = declare(part, "px_jit_call", types.getInt1Ty(),
                        {pointer, types.getInt32Ty(), pointer, types.getInt64Ty(), pointer});
    part.call->addRetAttr(llvm::Attribute::ZExt);
    part.can_move.assign(program_.families.size(), nullptr);
    part.process.assign(program_.families.size(), nullptr);
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const FamilyId family(f);
      if (has_function(program_, analysis_, family)) {
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

  // The module with the least code so far; adds `weight` to it.
  size_t lightest_part(uint64_t weight) {
    const auto least = std::min_element(weights_.begin(), weights_.end());
    *least += weight;
    return static_cast<size_t>(least - weights_.begin());
  }

  // Defines a function in some module; the result is callable from the part `caller`.
  llvm::Function* outline(ModuleContext& caller, const std::string& name, Kind kind, uint64_t weight,
                          const std::function<void(FunctionLowering&)>& lower) {
    ModuleContext& part = parts_[lightest_part(weight)];
    llvm::Function* function = declare(part, name, kind);
    FunctionLowering lowering(part, function, true);
    lower(lowering);
    lowering.finish_expand();
    return &part == &caller ? function : declare(caller, name, kind);
  }

  void lower_tests() {
    FunctionLowering invariants(main(), declare(main(), kInvariantsName, Kind::Test), false);
    invariants.lower_invariants();
    invariants.finish_test(true);
    FunctionLowering may_end(main(), declare(main(), kMayEndName, Kind::Test), false);
    may_end.lower_may_end();
  }

  // The functions, by location, with the actions of a large family, callable from the part `caller`.
  std::map<LocationId, llvm::Function*> location_functions(ModuleContext& caller, FamilyId family) {
    std::map<LocationId, llvm::Function*> functions;
    if (analysis_.family_weight(family) <= kSmallFunction) return functions;
    const std::span<const LocationId> locations = program_.families[family].locations;
    for (size_t first = 0; first < locations.size();) {
      size_t end = first;
      uint64_t weight = 0;
      for (; end < locations.size() && weight < kSharedFunction; ++end) {
        weight += analysis_.location_weight(locations[end]);
      }
      const std::span<const LocationId> shared = locations.subspan(first, end - first);
      llvm::Function* function = locations_function(caller, family, shared, weight);
      for (LocationId location : shared) functions[location] = function;
      first = end;
    }
    return functions;
  }

  llvm::Function* locations_function(ModuleContext& caller, FamilyId family, std::span<const LocationId> locations,
                                     uint64_t weight) {
    std::string name = program_.families[family].name + "." + program_.locations[locations[0]].name + "." +
                       std::to_string(locations[0].value);
    if (locations.size() > 1) name += "-" + std::to_string(locations.back().value);
    return outline(caller, name, Kind::Element, weight, [&](FunctionLowering& lowering) {
      const Number process = lowering.process_parameter(family);
      if (locations.size() == 1) return lowering.lower_leaving(locations[0], process);
      lowering.lower_process(family, process, locations, {});
    });
  }

  // Expands one process of the family. All parts have declared the function if processes can hold control.
  void lower_process_function(FamilyId family) {
    const uint64_t weight = analysis_.family_weight(family);
    const bool locations_have_functions = weight > kSmallFunction;  // then the weight is counted there
    ModuleContext& part = parts_[lightest_part(locations_have_functions ? 0 : weight)];
    FunctionLowering lowering(part, part.process[family.value], true);
    lowering.lower_process(family, lowering.process_parameter(family), program_.families[family].locations,
                           location_functions(part, family));
    lowering.finish_expand();
  }

  // A part of `expand`.
  struct Piece {
    uint64_t weight;
    std::function<void(FunctionLowering&, ModuleContext&)> lower;
  };

  llvm::Function* free_actions_function(ModuleContext& caller, std::span<const ir::ActionId> actions, uint64_t weight) {
    std::string name = "action." + program_.actions[actions[0]].name + "." + std::to_string(actions[0].value);
    if (actions.size() > 1) name += "-" + std::to_string(actions.back().value);
    return outline(caller, name, Kind::Expand, weight, [&](FunctionLowering& lowering) {
      for (ir::ActionId action : actions) lowering.lower_free_action(action);
    });
  }

  // Small actions share a function: the time to compile `expand` grows faster than the number of its calls.
  void add_free_actions(std::vector<Piece>& pieces) {
    const std::span<const ir::ActionId> actions = analysis_.free_actions();
    uint64_t all = 0;
    for (ir::ActionId action : actions) all += analysis_.action_weight(action);
    for (size_t first = 0; first < actions.size();) {
      if (all <= kSmallFunction) {
        const ir::ActionId action = actions[first++];
        pieces.push_back({analysis_.action_weight(action),
                          [action](FunctionLowering& expand, ModuleContext&) { expand.lower_free_action(action); }});
        continue;
      }
      size_t end = first;
      uint64_t weight = 0;
      for (; end < actions.size() && weight < kSharedFunction; ++end) weight += analysis_.action_weight(actions[end]);
      const std::span<const ir::ActionId> shared = actions.subspan(first, end - first);
      pieces.push_back({kCall, [this, shared, weight](FunctionLowering& expand, ModuleContext& part) {
                          expand.call(free_actions_function(part, shared, weight));
                        }});
      first = end;
    }
  }

  void add_family(FamilyId family, std::vector<Piece>& pieces) {
    if (!is_unrolled(program_, analysis_, family)) {
      pieces.push_back({kCall, [family](FunctionLowering& expand, ModuleContext& part) {
                          expand.call_for_family(family, part.process[family.value]);
                        }});
      return;
    }
    for (uint32_t i = 0; i < program_.families[family].count; ++i) {
      pieces.push_back({analysis_.family_weight(family), [this, family, i](FunctionLowering& expand, ModuleContext&) {
                          expand.in_part_of_processes(expand.process_number(family, expand.process(family, i)), [&] {
                            expand.lower_process(family, expand.process(family, i), program_.families[family].locations,
                                                 {});
                          });
                        }});
    }
  }

  void lower_process_functions() {
    std::vector<FamilyId> families;
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      const FamilyId family(f);
      if (has_function(program_, analysis_, family)) families.push_back(family);
    }
    // The heaviest first, which balances the parts best.
    std::stable_sort(families.begin(), families.end(),
                     [&](FamilyId a, FamilyId b) { return analysis_.family_weight(a) > analysis_.family_weight(b); });
    for (FamilyId family : families) lower_process_function(family);
  }

  void lower_expand() {
    std::vector<Piece> pieces;
    add_free_actions(pieces);
    for (uint32_t f = 0; f < program_.families.size(); ++f) {
      if (is_expanded(program_, analysis_, FamilyId(f))) add_family(FamilyId(f), pieces);
    }
    uint64_t left = std::accumulate(weights_.begin(), weights_.end(), uint64_t{0});
    for (const Piece& piece : pieces) left += piece.weight;
    auto next = pieces.begin();
    for (size_t p = 0; p < parts_.size(); ++p) {
      const size_t parts_left = parts_.size() - p;
      const uint64_t share = left / parts_left;
      FunctionLowering expand(parts_[p], declare(parts_[p], expand_name(p), Kind::Expand), true);
      if (p == 0) expand.lower_invariants();
      for (; next != pieces.end() && (parts_left == 1 || weights_[p] + next->weight / 2 < share); ++next) {
        next->lower(expand, parts_[p]);
        weights_[p] += next->weight;
      }
      left -= std::min(weights_[p], left);
      if (parts_left != 1) expand.call(declare(parts_[p], expand_name(p + 1), Kind::Expand));
      expand.finish_expand();
    }
  }

  const ir::Program& program_;
  const Analysis& analysis_;
  std::vector<ModuleContext> parts_;  // one per module
  std::vector<uint64_t> weights_;     // of the code in each so far
};

}  // namespace

std::string process_function_name(const ir::Program& program, FamilyId family) {
  return "process." + program.families[family].name + "." + std::to_string(family.value);
}

size_t number_of_parts(const ir::Program& program, const Analysis& analysis, const CompileOptions& options) {
  const uint64_t worthwhile = code_weight(program, analysis) / options.nodes_per_thread + 1;
  return std::min({options.threads, kMaxParts, static_cast<size_t>(worthwhile)});
}

size_t number_of_small_parts(const Analysis& analysis) {
  return static_cast<size_t>(analysis.program_weight() / kNodesPerPart + 1);
}

bool takes_long(const Analysis& analysis) {
  return analysis.program_weight() > kLongProgram;
}

void lower_program(const ir::Program& program, const ir::Layout& layout, const Analysis& analysis,
                   const ActionCoverage* coverage, bool by_process, const std::vector<llvm::Module*>& modules) {
  ProgramLowering(program, layout, analysis, coverage, by_process, modules).run();
}

}  // namespace px::jit
