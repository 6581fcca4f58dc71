// The search for accepting components (engine/liveness) on an explicit graph, with any kind of atomics and threads.
#pragma once

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

#include "engine/liveness/component_search.h"
#include "engine/liveness/component_sets.h"
#include "tests/support/random_graph.h"

namespace px::test {

template <template <class> class Atomic>
struct ArrayRecords {
  liveness::ComponentRecord<Atomic>* records;
  liveness::ComponentRecord<Atomic>& operator()(uint64_t state) const { return records[state]; }
};

template <template <class> class Atomic, class Wait>
class GraphSearch {
 public:
  using Sets = liveness::ComponentSets<Atomic, ArrayRecords<Atomic>, Wait>;

  GraphSearch(const MarkedGraph& graph, uint32_t wanted, bool marks_edges)
      : graph_(graph),
        wanted_(wanted),
        marks_edges_(marks_edges),
        records_(new liveness::ComponentRecord<Atomic>[graph.size()]()),
        sets_(ArrayRecords<Atomic>{records_.get()}) {}

  // The part of one worker.
  void work(uint32_t worker) {
    View view{*this};
    liveness::ComponentSearch<Sets, View> search(sets_, view, worker, wanted_ | liveness::kCycle);
    if (search.run(0)) ended_.store(true);
  }

  bool found() const { return found_.load(); }
  uint64_t found_state() const { return state_.load(); }
  uint64_t finished() const { return finished_.load(); }
  uint64_t edges() const { return edges_.load(); }
  Sets& sets() { return sets_; }

 private:
  struct View {
    GraphSearch& search;

    bool marks_edges() const { return search.marks_edges_; }
    bool stopped() const { return search.ended_.load(); }
    bool accepting(uint64_t state) {
      search.state_.store(state);
      search.found_.store(true);
      search.ended_.store(true);
      return true;
    }
    bool complete(uint64_t) { return true; }
    void finished(size_t edges) {
      search.finished_.fetch_add(1);
      search.edges_.fetch_add(edges);
    }
    bool expand(uint64_t state, uint32_t& marks, std::vector<uint64_t>& targets, std::vector<uint32_t>& edge_marks) {
      marks = search.graph_.marks[state];
      for (const MarkedGraph::Edge& edge : search.graph_.edges[state]) {
        targets.push_back(edge.to);
        if (search.marks_edges_) edge_marks.push_back(edge.marks);
      }
      return true;
    }
  };

  const MarkedGraph& graph_;
  const uint32_t wanted_;
  const bool marks_edges_;
  std::unique_ptr<liveness::ComponentRecord<Atomic>[]> records_;
  Sets sets_;
  std::atomic<bool> ended_{false}, found_{false};
  std::atomic<uint64_t> state_{0}, finished_{0}, edges_{0};
};

}  // namespace px::test
