#include "symmetry/detect/image_forms.h"

#include <algorithm>
#include <unordered_set>

namespace px::symmetry {

size_t ImageForms::KeyHash::operator()(const Key& key) const {
  size_t h = key.size();
  for (const uint32_t part : key) h = (h ^ part) * 0x9E3779B97F4A7C15ULL + (h >> 29);
  return h;
}

void ImageForms::add(const ImageNode& tree) {
  roots_.push_back(add_node(tree));
}

uint32_t ImageForms::add_node(const ImageNode& node) {
  Node flat;
  flat.kind = node.kind;
  flat.head = heads_.try_emplace(node.head, static_cast<uint32_t>(heads_.size())).first->second;
  flat.point = node.point;
  flat.before = node.before;
  for (const ImageNode& child : node.children) flat.children.push_back(add_node(child));
  const uint32_t id = static_cast<uint32_t>(nodes_.size());
  for (const uint32_t child : flat.children) nodes_[child].parent = id;
  if (node.kind == ImageNode::Kind::Element) literals_[node.point].push_back(id);
  const Key key = key_of(flat, flat.point, numbers_);
  numbers_.push_back(number_of_.try_emplace(key, static_cast<uint32_t>(number_of_.size())).first->second);
  renamed_.push_back(numbers_.back());
  seen_.push_back(false);
  nodes_.push_back(std::move(flat));
  return id;
}

ImageForms::Key ImageForms::key_of(const Node& node, Point point, const std::vector<uint32_t>& numbers) const {
  std::vector<uint32_t> parts;
  parts.reserve(node.children.size());
  for (const uint32_t child : node.children) parts.push_back(numbers[child]);
  if (node.kind == ImageNode::Kind::Unordered) std::sort(parts.begin(), parts.end());
  if (node.kind == ImageNode::Kind::Block) order_block(parts, node.before);
  if (node.kind == ImageNode::Kind::Element) parts.push_back(point);
  parts.push_back(node.head);
  parts.push_back(static_cast<uint32_t>(node.kind));
  return parts;
}

std::vector<uint32_t> ImageForms::nodes_above_moved(const Permutation& renaming) {
  std::vector<uint32_t> above;
  for (uint32_t point = 0; point < renaming.size(); ++point) {
    if (renaming.image(point) == point) continue;
    for (uint32_t node : literals_[point]) {
      for (; node != kNone && !seen_[node]; node = nodes_[node].parent) {
        seen_[node] = true;
        above.push_back(node);
      }
    }
  }
  for (const uint32_t node : above) seen_[node] = false;
  std::sort(above.begin(), above.end());
  return above;
}

void ImageForms::rename(uint32_t id, const Permutation& renaming) {
  const Node& node = nodes_[id];
  const bool known =
      std::all_of(node.children.begin(), node.children.end(), [&](uint32_t child) { return renamed_[child] != kNone; });
  renamed_[id] = kNone;
  if (!known) return;
  const Point point = node.kind == ImageNode::Kind::Element ? renaming.image(node.point) : node.point;
  const auto found = number_of_.find(key_of(node, point, renamed_));
  if (found != number_of_.end()) renamed_[id] = found->second;
}

bool ImageForms::roots_are_kept(const std::vector<uint32_t>& nodes) const {
  std::vector<uint32_t> old_roots;
  std::vector<uint32_t> new_roots;
  for (const uint32_t node : nodes) {
    if (nodes_[node].parent != kNone) continue;
    old_roots.push_back(numbers_[node]);
    new_roots.push_back(renamed_[node]);
  }
  std::sort(old_roots.begin(), old_roots.end());
  std::sort(new_roots.begin(), new_roots.end());
  return old_roots == new_roots;
}

void ImageForms::undo(const std::vector<uint32_t>& nodes) {
  for (const uint32_t node : nodes) renamed_[node] = numbers_[node];
}

bool ImageForms::are_kept_by(const Permutation& renaming) {
  const std::vector<uint32_t> nodes = nodes_above_moved(renaming);
  const bool known = std::all_of(nodes.begin(), nodes.end(), [&](uint32_t node) {
    rename(node, renaming);
    return renamed_[node] != kNone;
  });
  const bool kept = known && roots_are_kept(nodes);
  undo(nodes);
  return kept;
}

std::optional<uint32_t> ImageForms::first_lost(const Permutation& renaming) {
  const std::vector<uint32_t> nodes = nodes_above_moved(renaming);
  for (const uint32_t node : nodes) rename(node, renaming);
  std::unordered_set<uint32_t> known;
  for (const uint32_t root : roots_) known.insert(numbers_[root]);
  const auto lost =
      std::find_if(roots_.begin(), roots_.end(), [&](uint32_t root) { return !known.contains(renamed_[root]); });
  const std::optional<uint32_t> number =
      lost == roots_.end() ? std::nullopt : std::optional(static_cast<uint32_t>(lost - roots_.begin()));
  undo(nodes);
  return number;
}

}  // namespace px::symmetry
