#include "frontends/promela/optimise.h"

#include "frontends/promela/optimise_passes.h"

namespace px::promela {

OptimiseSwitches switches_for(Optimise level, const Model& model) {
  OptimiseSwitches switches;
  if (level == Optimise::None) return {false, false, false};
  if (model.features.remote_variable) switches.reset_locals = switches.merge_steps = false;
  if (model.features.provided) switches.merge_steps = false;
  return switches;
}

OptimisationPlan optimise(const Model& model, const ControlGraph& graph, OptimiseSwitches switches) {
  OptimisationPlan plan;
  plan.elements.resize(graph.elements.size());
  hide_globals(model, switches.hide_globals, plan);
  for (const ControlBody& body : graph.bodies) {
    const FlowGraph flow = build_flow_graph(model, graph, body);
    if (switches.reset_locals) reset_dead_locals(model, graph, body, flow, plan);
    if (switches.merge_steps) merge_steps(model, graph, flow, plan);
  }
  return plan;
}

std::string dump(const Model& model, const ControlGraph& graph, const OptimisationPlan& plan) {
  std::string text;
  for (uint32_t i = 0; i < plan.hidden.size(); ++i) {
    if (plan.hidden[i]) text += "hidden " + model.variables[VariableId(i)].name + '\n';
  }
  for (uint32_t i = 0; i < plan.elements.size(); ++i) {
    const ElementPlan& element = plan.elements[i];
    if (element.resets.empty() && element.merge == 0 && element.merge_start == 0) continue;
    text += "id " + std::to_string(graph.elements[ElementId(i)].id);
    for (const VariableId variable : element.resets) text += " reset " + model.variables[variable].name;
    if (element.merge != 0) text += " merge " + std::to_string(element.merge);
    if (element.merge_start != 0) text += " merge-start " + std::to_string(element.merge_start);
    text += '\n';
  }
  return text;
}

}  // namespace px::promela
