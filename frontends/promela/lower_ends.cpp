// Where a run may end, if a stricter rule applies than that each process is in a valid end state: the end states of a
// trace assertion, and empty channels (pan -q). The rule of the locations is then expressed as an exception to
// deadlocks, and the locations themselves are no longer valid end states.
#include <algorithm>

#include "frontends/promela/lowerer.h"

namespace px::promela {

using ir::Op;

// Each process is in a valid end state. Removes the marks of these states.
std::vector<ir::ExprId> Lowerer::all_may_stop() {
  std::vector<ir::ExprId> all;
  for (const ProcessFamily& family : families_) {
    const ir::BindingId q = builder_.binding_over("q", ir::Domain::of(family.id));
    std::vector<ir::ExprId> may_stop;
    const auto add = [&](ir::LocationId location) {
      ir::Location& info = builder_.location_info(location);
      if (info.valid_end) may_stop.push_back(builder_.at(builder_.use(q), location));
      info.valid_end = false;
    };
    add(family.absent);
    for (const auto& [key, location] : family.locations) add(location);
    all.push_back(builder_.quantifier(Op::Forall, q, ir::Domain::of(family.id), builder_.any_of(may_stop)));
  }
  return all;
}

// All processes have been removed, or will be: a terminated process can be removed eventually, unless a process in a
// valid end state prevents it.
ir::ExprId Lowerer::all_are_gone() {
  std::vector<ir::ExprId> gone;
  for (const ProcessFamily& family : families_) {
    const ir::BindingId r = builder_.binding_over("r", ir::Domain::of(family.id));
    std::vector<ir::ExprId> at_end = {builder_.at(builder_.use(r), family.absent)};
    for (const auto& [key, location] : family.locations) {
      if (key.second == automaton(key.first).end) at_end.push_back(builder_.at(builder_.use(r), location));
    }
    gone.push_back(builder_.quantifier(Op::Forall, r, ir::Domain::of(family.id), builder_.any_of(at_end)));
  }
  return builder_.all_of(gone);
}

// Nothing if the trace may end in any state.
std::vector<ir::ExprId> Lowerer::trace_may_stop() {
  if (!trace_ || std::all_of(trace_stops_.begin(), trace_stops_.end(), [](bool stop) { return stop; })) return {};
  std::vector<ir::ExprId> stops;
  for (uint32_t i = 0; i < trace_stops_.size(); ++i) {
    if (!trace_stops_[i]) continue;
    stops.push_back(builder_.binary(Op::Eq, builder_.read(builder_.place(*trace_)), builder_.integer(i)));
  }
  return {builder_.any_of(stops)};
}

// The queues at the place are empty.
void Lowerer::add_empty(ir::PlaceId place, std::vector<ir::ExprId>& conditions) {
  const ir::Type type = builder_.program().types[builder_.program().places[place].type];
  if (type.kind == ir::TypeKind::Queue) {
    conditions.push_back(builder_.binary(Op::Eq, builder_.queue_length(place), builder_.integer(0)));
  } else if (type.kind == ir::TypeKind::Array) {
    const ir::BindingId c = builder_.binding_over("c", type.domain);
    std::vector<ir::ExprId> cells;
    add_empty(builder_.index(place, builder_.use(c)), cells);
    if (!cells.empty()) {
      conditions.push_back(builder_.quantifier(Op::Forall, c, type.domain, builder_.all_of(cells)));
    }
  }
}

// If the trace is not in an end state, a run may end only in a state without processes; if a channel holds a message,
// not even there.
void Lowerer::make_end_rule() {
  std::vector<ir::ExprId> needed = trace_may_stop();
  std::vector<ir::ExprId> empty;
  if (input_.meaning.empty_channels_at_end) {
    for (uint32_t v = 0; v < builder_.program().variables.size(); ++v) {
      add_empty(builder_.place(ir::VariableId(v)), empty);
    }
    // The channels of a process are removed with it, and their remaining messages no longer count.
    sees_ended_ =
        sees_ended_ || std::any_of(channels_.begin(), channels_.end(), [&](const ChannelDeclaration& channel) {
          return model_.variables[channel.variable].owner.valid();
        });
  }
  if (needed.empty() && empty.empty()) return;
  const std::vector<ir::ExprId> stopped = all_may_stop();
  const bool trace_runs = !needed.empty();
  needed.insert(needed.end(), stopped.begin(), stopped.end());
  ir::ExprId rule = builder_.all_of(needed);
  if (trace_runs) rule = builder_.binary(Op::Or, rule, all_are_gone());
  empty.push_back(rule);
  builder_.deadlock_rule({true, builder_.all_of(empty), trace_span_});
}

}  // namespace px::promela
