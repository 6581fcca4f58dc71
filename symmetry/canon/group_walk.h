// Enumerates all elements of a group, or those permutations of a product that preserve given classes.
#pragma once

#include <algorithm>
#include <vector>

#include "symmetry/canon/context.h"

namespace px::symmetry {

// `segments`: disjoint lists of points; within each, `names` (the images to assign, ascending) are assigned in every
// order. Calls visit(image) for each combination; `image` is complete only for the points of the segments.
struct GroupSegment {
  std::vector<Point> points;
  std::vector<Point> names;
};

template <class Visit>
void for_each_permutation(std::vector<GroupSegment> segments, std::vector<Point>& image, Visit&& visit) {
  while (true) {
    for (const GroupSegment& s : segments) {
      for (size_t i = 0; i < s.points.size(); ++i) image[s.points[i]] = s.names[i];
    }
    visit(static_cast<const std::vector<Point>&>(image));
    // An odometer of permutations: next_permutation wraps to ascending order when it carries.
    size_t i = 0;
    while (i < segments.size() && !std::next_permutation(segments[i].names.begin(), segments[i].names.end())) ++i;
    if (i == segments.size()) return;
  }
}

// One segment per block: the whole group, if it is a product.
std::vector<GroupSegment> whole_group(const CanonContext& context);

// Visits all elements of the group, product or not; `segments` are those of whole_group, `image` is scratch with the
// identity.
template <class Visit>
void for_each_group_element(const CanonContext& context, const std::vector<GroupSegment>& segments,
                            std::vector<Point>& image, Visit&& visit) {
  if (!context.general) return for_each_permutation(segments, image, visit);
  context.general->chain().for_each_element([&](const Permutation& p) {
    image.assign(p.images().begin(), p.images().end());
    visit(static_cast<const std::vector<Point>&>(image));
  });
}

}  // namespace px::symmetry
