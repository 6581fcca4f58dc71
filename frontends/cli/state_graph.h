// The state space as an explicit graph, for models small enough to be read; reduced by symmetry or not.
//
// In a reduced graph a node stands for a class of symmetric states and an edge for a step of its representative; the
// annotation of the edge is a permutation that maps the state reached to the representative of its class ([Ady10],
// section 2.4). With these permutations the graph is as good as the whole: expanding it gives every state and edge back
// (section 10) without running the model. A state is a representative r under a permutation h; since symmetric states
// have symmetric steps, an edge r -> s annotated with g is a step of it to s under (g^-1 then h).
//
// Permutations are found by going through the images of a state (state_symmetries.h).
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
    std::string error{};  // what is wrong in it or with its steps
  };
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    ir::ActionId action;  // the first one of the step
    std::vector<int64_t> arguments{};
    std::optional<Permutation> permutation{};  // annotated graphs only
    std::string label{};                       // empty: what the action is called
  };
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  bool complete = true;  // false: there are more nodes than were requested
};

// Breadth first. Fails for strategies that keep no representatives, and for annotations by too large a group.
Result<StateGraph> build_graph(const driver::ModelExecution& execution, uint64_t max_nodes, bool annotate,
                               bool reduced = true);
// Of a complete annotated graph.
Result<StateGraph> expand_graph(const driver::ModelExecution& execution, const StateGraph& quotient,
                                uint64_t max_nodes);

// "client:2 x > 0", "take(f = Fork#1)".
std::string edge_label(const ir::Program& program, const StateGraph::Edge& edge);
// The graph modulo bisimulation, by the labels of its edges. Several initial states are joined by a state 0, as .aut
// does.
Lts bisimulation_quotient(const ir::Program& program, const StateGraph& graph, Bisimulation kind, uint32_t threads);
// Disjoint cycles in names of elements.
std::string permutation_text(const ir::Program& program, const Permutation& permutation);

}  // namespace px::cli
