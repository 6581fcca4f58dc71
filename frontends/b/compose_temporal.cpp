// Temporal formulas: their predicates and operations are resolved as in the machine.
#include <algorithm>

#include "engine/base/spelling.h"
#include "frontends/b/composer.h"

namespace px::b {

void Composer::add_temporal(const Instance& instance) {
  for (const TemporalFormula& parsed : instance.machine->parsed.temporal) {
    TemporalFormula formula = parsed;
    const std::vector<const Environment*> environments = bind_names(formula, *instance.environment);
    for (size_t i = 0; i < formula.nodes.size(); ++i) {
      TemporalNode& node = formula.nodes[i];
      const Environment& environment = *environments[i];
      const bool about_step = node.kind == TemporalNode::Kind::Taken || node.kind == TemporalNode::Kind::Enabled;
      if (node.kind == TemporalNode::Kind::Predicate || is_quantifier(node.kind)) {
        node.predicate = resolver_.formula(node.predicate, environment);
        if (const SourceSpan old = place_of_old(node.predicate); old.known()) {
          diagnostics_.add(DiagnosticKind::SyntaxError, old,
                           "'$0' denotes the value before a step, but this formula refers to a single state",
                           "BA({x > x$0}) is about the next step");
        }
      } else if (is_about_change(node.kind)) {
        resolve_change(node, environment);
      } else if (about_step) {
        resolve_step(node, environment);
      }
    }
    machine_.temporal.push_back(std::move(formula));
  }
}

// Declares the names that quantifiers bind. Returns where each node is looked up: inner quantifiers stand before the
// outer ones, so going backwards the inner ones come last.
std::vector<const Environment*> Composer::bind_names(TemporalFormula& formula, const Environment& outermost) {
  std::vector<const Environment*> environments(formula.nodes.size(), &outermost);
  for (size_t i = formula.nodes.size(); i-- > 0;) {
    TemporalNode& node = formula.nodes[i];
    if (!is_quantifier(node.kind)) continue;
    Environment inner = *environments[i];
    for (const Name& name : node.names) {
      node.bound.push_back(resolver_.declare(SymbolKind::Bound, name, name.text));
      inner.locals = resolver_.bind(name, node.bound.back(), false, inner.locals);
    }
    const Environment* kept = resolver_.keep(inner);
    for (size_t k = node.first; k <= i; ++k) environments[k] = kept;
  }
  return environments;
}

// The place of a value from before a step; unknown if there is none.
SourceSpan Composer::place_of_old(ExprId id) const {
  const Expr& expr = machine_.exprs[id];
  if (expr.kind == ExprKind::OldSymbol) return expr.span;
  for (const ExprId operand : expr.operands) {
    if (const SourceSpan place = place_of_old(operand); place.known()) return place;
  }
  return {};
}

// The expression with x$0 substituted for each variable x.
ExprId Composer::as_it_was(ExprId id) {
  Expr expr = machine_.exprs[id];
  for (ExprId& operand : expr.operands) operand = as_it_was(operand);
  const bool variable = expr.kind == ExprKind::Symbol && machine_.symbols[expr.symbol].kind == SymbolKind::Variable;
  if (variable) expr.kind = ExprKind::OldSymbol;
  return machine_.exprs.add(std::move(expr));
}

// changed({e}): e with x$0 substituted for x differs from e.
void Composer::resolve_change(TemporalNode& node, const Environment& environment) {
  const ExprId after = resolver_.formula(node.predicate, environment);
  node.predicate = after;
  if (node.kind == TemporalNode::Kind::BeforeAfter) return;
  if (const SourceSpan old = place_of_old(after); old.known()) {
    node.predicate = {};
    return diagnostics_.add(DiagnosticKind::SyntaxError, old,
                            "'$0' denotes the value before a step, which is compared anyway",
                            "BA({x > x$0}) states the comparison itself");
  }
  Expr relation;
  relation.kind = ExprKind::Operation;
  switch (node.kind) {
    case TemporalNode::Kind::Changed: relation.op = Op::NotEqual; break;
    case TemporalNode::Kind::Increasing: relation.op = Op::Less; break;
    case TemporalNode::Kind::Decreasing: relation.op = Op::Greater; break;
    default: relation.op = Op::Equal;
  }
  relation.span = node.span;
  relation.operands = {as_it_was(after), after};
  node.predicate = machine_.exprs.add(std::move(relation));
}

// [op(a, _)]: an available operation, with equations for its parameters.
void Composer::resolve_step(TemporalNode& node, const Environment& environment) {
  std::vector<std::string> known;
  for (uint32_t i = 0; i < machine_.operations.size(); ++i) {
    const Operation& operation = machine_.operations[OperationId(i)];
    if (!operation.exported) continue;
    known.push_back(operation.name);
    if (operation.name == node.operation.text) node.operation_id = OperationId(i);
  }
  if (!node.operation_id.valid()) {
    std::string hint = suggestion(node.operation.text, known);
    if (hint.empty()) {
      for (const std::string& name : known) hint += (hint.empty() ? "the operations are " : ", ") + name;
    }
    return diagnostics_.add(DiagnosticKind::UnknownName, node.operation.span,
                            "there is no operation '" + node.operation.text + "' to be taken", std::move(hint));
  }
  const std::vector<SymbolId> parameters = machine_.operations[node.operation_id].parameters;
  if (!node.arguments.empty() && node.arguments.size() != parameters.size()) {
    return diagnostics_.add(DiagnosticKind::TypeMismatch, node.operation.span,
                            "'" + node.operation.text + "' has " + std::to_string(parameters.size()) +
                                " parameters, not " + std::to_string(node.arguments.size()),
                            "_ stands for any argument");
  }
  for (size_t i = 0; i < node.arguments.size(); ++i) {
    if (!node.arguments[i].valid()) continue;
    Expr equal;
    equal.kind = ExprKind::Operation;
    equal.op = Op::Equal;
    equal.span = environment.machine->parsed.nodes.exprs[node.arguments[i]].span;
    Expr parameter;
    parameter.kind = ExprKind::Symbol;
    parameter.symbol = parameters[i];
    parameter.span = machine_.symbols[parameters[i]].span;
    equal.operands = {machine_.exprs.add(std::move(parameter)), resolver_.formula(node.arguments[i], environment)};
    const SourceSpan span = equal.span;
    const ExprId one = machine_.exprs.add(std::move(equal));
    if (!node.predicate.valid()) {
      node.predicate = one;
      continue;
    }
    Expr both;
    both.kind = ExprKind::Operation;
    both.op = Op::And;
    both.span = span;
    both.operands = {node.predicate, one};
    node.predicate = machine_.exprs.add(std::move(both));
  }
}

}  // namespace px::b
