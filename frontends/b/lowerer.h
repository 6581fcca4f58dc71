// Lowers the typed machine to a Program, using all the classes listed in set_lowering.h.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontends/b/substitution_lowering.h"

namespace px::b {

class Lowerer : public SubstitutionLowering {
 public:
  Lowerer(const Machine& machine, const World& world, const LowerOptions& options)
      : SubstitutionLowering(machine, world, options) {}
  Lowered run();

 private:
  // ---- The machine (lower_machine.cpp, setup.cpp)
  void declare_sets();
  void declare_variables();
  void find_strings();
  struct Guards {
    std::vector<ExprId> own;    // must be satisfied
    std::vector<ExprId> hints;  // satisfied by the body in any case
  };
  void add_operation(OperationId id);
  Guards guards_of(const Operation& operation, SubstId& body) const;
  void add_action(OperationId operation, SubstId body, const Walk& walk);
  ir::Block operation_body(const Operation& operation, SubstId body, ir::ExprId& guard);
  ir::ExprId with_steps(const std::vector<std::pair<ir::BindingId, ir::ExprId>>& names, ir::ExprId condition);
  ir::Block properties_and_constants();
  void take_definitions(std::vector<ExprId>& waiting, std::set<SymbolId>& unknown);
  void require_known(std::vector<ExprId>& waiting, const std::set<SymbolId>& unknown, ir::Block& block);
  bool has_definition(SymbolId constant, const std::vector<ExprId>& waiting) const;
  uint64_t rough_size(SymbolId constant);
  void require_different(const std::vector<ExprId>& waiting, SymbolId chosen, const std::set<SymbolId>& unknown,
                         std::vector<ir::ExprId>& conditions);

  // Numbers without bounds (lower_guess.cpp).
  void choose_constant(SymbolId constant, std::vector<ExprId>& waiting, std::set<SymbolId>& unknown, ir::Block& block);

  // Statements that print `name = value` (lower_print.cpp).
  void print(const std::string& name, const V& value, ir::Block& block);
  void print_computed_arguments(const Operation& operation, const Walk& walk, ir::Block& block);
  bool branches_out(const ir::Block& block) const;
  ir::Block initialise();
  Info typing(SymbolId symbol, const std::vector<Conjunct>& clauses);
  bool narrow(Info& info, ExprId conjunct, SymbolId symbol);
  bool narrow_size(Info& info, const Expr& e, SymbolId symbol, int side);
  bool known(ExprId id, const std::set<SymbolId>& unknown) const;
  void invariants();
  class TemporalMaker;
  struct Mark {             // for a step that a formula refers to
    OperationId operation;  // none: any operation whose effect on values satisfies `condition`
    ExprId condition;       // for an operation: equations for its arguments; may be absent
    std::string name;
    ir::VariableId variable;
    uint32_t instance = 0;  // of the names in the condition
  };

  // ---- Temporal formulas (lower_temporal.cpp)
  std::string text_of_step(const TemporalNode& node) const;
  std::string text_of_change(const TemporalNode& node) const;
  void declare_marks();
  ir::Block set_marks(OperationId operation);
  bool marks_changes() const;
  ir::Block with_changes(const std::function<ir::Block()>& body);
  void old_symbols(ExprId expr, std::set<SymbolId>& found) const;
  void temporal_formulas();

  // Quantifiers of temporal formulas (open_quantifiers.cpp).
  class QuantifierOpener;
  struct Instance {  // what the names that quantifiers bind stand for
    Names values;
    std::map<SymbolId, std::string> texts;
  };
  void open_quantifiers();
  ir::ExprId predicate_of(ExprId id, uint32_t instance);
  template <class F>
  auto in_instance(uint32_t instance, const F& f) {
    Names names = bound_;
    for (const auto& [symbol, value] : instances_[instance].values) names.insert_or_assign(symbol, value);
    return with(names, f);
  }

  std::vector<TemporalFormula> formulas_;  // those of the machine, without quantifiers
  std::vector<Instance> instances_;        // TemporalNode::instance; number 0 binds nothing
  std::map<std::string, Mark> marks_;      // by the text of the step
  bool typing_waits_ = false;              // for a variable that is not declared yet
};

}  // namespace px::b
