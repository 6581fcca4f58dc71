// Predicates become IR conditions; some are decided at once by the bounds of the values.

#include "frontends/b/expression_lowering.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrOp = ir::Op;

void ExpressionLowering::conjuncts(ExprId id, std::vector<ExprId>& out) const {
  const Expr& e = m_.exprs[id];
  if (e.kind == ExprKind::Operation && e.op == Op::And) {
    conjuncts(e.operands[0], out);
    conjuncts(e.operands[1], out);
    return;
  }
  out.push_back(id);
}

ir::ExprId ExpressionLowering::predicate(ExprId id) {
  return placed_at(m_.exprs[id].span, [&] { return predicate_here(id); });
}

ir::ExprId ExpressionLowering::predicate_here(ExprId id) {
  const Expr& e = m_.exprs[id];
  if (e.kind == ExprKind::Let) return with(scope_of(e), [&] { return predicate(e.operands.back()); });
  if (e.kind == ExprKind::Binder) return quantified(e);
  if (e.kind != ExprKind::Operation) unsupported(e.span, "'" + text_of(m_, id) + "' is not supported yet");
  const auto operand = [&](size_t i) { return e.operands[i]; };
  switch (e.op) {
    case Op::Truth: return o_.truth(true);
    case Op::Falsity: return o_.truth(false);
    case Op::And: {
      const ir::ExprId left = predicate(operand(0));
      return o_.is_constant(left, 0) ? left : o_.both(left, predicate(operand(1)));
    }
    case Op::Or: {
      const ir::ExprId left = predicate(operand(0));
      return o_.is_constant(left, 1) ? left : o_.either(left, predicate(operand(1)));
    }
    case Op::Implies: {
      const ir::ExprId left = o_.negated(predicate(operand(0)));
      return o_.is_constant(left, 1) ? left : o_.either(left, predicate(operand(1)));
    }
    case Op::Equivalent: {
      const ir::ExprId left = predicate(operand(0));
      return b_.binary(IrOp::Eq, left, predicate(operand(1)), e.span);
    }
    case Op::Not: return o_.negated(predicate(operand(0)));
    case Op::Equal: {
      const V x = value(operand(0));
      return o_.equal(x, value(operand(1)));
    }
    case Op::NotEqual: {
      const V x = value(operand(0));
      return o_.negated(o_.equal(x, value(operand(1))));
    }
    case Op::Less: return compared(e, IrOp::Lt);
    case Op::LessEqual: return compared(e, IrOp::Le);
    case Op::Greater: return compared(e, IrOp::Gt);
    case Op::GreaterEqual: return compared(e, IrOp::Ge);
    case Op::Member: return member(operand(0), operand(1));
    case Op::NotMember: return o_.negated(member(operand(0), operand(1)));
    case Op::Subset:
    case Op::NotSubset: {
      const V x = value(operand(0));
      const ir::ExprId in = o_.subset(x, value(operand(1)));
      return e.op == Op::Subset ? in : o_.negated(in);
    }
    case Op::StrictSubset:
    case Op::NotStrictSubset: {
      const V x = value(operand(0));
      const V y = value(operand(1));
      const ir::ExprId in = o_.both(o_.subset(x, y), o_.negated(o_.subset(y, x)));
      return e.op == Op::StrictSubset ? in : o_.negated(in);
    }
    default: unsupported(e.span, "'" + text_of(m_, id) + "' is not supported yet");
  }
}

ir::ExprId ExpressionLowering::quantified(const Expr& e) {
  const bool universal = e.op == Op::Forall;
  // !x.(P => Q): walk through the values that satisfy P.
  const Expr& body = m_.exprs[e.operands[0]];
  if (!universal) {
    return o_.exists(solve(e.bound, e.operands[0], e.span), [&](const V&) { return o_.truth(true); });
  }
  const bool implication = body.kind == ExprKind::Operation && body.op == Op::Implies;
  if (!implication) unsupported(e.span, "a universal quantifier is written !x.(P => Q)");
  const ExprId conclusion = body.operands[1];
  const Names outer = bound_;
  return o_.forall(solve(e.bound, body.operands[0], e.span), [&](const V& tuple) {
    Names scope = outer;
    bind_tuple(e.bound, tuple, scope);
    return with(scope, [&] { return predicate(conclusion); });
  });
}

ir::ExprId ExpressionLowering::compared(const Expr& e, IrOp op) {
  const V x = value(e.operands[0]);
  const V y = value(e.operands[1]);
  const ir::ExprId left = x->scalar();
  const ir::ExprId right = y->scalar();
  if (o_.has_check(left) || o_.has_check(right)) return b_.binary(op, left, right, e.span);
  if (x->info.hi < y->info.lo) return o_.truth(op == IrOp::Lt || op == IrOp::Le);
  if (x->info.lo > y->info.hi) return o_.truth(op == IrOp::Gt || op == IrOp::Ge);
  if (op == IrOp::Le && x->info.hi <= y->info.lo) return o_.truth(true);
  if (op == IrOp::Ge && x->info.lo >= y->info.hi) return o_.truth(true);
  return b_.binary(op, left, right, e.span);
}

ir::ExprId ExpressionLowering::member(ExprId element, ExprId set) {
  const V x = value(element);
  return value(set)->contains(x);
}

}  // namespace px::b
