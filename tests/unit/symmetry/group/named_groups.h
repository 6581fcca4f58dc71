// Groups of known order, as generators.
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include "symmetry/group/permutation_group.h"

namespace px::test {

inline symmetry::Permutation cycle(uint32_t points, const std::vector<uint16_t>& members) {
  std::vector<uint16_t> images(points);
  std::iota(images.begin(), images.end(), uint16_t{0});
  for (size_t i = 0; i < members.size(); ++i) images[members[i]] = members[(i + 1) % members.size()];
  return symmetry::Permutation(std::move(images));
}

inline symmetry::Permutation product_of(const std::vector<symmetry::Permutation>& factors) {
  symmetry::Permutation product = factors.front();
  for (size_t i = 1; i < factors.size(); ++i) product = product.then(factors[i]);
  return product;
}

inline symmetry::Permutation rotation(uint32_t points) {
  std::vector<uint16_t> all(points);
  std::iota(all.begin(), all.end(), uint16_t{0});
  return cycle(points, all);
}

inline symmetry::PermutationGroup symmetric(uint32_t n) {
  return symmetry::PermutationGroup(n, {rotation(n), symmetry::Permutation::transposition(n, 0, 1)});
}

inline symmetry::PermutationGroup dihedral(uint32_t n) {
  std::vector<uint16_t> mirrored(n);
  for (uint32_t i = 0; i < n; ++i) mirrored[i] = static_cast<uint16_t>((n - i) % n);
  return symmetry::PermutationGroup(n, {rotation(n), symmetry::Permutation(std::move(mirrored))});
}

// The symmetries of the d-dimensional cube on its corners.
inline symmetry::PermutationGroup hypercube(uint32_t d) {
  const uint32_t n = 1u << d;
  std::vector<symmetry::Permutation> generators;
  std::vector<uint16_t> images(n);
  for (uint32_t x = 0; x < n; ++x) images[x] = static_cast<uint16_t>(x ^ 1);
  generators.emplace_back(images);
  for (uint32_t i = 0; i + 1 < d; ++i) {
    for (uint32_t x = 0; x < n; ++x) {
      const uint32_t low = x >> i & 1;
      const uint32_t high = x >> (i + 1) & 1;
      images[x] = static_cast<uint16_t>((x & ~(3u << i)) | low << (i + 1) | high << i);
    }
    generators.emplace_back(images);
  }
  return symmetry::PermutationGroup(n, std::move(generators));
}

// S_k wr S_m on k * m points: m blocks of k.
inline symmetry::PermutationGroup wreath(uint32_t k, uint32_t m) {
  const uint32_t n = k * m;
  std::vector<symmetry::Permutation> generators;
  for (uint32_t i = 0; i + 1 < k; ++i) generators.push_back(symmetry::Permutation::transposition(n, i, i + 1));
  for (uint32_t b = 0; b + 1 < m; ++b) {
    std::vector<uint16_t> images(n);
    std::iota(images.begin(), images.end(), uint16_t{0});
    for (uint32_t i = 0; i < k; ++i) std::swap(images[b * k + i], images[(b + 1) * k + i]);
    generators.emplace_back(std::move(images));
  }
  return symmetry::PermutationGroup(n, std::move(generators));
}

// The sporadic groups of Mathieu, from their usual generators.
inline symmetry::PermutationGroup mathieu11() {
  return symmetry::PermutationGroup(11,
                                    {rotation(11), product_of({cycle(11, {2, 6, 10, 7}), cycle(11, {3, 9, 4, 5})})});
}
inline symmetry::PermutationGroup mathieu12() {
  return symmetry::PermutationGroup(12, {cycle(12, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}),
                                         product_of({cycle(12, {2, 6, 10, 7}), cycle(12, {3, 9, 4, 5})}),
                                         product_of({cycle(12, {0, 11}), cycle(12, {1, 10}), cycle(12, {2, 5}),
                                                     cycle(12, {3, 7}), cycle(12, {4, 8}), cycle(12, {6, 9})})});
}

}  // namespace px::test
