// Instances: the variables, operations and initialisation of a machine under one name.
#include "frontends/b/composer.h"

namespace px::b {
namespace {

bool only_reads(MachineUse::Kind kind) {
  return kind == MachineUse::Kind::Sees || kind == MachineUse::Kind::Uses;
}

std::string with_dot(const std::string& prefix) {
  return prefix.empty() ? "" : prefix + ".";
}

}  // namespace

Composer::Instance& Composer::build(const LoadedMachine& machine, const std::string& prefix, const MachineUse* use,
                                    const Environment* user) {
  auto& slot = instances_[{prefix, machine.parsed.name.text}];
  slot = std::make_unique<Instance>();
  Instance& instance = *slot;
  instance.machine = &machine;
  instance.prefix = prefix;
  const Name& place = use != nullptr ? use->name : machine.parsed.name;
  for (const auto& [name, symbol] : statics_of(machine)) add_item(instance.scope, name, {symbol}, place);
  instance.environment = resolver_.keep({&machine, &instance.scope, nullptr, {}});
  if (use != nullptr) bind_arguments(instance, *use, user);
  use_machines(instance);
  declare_variables(instance);
  if (machine.refines != nullptr && use == nullptr) add_abstraction(instance);
  declare_operations(instance);
  add_predicates(instance);
  resolve_operations(instance);
  promote(instance);
  if (machine.parsed.initialisation.valid()) add_initialisation(instance);
  return instance;
}

void Composer::bind_arguments(Instance& instance, const MachineUse& use, const Environment* user) {
  const std::vector<Name>& parameters = instance.machine->parsed.parameters;
  // A machine that is only seen gets its arguments from the machine that includes it.
  if (only_reads(use.kind) && use.arguments.empty()) {
    if (parameters.empty()) return;
    diagnostics_.add(DiagnosticKind::Unsupported, use.span,
                     "the machine '" + use.name.text + "' has parameters, and no machine includes it with arguments");
    return;
  }
  if (parameters.size() != use.arguments.size()) {
    diagnostics_.add(DiagnosticKind::WrongArity, use.span,
                     "the machine '" + use.name.text + "' has " + std::to_string(parameters.size()) +
                         " parameters, and is used with " + std::to_string(use.arguments.size()) + " arguments");
  }
  for (size_t i = 0; i < parameters.size() && i < use.arguments.size(); ++i) {
    add_item(instance.scope, parameters[i].text, {{}, resolver_.argument(use.arguments[i], user), false},
             parameters[i]);
  }
}

// Inclusions before machines that are only seen: seeing a machine refers to the instance that is included somewhere.
void Composer::use_machines(Instance& instance) {
  for (const bool reading : {false, true}) {
    for (size_t i = 0; i < instance.machine->uses.size(); ++i) {
      const MachineUse& use = instance.machine->parsed.uses[i];
      if (instance.machine->uses[i] == nullptr || only_reads(use.kind) != reading) continue;
      Instance* used = instance_for(use, *instance.machine->uses[i], instance);
      if (used != nullptr) take_from(instance, *used, use);
    }
  }
}

Composer::Instance* Composer::instance_for(const MachineUse& use, const LoadedMachine& machine, Instance& user) {
  const std::string prefix = user.prefix + with_dot(use.prefix);
  const std::string& name = machine.parsed.name.text;
  auto known = instances_.find({prefix, name});
  if (only_reads(use.kind)) {
    // Seen under the prefix from an enclosing machine, or without a prefix.
    if (known == instances_.end()) known = instances_.find({with_dot(use.prefix), name});
    if (known != instances_.end()) return known->second.get();
    return &build(machine, prefix, &use, user.environment);
  }
  if (known != instances_.end() && known->second->included) {
    diagnostics_.add(DiagnosticKind::DuplicateName, use.span,
                     "the machine '" + name + "' is included twice under the same name",
                     "rename it in one of the inclusions: p." + name);
    return nullptr;
  }
  Instance& instance = known != instances_.end() ? *known->second : build(machine, prefix, &use, user.environment);
  instance.included = true;
  return &instance;
}

void Composer::take_from(Instance& user, const Instance& used, const MachineUse& use) {
  const std::string dot = with_dot(use.prefix);
  for (const auto& [name, symbol] : used.variables) {
    add_item(user.scope, dot + name, {symbol}, use.name);
    if (only_reads(use.kind)) {
      if (!used.included) machine_.symbols[symbol].changeable = false;
    } else {
      machine_.symbols[symbol].changeable = true;
      user.variables.emplace(dot + name, symbol);
    }
  }
  const auto access = only_reads(use.kind) ? Scope::Call::Access::Seen : Scope::Call::Access::Callable;
  for (const auto& [name, operation] : used.operations) user.scope.calls[dot + name] = {operation, access};
  if (use.kind != MachineUse::Kind::Extends) return;
  for (const auto& [name, operation] : used.operations) {
    user.operations.emplace(dot + name, operation);
    if (user.environment->machine == library_.main) machine_.operations[operation].exported = true;
  }
}

void Composer::declare_variables(Instance& instance) {
  for (const DeclaredName& variable : instance.machine->parsed.variables) {
    const Name& name = variable.name;
    // A refinement keeps a variable by declaring it again; an implementation may also keep one of a machine that it
    // imports.
    if (instance.machine->refines != nullptr && instance.variables.count(name.text) != 0) continue;
    const SymbolId symbol = resolver_.declare(SymbolKind::Variable, name, instance.prefix + name.text);
    machine_.symbols[symbol].concrete = variable.concrete;
    machine_.variables.push_back(symbol);
    add_item(instance.scope, name.text, {symbol, nullptr, true}, name);
    instance.variables.emplace(name.text, symbol);
  }
  if (instance.machine == library_.main) inherit_variables(instance);
}

// Concrete variables of the abstractions also belong to the refinement.
void Composer::inherit_variables(Instance& refinement) {
  for (const LoadedMachine* machine = refinement.machine->refines; machine != nullptr; machine = machine->refines) {
    for (const DeclaredName& variable : machine->parsed.variables) {
      const Name& name = variable.name;
      if (!variable.concrete || refinement.variables.count(name.text) != 0) continue;
      const SymbolId symbol = resolver_.declare(SymbolKind::Variable, name, name.text);
      machine_.symbols[symbol].concrete = true;
      machine_.variables.push_back(symbol);
      add_item(refinement.scope, name.text, {symbol, nullptr, true}, name);
      refinement.variables.emplace(name.text, symbol);
    }
  }
}

void Composer::add_conjuncts(const std::vector<ExprId>& clauses, const Instance& instance, std::vector<Conjunct>& out) {
  for (const ExprId clause : clauses) {
    for (const ExprId conjunct : resolver_.conjuncts(clause, *instance.environment)) {
      out.push_back({conjunct, instance.prefix + instance.machine->parsed.name.text});
    }
  }
}

void Composer::add_predicates(Instance& instance) {
  const ParsedMachine& parsed = instance.machine->parsed;
  add_conjuncts(parsed.constraints, instance, machine_.properties);
  if (stated_.insert(instance.machine).second) {
    add_conjuncts(parsed.properties, instance, machine_.properties);
    add_values(instance);
  }
  std::vector<Conjunct> invariants;
  add_conjuncts(parsed.invariants, instance, invariants);
  for (const Conjunct& conjunct : invariants) sort_invariant(conjunct.predicate, conjunct.machine);
  const std::string name = instance.prefix + parsed.name.text;
  for (const ExprId assertion : parsed.assertions) {
    machine_.assertions.push_back({resolver_.formula(assertion, *instance.environment), name});
  }
}

// VALUES c = e is equivalent to the property c = e.
void Composer::add_values(const Instance& instance) {
  for (const Valuation& valuation : instance.machine->parsed.values) {
    const auto item = instance.scope.items.find(valuation.name.text);
    const bool known = item != instance.scope.items.end() && item->second.symbol.valid();
    if (!known) {
      diagnostics_.add(DiagnosticKind::UnknownName, valuation.name.span,
                       "unknown constant '" + valuation.name.text + "' in VALUES");
      continue;
    }
    if (machine_.symbols[item->second.symbol].kind == SymbolKind::Set) {
      diagnostics_.add(DiagnosticKind::Unsupported, valuation.name.span, "values of deferred sets are not supported",
                       "give the set a size: -card SET=N");
      continue;
    }
    Expr constant;
    constant.kind = ExprKind::Symbol;
    constant.symbol = item->second.symbol;
    constant.span = valuation.name.span;
    Expr equation;
    equation.kind = ExprKind::Operation;
    equation.op = Op::Equal;
    equation.span = valuation.name.span;
    equation.operands = {machine_.exprs.add(std::move(constant)),
                         resolver_.formula(valuation.value, *instance.environment)};
    machine_.properties.push_back(
        {machine_.exprs.add(std::move(equation)), instance.prefix + instance.machine->parsed.name.text});
  }
}

void Composer::add_initialisation(const Instance& instance) {
  initialisations_.push_back(resolver_.substitution(instance.machine->parsed.initialisation, *instance.environment));
}

OperationId Composer::declare_operation(Instance& instance, const ParsedOperation& parsed) {
  Operation operation;
  operation.name = instance.prefix + parsed.name.text;
  operation.span = parsed.name.span;
  operation.machine = instance.prefix + instance.machine->parsed.name.text;
  operation.exported = instance.machine == library_.main;
  for (const Name& name : parsed.parameters) {
    operation.parameters.push_back(resolver_.declare(SymbolKind::Parameter, name, name.text));
  }
  for (const Name& name : parsed.results) {
    operation.results.push_back(resolver_.declare(SymbolKind::Result, name, name.text));
  }
  return machine_.operations.add(std::move(operation));
}

// LOCAL_OPERATIONS specify some OPERATIONS of an implementation; if both exist, the latter count.
void Composer::declare_operations(Instance& instance) {
  const ParsedMachine& parsed = instance.machine->parsed;
  for (const ParsedOperation& operation : parsed.operations) {
    const OperationId id = declare_operation(instance, operation);
    if (!instance.operations.emplace(operation.name.text, id).second) {
      diagnostics_.add(DiagnosticKind::DuplicateName, operation.name.span,
                       "there is another operation '" + operation.name.text + "'");
    }
    instance.scope.calls[operation.name.text] = {id, Scope::Call::Access::Own};
  }
  for (const ParsedOperation& operation : parsed.local_operations) {
    const auto known = instance.operations.find(operation.name.text);
    const OperationId id = known != instance.operations.end() ? known->second : declare_operation(instance, operation);
    machine_.operations[id].exported = false;
    instance.scope.calls[operation.name.text] = {id, Scope::Call::Access::Callable};
    if (known != instance.operations.end()) instance.operations.erase(known);
  }
}

void Composer::resolve_operations(Instance& instance) {
  const ParsedMachine& parsed = instance.machine->parsed;
  for (const ParsedOperation& operation : parsed.operations) {
    resolve_operation(instance, operation, instance.scope.calls[operation.name.text].operation);
  }
  for (const ParsedOperation& operation : parsed.local_operations) {
    const OperationId id = instance.scope.calls[operation.name.text].operation;
    if (!machine_.operations[id].body.valid()) resolve_operation(instance, operation, id);
  }
}

void Composer::resolve_operation(const Instance& instance, const ParsedOperation& parsed, OperationId id) {
  if (machine_.operations[id].body.valid()) return;  // a duplicate name, already reported
  Environment environment = *instance.environment;
  const Operation& declared = machine_.operations[id];
  for (size_t i = 0; i < parsed.parameters.size(); ++i) {
    environment.locals = resolver_.bind(parsed.parameters[i], declared.parameters[i], false, environment.locals);
  }
  for (size_t i = 0; i < parsed.results.size(); ++i) {
    environment.locals = resolver_.bind(parsed.results[i], declared.results[i], true, environment.locals);
  }
  SubstId body = resolver_.substitution(parsed.body, environment);
  for (const ExprId condition : inherited_precondition(instance, parsed, machine_.operations[id])) {
    Subst pre;
    pre.kind = SubstKind::Pre;
    pre.span = machine_.exprs[condition].span;
    pre.branches.push_back({condition, {}, body, pre.span});
    body = machine_.substs.add(std::move(pre));
  }
  machine_.operations[id].body = body;
}

void Composer::promote(Instance& instance) {
  for (const Name& name : instance.machine->parsed.promotes) {
    const auto call = instance.scope.calls.find(name.text);
    if (call == instance.scope.calls.end() || call->second.access != Scope::Call::Access::Callable) {
      diagnostics_.add(DiagnosticKind::UnknownName, name.span,
                       "no included machine has the operation '" + name.text + "' that is promoted here");
      continue;
    }
    instance.operations.emplace(name.text, call->second.operation);
    if (instance.machine == library_.main) machine_.operations[call->second.operation].exported = true;
  }
}

}  // namespace px::b
