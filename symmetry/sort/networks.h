// Sorting networks for up to kMaxNetworkRows keys: Batcher's merge exchange (Knuth, TAOCP 3, algorithm 5.2.2M), which
// works for every number of keys and is within a few comparators of the best known networks for n <= 16 (n = 5: 9 of 9,
// 8: 19 of 19, 9: 26 of 25, 16: 63 of 60). Generated at compile time; tests check them by the 0-1 principle.
#pragma once

#include <array>
#include <cstdint>

#include "symmetry/sort/sort.h"

namespace px::symmetry {

struct Comparator {  // after it, row low holds the smaller key and row high the larger; low < high
  uint8_t low = 0;
  uint8_t high = 0;
};

struct Network {
  static constexpr size_t kCapacity = 192;  // merge exchange of 32 keys takes 191
  std::array<Comparator, kCapacity> comparators{};
  uint32_t count = 0;
};

constexpr Network make_network(uint32_t keys) {
  Network network;
  if (keys < 2) return network;
  uint32_t top = 1;
  while (top * 2 < keys) top *= 2;
  for (uint32_t p = top; p > 0; p /= 2) {
    uint32_t q = top;
    uint32_t r = 0;
    uint32_t distance = p;
    while (true) {
      for (uint32_t i = 0; i + distance < keys; ++i) {
        if ((i & p) != r) continue;
        network.comparators[network.count++] = {static_cast<uint8_t>(i), static_cast<uint8_t>(i + distance)};
      }
      if (q == p) break;
      distance = q - p;
      q /= 2;
      r = p;
    }
  }
  return network;
}

constexpr std::array<Network, kMaxNetworkRows + 1> make_networks() {
  std::array<Network, kMaxNetworkRows + 1> networks;
  for (uint32_t n = 0; n <= kMaxNetworkRows; ++n) networks[n] = make_network(n);
  return networks;
}

inline constexpr std::array<Network, kMaxNetworkRows + 1> kNetworks = make_networks();

}  // namespace px::symmetry
