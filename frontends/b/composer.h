// The composer class, shared only by the compose*.cpp files.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "frontends/b/compose.h"
#include "frontends/b/resolver.h"

namespace px::b {

class Composer {
 public:
  Composer(const Library& library, const SourceMap& sources, Machine& machine, Diagnostics& diagnostics)
      : library_(library),
        sources_(sources),
        machine_(machine),
        diagnostics_(diagnostics),
        resolver_(machine, sources, diagnostics) {}
  void run();

 private:
  // A machine under one prefix: its variables and operations, by their names within it.
  struct Instance {
    const LoadedMachine* machine = nullptr;
    std::string prefix;  // includes the dot; empty if there is none
    bool included = false;
    std::map<std::string, SymbolId> variables;  // including those of the machines it includes
    std::map<std::string, OperationId> operations;
    Scope scope;
    const Environment* environment = nullptr;
  };
  using Statics = std::map<std::string, SymbolId>;  // sets, their elements, constants

  // Sets and constants (compose.cpp).
  const Statics& statics_of(const LoadedMachine& machine);
  void declare_sets(const LoadedMachine& machine, Statics& statics);
  SymbolId declare_set(const SetDeclaration& set, bool parameter, Statics& statics);
  void declare_parameters(const LoadedMachine& machine, Statics& statics);
  void add_static(Statics& statics, const Name& name, SymbolId symbol);
  void merge(Statics& into, const Statics& from, const Name& place);
  void add_item(Scope& scope, const std::string& name, Scope::Item item, const Name& place);

  // Instances (compose_instance.cpp).
  Instance& build(const LoadedMachine& machine, const std::string& prefix, const MachineUse* use,
                  const Environment* user);
  void use_machines(Instance& instance);
  Instance* instance_for(const MachineUse& use, const LoadedMachine& machine, Instance& user);
  void take_from(Instance& user, const Instance& used, const MachineUse& use);
  void declare_variables(Instance& instance);
  void inherit_variables(Instance& refinement);
  void bind_arguments(Instance& instance, const MachineUse& use, const Environment* user);
  void add_predicates(Instance& instance);
  void add_conjuncts(const std::vector<ExprId>& clauses, const Instance& instance, std::vector<Conjunct>& out);
  void add_values(const Instance& instance);
  void add_initialisation(const Instance& instance);
  void declare_operations(Instance& instance);
  OperationId declare_operation(Instance& instance, const ParsedOperation& operation);
  void resolve_operations(Instance& instance);
  void resolve_operation(const Instance& instance, const ParsedOperation& operation, OperationId id);
  void promote(Instance& instance);
  void offer_operations();

  // Refinement (compose_refinement.cpp).
  void add_abstraction(Instance& refinement);
  Scope abstract_scope(const LoadedMachine& machine, const std::string& prefix, Instance& refinement);
  void add_abstract_predicates(const LoadedMachine& machine, const Environment& environment);
  void sort_invariant(ExprId predicate, const std::string& machine);
  bool speaks_of_abstract(ExprId expr) const;
  const ParsedOperation* abstract_operation(const LoadedMachine& machine, const std::string& name) const;
  std::vector<ExprId> inherited_precondition(const Instance& instance, const ParsedOperation& operation,
                                             const Operation& declared);

  // Definitions that address the tool (compose_settings.cpp).
  void add_settings(const Instance& instance);
  // Temporal formulas (compose_temporal.cpp).
  void add_temporal(const Instance& instance);
  std::vector<const Environment*> bind_names(TemporalFormula& formula, const Environment& outermost);
  void resolve_step(TemporalNode& node, const Environment& environment);
  void resolve_change(TemporalNode& node, const Environment& environment);
  ExprId as_it_was(ExprId expr);
  SourceSpan place_of_old(ExprId expr) const;

  bool is_plain_value(const LoadedMachine& machine, ExprId formula) const;

  const Library& library_;
  const SourceMap& sources_;
  Machine& machine_;
  Diagnostics& diagnostics_;
  Resolver resolver_;
  std::map<const LoadedMachine*, Statics> statics_;
  std::set<const LoadedMachine*> stated_;  // machines whose PROPERTIES have been added
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Instance>> instances_;  // by prefix and machine
  std::map<const LoadedMachine*, const Environment*> abstract_environments_;
  std::deque<Scope> abstract_scopes_;
  std::vector<SubstId> initialisations_;
};

}  // namespace px::b
