// One worker's search for the strongly connected components of a graph, and for one that carries all wanted marks.
//
// Idea (Bloemen, Laarman and van de Pol 2016; Tarjan's by way of Munro's): a depth-first search whose unit is the set
// of states (component_sets.h). The worker keeps a stack of sets, each represented by a state; an edge to a state of a
// set on the stack closes a cycle, and all sets above that one are united with it. All workers share the sets: what one
// worker has united or finished helps the others, since a worker continues with any state of its set that is still
// busy.
//
//   explore(v):                                        in the code
//     push v on the roots                              enter()
//     while some v' of v's set is busy:                advance(): pick()
//       for each successor w of v', in any order:      advance(): expand, then the pending ones
//         dead: nothing
//         new: explore(w)                              enter()
//         mine: unite the roots until v and w are one  close_cycle()
//       v' is done
//     pop v if it is the last root                     leave()
//
// The recursion uses an explicit stack: frames, and their unprocessed successors in one array.
//
// Acceptance: a component is accepting if it has a cycle and, taken together, its states and its inner edges have all
// wanted marks. kCycle is the mark of having a cycle. Since sets grow before a component is complete, an accepting one
// is found as soon as the part united so far has all marks, usually long before the component is complete. The marks of
// an edge count if both ends are in the same component, which is known once the worker has processed all successors of
// a state.
//
// When a worker finishes, every state reachable from its start has been expanded; so the first worker to finish ends
// the search. Only finished states are counted, each by the worker that finished it first, so counts do not depend on
// the number of workers.
//
// `Graph` has
//   bool expand(State, uint32_t& marks, std::vector<State>& targets, std::vector<uint32_t>& edge_marks)
//     Appends; edge_marks only if the graph marks_edges(). False: the search has ended.
//   bool marks_edges() const
//   bool stopped()                  called once per state
//   bool accepting(State)           the set of this state has all wanted marks. True: accept it and end the search
//   bool complete(State)            the same, for a set that is a whole component; called once per component
//   void finished(size_t edges)     this worker finished the expansion of a state
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "engine/base/check.h"

namespace px::liveness {

// Set for components with a cycle.
inline constexpr uint32_t kCycle = uint32_t{1} << 31;

template <class Sets, class Graph>
class ComponentSearch {
 public:
  using State = uint64_t;

  // `wanted`: all marks of an accepting component, including kCycle. Workers take successors in different orders, so
  // that they work in different parts of the graph.
  ComponentSearch(Sets& sets, Graph& graph, uint32_t worker, uint32_t wanted)
      : sets_(sets), graph_(graph), worker_(worker), wanted_(wanted), random_(worker) {}

  // Explores everything reachable from `start`. Returns false if the search ended before that.
  bool run(State start) {
    if (sets_.claim(start, worker_) == Sets::Claim::Dead) return true;
    enter(start);
    while (!frames_.empty()) {
      if (!advance()) return false;
    }
    return true;
  }

  // Of the stacks.
  uint64_t bytes() const {
    return frames_.capacity() * sizeof(Frame) + (targets_.capacity() + roots_.capacity()) * sizeof(State) +
           edge_marks_.capacity() * sizeof(uint32_t);
  }
  size_t depth() const { return frames_.size(); }

 private:
  struct Frame {
    State entered;      // the state by which the worker entered this set
    State current;      // the state being expanded
    uint64_t first;     // where its successors begin in targets_
    uint64_t next;      // the next one to process
    bool open = false;  // whether `current` is valid
  };

  void enter(State state) {
    roots_.push_back(state);
    frames_.push_back({state, state, targets_.size(), targets_.size()});
  }

  void leave() {
    if (roots_.back() == frames_.back().entered) roots_.pop_back();
    frames_.pop_back();
  }

  bool advance() {
    Frame& frame = frames_.back();
    if (frame.open) {
      while (frame.next < targets_.size()) {
        const State target = targets_[frame.next++];
        const auto claim = sets_.claim(target, worker_);
        if (claim == Sets::Claim::New) return enter(target), true;
        if (claim == Sets::Claim::Mine && !close_cycle(frame, target)) return false;
      }
      return finish(frame);
    }
    frame.current = frame.entered;
    bool completed = false;
    if (sets_.pick(frame.current, completed)) return expand(frame);
    const State whole = frame.entered;
    leave();
    return !completed || (sets_.marks_of(whole) & wanted_) != wanted_ || !graph_.complete(whole);
  }

  bool expand(Frame& frame) {
    if (graph_.stopped()) return false;
    uint32_t marks = 0;
    if (!graph_.expand(frame.current, marks, targets_, edge_marks_)) return false;
    frame.open = true;
    for (size_t i = frame.first; i < targets_.size(); ++i) sets_.prefetch(targets_[i]);
    if (worker_ != 0) shuffle(frame);
    return marks == 0 || !is_accepting(sets_.add(frame.current, marks), frame.current);
  }

  // The target is in a set on the stack: unites all sets from there on. The search cannot end in the middle of this:
  // when all workers have stopped, the states of each set reach each other within it.
  bool close_cycle(const Frame& frame, State target) {
    while (!sets_.same(target, frame.entered)) {
      const State upper = roots_.back();
      roots_.pop_back();
      PX_CHECK(!roots_.empty());
      sets_.unite(upper, roots_.back());
    }
    return !is_accepting(sets_.add(target, kCycle), target);
  }

  bool finish(Frame& frame) {
    const size_t edges = targets_.size() - frame.first;
    if (graph_.marks_edges()) {
      for (size_t i = frame.first; i < targets_.size(); ++i) {
        if (edge_marks_[i] == 0 || !sets_.same(targets_[i], frame.current)) continue;
        if (is_accepting(sets_.add(frame.current, edge_marks_[i]), frame.current)) return false;
      }
      edge_marks_.resize(frame.first);
    }
    targets_.resize(frame.first);
    frame.next = frame.first;
    frame.open = false;
    if (sets_.finish(frame.current)) graph_.finished(edges);
    return true;
  }

  bool is_accepting(uint32_t marks, State state) { return (marks & wanted_) == wanted_ && graph_.accepting(state); }

  void shuffle(const Frame& frame) {
    const bool pairs = graph_.marks_edges();
    for (size_t i = targets_.size(); i > frame.first + 1; --i) {
      const size_t other = frame.first + random_() % (i - frame.first);
      std::swap(targets_[i - 1], targets_[other]);
      if (pairs) std::swap(edge_marks_[i - 1], edge_marks_[other]);
    }
  }

  Sets& sets_;
  Graph& graph_;
  const uint32_t worker_;
  const uint32_t wanted_;
  std::minstd_rand random_;
  std::vector<Frame> frames_;
  std::vector<State> roots_;
  std::vector<State> targets_;
  std::vector<uint32_t> edge_marks_;
};

}  // namespace px::liveness
