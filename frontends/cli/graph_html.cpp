// A state graph as an interactive page (pages/graph.html): the data that its script needs, as JSON.
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "frontends/cli/graph_layout.h"
#include "frontends/cli/graph_text.h"
#include "frontends/cli/page.h"
#include "frontends/cli/pages/pages.h"
#include "frontends/cli/views.h"

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;

// A string table that stores each text once.
class Texts {
 public:
  size_t number(const std::string& text) {
    const auto [found, is_new] = number_.emplace(text, all_.size());
    if (is_new) all_.push_back(text);
    return found->second;
  }
  Json take() { return std::move(all_); }

 private:
  Json all_ = Json::array();
  std::unordered_map<std::string, size_t> number_;
};

GraphLayout layout_of(const StateGraph& graph) {
  LayoutGraph plain{.nodes = graph.nodes.size(), .roots = {}, .edges = {}};
  for (uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (graph.nodes[i].initial) plain.roots.push_back(i);
  }
  for (const StateGraph::Edge& edge : graph.edges) plain.edges.emplace_back(edge.from, edge.to);
  return lay_out(plain);
}

}  // namespace

std::string html_graph(const driver::ModelExecution& execution, const StateGraph& graph, const std::string& model,
                       bool classes) {
  const GraphLayout layout = layout_of(graph);
  const driver::WrittenModel& written = execution.written;
  Texts texts;
  Json names = Json::array();
  Json nodes = Json::array();
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    const StateGraph::Node& node = graph.nodes[i];
    Json cells = Json::array();
    for (const auto& [name, value] : show_state(written.program(), written.layout(), written.state(node.state).data(),
                                                sequence_text(*written.interpreter))) {
      if (i == 0) names.push_back(name);
      cells.push_back(texts.number(value));
    }
    nodes.push_back({{"x", std::lround(layout.points[i].x)},
                     {"y", std::lround(layout.points[i].y)},
                     {"initial", node.initial},
                     {"error", node.error},
                     {"cells", std::move(cells)}});
  }
  Json edges = Json::array();
  for (const StateGraph::Edge& edge : graph.edges) {
    const Json permutation = edge.permutation
                                 ? Json(texts.number(permutation_text(execution.system->program(), *edge.permutation)))
                                 : Json(nullptr);
    edges.push_back(Json::array({edge.from, edge.to, texts.number(edge_label(written.program(), edge)), permutation}));
  }
  const std::string what = classes ? "classes of symmetric states" : "states";
  const std::string title = fmt::format("{}: {} {}, {} steps", model, graph.nodes.size(), what, graph.edges.size());
  const std::string origin = fmt::format("{}Laid out by {}. Made by pexplore " PEXPLORE_VERSION ".",
                                         graph.complete ? "" : "The graph is cut off at --max-nodes. ", layout.made_by);
  Json data = {{"title", title}, {"origin", origin}, {"classes", classes}, {"absent", ir::kNotRunning}};
  data["cells"] = std::move(names);
  data["nodes"] = std::move(nodes);
  data["edges"] = std::move(edges);
  data["strings"] = texts.take();
  return make_page(pages::kGraph, title, data, {pages::kRowsScript, pages::kGraphScript});
}

}  // namespace px::cli
