// Positions of the nodes of a drawn graph.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace px::cli {

struct LayoutGraph {
  size_t nodes = 0;
  std::vector<uint32_t> roots;  // the initial nodes
  std::vector<std::pair<uint32_t, uint32_t>> edges;
};

struct GraphLayout {
  struct Point {
    double x = 0;
    double y = 0;  // grows downwards
  };
  std::vector<Point> points;  // by node; neighbours are about 60 apart
  std::string made_by;        // "Graphviz" or "layers"
};

// Uses Graphviz if it is installed and the graph is small enough for it to be quick, otherwise the layered layout.
GraphLayout lay_out(const LayoutGraph& graph);
GraphLayout lay_out_by_layers(const LayoutGraph& graph);

}  // namespace px::cli
