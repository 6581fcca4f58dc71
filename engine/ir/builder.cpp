#include "engine/ir/builder.h"

#include <algorithm>
#include <limits>

#include "engine/base/check.h"
#include "engine/ir/extend.h"

namespace px::ir {

Builder::Builder(std::string name) {
  program_.name = std::move(name);
}

// ---- Sorts, families, locations

SortId Builder::sort(std::string name, uint32_t size, SourceSpan span, std::vector<std::string> element_names) {
  return add_sort(program_, Sort{std::move(name), size, {}, std::move(element_names), span});
}

FamilyId Builder::family(std::string name, SortId sort, uint32_t first, uint32_t count, SourceSpan span) {
  return program_.families.add(Family{std::move(name), sort, first, count, {}, {}, span});
}

LocationId Builder::location(FamilyId family_id, std::string name, SourceSpan span) {
  Family& family = program_.families[family_id];
  Location location;
  location.name = std::move(name);
  location.family = family_id;
  location.index = static_cast<uint32_t>(family.locations.size());
  location.span = span;
  const LocationId id = program_.locations.add(std::move(location));
  family.locations.push_back(id);
  if (family.initial.empty()) family.initial.assign(family.count, id);
  return id;
}

void Builder::initial_location(FamilyId family, uint32_t element_in_family, LocationId location) {
  program_.families[family].initial.at(element_in_family) = location;
}

// ---- Types

TypeId Builder::type(Type type) {
  return type_id(program_, std::move(type));
}

TypeId Builder::bool_type() {
  return type(Type{});
}

TypeId Builder::integer_type() {
  return int_type(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max());
}

TypeId Builder::int_type(int64_t lo, int64_t hi) {
  Type t;
  t.kind = TypeKind::Int;
  t.lo = lo;
  t.hi = hi;
  return type(std::move(t));
}

TypeId Builder::external_type(int64_t lo, int64_t hi) {
  Type t;
  t.kind = TypeKind::Int;
  t.lo = lo;
  t.hi = hi;
  t.external = true;
  return type(std::move(t));
}

TypeId Builder::named_int_type(int64_t lo, int64_t hi, ValueNames names) {
  Type t;
  t.kind = TypeKind::Int;
  t.lo = lo;
  t.hi = hi;
  const auto known = std::find(program_.value_names.begin(), program_.value_names.end(), names);
  t.names = known != program_.value_names.end()
                ? program_.value_names.id_at(static_cast<size_t>(known - program_.value_names.begin()))
                : program_.value_names.add(std::move(names));
  return type(std::move(t));
}

TypeId Builder::named_set_type(Domain domain, NamesId names) {
  Type t;
  t.kind = TypeKind::Set;
  t.domain = domain;
  t.names = names;
  return type(std::move(t));
}

TypeId Builder::element_type(SortId sort, bool allows_none) {
  Type t;
  t.kind = TypeKind::Element;
  t.sort = sort;
  t.allows_none = allows_none;
  return type(std::move(t));
}

TypeId Builder::set_type(Domain domain) {
  Type t;
  t.kind = TypeKind::Set;
  t.domain = domain;
  return type(std::move(t));
}

TypeId Builder::sequence_type(TypeId element) {
  Type t;
  t.kind = TypeKind::Sequence;
  t.element = element;
  return type(std::move(t));
}

TypeId Builder::array_type(Domain domain, TypeId element) {
  Type t;
  t.kind = TypeKind::Array;
  t.domain = domain;
  t.element = element;
  return type(std::move(t));
}

TypeId Builder::record_type(std::vector<Field> fields) {
  Type t;
  t.kind = TypeKind::Record;
  t.fields = std::move(fields);
  return type(std::move(t));
}

TypeId Builder::queue_type(uint32_t capacity, TypeId record) {
  Type t;
  t.kind = TypeKind::Queue;
  t.capacity = capacity;
  t.element = record;
  return type(std::move(t));
}

// ---- Variables

VariableId Builder::variable(std::string name, TypeId type, std::vector<int64_t> initial, SourceSpan span) {
  Variable v;
  v.name = std::move(name);
  v.type = type;
  v.initial = std::move(initial);
  v.span = span;
  return program_.variables.add(std::move(v));
}

VariableId Builder::local(FamilyId family, std::string name, TypeId cell, std::vector<int64_t> initial,
                          SourceSpan span) {
  const VariableId id = variable(std::move(name), array_type(Domain::of(family), cell), std::move(initial), span);
  program_.variables[id].owner = family;
  return id;
}

// ---- Bindings and expressions

BindingId Builder::binding(std::string name, TypeId type) {
  return program_.bindings.add(Binding{std::move(name), type});
}

TypeId Builder::domain_type(const Domain& domain) {
  if (domain.is_subsets()) return set_type(domain.base());
  if (domain.is_family()) return element_type(program_.families[domain.family].sort);
  return int_type(domain.lo, std::max(domain.lo, domain.hi));  // names over an empty range are never bound
}

BindingId Builder::binding_over(std::string name, const Domain& domain) {
  return binding(std::move(name), domain_type(domain));
}

ExprId Builder::constant(TypeId type, int64_t value, SourceSpan span) {
  Expr e;
  e.op = Op::Const;
  e.type = type;
  e.value = value;
  e.span = span;
  return expr(e);
}

ExprId Builder::use(BindingId binding, SourceSpan span) {
  Expr e;
  e.op = Op::Binding;
  e.type = program_.bindings[binding].type;
  e.binding = binding;
  e.span = span;
  return expr(e);
}

ExprId Builder::read(PlaceId place, SourceSpan span) {
  Expr e;
  e.op = Op::Read;
  e.type = program_.places[place].type;
  e.place = place;
  e.span = span;
  return expr(e);
}

ExprId Builder::queue_length(PlaceId queue, SourceSpan span) {
  Expr e;
  e.op = Op::QueueLength;
  e.type = integer_type();
  e.place = queue;
  e.span = span;
  return expr(e);
}

TypeId Builder::result_type(Op op, ExprId a, ExprId b) {
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

ExprId Builder::unary(Op op, ExprId a, SourceSpan span) {
  return binary(op, a, {}, span);
}

ExprId Builder::binary(Op op, ExprId a, ExprId b, SourceSpan span) {
  Expr e;
  e.op = op;
  e.type = result_type(op, a, b);
  e.operands[0] = a;
  e.operands[1] = b;
  e.span = span;
  return expr(e);
}

ExprId Builder::call(uint32_t function, const std::vector<ExprId>& arguments, TypeId result, SourceSpan span) {
  ExprId list = boolean(false, span);
  for (const ExprId argument : arguments) list = binary(Op::With, list, argument, span);
  const ExprId id = unary(Op::Call, list, span);
  program_.exprs[id].value = function;
  program_.exprs[id].type = result;
  return id;
}

ExprId Builder::conditional(ExprId condition, ExprId then, ExprId otherwise, SourceSpan span) {
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

ExprId Builder::wrap(ExprId a, TypeId type, SourceSpan span) {
  const ExprId id = unary(Op::Wrap, a, span);
  program_.exprs[id].type = type;
  return id;
}

ExprId Builder::set_of(ExprId element, TypeId set, SourceSpan span) {
  Expr e;
  e.op = Op::SetOf;
  e.type = set;
  e.operands[0] = element;
  e.span = span;
  return expr(e);
}

ExprId Builder::element_at(ExprId index, SortId sort, SourceSpan span) {
  const ExprId id = unary(Op::ElementAt, index, span);
  program_.exprs[id].type = element_type(sort);
  return id;
}

ExprId Builder::quantifier(Op op, BindingId binding, const Domain& domain, ExprId filter, ExprId value,
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

ExprId Builder::let_in(BindingId binding, ExprId value, ExprId body, SourceSpan span) {
  const ExprId id = binary(Op::Let, value, body, span);
  program_.exprs[id].type = program_.exprs[body].type;
  program_.exprs[id].binding = binding;
  return id;
}

ExprId Builder::fixpoint(BindingId binding, ExprId start, ExprId step, SourceSpan span) {
  const ExprId id = binary(Op::Fix, start, step, span);
  program_.exprs[id].type = program_.exprs[start].type;
  program_.exprs[id].binding = binding;
  return id;
}

ExprId Builder::check(ExprId condition, ExprId value, const std::string& text, SourceSpan span) {
  const ExprId id = binary(Op::Check, condition, value, span);
  program_.exprs[id].type = program_.exprs[value].type;
  const auto known = std::find(program_.texts.begin(), program_.texts.end(), text);
  program_.exprs[id].value = known - program_.texts.begin();
  if (known == program_.texts.end()) program_.texts.push_back(text);
  return id;
}

ExprId Builder::at(ExprId process, LocationId location, SourceSpan span) {
  const ExprId id = unary(Op::At, process, span);
  program_.exprs[id].type = bool_type();
  program_.exprs[id].location = location;
  return id;
}

ExprId Builder::location_index(ExprId process, FamilyId family, SourceSpan span) {
  const ExprId id = unary(Op::LocationIndex, process, span);
  program_.exprs[id].family = family;
  return id;
}

ExprId Builder::can_move(ExprId process, FamilyId family, SourceSpan span) {
  const ExprId id = unary(Op::CanMove, process, span);
  program_.exprs[id].type = bool_type();
  program_.exprs[id].family = family;
  return id;
}

ExprId Builder::timeout(SourceSpan span) {
  Expr e;
  e.op = Op::Timeout;
  e.type = bool_type();
  e.span = span;
  return expr(e);
}

ExprId Builder::all_of(const std::vector<ExprId>& conditions) {
  if (conditions.empty()) return boolean(true);
  ExprId all = conditions.front();
  for (size_t i = 1; i < conditions.size(); ++i) all = binary(Op::And, all, conditions[i]);
  return all;
}

ExprId Builder::any_of(const std::vector<ExprId>& conditions) {
  if (conditions.empty()) return boolean(false);
  ExprId any = conditions.front();
  for (size_t i = 1; i < conditions.size(); ++i) any = binary(Op::Or, any, conditions[i]);
  return any;
}

ExprId Builder::clone(ExprId id, const std::vector<std::pair<BindingId, ExprId>>& replace) {
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

PlaceId Builder::place(VariableId variable, SourceSpan span) {
  Place p;
  p.kind = Place::Kind::Variable;
  p.type = program_.variables[variable].type;
  p.variable = variable;
  p.span = span;
  return program_.places.add(p);
}

PlaceId Builder::index(PlaceId parent, ExprId index, SourceSpan span) {
  Place p;
  p.kind = Place::Kind::Index;
  p.type = program_.types[program_.places[parent].type].element;
  p.parent = parent;
  p.index = index;
  p.span = span;
  return program_.places.add(p);
}

PlaceId Builder::field(PlaceId parent, uint32_t field, SourceSpan span) {
  Place p;
  p.kind = Place::Kind::FieldOf;
  p.type = program_.types[program_.places[parent].type].fields.at(field).type;
  p.parent = parent;
  p.field = field;
  p.span = span;
  return program_.places.add(p);
}

PlaceId Builder::item(PlaceId queue, ExprId position, SourceSpan span) {
  const PlaceId id = index(queue, position, span);
  program_.places[id].kind = Place::Kind::Item;
  return id;
}

PlaceId Builder::clone_place(PlaceId id, const std::vector<std::pair<BindingId, ExprId>>& replace) {
  Place copy = program_.places[id];
  if (copy.parent.valid()) copy.parent = clone_place(copy.parent, replace);
  if (copy.index.valid()) copy.index = clone(copy.index, replace);
  return program_.places.add(copy);
}

// ---- Statements

StatementId Builder::assign(PlaceId place, ExprId value, SourceSpan span) {
  return assign_all({place}, {value}, span);
}

StatementId Builder::assign_all(std::vector<PlaceId> places, std::vector<ExprId> values, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Assign;
  s.places = std::move(places);
  s.exprs = std::move(values);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::copy(PlaceId to, PlaceId from, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Copy;
  s.places = {to, from};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::reset(PlaceId place, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Reset;
  s.places = {place};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::if_else(ExprId condition, Block then, Block otherwise, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::If;
  s.exprs = {condition};
  s.blocks = {std::move(then), std::move(otherwise)};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::for_each(BindingId binding, const Domain& domain, Block body, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::For;
  s.binding = binding;
  s.domain = domain;
  s.blocks = {std::move(body)};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::while_loop(ExprId condition, Block body, uint64_t limit, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::While;
  s.exprs = {condition};
  s.blocks = {std::move(body)};
  s.limit = limit;
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::let(BindingId binding, ExprId value, Block body, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Let;
  s.binding = binding;
  s.exprs = {value};
  s.blocks = {std::move(body)};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::choose(BindingId binding, const Domain& domain, Block body, SourceSpan span) {
  const StatementId id = for_each(binding, domain, std::move(body), span);
  program_.statements[id].kind = Statement::Kind::Choose;
  return id;
}

StatementId Builder::choose_some(BindingId binding, const Domain& range, ExprId count, Block body, SourceSpan span) {
  const StatementId id = choose(binding, range, std::move(body), span);
  program_.statements[id].exprs = {count};
  return id;
}

StatementId Builder::either(std::vector<Block> branches, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Either;
  s.blocks = std::move(branches);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::require(ExprId condition, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Require;
  s.exprs = {condition};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::assertion(ExprId condition, std::string text, SourceSpan span, ViolationKind kind) {
  Statement s;
  s.kind = Statement::Kind::Assert;
  s.exprs = {condition};
  s.text = std::move(text);
  s.violation = static_cast<uint8_t>(kind);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::fail(std::string text, SourceSpan span, ViolationKind kind) {
  Statement s;
  s.kind = Statement::Kind::Fail;
  s.text = std::move(text);
  s.violation = static_cast<uint8_t>(kind);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::grow(uint32_t mark, std::string text, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Grow;
  s.mark = mark;
  s.text = std::move(text);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::push(PlaceId queue, std::vector<ExprId> fields, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Push;
  s.places = {queue};
  s.exprs = std::move(fields);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::push_sorted(PlaceId queue, std::vector<ExprId> fields, SourceSpan span) {
  const StatementId id = push(queue, std::move(fields), span);
  program_.statements[id].kind = Statement::Kind::PushSorted;
  return id;
}

StatementId Builder::pop(PlaceId queue, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Pop;
  s.places = {queue};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::remove_at(PlaceId queue, ExprId position, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::RemoveAt;
  s.places = {queue};
  s.exprs = {position};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::go_to(ExprId process, LocationId location, SourceSpan span, LocationId from) {
  Statement s;
  s.kind = Statement::Kind::Goto;
  s.exprs = {process};
  s.location = location;
  s.from = from;
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::solve(std::vector<PlaceId> places, std::vector<ExprId> conditions, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Solve;
  s.places = std::move(places);
  s.exprs = std::move(conditions);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::print(std::string format, std::vector<ExprId> arguments, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Print;
  s.text = std::move(format);
  s.exprs = std::move(arguments);
  s.span = span;
  return statement(std::move(s));
}

// ---- Actions and properties

ActionId Builder::action(Action action) {
  return program_.actions.add(std::move(action));
}

void Builder::drop_actions(const std::function<bool(const Action&)>& drop) {
  Store<ActionId, Action> kept;
  for (Action& action : program_.actions) {
    if (!drop(action)) kept.add(std::move(action));
  }
  program_.actions = std::move(kept);
}

void Builder::invariant(std::string name, ExprId condition, SourceSpan span, ViolationKind kind) {
  program_.invariants.push_back(Invariant{std::move(name), condition, kind, span});
}

void Builder::automaton(Automaton automaton) {
  program_.automata.push_back(std::move(automaton));
}

}  // namespace px::ir
