// Limits of the IR; the verifier enforces them for every Program, and docs/ir.md lists them.
#pragma once

#include <cstdint>

namespace px::ir {

inline constexpr uint32_t kMaxSortSize = 4096;
inline constexpr uint32_t kMaxSetSize = 64;      // a set is one mask
inline constexpr uint32_t kMaxSubsetsBase = 20;  // elements of the set whose subsets a name may range over
inline constexpr uint32_t kMaxQueueCapacity = 4096;
inline constexpr int64_t kMaxRangeSize = int64_t{1} << 24;  // of arrays, quantifiers, loops, choices
inline constexpr uint64_t kMaxScalars = uint64_t{1} << 20;  // in one variable
inline constexpr uint32_t kMaxNesting = 1000;               // of expressions, and of statements

}  // namespace px::ir
