#include <algorithm>
#include <vector>

#include "symmetry/sort/sort.h"

namespace px::symmetry {

void sort_columns_scalar(uint64_t* keys, size_t rows) {
  std::vector<uint64_t> column(rows);
  for (size_t c = 0; c < kSortColumns; ++c) {
    for (size_t r = 0; r < rows; ++r) column[r] = keys[r * kSortColumns + c];
    std::sort(column.begin(), column.end());
    for (size_t r = 0; r < rows; ++r) keys[r * kSortColumns + c] = column[r];
  }
}

}  // namespace px::symmetry
