// Sorting many short arrays of 64-bit keys at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace px {

inline constexpr size_t kSortColumns = 16;

// keys[row * kSortColumns + column]: sorts each column ascending by rows. Rows: any number.
void sort_columns(uint64_t* keys, size_t rows);
// The same without vectors: the definition that all targets are tested against.
void sort_columns_scalar(uint64_t* keys, size_t rows);

}  // namespace px
