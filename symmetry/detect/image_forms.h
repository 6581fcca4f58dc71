// Normal forms as numbers. Checking a renaming needs no text: trees that are equal, up to unordered children, get equal
// numbers, bottom-up (hash-consing). The numbers are assigned once, to the original trees. A renaming is then applied
// only to the literals that it moves and to their ancestors; all other nodes keep their numbers. A renamed tree without
// a number does not occur in the program, so the renaming is not a symmetry, and the check ends there.
//
// Cost of a check: one hash-table lookup for each node above moved literals, up to the first failure. A check works on
// the object's own scratch: one thread at a time.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "symmetry/detect/image_node.h"
#include "symmetry/perm/permutation.h"

namespace px::symmetry {

class ImageForms {
 public:
  explicit ImageForms(uint32_t points) : literals_(points) {}

  // Adds a tree; trees are counted from 0.
  void add(const ImageNode& tree);

  // Whether the renaming maps the trees, as a collection, to themselves.
  bool are_kept_by(const Permutation& renaming);
  // The first tree that the renaming does not map to one of the trees.
  std::optional<uint32_t> first_lost(const Permutation& renaming);

 private:
  static constexpr uint32_t kNone = UINT32_MAX;  // no parent; no number

  struct Node {
    ImageNode::Kind kind = ImageNode::Kind::Leaf;
    uint32_t head = 0;
    uint32_t parent = kNone;
    Point point = 0;
    std::vector<uint32_t> children;
    std::vector<std::pair<uint32_t, uint32_t>> before;
  };
  using Key = std::vector<uint32_t>;
  struct KeyHash {
    size_t operator()(const Key& key) const;
  };

  uint32_t add_node(const ImageNode& node);
  Key key_of(const Node& node, Point point, const std::vector<uint32_t>& numbers) const;
  // The nodes whose tree names a moved element, children before parents.
  std::vector<uint32_t> nodes_above_moved(const Permutation& renaming);
  // Gives a node whose children have been renamed its new number, or kNone.
  void rename(uint32_t id, const Permutation& renaming);
  bool roots_are_kept(const std::vector<uint32_t>& nodes) const;
  void undo(const std::vector<uint32_t>& nodes);

  std::vector<Node> nodes_;  // children before parents
  std::vector<uint32_t> numbers_;
  std::vector<uint32_t> renamed_;  // numbers during a check; between checks equal to numbers_
  std::vector<bool> seen_;         // scratch; between checks all false
  std::vector<uint32_t> roots_;
  std::vector<std::vector<uint32_t>> literals_;  // per point, the leaves that name it
  std::unordered_map<std::string, uint32_t> heads_;
  std::unordered_map<Key, uint32_t, KeyHash> number_of_;
};

}  // namespace px::symmetry
