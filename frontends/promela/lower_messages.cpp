// Queries on channels, sends and receives.
#include <algorithm>

#include "frontends/promela/statement_lowering.h"

namespace px::promela {

using ir::Op;

// ---- Queries

// Whether the message at a position matches the patterns.
ir::ExprId ExpressionLowering::message_matches(const Context& context, const ChannelCase& named, ir::ExprId position,
                                               const std::vector<Pattern>& patterns) {
  const ChannelDeclaration& channel = channels_[named.declaration];
  std::vector<ir::ExprId> conditions;
  for (uint32_t i = 0; i < patterns.size() && i < channel.fields.size(); ++i) {
    if (patterns[i].kind != Pattern::Kind::Match) continue;
    const Value field = message_field(context, named, builder_.clone(position), i);
    conditions.push_back(compare(Op::Eq, field, lower(context, patterns[i].expr), span(patterns[i].expr)));
  }
  return conditions.empty() ? ir::ExprId() : builder_.all_of(conditions);
}

Value ExpressionLowering::message_field(const Context& context, const ChannelCase& named, ir::ExprId position,
                                        uint32_t field) {
  const ChannelDeclaration& channel = channels_[named.declaration];
  const ir::PlaceId item = builder_.item(queue_place(context, named), position);
  return read_value(builder_.field(item, field), channel.fields[field], message_node(channel, field), {});
}

// Whether a message can be received: at the front, or with `anywhere` at any position.
ir::ExprId ExpressionLowering::receivable(const Context& context, const ChannelCase& named,
                                          const std::vector<Pattern>& patterns, bool anywhere) {
  if (is_rendezvous(named)) return builder_.boolean(false);
  const auto length = [&] { return builder_.queue_length(queue_place(context, named)); };
  if (!anywhere || !has_match(patterns)) {
    const ir::ExprId some = builder_.binary(Op::Gt, length(), builder_.integer(0));
    const ir::ExprId fits = message_matches(context, named, builder_.integer(0), patterns);
    return fits.valid() ? builder_.binary(Op::And, some, fits) : some;
  }
  const ir::Domain positions = ir::Domain::range(0, channels_[named.declaration].capacity - 1);
  const ir::BindingId position = builder_.binding_over("i", positions);
  return builder_.quantifier(Op::Exists, position, positions, fits_at(context, named, position, patterns));
}

bool ModelLowering::has_match(const std::vector<Pattern>& patterns) {
  for (const Pattern& pattern : patterns) {
    if (pattern.kind == Pattern::Kind::Match) return true;
  }
  return false;
}

ir::ExprId ExpressionLowering::fits_at(const Context& context, const ChannelCase& named, ir::BindingId position,
                                       const std::vector<Pattern>& patterns) {
  const ir::ExprId there =
      builder_.binary(Op::Lt, builder_.use(position), builder_.queue_length(queue_place(context, named)));
  const ir::ExprId fits = message_matches(context, named, builder_.use(position), patterns);
  return fits.valid() ? builder_.binary(Op::And, there, fits) : there;
}

ir::ExprId ExpressionLowering::sendable(const Context& context, const ChannelCase& named) {
  if (is_rendezvous(named)) return builder_.boolean(false);
  return builder_.binary(Op::Lt, builder_.queue_length(queue_place(context, named)),
                         builder_.integer(channels_[named.declaration].capacity));
}

// Whether a send is executable: always, if messages can be lost.
ir::ExprId ExpressionLowering::can_send(const Context& context, const ChannelCase& named) {
  if (input_.meaning.lossy_channels && !is_rendezvous(named)) return builder_.boolean(true);
  return sendable(context, named);
}

// True if the condition of the applicable case is true. It is also an error if no case applies.
ir::ExprId ExpressionLowering::some_case(const Context& context, ExprId channel, const std::vector<ChannelCase>& cases,
                                         const std::vector<ir::ExprId>& conditions) {
  if (cases.empty()) return check_channel(context, channel, cases, builder_.boolean(false));
  std::vector<ir::ExprId> either;
  for (size_t i = 0; i < cases.size(); ++i) {
    either.push_back(cases[i].when.valid() ? builder_.binary(Op::And, builder_.clone(cases[i].when), conditions[i])
                                           : conditions[i]);
  }
  return builder_.any_of(either);
}

// A rendezvous channel never holds a message between steps, so polling one is an error.
ir::ExprId ExpressionLowering::polled(const Context& context, const Expr& poll, const ChannelCase& one) {
  if (!is_rendezvous(one)) return receivable(context, one, poll.patterns, poll.anywhere);
  const std::string text = "the rendezvous channel '" + text_of(model_, poll.operands[0]) + "' is polled";
  return builder_.check(builder_.boolean(false), builder_.boolean(false), text, poll.span);
}

// len, full, empty, nfull, nempty and polls.
Value ExpressionLowering::queue_query(const Context& context, const Expr& expr) {
  const std::vector<ChannelCase> cases = channel_cases(context, expr.operands[0]);
  if (expr.kind == ExprKind::Len) return queue_length(context, expr, cases);
  std::vector<ir::ExprId> conditions;
  for (const ChannelCase& one : cases) {
    switch (expr.kind) {
      case ExprKind::NFull:
      case ExprKind::Full:
        conditions.push_back(is_rendezvous(one) ? builder_.boolean(true) : sendable(context, one));
        break;
      case ExprKind::Poll: conditions.push_back(polled(context, expr, one)); break;
      default: conditions.push_back(receivable(context, one, {}, false));
    }
  }
  const ir::ExprId holds = some_case(context, expr.operands[0], cases, conditions);
  const bool negated = expr.kind == ExprKind::Full || expr.kind == ExprKind::Empty;
  return truth_value(negated ? builder_.unary(Op::Not, holds, expr.span) : holds);
}

Value ExpressionLowering::queue_length(const Context& context, const Expr& expr,
                                       const std::vector<ChannelCase>& cases) {
  ir::ExprId length = builder_.integer(0);
  if (cases.empty()) length = check_channel(context, expr.operands[0], cases, length);
  int64_t most = 0;
  for (const ChannelCase& one : cases) {
    if (is_rendezvous(one)) continue;
    most = std::max<int64_t>(most, channels_[one.declaration].capacity);
    const ir::ExprId here = builder_.queue_length(queue_place(context, one), expr.span);
    length = one.when.valid() ? builder_.conditional(builder_.clone(one.when), here, length) : here;
  }
  return number_value(length, 0, most);
}

// ---- Statements

// Runs the block of the applicable case.
void StatementLowering::for_case(const std::vector<ChannelCase>& cases,
                                 const std::function<ir::Block(const ChannelCase&)>& make, ir::Block& block) {
  for (const ChannelCase& one : cases) {
    if (is_rendezvous(one)) continue;
    ir::Block part = make(one);
    if (!one.when.valid()) {
      block.insert(block.end(), part.begin(), part.end());
      return;
    }
    block.push_back(builder_.if_else(builder_.clone(one.when), std::move(part)));
  }
}

// The value sent for field `field`: SPIN sends 0 for missing fields.
ir::ExprId StatementLowering::message_part(const Context& context, const ChannelDeclaration& channel, const Stmt& stmt,
                                           uint32_t field) {
  const Value value = field < stmt.args.size() ? lower(context, stmt.args[field]) : literal(0);
  return stored(value, channel.fields[field], message_node(channel, field), stmt.span);
}

void StatementLowering::lower_send(const Context& context, const Stmt& stmt, ir::Block& block) {
  const auto send = [&](const ChannelCase& one) {
    const ChannelDeclaration& channel = channels_[one.declaration];
    std::vector<ir::ExprId> fields;
    for (uint32_t i = 0; i < channel.fields.size(); ++i) fields.push_back(message_part(context, channel, stmt, i));
    const ir::PlaceId queue = queue_place(context, one);
    ir::Block sent{stmt.sorted ? builder_.push_sorted(queue, std::move(fields), stmt.span)
                               : builder_.push(queue, std::move(fields), stmt.span)};
    const auto last = [&](uint32_t i) {
      const ir::ExprId length = builder_.queue_length(queue_place(context, one));
      return message_field(context, one, builder_.binary(Op::Sub, length, builder_.integer(1)), i);
    };
    add_trace_event(context, one, true, last, sent);
    if (!input_.meaning.lossy_channels) return sent;
    return ir::Block{builder_.if_else(sendable(context, one), std::move(sent), {}, stmt.span)};
  };
  for_case(channel_cases(context, stmt.target), send, block);
}

void StatementLowering::lower_receive(const Context& context, const Stmt& stmt, ir::Block& block) {
  for_case(
      channel_cases(context, stmt.target), [&](const ChannelCase& one) { return receive_from(context, one, stmt); },
      block);
}

// First read all fields, then remove the message, then store the fields in order: storing may change the channel that
// the expression names, and the place of a later field.
ir::Block StatementLowering::receive_from(const Context& context, const ChannelCase& named, const Stmt& stmt) {
  const ChannelDeclaration& channel = channels_[named.declaration];
  const bool search = stmt.anywhere && has_match(stmt.patterns);
  const ir::Domain positions = ir::Domain::range(0, channel.capacity - 1);
  const ir::BindingId found = builder_.binding_over("at", positions);
  const auto position = [&] { return search ? builder_.use(found) : builder_.integer(0); };

  std::vector<std::pair<ir::BindingId, ir::ExprId>> read;
  ir::Block stores;
  for (uint32_t i = 0; i < stmt.patterns.size() && i < channel.fields.size(); ++i) {
    if (stmt.patterns[i].kind != Pattern::Kind::Store) continue;
    Value field = message_field(context, named, position(), i);
    const ir::BindingId kept = builder_.binding("f" + std::to_string(i), builder_.program().exprs[field.expr].type);
    read.emplace_back(kept, field.expr);
    field.expr = builder_.use(kept);
    store_to(context, model_.exprs[stmt.patterns[i].expr], field, stmt.span, stores);
  }
  ir::Block block;
  if (!stmt.keep) {
    add_trace_event(
        context, named, false, [&](uint32_t i) { return message_field(context, named, builder_.integer(0), i); },
        block);
    const ir::PlaceId queue = queue_place(context, named);
    block.push_back(search ? builder_.remove_at(queue, position(), stmt.span) : builder_.pop(queue, stmt.span));
  }
  block.insert(block.end(), stores.begin(), stores.end());
  for (size_t i = read.size(); i-- > 0;) block = {builder_.let(read[i].first, read[i].second, std::move(block))};
  if (!search) return block;
  const ir::BindingId candidate = builder_.binding_over("i", positions);
  const ir::ExprId first = builder_.quantifier(
      Op::Min, candidate, positions, fits_at(context, named, candidate, stmt.patterns), builder_.use(candidate));
  return {builder_.let(found, first, std::move(block), stmt.span)};
}

}  // namespace px::promela
