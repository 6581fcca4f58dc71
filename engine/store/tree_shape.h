// How the tree table folds a state: which of its bytes form each leaf, and which leaves and nodes are paired.
//
// Idea: a pair is stored once for each combination of its two parts that occurs. So parts that go together (what one
// process knows, wherever it lies in the state) belong on one side, parts that vary independently on different sides;
// and the larger of the two halves' numbers of different values decides what the nodes cost. Where things lie in the
// state says little about that: the five processes of Peterson's algorithm need 0.24 nodes per state when the state is
// halved in the middle, and 0.03 when each process stays with its flag.
//
// So the shape is chosen by a sample of the states. A set of bytes is parted where the larger half has fewest different
// values in the sample: first at the best place between two neighbours, or by taking one after the other what adds the
// fewest values, then by moving single bytes to the other side as long as that helps. The halves are parted in turn
// until leaves are left. Without a sample the middle is taken.
//
// Leaves of short states have four bytes, which are their value. Those of long states are wide: what a leaf holds is
// stored as a whole and replaced by its number. A tree of narrow leaves would cost a visit to each of its nodes for
// each state, and those near the leaves, which have few different values, save next to nothing.
//
// Invariant: every bit of the state lies in exactly one leaf, so any shape is exact; the sample decides about memory
// and time only. What is new against the trees of LTSmin, which halve the vector in the middle, is this choice. Cost: a
// few hundred passes over the sample.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace px {

struct TreeShape {
  static constexpr uint32_t kNarrowLeafBytes = 4;

  // Operands below leaves() are leaves, others are node (operand - leaves()).
  struct Node {
    uint32_t left = 0;
    uint32_t right = 0;
  };
  // Bits of one word of the state that lie side by side in a word of a leaf.
  struct Piece {
    uint32_t word = 0;
    uint32_t word_shift = 0;
    uint32_t leaf_word = 0;
    uint32_t leaf_shift = 0;
    uint64_t mask = 0;  // before it is shifted to either place
  };

  uint32_t leaf_bytes = kNarrowLeafBytes;
  std::vector<std::vector<Piece>> leaf_pieces;
  std::vector<Node> nodes;  // operands come before the nodes they belong to; the root is last

  bool has_wide_leaves() const { return leaf_bytes != kNarrowLeafBytes; }
  uint32_t leaf_words() const { return (leaf_bytes + 7) / 8; }
  uint32_t leaves() const { return static_cast<uint32_t>(leaf_pieces.size()); }

  // By a sample of states of (state_bits + 63) / 64 words each; halved in the middle if it is too small to tell.
  static TreeShape choose(uint32_t state_bits, std::span<const uint64_t> sample);
};

}  // namespace px
