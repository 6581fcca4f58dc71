#pragma once

#include <algorithm>
#include <random>

#include "symmetry/perm/element_space.h"
#include "symmetry/perm/permutation.h"
#include "tests/unit/symmetry/models.h"

namespace px::test {

// A random element of the model's group.
inline symmetry::Permutation random_permutation(const Model& model, const symmetry::ElementSpace& space,
                                                std::mt19937_64& random) {
  std::vector<uint16_t> images(space.size());
  for (size_t i = 0; i < images.size(); ++i) images[i] = static_cast<uint16_t>(i);
  for (const symmetry::Block& block : model.group.blocks) {
    std::vector<uint32_t> shuffled = block.elements;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    for (size_t i = 0; i < shuffled.size(); ++i) {
      images[space.point(block.sort, block.elements[i])] = static_cast<uint16_t>(space.point(block.sort, shuffled[i]));
    }
  }
  return symmetry::Permutation(std::move(images));
}

}  // namespace px::test
