// The steps of one body as edges between states, with the variables that each step reads and writes: the basis of
// SPIN's analyses.
#pragma once

#include <vector>

#include "frontends/promela/control_graph.h"

namespace px::promela {

struct FlowEdge {
  uint32_t from = 0;
  uint32_t to = 0;                // 0 is the end of the process
  ElementId step;                 // none for the jump into an escape
  std::vector<VariableId> reads;  // locals, and globals without index
  std::vector<VariableId> writes;
};

struct FlowGraph {
  std::vector<FlowEdge> edges;
  std::vector<std::vector<uint32_t>> out;  // by state: indices of edges, the latest first
};

FlowGraph build_flow_graph(const Model& model, const ControlGraph& graph, const ControlBody& body);

// Whether a step refers to anything that other processes can observe, by SPIN's (coarse) criterion.
bool refers_to_globals(const Model& model, const Element& element);
// Whether it reads and writes only variables of its own process, including in indices.
bool is_private(const Model& model, const Element& element);
// Whether a condition starts a process.
bool contains_run(const Model& model, ExprId expr);

}  // namespace px::promela
