// Substitutions: a sequence becomes a sequence, a choice becomes a choice; simultaneous parts are executed one after
// the other, on copies if one part reads what another assigns.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/substitution_lowering.h"

namespace px::b {

using ir::Block;
using IrOp = ir::Op;

namespace {

constexpr uint64_t kMaxRounds = 1000000000;

}  // namespace

Block SubstitutionLowering::substitution(SubstId id) {
  return placed_at(m_.substs[id].span, [&] { return substitution_here(id); });
}

Block SubstitutionLowering::substitution_here(SubstId id) {
  const Subst& s = m_.substs[id];
  switch (s.kind) {
    case SubstKind::Skip: return {};
    case SubstKind::Assign: return assignment(s);
    case SubstKind::BecomesElement: return becomes_element(s);
    case SubstKind::BecomesSuchThat: return becomes_such_that(s);
    case SubstKind::Call: return call(s);
    case SubstKind::Pre: {
      // Only the beginning of an operation is a guard; further inside, a precondition is an obligation.
      const ir::ExprId condition = predicate(s.branches[0].condition);
      Block block;
      if (!o_.is_constant(condition, 1)) {
        const std::string of =
            calls_.empty() ? "" : " of the called operation '" + m_.operations[calls_.back()].name + "'";
        const std::string text = text_of(m_, s.branches[0].condition);
        const ir::StatementId failure =
            b_.fail("the precondition " + text + of + " does not hold", s.span, ir::ViolationKind::Assertion);
        block.push_back(b_.if_else(o_.negated(condition), {failure}, {}, s.span));
      }
      append(block, substitution(s.branches[0].body));
      return block;
    }
    case SubstKind::Assert: {
      const ir::ExprId condition = predicate(s.branches[0].condition);
      Block block;
      if (!o_.is_constant(condition, 1)) {
        const std::string text = "ASSERT " + text_of(m_, s.branches[0].condition) + " does not hold";
        block.push_back(b_.if_else(o_.negated(condition), {b_.fail(text, s.span, ir::ViolationKind::Assertion)}));
      }
      append(block, substitution(s.branches[0].body));
      return block;
    }
    case SubstKind::Select: return branches(s, true);
    case SubstKind::If: return branches(s, false);
    case SubstKind::Choice: {
      std::vector<Block> all;
      for (const Branch& branch : s.branches) all.push_back(substitution(branch.body));
      return {b_.either(std::move(all), s.span)};
    }
    case SubstKind::Any: return any(s);
    case SubstKind::Let: return let(s);
    case SubstKind::Var: return var(s);
    case SubstKind::Case: return case_of(s);
    case SubstKind::While: return while_loop(s);
    case SubstKind::Parallel: return parallel(s);
    case SubstKind::Sequence: {
      Block block;
      for (const Branch& branch : s.branches) append(block, substitution(branch.body));
      return block;
    }
    case SubstKind::NameCall: break;
  }
  unsupported(s.span, "this substitution is not supported yet");
}

Block SubstitutionLowering::branches(const Subst& s, bool select) {
  if (select) {
    std::vector<Block> all;
    std::vector<ir::ExprId> conditions;
    for (const Branch& branch : s.branches) {
      Block block = {b_.require(predicate(branch.condition), branch.span)};
      append(block, substitution(branch.body));
      all.push_back(std::move(block));
    }
    if (s.otherwise.valid()) {
      Block block;
      for (const Branch& branch : s.branches) {
        block.push_back(b_.require(o_.negated(predicate(branch.condition)), branch.span));
      }
      append(block, substitution(s.otherwise));
      all.push_back(std::move(block));
    }
    if (all.size() == 1) return all[0];
    return {b_.either(std::move(all), s.span)};
  }
  Block rest = s.otherwise.valid() ? substitution(s.otherwise) : Block{};
  for (size_t i = s.branches.size(); i-- > 0;) {
    const ir::ExprId condition = predicate(s.branches[i].condition);
    if (o_.is_constant(condition, 0)) continue;
    Block then = substitution(s.branches[i].body);
    if (o_.is_constant(condition, 1)) {
      rest = std::move(then);
    } else {
      rest = {b_.if_else(condition, std::move(then), std::move(rest), s.branches[i].span)};
    }
  }
  return rest;
}

Block SubstitutionLowering::case_of(const Subst& s) {
  const V subject = value(s.values[0]);
  Block rest = s.otherwise.valid() ? substitution(s.otherwise) : Block{};
  for (size_t i = s.branches.size(); i-- > 0;) {
    ir::ExprId any = o_.truth(false);
    for (ExprId label : s.branches[i].labels) any = o_.either(any, o_.equal(subject, value(label)));
    rest = {b_.if_else(any, substitution(s.branches[i].body), std::move(rest), s.branches[i].span)};
  }
  return rest;
}

// Evaluates the value now, independently of later assignments: scalars and masks are bound to a name, values that do
// not depend on the state are left as they are, all others are kept in a temporary place.
Block SubstitutionLowering::fixed(const V& v, const std::string& text, SourceSpan span,
                                  const std::function<Block(const V&)>& body) {
  if (v->simple || v->constant) return body(v);
  if (!v->parts.empty()) {
    std::vector<V> parts;
    const std::function<Block()> next = [&]() -> Block {
      if (parts.size() == v->parts.size()) {
        const bool pair = v->kind == Value::Kind::Pair;
        return body(pair ? o_.pair(v->type, parts[0], parts[1]) : o_.record(v->type, parts));
      }
      return fixed(v->parts[parts.size()], text, span, [&](const V& part) {
        parts.push_back(part);
        Block block = next();
        parts.pop_back();
        return block;
      });
    };
    return next();
  }
  const auto domain = is_set(v) && !v->length && !v->defined ? o_.mask_domain_of(v) : std::nullopt;
  if (v->scalar || domain) {
    const ir::ExprId made = domain ? o_.as_mask(v, *domain) : v->scalar();
    const ir::BindingId name = o_.name_for(text, made);
    return {b_.let(name, made, body(o_.of_binding(v->type, name, v->info)))};
  }
  Info info = v->info;
  info.sequence = v->length != nullptr;
  const Shape shape = shapes_.growing_shape_of(v->type, info, span, text);
  Storage kept = temporary(shape, text);
  Block block = shapes_.write(kept.shape, kept.place, v, kept.name, span);
  append(block, body(shapes_.read(kept.shape, kept.place)));
  block.push_back(b_.reset(kept.place()));
  return block;
}

// Binds names to values, so that they keep their values at the time of the binding.
Block SubstitutionLowering::named(const std::vector<SymbolId>& symbols, const std::vector<V>& values, size_t next,
                                  const std::function<Block()>& body) {
  if (next == symbols.size()) return body();
  const Symbol& symbol = m_.symbols[symbols[next]];
  return fixed(values[next], symbol.name, symbol.span, [&](const V& v) {
    bound_[symbols[next]] = v;
    return named(symbols, values, next + 1, body);
  });
}

Block SubstitutionLowering::let(const Subst& s) {
  const Names outer = bound_;
  const std::function<Block(size_t)> bind = [&](size_t i) -> Block {
    if (i == s.bound.size()) return substitution(s.branches[0].body);
    return named({s.bound[i]}, {value(s.values[i])}, 0, [&] { return bind(i + 1); });
  };
  Block block = bind(0);
  bound_ = outer;
  return block;
}

Block SubstitutionLowering::var(const Subst& s) {
  Block block = with_places(s.bound, [&] { return substitution(s.branches[0].body); });
  for (SymbolId name : s.bound) block.push_back(b_.reset(storages_.at(name).place()));
  return block;
}

Block SubstitutionLowering::while_loop(const Subst& s) {
  const ExprId condition = s.branches[0].condition;
  const auto keeps_invariant = [&]() -> Block {
    if (s.values.empty() || !s.values[0].valid()) return {};
    const ir::ExprId holds = predicate(s.values[0]);
    if (o_.is_constant(holds, 1)) return {};
    const std::string text = "the invariant of this loop does not hold: " + text_of(m_, s.values[0]);
    const ir::StatementId failure = b_.fail(text, m_.exprs[s.values[0]].span, ir::ViolationKind::Assertion);
    return {b_.if_else(o_.negated(holds), {failure})};
  };
  Block body = keeps_invariant();
  const bool has_variant = s.values.size() > 1 && s.values[1].valid();
  if (!has_variant) {
    append(body, substitution(s.branches[0].body));
  } else {
    const ir::BindingId before = b_.binding("variant'", b_.integer_type());
    const SourceSpan span = m_.exprs[s.values[1]].span;
    Block round = substitution(s.branches[0].body);
    const ir::ExprId natural = b_.binary(IrOp::Ge, b_.use(before), b_.integer(0));
    round.insert(round.begin(),
                 b_.if_else(b_.unary(IrOp::Not, natural),
                            {b_.fail("the variant of this loop is negative", span, ir::ViolationKind::Assertion)}));
    const ir::ExprId smaller = b_.binary(IrOp::Lt, value(s.values[1])->scalar(), b_.use(before));
    round.push_back(b_.if_else(b_.unary(IrOp::Not, smaller), {b_.fail("the variant of this loop does not decrease",
                                                                      span, ir::ViolationKind::Assertion)}));
    body.push_back(b_.let(before, value(s.values[1])->scalar(), std::move(round)));
  }
  Block block = {b_.while_loop(predicate(condition), std::move(body), kMaxRounds, s.span)};
  append(block, keeps_invariant());
  return block;
}

// ---- Simultaneous substitutions

void SubstitutionLowering::written(SubstId id, std::set<SymbolId>& symbols) const {
  const Subst& s = m_.substs[id];
  for (ExprId target : s.targets) symbols.insert(target_symbol(target));
  for (const Branch& branch : s.branches) {
    if (branch.body.valid()) written(branch.body, symbols);
  }
  if (s.otherwise.valid()) written(s.otherwise, symbols);
  if (s.kind == SubstKind::Call) written(m_.operations[s.operation].body, symbols);
}

bool SubstitutionLowering::reads(SubstId id, SymbolId symbol) const {
  const Subst& s = m_.substs[id];
  const auto in = [&](ExprId e) { return e.valid() && mentions(e, symbol); };
  if (std::any_of(s.values.begin(), s.values.end(), in)) return true;
  for (ExprId target : s.targets) {
    // The variable itself is assigned, but arguments in `f(x) := e` are read.
    for (ExprId t = target; m_.exprs[t].kind == ExprKind::Operation || m_.exprs[t].kind == ExprKind::Field;
         t = m_.exprs[t].operands[0]) {
      if (m_.exprs[t].operands.size() > 1 && in(m_.exprs[t].operands[1])) return true;
    }
  }
  for (const Branch& branch : s.branches) {
    if (in(branch.condition) || std::any_of(branch.labels.begin(), branch.labels.end(), in)) return true;
    if (branch.body.valid() && reads(branch.body, symbol)) return true;
  }
  if (s.kind == SubstKind::Call && reads(m_.operations[s.operation].body, symbol)) return true;
  return s.otherwise.valid() && reads(s.otherwise, symbol);
}

Block SubstitutionLowering::parallel(const Subst& s) {
  // A variable that an earlier part assigns and a later one reads is first assigned to a copy.
  Block block;
  Block copied_back;
  std::set<SymbolId> before;
  for (size_t i = 0; i < s.branches.size(); ++i) {
    std::set<SymbolId> changes;
    written(s.branches[i].body, changes);
    std::vector<std::pair<SymbolId, Storage>> redirected;
    for (SymbolId symbol : changes) {
      const bool read_later = std::any_of(s.branches.begin() + static_cast<std::ptrdiff_t>(i) + 1, s.branches.end(),
                                          [&](const Branch& b) { return reads(b.body, symbol); });
      if (!read_later) continue;
      Storage& original = storage(symbol, s.span);
      Storage copy = temporary(original.shape, original.name);
      append(block, move(copy, original, s.span));
      append(copied_back, move(original, copy, s.span));
      copied_back.push_back(b_.reset(copy.place()));
      redirected.emplace_back(symbol, copy);
    }
    std::vector<std::pair<SymbolId, Storage>> originals;
    for (auto& [symbol, copy] : redirected) {
      originals.emplace_back(symbol, storages_.at(symbol));
      storages_.at(symbol) = copy;
    }
    append(block, substitution(s.branches[i].body));
    for (auto& [symbol, original] : originals) storages_.at(symbol) = original;
  }
  append(block, copied_back);
  return block;
}

// ---- Calls

Block SubstitutionLowering::call(const Subst& s) {
  const Operation& callee = m_.operations[s.operation];
  if (std::find(calls_.begin(), calls_.end(), s.operation) != calls_.end() || calls_.size() > 100) {
    unsupported(s.span, "the operation '" + callee.name + "' calls itself");
  }
  const Names outer = bound_;
  std::vector<V> arguments;
  for (ExprId v : s.values) arguments.push_back(value(v));
  Block block = named(callee.parameters, arguments, 0, [&] {
    calls_.push_back(s.operation);
    Block inner = with_places(callee.results, [&] { return substitution(callee.body); });
    calls_.pop_back();
    for (size_t i = 0; i < callee.results.size(); ++i) {
      const Storage& result = storages_.at(callee.results[i]);
      append(inner, assign_value(s.targets[i], shapes_.read(result.shape, result.place), true, s.span));
    }
    for (SymbolId result : callee.results) inner.push_back(b_.reset(storages_.at(result).place()));
    return inner;
  });
  bound_ = outer;
  return block;
}

}  // namespace px::b
