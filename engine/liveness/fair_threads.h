// Whether each process is satisfied somewhere in a component whose edges rename processes: weak fairness under
// symmetry.
//
// A process is satisfied in a state in which it cannot move, and on an edge by which it moves. An edge to a
// representative carries the permutation that produced it, so process 2 of this state may be process 5 of the next one:
// names are not preserved across edges.
//
// Idea (Emerson and Sistla, "Utilizing symmetry when model-checking under fairness assumptions", TOPLAS 1997). Choose a
// root of the component and a spanning tree. Along the tree each state gets a frame: a map from the processes of the
// root to those of the state. Every other edge closes a walk from the root (up the tree, the edge, back down), and the
// walk renames the root's processes. Processes that such walks exchange belong to one thread; threads are the classes
// of a union-find over the root's processes. The component has a fair path iff each thread is satisfied somewhere: a
// path can repeat a walk until each process of a thread has taken the place of the satisfied one. Proof in
// docs/liveness-engine.md.
//
// A part of a component has finer threads and is satisfied in fewer places. So if a part is fair, the component is
// fair; searches check parts while they are still running.
//
// Without symmetry all frames are the identity, and only one bit per process remains, for any number of processes.
//
// Cost: each state of the component is expanded once, and each edge takes time linear in the number of processes. Equal
// frames are stored once.
//
// `Graph` has
//   uint32_t elements() const           the number of processes
//   bool expand(State, const uint64_t*& satisfied, std::vector<ThreadEdge>& edges)
//       The edges that stay in the component; what they point to is valid until the next call. False: the search ended.
//   bool grown(uint64_t bytes)          called when more memory is needed; false: the search ended
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <unordered_map>
#include <vector>

namespace px::liveness {

inline bool has_bit(const uint64_t* bits, uint32_t i) {
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}

struct ThreadEdge {
  uint64_t to = 0;
  const uint16_t* renaming = nullptr;   // per process of this state: its number in the target; null: the identity
  const uint64_t* satisfied = nullptr;  // a set of processes of this state; null: none
};

template <class Graph>
class FairThreads {
 public:
  using State = uint64_t;

  explicit FairThreads(Graph& graph) : graph_(graph), elements_(graph.elements()) {}

  enum class Answer : uint8_t { Fair, Unfair, Stopped };

  Answer run(State root) {
    reset();
    std::vector<uint16_t> identity(elements_);
    std::iota(identity.begin(), identity.end(), uint16_t{0});
    meet(root, intern(identity));
    for (std::size_t next = 0; next < queue_.size(); ++next) {
      if (open_ == 0) return Answer::Fair;
      const uint64_t* satisfied = nullptr;
      edges_.clear();
      if (!graph_.expand(queue_[next], satisfied, edges_)) return Answer::Stopped;
      look(*frames_[frame_of_.at(queue_[next])], satisfied);
      if (!grow()) return Answer::Stopped;
    }
    return open_ == 0 ? Answer::Fair : Answer::Unfair;
  }

  // The number of states visited by the last run.
  std::size_t states() const { return queue_.size(); }

 private:
  using Frame = std::vector<uint16_t>;  // per process of the root: its number here

  void reset() {
    frame_of_.clear();
    queue_.clear();
    numbers_.clear();
    frames_.clear();
    parent_.resize(elements_);
    std::iota(parent_.begin(), parent_.end(), 0u);
    is_satisfied_.assign(elements_, 0);
    open_ = elements_;
  }

  uint32_t intern(const Frame& frame) {
    const auto [at, is_new] = numbers_.try_emplace(frame, static_cast<uint32_t>(frames_.size()));
    if (is_new) frames_.push_back(&at->first);
    return at->second;
  }

  void meet(State state, uint32_t frame) {
    frame_of_.emplace(state, frame);
    queue_.push_back(state);
  }

  void look(const Frame& here, const uint64_t* satisfied) {
    mark(here, satisfied);
    for (const ThreadEdge& edge : edges_) {
      mark(here, edge.satisfied);
      there_ = here;
      if (edge.renaming != nullptr) {
        for (uint16_t& process : there_) process = edge.renaming[process];
      }
      const auto known = frame_of_.find(edge.to);
      if (known == frame_of_.end()) {
        meet(edge.to, intern(there_));
      } else {
        close(*frames_[known->second]);
      }
    }
  }

  void mark(const Frame& here, const uint64_t* satisfied) {
    for (uint32_t k = 0; satisfied != nullptr && k < elements_; ++k) {
      if (!has_bit(satisfied, here[k])) continue;
      uint8_t& done = is_satisfied_[find(k)];
      if (done == 0) --open_;
      done = 1;
    }
  }

  // This edge maps the root's process k to there_[k]; if the state's frame differs, the two processes share a thread.
  void close(const Frame& frame) {
    if (frame == there_) return;
    inverse_.resize(elements_);
    for (uint32_t k = 0; k < elements_; ++k) inverse_[frame[k]] = static_cast<uint16_t>(k);
    for (uint32_t k = 0; k < elements_; ++k) unite(k, inverse_[there_[k]]);
  }

  uint32_t find(uint32_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }

  void unite(uint32_t a, uint32_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    parent_[a] = b;
    // Two open threads merge into one; an open and a satisfied one become satisfied. Either way, one open thread fewer.
    if (is_satisfied_[a] == 0 || is_satisfied_[b] == 0) --open_;
    is_satisfied_[b] |= is_satisfied_[a];
  }

  bool grow() {
    const uint64_t bytes = queue_.capacity() * sizeof(State) + frame_of_.size() * 48 +
                           frames_.size() * (elements_ * sizeof(uint16_t) + 96);
    return graph_.grown(bytes);
  }

  Graph& graph_;
  const uint32_t elements_;
  std::unordered_map<State, uint32_t> frame_of_;
  std::vector<State> queue_;
  std::map<Frame, uint32_t> numbers_;
  std::vector<const Frame*> frames_;   // by number
  std::vector<uint32_t> parent_;       // of the union-find
  std::vector<uint8_t> is_satisfied_;  // per root of the union-find
  uint32_t open_ = 0;                  // threads that are not yet satisfied
  std::vector<ThreadEdge> edges_;
  Frame there_;
  std::vector<uint16_t> inverse_;
};

}  // namespace px::liveness
