// Sorting many short arrays of 64-bit keys at once: one array per column, so that one comparator of a sorting network
// compares sixteen pairs in a few vector instructions and nothing branches on the keys.
//
// Limits: keys are below 2^63, since vectors compare them as signed numbers; there are sixteen columns. There may be
// any number of rows: up to kMaxNetworkRows are sorted by a network, more column by column.
#pragma once

#include <cstddef>
#include <cstdint>

namespace px::symmetry {

inline constexpr size_t kSortColumns = 16;
inline constexpr size_t kMaxNetworkRows = 32;

// keys[row * kSortColumns + column]: sorts each column in ascending order. Uses the widest vectors of the machine.
void sort_columns(uint64_t* keys, size_t rows);
// The same without vectors: the definition that all targets are tested against.
void sort_columns_scalar(uint64_t* keys, size_t rows);

}  // namespace px::symmetry
