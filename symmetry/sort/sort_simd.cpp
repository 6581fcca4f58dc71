// The networks over vectors, compiled once per instruction set that Highway supports; the first call chooses the widest
// one that the machine has. Rows stay in the first-level cache between comparators: 32 rows of 16 keys are 4 KiB.
#include "symmetry/sort/networks.h"
#include "symmetry/sort/sort.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "symmetry/sort/sort_simd.cpp"
#include <hwy/foreach_target.h>
// Highway must follow foreach_target.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace px::symmetry {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void SortRows(int64_t* HWY_RESTRICT keys, size_t rows) {
  const hn::CappedTag<int64_t, kSortColumns> d;
  const size_t lanes = hn::Lanes(d);
  const Network& network = kNetworks[rows];
  for (uint32_t i = 0; i < network.count; ++i) {
    int64_t* HWY_RESTRICT low = keys + network.comparators[i].low * kSortColumns;
    int64_t* HWY_RESTRICT high = keys + network.comparators[i].high * kSortColumns;
    for (size_t c = 0; c < kSortColumns; c += lanes) {
      const auto a = hn::LoadU(d, low + c);
      const auto b = hn::LoadU(d, high + c);
      hn::StoreU(hn::Min(a, b), d, low + c);
      hn::StoreU(hn::Max(a, b), d, high + c);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace px::symmetry
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace px::symmetry {

HWY_EXPORT(SortRows);

void sort_columns(uint64_t* keys, size_t rows) {
  if (rows > kMaxNetworkRows) return sort_columns_scalar(keys, rows);
  HWY_DYNAMIC_DISPATCH(SortRows)(reinterpret_cast<int64_t*>(keys), rows);
}

}  // namespace px::symmetry
#endif
