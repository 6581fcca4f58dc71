// Rows of the option table (option_table.cpp): graphs of states and automata.
#pragma once

#include <array>

#include "frontends/cli/option_member.h"
#include "frontends/cli/option_table.h"

namespace px::cli::graph_rows {

using enum OptionGroup;
using enum ValueKind;

inline constexpr auto kGraphFormats = std::to_array<cli::Choice>({
    {"dot", "for Graphviz: dot -Tsvg"},
    {"aut", "Aldebaran, for CADP and mCRL2"},
    {"json", "nodes with all their variables, and edges"},
    {"html", "an interactive page, one file for any browser; for up to some thousand states"},
});

inline constexpr auto kGraphModulo = std::to_array<cli::Choice>({
    {"none", "all states"},
    {"strong", "strongly bisimilar states are merged"},
    {"branching", "branching bisimilar states are merged; steps labelled tau are invisible"},
});

inline constexpr auto kGraphOf = std::to_array<cli::Choice>({
    {"states", "the states that can be reached"},
    {"automata", "the control flow of the processes"},
});

inline constexpr auto kGraphOptions = std::to_array<OptionRow>({
    {.group = Graph,
     .name = "format",
     .kind = Choice,
     .placeholder = "FORM",
     .help = "format of the graph",
     .default_value = "dot",
     .choices = kGraphFormats,
     .commands = only(Command::Graph),
     .apply = set<&Options::graph_format>,
     .show = show<&Options::graph_format>},
    {.group = Graph,
     .name = "what",
     .kind = Choice,
     .placeholder = "WHAT",
     .help = "what to draw",
     .default_value = "states",
     .choices = kGraphOf,
     .commands = only(Command::Graph),
     .apply = set<&Options::graph_of>,
     .show = show<&Options::graph_of>},
    {.group = Graph,
     .name = "bisimulation",
     .kind = Choice,
     .placeholder = "KIND",
     .help = "write the smallest bisimilar graph, comparing labels only, as .aut",
     .default_value = "none",
     .choices = kGraphModulo,
     .commands = only(Command::Graph),
     .apply = set<&Options::bisimulation>,
     .show = show<&Options::bisimulation>},
    {.group = Graph,
     .name = "max-nodes",
     .kind = Count,
     .placeholder = "N",
     .help = "draw at most this many states",
     .default_value = "10000",
     .least = 1,
     .commands = only(Command::Graph),
     .apply = set<&Options::max_nodes>,
     .show = show<&Options::max_nodes>},
    {.group = Graph,
     .name = "annotate",
     .help = "label each edge with the permutation that maps the state reached to the one drawn",
     .commands = only(Command::Graph),
     .apply = set<&Options::annotate>,
     .show = show<&Options::annotate>},
    {.group = Graph,
     .name = "expand",
     .help = "draw all states, reconstructed from the annotated reduced graph",
     .commands = only(Command::Graph),
     .apply = set<&Options::expand>,
     .show = show<&Options::expand>},
    {.group = Graph,
     .name = "check-quotient",
     .help = "draw nothing: compare the reduced graph with the full one, by bisimulation under permutations",
     .commands = only(Command::Graph),
     .apply = set<&Options::check_quotient>,
     .show = show<&Options::check_quotient>},
    {.group = Graph,
     .name = "output",
     .letter = 'o',
     .kind = File,
     .placeholder = "FILE",
     .help = "where to write the graph; '-' is standard output",
     .default_value = "-",
     .commands = only(Command::Graph),
     .apply = set<&Options::output>,
     .show = show<&Options::output>},
});

}  // namespace px::cli::graph_rows
