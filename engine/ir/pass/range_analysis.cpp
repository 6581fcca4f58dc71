#include "engine/ir/pass/range_analysis.h"

#include <algorithm>
#include <utility>

#include "engine/ir/op_groups.h"

namespace px::ir {
namespace {

using Kind = Statement::Kind;

}  // namespace

// ---- Leaves

Leaves::Leaves(const Program& program) : p_(program) {
  for (const Variable& v : program.variables) {
    first_.push_back(static_cast<uint32_t>(class_.size()));
    for (uint32_t i = in(v.type); i-- > 0;) class_.push_back(static_cast<uint32_t>(class_.size()));
  }
  for (const Statement& s : program.statements) {
    if (s.kind != Kind::Copy) continue;
    for (uint32_t i = 0; i < in(program.places[s.places[0]].type); ++i) {
      unite(first(s.places[0]) + i, first(s.places[1]) + i);
    }
  }
}

uint32_t Leaves::in(TypeId id) const {
  const Type& type = p_.types[id];
  switch (type.kind) {
    case TypeKind::Int: return 1;
    case TypeKind::Array:
    case TypeKind::Queue: return in(type.element);
    case TypeKind::Record: {
      uint32_t count = 0;
      for (const Field& field : type.fields) count += in(field.type);
      return count;
    }
    default: return 0;
  }
}

uint32_t Leaves::first(PlaceId id) const {
  const Place& place = p_.places[id];
  if (place.kind == Place::Kind::Variable) return first_[place.variable.value];
  uint32_t leaf = first(place.parent);
  if (place.kind == Place::Kind::FieldOf) {
    const std::vector<Field>& fields = p_.types[p_.places[place.parent].type].fields;
    for (uint32_t f = 0; f < place.field; ++f) leaf += in(fields[f].type);
  }
  return leaf;
}

uint32_t Leaves::class_of(uint32_t leaf) const {
  while (class_[leaf] != leaf) leaf = class_[leaf];
  return leaf;
}

void Leaves::unite(uint32_t a, uint32_t b) {
  class_[class_of(a)] = class_of(b);
}

// ---- Expressions

Interval RangeWalk::scalar_range(TypeId type) const {
  return {p_.scalar_lo(type), p_.scalar_hi(type)};
}

Interval RangeWalk::value(ExprId id, const Facts& facts) {
  const Expr& e = p_.exprs[id];
  if (op_is_quantifier(e.op)) return quantifier(e, facts);
  switch (e.op) {
    case Op::Const: return Interval::of(e.value);
    case Op::Binding: {
      const Fact* fact = known(facts, e.binding);
      return fact != nullptr ? fact->range : bindings_[e.binding.value];
    }
    case Op::Read: return read(e.place, facts);
    case Op::QueueLength: return {0, p_.types[p_.places[e.place].type].capacity};
    case Op::If: {
      Facts then = facts;
      Facts otherwise = facts;
      assume(e.operands[0], true, then);
      assume(e.operands[0], false, otherwise);
      const Interval a = then.dead ? Interval::none() : value(e.operands[1], then);
      return a.join(otherwise.dead ? Interval::none() : value(e.operands[2], otherwise));
    }
    case Op::Wrap: {
      const Interval range = scalar_range(e.type);
      const Interval a = value(e.operands[0], facts);
      return range.contains(a) ? a : range;
    }
    case Op::Let: {
      const Interval outer = bindings_[e.binding.value];
      bindings_[e.binding.value] = value(e.operands[0], facts);
      const Interval result = value(e.operands[1], facts);
      bindings_[e.binding.value] = outer;
      return result;
    }
    case Op::Check: {
      Facts within = facts;
      assume(e.operands[0], true, within);
      return within.dead ? Interval::none() : value(e.operands[1], within);
    }
    case Op::IndexOf: return scalar_range(p_.exprs[e.operands[0]].type).join(Interval::of(-1));
    case Op::LocationIndex: return {-1, static_cast<int64_t>(p_.families[e.family].locations.size()) - 1};
    case Op::Card: return {0, 64};
    case Op::SeqLength: return {0, INT64_MAX};
    case Op::Call: return scalar_range(e.type);
    case Op::Timeout:
    case Op::Fix:
    case Op::SetOf:
    case Op::Member:
    case Op::Union:
    case Op::Intersect:
    case Op::Difference:
    case Op::Subset:
    case Op::At:
    case Op::CanMove:
    case Op::ElementAt:
    case Op::SeqAt:
    case Op::SeqAppend:
    case Op::SeqPrepend:
    case Op::SeqTail:
    case Op::SeqFront:
    case Op::SeqConcat:
    case Op::With:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_QUANTIFIER_OPS: break;
  }
  if (p_.types[e.type].kind != TypeKind::Int || e.op == Op::SeqAt) return Interval::all();
  const Interval a = value(e.operands[0], facts);
  const Interval b = e.operands[1].valid() ? value(e.operands[1], facts) : Interval::all();
  return interval_operation(e.op, a, b).range;
}

Interval RangeWalk::read(PlaceId place, const Facts& facts) {
  if (p_.types[p_.places[place].type].kind != TypeKind::Int) return scalar_range(p_.places[place].type);
  const Fact* fact = known(facts, place);
  if (fact != nullptr) return fact->range;
  const Interval range = now_[leaves_.class_of(leaves_.first(place))];
  // A read with an index out of range yields 0.
  return has_index(place) ? range.join(Interval::of(0)) : range;
}

Interval RangeWalk::quantifier(const Expr& e, const Facts& facts) {
  const int64_t size = p_.domain_size(e.domain);
  if (e.op == Op::Collect) return Interval::all();
  if (e.op == Op::The) return scalar_range(e.type);
  if (e.op == Op::Forall || e.op == Op::Exists) return {0, 1};
  if (e.op == Op::Count) return {0, size};
  const Interval outer = bindings_[e.binding.value];
  bind(e.binding, e.domain);
  Facts within = facts;
  if (e.operands[0].valid()) assume(e.operands[0], true, within);
  const Interval item = within.dead || size == 0 ? Interval::none() : value(e.operands[1], within);
  bindings_[e.binding.value] = outer;
  if (e.op == Op::Product) return Interval::all();
  if (e.op != Op::Sum) return item;
  if (item.empty()) return Interval::of(0);
  return interval_operation(Op::Mul, {0, size}, item).range.join(Interval::of(0));
}

// ---- Facts

const RangeWalk::Fact* RangeWalk::known(const Facts& facts, BindingId binding) {
  for (const Fact& fact : facts.all) {
    if (fact.binding.valid() && fact.binding == binding) return &fact;
  }
  return nullptr;
}

const RangeWalk::Fact* RangeWalk::known(const Facts& facts, PlaceId place) const {
  for (const Fact& fact : facts.all) {
    if (fact.place.valid() && same_place(fact.place, place)) return &fact;
  }
  return nullptr;
}

void RangeWalk::know(const Expr& e, Interval range, Facts& facts) {
  if (e.op != Op::Read && e.op != Op::Binding) return;
  if (range.empty()) {
    facts.dead = true;
    return;
  }
  const Fact* old = e.op == Op::Read ? known(facts, e.place) : known(facts, e.binding);
  if (old != nullptr) {
    facts.all[static_cast<size_t>(old - facts.all.data())].range = range;
  } else if (e.op == Op::Read) {
    facts.all.push_back({e.place, {}, range});
  } else {
    facts.all.push_back({{}, e.binding, range});
  }
}

void RangeWalk::assume(ExprId id, bool truth, Facts& facts) {
  const Expr& e = p_.exprs[id];
  switch (e.op) {
    case Op::Const:
      if ((e.value != 0) != truth) facts.dead = true;
      return;
    case Op::Not: return assume(e.operands[0], !truth, facts);
    case Op::And:
    case Op::Or:
      // Both sides are known only if a true `and` or a false `or` implies both.
      if ((e.op == Op::And) != truth) return;
      assume(e.operands[0], truth, facts);
      if (!facts.dead) assume(e.operands[1], truth, facts);
      return;
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      if (p_.types[p_.exprs[e.operands[0]].type].kind != TypeKind::Int) return;
      return assume_comparison(truth ? e.op : op_negated(e.op), e.operands[0], e.operands[1], facts);
    case Op::Binding:
    case Op::Read:
    case Op::Timeout:
    case Op::Wrap:
    case Op::If:
    case Op::Check:
    case Op::QueueLength:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_SET_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: return;
  }
}

void RangeWalk::assume_comparison(Op op, ExprId a, ExprId b, Facts& facts) {
  const Interval left = value(a, facts);
  const Interval right = value(b, facts);
  know(p_.exprs[a], interval_restrict(op, left, right), facts);
  know(p_.exprs[b], interval_restrict(op_mirrored(op), right, left), facts);
}

void RangeWalk::forget(VariableId variable, Facts& facts) const {
  std::erase_if(facts.all,
                [&](const Fact& fact) { return fact.place.valid() && place_mentions(fact.place, variable); });
}

void RangeWalk::forget_written(const Block& block, Facts& facts) const {
  for (StatementId id : block) {
    const Statement& s = p_.statements[id];
    for (PlaceId place : s.places) forget(p_.variable_of(place), facts);
    for (const Block& inner : s.blocks) forget_written(inner, facts);
  }
}

// ---- Statements

void RangeWalk::run(Ranges& next) {
  next_ = &next;
  for (const Action& a : p_.actions) {
    Facts facts;
    for (const Parameter& parameter : a.parameters) {
      bind(parameter.binding, parameter.domain);
      if (p_.domain_size(parameter.domain) == 0) facts.dead = true;
    }
    if (!facts.dead && a.guard.valid()) assume(a.guard, true, facts);
    block(a.body, facts);
  }
  Facts facts;
  block(p_.init, facts);
}

void RangeWalk::bind(BindingId binding, const Domain& domain) {
  if (domain.kind != Domain::Kind::Range) return;
  bindings_[binding.value] = {domain.lo, domain.hi};
}

void RangeWalk::write(uint32_t leaf, TypeId declared, Interval range) {
  Interval& all = (*next_)[leaves_.class_of(leaf)];
  all = all.join(range.meet(scalar_range(declared)));
}

// Assigns any values of their types to all integers of a container, whose leaves start at `leaf`.
void RangeWalk::write_all(TypeId id, uint32_t& leaf) {
  const Type& type = p_.types[id];
  if (type.kind == TypeKind::Int) return write(leaf++, id, scalar_range(id));
  if (type.kind == TypeKind::Array || type.kind == TypeKind::Queue) return write_all(type.element, leaf);
  for (const Field& field : type.fields) write_all(field.type, leaf);
}

void RangeWalk::block(const Block& block, Facts& facts) {
  for (StatementId id : block) {
    if (facts.dead) return;
    statement(p_.statements[id], facts);
  }
}

void RangeWalk::statement(const Statement& s, Facts& facts) {
  switch (s.kind) {
    case Kind::Assign: return assign(s, facts);
    case Kind::Require: return assume(s.exprs[0], true, facts);
    case Kind::Fail:
    case Kind::Grow: facts.dead = true; return;
    case Kind::Solve:
      for (PlaceId place : s.places) {
        uint32_t leaf = leaves_.first(place);
        write_all(p_.places[place].type, leaf);
        forget(p_.variable_of(place), facts);
      }
      return;
    case Kind::Push:
    case Kind::PushSorted: return push(s, facts);
    case Kind::If:
    case Kind::For:
    case Kind::While:
    case Kind::Let:
    case Kind::Choose:
    case Kind::Either: return branches(s, facts);
    case Kind::Copy:
    case Kind::Reset:
    case Kind::Assert:
    case Kind::Pop:
    case Kind::RemoveAt:
    case Kind::Goto:
    case Kind::Print:
      for (PlaceId place : s.places) forget(p_.variable_of(place), facts);
  }
}

// Every block starts from the facts known here, minus those that an earlier round of it may have overwritten.
void RangeWalk::branches(const Statement& s, Facts& facts) {
  const bool loop = s.kind == Kind::For || s.kind == Kind::While;
  Facts before = facts;
  if (loop) forget_written(s.blocks[0], before);
  Interval outer;
  if (s.binding.valid()) outer = bindings_[s.binding.value];
  if (s.kind == Kind::For || s.kind == Kind::Choose) {
    bind(s.binding, s.domain);
    if (p_.domain_size(s.domain) == 0) before.dead = true;
  } else if (s.kind == Kind::Let) {
    bindings_[s.binding.value] = value(s.exprs[0], facts);
    if (bindings_[s.binding.value].empty()) before.dead = true;
  }
  for (size_t i = 0; i < s.blocks.size(); ++i) {
    Facts within = before;
    if (s.kind == Kind::If || s.kind == Kind::While) {
      assume(s.exprs[0], i == 0, within);
    }
    block(s.blocks[i], within);
  }
  if (s.binding.valid()) bindings_[s.binding.value] = outer;
  for (const Block& inner : s.blocks) forget_written(inner, facts);
}

void RangeWalk::assign(const Statement& s, Facts& facts) {
  std::vector<Interval> values;
  for (ExprId e : s.exprs) values.push_back(value(e, facts));
  for (size_t i = 0; i < s.places.size(); ++i) {
    const TypeId type = p_.places[s.places[i]].type;
    if (p_.types[type].kind == TypeKind::Int) write(leaves_.first(s.places[i]), type, values[i]);
  }
  for (PlaceId place : s.places) forget(p_.variable_of(place), facts);
  const PlaceId place = s.places[0];
  const TypeId type = p_.places[place].type;
  if (s.places.size() != 1 || p_.types[type].kind != TypeKind::Int) return;
  // The place now has this value, unless the write changed which cell the place denotes.
  for (PlaceId part = place; part.valid(); part = p_.places[part].parent) {
    if (p_.places[part].index.valid() && mentions(p_.places[part].index, p_.variable_of(place))) return;
  }
  Interval written = values[0].meet(scalar_range(type));
  if (has_index(place)) written = written.join(Interval::of(0));
  Expr read;
  read.op = Op::Read;
  read.place = place;
  know(read, written, facts);
}

void RangeWalk::push(const Statement& s, Facts& facts) {
  const std::vector<Field>& fields = p_.types[p_.types[p_.places[s.places[0]].type].element].fields;
  uint32_t leaf = leaves_.first(s.places[0]);
  for (size_t i = 0; i < fields.size(); ++i) {
    if (p_.types[fields[i].type].kind == TypeKind::Int) write(leaf, fields[i].type, value(s.exprs[i], facts));
    leaf += leaves_.in(fields[i].type);
  }
  forget(p_.variable_of(s.places[0]), facts);
}

// ---- Comparing and searching expressions

bool RangeWalk::has_index(PlaceId id) const {
  for (; id.valid(); id = p_.places[id].parent) {
    if (p_.places[id].kind == Place::Kind::Index) return true;
  }
  return false;
}

bool RangeWalk::same(ExprId a, ExprId b) const {
  if (a == b) return true;
  if (!a.valid() || !b.valid()) return false;
  const Expr& x = p_.exprs[a];
  const Expr& y = p_.exprs[b];
  // Types matter to operations that depend on them (Wrap, SetOf).
  return x.op == y.op && x.type == y.type && x.value == y.value && x.binding == y.binding && x.domain == y.domain &&
         x.location == y.location && x.family == y.family && same_place(x.place, y.place) &&
         same(x.operands[0], y.operands[0]) && same(x.operands[1], y.operands[1]) && same(x.operands[2], y.operands[2]);
}

bool RangeWalk::same_place(PlaceId a, PlaceId b) const {
  if (a == b) return true;
  if (!a.valid() || !b.valid()) return false;
  const Place& x = p_.places[a];
  const Place& y = p_.places[b];
  return x.kind == y.kind && x.variable == y.variable && x.field == y.field && same_place(x.parent, y.parent) &&
         same(x.index, y.index);
}

bool RangeWalk::mentions(ExprId id, VariableId variable) const {
  const Expr& e = p_.exprs[id];
  if (e.place.valid() && place_mentions(e.place, variable)) return true;
  return std::any_of(std::begin(e.operands), std::end(e.operands),
                     [&](ExprId operand) { return operand.valid() && mentions(operand, variable); });
}

bool RangeWalk::place_mentions(PlaceId id, VariableId variable) const {
  for (; id.valid(); id = p_.places[id].parent) {
    const Place& place = p_.places[id];
    if (place.kind == Place::Kind::Variable && place.variable == variable) return true;
    if (place.index.valid() && mentions(place.index, variable)) return true;
  }
  return false;
}

}  // namespace px::ir
