// Trace and notrace assertions: the events that must, or must not, happen on channels.
//
// A trace assertion is an automaton over sends and receives. SPIN moves it within the step that sends or receives, and
// so does the Program: a variable holds the automaton's state, and every send and receive on a channel that the trace
// names for sends (or receives) ends with a case distinction over its transitions. So it is checked like any assertion.
//
//   trace    no transition matches: the assertion is violated, and the automaton stays. After the closing brace nothing
//            matches. A run that ends must have reached an end state of the automaton.
//   notrace  a transition to the closing brace: violated. No transition matches: it can no longer be violated.
//
// A send is matched against the last message in the queue after it, a receive against the first one before it (even if
// `!!` or `??` handled a different one); a rendezvous is a send followed by a receive. If several transitions match,
// the first is taken, whereas SPIN ends with an error. Only constants and _ can be matched; traces with other patterns
// are left out ("not checked").
#include <algorithm>

#include "frontends/promela/statement_lowering.h"

namespace px::promela {

using ir::Op;

// The transition's event, if it can be observed.
std::optional<StatementLowering::TraceEdge> StatementLowering::trace_edge(const Transition& transition) const {
  const Stmt* stmt = first_statement(transition);
  if (stmt == nullptr || (stmt->kind != StmtKind::Send && stmt->kind != StmtKind::Receive)) return {};
  const Expr& channel = model_.exprs[stmt->target];
  if (channel.kind != ExprKind::Variable || !channel_of_.contains(channel.place.variable)) return {};
  TraceEdge edge;
  edge.send = stmt->kind == StmtKind::Send;
  edge.channel = channel.place.variable;
  edge.stmt = stmt;
  if (channel.place.index.valid()) {
    const Expr& index = model_.exprs[channel.place.index];
    if (index.kind != ExprKind::Constant) return {};
    edge.cell = index.value;
  }
  const bool plain = std::all_of(stmt->patterns.begin(), stmt->patterns.end(), [&](const Pattern& pattern) {
    return pattern.kind == Pattern::Kind::Ignore ||
           (pattern.kind == Pattern::Kind::Match && model_.exprs[pattern.expr].kind == ExprKind::Constant);
  });
  if (!plain || model_.variables[edge.channel].owner.valid()) return {};
  return edge;
}

void StatementLowering::make_trace() {
  for (uint32_t p = 0; p < model_.proctypes.size(); ++p) {
    const Proctype& proctype = model_.proctypes[ProctypeId(p)];
    if (proctype.kind != ProctypeKind::Trace && proctype.kind != ProctypeKind::NoTrace) continue;
    const Automaton& trace = automaton(ProctypeId(p));
    std::map<uint32_t, uint32_t> numbers;
    for (const uint32_t state : trace.reachable) {
      numbers.emplace(state, static_cast<uint32_t>(numbers.size()));
      trace_stops_.push_back(trace.states[state].end || state == trace.end);
    }
    trace_end_ = numbers.emplace(trace.end, static_cast<uint32_t>(numbers.size())).first->second;
    if (trace_stops_.size() < numbers.size()) trace_stops_.push_back(true);
    std::vector<TraceEdge> edges;
    for (const uint32_t state : trace.reachable) {
      for (const Transition& transition : trace.states[state].transitions) {
        if (state == trace.end) continue;
        std::optional<TraceEdge> edge = trace_edge(transition);
        if (!edge) return;
        edge->from = numbers.at(state);
        edge->to = transition.to == 0 ? trace_end_ : numbers.at(transition.to);
        edges.push_back(*edge);
      }
    }
    trace_edges_ = std::move(edges);
    trace_negated_ = proctype.kind == ProctypeKind::NoTrace;
    trace_span_ = proctype.span;
    trace_ = builder_.variable("_trace", builder_.int_type(0, static_cast<int64_t>(numbers.size()) - 1),
                               {numbers.at(trace.start)}, proctype.span);
    return;
  }
}

// Moves the trace for an event on the channel; `field` yields the value of a field of the message.
void StatementLowering::add_trace_event(const Context& context, const ChannelCase& named, bool send,
                                        const std::function<Value(uint32_t)>& field, ir::Block& block) {
  const ChannelDeclaration& channel = channels_[named.declaration];
  std::map<int32_t, std::vector<const TraceEdge*>> by_cell;
  for (const TraceEdge& edge : trace_edges_) {
    if (edge.send == send && edge.channel == channel.variable) by_cell[edge.cell].push_back(&edge);
  }
  for (const auto& [cell, edges] : by_cell) {
    ir::Block event;
    if (trace_negated_) {
      event.push_back(builder_.assign(builder_.place(*trace_), builder_.integer(trace_end_)));
    } else {
      event.push_back(
          builder_.assertion(builder_.boolean(false), "trace assertion violated: no matching event", trace_span_));
    }
    for (auto edge = edges.rbegin(); edge != edges.rend(); ++edge) {
      event = {builder_.if_else(trace_fits(**edge, channel, field), trace_move(**edge), std::move(event))};
    }
    if (channel.length > 1) {
      const ir::ExprId here = named.value.valid() || channel.is_value
                                  ? builder_.unary(Op::IndexOf, named.value.valid() ? builder_.clone(named.value)
                                                                                    : channel_element(context, named))
                                  : number_of(context, named.index);
      const auto first = channel.is_value ? static_cast<int32_t>(channel.parts.front().first) : 0;
      event = {builder_.if_else(builder_.binary(Op::Eq, here, builder_.integer(first + cell)), std::move(event))};
    }
    block.insert(block.end(), event.begin(), event.end());
  }
}

ir::ExprId StatementLowering::trace_fits(const TraceEdge& edge, const ChannelDeclaration& channel,
                                         const std::function<Value(uint32_t)>& field) {
  std::vector<ir::ExprId> all = {
      builder_.binary(Op::Eq, builder_.read(builder_.place(*trace_)), builder_.integer(edge.from))};
  const std::vector<Pattern>& patterns = edge.stmt->patterns;
  for (uint32_t i = 0; i < patterns.size() && i < channel.fields.size(); ++i) {
    if (patterns[i].kind == Pattern::Kind::Ignore) continue;
    all.push_back(compare(Op::Eq, field(i), literal(model_.exprs[patterns[i].expr].value), edge.stmt->span));
  }
  return builder_.all_of(all);
}

ir::Block StatementLowering::trace_move(const TraceEdge& edge) {
  ir::Block block;
  if (edge.to != edge.from) block.push_back(builder_.assign(builder_.place(*trace_), builder_.integer(edge.to)));
  if (trace_negated_ && edge.to == trace_end_) {
    block.push_back(
        builder_.assertion(builder_.boolean(false), "notrace assertion violated: all events matched", trace_span_));
  }
  return block;
}

}  // namespace px::promela
