// The single passes behind optimise().
#pragma once

#include "frontends/promela/flow_graph.h"
#include "frontends/promela/optimise.h"

namespace px::promela {

// Before: byte g; ... g = 1; g++ ...   After: g is no part of the state. Variables declared hidden are so always.
void hide_globals(const Model& model, bool also_unread, OptimisationPlan& plan);

// Before: c?x; y = x; (y == 1)   After: ... (y == 1), y := 0. Only conditions and receives reset what they read last;
// any step resets what it writes in vain, but for an assignment of the constant 0.
void reset_dead_locals(const Model& model, const ControlGraph& graph, const ControlBody& body, const FlowGraph& flow,
                       OptimisationPlan& plan);

// Before: x = 1; x = 2; c!x   After: one step { x = 1; x = 2 } and c!x.
void merge_steps(const Model& model, const ControlGraph& graph, const FlowGraph& flow, OptimisationPlan& plan);

}  // namespace px::promela
