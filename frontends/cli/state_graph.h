// The state space as an explicit graph, optionally reduced by symmetry, for models small enough to read.
//
// In a reduced graph a node represents a class of symmetric states, and an edge a step of the representative; the
// annotation of the edge is a permutation that maps the successor to the representative of its class ([Ady10], section
// 2.4). With these permutations no information is lost: expanding the graph restores every state and edge (section 10)
// without running the model. A state is a representative r under a permutation h; since symmetric states have symmetric
// steps, an edge r -> s annotated with g stands for a step of that state to s under (g^-1 then h).
//
// Permutations are found by enumerating the images of a state (state_symmetries.h).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/lts.h"
#include "frontends/cli/views.h"
#include "frontends/driver/execution.h"
#include "symmetry/perm/permutation.h"

namespace px::cli {

struct StateGraph {
  struct Node {
    std::vector<uint64_t> state;
    bool initial = false;
    std::string error{};  // the error in it or in its steps
  };
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    ir::ActionId action;  // the first action of the step
    std::vector<int64_t> arguments{};
    std::optional<symmetry::Permutation> permutation{};  // annotated graphs only
    std::string label{};                                 // empty: the name of the action
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  bool complete = true;  // false: there are more nodes than the requested maximum
};

// Builds the graph breadth-first. Fails for strategies without representatives, and if the group is too large for
// annotations.
Result<StateGraph> build_graph(const driver::ModelExecution& execution, uint64_t max_nodes, bool annotate,
                               bool reduced = true);
// Expands a complete annotated graph.
Result<StateGraph> expand_graph(const driver::ModelExecution& execution, const StateGraph& quotient,
                                uint64_t max_nodes);

// "client:2 x > 0", "take(f = Fork#1)".
std::string edge_label(const ir::Program& program, const StateGraph::Edge& edge);
// The graph modulo bisimulation on its edge labels. Several initial states are joined by a state 0, as in .aut.
Lts bisimulation_quotient(const ir::Program& program, const StateGraph& graph, Bisimulation kind, uint32_t threads);
// The permutation as disjoint cycles of element names.
std::string permutation_text(const ir::Program& program, const symmetry::Permutation& permutation);

}  // namespace px::cli
