// Types of substitutions, and the messages about type mismatches.
#include "frontends/b/type_checker.h"

namespace px::b {

void TypeChecker::substitution(SubstId id) {
  const Subst& subst = machine_.substs[id];
  switch (subst.kind) {
    case SubstKind::Assign:
    case SubstKind::BecomesElement: assignment(subst); return;
    case SubstKind::BecomesSuchThat:
      for (const ExprId target : subst.targets) infer(target);
      predicate(subst.values[0], ":( )");
      return;
    case SubstKind::Call: call(subst); return;
    case SubstKind::Case: {
      infer(subst.values[0]);
      for (const Branch& branch : subst.branches) {
        for (const ExprId label : branch.labels) {
          infer(label);
          expect(label, term_of(subst.values[0]), {subst.values[0], "CASE"});
        }
      }
      break;
    }
    case SubstKind::Let:
      for (size_t i = 0; i < subst.bound.size(); ++i) {
        infer(subst.values[i]);
        expect(subst.values[i], term_of(subst.bound[i]), {{}, "LET"});
      }
      break;
    case SubstKind::While:
      predicate(subst.values[0], "INVARIANT");
      infer(subst.values[1]);
      expect(subst.values[1], unifier_.base(TypeKind::Integer), {{}, "VARIANT"});
      break;
    default: break;
  }
  for (const Branch& branch : subst.branches) {
    if (branch.condition.valid()) predicate(branch.condition, "a condition");
    substitution(branch.body);
  }
  if (subst.otherwise.valid()) substitution(subst.otherwise);
}

void TypeChecker::assignment(const Subst& subst) {
  for (const ExprId target : subst.targets) infer(target);
  if (subst.kind == SubstKind::Assign) {
    for (size_t i = 0; i < subst.values.size(); ++i) {
      infer(subst.values[i]);
      expect(subst.values[i], term_of(subst.targets[i]), {subst.targets[i], ":="});
    }
    return;
  }
  TermId product = term_of(subst.targets[0]);
  for (size_t i = 1; i < subst.targets.size(); ++i) product = unifier_.product(product, term_of(subst.targets[i]));
  infer(subst.values[0]);
  expect(subst.values[0], unifier_.power(product), {subst.targets[0], "::"});
}

void TypeChecker::call(const Subst& subst) {
  const Operation& operation = machine_.operations[subst.operation];
  for (size_t i = 0; i < subst.values.size(); ++i) {
    infer(subst.values[i]);
    expect(subst.values[i], term_of(operation.parameters[i]), {{}, operation.name});
  }
  for (size_t i = 0; i < subst.targets.size(); ++i) {
    infer(subst.targets[i]);
    expect(subst.targets[i], term_of(operation.results[i]), {{}, operation.name});
  }
}

void TypeChecker::expect(ExprId operand, TermId expected, Reason reason) {
  if (unifier_.unify(term_of(operand), expected, machine_.exprs[operand].span)) return;
  explain_mismatch(operand, expected, reason);
}

void TypeChecker::explain_mismatch(ExprId operand, TermId expected, Reason reason) {
  const TermId actual = term_of(operand);
  const Expr& expr = machine_.exprs[operand];
  if (expr.kind == ExprKind::Name) return;  // unknown, already reported
  const bool is_predicate = !unifier_.is_variable(actual) && unifier_.kind(actual) == TypeKind::Predicate;
  const bool wants_predicate = !unifier_.is_variable(expected) && unifier_.kind(expected) == TypeKind::Predicate;
  const std::string by = reason.what.empty() ? "" : " by '" + std::string(reason.what) + "'";
  std::string message = quoted(operand);
  std::string hint;
  if (is_predicate) {
    message += " is a predicate, but an expression is expected" + by;
    hint = "bool(...) makes a value of BOOL from a predicate";
  } else if (wants_predicate) {
    message += " is an expression" +
               (unifier_.is_variable(actual) ? std::string() : " of type " + unifier_.text(actual)) +
               ", but a predicate is expected" + by;
    const bool boolean = !unifier_.is_variable(actual) && unifier_.kind(actual) == TypeKind::Boolean;
    hint = boolean ? "compare it: " + quoted(operand).substr(1, quoted(operand).size() - 2) + " = TRUE"
                   : where_typed(operand);
  } else {
    message += " is " + unifier_.text(actual) + ", but " + unifier_.text(expected) + " is expected" + by;
    hint = where_typed(operand);
    if (reason.because.valid()) {
      const SourceSpan other = machine_.exprs[reason.because].span;
      message += " because " + quoted(reason.because) + " is " + unifier_.text(term_of(reason.because)) + " (at " +
                 sources_.place(other) + ")";
      const std::string more = where_typed(reason.because);
      if (!more.empty()) hint += (hint.empty() ? "" : "; ") + more;
    }
  }
  diagnostics_.add(DiagnosticKind::TypeMismatch, expr.span, message + expansion_note(expr.expansion), std::move(hint));
}

// The source text of the formula.
std::string TypeChecker::quoted(ExprId id) const {
  constexpr size_t kLongest = 60;
  const SourceSpan span = machine_.exprs[id].span;
  const std::string_view line = sources_.line(span.file, span.line);
  if (span.column == 0 || span.column > line.size()) return "this formula";
  std::string text(line.substr(span.column - 1, span.length));
  if (text.size() > kLongest) text = text.substr(0, kLongest - 3) + "...";
  return "`" + text + "`";
}

// For a name: the origin of its type.
std::string TypeChecker::where_typed(ExprId id) const {
  const Expr& expr = machine_.exprs[id];
  if (expr.kind != ExprKind::Symbol && expr.kind != ExprKind::OldSymbol) return {};
  const Symbol& symbol = machine_.symbols[expr.symbol];
  SourceSpan place = unifier_.origin(symbols_[expr.symbol.value]);
  if (!place.known()) place = symbol.span;
  if (place == expr.span) return {};
  return "'" + symbol.name + "' got its type at " + sources_.place(place);
}

std::string TypeChecker::expansion_note(ExpansionId id) const {
  if (!id.valid()) return {};
  const Expansion& expansion = machine_.expansions[id];
  return ", in the expansion of '" + expansion.name + "' at " + sources_.place(expansion.span);
}

}  // namespace px::b
