// Graphs as text: DOT for Graphviz, Aldebaran's .aut for CADP and mCRL2, JSON.
#pragma once

#include <string>

#include "engine/base/source.h"
#include "frontends/cli/options.h"
#include "frontends/cli/state_graph.h"

namespace px::cli {

// Initial states are drawn bold, states with an error red; an annotated edge shows its permutation. As .aut has one
// initial state, several are joined by a state 0 with steps "initial" to them.
std::string graph_text(const driver::ModelExecution& execution, const StateGraph& graph, GraphFormat format);

// The control flow of each family of processes: its locations, and its actions as edges.
std::string automata_text(const ir::Program& program, const SourceMap& sources, GraphFormat format);

}  // namespace px::cli
