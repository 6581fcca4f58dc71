// Substitutions of the typed machine: resolves calls to operations, expands definitions, and rejects assignments that
// are not allowed here.
#include "frontends/b/resolver.h"

namespace px::b {

SubstId Resolver::add(Subst subst) {
  return machine_.substs.add(std::move(subst));
}

SubstId Resolver::substitution(SubstId source, const Environment& environment) {
  const Subst& subst = environment.machine->parsed.nodes.substs[source];
  if (too_deep(subst.span)) return add(Subst{});
  ++depth_;
  SubstId result;
  switch (subst.kind) {
    case SubstKind::Assign:
    case SubstKind::BecomesElement:
    case SubstKind::BecomesSuchThat: result = assignment(subst, environment); break;
    case SubstKind::NameCall: result = name_call(subst, environment); break;
    case SubstKind::Any:
    case SubstKind::Let:
    case SubstKind::Var: result = binding(subst, environment); break;
    default: {
      Subst copy = subst;
      copy.expansion = environment.expansion;
      for (ExprId& value : copy.values) value = formula(value, environment);
      branches(subst, copy, environment);
      if (copy.otherwise.valid()) copy.otherwise = substitution(copy.otherwise, environment);
      result = add(std::move(copy));
    }
  }
  --depth_;
  return result;
}

void Resolver::branches(const Subst& source, Subst& target, const Environment& environment) {
  for (size_t i = 0; i < source.branches.size(); ++i) {
    const Branch& from = source.branches[i];
    Branch& to = target.branches[i];
    if (from.condition.valid()) to.condition = formula(from.condition, environment);
    for (ExprId& label : to.labels) label = formula(label, environment);
    to.body = substitution(from.body, environment);
  }
}

// x, x(i), x(i)(j), x'field, where x is a variable that may be assigned here.
ExprId Resolver::target(ExprId source, const Environment& environment) {
  const ExprId id = formula(source, environment);
  ExprId base = id;
  for (;;) {
    const Expr& expr = machine_.exprs[base];
    const bool step = (expr.kind == ExprKind::Operation && expr.op == Op::Apply) || expr.kind == ExprKind::Field;
    if (!step) break;
    base = expr.operands[0];
  }
  const Expr& expr = machine_.exprs[base];
  if (expr.kind == ExprKind::Name) return id;  // unknown, already reported
  if (expr.kind != ExprKind::Symbol) {
    diagnostics_.add(DiagnosticKind::SyntaxError, expr.span, "a variable is expected where a value is assigned");
    return id;
  }
  const Symbol& symbol = machine_.symbols[expr.symbol];
  bool writable = symbol.kind == SymbolKind::Result;
  for (const Local* local = environment.locals; local != nullptr && !writable; local = local->outer) {
    writable = local->symbol == expr.symbol && local->writable;
  }
  for (auto it = environment.scope->items.begin(); it != environment.scope->items.end() && !writable; ++it) {
    writable = it->second.symbol == expr.symbol && it->second.writable;
  }
  if (writable) return id;
  const bool variable = symbol.kind == SymbolKind::Variable;
  diagnostics_.add(DiagnosticKind::NotAssignable, expr.span,
                   variable ? "the variable '" + symbol.name +
                                  "' belongs to another machine and is changed by the operations of that machine only"
                            : "'" + symbol.name + "' is not a variable, so nothing can be assigned to it");
  return id;
}

SubstId Resolver::assignment(const Subst& subst, const Environment& environment) {
  Subst result = subst;
  result.expansion = environment.expansion;
  for (ExprId& t : result.targets) t = target(t, environment);
  for (ExprId& value : result.values) value = formula(value, environment);
  if (subst.kind == SubstKind::Assign) return add(std::move(result));
  for (const ExprId t : result.targets) {
    const Expr& expr = machine_.exprs[t];
    if (expr.kind == ExprKind::Symbol || expr.kind == ExprKind::Name) continue;
    diagnostics_.add(DiagnosticKind::SyntaxError, expr.span, "only whole variables can be chosen by '::' and ':('",
                     "write f := f <+ {x |-> y} within ANY y");
  }
  return add(std::move(result));
}

// ANY and VAR bind all names at once; a value of a LET may use the preceding names.
SubstId Resolver::binding(const Subst& subst, const Environment& environment) {
  Subst result = subst;
  result.expansion = environment.expansion;
  result.names.clear();
  check_distinct(subst.names);
  Environment inner = environment;
  for (size_t i = 0; i < subst.names.size(); ++i) {
    if (subst.kind == SubstKind::Let) result.values[i] = formula(subst.values[i], inner);
    const Name& name = subst.names[i];
    result.bound.push_back(declare(SymbolKind::Bound, name, name.text));
    inner.locals = bind(name, result.bound.back(), subst.kind == SubstKind::Var, inner.locals);
  }
  branches(subst, result, inner);
  return add(std::move(result));
}

// op(e), r <-- op(e), or a definition.
SubstId Resolver::name_call(const Subst& subst, const Environment& environment) {
  const auto definition = environment.machine->definitions.find(subst.text);
  if (definition != environment.machine->definitions.end()) {
    return definition_call(*definition->second, subst, environment);
  }
  const auto call = environment.scope->calls.find(subst.text);
  if (call == environment.scope->calls.end()) {
    report_unknown("operation", subst.text, subst.span, environment);
    return add(Subst{});
  }
  if (call->second.access == Scope::Call::Access::Own) {
    diagnostics_.add(DiagnosticKind::CallNotAllowed, subst.span,
                     "'" + subst.text + "' is an operation of this machine itself, which cannot be called here",
                     "put what they share into a DEFINITION or into an included machine");
    return add(Subst{});
  }
  Subst result;
  result.kind = SubstKind::Call;
  result.span = subst.span;
  result.expansion = environment.expansion;
  result.operation = call->second.operation;
  result.seen = call->second.access == Scope::Call::Access::Seen;
  const Operation& operation = machine_.operations[result.operation];
  if (operation.parameters.size() != subst.values.size() || operation.results.size() != subst.targets.size()) {
    diagnostics_.add(DiagnosticKind::WrongArity, subst.span,
                     "'" + subst.text + "' has " + std::to_string(operation.parameters.size()) + " parameters and " +
                         std::to_string(operation.results.size()) + " results (at " + sources_.place(operation.span) +
                         "), and is called with " + std::to_string(subst.values.size()) + " and " +
                         std::to_string(subst.targets.size()));
    return add(Subst{});
  }
  for (const ExprId t : subst.targets) result.targets.push_back(target(t, environment));
  for (const ExprId value : subst.values) result.values.push_back(formula(value, environment));
  return add(std::move(result));
}

SubstId Resolver::definition_call(const Definition& definition, const Subst& subst, const Environment& environment) {
  const Environment* body = expand(definition, subst.values, subst.span, environment);
  if (body == nullptr) return add(Subst{});
  if (definition.subst.valid() && subst.targets.empty()) return substitution(definition.subst, *body);
  if (definition.formula.valid()) {
    const Expr& formula = environment.machine->parsed.nodes.exprs[definition.formula];
    // `D == x : (P)` and `D == op(y)` look like formulas at their definition.
    if (subst.targets.empty() && formula.kind == ExprKind::Operation && formula.op == Op::Member) {
      return becomes_such_that(formula, *body);
    }
    if (formula.kind == ExprKind::Name || formula.kind == ExprKind::Call) {
      Subst call = subst;
      call.text = formula.text;
      call.values = formula.operands;
      return name_call(call, *body);
    }
  }
  diagnostics_.add(DiagnosticKind::TypeMismatch, subst.span,
                   "'" + definition.name.text + "' is defined as a formula (at " +
                       sources_.place(definition.name.span) + "), but a substitution is expected here");
  return add(Subst{});
}

SubstId Resolver::becomes_such_that(const Expr& member, const Environment& environment) {
  Subst result;
  result.kind = SubstKind::BecomesSuchThat;
  result.span = member.span;
  result.expansion = environment.expansion;
  std::vector<ExprId> targets = {member.operands[0]};
  const Nodes& nodes = environment.machine->parsed.nodes;
  while (nodes.exprs[targets.front()].kind == ExprKind::Operation && nodes.exprs[targets.front()].op == Op::Maplet) {
    const Expr& pair = nodes.exprs[targets.front()];
    targets.front() = pair.operands[1];
    targets.insert(targets.begin(), pair.operands[0]);
  }
  for (const ExprId t : targets) result.targets.push_back(target(t, environment));
  result.values = {formula(member.operands[1], environment)};
  return add(std::move(result));
}

}  // namespace px::b
