#include "engine/ir/expression_builder.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::ir {

// ---- Bindings and expressions

BindingId ExpressionBuilder::binding(std::string name, TypeId type) {
  return program_.bindings.add(Binding{std::move(name), type});
}

BindingId ExpressionBuilder::binding_over(std::string name, const Domain& domain) {
  return binding(std::move(name), domain_type(domain));
}

ExprId ExpressionBuilder::constant(TypeId type, int64_t value, SourceSpan span) {
  Expr e;
  e.op = Op::Const;
  e.type = type;
  e.value = value;
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::use(BindingId binding, SourceSpan span) {
  Expr e;
  e.op = Op::Binding;
  e.type = program_.bindings[binding].type;
  e.binding = binding;
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::read(PlaceId place, SourceSpan span) {
  Expr e;
  e.op = Op::Read;
  e.type = program_.places[place].type;
  e.place = place;
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::queue_length(PlaceId queue, SourceSpan span) {
  Expr e;
  e.op = Op::QueueLength;
  e.type = integer_type();
  e.place = queue;
  e.span = span;
  return expr(e);
}

TypeId ExpressionBuilder::result_type(Op op, ExprId a, ExprId b) {
  const Type& first = program_.types[program_.exprs[a].type];
  switch (op_result(op)) {
    case ResultClass::Truth: return bool_type();
    case ResultClass::Singleton:
      return first.kind == TypeKind::Element ? set_type(Domain::of(program_.sorts[first.sort].whole))
                                             : set_type(Domain::range(first.lo, first.hi));
    case ResultClass::First: return program_.exprs[a].type;
    case ResultClass::Second: return program_.exprs[b].type;
    case ResultClass::Item: return first.element.valid() ? first.element : integer_type();
    case ResultClass::Number:
    case ResultClass::Own: return integer_type();
  }
  PX_UNREACHABLE("class of a result");
}

ExprId ExpressionBuilder::unary(Op op, ExprId a, SourceSpan span) {
  return binary(op, a, {}, span);
}

ExprId ExpressionBuilder::binary(Op op, ExprId a, ExprId b, SourceSpan span) {
  Expr e;
  e.op = op;
  e.type = result_type(op, a, b);
  e.operands[0] = a;
  e.operands[1] = b;
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::call(uint32_t function, const std::vector<ExprId>& arguments, TypeId result,
                               SourceSpan span) {
  ExprId list = boolean(false, span);
  for (const ExprId argument : arguments) list = binary(Op::With, list, argument, span);
  const ExprId id = unary(Op::Call, list, span);
  program_.exprs[id].value = function;
  program_.exprs[id].type = result;
  return id;
}

ExprId ExpressionBuilder::conditional(ExprId condition, ExprId then, ExprId otherwise, SourceSpan span) {
  // Two integer ranges join to the type of arithmetic; equal types stay; a literal takes the other side's type.
  const TypeId a = program_.exprs[then].type;
  const TypeId b = program_.exprs[otherwise].type;
  Expr e;
  e.op = Op::If;
  e.type = a;
  if (a != b && program_.types[a].kind == TypeKind::Int) e.type = integer_type();
  if (a != b && program_.types[b].kind == TypeKind::Element && program_.types[b].allows_none) e.type = b;
  e.operands[0] = condition;
  e.operands[1] = then;
  e.operands[2] = otherwise;
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::wrap(ExprId a, TypeId type, SourceSpan span) {
  const ExprId id = unary(Op::Wrap, a, span);
  program_.exprs[id].type = type;
  return id;
}

ExprId ExpressionBuilder::set_of(ExprId element, TypeId set, SourceSpan span) {
  Expr e;
  e.op = Op::SetOf;
  e.type = set;
  e.operands[0] = element;
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::element_at(ExprId index, SortId sort, SourceSpan span) {
  const ExprId id = unary(Op::ElementAt, index, span);
  program_.exprs[id].type = element_type(sort);
  return id;
}

ExprId ExpressionBuilder::quantifier(Op op, BindingId binding, const Domain& domain, ExprId filter, ExprId value,
                                     SourceSpan span) {
  Expr e;
  e.op = op;
  e.type = (op == Op::Forall || op == Op::Exists) ? bool_type() : integer_type();
  if (op == Op::Collect) e.type = set_type(domain);
  if (op == Op::The) e.type = domain_type(domain);
  if ((op == Op::Min || op == Op::Max) && value.valid()) e.type = program_.exprs[value].type;
  e.binding = binding;
  e.domain = domain;
  e.operands[0] = filter;
  e.operands[1] = value;
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::let_in(BindingId binding, ExprId value, ExprId body, SourceSpan span) {
  const ExprId id = binary(Op::Let, value, body, span);
  program_.exprs[id].type = program_.exprs[body].type;
  program_.exprs[id].binding = binding;
  return id;
}

ExprId ExpressionBuilder::fixpoint(BindingId binding, ExprId start, ExprId step, SourceSpan span) {
  const ExprId id = binary(Op::Fix, start, step, span);
  program_.exprs[id].type = program_.exprs[start].type;
  program_.exprs[id].binding = binding;
  return id;
}

ExprId ExpressionBuilder::check(ExprId condition, ExprId value, const std::string& text, SourceSpan span) {
  const ExprId id = binary(Op::Check, condition, value, span);
  program_.exprs[id].type = program_.exprs[value].type;
  const auto known = std::find(program_.texts.begin(), program_.texts.end(), text);
  program_.exprs[id].value = known - program_.texts.begin();
  if (known == program_.texts.end()) program_.texts.push_back(text);
  return id;
}

ExprId ExpressionBuilder::at(ExprId process, LocationId location, SourceSpan span) {
  const ExprId id = unary(Op::At, process, span);
  program_.exprs[id].type = bool_type();
  program_.exprs[id].location = location;
  return id;
}

ExprId ExpressionBuilder::location_index(ExprId process, FamilyId family, SourceSpan span) {
  const ExprId id = unary(Op::LocationIndex, process, span);
  program_.exprs[id].family = family;
  return id;
}

ExprId ExpressionBuilder::can_move(ExprId process, FamilyId family, SourceSpan span) {
  const ExprId id = unary(Op::CanMove, process, span);
  program_.exprs[id].type = bool_type();
  program_.exprs[id].family = family;
  return id;
}

ExprId ExpressionBuilder::timeout(SourceSpan span) {
  Expr e;
  e.op = Op::Timeout;
  e.type = bool_type();
  e.span = span;
  return expr(e);
}

ExprId ExpressionBuilder::all_of(const std::vector<ExprId>& conditions) {
  if (conditions.empty()) return boolean(true);
  ExprId all = conditions.front();
  for (size_t i = 1; i < conditions.size(); ++i) all = binary(Op::And, all, conditions[i]);
  return all;
}

ExprId ExpressionBuilder::any_of(const std::vector<ExprId>& conditions) {
  if (conditions.empty()) return boolean(false);
  ExprId any = conditions.front();
  for (size_t i = 1; i < conditions.size(); ++i) any = binary(Op::Or, any, conditions[i]);
  return any;
}

ExprId ExpressionBuilder::clone(ExprId id, const std::vector<std::pair<BindingId, ExprId>>& replace) {
  Expr copy = program_.exprs[id];
  if (copy.op == Op::Binding) {
    for (const auto& [binding, with] : replace) {
      if (binding == copy.binding) return clone(with);
    }
  }
  if (copy.place.valid()) copy.place = clone_place(copy.place, replace);
  for (ExprId& operand : copy.operands) {
    if (operand.valid()) operand = clone(operand, replace);
  }
  return expr(copy);
}

// ---- Places

PlaceId ExpressionBuilder::place(VariableId variable, SourceSpan span) {
  Place p;
  p.kind = Place::Kind::Variable;
  p.type = program_.variables[variable].type;
  p.variable = variable;
  p.span = span;
  return program_.places.add(p);
}

PlaceId ExpressionBuilder::index(PlaceId parent, ExprId index, SourceSpan span) {
  Place p;
  p.kind = Place::Kind::Index;
  p.type = program_.types[program_.places[parent].type].element;
  p.parent = parent;
  p.index = index;
  p.span = span;
  return program_.places.add(p);
}

PlaceId ExpressionBuilder::field(PlaceId parent, uint32_t field, SourceSpan span) {
  Place p;
  p.kind = Place::Kind::FieldOf;
  p.type = program_.types[program_.places[parent].type].fields.at(field).type;
  p.parent = parent;
  p.field = field;
  p.span = span;
  return program_.places.add(p);
}

PlaceId ExpressionBuilder::item(PlaceId queue, ExprId position, SourceSpan span) {
  const PlaceId id = index(queue, position, span);
  program_.places[id].kind = Place::Kind::Item;
  return id;
}

PlaceId ExpressionBuilder::clone_place(PlaceId id, const std::vector<std::pair<BindingId, ExprId>>& replace) {
  Place copy = program_.places[id];
  if (copy.parent.valid()) copy.parent = clone_place(copy.parent, replace);
  if (copy.index.valid()) copy.index = clone(copy.index, replace);
  return program_.places.add(copy);
}

}  // namespace px::ir
