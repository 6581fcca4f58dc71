// A group of permutations of sort elements under which a program is symmetric.
//
// For now a product of full symmetric groups over disjoint blocks: a block is a set of elements of one sort that lie
// in the same families and may be permuted at will. Elements outside all blocks are fixed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/ir/program.h"

namespace px {

struct Block {
  ir::SortId sort;
  std::vector<uint32_t> elements;  // ascending, at least two
  bool operator==(const Block&) const = default;
};

struct SymmetryGroup {
  std::vector<Block> blocks;

  bool trivial() const { return blocks.empty(); }
  // The number of permutations, in decimal digits (it may exceed any machine word).
  std::string order() const;
  // The same as a number, or UINT64_MAX if it is larger than that.
  uint64_t order_or_max() const;
  // E.g. "User{1..5} x Phil{0,1,2}".
  std::string describe(const ir::Program& program) const;
};

}  // namespace px
