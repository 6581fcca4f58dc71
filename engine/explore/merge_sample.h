// Estimates how many classes an approximate reduction confuses with others, as far as the search can observe it.
//
// An approximate reducer occasionally gives states of different orbits the same key; the second class is then lost,
// together with everything reachable only through it. SampledReducer wraps the reducer, and for one key in `one_in`
// (chosen by hash, so that all states with a chosen key are seen) it records the classes that came with that key,
// identified by their full canonical form. Every class beyond the first of a key is an observed merge. Multiplied by
// `one_in` this estimates all merges among the states reached; states reachable only through merged classes are never
// reached, so the estimate is a lower bound of the loss.
//
// Memory: two words per class of the chosen keys. Classes are identified by 64-bit hashes of their forms: two classes
// under one key with equal hashes would count as one.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/model/wrapped_reducer.h"

namespace px::explore {

struct MergeCount {
  uint64_t one_in = 1;
  uint64_t keys = 0;    // examined
  uint64_t merged = 0;  // classes merged with another one
  uint64_t estimate() const { return merged * one_in; }
};

class MergeLog;

// `full` must be a full and exact reducer for the same group and outlive this object.
class SampledReducer final : public WrappedReducer {
 public:
  SampledReducer(std::unique_ptr<Reducer> inner, const Reducer& full, uint32_t words, uint64_t one_in);
  ~SampledReducer() override;

  std::unique_ptr<ReducerWorker> make_worker() const override;
  MergeCount count() const;

 private:
  const Reducer& full_;
  uint32_t words_;
  uint64_t one_in_;
  std::unique_ptr<MergeLog> log_;
};

}  // namespace px::explore
