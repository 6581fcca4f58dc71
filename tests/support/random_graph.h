// Random graphs with marks on states and edges, and Tarjan's algorithm on them: the second witness of the parallel
// search for accepting components.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace px::test {

struct MarkedGraph {
  struct Edge {
    uint32_t to = 0;
    uint32_t marks = 0;
  };
  std::vector<std::vector<Edge>> edges;  // by state
  std::vector<uint32_t> marks;           // by state

  size_t size() const { return edges.size(); }
};

// State 0 is initial. `kinds`: the number of different marks; each state and edge has each of them with a small
// probability. The seed decides between long chains, dense clusters and everything in between.
inline MarkedGraph random_graph(uint64_t seed, uint32_t most_states, uint32_t kinds, bool on_edges) {
  std::mt19937_64 random(seed);
  const auto pick = [&](uint32_t count) { return static_cast<uint32_t>(random() % count); };
  const uint32_t count = 1 + pick(most_states);
  const uint32_t most_edges = 1 + pick(4);
  const bool local = pick(2) == 0;  // edges lead to nearby states: many components
  const uint32_t rareness = 2 + pick(30);
  MarkedGraph graph;
  graph.edges.resize(count);
  graph.marks.resize(count);
  for (uint32_t s = 0; s < count; ++s) {
    for (uint32_t k = 0; k < kinds; ++k) graph.marks[s] |= uint32_t{pick(rareness) == 0} << k;
    for (uint32_t e = pick(most_edges + 1); e != 0; --e) {
      MarkedGraph::Edge edge;
      edge.to = local ? (s + pick(6) + count - std::min(count, 2u)) % count : pick(count);
      for (uint32_t k = 0; on_edges && k < kinds; ++k) edge.marks |= uint32_t{pick(rareness) == 0} << k;
      graph.edges[s].push_back(edge);
    }
  }
  return graph;
}

// The result of a depth-first search from state 0.
struct GraphComponents {
  static constexpr uint32_t kUnreached = UINT32_MAX;
  std::vector<uint32_t> component;  // by state; kUnreached
  std::vector<uint32_t> marks;      // by component, including those of inner edges
  std::vector<bool> has_cycle;      // by component
  size_t reached = 0;
  size_t edges = 0;  // of reached states
  bool has_accepting(uint32_t wanted) const {
    for (size_t c = 0; c < marks.size(); ++c) {
      if (has_cycle[c] && (marks[c] & wanted) == wanted) return true;
    }
    return false;
  }
};

class Tarjan {
 public:
  explicit Tarjan(const MarkedGraph& graph) : graph_(graph), index_(graph.size(), 0), low_(graph.size(), 0) {
    result_.component.assign(graph.size(), GraphComponents::kUnreached);
    visit(0);
    result_.marks.assign(count_, 0);
    result_.has_cycle.assign(count_, false);
    for (uint32_t s = 0; s < graph.size(); ++s) {
      const uint32_t c = result_.component[s];
      if (c == GraphComponents::kUnreached) continue;
      ++result_.reached;
      result_.edges += graph.edges[s].size();
      result_.marks[c] |= graph.marks[s];
      for (const MarkedGraph::Edge& edge : graph.edges[s]) {
        if (result_.component[edge.to] != c) continue;
        result_.has_cycle[c] = true;
        result_.marks[c] |= edge.marks;
      }
    }
  }
  const GraphComponents& result() const { return result_; }

 private:
  void visit(uint32_t root) {
    std::vector<std::pair<uint32_t, size_t>> calls = {{root, 0}};
    enter(root);
    while (!calls.empty()) {
      auto& [state, next] = calls.back();
      if (next < graph_.edges[state].size()) {
        const uint32_t to = graph_.edges[state][next++].to;
        if (index_[to] == 0) {
          enter(to);
          calls.emplace_back(to, 0);
        } else if (result_.component[to] == GraphComponents::kUnreached) {
          low_[state] = std::min(low_[state], index_[to]);
        }
        continue;
      }
      const uint32_t done = state;
      calls.pop_back();
      if (!calls.empty()) low_[calls.back().first] = std::min(low_[calls.back().first], low_[done]);
      if (low_[done] == index_[done]) close(done);
    }
  }
  void enter(uint32_t state) {
    index_[state] = low_[state] = ++counter_;
    stack_.push_back(state);
  }
  void close(uint32_t root) {
    for (;;) {
      const uint32_t state = stack_.back();
      stack_.pop_back();
      result_.component[state] = count_;
      if (state == root) break;
    }
    ++count_;
  }

  const MarkedGraph& graph_;
  std::vector<uint32_t> index_, low_, stack_;
  uint32_t counter_ = 0;
  uint32_t count_ = 0;
  GraphComponents result_;
};

}  // namespace px::test
