// The hash by which markers and colours are combined: a 64 x 64 -> 128 bit product, folded. Sums of mixed values
// represent multisets.
#pragma once

#include <cstdint>

namespace px::symmetry {

__extension__ typedef unsigned __int128 MixProduct;

inline uint64_t mix(uint64_t a, uint64_t b) {
  const MixProduct product = MixProduct{a ^ 0x9e3779b97f4a7c15u} * (b ^ 0xd1b54a32d192ed03u);
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}

}  // namespace px::symmetry
