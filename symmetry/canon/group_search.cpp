#include "symmetry/canon/group_search.h"

#include <algorithm>

#include "symmetry/canon/general_group.h"

namespace px::symmetry {

GroupSearch::GroupSearch(const CanonContext& context, bool greedy)
    : context_(context),
      map_(*context.map),
      group_(*context.general),
      greedy_(greedy),
      scratch_(context.points(), 0),
      identity_(identity_images(context.points())),
      swap_(identity_),
      moved_(context.words()),
      leaves_(context.points()) {
  prepare_nodes(1);
  nodes_[0].colours = map_.fixed_colours();
}

void GroupSearch::prepare_nodes(size_t count) {
  while (nodes_.size() < count) {
    Node node;
    node.colours.resize(context_.points());
    node.name = node.owner = identity_;
    node.settled.resize(context_.points(), 0);
    nodes_.push_back(std::move(node));
  }
}

void GroupSearch::begin(const MarkerBatch& batch, uint32_t column) {
  Node& root = nodes_[0];
  batch.write_colours(column, root.colours.data());
  root.name = root.owner = identity_;
  std::fill(root.settled.begin(), root.settled.end(), 0);
  settled_classes_ = 0;
  edges_ready_ = false;
  leaves_.begin();
}

void GroupSearch::run(const uint64_t* state, const MarkerBatch& batch, uint32_t column, uint64_t* out) {
  state_ = state;
  begin(batch, column);
  if (count_colours(nodes_[0].colours) < map_.members()) refine(nodes_[0].colours);
  visit(0, 0);
  if (leaves_.leaves() > 1) ++searched_;
  worst_tree_ = std::max(worst_tree_, leaves_.leaves());
  std::copy(leaves_.best_state().begin(), leaves_.best_state().end(), out);
}

// ---- Colours

size_t GroupSearch::count_colours(const std::vector<uint64_t>& colours) {
  sorted_.clear();
  for (uint32_t m = 0; m < map_.members(); ++m) sorted_.push_back(colours[map_.point(m)]);
  std::sort(sorted_.begin(), sorted_.end());
  return static_cast<size_t>(std::unique(sorted_.begin(), sorted_.end()) - sorted_.begin());
}

// Refines until the number of colours stops growing.
void GroupSearch::refine(std::vector<uint64_t>& colours) {
  if (!edges_ready_) {
    map_.collect_edges(state_, edges_);
    edges_.insert(edges_.end(), group_.static_edges().begin(), group_.static_edges().end());
    edges_ready_ = true;
  }
  if (edges_.empty()) return;
  size_t before = count_colours(colours);
  while (before < map_.members()) {
    map_.refine(edges_, colours.data(), scratch_.data());
    const size_t after = count_colours(colours);
    if (after <= before) return;
    before = after;
  }
}

// ---- Steps

// The elements that may get the base point's name: the smallest colour class among those in its orbit; of equally small
// ones, the class with the least colour.
void GroupSearch::find_candidates(Node& node, size_t level) {
  std::vector<Point>& found = node.candidates;
  found.clear();
  for (const uint16_t name : group_.chain().levels()[level].orbit) found.push_back(node.owner[name]);
  if (found.size() == 1) return;
  const std::vector<uint64_t>& colours = node.colours;
  std::sort(found.begin(), found.end(),
            [&](Point a, Point b) { return colours[a] != colours[b] ? colours[a] < colours[b] : a < b; });
  size_t best = 0;
  size_t best_size = found.size() + 1;
  for (size_t begin = 0; begin < found.size();) {
    size_t end = begin + 1;
    while (end < found.size() && colours[found[end]] == colours[found[begin]]) ++end;
    if (end - begin < best_size) {
      best = begin;
      best_size = end - begin;
    }
    begin = end;
  }
  found.erase(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(best));
  found.resize(best_size);
}

// Gives the base point's name to `chosen`.
void GroupSearch::take(Node& node, size_t level, Point chosen) const {
  const PermutationGroup::Level& l = group_.chain().levels()[level];
  const Point name = node.name[chosen];
  if (name == l.base) return;
  const uint16_t* back = l.uncarriers[static_cast<size_t>(l.position[name])].data();
  for (uint32_t m = 0; m < map_.members(); ++m) {
    const Point p = map_.point(m);
    node.name[p] = back[node.name[p]];
  }
  for (uint32_t m = 0; m < map_.members(); ++m) node.owner[node.name[map_.point(m)]] = map_.point(m);
}

// Descends while there is a single candidate; returns the depth to backjump to, or LeafSearch::kNoJump.
size_t GroupSearch::visit(size_t depth, size_t level) {
  for (; level < group_.chain().levels().size(); ++level) {
    Node& node = nodes_[depth];
    find_candidates(node, level);
    if (node.candidates.size() > 1 && !greedy_ && !settle(node)) return visit_candidates(depth, level);
    take(node, level, node.candidates.front());
  }
  return visit_leaf(depth);
}

// Whether all candidates can be exchanged without changing the state: then any of them will do, now and later.
bool GroupSearch::settle(Node& node) {
  const Point first = node.candidates.front();
  const bool known =
      node.settled[first] != 0 && std::all_of(node.candidates.begin(), node.candidates.end(),
                                              [&](Point p) { return node.settled[p] == node.settled[first]; });
  if (known) return true;
  for (size_t i = 1; i < node.candidates.size(); ++i) {
    if (!exchange_fixes_state(first, node.candidates[i])) return false;
  }
  ++settled_classes_;
  for (const Point p : node.candidates) node.settled[p] = settled_classes_;
  return true;
}

bool GroupSearch::exchange_fixes_state(Point x, Point y) {
  const GeneralGroup::Exchange& exchange = group_.exchange(x, y);
  if (exchange.empty()) return false;
  const auto swap_all = [&] {
    for (const auto& [a, b] : exchange) std::swap(swap_[a], swap_[b]);
  };
  // The exchange must fix elements that already have names.
  for (const auto& [a, b] : exchange) {
    const bool named =
        std::any_of(leaves_.path().begin(), leaves_.path().end(), [a = a, b = b](Point p) { return p == a || p == b; });
    if (named) return false;
  }
  swap_all();
  context_.permuter->apply(swap_.data(), state_, moved_.data());
  swap_all();
  return std::equal(moved_.begin(), moved_.end(), state_);
}

size_t GroupSearch::visit_candidates(size_t depth, size_t level) {
  prepare_nodes(depth + 2);
  nodes_[depth].tried.clear();
  for (size_t i = 0; i < nodes_[depth].candidates.size(); ++i) {
    const Point candidate = nodes_[depth].candidates[i];
    leaves_.leave_to(depth);
    const auto exchangeable = [&](Point other) { return exchange_fixes_state(other, candidate); };
    const std::vector<Point>& tried = nodes_[depth].tried;
    if (std::any_of(tried.begin(), tried.end(), exchangeable)) continue;
    if (leaves_.equivalent_to_tried(depth, candidate, tried)) continue;
    nodes_[depth].tried.push_back(candidate);
    const Node& parent = nodes_[depth];
    Node& child = nodes_[depth + 1];
    child.colours = parent.colours;
    child.name = parent.name;
    child.owner = parent.owner;
    child.settled = parent.settled;
    child.colours[candidate] = chosen_colour(child.colours[candidate]);
    refine(child.colours);
    if (!leaves_.enter(depth, candidate, trace_of(map_, child.colours))) continue;
    take(child, level, candidate);
    const size_t jump = visit(depth + 1, level + 1);
    if (jump != LeafSearch::kNoJump && jump < depth) return jump;
  }
  return LeafSearch::kNoJump;
}

size_t GroupSearch::visit_leaf(size_t depth) {
  const std::vector<Point>& name = nodes_[depth].name;
  context_.permuter->apply(name.data(), state_, moved_.data());
  return leaves_.offer(depth, name, moved_);
}

}  // namespace px::symmetry
