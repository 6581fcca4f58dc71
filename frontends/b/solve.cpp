// Walks through the values that satisfy a predicate: for `x : S & y = f(x) & y > 3` a loop over S, a name for f(x), a
// condition.
//
// Each name needs a conjunct that generates its candidates. Every round takes the cheapest one whose other names are
// known: an equation costs nothing, followed by membership in a set that can be enumerated, bounds of numbers, and
// finally all values of a finite type. Other conjuncts become conditions as soon as their names are known, in order; so
// `x : dom(f) & f(x) > 3` never applies f outside its domain.
#include <algorithm>

#include "frontends/b/expression_lowering.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using IrOp = ir::Op;

class Solver {
 public:
  Solver(ExpressionLowering& lowerer, const std::vector<SymbolId>& names, SourceSpan span,
         ExpressionLowering::SolveOptions options)
      : l_(lowerer),
        names_(names),
        open_(names.begin(), names.end()),
        span_(span),
        guesses_(options.guesses),
        once_(options.once) {}

  // Conjuncts that only help to find candidates come last.
  Walks run(std::vector<ExprId> conjuncts, const std::vector<ExprId>& hints) {
    conjuncts_ = std::move(conjuncts);
    hints_from_ = conjuncts_.size();
    conjuncts_.insert(conjuncts_.end(), hints.begin(), hints.end());
    used_.assign(conjuncts_.size(), false);
    Walks done;
    extend({}, done);
    return done;
  }

 private:
  struct Candidate {
    int cost = 1000;
    size_t conjunct = SIZE_MAX;
    std::vector<SymbolId> names;  // bound by the candidate, as the pattern of a pair
    V set;                        // an element of it is bound to the pattern,
    V value;                      // or this value is
    Info bounds;
    bool bounded = false;
  };

  static constexpr int64_t kFarthest = int64_t{1} << 20;  // of offsets from an unknown value

  const Expr& expr(ExprId id) const { return l_.m_.exprs[id]; }

  bool is_open(ExprId id) const { return expr(id).kind == ExprKind::Symbol && open_.contains(expr(id).symbol); }

  // x, or x |-> y |-> z, with different open names; also known parts, if there is an open name.
  struct Pattern {
    std::vector<SymbolId> names;
    bool whole = true;  // no part is known: the conjunct says no more than membership
  };
  bool match(ExprId id, Pattern& found) const {
    if (is_open(id)) {
      if (std::find(found.names.begin(), found.names.end(), expr(id).symbol) != found.names.end()) return false;
      found.names.push_back(expr(id).symbol);
      return true;
    }
    if (known(id)) {
      found.whole = false;
      return true;
    }
    const Expr& e = expr(id);
    return e.kind == ExprKind::Operation && e.op == Op::Maplet && match(e.operands[0], found) &&
           match(e.operands[1], found);
  }
  bool pattern(ExprId id, Pattern& found) const {
    found = {};
    return match(id, found) && !found.names.empty();
  }

  void bind_pattern(ExprId id, const V& v) {
    if (is_open(id)) {
      l_.bound_[expr(id).symbol] = v;
      return;
    }
    if (known(id)) return;
    const Expr& e = expr(id);
    bind_pattern(e.operands[0], v->parts[0]);
    bind_pattern(e.operands[1], v->parts[1]);
  }

  bool known(ExprId id) const { return !l_.mentions_any(id, open_); }

  void consider(size_t i, Candidate& best) {
    const Expr& e = expr(conjuncts_[i]);
    if (e.kind != ExprKind::Operation) return;
    Pattern found;
    if (e.op == Op::Subset && best.cost > 4 && known(e.operands[1])) consider_listed(e, best);
    if (e.op == Op::Equal) {
      for (int side = 0; side < 2 && best.cost > 0; ++side) {
        if (!pattern(e.operands[side], found) || !known(e.operands[1 - side])) continue;
        best = Candidate{0, i, found.names, nullptr, l_.value(e.operands[1 - side]), {}, !found.whole};
        pattern_ = e.operands[side];
      }
      return;
    }
    const bool member = e.op == Op::Member;
    const bool subset = e.op == Op::Subset || e.op == Op::StrictSubset;
    if ((!member && !subset) || best.cost <= 1 || !known(e.operands[1])) return;
    if (!pattern(e.operands[0], found)) return;
    V set = l_.value(e.operands[1]);
    if (subset) {
      const TypeId type = l_.o_.types.power(set->type);
      set = l_.power_set(set, type, false, e.span);
    }
    if (!set->walks) return;
    if (once_) set = l_.o_.once(set);
    const bool is_domain_like = set->mask || !set->full;
    const int cost = l_.is_space(e.operands[1]) ? 9 : subset ? 8 : is_domain_like ? 2 : 3;
    if (cost >= best.cost) return;
    best = Candidate{cost, i, found.names, set, nullptr, {}, false};
    best.bounded = e.op == Op::StrictSubset || !found.whole;  // remains a condition
    pattern_ = e.operands[0];
  }

  // {x, y} <: S: each of x and y is in S; the conjunct remains a condition.
  void consider_listed(const Expr& e, Candidate& best) {
    const Expr& listed = expr(e.operands[0]);
    if (listed.kind != ExprKind::Operation || listed.op != Op::SetOf) return;
    const auto name =
        std::find_if(listed.operands.begin(), listed.operands.end(), [&](ExprId x) { return is_open(x); });
    if (name == listed.operands.end()) return;
    V set = l_.value(e.operands[1]);
    if (once_) set = l_.o_.once(set);
    if (set->walks) best = Candidate{4, SIZE_MAX, {expr(*name).symbol}, set, nullptr, {}, false};
  }

  // Bounds of a number from comparisons with known values.
  Candidate by_bounds(SymbolId name) {
    Candidate c;
    const Symbol& symbol = l_.m_.symbols[name];
    if (l_.o_.type(symbol.type).kind != TypeKind::Integer) return c;
    for (size_t i = 0; i < conjuncts_.size(); ++i) {
      if (!used_[i]) narrow(conjuncts_[i], name, c.bounds);
    }
    if (!c.bounds.bounded()) return c;
    c.cost = 5;
    c.names = {name};
    c.set = l_.o_.universe(l_.o_.types.power(symbol.type), c.bounds, true);
    return c.set->walks ? c : Candidate{};
  }

  void narrow(ExprId id, SymbolId name, Info& info) {
    const Expr& e = expr(id);
    if (e.kind != ExprKind::Operation || e.operands.size() != 2) return;
    const auto is_name = [&](ExprId x) { return expr(x).kind == ExprKind::Symbol && expr(x).symbol == name; };
    if (e.op == Op::Member && is_name(e.operands[0]) && known(e.operands[1])) {
      const V set = l_.value(e.operands[1]);
      if (set->info.parts.empty()) return;
      info.lo = std::max(info.lo, set->info.parts[0].lo);
      info.hi = std::min(info.hi, set->info.parts[0].hi);
      return;
    }
    const bool less = e.op == Op::Less || e.op == Op::LessEqual;
    if (!less && e.op != Op::Greater && e.op != Op::GreaterEqual) return;
    const bool strict = e.op == Op::Less || e.op == Op::Greater;
    for (int side = 0; side < 2; ++side) {
      if (!is_name(e.operands[side]) || !known(e.operands[1 - side])) continue;
      const Info other = l_.value(e.operands[1 - side])->info;
      const bool from_above = less == (side == 0);
      if (from_above && other.hi != std::numeric_limits<int64_t>::max()) {
        info.hi = std::min(info.hi, other.hi - (strict ? 1 : 0));
      }
      if (!from_above && other.lo != std::numeric_limits<int64_t>::min()) {
        info.lo = std::max(info.lo, other.lo + (strict ? 1 : 0));
      }
    }
  }

  // #y.(y : S & x = 2 * y): the possible values of x over all such y bound it. The conjunct remains a condition.
  Candidate by_witnesses(SymbolId name) {
    const TypeId type = l_.m_.symbols[name].type;
    std::set<SymbolId> others = open_;
    others.erase(name);
    for (size_t i = 0; i < conjuncts_.size(); ++i) {
      const Expr& e = expr(conjuncts_[i]);
      if (used_[i] || e.kind != ExprKind::Binder || e.op != Op::Exists) continue;
      if (!l_.mentions(conjuncts_[i], name) || l_.mentions_any(conjuncts_[i], others)) continue;
      const std::optional<Info> known = known_with_witnesses(name, e);
      if (!known || (l_.o_.type(type).kind == TypeKind::Integer && !known->bounded())) continue;
      const V set = l_.o_.universe(l_.o_.types.power(type), *known, true);
      if (set && set->walks) return Candidate{30, SIZE_MAX, {name}, set, nullptr, {}, false};
    }
    return {};
  }

  std::optional<Info> known_with_witnesses(SymbolId name, const Expr& exists) {
    std::vector<SymbolId> names = {name};
    names.insert(names.end(), exists.bound.begin(), exists.bound.end());
    std::optional<Info> known;
    try {
      for (const Walk& walk : l_.solve(names, exists.operands[0], span_)) {
        V first = walk.element;
        for (size_t i = 1; i < names.size(); ++i) first = first->parts[0];
        known = known ? widened(*known, first->info) : first->info;
      }
    } catch (const LoweringError&) {
      return {};
    }
    return known;
  }

  Candidate cheapest() {
    Candidate best;
    for (size_t i = 0; i < conjuncts_.size(); ++i) {
      if (!used_[i]) consider(i, best);
    }
    if (best.cost < 4) return best;
    for (SymbolId name : names_) {
      if (!open_.contains(name)) continue;
      Candidate c = by_bounds(name);
      if (c.cost < best.cost) best = std::move(c);
    }
    for (SymbolId name : names_) {
      if (best.cost > 6 && open_.contains(name)) best = cheaper(best, by_offsets(name));
    }
    if (best.cost < 10) return best;
    for (SymbolId name : names_) {
      if (!open_.contains(name)) continue;
      const V all = l_.guessed_universe(l_.m_.symbols[name].type, Info{});
      if (!all || !all->walks) continue;
      Candidate c;
      c.cost = 20;
      c.names = {name};
      c.set = all;
      return c;
    }
    for (SymbolId name : names_) {
      if (best.cost < 1000 || !open_.contains(name)) continue;
      best = by_witnesses(name);
    }
    for (SymbolId name : names_) {
      if (guesses_ && best.cost >= 1000 && open_.contains(name)) best = by_guess(name);
    }
    return best;
  }

  static Candidate cheaper(Candidate x, Candidate y) { return y.cost < x.cost ? std::move(y) : std::move(x); }

  // The conjuncts on the name as an element of sets, and comparisons; its numbers within MININT..MAXINT.
  Candidate by_guess(SymbolId name) {
    const Symbol& symbol = l_.m_.symbols[name];
    Candidate c;
    if (l_.o_.type(symbol.type).kind == TypeKind::Integer) {
      for (size_t i = 0; i < conjuncts_.size(); ++i) {
        if (!used_[i]) narrow(conjuncts_[i], name, c.bounds);
      }
    } else {
      for (size_t i = 0; i < conjuncts_.size(); ++i) {
        const Expr& e = expr(conjuncts_[i]);
        const bool member = !used_[i] && e.kind == ExprKind::Operation && e.op == Op::Member;
        if (!member || !is_open(e.operands[0]) || expr(e.operands[0]).symbol != name || !known(e.operands[1])) continue;
        c.bounds = element_info(l_.value(e.operands[1]));
      }
    }
    const Info tried = l_.guess(symbol.type, c.bounds);
    const V all = tried == c.bounds ? nullptr : l_.guessed_universe(symbol.type, tried);
    if (!all || !all->walks) return {};
    l_.note_guess(symbol.name);
    return Candidate{40, SIZE_MAX, {name}, all, nullptr, {}, false};
  }

  // e + n, e - n, e
  struct Offset {
    ExprId base;
    std::string text;
    int64_t shift = 0;
  };
  Offset offset_of(ExprId id) const {
    const Expr& e = expr(id);
    const bool sum = e.kind == ExprKind::Operation && (e.op == Op::Add || e.op == Op::Subtract);
    for (const size_t number : {size_t{1}, size_t{0}}) {
      if (!sum || (number == 0 && e.op == Op::Subtract) || expr(e.operands[number]).kind != ExprKind::Integer) continue;
      const int64_t n = expr(e.operands[number]).value;
      if (n > kFarthest) continue;
      const ExprId base = e.operands[1 - number];
      return {base, text_of(l_.m_, base), e.op == Op::Subtract ? -n : n};
    }
    return {id, text_of(l_.m_, id), 0};
  }

  // x > e & x < e + 10: x is one of e + 1 to e + 9, whatever e is. The conjuncts remain conditions.
  Candidate by_offsets(SymbolId name) {
    const TypeId type = l_.m_.symbols[name].type;
    if (l_.o_.type(type).kind != TypeKind::Integer) return {};
    std::vector<Offset> from;
    std::vector<Offset> to;
    for (size_t i = 0; i < conjuncts_.size(); ++i) {
      if (!used_[i]) offsets(conjuncts_[i], name, from, to);
    }
    for (const Offset& low : from) {
      for (const Offset& high : to) {
        if (low.text != high.text || high.shift - low.shift > kFarthest) continue;
        return Candidate{6,       SIZE_MAX, {name}, around(type, l_.value(low.base), low.shift, high.shift),
                         nullptr, {},       false};
      }
    }
    return {};
  }

  void offsets(ExprId id, SymbolId name, std::vector<Offset>& from, std::vector<Offset>& to) const {
    const Expr& e = expr(id);
    if (e.kind != ExprKind::Operation || e.operands.size() != 2) return;
    const auto is_name = [&](ExprId x) { return expr(x).kind == ExprKind::Symbol && expr(x).symbol == name; };
    if (e.op == Op::Member && is_name(e.operands[0])) {
      const Expr& set = expr(e.operands[1]);
      if (set.kind != ExprKind::Operation || set.op != Op::Interval || !known(e.operands[1])) return;
      from.push_back(offset_of(set.operands[0]));
      to.push_back(offset_of(set.operands[1]));
      return;
    }
    const bool less = e.op == Op::Less || e.op == Op::LessEqual;
    if (!less && e.op != Op::Greater && e.op != Op::GreaterEqual) return;
    const int64_t strict = e.op == Op::Less || e.op == Op::Greater ? 1 : 0;
    for (int side = 0; side < 2; ++side) {
      if (!is_name(e.operands[side]) || !known(e.operands[1 - side])) continue;
      const bool from_above = less == (side == 0);
      Offset offset = offset_of(e.operands[1 - side]);
      offset.shift += from_above ? -strict : strict;
      (from_above ? to : from).push_back(std::move(offset));
    }
  }

  V around(TypeId type, const V& base, int64_t from, int64_t to) const {
    ValueOps& o = l_.o_;
    auto v = std::make_shared<Value>();
    v->kind = Value::Kind::Set;
    v->type = o.types.power(type);
    v->walks = [&o, type, base, from, to]() -> Walks {
      const ir::Domain shifts = ir::Domain::range(from, to);
      const ir::BindingId shift = o.b.binding_over("x'", shifts);
      const Make made = [&o, base, shift] { return o.b.binary(IrOp::Add, base->scalar(), o.b.use(shift)); };
      return {{{ValueOps::loop(shift, shifts)},
               o.integer(type, made, std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max())}};
    };
    return v;
  }

  void extend(Walk so_far, Walks& done) {
    const auto used = used_;
    const auto open = open_;
    const auto bound = l_.bound_;
    const bool possible = add_conditions(so_far);
    if (!possible) {
      // No value satisfies it.
    } else if (open_.empty()) {
      so_far.element = l_.tuple_of(names_, {});
      done.push_back(std::move(so_far));
    } else {
      choose(std::move(so_far), done);
    }
    used_ = used;
    open_ = open;
    l_.bound_ = bound;
  }

  void choose(Walk so_far, Walks& done) {
    const Candidate c = cheapest();
    if (c.cost >= 1000) fail();
    const ExprId pattern_id = c.conjunct == SIZE_MAX ? ExprId() : pattern_;
    if (c.conjunct != SIZE_MAX && !c.bounded) used_[c.conjunct] = true;
    const auto bind = [&](const V& v) {
      if (pattern_id.valid()) {
        bind_pattern(pattern_id, v);
      } else {
        l_.bound_[c.names[0]] = v;
      }
    };
    if (c.value) {
      V v = c.value;
      if (!v->simple && v->scalar && v->kind != Value::Kind::Bool) {
        const ir::ExprId made = v->scalar();
        const ir::BindingId name = l_.o_.name_for(l_.m_.symbols[c.names[0]].name, made);
        so_far.steps.push_back({Step::Kind::Name, name, {}, made});
        v = l_.o_.of_binding(v->type, name, v->info);
      }
      bind(v);
      for (SymbolId s : c.names) open_.erase(s);
      extend(std::move(so_far), done);
      return;
    }
    for (const Walk& walk : c.set->walks()) {
      Walk longer = so_far;
      longer.steps.insert(longer.steps.end(), walk.steps.begin(), walk.steps.end());
      longer.repeats = longer.repeats || walk.repeats || !c.set->distinct;
      const auto open = open_;
      const auto bound = l_.bound_;
      bind(walk.element);
      rename(walk, c.names);
      for (SymbolId s : c.names) open_.erase(s);
      extend(std::move(longer), done);
      open_ = open;
      l_.bound_ = bound;
    }
  }

  // Gives loops the names of their variables: for pairs and records, those of their parts.
  void rename(const Walk& walk, const std::vector<SymbolId>& names) {
    for (const SymbolId name : names) rename(walk, l_.bound_.at(name), l_.m_.symbols[name].name);
  }
  void rename(const Walk& walk, const V& v, const std::string& name) {
    if (v->kind == Value::Kind::Pair) {
      rename(walk, v->parts[0], "prj1(" + name + ")");
      rename(walk, v->parts[1], "prj2(" + name + ")");
      return;
    }
    for (size_t i = 0; i < v->parts.size(); ++i) {
      rename(walk, v->parts[i], name + '\'' + l_.o_.type(v->type).fields[i].name);
    }
    for (const Step& step : walk.steps) {
      if (step.kind == Step::Kind::Loop && l_.o_.is_named(v, step.binding)) l_.b_.rename(step.binding, name);
    }
  }

  bool add_conditions(Walk& walk) {
    for (size_t i = 0; i < conjuncts_.size(); ++i) {
      if (used_[i] || i >= hints_from_ || !known(conjuncts_[i])) continue;
      used_[i] = true;
      const ir::ExprId condition = l_.predicate(conjuncts_[i]);
      if (l_.o_.is_constant(condition, 0)) return false;
      if (!l_.o_.is_constant(condition, 1)) walk.steps.push_back(ValueOps::filter(condition));
    }
    return true;
  }

  // A conjunct that says what `name` is an element or a subset of.
  ExprId membership(SymbolId name) const {
    for (const ExprId id : conjuncts_) {
      const Expr& e = l_.m_.exprs[id];
      if (e.kind != ExprKind::Operation || (e.op != Op::Member && e.op != Op::Subset)) continue;
      const Expr& left = l_.m_.exprs[e.operands[0]];
      if (left.kind == ExprKind::Symbol && left.symbol == name && known(e.operands[1])) return id;
    }
    return {};
  }

  [[noreturn]] void fail() const {
    for (SymbolId name : names_) {
      if (!open_.contains(name)) continue;
      const Symbol& s = l_.m_.symbols[name];
      if (const ExprId wide = membership(name); wide.valid()) {
        unsupported(
            s.span.known() ? s.span : span_,
            "the values of '" + s.name + "' of type " + text_of(l_.o_.types, s.type) + " cannot be enumerated: '" +
                text_of(l_.m_, wide) + "' allows too many of them",
            "of sets, relations and functions at most 1048576 are tried one by one: take a smaller set, or build '" +
                s.name + "' from elements, such as " + s.name + " = {x, y}");
      }
      unsupported(s.span.known() ? s.span : span_,
                  "the values of '" + s.name + "' of type " + text_of(l_.o_.types, s.type) +
                      " cannot be enumerated: they are not bounded here",
                  "say what it is an element of: " + s.name + " : 1..9, " + s.name + " : S");
    }
    unsupported(span_, "the values here cannot be enumerated");
  }

  ExpressionLowering& l_;
  const std::vector<SymbolId>& names_;
  std::set<SymbolId> open_;
  SourceSpan span_;
  bool guesses_;
  bool once_;
  std::vector<ExprId> conjuncts_;
  size_t hints_from_ = 0;
  std::vector<bool> used_;
  ExprId pattern_;
};

Walks ExpressionLowering::solve(const std::vector<SymbolId>& names, ExprId predicate_id, SourceSpan span, bool once) {
  std::vector<ExprId> all;
  conjuncts(predicate_id, all);
  return solve(names, std::move(all), {}, span, {.once = once});
}

Walks ExpressionLowering::solve(const std::vector<SymbolId>& names, std::vector<ExprId> all, std::vector<ExprId> hints,
                                SourceSpan span, SolveOptions options) {
  const Restore restore(*this);
  for (SymbolId name : names) bound_.erase(name);
  return Solver(*this, names, span, options).run(std::move(all), hints);
}

V ExpressionLowering::tuple_of(const std::vector<SymbolId>& names, TypeId) {
  V tuple;
  for (SymbolId name : names) {
    const V v = bound_.at(name);
    tuple = tuple ? o_.pair(o_.types.product(tuple->type, v->type), tuple, v) : v;
  }
  return tuple;
}

bool ExpressionLowering::bind_tuple(const std::vector<SymbolId>& names, const V& tuple, Names& scope) const {
  V rest = tuple;
  for (size_t i = names.size(); i-- > 1;) {
    scope[names[i]] = rest->parts[1];
    rest = rest->parts[0];
  }
  scope[names[0]] = rest;
  return true;
}

bool ExpressionLowering::mentions_any(ExprId id, const std::set<SymbolId>& symbols) const {
  const Expr& e = m_.exprs[id];
  if (e.kind == ExprKind::Symbol) return symbols.contains(e.symbol);
  return std::any_of(e.operands.begin(), e.operands.end(), [&](ExprId o) { return mentions_any(o, symbols); });
}

bool mentions(const Machine& machine, ExprId id, SymbolId symbol) {
  const Expr& e = machine.exprs[id];
  if (e.kind == ExprKind::Symbol || e.kind == ExprKind::OldSymbol) return e.symbol == symbol;
  return std::any_of(e.operands.begin(), e.operands.end(), [&](ExprId o) { return mentions(machine, o, symbol); });
}

}  // namespace px::b
