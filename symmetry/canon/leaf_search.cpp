#include "symmetry/canon/leaf_search.h"

#include <algorithm>

#include "symmetry/marker/mix.h"

namespace px::symmetry {
namespace {

constexpr uint64_t kIndividual = 0x8bb84b93962eacc9u;
constexpr size_t kMaxAutomorphisms = 256;  // more are discarded: they only save work

}  // namespace

uint64_t chosen_colour(uint64_t colour) {
  return mix(colour, kIndividual);
}

uint64_t trace_of(const OccurrenceMap& map, const std::vector<uint64_t>& colours) {
  uint64_t sum = 0;
  for (uint32_t m = 0; m < map.members(); ++m) sum += mix(colours[map.point(m)], kIndividual);
  return sum;
}

void LeafSearch::begin() {
  have_best_ = false;
  leaves_ = 0;
  path_.clear();
  trace_.clear();
  automorphisms_.clear();
}

void LeafSearch::leave_to(size_t depth) {
  path_.resize(depth);
  trace_.resize(depth);
}

bool LeafSearch::enter(size_t depth, Point chosen, uint64_t trace) {
  leave_to(depth);
  path_.push_back(chosen);
  trace_.push_back(trace);
  return !have_best_ || compare_path(depth + 1) <= 0;
}

// Sign of (path to here) - (best path), up to this depth. A path that extends the best one comes after it.
int LeafSearch::compare_path(size_t depth) const {
  for (size_t d = 0; d < depth; ++d) {
    if (d >= best_trace_.size()) return 1;
    if (trace_[d] != best_trace_[d]) return trace_[d] < best_trace_[d] ? -1 : 1;
  }
  return 0;
}

size_t LeafSearch::offer(size_t depth, const std::vector<Point>& image, const std::vector<uint64_t>& moved) {
  ++leaves_;
  if (have_best_) {
    int order = compare_path(depth);
    if (order == 0 && depth < best_trace_.size()) order = -1;
    if (order == 0) {
      if (moved == best_state_) return learn_automorphism(depth, image);
      order = moved < best_state_ ? -1 : 1;
    }
    if (order > 0) return kNoJump;
  }
  have_best_ = true;
  best_path_.assign(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth));
  best_trace_.assign(trace_.begin(), trace_.begin() + static_cast<std::ptrdiff_t>(depth));
  best_image_ = image;
  best_state_ = moved;
  return kNoJump;
}

size_t LeafSearch::learn_automorphism(size_t depth, const std::vector<Point>& image) {
  std::vector<Point> back(points_);
  for (uint32_t p = 0; p < points_; ++p) back[image[p]] = static_cast<Point>(p);
  std::vector<Point> automorphism(points_);
  for (uint32_t p = 0; p < points_; ++p) automorphism[p] = back[best_image_[p]];
  size_t common = 0;
  while (common < depth && path_[common] == best_path_[common] && automorphism[path_[common]] == path_[common]) {
    ++common;
  }
  const bool maps_child = common < depth && automorphism[best_path_[common]] == path_[common];
  if (automorphisms_.size() < kMaxAutomorphisms) automorphisms_.push_back(std::move(automorphism));
  return maps_child ? common : kNoJump;
}

bool LeafSearch::equivalent_to_tried(size_t depth, Point candidate, const std::vector<Point>& tried) const {
  if (tried.empty() || automorphisms_.empty()) return false;
  std::vector<bool> reached(points_, false);
  std::vector<Point> open{candidate};
  reached[candidate] = true;
  while (!open.empty()) {
    const Point p = open.back();
    open.pop_back();
    if (std::find(tried.begin(), tried.end(), p) != tried.end()) return true;
    for (const std::vector<Point>& a : automorphisms_) {
      const bool fixes_path = std::all_of(path_.begin(), path_.begin() + static_cast<std::ptrdiff_t>(depth),
                                          [&](Point fixed) { return a[fixed] == fixed; });
      if (!fixes_path || reached[a[p]]) continue;
      reached[a[p]] = true;
      open.push_back(a[p]);
    }
  }
  return false;
}

}  // namespace px::symmetry
