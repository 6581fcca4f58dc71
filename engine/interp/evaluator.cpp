// Expressions and places. Statements are in evaluator_statements.cpp.
#include "engine/interp/evaluator.h"

#include <bit>
#include <limits>

#include "engine/base/check.h"
#include "engine/ir/exact_fold.h"
#include "engine/ir/fold.h"
#include "engine/ir/op_groups.h"

namespace px::interp {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::Place;
using ir::PlaceId;
using ir::read_bits;
using ir::Type;
using ir::TypeKind;
using ir::write_bits;

Evaluator::Evaluator(const ir::Program& program, const ir::Layout& layout, SequenceTable& sequences)
    : bindings(program.bindings.size(), 0), program_(program), layout_(layout), sequences_(sequences) {}

std::optional<int64_t> Evaluator::value(ExprId expr) {
  try {
    return eval(expr);
  } catch (const RuntimeErrorMet&) {
    return std::nullopt;
  }
}

void Evaluator::fail(Event::Error error, int64_t value, ExprId expr, PlaceId place, ir::StatementId statement) {
  Event event;
  event.kind = Event::Kind::RuntimeError;
  event.error = error;
  event.value = value;
  event.expr = expr;
  event.place = place;
  event.statement = statement;
  if (error == Event::Error::ValueOutOfRange && place.valid()) {
    const uint32_t mark = program_.variables[program_.variable_of(place)].growth;
    if (mark != 0) event.kind = Event::Kind::Growth;
    event.index = mark;
  }
  events->push_back(event);
  if (on_event) on_event();
  throw RuntimeErrorMet{};
}

// ---- Expressions

int64_t Evaluator::eval(ExprId id) {
  const Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::Const: return e.value;
    case Op::Binding: return bindings[e.binding.value];
    case Op::Timeout: return timeout;
    case Op::Read: {
      const Address address = resolve(e.place);
      if (solving_ && unknown_ == 0) unknown_ = step_of_cell_[address.bit()];
      return address.read(state->data());
    }
    case Op::QueueLength: return resolve(e.place).read(state->data());
    case Op::Not: return !eval(e.operands[0]);
    case Op::And: return eval(e.operands[0]) && eval(e.operands[1]);
    case Op::Or: return eval(e.operands[0]) || eval(e.operands[1]);
    case Op::If: return eval(e.operands[0]) ? eval(e.operands[1]) : eval(e.operands[2]);
    case Op::Wrap: return eval_wrap(e);
    case Op::At: {
      const int64_t element = eval(e.operands[0]);
      return location_of(program_.locations[e.location].family, element) == e.location;
    }
    case Op::LocationIndex: {
      const ir::LocationId location = location_of(e.family, eval(e.operands[0]));
      return location.valid() ? static_cast<int64_t>(program_.locations[location].index) : -1;
    }
    case Op::CanMove: return can_move(e.family, eval(e.operands[0]));
    case Op::IndexOf: return eval(e.operands[0]);
    case Op::ElementAt: {
      const int64_t index = eval(e.operands[0]);
      if (index < program_.scalar_lo(e.type) || index > program_.scalar_hi(e.type)) {
        fail(Event::Error::NoSuchElement, index, id);
      }
      return index;
    }
    case Op::Let:
    case Op::Fix: return eval_named(e);
    case Op::Check:
      if (!eval(e.operands[0])) fail(Event::Error::Undefined, e.value, id);
      return eval(e.operands[1]);
    case Op::Call: return eval_call(e, id);
    case PX_QUANTIFIER_OPS: return eval_quantifier(e, id);
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_COMPARISON_OPS:
    case PX_SET_OPS:
    case PX_SEQUENCE_OPS: return eval_binary(e, id);
    case Op::With: break;  // a list of arguments is not a value
  }
  PX_UNREACHABLE("expression");
}

int64_t Evaluator::eval_call(const Expr& e, ExprId id) {
  std::vector<int64_t> arguments;
  for (const ExprId argument : program_.call_arguments(e)) arguments.push_back(eval(argument));
  int64_t result = 0;
  if (program_.externals->call(static_cast<uint32_t>(e.value), arguments, result)) return result;
  fail(Event::Error::External, result, id);
}

int64_t Evaluator::eval_named(const Expr& e) {
  int64_t value = eval(e.operands[0]);
  const int64_t outer = bindings[e.binding.value];
  int64_t result = 0;
  for (;;) {
    bindings[e.binding.value] = value;
    result = eval(e.operands[1]);
    if (e.op == Op::Let || (result | value) == value) break;
    value |= result;
  }
  bindings[e.binding.value] = outer;
  return e.op == Op::Let ? result : value;
}

int64_t Evaluator::eval_wrap(const Expr& e) {
  const int64_t v = eval(e.operands[0]);
  const int64_t lo = program_.scalar_lo(e.type);
  const uint64_t size_minus_1 = static_cast<uint64_t>(program_.scalar_hi(e.type)) - static_cast<uint64_t>(lo);
  const uint64_t offset = (static_cast<uint64_t>(v) - static_cast<uint64_t>(lo)) & size_minus_1;
  return static_cast<int64_t>(static_cast<uint64_t>(lo) + offset);
}

int64_t Evaluator::eval_binary(const Expr& e, ExprId id) {
  const int64_t a = eval(e.operands[0]);
  const int64_t b = e.operands[1].valid() ? eval(e.operands[1]) : 0;
  switch (e.op) {
#define PX_TOTAL_OP(name, value) \
  case Op::name: \
    return value;
#include "engine/ir/total_op.def"
#undef PX_TOTAL_OP
    case Op::SetOf: {
      const ir::Domain& domain = program_.types[e.type].domain;
      const int64_t index = a - program_.domain_first(domain);
      if (index < 0 || index >= program_.domain_size(domain)) fail(Event::Error::NoSuchElement, a, id);
      return static_cast<int64_t>(uint64_t{1} << index);
    }
    case Op::Member: {
      const ir::Domain& domain = program_.types[program_.exprs[e.operands[1]].type].domain;
      const int64_t index = a - program_.domain_first(domain);
      return index >= 0 && index < program_.domain_size(domain) && (static_cast<uint64_t>(b) >> index & 1) != 0;
    }
    case PX_ARITHMETIC_OPS: return eval_arithmetic(e, id, a, b);
    case PX_SEQUENCE_OPS: return eval_sequence(e, id, a, b);
    case Op::If:
    case Op::Wrap:
    case Op::Check:
    case PX_LEAF_OPS:
    case PX_LOGIC_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_CALL_OPS: break;
  }
  PX_UNREACHABLE("operation of one or two values");
}

int64_t Evaluator::eval_sequence(const Expr& e, ExprId id, int64_t a, int64_t b) {
  const auto first = static_cast<SequenceTable::Handle>(a);
  const auto second = static_cast<SequenceTable::Handle>(b);
  std::optional<SequenceTable::Handle> made;
  if (e.op == Op::SeqLength) return static_cast<int64_t>(sequences_.length(first));
  if (e.op == Op::SeqAt) {
    const std::optional<int64_t> item = sequences_.at(first, b);
    if (!item) fail(Event::Error::NoSuchElement, b, id);
    return *item;
  }
  if (e.op == Op::SeqAppend) {
    made = sequences_.append(first, b);
  } else if (e.op == Op::SeqPrepend) {
    made = sequences_.prepend(a, second);
  } else if (e.op == Op::SeqConcat) {
    made = sequences_.concat(first, second);
  } else {
    if (first == SequenceTable::kEmpty) fail(Event::Error::NoSuchElement, 0, id);
    made = e.op == Op::SeqTail ? sequences_.tail(first) : sequences_.front(first);
  }
  if (!made) fail(Event::Error::SequencesFull, 0, id);
  return *made;
}

int64_t Evaluator::eval_arithmetic(const Expr& e, ExprId id, int64_t a, int64_t b) {
  const bool shifts = e.op == Op::Shl || e.op == Op::Shr;
  const bool divides = e.op == Op::Div || e.op == Op::Mod;
  if (shifts && (b < 0 || b > 63)) fail(Event::Error::ShiftDistance, b, id);
  if (divides && b == 0) fail(Event::Error::DivisionByZero, 0, id);
  // The only remaining reason for a missing value is overflow.
  const std::optional<int64_t> result = ir::fold_operation(e.op, a, b);
  if (!result) fail(Event::Error::Overflow, 0, id);
  return *result;
}

int64_t Evaluator::eval_quantifier(const Expr& e, ExprId id) {
  const int64_t first = program_.domain_first(e.domain);
  const int64_t size = program_.domain_size(e.domain);
  const int64_t outer = bindings[e.binding.value];
  int64_t result = e.op == Op::Forall ? 1 : 0;
  ir::ExactSum sum;
  ir::ExactProduct product;
  bool any = false;
  for (int64_t v = first; v < first + size; ++v) {
    ask();
    bindings[e.binding.value] = v;
    const bool holds = !e.operands[0].valid() || eval(e.operands[0]);
    if (e.op == Op::Forall && !holds) {
      result = 0;
      break;
    }
    if (!holds || e.op == Op::Forall) continue;
    if (e.op == Op::Exists) {
      result = 1;
      break;
    }
    if (e.op == Op::Collect) {
      result |= static_cast<int64_t>(uint64_t{1} << (v - first));
      continue;
    }
    if (e.op == Op::The) {
      if (any) fail(Event::Error::NoSuchElement, 0, id);
      result = v;
      any = true;
      continue;
    }
    if (e.op == Op::Count) {
      ++result;
      continue;
    }
    const int64_t item = eval(e.operands[1]);
    if (e.op == Op::Sum) {
      sum.add(item);
    } else if (e.op == Op::Product) {
      product.multiply(item);
    } else if (!any || (e.op == Op::Min ? item < result : item > result)) {
      result = item;
    }
    any = true;
  }
  bindings[e.binding.value] = outer;
  if (e.op == Op::Sum || e.op == Op::Product) {
    const std::optional<int64_t> exact = e.op == Op::Sum ? sum.value() : product.value();
    if (!exact) fail(Event::Error::Overflow, 0, id);
    return *exact;
  }
  if (!any && (e.op == Op::Min || e.op == Op::Max || e.op == Op::The)) fail(Event::Error::NoSuchElement, 0, id);
  return result;
}

// ---- Places

Evaluator::Address Evaluator::resolve(PlaceId id) {
  const Place& place = program_.places[id];
  if (place.kind == Place::Kind::Variable) return Address(program_, layout_, place.variable);
  const Address parent = resolve(place.parent);
  return place.kind == Place::Kind::FieldOf ? parent.field(place.field) : resolve_index(place, id, parent);
}

Evaluator::Address Evaluator::resolve_index(const Place& place, PlaceId id, const Address& parent) {
  const int64_t value = eval(place.index);
  if (place.kind == Place::Kind::Item) {
    if (value < 0 || value >= parent.read(state->data())) fail(Event::Error::NoSuchElement, value, place.index, id);
    return parent.item(static_cast<uint64_t>(value));
  }
  const int64_t index = value - program_.domain_first(parent.type().domain);
  if (index < 0 || index >= parent.cells()) fail(Event::Error::IndexOutOfRange, value, place.index, id);
  return parent.cell(static_cast<uint64_t>(index));
}

void Evaluator::write_scalar(uint64_t bit, ir::TypeId type, int64_t value) {
  const ir::ScalarCode& code = layout_.shape(type).code;
  write_bits(state->data(), bit, code.width, code.encode(value));
}

// ---- Control

ir::LocationId Evaluator::location_of(ir::FamilyId family_id, int64_t element) const {
  const ir::Family& family = program_.families[family_id];
  const int64_t index = element - family.first;
  if (index < 0 || index >= family.count) return {};
  const ir::LaneLayout& lane = layout_.lane(family_id);
  const uint64_t bit = lane.control_bit(static_cast<uint64_t>(index));
  return family.locations[read_bits(state->data(), bit, lane.control.width)];
}

void Evaluator::set_location(ir::FamilyId family_id, int64_t element, ir::LocationId location) {
  const ir::Family& family = program_.families[family_id];
  const int64_t index = element - family.first;
  PX_CHECK(index >= 0 && index < family.count);
  const ir::LaneLayout& lane = layout_.lane(family_id);
  const uint64_t bit = lane.control_bit(static_cast<uint64_t>(index));
  write_bits(state->data(), bit, lane.control.width, program_.locations[location].index);
}

bool Evaluator::for_each_argument(const ir::Action& action, int64_t first_mover, const std::function<bool()>& visit) {
  const uint32_t fixed = action.movers.empty() ? UINT32_MAX : action.movers.front().parameter;
  const std::function<bool(uint32_t)> choose = [&](uint32_t parameter) {
    if (parameter == action.parameters.size()) return visit();
    const ir::Parameter& p = action.parameters[parameter];
    const int64_t first = parameter == fixed ? first_mover : program_.domain_first(p.domain);
    const int64_t size = parameter == fixed ? 1 : program_.domain_size(p.domain);
    for (int64_t v = first; v < first + size; ++v) {
      ask();
      bindings[p.binding.value] = v;
      if (choose(parameter + 1)) return true;
    }
    return false;
  };
  return choose(0);
}

bool Evaluator::enabled(const ir::Action& action) {
  for (size_t i = 0; i < action.movers.size(); ++i) {
    const ir::Mover& mover = action.movers[i];
    const ir::FamilyId family = program_.locations[mover.from].family;
    const int64_t process = bindings[action.parameters[mover.parameter].binding.value];
    if (location_of(family, process) != mover.from) return false;
    for (size_t j = 0; j < i; ++j) {
      const ir::Mover& other = action.movers[j];
      const bool same_sort =
          program_.families[program_.locations[other.from].family].sort == program_.families[family].sort;
      if (same_sort && bindings[action.parameters[other.parameter].binding.value] == process) return false;
    }
  }
  return !action.guard.valid() || value(action.guard).value_or(0) != 0;
}

bool Evaluator::can_move(ir::FamilyId family, int64_t element) {
  if (within_can_move_) return false;
  const std::vector<int64_t> outer = bindings;
  within_can_move_ = true;
  bool can = false;
  for (const ir::Action& action : program_.actions) {
    if (action.movers.empty() || program_.locations[action.movers.front().from].family != family) continue;
    can = for_each_argument(action, element, [&] { return enabled(action); });
    if (can) break;
  }
  within_can_move_ = false;
  bindings = outer;
  return can;
}

}  // namespace px::interp
