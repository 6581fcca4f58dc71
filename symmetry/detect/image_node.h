// A piece of program text in normal form, as a tree: parts that may be reordered are marked as such, and literal
// elements are separate leaves. The same tree yields the numbers by which renamed programs are compared (image_forms.h)
// and the graph in which renamings are found (program_graph.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/source.h"
#include "symmetry/perm/element_space.h"
#include "symmetry/perm/permutation.h"

namespace px::symmetry {

struct ImageNode {
  enum class Kind : uint8_t {
    Leaf,       // head
    Element,    // a literal: head denotes the sort, point the element
    Ordered,    // head, children in order
    Unordered,  // head, children in any order
    Block,      // children in any order that preserves every pair of `before`
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
  // The first literal that the renaming moves; null if there is none.
  const ImageNode* moved_literal(const Permutation& renaming) const;
};

// The statements of a block in the order of the lexicographic normal form: of those that no remaining one has to
// precede, the smallest comes first.
template <class Form>
void order_block(std::vector<Form>& forms, const std::vector<std::pair<uint32_t, uint32_t>>& before) {
  std::vector<Form> ordered;
  std::vector<bool> done(forms.size(), false);
  while (ordered.size() < forms.size()) {
    size_t next = forms.size();
    for (uint32_t i = 0; i < forms.size(); ++i) {
      const bool free = !done[i] && std::none_of(before.begin(), before.end(), [&](const auto& pair) {
        return pair.second == i && !done[pair.first];
      });
      if (free && (next == forms.size() || forms[i] < forms[next])) next = i;
    }
    done[next] = true;
    ordered.push_back(forms[next]);
  }
  forms = std::move(ordered);
}

}  // namespace px::symmetry
