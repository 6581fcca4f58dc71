// Graphs as text: DOT for Graphviz, Aldebaran's .aut for CADP and mCRL2, JSON, a page for a browser.
#pragma once

#include <string>

#include "engine/base/source.h"
#include "frontends/cli/options.h"
#include "frontends/cli/state_graph.h"

namespace px::cli {

// Initial states are bold, states with an error red; an annotated edge shows its permutation. Since .aut has a single
// initial state, several are joined by a state 0 with steps "initial" to them. Handles every format except Html, which
// needs more data.
std::string graph_text(const driver::ModelExecution& execution, const StateGraph& graph, GraphFormat format);

// The same graph as a page. `classes`: each node stands for a class of symmetric states.
std::string html_graph(const driver::ModelExecution& execution, const StateGraph& graph, const std::string& model,
                       bool classes);

// The control flow of each process family: its locations as nodes and its actions as edges.
std::string automata_text(const ir::Program& program, const SourceMap& sources, GraphFormat format);

}  // namespace px::cli
