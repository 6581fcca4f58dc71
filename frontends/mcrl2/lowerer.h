// Lowers a checked specification to a Program. The class is shared only by the lower*.cpp files.
//
// Components that are instances of one process form a family of processes of the Program with its control locations;
// state variables are locals of the family (those that are never live together share one). A combination of summands is
// an action with a mover per participant. A sum over a finite sort becomes a parameter of the action, a sum whose
// variable a communication determines disappears, and the rewriter enumerates all others.
//
// Values of Bool, of sorts of constants and of number sorts are packed; operations on them are operations of the
// Program, and mappings over small sorts are case distinctions, so native code and symmetry detection see through them.
// Everything else is a term: an interned value that the rewriter computes with (Functions).
//
// An expression of a number sort may have no number as its value: head([]) is a legal value. A state variable for
// numbers holds terms if a closed expression assigned to it is not a number; otherwise, an expression without a value
// is an error.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>

#include "frontends/mcrl2/expression_lowering.h"
#include "frontends/mcrl2/network.h"

namespace px::mcrl2 {

class Lowerer : private ExpressionLowering {
 public:
  Lowerer(std::string name, Spec& spec, std::shared_ptr<Functions> functions, Network& network,
          const ModelOptions& options, Diagnostics& diagnostics);
  Result<ir::Program> run();

 private:
  // A variable of a component at run time.
  struct StateVariable {
    Typed type;
    uint32_t slot = 0;
  };
  struct Family {
    ir::SortId sort;
    ir::FamilyId family;
    std::vector<ir::LocationId> locations;
    ir::LocationId stopped;  // after successful termination; invalid if it never terminates
    std::unordered_map<VariableId, StateVariable> variables;
    std::vector<ir::VariableId> slots;
    ir::VariableId taken;  // the joint action's
  };
  struct PartialAction;

  // Families (lower.cpp).
  void find_symbolic();
  bool is_symbolic(const Expr& e, const std::unordered_map<VariableId, bool>& known);
  void add_sorts();
  void add_family(uint32_t number);
  void add_locals(uint32_t number);
  std::vector<int64_t> initial_values(const ComponentFamily& family, VariableId variable, Typed type);
  void add_termination();
  Typed type_of_state(VariableId variable) const;

  // Actions (lower_action.cpp).
  void add_action(const Combination& combination);
  std::optional<ir::Action> made_action(const Combination& combination);  // unset: it never happens
  void bind_participants(const Combination& c, PartialAction& a);
  void add_conditions(const Combination& c, PartialAction& a);
  void solve_equalities(PartialAction& a);
  void substitute_everywhere(PartialAction& a, VariableId variable, const Expr* value);
  void bind_sums(PartialAction& a);
  bool bind_static(PartialAction& a, VariableId variable);
  bool number_range(const PartialAction& a, VariableId variable, int64_t& low, int64_t& high);
  std::vector<const Expr*> split_off(PartialAction& a, const std::vector<VariableId>& variables);
  ir::Block enumeration(PartialAction& a, const std::vector<VariableId>& variables, ir::Block body);
  ir::Block body(const Combination& c, PartialAction& a);
  ir::Block label(PartialAction& a);
  void updates(const Combination& c, PartialAction& a, ir::Block& block);
  std::string shown_label(const PartialAction& a) const;

  // Several units at once (lower_joint.cpp).
  void add_joint_action();
  ir::StatementId rounds(uint32_t family);
  struct UnitRole {
    ir::ExprId possible;
    ir::Block body;
  };
  ir::StatementId choice(std::vector<UnitRole> roles);
  void add_role(const Combination& unit, uint32_t first, ir::BindingId component, std::vector<UnitRole>& roles);
  ir::Block unit_effects(const ir::Action& action);
  ir::StatementId only_one(const Combination& unit, uint32_t first, const ir::Parameter& parameter, ir::ExprId possible,
                           ir::BindingId own, ir::Block choose);
  ir::ExprId over(ir::Op op, const ir::Parameter& parameter, ir::ExprId condition);
  bool may_fail(ir::ExprId id) const;

  Network& network_;
  const ModelOptions& options_;
  std::vector<Family> families_;
  ir::VariableId units_taken_;  // for the joint action: 0, 1, more
  std::unordered_map<VariableId, bool> symbolic_;
};

}  // namespace px::mcrl2
