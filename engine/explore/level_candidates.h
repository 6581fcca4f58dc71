// Selects the concrete state explored for a key independently of threads and timing (--deterministic).
//
// A search that stores keys explores the first state it finds for each key; if states of different classes share a key,
// the outcome depends on which one came first. In this mode the search runs level by level, and while a level is
// expanded every generated state is only recorded under its key. At the barrier between two levels each new key keeps
// its smallest state (compared as words), and that one is expanded in the next level. By induction the states of each
// level, and so all counts, are a function of the model.
//
// Cost: memory for all distinct keys reached from a level with one state each; one lock acquisition per state, on the
// element of its key.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/explore/concurrent_map.h"
#include "engine/frontier/frontier.h"
#include "engine/store/state_table.h"

namespace px::explore {

class LevelCandidates {
 public:
  explicit LevelCandidates(uint32_t words) : words_(words) {}

  // Adds a state whose key is stored under `ref`; is_new: the caller has just stored it. Any thread.
  void add(store::StateRef ref, bool is_new, const uint64_t* state, store::StateRef parent) {
    Candidates::accessor entry;  // holds the element's lock
    candidates_.insert(entry, ref);
    Candidate& candidate = entry->second;
    candidate.is_new |= is_new;
    if (!candidate.state.empty() &&
        !std::lexicographical_compare(state, state + words_, candidate.state.begin(), candidate.state.end())) {
      return;
    }
    candidate.state.assign(state, state + words_);
    candidate.parent = parent;
  }

  // Pushes the states of the new keys to the frontier. Called at the barrier, when no other thread uses this object.
  // Returns false if memory runs out.
  bool flush(uint32_t worker, frontier::Frontier& frontier, bool keep_parents) {
    std::vector<uint64_t> entry(1 + size_t{words_});
    bool fits = true;
    for (const auto& [ref, candidate] : candidates_) {
      if (!candidate.is_new) continue;
      entry[0] = ref;
      std::copy(candidate.state.begin(), candidate.state.end(), entry.begin() + 1);
      fits = fits && frontier.push(worker, entry.data(), 1);
      if (keep_parents) parents_[ref] = candidate.parent;
    }
    candidates_.clear();
    return fits;
  }

  // For checkpoints, while no thread adds: calls visit(ref, is_new, parent, state) for the candidates of this level and
  // visit(ref, parent) for earlier levels; the restore functions read them back.
  template <class Visit>
  void for_each_candidate(Visit&& visit) const {
    for (const auto& [ref, candidate] : candidates_) {
      visit(ref, candidate.is_new, candidate.parent, std::span<const uint64_t>(candidate.state));
    }
  }
  template <class Visit>
  void for_each_parent(Visit&& visit) const {
    for (const auto& [ref, parent] : parents_) visit(ref, parent);
  }
  void add_parent(store::StateRef ref, store::StateRef parent) { parents_[ref] = parent; }
  uint32_t words() const { return words_; }

  // The parent of the state explored for each key, for traces. Called after the search.
  std::unordered_map<store::StateRef, store::StateRef> take_parents() { return std::move(parents_); }

 private:
  struct Candidate {
    bool is_new = false;  // its key was stored in this level
    store::StateRef parent = store::kNoState;
    std::vector<uint64_t> state;  // the smallest so far
  };
  using Candidates = ConcurrentMap<Candidate>;

  const uint32_t words_;
  Candidates candidates_;
  std::unordered_map<store::StateRef, store::StateRef> parents_;
};

}  // namespace px::explore
