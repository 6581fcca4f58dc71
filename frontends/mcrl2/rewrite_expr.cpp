#include "frontends/mcrl2/rewrite_expr.h"

#include <algorithm>
#include <set>

namespace px::mcrl2 {
namespace {

using Kind = Expr::Kind;

const Expr* head_of_application(const Expr* e) {
  while (e->kind == Kind::Apply) e = e->parts[0];
  return e;
}

const Expr* simplified_comparison(Spec& spec, const Expr* e) {
  const bool equal = e->builtin == Builtin::Eq;
  const Expr* a = e->parts[0];
  const Expr* b = e->parts[1];
  const SymbolId x = constructor_of(spec, a);
  const SymbolId y = constructor_of(spec, b);
  if (!x.valid() || !y.valid() || !spec.symbols[x].of_struct) return e;
  if (x != y) return spec.truth(!equal);
  const Expr* all = spec.truth(true);
  for (size_t i = 1; a->kind == Kind::Apply && i < a->parts.size(); ++i) {
    const Expr* one = spec.apply(Builtin::Eq, all->sort, {a->parts[i], b->parts[i]}, e->span);
    one = simplified_comparison(spec, one);
    all = is_truth(all, true)   ? one
          : is_truth(one, true) ? all
                                : spec.apply(Builtin::And, all->sort, {all, one}, e->span);
  }
  return equal ? all : negated(spec, all);
}

const Expr* simplified(Spec& spec, const Expr* e) {
  if (e->kind == Kind::Builtin) {
    switch (e->builtin) {
      case Builtin::Eq:
      case Builtin::Ne: return simplified_comparison(spec, e);
      case Builtin::Not:
        if (is_truth(e->parts[0], true)) return spec.truth(false);
        return is_truth(e->parts[0], false) ? spec.truth(true) : e;
      case Builtin::And:
        if (is_truth(e->parts[0], true)) return e->parts[1];
        if (is_truth(e->parts[1], true)) return e->parts[0];
        return is_truth(e->parts[0], false) || is_truth(e->parts[1], false) ? spec.truth(false) : e;
      case Builtin::Or:
        if (is_truth(e->parts[0], false)) return e->parts[1];
        if (is_truth(e->parts[1], false)) return e->parts[0];
        return is_truth(e->parts[0], true) || is_truth(e->parts[1], true) ? spec.truth(true) : e;
      case Builtin::Implies:
        if (is_truth(e->parts[0], true)) return e->parts[1];
        return is_truth(e->parts[0], false) || is_truth(e->parts[1], true) ? spec.truth(true) : e;
      case Builtin::If:
        if (is_truth(e->parts[0], true)) return e->parts[1];
        return is_truth(e->parts[0], false) ? e->parts[2] : e;
      default: return e;
    }
  }
  if (e->kind != Kind::Apply || e->parts.size() != 2 || e->parts[0]->kind != Kind::Symbol) return e;
  const Symbol& symbol = spec.symbols[e->parts[0]->symbol];
  const SymbolId constructor = constructor_of(spec, e->parts[1]);
  if (symbol.targets.empty() || !constructor.valid()) return e;
  const int target = symbol.targets[spec.symbols[constructor].index];
  if (symbol.kind == Symbol::Kind::Recogniser) return spec.truth(target >= 0);
  return target >= 0 ? e->parts[1]->parts[static_cast<size_t>(target) + 1] : e;
}

}  // namespace

bool is_truth(const Expr* e, bool value) {
  return e->kind == Kind::Builtin && e->builtin == (value ? Builtin::True : Builtin::False);
}

SymbolId constructor_of(const Spec& spec, const Expr* e) {
  const Expr* head = e->kind == Kind::Apply ? e->parts[0] : e;
  if (head->kind != Kind::Symbol) return {};
  const Symbol& symbol = spec.symbols[head->symbol];
  const bool whole = symbol.kind == Symbol::Kind::Constructor &&
                     symbol.domain.size() == (e->kind == Kind::Apply ? e->parts.size() - 1 : 0);
  return whole ? head->symbol : SymbolId();
}

const Expr* substitute(Spec& spec, const Expr* e, const Substitution& values) {
  if (values.empty()) return e;
  if (e->kind == Kind::Variable) {
    const auto found = values.find(e->variable);
    return found == values.end() ? e : found->second;
  }
  std::vector<const Expr*> parts;
  bool changed = false;
  for (const Expr* part : e->parts) {
    parts.push_back(substitute(spec, part, values));
    changed |= parts.back() != part;
  }
  if (!changed) return e;
  Expr copy = *e;
  copy.parts = std::move(parts);
  return simplified(spec, spec.add(std::move(copy)));
}

const Expr* negated(Spec& spec, const Expr* e) {
  if (e->kind == Kind::Builtin) {
    const auto with = [&](Builtin op) { return spec.apply(op, e->sort, e->parts, e->span); };
    const auto both = [&](Builtin op) {
      return spec.apply(op, e->sort, {negated(spec, e->parts[0]), negated(spec, e->parts[1])}, e->span);
    };
    switch (e->builtin) {
      case Builtin::True: return spec.truth(false);
      case Builtin::False: return spec.truth(true);
      case Builtin::Not: return e->parts[0];
      case Builtin::And: return both(Builtin::Or);
      case Builtin::Or: return both(Builtin::And);
      case Builtin::Implies:
        return spec.apply(Builtin::And, e->sort, {e->parts[0], negated(spec, e->parts[1])}, e->span);
      case Builtin::Eq: return with(Builtin::Ne);
      case Builtin::Ne: return with(Builtin::Eq);
      case Builtin::Lt:
      case Builtin::Le:
      case Builtin::Gt:
      case Builtin::Ge:
        if (!spec.sorts.is_number(e->parts[0]->sort)) break;
        return with(e->builtin == Builtin::Lt   ? Builtin::Ge
                    : e->builtin == Builtin::Le ? Builtin::Gt
                    : e->builtin == Builtin::Gt ? Builtin::Le
                                                : Builtin::Lt);
      default: break;
    }
  }
  return spec.apply(Builtin::Not, spec.sorts.basic(SortKind::Bool), {e}, e->span);
}

void split_conjunction(Spec& spec, const Expr* e, std::vector<const Expr*>& conjuncts) {
  if (e->kind == Kind::Builtin) {
    if (e->builtin == Builtin::And) {
      for (const Expr* part : e->parts) split_conjunction(spec, part, conjuncts);
      return;
    }
    if (e->builtin == Builtin::True) return;
    if (e->builtin == Builtin::Not) {
      const Expr* inner = negated(spec, e->parts[0]);
      const bool same = inner->kind == Kind::Builtin && inner->builtin == Builtin::Not;
      if (!same) return split_conjunction(spec, inner, conjuncts);
    }
  }
  conjuncts.push_back(e);
}

const Expr* unfolded(Spec& spec, const Expr* e) {
  const Expr* head = head_of_application(e);
  if (head->kind != Kind::Symbol || spec.symbols[head->symbol].kind != Symbol::Kind::Mapping) return nullptr;
  const Equation* only = nullptr;
  for (const Equation& equation : spec.equations) {
    const Expr* left = head_of_application(equation.left);
    if (left->kind != Kind::Symbol || left->symbol != head->symbol) continue;
    if (only != nullptr) return nullptr;
    only = &equation;
  }
  if (only == nullptr || only->condition != nullptr) return nullptr;
  if (e->kind != only->left->kind) return nullptr;
  if (e->kind == Kind::Symbol) return only->right;
  if (e->parts.size() != only->left->parts.size() || e->parts[0]->kind != Kind::Symbol) return nullptr;
  Substitution values;
  for (size_t i = 1; i < e->parts.size(); ++i) {
    const Expr* pattern = only->left->parts[i];
    if (pattern->kind != Kind::Variable || !values.emplace(pattern->variable, e->parts[i]).second) return nullptr;
  }
  return substitute(spec, only->right, values);
}

}  // namespace px::mcrl2
