#include "frontends/promela/optimise.h"

#include "frontends/promela/optimise_passes.h"

namespace px::promela {

OptimiseSwitches switches_for(Optimise level, const std::vector<SpinOptimisation>& off, const Model& model) {
  OptimiseSwitches switches;
  if (level == Optimise::None) return {false, false, false, false};
  switches.beyond_spin = level == Optimise::Full;
  if (model.features.remote_variable) switches.reset_locals = switches.merge_steps = false;
  if (model.features.provided) switches.merge_steps = false;
  for (const SpinOptimisation each : off) {
    if (each == SpinOptimisation::WriteOnly) switches.hide_globals = false;
    if (each != SpinOptimisation::Merging) switches.reset_locals = false;
    if (each == SpinOptimisation::Merging) switches.merge_steps = false;
  }
  return switches;
}

OptimisationPlan optimise(const Model& model, const ControlGraph& graph, OptimiseSwitches switches) {
  OptimisationPlan plan;
  plan.elements.resize(graph.elements.size());
  hide_globals(model, switches.hide_globals, plan);
  std::vector<FlowGraph> flows;
  for (const ControlBody& body : graph.bodies) flows.push_back(build_flow_graph(model, graph, body));
  find_scratch(model, graph, flows, plan);
  for (size_t b = 0; b < graph.bodies.size(); ++b) {
    const ControlBody& body = graph.bodies[b];
    const FlowGraph& flow = flows[b];
    if (switches.reset_locals) reset_dead_locals(model, graph, body, flow, plan);
    if (switches.reset_locals && switches.beyond_spin) reset_wherever_dead(model, graph, body, flow, plan);
    if (switches.merge_steps) merge_steps(model, graph, flow, switches.beyond_spin, plan);
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
