// A group of permutations of sort elements under which a program is symmetric.
//
// The part that every strategy handles efficiently is a product of full symmetric groups over disjoint blocks: a block
// is a set of elements of one sort that lie in the same families and may be permuted at will. Generators describe
// symmetries beyond that (rotations, exchange of whole groups of elements, coupled permutations of several sorts).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/ir/program.h"
#include "symmetry/perm/big_number.h"
#include "symmetry/perm/permutation.h"

namespace px::symmetry {

struct Block {
  ir::SortId sort;
  std::vector<uint32_t> elements;  // ascending, at least two
  bool operator==(const Block&) const = default;
};

struct SymmetryGroup {
  SymmetryGroup() = default;
  explicit SymmetryGroup(std::vector<Block> product) : blocks(std::move(product)) {}

  std::vector<Block> blocks;
  // Permutations of points (ElementSpace) that together with the blocks' generate the group; empty: the blocks are the
  // group.
  std::vector<Permutation> generators;
  BigNumber whole_order;  // with generators: the order of the whole group

  bool trivial() const { return blocks.empty() && generators.empty(); }
  bool is_product() const { return generators.empty(); }
  // The number of permutations, in decimal digits (it may exceed any machine word).
  std::string order() const { return exact_order().decimal(); }
  // The same as a number, or UINT64_MAX if it is larger than that.
  uint64_t order_or_max() const { return exact_order().value_or_max(); }
  BigNumber exact_order() const;
  // E.g. "User{1..5} x Phil{0,1,2}"; "group of order 48" if there are generators (symmetry/group names its structure).
  std::string describe(const ir::Program& program) const;
};

}  // namespace px::symmetry
