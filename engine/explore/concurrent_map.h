// A hash map that several threads change at once: oneTBB's concurrent_hash_map, which locks one element, not a stripe.
//
// Only for records kept beside a search. States themselves are in engine/store, which needs no lock to read them. Why
// oneTBB here and not for threads: docs/decisions/0011. Its containers start no thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <tbb/concurrent_hash_map.h>
#include <utility>

#include "engine/base/hash.h"

namespace px::explore {

struct WordHashCompare {
  static size_t hash(uint64_t word) { return hash_word(word, 0); }
  static bool equal(uint64_t a, uint64_t b) { return a == b; }
};

// std::allocator: so that jemalloc, or what an embedding program uses, serves it, and not oneTBB's own allocator.
template <class Value>
using ConcurrentMap =
    tbb::concurrent_hash_map<uint64_t, Value, WordHashCompare, std::allocator<std::pair<const uint64_t, Value>>>;

}  // namespace px::explore
