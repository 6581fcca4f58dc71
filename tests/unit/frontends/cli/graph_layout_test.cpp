#include "frontends/cli/graph_layout.h"

#include <gtest/gtest.h>
#include <set>

namespace px::cli {
namespace {

TEST(GraphLayout, LayersByDistanceAndNoTwoNodesAtOnePlace) {
  LayoutGraph graph{.nodes = 200, .roots = {0}, .edges = {}};
  for (uint32_t i = 1; i < 200; ++i) {
    graph.edges.emplace_back(i / 3, i);
    graph.edges.emplace_back(i, i / 7);  // a back edge
  }
  const GraphLayout layout = lay_out_by_layers(graph);
  EXPECT_EQ(layout.made_by, "layers");
  EXPECT_LT(layout.points[0].y, layout.points[1].y);
  EXPECT_EQ(layout.points[1].y, layout.points[2].y);
  std::set<std::pair<double, double>> places;
  for (const GraphLayout::Point& point : layout.points) EXPECT_TRUE(places.emplace(point.x, point.y).second);
}

TEST(GraphLayout, WhatIsEmptyOrNotReachedHasAPlaceToo) {
  EXPECT_TRUE(lay_out_by_layers({}).points.empty());
  EXPECT_EQ(lay_out({.nodes = 3, .roots = {1}, .edges = {{1, 1}}}).points.size(), 3U);
}

}  // namespace
}  // namespace px::cli
