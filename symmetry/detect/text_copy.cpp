#include "symmetry/detect/text_copy.h"

#include <algorithm>

namespace px::symmetry {

using ir::Expr;
using ir::Place;
using ir::Statement;

// ---- Comparison

bool SameText::bindings(ir::BindingId a, ir::BindingId b) const {
  const auto known = names_.find(a);
  return known != names_.end() ? known->second == b : a == b;
}

bool SameText::exprs(ir::ExprId a, ir::ExprId b) const {
  if (!a.valid() || !b.valid()) return a.valid() == b.valid();
  const Expr& x = program_.exprs[a];
  const Expr& y = program_.exprs[b];
  if (x.op != y.op || x.type != y.type || x.value != y.value || x.domain != y.domain || x.location != y.location ||
      x.family != y.family || !bindings(x.binding, y.binding) || !places(x.place, y.place)) {
    return false;
  }
  return std::equal(std::begin(x.operands), std::end(x.operands), std::begin(y.operands),
                    [&](ir::ExprId p, ir::ExprId q) { return exprs(p, q); });
}

bool SameText::places(ir::PlaceId a, ir::PlaceId b) const {
  if (!a.valid() || !b.valid()) return a.valid() == b.valid();
  const Place& x = program_.places[a];
  const Place& y = program_.places[b];
  return x.kind == y.kind && x.variable == y.variable && x.field == y.field && places(x.parent, y.parent) &&
         exprs(x.index, y.index);
}

bool SameText::statements(ir::StatementId a, ir::StatementId b) const {
  const Statement& x = program_.statements[a];
  const Statement& y = program_.statements[b];
  if (x.kind != y.kind || x.domain != y.domain || x.location != y.location || x.limit != y.limit ||
      x.violation != y.violation || x.text != y.text || !bindings(x.binding, y.binding) ||
      x.blocks.size() != y.blocks.size()) {
    return false;
  }
  const auto same_place = [&](ir::PlaceId p, ir::PlaceId q) { return places(p, q); };
  const auto same_expr = [&](ir::ExprId p, ir::ExprId q) { return exprs(p, q); };
  const auto same_block = [&](const ir::Block& p, const ir::Block& q) { return blocks(p, q); };
  return std::equal(x.places.begin(), x.places.end(), y.places.begin(), y.places.end(), same_place) &&
         std::equal(x.exprs.begin(), x.exprs.end(), y.exprs.begin(), y.exprs.end(), same_expr) &&
         std::equal(x.blocks.begin(), x.blocks.end(), y.blocks.begin(), y.blocks.end(), same_block);
}

bool SameText::blocks(const ir::Block& a, const ir::Block& b) const {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](ir::StatementId x, ir::StatementId y) { return statements(x, y); });
}

// ---- Copies

void TextCopier::replace_reads(ir::PlaceId place, ir::BindingId by) {
  replaced_ = place;
  replacement_ = by;
}

ir::BindingId TextCopier::name(ir::BindingId id) const {
  const auto other = names_.find(id);
  return other == names_.end() ? id : other->second;
}

ir::ExprId TextCopier::expr(ir::ExprId id) {
  if (!id.valid()) return id;
  Expr copy = program_.exprs[id];
  if (copy.op == ir::Op::Read && replaced_.valid() && SameText(program_, names_).places(copy.place, replaced_)) {
    Expr read;
    read.op = ir::Op::Binding;
    read.type = program_.bindings[replacement_].type;
    read.binding = replacement_;
    read.span = copy.span;
    return program_.exprs.add(std::move(read));
  }
  if (copy.binding.valid()) copy.binding = name(copy.binding);
  if (copy.place.valid()) copy.place = place(copy.place);
  for (ir::ExprId& operand : copy.operands) operand = expr(operand);
  return program_.exprs.add(std::move(copy));
}

ir::PlaceId TextCopier::place(ir::PlaceId id) {
  Place copy = program_.places[id];
  if (copy.parent.valid()) copy.parent = place(copy.parent);
  if (copy.index.valid()) copy.index = expr(copy.index);
  return program_.places.add(std::move(copy));
}

ir::StatementId TextCopier::statement(ir::StatementId id) {
  Statement copy = program_.statements[id];
  for (ir::PlaceId& p : copy.places) p = place(p);
  for (ir::ExprId& e : copy.exprs) e = expr(e);
  for (ir::Block& b : copy.blocks) b = block(b);
  if (copy.binding.valid()) copy.binding = name(copy.binding);
  return program_.statements.add(std::move(copy));
}

ir::Block TextCopier::block(const ir::Block& original) {
  ir::Block copy;
  for (const ir::StatementId id : original) copy.push_back(statement(id));
  return copy;
}

}  // namespace px::symmetry
