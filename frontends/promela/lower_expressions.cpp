// Expressions. Promela computes with C's int; the Program computes with 64 bits and reduces only stored values (sums,
// differences and products agree modulo 2^32; comparisons and divisions of values beyond 32 bits, which are undefined
// in C, do not occur in meaningful models).
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/promela/expression_lowering.h"
#include "frontends/promela/value_range.h"

namespace px::promela {

using ir::Op;

Value ExpressionLowering::lower(const Context& context, ExprId id) {
  const Expr& expr = model_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Constant: return literal(expr.value);
    case ExprKind::Variable: return lower_variable(context, expr);
    case ExprKind::Unary: return lower_unary(context, expr);
    case ExprKind::Binary: return lower_binary(context, expr);
    case ExprKind::Conditional: return lower_conditional(context, expr);
    case ExprKind::Len:
    case ExprKind::Full:
    case ExprKind::Empty:
    case ExprKind::NFull:
    case ExprKind::NEmpty:
    case ExprKind::Poll: return queue_query(context, expr);
    case ExprKind::Timeout: return truth_value(builder_.timeout(expr.span));
    case ExprKind::Pid:
      if (in_claim_) return literal(0);
      return process_value(builder_.use(context.self, expr.span));
    case ExprKind::NrProcesses: return number_value(process_count(), 0, kMaxProcesses);
    case ExprKind::Last: return process_value(builder_.read(builder_.place(*last_), expr.span));
    case ExprKind::Enabled:
    case ExprKind::PcValue:
    case ExprKind::GetPriority:
    case ExprKind::Priority: return lower_process_query(context, expr);
    case ExprKind::RemoteLabel:
    case ExprKind::RemoteVariable: return lower_remote(context, expr);
    case ExprKind::NonProgress: return truth_value(no_progress());
    case ExprKind::Run: break;
  }
  diagnostics_.add(DiagnosticKind::Unsupported, expr.span, "'run' cannot be used within a larger expression here",
                   "assign its result to a variable in a statement of its own");
  return literal(0);
}

Value ExpressionLowering::lower_conditional(const Context& context, const Expr& expr) {
  const ir::ExprId condition = truth_of(context, expr.operands[0]);
  const Value a = lower(context, expr.operands[1]);
  const Value b = lower(context, expr.operands[2]);
  const bool elements = a.kind == Value::Kind::Process || a.kind == Value::Kind::Channel;
  if (elements && a.kind == b.kind && a.none == b.none) {
    return {a.kind, builder_.conditional(condition, a.expr, b.expr, expr.span), a.lo, a.hi, a.none};
  }
  const ir::ExprId value = builder_.conditional(condition, number(a), number(b), expr.span);
  return {Value::Kind::Number, value, std::min(a.lo, b.lo), std::max(a.hi, b.hi), a.none ? a.none : b.none};
}

// ---- Representations of values

Value ModelLowering::process_value(ir::ExprId element) const {
  return {Value::Kind::Process, element, 0, input_.slots.count() - 1, {}};
}

ir::ExprId ModelLowering::number(const Value& value, SourceSpan span) {
  switch (value.kind) {
    case Value::Kind::Literal: return builder_.integer(value.lo, span);
    case Value::Kind::Number: return value.expr;
    case Value::Kind::Truth: return builder_.conditional(value.expr, builder_.integer(1), builder_.integer(0), span);
    case Value::Kind::Channel:
    case Value::Kind::Process: break;
  }
  // Channels are numbered from 1, so that "none" is 0.
  if (value.kind == Value::Kind::Channel) {
    return builder_.binary(Op::Add, builder_.unary(Op::IndexOf, value.expr, span), builder_.integer(1), span);
  }
  if (!value.none) return pid_of(value.expr, span);
  const ir::ExprId index = builder_.unary(Op::IndexOf, builder_.clone(value.expr), span);
  const ir::ExprId is_none = builder_.binary(Op::Lt, index, builder_.integer(0));
  return builder_.conditional(is_none, builder_.integer(*value.none), pid_of(value.expr, span), span);
}

ir::ExprId ModelLowering::number_clone(const Value& value) {
  Value copy = value;
  if (copy.expr.valid()) copy.expr = builder_.clone(copy.expr);
  return number(copy);
}

ir::ExprId ModelLowering::truth(const Value& value, SourceSpan span) {
  if (value.kind == Value::Kind::Truth) return value.expr;
  if (value.kind == Value::Kind::Literal) return builder_.boolean(value.lo != 0, span);
  return builder_.binary(Op::Ne, number(value, span), builder_.integer(0), span);
}

Value ModelLowering::read_value(ir::PlaceId place, Type type, ValueKinds::Node node, SourceSpan span) {
  const uint32_t processes = input_.slots.count();
  const ir::ExprId read = builder_.read(place, span);
  switch (kinds_.kind(node, processes)) {
    case ValueKind::Process: {
      Value value = process_value(read);
      value.none = kinds_.none_literal(node, processes);
      return value;
    }
    case ValueKind::Channel: return {Value::Kind::Channel, read, 0, 0, {}};
    case ValueKind::Plain: break;
  }
  return number_value(read, least_value(type), greatest_value(type));
}

ir::ExprId ModelLowering::stored(const Value& value, Type type, ValueKinds::Node node, SourceSpan span) {
  const uint32_t processes = input_.slots.count();
  const ValueKind kind = kinds_.kind(node, processes);
  const bool is_literal = value.kind == Value::Kind::Literal;
  if (kind == ValueKind::Process) {
    if (is_literal) return builder_.constant(scalar_type(type, node), initial_scalar(type, node, value.lo), span);
    if (value.kind == Value::Kind::Process) return value.expr;
    const ir::ExprId element = process_element(number(value, span), span);
    if (!value.none) return element;
    const ir::ExprId is_none = builder_.binary(Op::Eq, number_clone(value), builder_.integer(*value.none));
    return builder_.conditional(is_none, builder_.constant(scalar_type(type, node), -1), element, span);
  }
  if (kind == ValueKind::Channel) {
    if (is_literal) return builder_.constant(scalar_type(type, node), value.lo - 1, span);
    PX_CHECK(value.kind == Value::Kind::Channel);  // where numbers meet channels, channels are numbers, too
    return value.expr;
  }
  if (is_literal) return builder_.integer(wrapped(type, value.lo), span);
  const ir::ExprId plain = number(value, span);
  const bool fits = value.lo >= least_value(type) && value.hi <= greatest_value(type) && value.lo <= value.hi;
  if (fits && !value.none) return plain;
  return builder_.wrap(plain, builder_.int_type(least_value(type), greatest_value(type)), span);
}

// ---- Variables

ir::PlaceId ExpressionLowering::index_place(const Context& context, ir::PlaceId parent, ExprId index,
                                            ValueKinds::Node node, int32_t length, SourceSpan span) {
  const Value value = index.valid() ? lower(context, index) : literal(0);
  if (process_domain(node, length)) {
    Type pid_type;
    pid_type.kind = TypeKind::Pid;
    return builder_.index(parent, stored(value, pid_type, node, span), span);
  }
  return builder_.index(parent, number(value, span), span);
}

ExpressionLowering::Target ExpressionLowering::lower_place(const Context& context, const Place& place,
                                                           SourceSpan span) {
  const Variable& variable = model_.variables[place.variable];
  ir::PlaceId lowered;
  if (variable.owner.valid()) {
    const size_t family = static_cast<size_t>(context.family - families_.data());
    lowered = builder_.index(builder_.place(locals_.at({family, place.variable}), span), builder_.use(context.self));
  } else {
    lowered = builder_.place(globals_.at(place.variable), span);
  }
  if (variable.is_array) {
    lowered =
        index_place(context, lowered, place.index, kinds_.of_variable_index(place.variable), variable.length, span);
  }
  Target target{lowered, variable.type, kinds_.of_variable(place.variable)};
  for (const Place::Access& access : place.accesses) {
    const StructureId structure = target.type.structure;
    const Cell& field = model_.structures[structure].fields[access.field];
    target.place = builder_.field(target.place, access.field, span);
    if (field.is_array) {
      target.place = index_place(context, target.place, access.index, kinds_.of_field_index(structure, access.field),
                                 field.length, span);
    }
    target.type = field.type;
    target.node = kinds_.of_field(structure, access.field);
  }
  return target;
}

Value ExpressionLowering::lower_variable(const Context& context, const Expr& expr) {
  const auto of_claim = claim_values_.find(expr.place.variable);
  if (of_claim != claim_values_.end()) return claim_variable(context, expr, of_claim->second);
  if (channel_of_.contains(expr.place.variable)) return channel_value(context, expr);
  // Only prints read dropped variables.
  if (is_dropped(expr.place.variable)) return literal(0);
  const Target target = lower_place(context, expr.place, expr.span);
  return read_value(target.place, target.type, target.node, expr.span);
}

// ---- Operators

Value ExpressionLowering::lower_unary(const Context& context, const Expr& expr) {
  const Value a = lower(context, expr.operands[0]);
  switch (expr.op) {
    case Operator::Not: return truth_value(builder_.unary(Op::Not, truth(a), expr.span));
    case Operator::Negate: return number_value(builder_.unary(Op::Neg, number(a), expr.span), -a.hi, -a.lo);
    default: return number_value(builder_.unary(Op::BitNot, number(a), expr.span), -a.hi - 1, -a.lo - 1);
  }
}

// Equal or not equal. Elements are compared as elements; a literal compared with one becomes the element it denotes.
ir::ExprId ModelLowering::compare(Op op, Value a, Value b, SourceSpan span) {
  const auto is_element = [](const Value& v) {
    return v.kind == Value::Kind::Process || v.kind == Value::Kind::Channel;
  };
  if (!is_element(a)) std::swap(a, b);
  if (is_element(a) && a.kind == b.kind && (a.none == b.none || !a.none || !b.none)) {
    return builder_.binary(op, a.expr, b.expr, span);
  }
  if (!is_element(a) || b.kind != Value::Kind::Literal) return builder_.binary(op, number(a), number(b), span);
  const ir::TypeId type = builder_.program().exprs[a.expr].type;
  const bool channel = a.kind == Value::Kind::Channel;
  const bool process = !channel && b.lo >= 0 && b.lo < int64_t{input_.slots.count()};
  const int64_t element = channel                     ? b.lo - 1
                          : a.none && *a.none == b.lo ? -1
                          : process                   ? numbers_.element_of(static_cast<uint32_t>(b.lo))
                                                      : INT64_MAX;
  if (element < builder_.program().scalar_lo(type) || element > builder_.program().scalar_hi(type)) {
    return builder_.boolean(op == Op::Ne, span);
  }
  return builder_.binary(op, a.expr, builder_.constant(type, element), span);
}

Value ExpressionLowering::lower_binary(const Context& context, const Expr& expr) {
  switch (expr.op) {
    case Operator::And:
    case Operator::Or: {
      const ir::ExprId a = truth_of(context, expr.operands[0]);
      const ir::ExprId b = truth_of(context, expr.operands[1]);
      return truth_value(builder_.binary(expr.op == Operator::And ? Op::And : Op::Or, a, b, expr.span));
    }
    case Operator::Equal:
    case Operator::NotEqual: {
      const Op op = expr.op == Operator::Equal ? Op::Eq : Op::Ne;
      return truth_value(compare(op, lower(context, expr.operands[0]), lower(context, expr.operands[1]), expr.span));
    }
    default: break;
  }
  return lower_arithmetic(expr, lower(context, expr.operands[0]), lower(context, expr.operands[1]));
}

Value ModelLowering::lower_arithmetic(const Expr& expr, const Value& a, const Value& b) {
  const auto made = [&](Op op) { return builder_.binary(op, number(a), number(b), expr.span); };
  const auto truth_of_op = [&](Op op) { return truth_value(made(op)); };
  const auto number_of_op = [&](Op op) {
    const ValueRange range = result_range(expr.op, {a.lo, a.hi}, {b.lo, b.hi});
    return number_value(made(op), range.lo, range.hi);
  };
  switch (expr.op) {
    case Operator::Less: return truth_of_op(Op::Lt);
    case Operator::LessEqual: return truth_of_op(Op::Le);
    case Operator::Greater: return truth_of_op(Op::Gt);
    case Operator::GreaterEqual: return truth_of_op(Op::Ge);
    case Operator::Add: return number_of_op(Op::Add);
    case Operator::Subtract: return number_of_op(Op::Sub);
    case Operator::Multiply: return number_of_op(Op::Mul);
    case Operator::Divide: return number_of_op(Op::Div);
    case Operator::Modulo: return number_of_op(Op::Mod);
    case Operator::BitAnd: return number_of_op(Op::BitAnd);
    case Operator::BitOr: return number_of_op(Op::BitOr);
    case Operator::BitXor: return number_of_op(Op::BitXor);
    case Operator::ShiftLeft: return number_of_op(Op::Shl);
    case Operator::ShiftRight: return number_of_op(Op::Shr);
    default: PX_UNREACHABLE("operator");
  }
}

}  // namespace px::promela
