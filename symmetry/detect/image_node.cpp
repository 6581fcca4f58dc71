#include "symmetry/detect/image_node.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::symmetry {
namespace {

// A tree whose children are all leaves becomes its text.
ImageNode folded(ImageNode node) {
  const bool names = std::any_of(node.children.begin(), node.children.end(),
                                 [](const ImageNode& child) { return child.names_elements(); });
  if (names) return node;
  std::vector<std::string> texts;
  texts.reserve(node.children.size());
  for (ImageNode& child : node.children) texts.push_back(std::move(child.head));
  if (node.kind == ImageNode::Kind::Unordered) std::sort(texts.begin(), texts.end());
  if (node.kind == ImageNode::Kind::Block) order_block(texts, node.before);
  std::string joined = '(' + node.head;
  for (const std::string& part : texts) joined += ' ' + part;
  return ImageNode::leaf(joined + ')');
}

}  // namespace

ImageNode ImageNode::ordered(std::string head, std::vector<ImageNode> children) {
  return folded({Kind::Ordered, std::move(head), std::move(children), {}, 0, {}});
}

ImageNode ImageNode::unordered(std::string head, std::vector<ImageNode> children) {
  return folded({Kind::Unordered, std::move(head), std::move(children), {}, 0, {}});
}

ImageNode ImageNode::block(std::vector<ImageNode> children, std::vector<std::pair<uint32_t, uint32_t>> before) {
  const size_t n = children.size();
  if (before.empty() && n > 1) return unordered("{}", std::move(children));
  if (before.size() == n * (n - 1) / 2) return ordered("{}", std::move(children));
  return folded({Kind::Block, "{}", std::move(children), std::move(before), 0, {}});
}

const ImageNode* ImageNode::moved_literal(const Permutation& renaming) const {
  if (kind == Kind::Element) return renaming.image(point) != point ? this : nullptr;
  for (const ImageNode& child : children) {
    if (const ImageNode* found = child.moved_literal(renaming)) return found;
  }
  return nullptr;
}

}  // namespace px::symmetry
