// Which concrete state is explored for a key, independently of threads and timing (--deterministic).
//
// A search that stores keys explores the first state that it meets of each key; where unlike states share a key, what
// is found then depends on which one came first. Here the search goes level by level, and while a level is expanded
// every state made is only noted under its key. At the barrier between two levels the keys that are new keep their
// smallest state, as words, and that one is expanded in the next level. By induction the states of each level, and so
// all counts, are a function of the model.
//
// Cost: all distinct keys that a level leads to, with a state each, in memory; a lock per state (one of many).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/base/hash.h"
#include "engine/frontier/frontier.h"
#include "engine/store/state_table.h"

namespace px {

class LevelCandidates {
 public:
  explicit LevelCandidates(uint32_t words) : words_(words) {}

  // A state that came with the key that is stored under `ref`; is_new: this call stored it. Any thread.
  void add(StateRef ref, bool is_new, const uint64_t* state, StateRef parent) {
    Shard& shard = shards_[hash_word(ref, 0) >> 58];
    const std::lock_guard lock(shard.mutex);
    Candidate& candidate = shard.candidates[ref];
    candidate.is_new |= is_new;
    if (!candidate.state.empty() &&
        !std::lexicographical_compare(state, state + words_, candidate.state.begin(), candidate.state.end())) {
      return;
    }
    candidate.state.assign(state, state + words_);
    candidate.parent = parent;
  }

  // Gives the states of the new keys to the frontier. At the barrier: no other thread is in here. False: no memory.
  bool flush(uint32_t worker, Frontier& frontier, bool keep_parents) {
    std::vector<uint64_t> entry(1 + size_t{words_});
    bool fits = true;
    for (Shard& shard : shards_) {
      for (const auto& [ref, candidate] : shard.candidates) {
        if (!candidate.is_new) continue;
        entry[0] = ref;
        std::copy(candidate.state.begin(), candidate.state.end(), entry.begin() + 1);
        fits = fits && frontier.push(worker, entry.data(), 1);
        if (keep_parents) parents_[ref] = candidate.parent;
      }
      shard.candidates.clear();
    }
    return fits;
  }

  // For checkpoints, while no thread adds: visit(ref, is_new, parent, state) for what was noted in this level, and
  // visit(ref, parent) for the levels before; and how either comes back.
  template <class Visit>
  void for_each_candidate(Visit&& visit) const {
    for (const Shard& shard : shards_) {
      for (const auto& [ref, candidate] : shard.candidates) {
        visit(ref, candidate.is_new, candidate.parent, std::span<const uint64_t>(candidate.state));
      }
    }
  }
  template <class Visit>
  void for_each_parent(Visit&& visit) const {
    for (const auto& [ref, parent] : parents_) visit(ref, parent);
  }
  void add_parent(StateRef ref, StateRef parent) { parents_[ref] = parent; }
  uint32_t words() const { return words_; }

  // Where the state explored for each key came from: for traces. After the search.
  std::unordered_map<StateRef, StateRef> take_parents() { return std::move(parents_); }

 private:
  struct Candidate {
    bool is_new = false;  // its key was stored in this level
    StateRef parent = kNoState;
    std::vector<uint64_t> state;  // the smallest so far
  };
  struct Shard {
    std::mutex mutex;
    std::unordered_map<StateRef, Candidate> candidates;  // guarded by mutex
  };
  const uint32_t words_;
  std::array<Shard, 64> shards_;
  std::unordered_map<StateRef, StateRef> parents_;
};

}  // namespace px
