#include "symmetry/canon/canonical_search.h"

#include <algorithm>
#include <numeric>

#include "engine/base/check.h"

namespace px::symmetry {
namespace {

constexpr uint32_t kInsertionSortLimit = 32;

}  // namespace

std::vector<Point> identity_images(uint32_t points) {
  std::vector<Point> images(points);
  std::iota(images.begin(), images.end(), Point{0});
  return images;
}

CanonicalSearch::CanonicalSearch(const CanonContext& context)
    : context_(context),
      map_(*context.map),
      scratch_(context.points(), 0),
      colours_{map_.fixed_colours()},
      order_(map_.members()),
      swap_(identity_images(context.points())),
      image_(swap_),
      moved_(context.words()),
      leaves_(context.points()) {}

bool CanonicalSearch::settled(const uint64_t* state, const MarkerBatch& batch, uint32_t column) {
  state_ = state;
  map_.collect_edges(state_, edges_);
  for (uint32_t position = 0; position + 1 < map_.members(); ++position) {
    if (!batch.ties_with_next(position, column)) continue;
    const Point a = map_.point(batch.member_at(position, column));
    const Point b = map_.point(batch.member_at(position + 1, column));
    if (!swap_fixes_state(a, b)) return false;
  }
  return true;
}

void CanonicalSearch::run(const MarkerBatch& batch, uint32_t column, uint64_t* out) {
  ++refined_;
  std::vector<uint64_t>& colours = colours_[0];
  batch.write_colours(column, colours.data());
  refine_to_fixpoint(colours);
  if (!all_ties_resolved()) return search_tree(out);
  make_image(image_);
  from_tree_ = false;
  context_.permuter->apply(image_.data(), state_, out);
}

// ---- Classes

// Sets order_ and ties_. Blocks are short: insertion sort beats the library's.
void CanonicalSearch::sort_members(const std::vector<uint64_t>& colours) {
  ties_.clear();
  for (uint32_t b = 0; b < map_.blocks(); ++b) {
    const uint32_t begin = map_.block_begin(b);
    const uint32_t size = map_.block_end(b) - begin;
    entries_.resize(size);
    if (size <= kInsertionSortLimit) {
      for (uint32_t i = 0; i < size; ++i) {
        const Entry entry{colours[map_.point(begin + i)], begin + i};
        uint32_t at = i;
        for (; at > 0 && entry < entries_[at - 1]; --at) entries_[at] = entries_[at - 1];
        entries_[at] = entry;
      }
    } else {
      for (uint32_t i = 0; i < size; ++i) entries_[i] = {colours[map_.point(begin + i)], begin + i};
      std::sort(entries_.begin(), entries_.end());
    }
    for (uint32_t i = 0; i < size; ++i) order_[begin + i] = entries_[i].member;
    for (uint32_t i = 0; i < size;) {
      uint32_t j = i + 1;
      while (j < size && entries_[j].colour == entries_[i].colour) ++j;
      if (j - i > 1) ties_.push_back({begin + i, begin + j});
      i = j;
    }
  }
}

// If the packed keys of the two are equal, so are their plain cells and the references to them; only edges can differ.
bool CanonicalSearch::swap_fixes_edges(Point a, Point b) {
  touching_.clear();
  for (const MarkerEdge& edge : edges_) {
    for (uint32_t k = 0; k < edge.rank; ++k) {
      if (edge.points[k] != a && edge.points[k] != b) continue;
      touching_.push_back(&edge);
      break;
    }
  }
  const auto swapped = [&](Point p) { return p == a ? b : p == b ? a : p; };
  const auto is_image = [&](const MarkerEdge& edge, const MarkerEdge& image) {
    if (edge.label != image.label || edge.rank != image.rank) return false;
    return std::equal(edge.points, edge.points + edge.rank, image.points,
                      [&](Point p, Point q) { return swapped(p) == q; });
  };
  return std::all_of(touching_.begin(), touching_.end(), [&](const MarkerEdge* edge) {
    return std::any_of(touching_.begin(), touching_.end(),
                       [&](const MarkerEdge* image) { return is_image(*edge, *image); });
  });
}

bool CanonicalSearch::swap_fixes_state(Point a, Point b) {
  if (map_.packed()) return swap_fixes_edges(a, b);
  std::swap(swap_[a], swap_[b]);
  context_.permuter->apply(swap_.data(), state_, moved_.data());
  std::swap(swap_[a], swap_[b]);
  return std::equal(moved_.begin(), moved_.end(), state_);
}

// Swaps of adjacent members generate all permutations of the class.
bool CanonicalSearch::resolved(const Class& tie) {
  for (uint32_t i = tie.begin; i + 1 < tie.end; ++i) {
    if (!swap_fixes_state(map_.point(order_[i]), map_.point(order_[i + 1]))) return false;
  }
  return true;
}

bool CanonicalSearch::all_ties_resolved() {
  return std::all_of(ties_.begin(), ties_.end(), [&](const Class& tie) { return resolved(tie); });
}

// Refines until the number of classes stops growing; returns the number of elements in ties. Leaves order_ and ties_ in
// the state of the last round.
size_t CanonicalSearch::refine_to_fixpoint(std::vector<uint64_t>& colours) {
  const auto tied = [&] {
    size_t surplus = 0;
    for (const Class& tie : ties_) surplus += tie.end - tie.begin - 1;
    return surplus;
  };
  sort_members(colours);
  size_t before = tied();
  while (before != 0) {
    map_.refine(edges_, colours.data(), scratch_.data());
    sort_members(colours);
    const size_t after = tied();
    if (after >= before) break;
    before = after;
  }
  return before;
}

// The k-th element of a block by colour gets the name of the block's k-th element.
void CanonicalSearch::make_image(std::vector<Point>& image) const {
  for (uint32_t position = 0; position < map_.members(); ++position) {
    image[map_.point(order_[position])] = map_.point(position);
  }
}

// ---- Case 3

void CanonicalSearch::search_tree(uint64_t* out) {
  ++individualised_;
  leaves_.begin();
  visit(0);
  PX_CHECK(leaves_.leaves() > 0);
  worst_tree_ = std::max(worst_tree_, leaves_.leaves());
  from_tree_ = true;
  std::copy(leaves_.best_state().begin(), leaves_.best_state().end(), out);
}

// Visits the node whose refined colours are colours_[depth]; order_ and ties_ describe them. Returns the depth to which
// to backjump, or LeafSearch::kNoJump.
size_t CanonicalSearch::visit(uint32_t depth) {
  const Class* open = nullptr;  // the smallest class that is not settled; among equals the first by block and colour
  for (const Class& tie : ties_) {
    if (open != nullptr && tie.end - tie.begin >= open->end - open->begin) continue;
    if (!resolved(tie)) open = &tie;
  }
  if (open == nullptr) return visit_leaf(depth);
  std::vector<Point> candidates;
  for (uint32_t i = open->begin; i < open->end; ++i) candidates.push_back(map_.point(order_[i]));
  return visit_children(depth, candidates);
}

size_t CanonicalSearch::visit_children(uint32_t depth, const std::vector<Point>& candidates) {
  if (colours_.size() < depth + 2) colours_.resize(depth + 2);
  std::vector<Point> explored;
  for (const Point candidate : candidates) {
    const auto swaps = [&](Point other) { return swap_fixes_state(other, candidate); };
    if (std::any_of(explored.begin(), explored.end(), swaps)) continue;
    if (leaves_.equivalent_to_tried(depth, candidate, explored)) continue;
    explored.push_back(candidate);
    std::vector<uint64_t>& colours = colours_[depth + 1];
    colours = colours_[depth];
    colours[candidate] = chosen_colour(colours[candidate]);
    refine_to_fixpoint(colours);
    if (!leaves_.enter(depth, candidate, trace_of(map_, colours))) continue;
    const size_t jump = visit(depth + 1);
    if (jump != LeafSearch::kNoJump && jump < depth) return jump;
  }
  return LeafSearch::kNoJump;
}

size_t CanonicalSearch::visit_leaf(uint32_t depth) {
  make_image(image_);
  context_.permuter->apply(image_.data(), state_, moved_.data());
  return leaves_.offer(depth, image_, moved_);
}

}  // namespace px::symmetry
