#include "engine/store/tree_shape.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <utility>

#include "engine/base/hash.h"

namespace px::store {
namespace {

constexpr uint32_t kShortState = 24;   // bytes; longer states have wide leaves
constexpr uint32_t kMinWideLeaf = 16;  // bytes
constexpr uint32_t kMaxWideLeaf = 64;
constexpr uint32_t kMaxUnits = 64;     // units that are moved one by one; in longer states a unit has several bytes
constexpr uint32_t kFewestRows = 256;  // fewer are not significant
constexpr uint32_t kMaxPasses = 4;     // passes over the units, in which each is moved to the other side if that helps

using Units = std::vector<uint32_t>;

// Partitions sets of units (byte runs of equal length) so that the halves take few different values in the sample.
class Parting {
 public:
  Parting(std::span<const uint64_t> sample, uint32_t words, uint32_t unit_bytes, uint32_t units)
      : rows_(sample.size() / words), seen_(std::bit_ceil(2 * rows_)), seen_in_(seen_.size()), nothing_(rows_, 0) {
    for (uint32_t unit = 0; unit < units; ++unit) unit_hashes_.push_back(hashes_of(sample, words, unit_bytes, unit));
  }

  std::pair<Units, Units> part(const Units& units) {
    Halves start = std::min(cut(units), grow(units), [](const Halves& a, const Halves& b) { return a.cost < b.cost; });
    std::vector<bool>& is_right = start.is_right;
    Cost& best = start.cost;
    Sums left = sum_of(units, is_right, false);
    Sums right = sum_of(units, is_right, true);
    bool improved = true;
    for (uint32_t pass = 0; improved && pass < kMaxPasses; ++pass) {
      improved = false;
      for (size_t i = 0; i < units.size(); ++i) {
        if (std::count(is_right.begin(), is_right.end(), is_right[i]) == 1) continue;
        Sums& from = is_right[i] ? right : left;
        Sums& to = is_right[i] ? left : right;
        move(units[i], from, to);
        const Cost now = cost(left, right);
        if (now < best) {
          best = now;
          is_right[i] = !is_right[i];
          improved = true;
        } else {
          move(units[i], to, from);
        }
      }
    }
    std::pair<Units, Units> halves;
    for (size_t i = 0; i < units.size(); ++i) (is_right[i] ? halves.second : halves.first).push_back(units[i]);
    return halves;
  }

 private:
  // For each row the sum of the hashes of a set of units: equal (barring collisions) if the units are equal, and cheap
  // to update when a unit is added or removed.
  using Sums = std::vector<uint64_t>;

  struct Cost {
    size_t larger;
    size_t both;
    auto operator<=>(const Cost&) const = default;
  };
  struct Halves {
    std::vector<bool> is_right;
    Cost cost{SIZE_MAX, SIZE_MAX};
  };

  Sums hashes_of(std::span<const uint64_t> sample, uint32_t words, uint32_t unit_bytes, uint32_t unit) const {
    Sums hashes(rows_);
    for (size_t row = 0; row < rows_; ++row) {
      const uint32_t first = unit * unit_bytes;
      uint64_t hash = unit;
      for (uint32_t byte = first; byte < std::min(first + unit_bytes, words * 8); ++byte) {
        hash = hash_word(hash ^ (sample[row * words + byte / 8] >> (byte % 8 * 8) & 0xff), byte + 1);
      }
      hashes[row] = hash;
    }
    return hashes;
  }

  Sums sum_of(const Units& units, const std::vector<bool>& is_right, bool side) const {
    Sums sums(rows_, 0);
    for (size_t i = 0; i < units.size(); ++i) {
      if (is_right[i] == side) add(units[i], sums);
    }
    return sums;
  }
  void add(uint32_t unit, Sums& to) const {
    for (size_t row = 0; row < rows_; ++row) to[row] += unit_hashes_[unit][row];
  }
  void move(uint32_t unit, Sums& from, Sums& to) const {
    for (size_t row = 0; row < rows_; ++row) from[row] -= unit_hashes_[unit][row];
    add(unit, to);
  }

  size_t distinct(const Sums& sums) { return distinct(sums, nothing_); }
  // Of the sums of two.
  size_t distinct(const Sums& first, const Sums& second) {
    ++round_;
    size_t count = 0;
    for (size_t row = 0; row < rows_; ++row) {
      const uint64_t sum = first[row] + second[row];
      // Sums of good hashes are good hashes.
      size_t place = sum >> 20 & (seen_.size() - 1);
      while (seen_in_[place] == round_ && seen_[place] != sum) place = (place + 1) & (seen_.size() - 1);
      count += seen_in_[place] != round_;
      seen_in_[place] = round_;
      seen_[place] = sum;
    }
    return count;
  }
  Cost cost(const Sums& left, const Sums& right) {
    const size_t a = distinct(left);
    const size_t b = distinct(right);
    return {std::max(a, b), a + b};
  }

  // The best position to split between two neighbours.
  Halves cut(const Units& units) {
    Sums left(rows_, 0);
    Sums right = sum_of(units, std::vector<bool>(units.size(), true), true);
    Halves best;
    std::vector<bool> is_right(units.size(), true);
    for (size_t i = 0; i + 1 < units.size(); ++i) {
      move(units[i], right, left);
      is_right[i] = false;
      const Cost now = cost(left, right);
      if (now < best.cost) best = {is_right, now};
    }
    return best;
  }

  // The first unit, then repeatedly the one that adds the fewest values to those taken so far, until half of the values
  // are in.
  Halves grow(const Units& units) {
    Sums left(rows_, 0);
    Sums right = sum_of(units, std::vector<bool>(units.size(), true), true);
    Halves best;
    std::vector<bool> is_right(units.size(), true);
    size_t next = 0;
    for (size_t taken = 1; taken < units.size(); ++taken) {
      move(units[next], right, left);
      is_right[next] = false;
      const Cost now = cost(left, right);
      if (now < best.cost) best = {is_right, now};
      if (2 * distinct(left) > now.both) break;
      size_t fewest = SIZE_MAX;
      for (size_t i = 0; i < units.size(); ++i) {
        if (!is_right[i]) continue;
        const size_t values = distinct(left, unit_hashes_[units[i]]);
        if (values < fewest) next = i;
        fewest = std::min(fewest, values);
      }
    }
    return best;
  }

  const size_t rows_;
  std::vector<Sums> unit_hashes_;
  // A set of sums: an entry is occupied if it was set in this round.
  std::vector<uint64_t> seen_;
  std::vector<uint32_t> seen_in_;
  const Sums nothing_;
  uint32_t round_ = 0;
};

// Builds the tree from the leaves up.
class ShapeMaker {
 public:
  explicit ShapeMaker(uint32_t state_bits) : bytes_((state_bits + 7) / 8) { shape_.leaf_bytes = leaf_bytes(bytes_); }

  TreeShape make(std::span<const uint64_t> sample) {
    const uint32_t words = (bytes_ + 7) / 8;
    unit_bytes_ = std::bit_ceil((bytes_ + kMaxUnits - 1) / kMaxUnits);
    Units units((bytes_ + unit_bytes_ - 1) / unit_bytes_);
    for (uint32_t i = 0; i < units.size(); ++i) units[i] = i;
    if (sample.size() / words < kFewestRows) {
      add_bytes(bytes_of(units));
    } else {
      Parting parting(sample, words, unit_bytes_, static_cast<uint32_t>(units.size()));
      add_units(units, parting);
    }
    if (shape_.nodes.empty()) add_node(0, add_leaf({}));  // one leaf; a root is a pair
    number_leaves_of_root();
    for (TreeShape::Node& node : shape_.nodes) {
      node = {settled(node.left), settled(node.right)};
    }
    return std::move(shape_);
  }

 private:
  // A state has at most about ten leaves, unless it is very long: these can be scanned quickly. Wider leaves share less
  // between states, so they do not pay off for short states.
  static uint32_t leaf_bytes(uint32_t state_bytes) {
    if (state_bytes <= kShortState) return TreeShape::kNarrowLeafBytes;
    return std::clamp((state_bytes + 63) / 64 * 8, kMinWideLeaf, kMaxWideLeaf);
  }

  // While leaves are still being added, nodes are marked by this bit.
  static constexpr uint32_t kIsNode = uint32_t{1} << 31;
  uint32_t settled(uint32_t operand) const {
    return operand & kIsNode ? (operand & ~kIsNode) + shape_.leaves() : operand;
  }

  // The root's slots are as wide as the numbers in it, and the values of a leaf use the full range: a leaf next to a
  // node is therefore numbered by a separate node.
  void number_leaves_of_root() {
    TreeShape::Node root = shape_.nodes.back();
    if (shape_.has_wide_leaves()) return;  // their values are already numbers
    if ((root.left & kIsNode) == (root.right & kIsNode)) return;
    shape_.nodes.pop_back();
    uint32_t& leaf = root.left & kIsNode ? root.right : root.left;
    leaf = add_node(leaf, add_leaf({}));
    add_node(root.left, root.right);
  }

  std::vector<uint32_t> bytes_of(const Units& units) const {
    std::vector<uint32_t> bytes;
    for (const uint32_t unit : units) {
      const uint32_t end = std::min((unit + 1) * unit_bytes_, bytes_);
      for (uint32_t byte = unit * unit_bytes_; byte < end; ++byte) bytes.push_back(byte);
    }
    return bytes;
  }

  uint32_t add_units(const Units& units, Parting& parting) {
    if (units.size() == 1 || units.size() * unit_bytes_ <= shape_.leaf_bytes) return add_bytes(bytes_of(units));
    const auto [left, right] = parting.part(units);
    const uint32_t left_operand = add_units(left, parting);
    return add_node(left_operand, add_units(right, parting));
  }

  uint32_t add_bytes(std::span<const uint32_t> bytes) {
    const size_t leaves = (bytes.size() + shape_.leaf_bytes - 1) / shape_.leaf_bytes;
    if (leaves == 1) return add_leaf(bytes);
    const size_t middle = leaves / 2 * shape_.leaf_bytes;
    const uint32_t left = add_bytes(bytes.first(middle));
    return add_node(left, add_bytes(bytes.subspan(middle)));
  }
  uint32_t add_bytes(const std::vector<uint32_t>& bytes) { return add_bytes(std::span(bytes)); }

  uint32_t add_node(uint32_t left, uint32_t right) {
    shape_.nodes.push_back({left, right});
    return static_cast<uint32_t>(shape_.nodes.size() - 1) | kIsNode;
  }

  uint32_t add_leaf(std::span<const uint32_t> bytes) {
    std::vector<TreeShape::Piece> pieces;
    for (size_t i = 0; i < bytes.size(); ++i) {
      const bool goes_on = i % 8 != 0 && bytes[i] == bytes[i - 1] + 1 && bytes[i] % 8 != 0;
      if (goes_on) {
        pieces.back().mask = pieces.back().mask << 8 | 0xff;
      } else {
        const auto place = static_cast<uint32_t>(i);
        pieces.push_back({bytes[i] / 8, bytes[i] % 8 * 8, place / 8, place % 8 * 8, 0xff});
      }
    }
    shape_.leaf_pieces.push_back(std::move(pieces));
    return shape_.leaves() - 1;
  }

  const uint32_t bytes_;
  uint32_t unit_bytes_ = 1;
  TreeShape shape_;
};

}  // namespace

TreeShape TreeShape::choose(uint32_t state_bits, std::span<const uint64_t> sample) {
  return ShapeMaker(state_bits).make(sample);
}

}  // namespace px::store
