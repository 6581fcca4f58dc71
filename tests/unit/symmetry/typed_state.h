// The definition of s^p, spelled out: a state as a map from typed paths to values. Independent of the slots that
// symmetry/perm compiles, and so the oracle for them.
#pragma once

#include <map>
#include <random>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "symmetry/perm/element_space.h"
#include "symmetry/perm/permutation.h"

namespace px::test {

// One step of a path: an index by an element (sort >= 0) or anything plain (sort = -1).
struct Step {
  int64_t sort = -1;
  int64_t number = 0;
  auto operator<=>(const Step&) const = default;
};

struct Leaf {
  enum class Of : uint8_t { Plain, Element, Set } of = Of::Plain;
  int64_t sort = -1;
  int64_t first = 0;  // Set
  int64_t value = 0;
  auto operator<=>(const Leaf&) const = default;
};

using TypedState = std::map<std::vector<Step>, Leaf>;

class TypedStates {
 public:
  TypedStates(const ir::Program& program, const ir::Layout& layout) : program_(program), layout_(layout) {}

  TypedState decode(const std::vector<uint64_t>& state) const;
  std::vector<uint64_t> encode(const TypedState& typed) const;
  // A state with random values of the right types; queues hold a random number of items. `spread`: values are drawn
  // from few or many, so that ties between elements are common or rare.
  std::vector<uint64_t> random(std::mt19937_64& random, int spread) const;

  static TypedState permute(const TypedState& state, const symmetry::ElementSpace& space,
                            const symmetry::Permutation& p);

 private:
  const ir::Program& program_;
  const ir::Layout& layout_;
};

}  // namespace px::test
