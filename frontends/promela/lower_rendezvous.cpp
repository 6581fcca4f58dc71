// Rendezvous: a send on a rendezvous channel and a receive on the same channel by another process form one action with
// two movers. Control passes to the receiver if its receive is inside an atomic sequence, and is released otherwise.
#include <algorithm>

#include "engine/base/check.h"
#include "frontends/promela/transition_lowering.h"

namespace px::promela {

using ir::Op;

namespace {

template <class Test>
bool any_declaration(const std::vector<ChannelDeclaration>& channels, const Test& test) {
  return std::any_of(channels.begin(), channels.end(), test);
}

}  // namespace

// Whether the statement can operate on a channel of the given kind.
bool StatementLowering::may_be(const Stmt& stmt, bool rendezvous) const {
  const Expr& expr = model_.exprs[stmt.target];
  if (expr.kind != ExprKind::Variable) return true;
  const auto named = channel_of_.find(expr.place.variable);
  if (named != channel_of_.end()) return (channels_[named->second].capacity == 0) == rendezvous;
  const ValueKinds::Node node = kinds_.of_place(expr.place);
  const auto named_by = [&](const ChannelDeclaration& channel) {
    return channel.is_value && kinds_.same_class(node, kinds_.of_variable(channel.variable));
  };
  const bool some = any_declaration(channels_, [&](const ChannelDeclaration& channel) {
    return named_by(channel) && (channel.capacity == 0) == rendezvous;
  });
  // A variable that can name no channel at all is an error where it is evaluated, as for a buffered channel.
  return some || (!rendezvous && !any_declaration(channels_, named_by));
}

// Whether it is an error if the variable for the channel names none: a send tests whether the channel is empty, a
// receive tests its kind if there are both kinds.
bool StatementLowering::asks_for_channel(const Stmt& stmt) const {
  if (channel_of_.contains(model_.exprs[stmt.target].place.variable)) return false;
  return stmt.kind == StmtKind::Send ||
         any_declaration(channels_, [](const ChannelDeclaration& channel) { return channel.capacity != 0; });
}

// SPIN evaluates the channel of every rendezvous statement that it tries, and the values of every offer, whether or not
// another process takes part. Returns whether one of these evaluations can be an error.
bool StatementLowering::may_fail_alone(const Stmt& stmt) const {
  if (may_fail(stmt.target)) return true;
  if (stmt.kind == StmtKind::Receive) return asks_for_channel(stmt);
  return asks_for_channel(stmt) ||
         std::any_of(stmt.args.begin(), stmt.args.end(), [this](ExprId arg) { return may_fail(arg); });
}

// False, or the error. The rendezvous action itself tests the other conditions.
ir::ExprId StatementLowering::tried_alone(const Context& context, const Stmt& stmt, const ChannelCase& named) {
  std::vector<ir::ExprId> differs;
  const auto compute = [&](const Value& value) {
    const bool named_element = value.kind == Value::Kind::Process || value.kind == Value::Kind::Channel;
    const ir::ExprId computed = named_element ? value.expr : number(value);
    differs.push_back(builder_.binary(Op::Ne, computed, builder_.clone(computed)));
  };
  if (named.index.valid() && !index_fits(named.index, channels_[named.declaration].length)) {
    compute(channel_cell(context, named));
  }
  for (const ExprId arg : stmt.args) {
    if (may_fail(arg)) compute(lower(context, arg));
  }
  return differs.empty() ? builder_.boolean(false) : builder_.any_of(differs);
}

// No other process moves within a d_step, so none could receive: SPIN's "rv-attempt in d_step".
ir::ExprId StatementLowering::attempted_in_d_step(const Stmt& stmt) {
  return builder_.check(builder_.boolean(false), builder_.boolean(true),
                        "a d_step sends on a rendezvous channel, where no other process can receive", stmt.span);
}

// The receives that a process of the family may offer, each with its state.
void StatementLowering::for_each_receive(const std::function<void(const Offer&)>& visit) {
  const auto receives = [&](const Stmt* stmt) {
    return stmt != nullptr && stmt->kind == StmtKind::Receive && may_be_rendezvous(*stmt);
  };
  for (const ProcessFamily& family : families_) {
    for (const ProctypeId proctype : family.proctypes) {
      const Automaton& states = automaton(proctype);
      for (const uint32_t number : states.reachable) {
        const AutomatonState& state = states.states[number];
        for (const Transition& transition : state.transitions) {
          if (transition.d_step) {
            const DStepBody& body = d_step_of(states, transition);
            for (const Transition& inner : body.states[body.start].transitions) {
              const Stmt* stmt = first_statement(inner);
              if (receives(stmt)) visit({&family, proctype, number, &state, &transition, stmt, &body, &inner});
            }
            continue;
          }
          const Stmt* stmt = first_statement(transition);
          if (receives(stmt)) visit({&family, proctype, number, &state, &transition, stmt, nullptr, nullptr});
        }
      }
    }
  }
}

// Whether a channel can be in both. Two different names denote two declarations.
bool StatementLowering::may_meet(const NameablePart& sent, const NameablePart& received) const {
  if (sent.declaration == received.declaration && sent.part == received.part) return true;
  const ChannelDeclaration& channel = channels_[sent.declaration];
  const ir::FamilyId other = channels_[received.declaration].parts[received.part].elements;
  if (sent.by_name && received.by_name) return false;
  return channel.is_value && channel.parts[sent.part].elements == other;
}

// The condition that two expressions that may meet name the same channel: absent if never.
std::optional<ir::ExprId> StatementLowering::same_channel(const Context& sender, const ChannelCase& sent,
                                                          const Context& receiver, const ChannelCase& received) {
  const ChannelDeclaration& channel = channels_[sent.declaration];
  if (channel.is_value) {
    const ir::ExprId a = sent.value.valid() ? builder_.clone(sent.value) : channel_element(sender, sent);
    const ir::ExprId b = received.value.valid() ? builder_.clone(received.value) : channel_element(receiver, received);
    return builder_.binary(Op::Eq, a, b);
  }
  // A local channel that is not used as a value is accessible only to its own process.
  if (model_.variables[channel.variable].owner.valid()) return std::nullopt;
  if (!model_.variables[channel.variable].is_array) return builder_.boolean(true);
  const Value a = channel_cell(sender, sent);
  const Value b = channel_cell(receiver, received);
  if (a.kind == Value::Kind::Literal && b.kind == Value::Kind::Literal) {
    return a.lo == b.lo ? std::optional(builder_.boolean(true)) : std::nullopt;
  }
  return compare(Op::Eq, a, b, {});
}

// The value sent for a field, reduced to the type of the field.
Value StatementLowering::sent_value(const Context& sender, const ChannelDeclaration& channel, const Stmt& stmt,
                                    uint32_t field) {
  const ValueKinds::Node node = message_node(channel, field);
  const Type type = channel.fields[field];
  const ir::ExprId value = message_part(sender, channel, stmt, field);
  switch (kinds_.kind(node, input_.slots.count())) {
    case ValueKind::Process: {
      Value process = process_value(value);
      process.none = kinds_.none_literal(node, input_.slots.count());
      return process;
    }
    case ValueKind::Channel: return {Value::Kind::Channel, value, 0, 0, {}};
    case ValueKind::Plain: break;
  }
  return number_value(value, least_value(type), greatest_value(type));
}

// The condition, besides the locations of both processes, under which a rendezvous happens; absent: never.
std::optional<ir::ExprId> StatementLowering::handshake_condition(const Context& sender, const Stmt& send,
                                                                 const ChannelCase& sent, const Context& receiver,
                                                                 const Stmt& receive, const ChannelCase& received) {
  const std::optional<ir::ExprId> same = same_channel(sender, sent, receiver, received);
  if (!same) return std::nullopt;
  std::vector<ir::ExprId> conditions;
  if (sent.when.valid()) conditions.push_back(builder_.clone(sent.when));
  if (received.when.valid()) conditions.push_back(builder_.clone(received.when));
  conditions.push_back(*same);
  const ChannelDeclaration& channel = channels_[sent.declaration];
  for (uint32_t i = 0; i < receive.patterns.size() && i < channel.fields.size(); ++i) {
    if (receive.patterns[i].kind != Pattern::Kind::Match) continue;
    const Value field = sent_value(sender, channel, send, i);
    conditions.push_back(compare(Op::Eq, field, lower(receiver, receive.patterns[i].expr), receive.span));
  }
  return builder_.all_of(conditions);
}

void TransitionLowering::make_handshakes(const Offer& sender) {
  for_each_receive([&](const Offer& receiver) {
    if (receiver.family == sender.family && sender.family->count == 1) return;
    const Context from{sender.family, sender.proctype, {}};
    const Context to{receiver.family, receiver.proctype, {}};
    const std::vector<NameablePart> received_parts = rendezvous_parts(to, receiver.stmt->target);
    for (const NameablePart& sent : rendezvous_parts(from, sender.stmt->target)) {
      for (const NameablePart& received : received_parts) {
        if (may_meet(sent, received)) make_handshake(sender, sent, receiver, received);
      }
    }
  });
}

// The target of the process, and its effect on control (which counts for the receiver, the last mover).
ir::Mover TransitionLowering::mover_of(uint32_t parameter, const Context& context, const Offer& offer) const {
  const ir::LocationId from = location(context, offer.number);
  if (offer.d_step == nullptr || leaves_d_step(context, *offer.inner, *offer.d_step)) {
    return {parameter, from, location(context, offer.transition->to), control_after(*offer.transition)};
  }
  return {parameter, from, location(context, offer.inner->to), ir::Control::Deterministic};
}

ir::Action TransitionLowering::offered_action(const Context& context, const Offer& offer) {
  ir::Action action = new_action(context, offer.inner != nullptr ? *offer.inner : *offer.transition);
  if (offer.d_step != nullptr) number_as_d_step(action, *offer.transition, true);
  return action;
}

void TransitionLowering::make_handshake(const Offer& sender, const NameablePart& sent_part, const Offer& receiver,
                                        const NameablePart& received_part) {
  const Context from = new_context(*sender.family, sender.proctype);
  const Context to = new_context(*receiver.family, receiver.proctype);
  const ChannelCase sent = channel_case(from, sender.stmt->target, sent_part);
  const ChannelCase received = channel_case(to, receiver.stmt->target, received_part);
  const auto condition = handshake_condition(from, *sender.stmt, sent, to, *receiver.stmt, received);
  if (!condition) return;
  std::vector<ir::ExprId> conditions;
  add_permission(from, *sender.state, *sender.transition, conditions);
  if (may_fail_alone(*sender.stmt)) {  // first: if computing the values is an error, nothing else is evaluated
    conditions.push_back(builder_.unary(Op::Not, tried_alone(from, *sender.stmt, sent)));
  }
  add_receiving_escapes(from, sender, sent_part, to, receiver, conditions);
  add_turn(to, conditions);
  conditions.push_back(*condition);

  ir::Action action = offered_action(from, sender);
  ir::Action other = offered_action(to, receiver);
  action.parameters.push_back(other.parameters.front());
  action.name += "_" + other.name;
  action.label += " -> " + other.label;
  // The order of the body: first the send and the receive, then the statements merged with either.
  for (ir::Origin& origin : other.origins) origin.mover = 1;
  action.origins.insert(action.origins.begin() + 1, other.origins.front());
  action.origins.insert(action.origins.end(), other.origins.begin() + 1, other.origins.end());
  action.guard = guard_of(std::move(conditions));
  action.movers = {mover_of(0, from, sender), mover_of(1, to, receiver)};
  action.body = handshake_body(from, sender, to, receiver, sent);
  builder_.action(std::move(action));
}

// While an offer is pending, only receives on its channel are possible: an escape of the receiver precedes the receive
// only if it could accept the offer itself.
void TransitionLowering::add_receiving_escapes(const Context& from, const Offer& sender, const NameablePart& sent_part,
                                               const Context& to, const Offer& receiver,
                                               std::vector<ir::ExprId>& conditions) {
  for (const Transition& other : receiver.state->transitions) {
    if (&other == receiver.transition) break;
    if (other.escape == 0 || other.escape == receiver.transition->escape || other.d_step) continue;
    const Stmt* stmt = first_statement(other);
    if (stmt == nullptr || stmt->kind != StmtKind::Receive || !may_be_rendezvous(*stmt)) continue;
    for (const NameablePart& part : rendezvous_parts(to, stmt->target)) {
      if (!may_meet(sent_part, part)) continue;
      const ChannelCase received = channel_case(to, stmt->target, part);
      const ChannelCase sent = channel_case(from, sender.stmt->target, sent_part);
      const auto takes = handshake_condition(from, *sender.stmt, sent, to, *stmt, received);
      if (takes) conditions.push_back(builder_.unary(Op::Not, *takes));
    }
  }
}

// Compute all fields before storing any of them.
ir::Block TransitionLowering::handshake_body(const Context& from, const Offer& sender, const Context& to,
                                             const Offer& receiver, const ChannelCase& sent) {
  const ChannelDeclaration& channel = channels_[sent.declaration];
  std::vector<std::pair<ir::BindingId, ir::ExprId>> values;
  ir::Block block;
  for (const bool send : {true, false}) {
    add_trace_event(
        from, sent, send, [&](uint32_t i) { return sent_value(from, channel, *sender.stmt, i); }, block);
  }
  const std::vector<Pattern>& patterns = receiver.stmt->patterns;
  for (uint32_t i = 0; i < patterns.size() && i < channel.fields.size(); ++i) {
    if (patterns[i].kind != Pattern::Kind::Store) continue;
    Value field = sent_value(from, channel, *sender.stmt, i);
    const ir::BindingId kept = builder_.binding("f" + std::to_string(i), builder_.program().exprs[field.expr].type);
    values.emplace_back(kept, field.expr);
    field.expr = builder_.use(kept);
    store_to(to, model_.exprs[patterns[i].expr], field, receiver.stmt->span, block);
  }
  reset(from, sender.steps().front(), block);
  reset(to, receiver.steps().front(), block);
  for (size_t i = 1; i < sender.steps().size(); ++i) run_step(from, sender.steps()[i], block);
  if (receiver.steps().size() > 1) set_last(from, block);  // statements merged with the receive follow the send
  for (size_t i = 1; i < receiver.steps().size(); ++i) run_step(to, receiver.steps()[i], block);
  set_last(to, block);
  for (size_t i = values.size(); i-- > 0;) block = {builder_.let(values[i].first, values[i].second, std::move(block))};
  return block;
}

// Whether another process is ready to receive the message that this one would send; absent: none ever is.
ir::ExprId StatementLowering::has_partner(const Context& context, const Stmt& send) {
  std::vector<ir::ExprId> partners;
  const std::vector<NameablePart> sent_parts = rendezvous_parts(context, send.target);
  for_each_receive([&](const Offer& receive) {
    for (const NameablePart& sent_part : sent_parts) {
      const Context nobody{receive.family, receive.proctype, {}};
      for (const NameablePart& received_part : rendezvous_parts(nobody, receive.stmt->target)) {
        if (!may_meet(sent_part, received_part)) continue;
        const ir::BindingId q = builder_.binding_over("q", ir::Domain::of(receive.family->id));
        const Context other{receive.family, receive.proctype, q};
        const ChannelCase sent = channel_case(context, send.target, sent_part);
        const ChannelCase received = channel_case(other, receive.stmt->target, received_part);
        const auto condition = handshake_condition(context, send, sent, other, *receive.stmt, received);
        if (!condition) continue;
        std::vector<ir::ExprId> all = {builder_.at(builder_.use(q), location(other, receive.number))};
        if (receive.family == context.family) {
          all.push_back(builder_.binary(Op::Ne, builder_.use(q), builder_.use(context.self)));
        }
        all.push_back(*condition);
        const Proctype& theirs = model_.proctypes[receive.proctype];
        if (theirs.provided.valid()) all.push_back(truth_of(other, theirs.provided));
        partners.push_back(
            builder_.quantifier(Op::Exists, q, ir::Domain::of(receive.family->id), builder_.all_of(all)));
      }
    }
  });
  return partners.empty() ? ir::ExprId() : builder_.any_of(partners);
}

}  // namespace px::promela
