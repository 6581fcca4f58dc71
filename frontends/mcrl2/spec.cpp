#include "frontends/mcrl2/spec.h"

#include <algorithm>

namespace px::mcrl2 {

bool Spec::is_enumerated(SortId id) const {
  if (sorts.kind(id) != SortKind::Named) return false;
  const NamedSort& sort = named(id);
  return !sort.constructors.empty() && std::all_of(sort.constructors.begin(), sort.constructors.end(),
                                                   [&](SymbolId c) { return symbols[c].domain.empty(); });
}

const Expr* Spec::use(VariableId variable, SourceSpan span) {
  Expr e;
  e.kind = Expr::Kind::Variable;
  e.variable = variable;
  e.sort = variables[variable].sort;
  e.span = span;
  return add(std::move(e));
}

const Expr* Spec::apply(Builtin op, SortId sort, std::vector<const Expr*> parts, SourceSpan span) {
  Expr e;
  e.kind = Expr::Kind::Builtin;
  e.builtin = op;
  e.sort = sort;
  e.parts = std::move(parts);
  e.span = span;
  return add(std::move(e));
}

const Expr* Spec::truth(bool value) {
  return apply(value ? Builtin::True : Builtin::False, sorts.basic(SortKind::Bool), {});
}

}  // namespace px::mcrl2
