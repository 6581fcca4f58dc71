#include "frontends/b/walk_ops.h"

#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;

WalkOps::WalkOps(const Machine& machine, const World& world_, ir::Builder& builder)
    : b(builder), m(machine), world(world_), types(machine.types) {}

// Machines without strings have no such sort. A machine that only has variables of the type has one arbitrary string.
ir::SortId WalkOps::string_sort() const {
  if (!strings_.valid()) {
    std::vector<std::string> names;
    for (const std::string& text : string_texts) names.push_back('"' + text + '"');
    const auto count = static_cast<uint32_t>(names.size());
    strings_ = b.sort("STRING", std::max(count, 1U), {}, std::move(names));
  }
  return strings_;
}

// ---- Conditions

std::optional<int64_t> WalkOps::constant_of(IrExpr x) const {
  const ir::Expr& e = b.program().exprs[x];
  return e.op == IrOp::Const ? std::optional(e.value) : std::nullopt;
}

bool WalkOps::has_check(IrExpr x) const {
  const ir::Expr& e = b.program().exprs[x];
  if (e.op == IrOp::Check || e.op == IrOp::Div || e.op == IrOp::Mod) return true;
  for (ir::PlaceId p = e.place; p.valid(); p = b.program().places[p].parent) {
    if (b.program().places[p].index.valid() && has_check(b.program().places[p].index)) return true;
  }
  return std::any_of(std::begin(e.operands), std::end(e.operands),
                     [&](IrExpr operand) { return operand.valid() && has_check(operand); });
}

bool WalkOps::is_constant(IrExpr x, int64_t value) const {
  return constant_of(x) == value;
}

IrExpr WalkOps::both(IrExpr x, IrExpr y) {
  if (is_constant(x, 1) || is_constant(y, 1)) return is_constant(x, 1) ? y : x;
  if (is_constant(y, 0) && !has_check(x)) return y;
  return is_constant(x, 0) ? x : b.binary(IrOp::And, x, y);
}

IrExpr WalkOps::either(IrExpr x, IrExpr y) {
  if (is_constant(x, 0) || is_constant(y, 0)) return is_constant(x, 0) ? y : x;
  if (is_constant(y, 1) && !has_check(x)) return y;
  return is_constant(x, 1) ? x : b.binary(IrOp::Or, x, y);
}

IrExpr WalkOps::negated(IrExpr x) {
  if (const auto value = constant_of(x)) return truth(*value == 0);
  const ir::Expr& e = b.program().exprs[x];
  if (e.op == IrOp::Not) return e.operands[0];
  return b.unary(IrOp::Not, x);
}

// ---- Walks

IrExpr WalkOps::nest(const Walk& walk, size_t step, IrOp op, const Body& body) {
  if (step == walk.steps.size()) return body(walk.element);
  const Step& s = walk.steps[step];
  const bool universal = op == IrOp::Forall;
  switch (s.kind) {
    case Step::Kind::Name: return b.let_in(s.binding, s.expr, nest(walk, step + 1, op, body));
    case Step::Kind::Filter: {
      if (is_constant(s.expr, 0)) return truth(universal);
      const IrExpr inner = nest(walk, step + 1, op, body);
      return universal ? either(negated(s.expr), inner) : both(s.expr, inner);
    }
    case Step::Kind::Loop: {
      const IrExpr inner = nest(walk, step + 1, op, body);
      if (is_constant(inner, universal ? 1 : 0)) return inner;
      if (is_constant(inner, universal ? 0 : 1)) return truth((b.program().domain_size(s.domain) == 0) == universal);
      return b.quantifier(op, s.binding, s.domain, inner);
    }
  }
  PX_UNREACHABLE("step");
}

Walks WalkOps::crossed(const std::function<Walks()>& outer, const InnerWalks& inner,
                       const std::function<V(const V&, const V&)>& element) {
  Walks all;
  const Walks firsts = outer();
  for (size_t i = 0; i < firsts.size(); ++i) {
    const Walks seconds = inner(firsts[i].element);
    for (size_t j = 0; j < seconds.size(); ++j) {
      if (j == 0 || firsts[i].steps.empty()) {
        all.push_back(nested(firsts[i], seconds[j], element(firsts[i].element, seconds[j].element)));
        continue;
      }
      const Walk first = std::move(outer()[i]);
      const Walk second = std::move(inner(first.element)[j]);
      all.push_back(nested(first, second, element(first.element, second.element)));
    }
  }
  return all;
}

IrExpr WalkOps::exists(const Walks& walks, const Body& body) {
  IrExpr any = truth(false);
  for (const Walk& walk : walks) any = either(any, nest(walk, 0, IrOp::Exists, body));
  return any;
}

IrExpr WalkOps::forall(const Walks& walks, const Body& body) {
  IrExpr all = truth(true);
  for (const Walk& walk : walks) all = both(all, nest(walk, 0, IrOp::Forall, body));
  return all;
}

IrExpr WalkOps::folded(const Walk& walk, size_t step, IrOp op, const Body& value) {
  if (step == walk.steps.size()) return value(walk.element);
  const Step& s = walk.steps[step];
  const bool sums = op == IrOp::Sum;
  if (s.kind == Step::Kind::Name) return b.let_in(s.binding, s.expr, folded(walk, step + 1, op, value));
  if (s.kind == Step::Kind::Filter) {
    return b.conditional(s.expr, folded(walk, step + 1, op, value), b.integer(sums ? 0 : 1));
  }
  IrExpr condition = truth(true);
  size_t next = step + 1;
  for (; next < walk.steps.size() && walk.steps[next].kind == Step::Kind::Filter; ++next) {
    condition = both(condition, walk.steps[next].expr);
  }
  const IrExpr inner = folded(walk, next, op, value);
  if (sums && is_constant(inner, 1)) return b.quantifier(IrOp::Count, s.binding, s.domain, condition);
  return b.quantifier(op, s.binding, s.domain, condition, inner);
}

IrExpr WalkOps::sum(const Walks& walks, const Body& value) {
  IrExpr all;
  for (const Walk& walk : walks) {
    const IrExpr one = folded(walk, 0, IrOp::Sum, value);
    all = all.valid() ? b.binary(IrOp::Add, all, one) : one;
  }
  return all.valid() ? all : b.integer(0);
}

IrExpr WalkOps::product(const Walks& walks, const Body& value) {
  IrExpr all;
  for (const Walk& walk : walks) {
    const IrExpr one = folded(walk, 0, IrOp::Product, value);
    all = all.valid() ? b.binary(IrOp::Mul, all, one) : one;
  }
  return all.valid() ? all : b.integer(1);
}

ir::Block WalkOps::nest_choice(const Walk& walk, size_t step, const std::function<ir::Block(const V&)>& body) {
  if (step == walk.steps.size()) return body(walk.element);
  const Step& s = walk.steps[step];
  switch (s.kind) {
    case Step::Kind::Name: return {b.let(s.binding, s.expr, nest_choice(walk, step + 1, body))};
    case Step::Kind::Loop: return {b.choose(s.binding, s.domain, nest_choice(walk, step + 1, body))};
    case Step::Kind::Filter: {
      ir::Block block;
      if (!is_constant(s.expr, 1)) block.push_back(b.require(s.expr));
      const ir::Block rest = nest_choice(walk, step + 1, body);
      block.insert(block.end(), rest.begin(), rest.end());
      return block;
    }
  }
  PX_UNREACHABLE("step");
}

ir::Block WalkOps::choose(const Walks& walks, const std::function<ir::Block(const V&)>& body) {
  if (walks.empty()) return {b.require(truth(false))};
  if (walks.size() == 1) return nest_choice(walks[0], 0, body);
  std::vector<ir::Block> branches;
  for (const Walk& walk : walks) branches.push_back(nest_choice(walk, 0, body));
  return {b.either(std::move(branches))};
}

Walks WalkOps::walks_of(const V& set, SourceSpan span) const {
  if (set->walks) return set->walks();
  give_up(DiagnosticKind::Unsupported, span,
          "the elements of a set of type " + text_of(types, set->type) + " cannot be enumerated here",
          "bound them: x : 1..9, x : S, or x : dom(f)");
}

}  // namespace px::b
