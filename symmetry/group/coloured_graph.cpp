#include "symmetry/group/coloured_graph.h"

// nauty's headers are C11; the word for its thread-local variables, which Clang knows in C++ too, is __thread to GCC.
#ifndef __clang__
#define _Thread_local __thread
#endif
extern "C" {
#include <nauty/traces.h>
}
#ifndef __clang__
#undef _Thread_local
#endif

#include "engine/base/check.h"

namespace px {
namespace {

// nauty hands out generators through a plain function; one search at a time runs on a thread.
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

// The arrays that a run of Traces works on.
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

}  // namespace px
