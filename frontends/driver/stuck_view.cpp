#include "frontends/driver/stuck_view.h"

#include <algorithm>

#include "frontends/driver/observation_view.h"

namespace px::driver {
namespace {

bool has_way(const StuckView& view, const StuckView::Way& way) {
  return std::any_of(view.ways.begin(), view.ways.end(),
                     [&](const StuckView::Way& other) { return other.text == way.text && other.span == way.span; });
}

StuckView stuck_view(const ir::Program& program, const StuckProcess& process, const ObservedState& state) {
  StuckView view;
  view.process = program.element_name(program.families[process.family].sort, process.element);
  view.location = program.locations[process.location].shown_name();
  for (const StuckProcess::Way& way : process.ways) {
    const ir::Action& action = program.actions[way.action];
    StuckView::Way shown{action.origins.empty() ? action.name : "", action.span, {}};
    for (const ir::Origin& origin : action.origins) {
      if (origin.mover != way.mover || !shown.text.empty()) continue;
      shown.text = origin.text;
      shown.span = origin.span;
    }
    shown.because = show_observations(program, way.because, {view.process}, state);
    shown.needs_partner = action.movers.size() > 1;
    if (!has_way(view, shown)) view.ways.push_back(std::move(shown));
  }
  for (const ir::Origin& offer : program.locations[process.location].offers) {
    StuckView::Way shown{offer.text, offer.span, {}};
    shown.never = true;
    if (!has_way(view, shown)) view.ways.push_back(std::move(shown));
  }
  return view;
}

}  // namespace

void show_stuck(const Explainer& explainer, Event::Kind kind, const Trace& trace, const SequenceText& sequence_text,
                TraceView& view) {
  const bool blocked = kind == Event::Kind::Blocked && !trace.steps.empty();
  if (trace.empty() || (kind != Event::Kind::Deadlock && !blocked)) return;
  const ir::Program& program = explainer.program();
  const uint64_t* last = trace.steps.empty() ? trace.initial.data() : trace.steps.back().state().data();
  const ObservedState seen{explainer.layout(), last, sequence_text};
  if (blocked) {
    // The process that made the last step holds control, and cannot continue.
    const MicroStep& step = trace.steps.back().micro_steps.back();
    const ir::Mover& holder = program.actions[step.action].movers.back();
    const ir::FamilyId family = program.locations[holder.to].family;
    const StuckProcess process = explainer.stuck_process(last, family, step.arguments[holder.parameter]);
    view.stuck.push_back(stuck_view(program, process, seen));
    return;
  }
  for (const StuckProcess& process : explainer.stuck(last)) {
    // If the end condition is stricter than reaching end states, terminated processes are not part of the reason.
    if (program.locations[process.location].shown_name() == ir::kNotRunning) continue;
    view.stuck.push_back(stuck_view(program, process, seen));
  }
  if (view.stuck.empty()) view.because = show_state(program, explainer.layout(), last, sequence_text);
}

}  // namespace px::driver
