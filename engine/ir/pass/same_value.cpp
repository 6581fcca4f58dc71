#include "engine/ir/pass/same_value.h"

namespace px::ir {

bool same_place(const Program& program, PlaceId a, PlaceId b) {
  const Place& x = program.places[a];
  const Place& y = program.places[b];
  if (x.kind != y.kind || x.variable != y.variable || x.field != y.field) return false;
  if (x.parent.valid() != y.parent.valid() || x.index.valid() != y.index.valid()) return false;
  return (!x.parent.valid() || same_place(program, x.parent, y.parent)) &&
         (!x.index.valid() || same_value(program, x.index, y.index));
}

bool same_value(const Program& program, ExprId a, ExprId b) {
  const Expr& x = program.exprs[a];
  const Expr& y = program.exprs[b];
  if (x.op != y.op) return false;
  if (x.op == Op::Const) return x.value == y.value;
  if (x.op == Op::Binding) return x.binding == y.binding;
  return x.op == Op::Read && same_place(program, x.place, y.place);
}

}  // namespace px::ir
