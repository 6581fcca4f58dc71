// The individual passes of optimise().
#pragma once

#include "frontends/promela/flow_graph.h"
#include "frontends/promela/optimise.h"

namespace px::promela {

// Before: byte g; ... g = 1; g++ ...   After: g is not part of the state. Variables declared hidden never are.
void hide_globals(const Model& model, bool also_unread, OptimisationPlan& plan);

// Before: hidden byte t; d_step { t = a; a = b; b = t }   After: ...; t = 0 }. A hidden variable that is read must be
// part of the state, unless its value never outlives a d_step.
void find_scratch(const Model& model, const ControlGraph& graph, const std::vector<FlowGraph>& flows,
                  OptimisationPlan& plan);

// Before: c?x; y = x; (y == 1)   After: ... (y == 1), y := 0. Only conditions and receives reset variables that they
// read last; any step resets variables that it writes needlessly, except by an assignment of the constant 0.
void reset_dead_locals(const Model& model, const ControlGraph& graph, const ControlBody& body, const FlowGraph& flow,
                       OptimisationPlan& plan);

// Before: if :: c!x :: g == 1 -> ... fi   After: the other option also resets x to 0, if it is dead there.
void reset_wherever_dead(const Model& model, const ControlGraph& graph, const ControlBody& body, const FlowGraph& flow,
                         OptimisationPlan& plan);

// Before: x = 1; x = 2; c!x   After: one step { x = 1; x = 2 } and c!x. In SPIN, a step that reads a global only as an
// index is local; with `strictly` it is not.
void merge_steps(const Model& model, const ControlGraph& graph, const FlowGraph& flow, bool strictly,
                 OptimisationPlan& plan);

}  // namespace px::promela
