// How the tree table folds a state: which bytes form each leaf, and which leaves and nodes are paired.
//
// Idea: a pair is stored once for each combination of its two parts that occurs. So correlated parts (the variables of
// one process, wherever they are in the state) belong on the same side, and parts that vary independently on different
// sides; the cost of the nodes is determined by the larger of the two halves' numbers of different values. The order of
// variables in the state says little about that: the five processes of Peterson's algorithm need 0.24 nodes per state
// if the state is split in the middle, and 0.03 if each process stays with its flag.
//
// So the shape is chosen from a sample of the states. A set of bytes is split so that the larger half has the fewest
// different values in the sample: first at the best position between two neighbours, or greedily by adding the byte
// that adds the fewest values, then by moving single bytes to the other side as long as that helps. The halves are
// split recursively down to leaves. Without a sample the split is in the middle.
//
// Leaves of short states have four bytes, which are their value. Those of long states are wide: the content of a leaf
// is stored as a whole and replaced by its number. A tree of narrow leaves would cost a visit to each of its nodes per
// state, and the nodes near the leaves, which have few different values, save next to nothing.
//
// Invariant: every bit of the state lies in exactly one leaf, so any shape is exact; the sample affects memory and time
// only. This choice is new compared with the trees of LTSmin, which split the vector in the middle. Cost: a few hundred
// passes over the sample.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace px::store {

struct TreeShape {
  static constexpr uint32_t kNarrowLeafBytes = 4;

  // Operands below leaves() are leaves, others are node (operand - leaves()).
  struct Node {
    uint32_t left = 0;
    uint32_t right = 0;
  };
  // Adjacent bits of one word of the state that are also adjacent in a word of a leaf.
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

  // Chosen from a sample of states of (state_bits + 63) / 64 words each; split in the middle if the sample is too
  // small.
  static TreeShape choose(uint32_t state_bits, std::span<const uint64_t> sample);
};

}  // namespace px::store
