// Temporal formulas: their predicates and operations are resolved as in the machine.
#include <algorithm>

#include "engine/base/spelling.h"
#include "frontends/b/composer.h"

namespace px::b {

void Composer::add_temporal(const Instance& instance) {
  for (const TemporalFormula& parsed : instance.machine->parsed.temporal) {
    TemporalFormula formula = parsed;
    for (TemporalNode& node : formula.nodes) {
      const bool about_step = node.kind == TemporalNode::Kind::Taken || node.kind == TemporalNode::Kind::Enabled;
      if (node.kind == TemporalNode::Kind::Predicate) {
        node.predicate = resolver_.formula(node.predicate, *instance.environment);
        if (const SourceSpan old = place_of_old(node.predicate); old.known()) {
          diagnostics_.add(DiagnosticKind::SyntaxError, old,
                           "'$0' denotes the value before a step, but this formula refers to a single state",
                           "BA({x > x$0}) is about the next step");
        }
      } else if (is_about_change(node.kind)) {
        resolve_change(node, instance);
      } else if (about_step) {
        resolve_step(node, instance);
      }
    }
    machine_.temporal.push_back(std::move(formula));
  }
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
void Composer::resolve_change(TemporalNode& node, const Instance& instance) {
  const ExprId after = resolver_.formula(node.predicate, *instance.environment);
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
void Composer::resolve_step(TemporalNode& node, const Instance& instance) {
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
    equal.span = instance.machine->parsed.nodes.exprs[node.arguments[i]].span;
    Expr parameter;
    parameter.kind = ExprKind::Symbol;
    parameter.symbol = parameters[i];
    parameter.span = machine_.symbols[parameters[i]].span;
    equal.operands = {machine_.exprs.add(std::move(parameter)),
                      resolver_.formula(node.arguments[i], *instance.environment)};
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
