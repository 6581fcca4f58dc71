// The parts of its abstractions that a refinement inherits.
#include <algorithm>

#include "frontends/b/composer.h"

namespace px::b {

// A variable of the abstraction maps to the refinement's variable of the same name, or is not kept.
Scope Composer::abstract_scope(const LoadedMachine& machine, const std::string& prefix, Instance& refinement) {
  Scope scope;
  for (const auto& [name, symbol] : statics_of(machine)) scope.items[name] = {symbol};
  const auto add_variable = [&](const std::string& name, const Name& declared) {
    const auto kept = refinement.scope.items.find(name);
    Scope::Item item;
    if (kept != refinement.scope.items.end()) {
      item = kept->second;
    } else {
      item.symbol = resolver_.declare(SymbolKind::Abstract, declared, name);
      refinement.scope.items[name] = item;
    }
    return item;
  };
  for (const DeclaredName& variable : machine.parsed.variables) {
    scope.items[variable.name.text] = add_variable(prefix + variable.name.text, variable.name);
  }
  for (size_t i = 0; i < machine.uses.size(); ++i) {
    if (machine.uses[i] == nullptr) continue;
    const MachineUse& use = machine.parsed.uses[i];
    const std::string dot = use.prefix.empty() ? "" : use.prefix + ".";
    const Scope inner = abstract_scope(*machine.uses[i], prefix + dot, refinement);
    for (const auto& [name, item] : inner.items) {
      const bool is_static = item.symbol.valid() && machine_.symbols[item.symbol].kind != SymbolKind::Variable &&
                             machine_.symbols[item.symbol].kind != SymbolKind::Abstract;
      if (!is_static) scope.items.emplace(dot + name, item);
    }
  }
  return scope;
}

// The abstractions, nearest first.
void Composer::add_abstraction(Instance& refinement) {
  for (const LoadedMachine* machine = refinement.machine->refines; machine != nullptr; machine = machine->refines) {
    abstract_scopes_.push_back(abstract_scope(*machine, "", refinement));
    if (machine->refines != nullptr) {
      // A refinement's invariant also refers to its abstraction's variables.
      for (const auto& [name, item] : abstract_scope(*machine->refines, "", refinement).items) {
        abstract_scopes_.back().items.emplace(name, item);
      }
    }
    const Environment* environment = resolver_.keep({machine, &abstract_scopes_.back(), nullptr, {}});
    abstract_environments_[machine] = environment;
    add_abstract_predicates(*machine, *environment);
  }
}

void Composer::add_abstract_predicates(const LoadedMachine& machine, const Environment& environment) {
  const ParsedMachine& parsed = machine.parsed;
  const std::string& name = parsed.name.text;
  if (stated_.insert(&machine).second) {
    for (const auto* clauses : {&parsed.constraints, &parsed.properties}) {
      for (const ExprId clause : *clauses) {
        for (const ExprId id : resolver_.conjuncts(clause, environment)) machine_.properties.push_back({id, name});
      }
    }
  }
  for (const ExprId clause : parsed.invariants) {
    for (const ExprId id : resolver_.conjuncts(clause, environment)) sort_invariant(id, name);
  }
}

void Composer::sort_invariant(ExprId predicate, const std::string& machine) {
  auto& list = speaks_of_abstract(predicate) ? machine_.linking : machine_.invariants;
  list.push_back({predicate, machine});
}

bool Composer::speaks_of_abstract(ExprId id) const {
  const Expr& expr = machine_.exprs[id];
  if (expr.symbol.valid() && machine_.symbols[expr.symbol].kind == SymbolKind::Abstract) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) { return speaks_of_abstract(operand); });
}

const ParsedOperation* Composer::abstract_operation(const LoadedMachine& machine, const std::string& name) const {
  for (const ParsedOperation& operation : machine.parsed.operations) {
    if (operation.name.text == name) return &operation;
  }
  return nullptr;
}

// The conjuncts of the nearest precondition in the chain that refer to nothing that the refinement has dropped.
std::vector<ExprId> Composer::inherited_precondition(const Instance& instance, const ParsedOperation& operation,
                                                     const Operation& declared) {
  std::vector<ExprId> conditions;
  for (const LoadedMachine* machine = instance.machine->refines; machine != nullptr; machine = machine->refines) {
    const auto environment = abstract_environments_.find(machine);
    const ParsedOperation* abstract = abstract_operation(*machine, operation.name.text);
    if (environment == abstract_environments_.end() || abstract == nullptr) continue;
    if (abstract->parameters.size() != operation.parameters.size() ||
        abstract->results.size() != operation.results.size()) {
      diagnostics_.add(DiagnosticKind::WrongArity, operation.name.span,
                       "'" + operation.name.text +
                           "' has other parameters or results than the operation it refines, at " +
                           sources_.place(abstract->name.span));
      break;
    }
    const Subst& body = machine->parsed.nodes.substs[abstract->body];
    if (body.kind != SubstKind::Pre) continue;
    Environment inner = *environment->second;
    for (size_t i = 0; i < abstract->parameters.size(); ++i) {
      inner.locals = resolver_.bind(abstract->parameters[i], declared.parameters[i], false, inner.locals);
    }
    for (const ExprId id : resolver_.conjuncts(body.branches.front().condition, inner)) {
      if (!speaks_of_abstract(id)) conditions.push_back(id);
    }
    break;
  }
  return conditions;
}

}  // namespace px::b
