// Formulas of the text form. Propositions are the largest parts without temporal operators; a quantifier over a formula
// is the conjunction or disjunction of its instances.
#include "engine/ir/formula_automaton.h"
#include "engine/ir/text_reader_resolver.h"
#include "engine/ir/text_writer_detail.h"

namespace px::ir::text {
namespace {

using Kind = SyntaxExpr::Kind;

// More instances would make the automaton too large anyway.
constexpr uint32_t kMaxInstances = 4096;

}  // namespace

void Resolver::property(const Declaration& d) {
  const size_t before = diagnostics_.error_count();
  FormulaParts parts;
  const ReadFormula root = formula(d.condition, parts);
  if (diagnostics_.error_count() != before) return;
  for (const ExprId id : parts.propositions) {
    if (type_of(id).kind == TypeKind::Bool) continue;
    error(DiagnosticKind::TypeMismatch, b_.program().exprs[id].span,
          "a formula is about conditions, not about " + type_text(type_id_of(id)));
    return;
  }
  const NamedFormula named{d.name.text, "the property '" + d.name.text + "'", place_of(d.span), root};
  const Result<void> added = add_formula(b_, parts.formulas, named, parts.reading,
                                         [&](uint32_t number) { return b_.clone(parts.propositions[number]); });
  if (added) return;
  for (const Diagnostic& diagnostic : added.failure().diagnostics) diagnostics_.add(diagnostic);
}

ReadFormula Resolver::formula(SyntaxExprId id, FormulaParts& parts) {
  const SyntaxExpr& e = tree_.exprs[id];
  if (e.kind == Kind::Bool) return {parts.formulas.truth(e.value != 0), parts.reading.truth(e.value != 0)};
  if (!e.has_temporal) return proposition(id, parts);
  if (e.kind == Kind::Temporal) return joined(e, e.temporal, parts);
  if (e.kind == Kind::Quantifier && (e.op == Op::Forall || e.op == Op::Exists)) return instances(e, parts);
  if (e.kind == Kind::Implies) return joined(e, ltl::Connective::Implies, parts);
  if (e.kind == Kind::Operation && e.op == Op::Not) return joined(e, ltl::Connective::Not, parts);
  if (e.kind == Kind::Operation && e.op == Op::And) return joined(e, ltl::Connective::And, parts);
  if (e.kind == Kind::Operation && e.op == Op::Or) return joined(e, ltl::Connective::Or, parts);
  return proposition(id, parts);  // reports the error
}

ReadFormula Resolver::joined(const SyntaxExpr& e, ltl::Connective connective, FormulaParts& parts) {
  const ReadFormula left = formula(e.args[0], parts);
  const ReadFormula right = e.args.size() > 1 ? formula(e.args[1], parts) : left;
  std::vector<uint32_t> operands = {left.part};
  if (e.args.size() > 1) operands.push_back(right.part);
  return {*parts.formulas.apply(connective, left.formula, right.formula),
          parts.reading.joined(connective, std::move(operands), place_of(e.span))};
}

ReadFormula Resolver::instances(const SyntaxExpr& e, FormulaParts& parts) {
  const std::optional<Domain> over = domain(e.domain);
  ltl::Formulas& formulas = parts.formulas;
  const bool all = e.op == Op::Forall;
  ltl::FormulaId result = formulas.truth(all);
  if (!over) return {result, parts.reading.truth(all)};
  std::vector<uint32_t> operands;
  const uint32_t count = b_.program().domain_size(*over);
  const int64_t first = b_.program().domain_first(*over);
  const BindingId binding = b_.binding_over(e.name.text, *over);
  const TypeId type = b_.domain_type(*over);
  const size_t before = diagnostics_.error_count();
  scope_.push_back({e.name.text, binding, *over});
  for (uint32_t i = 0; i < count && diagnostics_.error_count() == before; ++i) {
    if (++parts.instances > kMaxInstances) {
      error(DiagnosticKind::LimitExceeded, e.span, "the formula is about too many cases",
            "quantify below the temporal operators where that says the same: always (forall p: User. ...)");
      break;
    }
    parts.instance.emplace_back(binding, b_.constant(type, first + i, place_of(e.span)));
    const ReadFormula one = formula(e.args[0], parts);
    parts.instance.pop_back();
    result = all ? formulas.conjunction(result, one.formula) : formulas.disjunction(result, one.formula);
    operands.push_back(one.part);
  }
  scope_.pop_back();
  if (operands.empty()) return {result, parts.reading.truth(all)};
  return {result, parts.reading.joined(all ? ltl::Connective::And : ltl::Connective::Or, std::move(operands),
                                       place_of(e.span))};
}

ReadFormula Resolver::proposition(SyntaxExprId id, FormulaParts& parts) {
  const ExprId resolved = expr(id);
  if (!resolved.valid()) return {parts.formulas.truth(true), parts.reading.truth(true)};
  const ExprId condition = parts.instance.empty() ? resolved : b_.clone(resolved, parts.instance);
  const auto next = static_cast<uint32_t>(parts.propositions.size());
  const auto [known, is_new] = parts.numbers.try_emplace(ExprWriter(b_.program()).expr(condition), next);
  if (is_new) parts.propositions.push_back(condition);
  return {parts.formulas.literal(known->second, false),
          parts.reading.atom(known->second, known->first, b_.program().exprs[condition].span)};
}

}  // namespace px::ir::text
