// Substitutions that choose: x :: S, x :(P), ANY. A function, relation or sequence is chosen cell by cell, in a
// temporary place, so that all elements of its domain are treated alike.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/substitution_lowering.h"

namespace px::b {

using ir::Block;
using IrOp = ir::Op;

namespace {

constexpr double kMaxSequences = 1 << 26;  // without repetitions, that a choice may enumerate

}  // namespace

// x :: S
Block SubstitutionLowering::becomes_element(const Subst& s) {
  if (s.targets.size() == 1 && is_space(s.values[0]) && m_.exprs[s.targets[0]].kind == ExprKind::Symbol) {
    return choose_function(s.targets[0], s.values[0], s.span);
  }
  V set = value(s.values[0]);
  if (!set->walks) {
    if (const V part = guessed_part(set, m_.symbols[target_symbol(s.targets[0])].name)) set = part;
  }
  if (set->walks) {
    return o_.choose(o_.once(set)->walks(), [&](const V& v) {
      if (s.targets.size() == 1) return assign_value(s.targets[0], v, false, s.span);
      return fixed(v, "v'", s.span, [&](V rest) {
        Block block;
        for (size_t i = s.targets.size(); i-- > 1;) {
          append(block, assign_value(s.targets[i], rest->parts[1], true, s.span));
          rest = rest->parts[0];
        }
        append(block, assign_value(s.targets[0], rest, true, s.span));
        return block;
      });
    });
  }
  unsupported(s.span,
              "the elements of " + text_of(m_, s.values[0]) + " cannot be enumerated: there are infinitely many",
              "bound them, e.g. x :: 0..9");
}

// A --> B, POW(A * B), seq(A) and the like: sets that are not enumerated if their members can be chosen cell by cell.
bool ExpressionLowering::is_space(ExprId id) const {
  const Expr& e = m_.exprs[id];
  if (e.kind != ExprKind::Operation) return false;
  const bool power = e.op == Op::PowerSet || e.op == Op::NonemptyPowerSet || e.op == Op::FiniteSubsets ||
                     e.op == Op::NonemptyFiniteSubsets;
  if (power) return o_.type(o_.type(o_.type(e.type).left).left).kind == TypeKind::Product;
  return (e.op >= Op::Relations && e.op <= Op::TotalBijections) || is_sequence_space(e.op);
}

bool ExpressionLowering::is_sequence_space(Op op) {
  return op == Op::Sequences || op == Op::NonemptySequences || op == Op::InjectiveSequences ||
         op == Op::NonemptyInjectiveSequences || op == Op::Permutations;
}

// Chooses a member of a space, in a temporary place.
ExpressionLowering::Storage SubstitutionLowering::choose_member(ExprId space, const std::string& name, Block& block,
                                                                SourceSpan span) {
  const Op op = m_.exprs[space].op;
  const V set = value(space);
  const Info info = set->info.parts.empty() ? Info{} : set->info.parts[0];
  if (op == Op::Sequences || op == Op::NonemptySequences) {
    unsupported(span, "the elements of " + text_of(m_, space) + " cannot be enumerated: there are infinitely many",
                "iseq(S) and perm(S) are finite");
  }
  const Info tried = guess(o_.type(set->type).left, info);
  if (tried != info) note_guess(name);
  Storage made = temporary(shapes_.shape_of(o_.type(set->type).left, tried, span, name), name);
  note_bounded(made.shape, "'" + name + "'");
  const bool injective = is_sequence_space(op);
  append(block, any_value(made.shape, made.place, injective, span));
  const ir::ExprId in = set->contains(shapes_.read(made.shape, made.place));
  if (!o_.is_constant(in, 1)) block.push_back(b_.require(in, span));
  return made;
}

Block SubstitutionLowering::choose_function(ExprId target, ExprId set, SourceSpan span) {
  Block block;
  const Storage made = choose_member(set, m_.symbols[m_.exprs[target].symbol].name, block, span);
  append(block, assign_value(target, shapes_.read(made.shape, made.place), true, span));
  block.push_back(b_.reset(made.place()));
  return block;
}

// Chooses values for the names such that the predicate holds, then executes the body: members of spaces are chosen
// first.
Block SubstitutionLowering::choose_names(const std::vector<SymbolId>& names, ExprId predicate_id, SourceSpan span,
                                         const std::function<Block()>& body) {
  std::vector<ExprId> all;
  conjuncts(predicate_id, all);
  const std::set<SymbolId> unknown(names.begin(), names.end());
  const Names outer = bound_;
  std::vector<SymbolId> open;
  std::vector<Storage> chosen;
  Block block;
  for (SymbolId name : names) {
    const auto member = std::find_if(all.begin(), all.end(), [&](ExprId id) {
      const Expr& e = m_.exprs[id];
      return e.kind == ExprKind::Operation && e.op == Op::Member && m_.exprs[e.operands[0]].kind == ExprKind::Symbol &&
             m_.exprs[e.operands[0]].symbol == name && is_space(e.operands[1]) && !mentions_any(e.operands[1], unknown);
    });
    if (member == all.end()) {
      open.push_back(name);
      continue;
    }
    chosen.push_back(choose_member(m_.exprs[*member].operands[1], m_.symbols[name].name, block, span));
    bound_[name] = shapes_.read(chosen.back().shape, chosen.back().place);
    all.erase(member);
  }
  if (open.empty()) {
    for (ExprId condition : all) {
      const ir::ExprId holds = predicate(condition);
      if (!o_.is_constant(holds, 1)) block.push_back(b_.require(holds, span));
    }
    append(block, body());
  } else {
    append(block,
           o_.choose(solve(open, std::move(all), {}, span, {.guesses = true, .once = true}), [&](const V& tuple) {
             const Names before = bound_;
             bind_tuple(open, tuple, bound_);
             std::vector<V> values;
             for (SymbolId name : open) values.push_back(bound_.at(name));
             Block inner = named(open, values, 0, body);
             bound_ = before;
             return inner;
           }));
  }
  for (const Storage& place : chosen) block.push_back(b_.reset(place.place()));
  bound_ = outer;
  return block;
}

// Chooses any value of the shape at the place.
Block SubstitutionLowering::any_value(const Shape& shape, const MakePlace& place, bool injective, SourceSpan span) {
  switch (shape.kind) {
    case Shape::Kind::Atom:
    case Shape::Kind::Mask: {
      const V all =
          shape.kind == Shape::Kind::Atom
              ? o_.universe(o_.types.power(shape.type), shape.info, true)
              : power_set(o_.universe(shape.type, shape.info.parts.empty() ? Info{} : shape.info.parts[0], true),
                          o_.types.power(shape.type), false, span);
      return o_.choose(o_.walks_of(all, span), [&](const V& v) { return shapes_.write(shape, place, v, "", span); });
    }
    case Shape::Kind::Tuple: {
      Block block;
      for (uint32_t i = 0; i < shape.parts.size(); ++i) {
        append(block, any_value(
                          shape.parts[i], [this, place, i] { return b_.field(place(), i); }, false, span));
      }
      return block;
    }
    case Shape::Kind::Function:
      return shapes_.for_all_cells(shape, place, [&](const MakePlace& at) {
        const MakePlace inner = shape.flagged ? MakePlace([this, at] { return b_.field(at(), 1); }) : at;
        Block some = any_value(shape.parts[0], inner, false, span);
        append(some, shapes_.mark_present(shape, at, true));
        if (!shape.partial) return some;
        return Block{b_.either({std::move(some), shapes_.mark_present(shape, at, false)})};
      });
    case Shape::Kind::Bits:
      return shapes_.for_all_cells(shape, place, [&](const MakePlace& at) -> Block {
        if (shape.cells)
          return {b_.either({{b_.assign(at(), b_.boolean(true))}, {b_.assign(at(), b_.boolean(false))}})};
        const ir::Domain subsets = ir::Domain::subsets(shape.dimensions.back());
        if (b_.program().domain_size(shape.dimensions.back()) > 20)
          unsupported(span, "there are too many such relations");
        const ir::BindingId row = b_.binding_over("row'", subsets);
        return {b_.choose(row, subsets, {b_.assign(at(), b_.use(row))})};
      });
    case Shape::Kind::Sequence: return any_sequence(shape, place, injective, span);
  }
  PX_UNREACHABLE("shape");
}

// Chooses a length, and then item after item, each different from the previous ones if the sequence is injective.
Block SubstitutionLowering::any_sequence(const Shape& shape, const MakePlace& place, bool injective, SourceSpan span) {
  const auto items = o_.size_within(shape.parts[0].type, shape.parts[0].info);
  if (injective && items) {
    // The sequences are enumerated.
    double count = 1;
    for (int64_t left = *items, k = 0; left > 0 && k < shape.capacity; --left, ++k) {
      count *= static_cast<double>(left);
    }
    if (count > kMaxSequences) unsupported(span, "there are too many such sequences", "bound their items more tightly");
  }
  const ir::Domain lengths = ir::Domain::range(0, shape.capacity);
  const ir::BindingId n = b_.binding_over("n'", lengths);
  const ir::BindingId i = b_.binding_over("i'", shape.dimensions[0]);
  const auto item = [this, place](ir::BindingId at) {
    return MakePlace([this, place, at] { return b_.index(b_.field(place(), 1), b_.use(at)); });
  };
  Block some = any_value(shape.parts[0], item(i), false, span);
  if (injective) {
    const ir::BindingId j = b_.binding_over("j'", shape.dimensions[0]);
    const ir::ExprId same = o_.equal(shapes_.read(shape.parts[0], item(i)), shapes_.read(shape.parts[0], item(j)));
    const ir::ExprId different = o_.either(b_.binary(IrOp::Ge, b_.use(j), b_.use(i)), o_.negated(same));
    some.push_back(b_.require(b_.quantifier(IrOp::Forall, j, shape.dimensions[0], different), span));
  }
  const ir::ExprId inside = b_.binary(IrOp::Le, b_.use(i), b_.use(n));
  Block body = {b_.assign(b_.field(place(), 0), b_.use(n), span),
                b_.for_each(i, shape.dimensions[0], {b_.if_else(inside, std::move(some), {}, span)})};
  return {b_.choose(n, lengths, std::move(body))};
}

// x :(P): new values of x that satisfy P, where x$0 denotes the old value.
Block SubstitutionLowering::becomes_such_that(const Subst& s) {
  std::vector<SymbolId> names;
  for (ExprId t : s.targets) names.push_back(m_.exprs[t].symbol);
  const auto old = old_;
  for (SymbolId name : names) {
    const Storage& here = storage(name, s.span);
    old_[name] = shapes_.read(here.shape, here.place);
  }
  Block block = choose_names(names, s.values[0], s.span, [&] {
    Block body;
    for (SymbolId name : names) {
      Storage& to = storage(name, s.span);
      append(body, shapes_.write(to.shape, to.place, bound_.at(name), to.name, s.span));
    }
    return body;
  });
  old_ = old;
  return block;
}

Block SubstitutionLowering::any(const Subst& s) {
  return choose_names(s.bound, s.branches[0].condition, s.span, [&] { return substitution(s.branches[0].body); });
}

}  // namespace px::b
