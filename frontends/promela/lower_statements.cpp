// Basic statements: their executability and their effect.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/verifier.h"
#include "frontends/promela/statement_lowering.h"

namespace px::promela {

using ir::Op;

// The condition under which the statement is executable; absent: always. Rendezvous are not handled here, except for
// errors that occur without a partner.
ir::ExprId StatementLowering::executable(const Context& context, const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Condition: {
      // `run` as a condition is executable while there is room; a lack of room is an error (see grow).
      if (model_.exprs[stmt.args[0]].kind == ExprKind::Run) return {};
      const Value value = lower(context, stmt.args[0]);
      if (value.kind == Value::Kind::Literal && value.lo != 0) return {};
      return truth(value, stmt.span);
    }
    case StmtKind::Send: {
      const std::vector<ChannelCase> cases = channel_cases(context, stmt.target);
      std::vector<ir::ExprId> conditions;
      for (const ChannelCase& one : cases) {
        conditions.push_back(!is_rendezvous(one) ? can_send(context, one)
                             : context.d_step    ? attempted_in_d_step(stmt)
                                                 : tried_alone(context, stmt, one));
      }
      return some_case(context, stmt.target, cases, conditions);
    }
    case StmtKind::Receive: {
      const bool by_value = !channel_of_.contains(model_.exprs[stmt.target].place.variable);
      // For a rendezvous, only the name of the channel is evaluated.
      if (by_value && !may_be_buffered(stmt) && !asks_for_channel(stmt)) {
        const ir::ExprId channel = lower_variable(context, model_.exprs[stmt.target]).expr;
        return builder_.binary(Op::Ne, channel, builder_.clone(channel));
      }
      const std::vector<ChannelCase> cases = channel_cases(context, stmt.target);
      std::vector<ir::ExprId> conditions;
      for (const ChannelCase& one : cases) {
        conditions.push_back(is_rendezvous(one) ? tried_alone(context, stmt, one)
                                                : receivable(context, one, stmt.patterns, stmt.anywhere));
      }
      return some_case(context, stmt.target, cases, conditions);
    }
    default: return {};
  }
}

// Appends the effect of the statement. A statement that creates a process binds its id around the subsequent ones, so
// `rest` is built after it.
void StatementLowering::execute(const Context& context, const Stmt& stmt, ir::Block& block) {
  switch (stmt.kind) {
    case StmtKind::Condition: {
      const Expr& expr = model_.exprs[stmt.args[0]];
      if (expr.kind != ExprKind::Run) return;
      block.push_back(lower_run(context, expr, builder_.binding("pid", builder_.integer_type()), {}));
      return;
    }
    case StmtKind::Assign: lower_assignment(context, stmt, block); return;
    case StmtKind::Send: lower_send(context, stmt, block); return;
    case StmtKind::Receive: lower_receive(context, stmt, block); return;
    case StmtKind::Print:
    case StmtKind::PrintMtype: lower_print(context, stmt, block); return;
    case StmtKind::Assert:
      block.push_back(builder_.assertion(truth_of(context, stmt.args[0]),
                                         "assertion violated: " + text_of(model_, stmt.args[0]), stmt.span));
      return;
    case StmtKind::SetPriority: {
      const Value pid = lower(context, stmt.args[0]);
      set_priority(pid, number_of(context, stmt.args[1]), stmt.span, block);
      return;
    }
    default: return;
  }
}

void StatementLowering::lower_assignment(const Context& context, const Stmt& stmt, ir::Block& block) {
  const Expr& target = model_.exprs[stmt.target];
  const Expr& source = model_.exprs[stmt.args[0]];
  if (source.kind == ExprKind::Run) {
    const ir::BindingId pid = builder_.binding("pid", builder_.integer_type());
    ir::Block rest;
    store_to(context, target, number_value(builder_.use(pid), 0, kMaxProcesses - 1), stmt.span, rest);
    block.push_back(lower_run(context, source, pid, std::move(rest)));
    return;
  }
  const Value value = lower(context, stmt.args[0]);
  if (is_dropped(target.place.variable) && may_fail(stmt.args[0])) evaluate(number(value), stmt.span, block);
  store_to(context, target, value, stmt.span, block);
}

// Evaluates an unused value: its errors must still occur.
void StatementLowering::evaluate(ir::ExprId value, SourceSpan span, ir::Block& block) {
  const ir::BindingId unused = builder_.binding("unused", builder_.program().exprs[value].type);
  block.push_back(builder_.let(unused, value, {}, span));
}

void StatementLowering::store_to(const Context& context, const Expr& target, const Value& value, SourceSpan span,
                                 ir::Block& block) {
  if (is_dropped(target.place.variable)) return check_dropped_index(context, target, block);
  const Target place = lower_place(context, target.place, target.span);
  block.push_back(builder_.assign(place.place, stored(value, place.type, place.node, span), span));
}

// A variable outside the state can still be written and read with a bad index.
void StatementLowering::check_dropped_index(const Context& context, const Expr& target, ir::Block& block) {
  const Variable& root = model_.variables[target.place.variable];
  check_index(context, target.place.index, {root.name, root.length}, target.span, block);
  Type type = root.type;
  for (const Place::Access& access : target.place.accesses) {
    const Cell& field = model_.structures[type.structure].fields[access.field];
    check_index(context, access.index, {field.name, field.length}, target.span, block);
    type = field.type;
  }
}

void StatementLowering::check_index(const Context& context, ExprId index_expr, const NamedLength& array,
                                    SourceSpan span, ir::Block& block) {
  if (!index_expr.valid()) return;
  const Value index = lower(context, index_expr);
  // Converting a process that is known to be in range to a number would needlessly cost symmetry.
  const bool of_process = index.kind == Value::Kind::Process && !index.none;
  if (of_process && input_.slots.count() <= static_cast<uint32_t>(array.length)) return;
  const ir::ExprId inside =
      builder_.binary(Op::And, builder_.binary(Op::Ge, number(index), builder_.integer(0)),
                      builder_.binary(Op::Lt, number_clone(index), builder_.integer(array.length)));
  const std::string text =
      "index out of range for '" + array.name + "', which has 0.." + std::to_string(array.length - 1);
  block.push_back(builder_.if_else(inside, {}, {builder_.fail(text, span, ir::ViolationKind::Safety)}));
}

// A number within the bounds of the array, or the result of any expression masked by `& number`.
bool ExpressionLowering::index_fits(ExprId id, int32_t length) const {
  const Expr& index = model_.exprs[id];
  if (index.kind == ExprKind::Constant) return index.value >= 0 && index.value < length;
  if (index.kind != ExprKind::Binary || index.op != Operator::BitAnd || may_fail(id)) return false;
  return std::any_of(index.operands.begin(), index.operands.end(), [&](ExprId operand) {
    return model_.exprs[operand].kind == ExprKind::Constant && index_fits(operand, length);
  });
}

bool ExpressionLowering::indices_fit(const Place& place) const {
  const auto fits = [this](ExprId index, int32_t length) { return !index.valid() || index_fits(index, length); };
  const Variable& root = model_.variables[place.variable];
  if (!fits(place.index, root.length)) return false;
  Type type = root.type;
  for (const Place::Access& access : place.accesses) {
    const Cell& field = model_.structures[type.structure].fields[access.field];
    if (!fits(access.index, field.length)) return false;
    type = field.type;
  }
  return true;
}

// Whether evaluation can be an error: an index that may be out of bounds, or a division by an expression that may be 0.
bool ExpressionLowering::may_fail(ExprId id) const {
  const Expr& expr = model_.exprs[id];
  if (divides_by_zero(expr) || (expr.place.variable.valid() && !indices_fit(expr.place))) return true;
  return std::any_of(expr.operands.begin(), expr.operands.end(),
                     [&](ExprId operand) { return operand.valid() && may_fail(operand); });
}

bool ExpressionLowering::divides_by_zero(const Expr& expr) const {
  if (expr.kind != ExprKind::Binary || !operator_may_fail(expr.op)) return false;
  const Expr& divisor = model_.exprs[expr.operands[1]];
  return divisor.kind != ExprKind::Constant || divisor.value == 0;
}

// A search also evaluates printed expressions, for their errors: an index may be out of bounds. It reads only the parts
// that can cause errors; the rest may not be part of the state.
void StatementLowering::check_printed(const Context& context, ExprId arg, SourceSpan span, ir::Block& block) {
  if (!may_fail(arg)) return;
  const Expr& expr = model_.exprs[arg];
  const auto check = [&](size_t operand, ir::Block& into) {
    check_printed(context, expr.operands[operand], span, into);
  };
  switch (expr.kind) {
    case ExprKind::Unary: return check(0, block);
    case ExprKind::Conditional: {
      check(0, block);
      ir::Block first;
      ir::Block second;
      check(1, first);
      check(2, second);
      if (first.empty() && second.empty()) return;
      block.push_back(builder_.if_else(truth_of(context, expr.operands[0]), std::move(first), std::move(second), span));
      return;
    }
    case ExprKind::Binary: return check_printed_operation(context, expr, span, block);
    default: break;
  }
  check_dropped_reads(context, arg, block);
  if (expr.kind == ExprKind::Variable && is_dropped(expr.place.variable)) return;
  const Value value = lower(context, arg);
  if (value.kind == Value::Kind::Literal) return;
  evaluate(value.kind == Value::Kind::Process ? value.expr : number(value), span, block);
}

void StatementLowering::check_printed_operation(const Context& context, const Expr& expr, SourceSpan span,
                                                ir::Block& block) {
  check_printed(context, expr.operands[0], span, block);
  ir::Block second;
  check_printed(context, expr.operands[1], span, second);
  if (expr.op == Operator::And || expr.op == Operator::Or) {
    if (second.empty()) return;
    const bool goes_on = expr.op == Operator::And;
    block.push_back(builder_.if_else(truth_of(context, expr.operands[0]), goes_on ? std::move(second) : ir::Block{},
                                     goes_on ? ir::Block{} : std::move(second), span));
    return;
  }
  for (const ir::StatementId statement : second) block.push_back(statement);
  if (!divides_by_zero(expr)) return;
  const ir::ExprId divisor = number_of(context, expr.operands[1]);
  evaluate(builder_.binary(Op::Div, builder_.integer(1), divisor, model_.exprs[expr.operands[1]].span), span, block);
}

void StatementLowering::check_dropped_reads(const Context& context, ExprId id, ir::Block& block) {
  const Expr& expr = model_.exprs[id];
  if (expr.kind == ExprKind::Variable && is_dropped(expr.place.variable)) check_dropped_index(context, expr, block);
  for (const ExprId operand : expr.operands) {
    if (operand.valid()) check_dropped_reads(context, operand, block);
  }
}

// printm and %e print the name of an mtype, which the type of the argument determines.
void StatementLowering::lower_print(const Context& context, const Stmt& stmt, ir::Block& block) {
  std::vector<ir::ExprId> arguments;
  for (const ExprId arg : stmt.args) {
    check_printed(context, arg, stmt.span, block);
    const Type type = model_.exprs[arg].type;
    const ir::ExprId value = number_of(context, arg);
    arguments.push_back(type.kind == TypeKind::Mtype ? builder_.wrap(value, plain_type(type)) : value);
  }
  // SPIN leaves it to C how to treat values without a conversion, and conversions without a value.
  const size_t wanted = stmt.kind == StmtKind::PrintMtype ? 1 : ir::print_conversions(stmt.text);
  while (arguments.size() < wanted) arguments.push_back(builder_.integer(0));
  arguments.resize(wanted);
  block.push_back(
      builder_.print(stmt.kind == StmtKind::PrintMtype ? "%e" : stmt.text, std::move(arguments), stmt.span));
}

void StatementLowering::set_priority(const Value& pid, ir::ExprId priority, SourceSpan span, ir::Block& block) {
  for (size_t f = 0; f < families_.size(); ++f) {
    const ProcessFamily& family = families_[f];
    const auto variable = priorities_.find(f);
    if (variable == priorities_.end()) continue;
    const ir::BindingId process = builder_.binding_over("process", ir::Domain::of(family.id));
    Value asked = pid;
    if (asked.expr.valid()) asked.expr = builder_.clone(asked.expr);
    const ir::ExprId is_it = compare(Op::Eq, process_value(builder_.use(process)), asked, span);
    const ir::ExprId exists = builder_.unary(Op::Not, builder_.at(builder_.use(process), family.absent));
    const ir::PlaceId place = builder_.index(builder_.place(variable->second), builder_.use(process));
    ir::Block set = {builder_.assign(place, builder_.wrap(builder_.clone(priority), builder_.int_type(0, 255)), span)};
    block.push_back(builder_.for_each(process, ir::Domain::of(family.id),
                                      {builder_.if_else(builder_.binary(Op::And, is_it, exists), std::move(set))}));
  }
}

}  // namespace px::promela
