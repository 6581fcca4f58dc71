// Relations and functions. If both operands are functions, the result can be queried like one: `(f <+ g)(x)` is `if x :
// dom(g) then g(x) else f(x)`.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/expression_lowering.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrOp = ir::Op;

V ExpressionLowering::relation(const Expr& e, ExprId id) {
  const auto operand = [&](size_t i) { return value(e.operands[i]); };
  switch (e.op) {
    case Op::Apply: {
      const V f = operand(0);
      const V x = operand(1);
      const std::string name = text_of(m_, id);
      return o_.applied(f, x, "'" + name + "' has no value: the argument is outside of the function's domain", e.span);
    }
    case Op::Image: {
      const V r = operand(0);
      return image(r, operand(1), e.type, e.span);
    }
    case Op::Domain: return domain_of(operand(0), e.type, e.span);
    case Op::Range: return range_of(operand(0), e.type, e.span);
    case Op::Inverse: return inverse(operand(0), e.type);
    case Op::DomainRestriction:
    case Op::DomainSubtraction: {
      const V s = operand(0);
      const bool in = e.op == Op::DomainRestriction;
      return restricted(
          operand(1), e.type, [this, s, in](const V& x) { return in ? s->contains(x) : o_.negated(s->contains(x)); },
          nullptr);
    }
    case Op::RangeRestriction:
    case Op::RangeSubtraction: {
      const V r = operand(0);
      const V s = operand(1);
      const bool in = e.op == Op::RangeRestriction;
      return restricted(r, e.type, nullptr,
                        [this, s, in](const V& y) { return in ? s->contains(y) : o_.negated(s->contains(y)); });
    }
    case Op::Override: {
      const V r = operand(0);
      return overridden(r, operand(1), e.type, e.span);
    }
    case Op::Compose: {
      const V r = operand(0);
      return composed(r, operand(1), e.type, e.span);
    }
    case Op::Identity: return identity(operand(0), e.type);
    case Op::TransitiveClosure: return closure(operand(0), e.type, e.span);
    case Op::ReflexiveClosure: return reflexive_closure(operand(0), e.type, e.span);
    case Op::Iterate: {
      const V r = operand(0);
      return iterated(r, operand(1), e.type, e.span);
    }
    case Op::FunctionToRelation: return relation_of(operand(0), e.type, e.span);
    case Op::RelationToFunction: return sets_of(operand(0), e.type, e.span);
    case Op::FirstProjection:
    case Op::SecondProjection: return projection(e);
    case Op::DirectProduct: return direct_product(e);
    case Op::ParallelProduct: return parallel_product(e);
    default: unsupported(e.span, "'" + text_of(m_, id) + "' is not supported yet");
  }
}

V ExpressionLowering::projection(const Expr& e) {
  const V x = value(e.operands[0]);
  const V y = value(e.operands[1]);
  const size_t part = e.op == Op::FirstProjection ? 0 : 1;
  const TypeId pair_type = o_.type(e.type).left;
  const TypeId argument_type = o_.type(pair_type).left;
  Info argument =
      pairs_of(x->info.parts.empty() ? Info{} : x->info.parts[0], y->info.parts.empty() ? Info{} : y->info.parts[0]);
  auto v = std::make_shared<Value>(*boxed_set(e.type, nullptr, nullptr, pairs_of(argument, argument.parts[part])));
  v->info.functional = true;
  v->defined = [this, x, y](const V& a) { return o_.both(x->contains(a->parts[0]), y->contains(a->parts[1])); };
  v->apply = [part](const V& a) { return a->parts[part]; };
  v->contains = [this, defined = v->defined, part](const V& p) {
    return o_.both(defined(p->parts[0]), o_.equal(p->parts[0]->parts[part], p->parts[1]));
  };
  if (x->walks && y->walks) {
    v->walks = [this, x, y, part, pair_type, argument_type] {
      return ValueOps::crossed(
          x->walks, [y](const V&) { return y->walks(); },
          [&](const V& first, const V& second) {
            const V a = o_.pair(argument_type, first, second);
            return o_.pair(pair_type, a, a->parts[part]);
          });
    };
  }
  return v;
}

V ExpressionLowering::direct_product(const Expr& e) {
  const V r = value(e.operands[0]);
  const V s = value(e.operands[1]);
  const TypeId pair_type = o_.type(e.type).left;
  const TypeId values = o_.type(pair_type).right;
  const TypeId left = o_.type(r->type).left;
  const TypeId right = o_.type(s->type).left;
  auto v = std::make_shared<Value>(*boxed_set(
      e.type,
      [this, r, s, left, right](const V& x) {
        const V& to = x->parts[1];
        return o_.both(r->contains(o_.pair(left, x->parts[0], to->parts[0])),
                       s->contains(o_.pair(right, x->parts[0], to->parts[1])));
      },
      [this, r, s, pair_type, values, span = e.span] {
        return ValueOps::crossed(
            [&] { return o_.walks_of(r, span); },
            [&](const V& x) { return o_.walks_of(o_.related(s, x->parts[0], span), span); },
            [&](const V& x, const V& y) { return o_.pair(pair_type, x->parts[0], o_.pair(values, x->parts[1], y)); });
      },
      pairs_of(side_info(r, 0), pairs_of(side_info(r, 1), side_info(s, 1)))));
  v->distinct = r->distinct && s->distinct;
  if (r->defined && s->defined) {
    v->info.functional = true;
    v->defined = [this, r, s](const V& x) { return o_.both(r->defined(x), s->defined(x)); };
    v->apply = [this, r, s, values](const V& x) { return o_.pair(values, r->apply(x), s->apply(x)); };
  }
  return v;
}

V ExpressionLowering::parallel_product(const Expr& e) {
  const V r = value(e.operands[0]);
  const V s = value(e.operands[1]);
  const TypeId pair_type = o_.type(e.type).left;
  const TypeId from = o_.type(pair_type).left;
  const TypeId to = o_.type(pair_type).right;
  const TypeId left = o_.type(r->type).left;
  const TypeId right = o_.type(s->type).left;
  auto v = std::make_shared<Value>(*boxed_set(
      e.type,
      [this, r, s, left, right](const V& x) {
        return o_.both(r->contains(o_.pair(left, x->parts[0]->parts[0], x->parts[1]->parts[0])),
                       s->contains(o_.pair(right, x->parts[0]->parts[1], x->parts[1]->parts[1])));
      },
      [this, r, s, pair_type, from, to, span = e.span] {
        return ValueOps::crossed([&] { return o_.walks_of(r, span); }, [&](const V&) { return o_.walks_of(s, span); },
                                 [&](const V& x, const V& y) {
                                   return o_.pair(pair_type, o_.pair(from, x->parts[0], y->parts[0]),
                                                  o_.pair(to, x->parts[1], y->parts[1]));
                                 });
      },
      pairs_of(pairs_of(side_info(r, 0), side_info(s, 0)), pairs_of(side_info(r, 1), side_info(s, 1)))));
  v->distinct = r->distinct && s->distinct;
  return v;
}

// The first or second components of the pairs: all values of the type that occur, if those can be enumerated.
V SetLowering::domain_of(const V& r, TypeId type, SourceSpan span) {
  const auto contains = [this, r, span](const V& x) { return o_.in_domain(r, x, span); };
  const V all = o_.universe(type, side_info(r, 0), true);
  std::function<Walks()> walks;
  bool distinct = true;
  if (all->walks) {
    walks = filtered(all, type, contains)->walks;
  } else if (r->walks) {
    distinct = r->defined != nullptr && r->distinct;
    walks = [r] {
      Walks made = r->walks();
      for (Walk& walk : made) walk.element = walk.element->parts[0];
      return made;
    };
  }
  auto v = std::make_shared<Value>(*boxed_set(type, contains, walks, side_info(r, 0)));
  v->distinct = distinct;
  v->full = r->info.total && r->defined;
  if (v->full && all->mask) {
    v->mask = all->mask;
    v->mask_domain = all->mask_domain;
  }
  return v;
}

V SetLowering::range_of(const V& r, TypeId type, SourceSpan span) {
  const auto contains = [this, r, span](const V& y) {
    return o_.exists(o_.walks_of(r, span), [&](const V& p) { return o_.equal(p->parts[1], y); });
  };
  const V all = o_.universe(type, side_info(r, 1), true);
  std::function<Walks()> walks;
  bool distinct = true;
  if (all->walks) {
    walks = filtered(all, type, contains)->walks;
  } else if (r->walks) {
    distinct = false;
    walks = [r] {
      Walks made = r->walks();
      for (Walk& walk : made) walk.element = walk.element->parts[1];
      return made;
    };
  }
  auto v = std::make_shared<Value>(*boxed_set(type, contains, walks, side_info(r, 1)));
  v->distinct = distinct;
  return v;
}

V SetLowering::inverse(const V& r, TypeId type) {
  const TypeId pair_type = o_.type(type).left;
  const TypeId original = o_.type(r->type).left;
  auto v = std::make_shared<Value>(*boxed_set(
      type, [this, r, original](const V& x) { return r->contains(o_.pair(original, x->parts[1], x->parts[0])); },
      nullptr, pairs_of(side_info(r, 1), side_info(r, 0))));
  v->distinct = r->distinct;
  if (r->walks) {
    v->walks = [this, r, pair_type] {
      Walks walks = r->walks();
      for (Walk& walk : walks) walk.element = o_.pair(pair_type, walk.element->parts[1], walk.element->parts[0]);
      return walks;
    };
  }
  const TypeId row_type = o_.types.power(o_.type(pair_type).right);
  const V all = o_.universe(row_type, side_info(r, 0), true);
  if (all->walks) {
    v->row = [this, r, all, original, row_type](const V& y) {
      return filtered(all, row_type,
                      [this, r, y, original](const V& x) { return r->contains(o_.pair(original, x, y)); });
    };
  }
  return v;
}

V SetLowering::image(const V& r, const V& s, TypeId type, SourceSpan span) {
  const auto contains = [this, r, s, span](const V& y) {
    if (s->walks) {
      return o_.exists(s->walks(), [&](const V& x) { return o_.related(r, x, span)->contains(y); });
    }
    return o_.exists(o_.walks_of(r, span),
                     [&](const V& p) { return o_.both(s->contains(p->parts[0]), o_.equal(p->parts[1], y)); });
  };
  const V all = o_.universe(type, side_info(r, 1), true);
  if (all->walks) return boxed_set(type, contains, filtered(all, type, contains)->walks, side_info(r, 1));
  auto v = std::make_shared<Value>(*boxed_set(type, contains, nullptr, side_info(r, 1)));
  const auto has_rows = [&] {
    const Walks arguments = s->walks();
    return !arguments.empty() && o_.related(r, arguments[0].element, span)->walks;
  };
  if (!r->walks && s->walks && has_rows()) {
    v->distinct = false;
    v->walks = [this, r, s, span] {
      return ValueOps::crossed(
          s->walks, [&](const V& x) { return o_.walks_of(o_.related(r, x, span), span); },
          [](const V&, const V& y) { return y; });
    };
  }
  if (r->walks) {
    v->distinct = false;
    v->walks = [r, s] {
      Walks walks = r->walks();
      for (Walk& walk : walks) {
        walk.steps.push_back(ValueOps::filter(s->contains(walk.element->parts[0])));
        walk.element = walk.element->parts[1];
      }
      return walks;
    };
  }
  return v;
}

V SetLowering::restricted(const V& r, TypeId type, const Body& keep_argument, const Body& keep_value) {
  const Body keep = [keep_argument, keep_value](const V& p) {
    return keep_argument ? keep_argument(p->parts[0]) : keep_value(p->parts[1]);
  };
  auto v = std::make_shared<Value>(*filtered(r, type, keep));
  if (r->defined) {
    v->apply = r->apply;
    v->defined = [this, r, keep_argument, keep_value](const V& x) {
      return o_.both(r->defined(x), keep_argument ? keep_argument(x) : keep_value(r->apply(x)));
    };
  } else if (r->row || r->walks) {
    const TypeId row_type = o_.types.power(o_.type(o_.type(type).left).right);
    v->row = [this, r, row_type, keep_argument, keep_value](const V& x) {
      return filtered(o_.related(r, x, {}), row_type, [keep_argument, keep_value, x](const V& y) {
        return keep_argument ? keep_argument(x) : keep_value(y);
      });
    };
  }
  return v;
}

V SetLowering::overridden(const V& r, const V& with_, TypeId type, SourceSpan span) {
  const Body keeps = [this, with_, span](const V& x) { return o_.negated(o_.in_domain(with_, x, span)); };
  const V rest = restricted(r, type, keeps, nullptr);
  auto v = std::make_shared<Value>(*boxed_set(
      type, [this, with_, rest](const V& x) { return o_.either(with_->contains(x), rest->contains(x)); }, nullptr,
      Info{}));
  const V both_sides = joined(r, with_, type);
  v->info.parts = both_sides->info.parts;
  v->distinct = r->distinct && with_->distinct;
  if (r->walks && with_->walks) {
    v->walks = [with_, rest] {
      Walks walks = with_->walks();
      for (Walk& walk : rest->walks()) walks.push_back(std::move(walk));
      return walks;
    };
  }
  if (r->defined && with_->defined) {
    v->info.functional = true;
    const TypeId argument = o_.type(o_.type(type).left).left;
    v->info.total = r->info.total && o_.covers(argument, side_info(r, 0), side_info(with_, 0));
    v->defined = [this, r, with_](const V& x) { return o_.either(with_->defined(x), r->defined(x)); };
    v->apply = [this, r, with_](const V& x) {
      return o_.conditional([with_, x] { return with_->defined(x); }, with_->apply(x), r->apply(x));
    };
    // It is still a sequence of that length if it is changed only within it.
    Info positions;
    positions.lo = 1;
    positions.hi = r->length ? r->length->info.lo : 0;
    if (r->length && o_.covers(argument, positions, side_info(with_, 0))) {
      v->length = r->length;
      v->info.longest = r->info.longest;
      v->info.sequence = true;
    }
  } else {
    if (r->defined || r->as_function) {
      v->functional = [this, r, with_, span] { return o_.both(o_.is_function(r, span), o_.is_function(with_, span)); };
      v->as_function = [this, r, with_, type, span] {
        return overridden(o_.function_view(r, span), o_.function_view(with_, span), type, span);
      };
    }
    const TypeId row_type = o_.types.power(o_.type(o_.type(type).left).right);
    v->row = [this, r, with_, row_type, span](const V& x) {
      const V a = o_.related(with_, x, span);
      const V b = o_.related(r, x, span);
      const V kept =
          filtered(b, row_type, [this, with_, x, span](const V&) { return o_.negated(o_.in_domain(with_, x, span)); });
      return joined(a, kept, row_type);
    };
  }
  return v;
}

V SetLowering::composed(const V& r, const V& s, TypeId type, SourceSpan span) {
  const TypeId pair_type = o_.type(type).left;
  const TypeId second = o_.type(s->type).left;
  const auto contains = [this, r, s, span, second](const V& x) {
    const V row = o_.related(r, x->parts[0], span);
    return o_.exists(o_.walks_of(row, span), [&](const V& y) { return s->contains(o_.pair(second, y, x->parts[1])); });
  };
  auto v = std::make_shared<Value>(*boxed_set(type, contains, nullptr, pairs_of(side_info(r, 0), side_info(s, 1))));
  v->distinct = r->defined && s->defined && r->distinct;
  if (r->walks) {
    v->walks = [this, r, s, pair_type, span] {
      return ValueOps::crossed(
          r->walks, [&](const V& x) { return o_.walks_of(o_.related(s, x->parts[1], span), span); },
          [&](const V& x, const V& y) { return o_.pair(pair_type, x->parts[0], y); });
    };
  }
  if (r->defined && s->defined) {
    v->info.functional = true;
    v->defined = [this, r, s](const V& x) { return o_.both(r->defined(x), s->defined(r->apply(x))); };
    v->apply = [r, s](const V& x) { return s->apply(r->apply(x)); };
  }
  return v;
}

V SetLowering::identity(const V& of, TypeId type) {
  const TypeId pair_type = o_.type(type).left;
  const Info element = of->info.parts.empty() ? Info{} : of->info.parts[0];
  auto v = std::make_shared<Value>(*boxed_set(
      type, [this, of](const V& x) { return o_.both(of->contains(x->parts[0]), o_.equal(x->parts[0], x->parts[1])); },
      nullptr, pairs_of(element, element)));
  v->info.functional = true;
  v->distinct = of->distinct;
  v->defined = of->contains;
  v->apply = [](const V& x) { return x; };
  if (of->walks) {
    v->walks = [this, of, pair_type] {
      Walks walks = of->walks();
      for (Walk& walk : walks) walk.element = o_.pair(pair_type, walk.element, walk.element);
      return walks;
    };
  }
  return v;
}

}  // namespace px::b
