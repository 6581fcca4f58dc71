// Where the nodes of a drawn graph lie.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace px::cli {

struct LayoutGraph {
  size_t nodes = 0;
  std::vector<uint32_t> roots;  // the initial ones
  std::vector<std::pair<uint32_t, uint32_t>> edges;
};

struct GraphLayout {
  struct Point {
    double x = 0;
    double y = 0;  // goes down
  };
  std::vector<Point> points;  // by node; the distance of neighbours is about 60
  std::string made_by;        // "Graphviz" or "layers"
};

// By Graphviz if it is installed and the graph is small enough for it to be quick, else by layers.
GraphLayout lay_out(const LayoutGraph& graph);
GraphLayout lay_out_by_layers(const LayoutGraph& graph);

}  // namespace px::cli
