// Values with conditions; equality.
#include "frontends/b/value_ops.h"

#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrExpr = ir::ExprId;
using IrOp = ir::Op;

namespace {

constexpr size_t kMaxNodes = 4000000;  // of the IR, before dead code is removed

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
    give_up(DiagnosticKind::LimitExceeded, {}, "the machine is too large once its formulas are expanded",
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
  // One of them is too large to enumerate: compare sizes, and test the elements of the other for membership.
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
  // All values within bounds: too many to enumerate.
  const TypeId element = type(x->type).left;
  if (covers(element, element_info(y), element_info(x)) && y->full) return truth(true);
  if (y->full) return truth(false);
  const auto size = size_within(element, element_info(x));
  if (!size && y->walks) return truth(false);
  if (!size || !y->walks) walks_of(x, {});  // reports the unsupported construct
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

// Whether all strings in values of the type are among those that the machine names.
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

}  // namespace px::b
