#include "symmetry/detect/image_node.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px {
namespace {

ImageNode folded(ImageNode node) {
  const bool names = std::any_of(node.children.begin(), node.children.end(),
                                 [](const ImageNode& child) { return child.names_elements(); });
  return names ? std::move(node) : ImageNode::leaf(node.text(Permutation()));
}

// Of the statements that no earlier one has to precede, the one with the smallest text comes first.
void order_block(std::vector<std::string>& texts, const std::vector<std::pair<uint32_t, uint32_t>>& before) {
  std::vector<std::string> ordered;
  std::vector<bool> done(texts.size(), false);
  while (ordered.size() < texts.size()) {
    size_t next = texts.size();
    for (uint32_t i = 0; i < texts.size(); ++i) {
      const bool free = !done[i] && std::none_of(before.begin(), before.end(), [&](const auto& pair) {
        return pair.second == i && !done[pair.first];
      });
      if (free && (next == texts.size() || texts[i] < texts[next])) next = i;
    }
    done[next] = true;
    ordered.push_back(texts[next]);
  }
  texts = std::move(ordered);
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
  if (before.empty()) return unordered("{}", std::move(children));
  if (before.size() == n * (n - 1) / 2) return ordered("{}", std::move(children));
  return folded({Kind::Block, "{}", std::move(children), std::move(before), 0, {}});
}

std::string ImageNode::text(const Permutation& renaming) const {
  if (kind == Kind::Leaf) return head;
  if (kind == Kind::Element) return head + ':' + std::to_string(renaming.image(point));
  std::vector<std::string> texts;
  texts.reserve(children.size());
  for (const ImageNode& child : children) texts.push_back(child.text(renaming));
  if (kind == Kind::Unordered) std::sort(texts.begin(), texts.end());
  if (kind == Kind::Block) order_block(texts, before);
  std::string joined = '(' + head;
  for (const std::string& part : texts) joined += ' ' + part;
  return joined + ')';
}

const ImageNode* ImageNode::moved_literal(const Permutation& renaming) const {
  if (kind == Kind::Element) return renaming.image(point) != point ? this : nullptr;
  for (const ImageNode& child : children) {
    if (const ImageNode* found = child.moved_literal(renaming)) return found;
  }
  return nullptr;
}

}  // namespace px
