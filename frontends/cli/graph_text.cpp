#include "frontends/cli/graph_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "frontends/cli/trace_text.h"
#include "frontends/cli/views.h"

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;

// Escapes text for double quotes in DOT and .aut.
std::string in_quotes(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

std::vector<Cell> cells_of(const driver::ModelExecution& execution, const StateGraph::Node& node) {
  const driver::WrittenModel& written = execution.written;
  return show_state(written.program(), written.layout(), written.state(node.state).data(),
                    sequence_text(*written.interpreter));
}

std::string full_label(const driver::ModelExecution& execution, const StateGraph::Edge& edge) {
  const std::string label = edge_label(execution.written.program(), edge);
  if (!edge.permutation) return label;
  return fmt::format("{}  {}", label, permutation_text(execution.system->program(), *edge.permutation));
}

std::string dot_text(const driver::ModelExecution& execution, const StateGraph& graph) {
  std::string text = "digraph states {\n  node [shape=box, fontname=\"sans-serif\"];\n";
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const StateGraph::Node& node = graph.nodes[i];
    std::string label = std::to_string(i);
    for (const auto& [name, value] : cells_of(execution, node)) {
      if (is_plain(value) || value == ir::kNotRunning) continue;
      label += value.starts_with("at ") ? fmt::format("\n{} {}", name, value) : fmt::format("\n{} = {}", name, value);
    }
    if (!node.error.empty()) label += "\n" + node.error;
    std::string escaped;
    for (const char c : label)
      escaped += c == '\n' ? std::string("\\n") : in_quotes({&c, 1}).substr(1, c == '"' || c == '\\' ? 2 : 1);
    text += fmt::format("  {} [label=\"{}\"{}{}];\n", i, escaped, node.initial ? ", style=bold" : "",
                        node.error.empty() ? "" : ", color=red");
  }
  for (const StateGraph::Edge& edge : graph.edges) {
    text += fmt::format("  {} -> {} [label={}];\n", edge.from, edge.to, in_quotes(full_label(execution, edge)));
  }
  return text + "}\n";
}

std::string aut_text(const driver::ModelExecution& execution, const StateGraph& graph) {
  std::vector<size_t> initial;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].initial) initial.push_back(i);
  }
  const size_t shift = initial.size() == 1 ? 0 : 1;
  const size_t first = shift == 0 ? initial.front() : 0;
  std::string text = fmt::format("des ({}, {}, {})\n", first, graph.edges.size() + (shift == 0 ? 0 : initial.size()),
                                 graph.nodes.size() + shift);
  for (size_t i = 0; shift != 0 && i < initial.size(); ++i) {
    text += fmt::format("(0, \"initial\", {})\n", initial[i] + shift);
  }
  for (const StateGraph::Edge& edge : graph.edges) {
    text += fmt::format("({}, {}, {})\n", edge.from + shift, in_quotes(full_label(execution, edge)), edge.to + shift);
  }
  return text;
}

std::string json_text(const driver::ModelExecution& execution, const StateGraph& graph) {
  Json nodes = Json::array();
  for (const StateGraph::Node& node : graph.nodes) {
    Json cells = Json::object();
    for (const auto& [name, value] : cells_of(execution, node)) cells[name] = value;
    nodes.push_back({{"initial", node.initial},
                     {"error", node.error.empty() ? Json(nullptr) : Json(node.error)},
                     {"cells", std::move(cells)}});
  }
  Json edges = Json::array();
  for (const StateGraph::Edge& edge : graph.edges) {
    edges.push_back(
        {{"from", edge.from},
         {"to", edge.to},
         {"action", edge_label(execution.written.program(), edge)},
         {"permutation",
          edge.permutation ? Json(permutation_text(execution.system->program(), *edge.permutation)) : Json(nullptr)}});
  }
  const Json document = {{"complete", graph.complete}, {"nodes", std::move(nodes)}, {"edges", std::move(edges)}};
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

// An action of a family, as an edge between two of its locations.
struct ControlEdge {
  uint32_t from = 0;
  uint32_t to = 0;
  std::string label;
};

std::vector<ControlEdge> control_edges(const ir::Program& program, const SourceMap& sources, ir::FamilyId family) {
  std::vector<ControlEdge> edges;
  for (const ir::Action& action : program.actions) {
    for (const ir::Mover& mover : action.movers) {
      if (program.locations[mover.from].family != family) continue;
      const std::string text = action.label.empty() ? action.name : action.label;
      const std::string place = short_place(sources, action.span);
      edges.push_back({program.locations[mover.from].index, program.locations[mover.to].index,
                       place.empty() ? text : fmt::format("{}  ({})", text, place)});
    }
  }
  return edges;
}

std::string automata_dot(const ir::Program& program, const SourceMap& sources) {
  std::string text = "digraph automata {\n  node [shape=ellipse, fontname=\"sans-serif\"];\n";
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const ir::Family& family = program.families[ir::FamilyId(f)];
    if (!family.is_process()) continue;
    text += fmt::format("  subgraph cluster_{} {{\n    label={};\n", f, in_quotes(family.name));
    for (const ir::LocationId id : family.locations) {
      const ir::Location& location = program.locations[id];
      const bool initial = std::find(family.initial.begin(), family.initial.end(), id) != family.initial.end();
      text += fmt::format("    f{}_{} [label={}{}{}];\n", f, location.index, in_quotes(location.shown_name()),
                          initial ? ", style=bold" : "", location.valid_end ? ", peripheries=2" : "");
    }
    for (const ControlEdge& edge : control_edges(program, sources, ir::FamilyId(f))) {
      text += fmt::format("    f{0}_{1} -> f{0}_{2} [label={3}];\n", f, edge.from, edge.to, in_quotes(edge.label));
    }
    text += "  }\n";
  }
  return text + "}\n";
}

std::string automata_json(const ir::Program& program, const SourceMap& sources) {
  Json families = Json::array();
  for (uint32_t f = 0; f < program.families.size(); ++f) {
    const ir::Family& family = program.families[ir::FamilyId(f)];
    if (!family.is_process()) continue;
    Json locations = Json::array();
    for (const ir::LocationId id : family.locations) {
      const ir::Location& location = program.locations[id];
      locations.push_back({{"name", location.name}, {"shown", location.shown_name()}, {"end", location.valid_end}});
    }
    Json edges = Json::array();
    for (const ControlEdge& edge : control_edges(program, sources, ir::FamilyId(f))) {
      edges.push_back({{"from", edge.from}, {"to", edge.to}, {"action", edge.label}});
    }
    families.push_back({{"family", family.name}, {"locations", std::move(locations)}, {"edges", std::move(edges)}});
  }
  return Json{{"automata", std::move(families)}}.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string graph_text(const driver::ModelExecution& execution, const StateGraph& graph, GraphFormat format) {
  switch (format) {
    case GraphFormat::Dot: return dot_text(execution, graph);
    case GraphFormat::Aut: return aut_text(execution, graph);
    case GraphFormat::Json: return json_text(execution, graph);
    case GraphFormat::Html: break;
  }
  PX_UNREACHABLE("format of a graph");
}

std::string automata_text(const ir::Program& program, const SourceMap& sources, GraphFormat format) {
  return format == GraphFormat::Json ? automata_json(program, sources) : automata_dot(program, sources);
}

}  // namespace px::cli
