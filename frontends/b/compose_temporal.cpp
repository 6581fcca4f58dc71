// Temporal formulas: predicates and operations in them are looked up as in the machine.
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
      } else if (about_step) {
        resolve_step(node, instance);
      }
    }
    machine_.temporal.push_back(std::move(formula));
  }
}

// [op(a, _)]: an operation that is offered, and what its parameters are equal to.
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
