// Scalars, pairs and records; conditions; equality.
#include "frontends/b/value_ops.h"

#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;

namespace {

constexpr size_t kMaxNodes = 4000000;  // of the common form, before what is not needed is left out

}  // namespace

Info widened(const Info& x, const Info& y) {
  Info r = x;
  r.lo = std::min(x.lo, y.lo);
  r.hi = std::max(x.hi, y.hi);
  r.functional = x.functional && y.functional;
  r.total = false;
  r.named = x.named && y.named;
  r.sequence = x.sequence && y.sequence;
  r.longest = std::max(x.longest, y.longest);
  if (x.parts.size() != y.parts.size()) {
    r.parts.clear();
    return r;
  }
  for (size_t i = 0; i < r.parts.size(); ++i) r.parts[i] = widened(x.parts[i], y.parts[i]);
  return r;
}

// ---- Conditions

std::optional<int64_t> ValueOps::constant_of(IrExpr x) const {
  const ir::Expr& e = b.program().exprs[x];
  return e.op == IrOp::Const ? std::optional(e.value) : std::nullopt;
}

bool ValueOps::has_check(IrExpr x) const {
  const ir::Expr& e = b.program().exprs[x];
  if (e.op == IrOp::Check || e.op == IrOp::Div || e.op == IrOp::Mod) return true;
  for (ir::PlaceId p = e.place; p.valid(); p = b.program().places[p].parent) {
    if (b.program().places[p].index.valid() && has_check(b.program().places[p].index)) return true;
  }
  return std::any_of(std::begin(e.operands), std::end(e.operands),
                     [&](IrExpr operand) { return operand.valid() && has_check(operand); });
}

bool ValueOps::is_constant(IrExpr x, int64_t value) const {
  return constant_of(x) == value;
}

IrExpr ValueOps::both(IrExpr x, IrExpr y) {
  if (is_constant(x, 1) || is_constant(y, 1)) return is_constant(x, 1) ? y : x;
  if (is_constant(y, 0) && !has_check(x)) return y;
  return is_constant(x, 0) ? x : b.binary(IrOp::And, x, y);
}

IrExpr ValueOps::either(IrExpr x, IrExpr y) {
  if (is_constant(x, 0) || is_constant(y, 0)) return is_constant(x, 0) ? y : x;
  if (is_constant(y, 1) && !has_check(x)) return y;
  return is_constant(x, 1) ? x : b.binary(IrOp::Or, x, y);
}

IrExpr ValueOps::negated(IrExpr x) {
  if (const auto value = constant_of(x)) return truth(*value == 0);
  const ir::Expr& e = b.program().exprs[x];
  if (e.op == IrOp::Not) return e.operands[0];
  return b.unary(IrOp::Not, x);
}

// ---- Scalars

V ValueOps::boolean(TypeId type, Make make) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Bool;
  v->type = type;
  v->info.lo = 0;
  v->info.hi = 1;
  v->scalar = std::move(make);
  return v;
}

V ValueOps::integer(TypeId type, Make make, int64_t lo, int64_t hi, bool simple) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Int;
  v->type = type;
  v->info.lo = lo;
  v->info.hi = hi;
  v->scalar = std::move(make);
  v->simple = simple;
  return v;
}

V ValueOps::literal(TypeId type, int64_t value) {
  return integer(
      type, [this, value] { return b.integer(value); }, value, value, true);
}

V ValueOps::element(TypeId type, Make make, bool simple) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Element;
  v->type = type;
  v->scalar = std::move(make);
  v->simple = simple;
  return v;
}

V ValueOps::pair(TypeId type, V first, V second) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Pair;
  v->type = type;
  v->info.parts = {first->info, second->info};
  v->parts = {std::move(first), std::move(second)};
  return v;
}

V ValueOps::record(TypeId type, std::vector<V> fields) {
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Record;
  v->type = type;
  for (const V& field : fields) v->info.parts.push_back(field->info);
  v->parts = std::move(fields);
  return v;
}

ir::BindingId ValueOps::name_for(const std::string& text, IrExpr value) {
  const ir::Type& stored = b.program().types[b.program().exprs[value].type];
  const ir::SortId sort = stored.sort;
  const bool element = stored.kind == ir::TypeKind::Element;
  return b.binding(text, element ? b.element_type(sort) : b.program().exprs[value].type);
}

V ValueOps::of_binding(TypeId id, ir::BindingId binding, const Info& info) {
  const Make use = [this, binding] { return b.use(binding); };
  switch (type(id).kind) {
    case TypeKind::Boolean: {
      auto v = std::make_shared<Value>(*boolean(id, use));
      v->simple = true;
      return v;
    }
    case TypeKind::Integer: return integer(id, use, info.lo, info.hi, true);
    case TypeKind::Power: {
      const ir::Type& t = b.program().types[b.program().bindings[binding].type];
      return mask_set(id, t.domain, use, true);
    }
    default: return element(id, use, true);
  }
}

// Names the scalars of pairs and records, and masks.
IrExpr ValueOps::with_names(const V& value, const Body& use) {
  if (value->kind == Value::Kind::Pair) {
    return with_names(value->parts[0], [&](const V& first) {
      return with_names(value->parts[1], [&](const V& second) { return use(pair(value->type, first, second)); });
    });
  }
  const bool mask = is_set(value) && value->mask && !value->defined && !value->length;
  if (value->simple || (!value->scalar && !mask)) return use(value);
  const IrExpr made = mask ? value->mask() : value->scalar();
  const ir::Expr& e = b.program().exprs[made];
  if (e.op == IrOp::Const || e.op == IrOp::Binding) {
    // A literal made once can be made again.
    return use(value);
  }
  const ir::BindingId name = name_for("v'", made);
  V named = of_binding(value->type, name, value->info);
  const IrExpr body = use(named);
  return constant_of(body) ? body : b.let_in(name, made, body);
}

V ValueOps::conditional(const std::function<IrExpr()>& condition, const V& x, const V& y) {
  const IrExpr known = condition();
  if (const auto value = constant_of(known)) return *value != 0 ? x : y;
  if (x->kind == Value::Kind::Pair || x->kind == Value::Kind::Record) {
    std::vector<V> parts;
    for (size_t i = 0; i < x->parts.size(); ++i) parts.push_back(conditional(condition, x->parts[i], y->parts[i]));
    return x->kind == Value::Kind::Pair ? pair(x->type, parts[0], parts[1]) : record(x->type, std::move(parts));
  }
  if (!is_set(x)) {
    auto v = std::make_shared<Value>(*x);
    v->simple = false;
    v->info.lo = std::min(x->info.lo, y->info.lo);
    v->info.hi = std::max(x->info.hi, y->info.hi);
    v->scalar = [this, condition, x, y] { return b.conditional(condition(), x->scalar(), y->scalar()); };
    return v;
  }
  auto v = std::make_shared<Value>();
  v->kind = Value::Kind::Set;
  v->type = x->type;
  v->info = widened(x->info, y->info);
  v->contains = [this, condition, x, y](const V& e) {
    return either(both(condition(), x->contains(e)), both(negated(condition()), y->contains(e)));
  };
  if (x->walks && y->walks) {
    v->distinct = x->distinct && y->distinct;
    v->walks = [this, condition, x, y] {
      Walks all;
      for (const bool first : {true, false}) {
        for (Walk walk : (first ? x : y)->walks()) {
          walk.steps.insert(walk.steps.begin(), filter(first ? condition() : negated(condition())));
          all.push_back(std::move(walk));
        }
      }
      return all;
    };
  }
  if (x->mask && y->mask && x->mask_domain == y->mask_domain) {
    v->mask_domain = x->mask_domain;
    v->mask = [this, condition, x, y] { return b.conditional(condition(), x->mask(), y->mask()); };
  }
  if (x->defined && y->defined) {
    v->defined = [this, condition, x, y](const V& e) {
      return either(both(condition(), x->defined(e)), both(negated(condition()), y->defined(e)));
    };
    v->apply = [this, condition, x, y](const V& e) { return conditional(condition, x->apply(e), y->apply(e)); };
  }
  if (x->length && y->length) v->length = conditional(condition, x->length, y->length);
  return v;
}

V ValueOps::checked(const std::function<IrExpr()>& condition, const V& value, const std::string& text,
                    SourceSpan span) {
  if (const auto known = constant_of(condition()); known && *known != 0) return value;
  auto v = std::make_shared<Value>(*value);
  v->simple = false;
  v->full = false;
  const auto check = [this, condition, text, span](IrExpr e) { return b.check(condition(), e, text, span); };
  if (value->kind == Value::Kind::Pair || value->kind == Value::Kind::Record) {
    for (V& part : v->parts) part = checked(condition, part, text, span);
    return v;
  }
  if (!is_set(value)) {
    v->scalar = [check, value] { return check(value->scalar()); };
    return v;
  }
  v->contains = [check, value](const V& e) { return check(value->contains(e)); };
  if (value->mask) v->mask = [check, value] { return check(value->mask()); };
  if (value->defined) v->defined = [check, value](const V& e) { return check(value->defined(e)); };
  if (value->row) {
    v->row = [this, condition, text, span, value](const V& e) { return checked(condition, value->row(e), text, span); };
  }
  if (value->length) v->length = checked(condition, value->length, text, span);
  if (value->walks) {
    v->walks = [this, check, value] {
      Walks walks = value->walks();
      for (Walk& walk : walks) walk.steps.insert(walk.steps.begin(), filter(check(truth(true))));
      return walks;
    };
  }
  return v;
}

// ---- Equality

IrExpr ValueOps::equal(const V& x, const V& y) {
  if (b.program().exprs.size() > kMaxNodes) {
    give_up(DiagnosticKind::LimitExceeded, {}, "the machine is too large once its formulas are spelt out",
            "large sets of literals that are compared element by element are the usual cause");
  }
  switch (x->kind) {
    case Value::Kind::Pair:
    case Value::Kind::Record: {
      IrExpr all = truth(true);
      for (size_t i = 0; i < x->parts.size(); ++i) all = both(all, equal(x->parts[i], y->parts[i]));
      return all;
    }
    case Value::Kind::Set: break;
    default: {
      const IrExpr left = x->scalar();
      const IrExpr right = y->scalar();
      const auto a = constant_of(left);
      const auto c = constant_of(right);
      if (a && c) return truth(*a == *c);
      const bool sure = !has_check(left) && !has_check(right);
      if (sure && x->kind == Value::Kind::Int && (x->info.hi < y->info.lo || y->info.hi < x->info.lo))
        return truth(false);
      return b.binary(IrOp::Eq, left, right);
    }
  }
  const auto dx = mask_domain_of(x);
  const auto dy = mask_domain_of(y);
  if (dx && dy && *dx == *dy && (x->mask || y->mask)) return b.binary(IrOp::Eq, as_mask(x, *dx), as_mask(y, *dx));
  const TypeId element = type(x->type).left;
  if (x->full && y->full) {
    return truth(covers(element, element_info(x), element_info(y)) &&
                 covers(element, element_info(y), element_info(x)));
  }
  if (x->walks && y->walks) return both(subset(x, y), subset(y, x));
  // One of them is too large to go through: as many elements as it has, and all of them in it.
  const V& large = x->walks ? y : x;
  const V& small = x->walks ? x : y;
  if (!large->full || !small->walks) return both(subset(small, large), subset(large, small));
  const auto size = size_within(element, element_info(large));
  if (!size) return both(subset(small, large), truth(false));
  return both(subset(small, large), b.binary(IrOp::Eq, size_of(small, {})->scalar(), b.integer(*size)));
}

IrExpr ValueOps::subset(const V& x, const V& y) {
  if (x->mask && y->mask && x->mask_domain == y->mask_domain) {
    return b.binary(IrOp::Subset, x->mask(), y->mask());
  }
  if (x->walks || !x->full) return forall(walks_of(x, {}), [&](const V& e) { return y->contains(e); });
  // All values within bounds: too many to go through.
  const TypeId element = type(x->type).left;
  if (covers(element, element_info(y), element_info(x)) && y->full) return truth(true);
  if (y->full) return truth(false);
  const auto size = size_within(element, element_info(x));
  if (!size && y->walks) return truth(false);
  if (!size || !y->walks) walks_of(x, {});  // says what is not supported
  auto within_x = std::make_shared<Value>();
  within_x->kind = Value::Kind::Set;
  within_x->type = y->type;
  within_x->info.parts = y->info.parts;
  within_x->distinct = y->distinct;
  within_x->contains = [this, x, y](const V& e) { return both(y->contains(e), x->contains(e)); };
  within_x->walks = [x, y] {
    Walks walks = y->walks();
    for (Walk& walk : walks) walk.steps.push_back(filter(x->contains(walk.element)));
    return walks;
  };
  return b.binary(IrOp::Eq, size_of(within_x, {})->scalar(), b.integer(*size));
}

// Do the bounds of `large` leave room for all that those of `small` do?
bool ValueOps::covers(TypeId id, const Info& large, const Info& small) const {
  if (size_within(id, small) == 0) return true;
  const Type& t = type(id);
  const auto part = [](const Info& info, size_t i) { return i < info.parts.size() ? info.parts[i] : Info{}; };
  switch (t.kind) {
    case TypeKind::Integer: return large.lo <= small.lo && small.hi <= large.hi;
    case TypeKind::Power: return covers(t.left, part(large, 0), part(small, 0));
    case TypeKind::Product:
      return covers(t.left, part(large, 0), part(small, 0)) && covers(t.right, part(large, 1), part(small, 1));
    case TypeKind::Record:
      for (size_t i = 0; i < t.fields.size(); ++i) {
        if (!covers(t.fields[i].type, part(large, i), part(small, i))) return false;
      }
      return true;
    default: return true;
  }
}

// Are all strings in values of the type among those that the machine names?
bool ValueOps::strings_named(TypeId id, const Info& info) const {
  const Type& t = type(id);
  const auto part = [&](size_t i) { return i < info.parts.size() ? info.parts[i] : Info{}; };
  switch (t.kind) {
    case TypeKind::String: return info.named;
    case TypeKind::Power: return strings_named(t.left, part(0));
    case TypeKind::Product: return strings_named(t.left, part(0)) && strings_named(t.right, part(1));
    case TypeKind::Record:
      for (size_t i = 0; i < t.fields.size(); ++i) {
        if (!strings_named(t.fields[i].type, part(i))) return false;
      }
      return true;
    default: return true;
  }
}

// How many values of the type there are within the bounds; nothing where there is no end to them, or none in sight.
std::optional<int64_t> ValueOps::size_within(TypeId id, const Info& info) const {
  const Type& t = type(id);
  const auto part = [&](size_t i) { return i < info.parts.size() ? info.parts[i] : Info{}; };
  const auto times = [](std::optional<int64_t> x, std::optional<int64_t> y) -> std::optional<int64_t> {
    if (x == 0 || y == 0) return 0;
    int64_t size = 0;
    if (!x || !y || __builtin_mul_overflow(*x, *y, &size)) return {};
    return size;
  };
  switch (t.kind) {
    case TypeKind::Boolean: return 2;
    case TypeKind::Given: return b.program().domain_size(ir::Domain::of(b.whole(sort_of(t.set))));
    case TypeKind::Integer: {
      int64_t size = 0;
      if (info.lo > info.hi) return 0;
      if (!info.bounded() || __builtin_sub_overflow(info.hi, info.lo, &size) || size == INT64_MAX) return {};
      return size + 1;
    }
    case TypeKind::Power: {
      const auto base = size_within(t.left, part(0));
      return base && *base <= 62 ? std::optional(int64_t{1} << *base) : std::nullopt;
    }
    case TypeKind::Product: return times(size_within(t.left, part(0)), size_within(t.right, part(1)));
    case TypeKind::Record: {
      std::optional<int64_t> size = 1;
      for (size_t i = 0; i < t.fields.size(); ++i) size = times(size, size_within(t.fields[i].type, part(i)));
      return size;
    }
    default: return {};
  }
}

// ---- Walks

IrExpr ValueOps::nest(const Walk& walk, size_t step, IrOp op, const Body& body) {
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

Walks ValueOps::crossed(const std::function<Walks()>& outer, const InnerWalks& inner,
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

IrExpr ValueOps::exists(const Walks& walks, const Body& body) {
  IrExpr any = truth(false);
  for (const Walk& walk : walks) any = either(any, nest(walk, 0, IrOp::Exists, body));
  return any;
}

IrExpr ValueOps::forall(const Walks& walks, const Body& body) {
  IrExpr all = truth(true);
  for (const Walk& walk : walks) all = both(all, nest(walk, 0, IrOp::Forall, body));
  return all;
}

IrExpr ValueOps::folded(const Walk& walk, size_t step, IrOp op, const Body& value) {
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

IrExpr ValueOps::sum(const Walks& walks, const Body& value) {
  IrExpr all;
  for (const Walk& walk : walks) {
    const IrExpr one = folded(walk, 0, IrOp::Sum, value);
    all = all.valid() ? b.binary(IrOp::Add, all, one) : one;
  }
  return all.valid() ? all : b.integer(0);
}

IrExpr ValueOps::product(const Walks& walks, const Body& value) {
  IrExpr all;
  for (const Walk& walk : walks) {
    const IrExpr one = folded(walk, 0, IrOp::Product, value);
    all = all.valid() ? b.binary(IrOp::Mul, all, one) : one;
  }
  return all.valid() ? all : b.integer(1);
}

ir::Block ValueOps::nest_choice(const Walk& walk, size_t step, const std::function<ir::Block(const V&)>& body) {
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

ir::Block ValueOps::choose(const Walks& walks, const std::function<ir::Block(const V&)>& body) {
  if (walks.empty()) return {b.require(truth(false))};
  if (walks.size() == 1) return nest_choice(walks[0], 0, body);
  std::vector<ir::Block> branches;
  for (const Walk& walk : walks) branches.push_back(nest_choice(walk, 0, body));
  return {b.either(std::move(branches))};
}

}  // namespace px::b
