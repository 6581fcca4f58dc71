// Assignments. Changing part of a function or set is done in place; a new value that depends on the old one other than
// cell by cell is built in a temporary place and copied.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/b/lowering_error.h"
#include "frontends/b/substitution_lowering.h"

namespace px::b {

using ir::Block;
using IrOp = ir::Op;

SymbolId SubstitutionLowering::target_symbol(ExprId target) const {
  ExprId id = target;
  while (m_.exprs[id].kind == ExprKind::Operation || m_.exprs[id].kind == ExprKind::Field) {
    id = m_.exprs[id].operands[0];
  }
  return m_.exprs[id].symbol;
}

ExpressionLowering::Storage& SubstitutionLowering::storage(SymbolId symbol, SourceSpan span) {
  const auto found = storages_.find(symbol);
  if (found == storages_.end()) unsupported(span, "'" + m_.symbols[symbol].name + "' cannot be assigned to here");
  return found->second;
}

ExpressionLowering::Storage SubstitutionLowering::temporary(const Shape& shape, const std::string& name) {
  if (!shape.stored.valid()) unsupported({}, "the values of '" + name + "' are not known here");
  Storage s;
  s.shape = shapes_.sparse(shape);  // while unused, it holds nothing
  s.name = name;
  std::vector<ir::VariableId>& all = temporaries_[{name, s.shape.stored.value}];
  const size_t next = taken_[{name, s.shape.stored.value}]++;
  if (next == all.size()) {
    all.push_back(b_.variable(name + "'" + std::to_string(++temporary_count_), s.shape.stored));
    b_.variable_info(all.back()).hidden = true;
    b_.variable_info(all.back()).growth = shapes_.mark({name, GrowthCause::Numbers});
  }
  s.variable = all[next];
  s.place = [this, v = s.variable] { return b_.place(v); };
  return s;
}

// Whether writing the value cell by cell reads only the cell being written. `by_argument`: a cell holds the whole value
// that the variable, a function, has for an argument; otherwise it is a pair, or some of the pairs with an argument,
// and the value must not depend on whether there are others with it.
bool ExpressionLowering::pointwise(ExprId id, SymbolId variable, bool by_argument) const {
  const Expr& e = m_.exprs[id];
  if (e.kind == ExprKind::Symbol && e.symbol == variable) return true;
  if (!mentions(id, variable)) return true;
  if (e.kind != ExprKind::Operation) return false;
  const auto of = [&](size_t operand) { return pointwise(e.operands[operand], variable, by_argument); };
  switch (e.op) {
    case Op::Union:
    case Op::Intersection:
    case Op::SetDifference: return of(0) && of(1);
    case Op::Override: return of(0) && (by_argument ? of(1) : !mentions(e.operands[1], variable));
    case Op::DomainRestriction:
    case Op::DomainSubtraction: return !mentions(e.operands[0], variable) && of(1);
    case Op::RangeRestriction:
    case Op::RangeSubtraction: return of(0) && !mentions(e.operands[1], variable);
    default: return false;
  }
}

Block SubstitutionLowering::store(Storage& to, const V& v, bool safe, SourceSpan span) {
  note_assigned(to, v);
  const bool scalar = b_.program().types[to.shape.stored].is_scalar();
  if (scalar || safe) return shapes_.write(to.shape, to.place, v, to.name, span);
  Storage made = temporary(to.shape, to.name);
  Block block = shapes_.write(made.shape, made.place, v, to.name, span);
  append(block, move(to, made, span));
  block.push_back(b_.reset(made.place(), span));
  return block;
}

// Copies what one place holds to another of the same shape, as far as it matters to the user.
Block SubstitutionLowering::move(Storage& to, const Storage& from, SourceSpan span) {
  if (to.shape.stored != from.shape.stored) {
    return shapes_.write(to.shape, to.place, shapes_.read(from.shape, from.place), to.name, span);
  }
  const bool scalar = b_.program().types[to.shape.stored].is_scalar();
  return {scalar ? b_.assign(to.place(), b_.read(from.place()), span) : b_.copy(to.place(), from.place(), span)};
}

// f := f <+ {x |-> y}, f := f \/ {x |-> y}: one cell each; f := {x} <<| f.
std::optional<Block> SubstitutionLowering::changed_in_place(Storage& to, ExprId target, ExprId id, SourceSpan span) {
  const Expr& e = m_.exprs[id];
  const SymbolId variable = m_.exprs[target].symbol;
  if (e.kind != ExprKind::Operation || to.shape.kind != Shape::Kind::Function || to.assigned) return {};
  const auto is_variable = [&](ExprId x) {
    return m_.exprs[x].kind == ExprKind::Symbol && m_.exprs[x].symbol == variable;
  };
  const auto extension = [&](ExprId x) -> const Expr* {
    const Expr& s = m_.exprs[x];
    const bool one = s.kind == ExprKind::Operation && s.op == Op::SetOf && s.operands.size() == 1;
    return one && !mentions(x, variable) ? &m_.exprs[s.operands[0]] : nullptr;
  };
  if ((e.op == Op::Override || e.op == Op::Union) && is_variable(e.operands[0])) {
    const Expr* pair = extension(e.operands[1]);
    if (!pair || pair->kind != ExprKind::Operation || pair->op != Op::Maplet) return {};
    const V x = value(pair->operands[0]);
    const V y = value(pair->operands[1]);
    Block block;
    if (e.op == Op::Union) {
      const V f = shapes_.read(to.shape, to.place);
      const ir::ExprId same = o_.either(o_.negated(f->defined(x)), o_.equal(f->apply(x), y));
      shapes_.demand(block, same, {to.name, GrowthCause::NotFunction}, span);
    }
    append(block, shapes_.write_cell(
                      to.shape, to.place, x,
                      [&](const Shape& s, const MakePlace& p) { return shapes_.write(s, p, y, to.name, span); },
                      to.name, span));
    return block;
  }
  if (e.op == Op::DomainSubtraction && is_variable(e.operands[1]) && to.shape.partial) {
    const Expr& s = m_.exprs[e.operands[0]];
    const bool one = s.kind == ExprKind::Operation && s.op == Op::SetOf && s.operands.size() == 1;
    if (!one || mentions(e.operands[0], variable)) return {};
    const V x = value(s.operands[0]);
    const V f = shapes_.read(to.shape, to.place);
    std::vector<V> atoms;
    if (!o_.atoms_of(x, atoms)) return {};
    const MakePlace at = [this, &to, atoms] { return shapes_.cell(to.shape, to.place, atoms, atoms.size()); };
    const ir::ExprId has = f->defined(x);
    Block clear = shapes_.mark_present(to.shape, at, false);
    return Block{b_.if_else(has, std::move(clear), {}, span)};
  }
  return {};
}

Block SubstitutionLowering::assign(ExprId target, ExprId id, SourceSpan span) {
  const Expr& t = m_.exprs[target];
  if (t.kind != ExprKind::Symbol) return assign_value(target, value(id), !mentions(id, target_symbol(target)), span);
  Storage& to = storage(t.symbol, span);
  if (auto changed = changed_in_place(to, target, id, span)) return *changed;
  const bool by_argument = to.shape.kind == Shape::Kind::Function || to.shape.kind == Shape::Kind::Sequence;
  return store(to, value(id), pointwise(id, t.symbol, by_argument), span);
}

// `safe`: the value does not depend on the assigned place.
Block SubstitutionLowering::assign_value(ExprId target, const V& v, bool safe, SourceSpan span) {
  const Expr& t = m_.exprs[target];
  if (t.kind == ExprKind::Symbol) return store(storage(t.symbol, span), v, false, span);
  Path path;
  for (ExprId id = target; m_.exprs[id].kind != ExprKind::Symbol; id = m_.exprs[id].operands[0]) {
    path.push_back({id, nullptr});
  }
  std::reverse(path.begin(), path.end());
  const SymbolId symbol = target_symbol(target);
  if (safe) return with_arguments(symbol, path, 0, [&] { return assign_at(symbol, path, v, span); });
  return fixed(v, m_.symbols[symbol].name, span, [&](const V& named_value) {
    return with_arguments(symbol, path, 0, [&] { return assign_at(symbol, path, named_value, span); });
  });
}

// Arguments in a target are evaluated before any assignment, if they read an assigned place.
Block SubstitutionLowering::with_arguments(SymbolId symbol, Path& path, size_t next,
                                           const std::function<Block()>& body) {
  if (next == path.size()) return body();
  const Expr& step = m_.exprs[path[next].target];
  if (step.kind == ExprKind::Field) return with_arguments(symbol, path, next + 1, body);
  path[next].argument = value(step.operands[1]);
  if (!mentions(step.operands[1], symbol)) return with_arguments(symbol, path, next + 1, body);
  return fixed(path[next].argument, m_.symbols[symbol].name, step.span, [&](const V& argument) {
    path[next].argument = argument;
    return with_arguments(symbol, path, next + 1, body);
  });
}

// f(x) := v, r'field := v, and combinations.
Block SubstitutionLowering::assign_at(SymbolId symbol, const Path& path, const V& v, SourceSpan span) {
  Storage& to = storage(symbol, span);
  if (to.assigned && path.size() == 1 && path[0].argument) note_assigned_at(to, path[0].argument, v);
  const bool of_relation = to.shape.kind == Shape::Kind::Mask || to.shape.kind == Shape::Kind::Bits;
  if (of_relation && path.size() == 1) {
    const V old = shapes_.read(to.shape, to.place);
    const V pair = o_.pair(o_.type(old->type).left, path[0].argument, v);
    return store(to, overridden(old, extension_of({pair}, old->type), old->type, span), false, span);
  }
  const std::function<Block(size_t, const Shape&, const MakePlace&)> go = [&](size_t i, const Shape& shape,
                                                                              const MakePlace& place) -> Block {
    if (i == path.size()) return shapes_.write(shape, place, v, to.name, span);
    const Expr& step = m_.exprs[path[i].target];
    if (step.kind == ExprKind::Field) {
      const Type type = o_.type(shape.type);
      for (uint32_t f = 0; f < type.fields.size(); ++f) {
        if (type.fields[f].name == step.text) {
          return go(i + 1, shape.parts[f], [this, place, f] { return b_.field(place(), f); });
        }
      }
      PX_UNREACHABLE("field");
    }
    const V& x = path[i].argument;
    Block block;
    if (i + 1 < path.size()) {
      // A value that is partly changed must exist.
      const ir::ExprId has = o_.in_domain(shapes_.read(shape, place), x, span);
      const std::string text =
          "'" + text_of(m_, path[i].target) + "' has no value: the argument is outside of the function's domain";
      if (!o_.is_constant(has, 1))
        block.push_back(b_.if_else(o_.negated(has), {b_.fail(text, step.span, ir::ViolationKind::Safety)}));
    }
    append(block,
           shapes_.write_cell(
               shape, place, x, [&](const Shape& s, const MakePlace& p) { return go(i + 1, s, p); }, to.name, span));
    return block;
  };
  return go(0, to.shape, to.place);
}

// Applications whose value is needed in any case, inner ones first. Does not descend into branches or binders.
void SubstitutionLowering::strict_applications(ExprId id, std::vector<ExprId>& found) const {
  const Expr& e = m_.exprs[id];
  if (e.kind != ExprKind::Operation || e.op == Op::If || e.op == Op::BoolOf) return;
  for (ExprId operand : e.operands) strict_applications(operand, found);
  if (e.op == Op::Apply && o_.is_scalar(e.type)) found.push_back(id);
}

// Evaluates them once, before their use: whether f(x) has a value must not depend on its place in a loop over cells.
Block SubstitutionLowering::with_applications(const std::vector<ExprId>& applications, size_t next,
                                              const std::function<Block()>& body) {
  if (next == applications.size()) return body();
  const ExprId id = applications[next];
  const V v = value(id);
  if (v->simple || v->kind == Value::Kind::Bool) return with_applications(applications, next + 1, body);
  const ir::ExprId made = v->scalar();
  const ir::BindingId name = o_.name_for("v'", made);
  evaluated_[id] = o_.of_binding(v->type, name, v->info);
  Block block = {b_.let(name, made, with_applications(applications, next + 1, body), m_.exprs[id].span)};
  evaluated_.erase(id);
  return block;
}

Block SubstitutionLowering::assignment(const Subst& s) {
  std::vector<ExprId> applications;
  bool container = false;
  for (size_t i = 0; i < s.targets.size(); ++i) {
    container = container || !o_.is_scalar(m_.exprs[s.values[i]].type);
    strict_applications(s.values[i], applications);
  }
  if (!container) applications.clear();
  return with_applications(applications, 0, [&] { return assign_all(s); });
}

Block SubstitutionLowering::assign_all(const Subst& s) {
  if (s.targets.size() == 1) return assign(s.targets[0], s.values[0], s.span);
  // Several at once: evaluate all values first.
  bool scalars = true;
  for (ExprId t : s.targets) {
    scalars = scalars && m_.exprs[t].kind == ExprKind::Symbol &&
              storage(m_.exprs[t].symbol, s.span).shape.kind == Shape::Kind::Atom;
  }
  if (scalars) {
    std::vector<ir::PlaceId> places;
    std::vector<ir::ExprId> values;
    for (size_t i = 0; i < s.targets.size(); ++i) {
      values.push_back(value(s.values[i])->scalar());
      places.push_back(storage(m_.exprs[s.targets[i]].symbol, s.span).place());
    }
    return {b_.assign_all(std::move(places), std::move(values), s.span)};
  }
  Block block;
  Block stored;
  for (size_t i = 0; i < s.targets.size(); ++i) {
    bool read_later = false;
    const SymbolId symbol = target_symbol(s.targets[i]);
    for (size_t j = i + 1; j < s.targets.size(); ++j) {
      read_later = read_later || mentions(s.values[j], symbol) || m_.exprs[s.targets[j]].kind != ExprKind::Symbol;
    }
    if (!read_later) {
      append(block, assign(s.targets[i], s.values[i], s.span));
      continue;
    }
    const V v = value(s.values[i]);
    Shape shape = m_.exprs[s.targets[i]].kind == ExprKind::Symbol
                      ? storage(symbol, s.span).shape
                      : shapes_.shape_of(v->type, v->info, s.span, m_.symbols[symbol].name);
    Storage made = temporary(shape, m_.symbols[symbol].name);
    append(block, shapes_.write(made.shape, made.place, v, made.name, s.span));
    append(stored, assign_value(s.targets[i], shapes_.read(made.shape, made.place), true, s.span));
    stored.push_back(b_.reset(made.place()));
  }
  append(block, stored);
  return block;
}

}  // namespace px::b
