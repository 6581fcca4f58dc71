// A piece of program text in normal form, as a tree: what may be put in any order is marked as such, and literal
// elements are leaves of their own. From one tree come the text of a renamed program (to compare) and its graph (to
// find renamings).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/source.h"
#include "symmetry/perm/element_space.h"
#include "symmetry/perm/permutation.h"

namespace px {

struct ImageNode {
  enum class Kind : uint8_t {
    Leaf,       // head
    Element,    // a literal: head tells the sort, point the element
    Ordered,    // head, children in order
    Unordered,  // head, children in any order
    Block,      // children in any order that keeps every pair of `before`
  };
  Kind kind = Kind::Leaf;
  std::string head;
  std::vector<ImageNode> children;
  std::vector<std::pair<uint32_t, uint32_t>> before;
  Point point = 0;
  SourceSpan span;  // of an Element

  static ImageNode leaf(std::string head) { return {Kind::Leaf, std::move(head), {}, {}, 0, {}}; }
  static ImageNode element(std::string head, Point point, SourceSpan span) {
    return {Kind::Element, std::move(head), {}, {}, point, span};
  }
  // These become a Leaf if no child names an element.
  static ImageNode ordered(std::string head, std::vector<ImageNode> children);
  static ImageNode unordered(std::string head, std::vector<ImageNode> children);
  static ImageNode block(std::vector<ImageNode> children, std::vector<std::pair<uint32_t, uint32_t>> before);

  bool names_elements() const { return kind != Kind::Leaf; }
  // With the elements renamed, and what is unordered sorted by its texts.
  std::string text(const Permutation& renaming) const;
  // The first literal that the renaming moves; null if there is none.
  const ImageNode* moved_literal(const Permutation& renaming) const;
};

}  // namespace px
