// How many classes an approximate reduction takes for others, as far as the search can see.
//
// An approximate reducer gives states of different orbits the same key now and then; the second class is then lost,
// with all that only it leads to. SampledReducer stands in front of the reducer, and for one key in `one_in` (chosen by
// its hash, so that all states of a chosen key are seen) it remembers which classes have come with that key, by their
// full form. Every class beyond a key's first is a merge that happened. Times `one_in` that is an estimate of all
// merges among the states met; what lies only behind merged classes is never met, so it is a lower bound of what is
// lost.
//
// Memory: two words per class of the chosen keys. Classes are distinguished by 64-bit hashes of their forms: two in one
// key with equal hashes would be counted as one.
#pragma once

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/model/wrapped_reducer.h"

namespace px {

struct MergeCount {
  uint64_t one_in = 1;
  uint64_t keys = 0;    // examined
  uint64_t merged = 0;  // classes taken for another one
  uint64_t estimate() const { return merged * one_in; }
};

class MergeLog {
 public:
  void add(uint64_t key, uint64_t form);
  MergeCount count() const;

 private:
  static constexpr size_t kShards = 64;
  struct Shard {
    mutable std::mutex mutex;
    std::unordered_map<uint64_t, std::vector<uint64_t>> forms;  // of each key; guarded by mutex
  };
  std::array<Shard, kShards> shards_;
};

// `full` has to be a full and exact reducer for the same group, and outlives this.
class SampledReducer final : public WrappedReducer {
 public:
  SampledReducer(std::unique_ptr<Reducer> inner, const Reducer& full, uint32_t words, uint64_t one_in)
      : WrappedReducer(std::move(inner)), full_(full), words_(words), one_in_(one_in) {}

  std::unique_ptr<ReducerWorker> make_worker() const override;
  MergeCount count() const;

 private:
  const Reducer& full_;
  uint32_t words_;
  uint64_t one_in_;
  mutable MergeLog log_;
};

}  // namespace px
