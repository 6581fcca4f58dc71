#include "symmetry/group/coloured_graph.h"

// nauty's headers are C11; their keyword for thread-local variables, which Clang accepts in C++ too, is __thread in
// GCC.
#ifndef __clang__
#define _Thread_local __thread
#endif
extern "C" {
#include <nauty/traces.h>
}
#ifndef __clang__
#undef _Thread_local
#endif

#include <algorithm>
#include <unordered_map>

#include "engine/base/check.h"
#include "engine/base/hash.h"

namespace px::symmetry {
namespace {

constexpr int kMaxRefinements = 32;  // only long paths need more; too few only make cells too large

// nauty reports generators through a plain function pointer; each thread runs one search at a time.
struct Collector {
  uint32_t points = 0;
  std::vector<Permutation> generators;
};
thread_local Collector* collector = nullptr;

void collect(int, int* images, int) {
  std::vector<uint16_t> restricted(collector->points);
  for (uint32_t p = 0; p < collector->points; ++p) restricted[p] = static_cast<uint16_t>(images[p]);
  Permutation generator(std::move(restricted));
  if (!generator.is_identity()) collector->generators.push_back(std::move(generator));
}

// The arrays used by a run of Traces.
struct TracesRun {
  std::vector<size_t> starts;
  std::vector<int> degrees, targets, labels, cells, orbits;
  sparsegraph graph;
  TracesStats stats{};

  TracesRun(const std::vector<std::vector<uint32_t>>& neighbours,
            const std::map<std::string, std::vector<uint32_t>>& by_colour) {
    for (const std::vector<uint32_t>& list : neighbours) {
      starts.push_back(targets.size());
      degrees.push_back(static_cast<int>(list.size()));
      targets.insert(targets.end(), list.begin(), list.end());
    }
    const size_t edges = targets.size();
    for (const auto& [colour, members] : by_colour) {
      for (const uint32_t vertex : members) {
        labels.push_back(static_cast<int>(vertex));
        cells.push_back(vertex == members.back() ? 0 : 1);
      }
    }
    if (targets.empty()) targets.push_back(0);
    orbits.resize(neighbours.size());
    SG_INIT(graph);
    graph.nv = static_cast<int>(neighbours.size());
    graph.nde = edges;
    graph.v = starts.data();
    graph.d = degrees.data();
    graph.e = targets.data();
    graph.vlen = starts.size();
    graph.dlen = degrees.size();
    graph.elen = targets.size();
  }
};

}  // namespace

uint32_t ColouredGraph::add_vertex(const std::string& colour) {
  const uint32_t vertex = vertices();
  by_colour_[colour].push_back(vertex);
  neighbours_.emplace_back();
  return vertex;
}

void ColouredGraph::add_edge(uint32_t a, uint32_t b) {
  PX_CHECK(a != b);
  neighbours_[a].push_back(b);
  neighbours_[b].push_back(a);
  ++edges_;
}

void ColouredGraph::mark(const std::vector<uint32_t>& marks) {
  std::map<std::string, std::vector<uint32_t>> marked;
  for (auto& [colour, members] : by_colour_) {
    for (const uint32_t vertex : members) {
      const uint32_t mark = vertex < marks.size() ? marks[vertex] : 0;
      marked[colour + '#' + std::to_string(mark)].push_back(vertex);
    }
  }
  by_colour_ = std::move(marked);
}

std::vector<std::vector<uint32_t>> ColouredGraph::cells(uint32_t points) const {
  std::vector<uint64_t> colours(vertices());
  uint64_t number = 0;
  for (const auto& [colour, members] : by_colour_) {
    ++number;
    for (const uint32_t vertex : members) colours[vertex] = number;
  }
  std::vector<uint64_t> next(colours.size());
  std::vector<uint64_t> sorted;
  size_t different = by_colour_.size();
  for (int round = 0; round < kMaxRefinements; ++round) {
    for (uint32_t vertex = 0; vertex < vertices(); ++vertex) {
      uint64_t around = 0;
      for (const uint32_t neighbour : neighbours_[vertex]) around += hash_word(colours[neighbour], 1);
      next[vertex] = hash_word(colours[vertex], around);
    }
    colours.swap(next);
    sorted = colours;
    std::sort(sorted.begin(), sorted.end());
    const auto now = static_cast<size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
    if (now <= different) break;
    different = now;
  }
  std::vector<std::vector<uint32_t>> cells;
  std::unordered_map<uint64_t, size_t> cell_of;
  for (uint32_t point = 0; point < points; ++point) {
    const auto [found, added] = cell_of.try_emplace(colours[point], cells.size());
    if (added) cells.emplace_back();
    cells[found->second].push_back(point);
  }
  return cells;
}

std::vector<Permutation> ColouredGraph::automorphisms(uint32_t points) const {
  if (vertices() == 0) return {};
  TracesRun run(neighbours_, by_colour_);
  DEFAULTOPTIONS_TRACES(options);
  options.defaultptn = FALSE;
  options.userautomproc = collect;
  Collector here{points, {}};
  collector = &here;
  Traces(&run.graph, run.labels.data(), run.cells.data(), run.orbits.data(), &options, &run.stats, nullptr);
  collector = nullptr;
  return std::move(here.generators);
}

std::vector<uint64_t> ColouredGraph::canonical_form() const {
  std::vector<uint64_t> form{vertices()};
  if (vertices() == 0) return form;
  TracesRun run(neighbours_, by_colour_);
  DEFAULTOPTIONS_TRACES(options);
  options.defaultptn = FALSE;
  options.getcanon = TRUE;
  SG_DECL(canonical);
  Traces(&run.graph, run.labels.data(), run.cells.data(), run.orbits.data(), &options, &run.stats, &canonical);
  sortlists_sg(&canonical);
  for (const auto& [colour, members] : by_colour_) {
    form.push_back(colour.size());
    form.insert(form.end(), colour.begin(), colour.end());
    form.push_back(members.size());
  }
  for (int v = 0; v < canonical.nv; ++v) {
    form.push_back(static_cast<uint64_t>(canonical.d[v]));
    for (int k = 0; k < canonical.d[v]; ++k) {
      form.push_back(static_cast<uint64_t>(canonical.e[canonical.v[v] + static_cast<size_t>(k)]));
    }
  }
  SG_FREE(canonical);
  return form;
}

}  // namespace px::symmetry
