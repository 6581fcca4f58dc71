#include "symmetry/group/hierarchy_check.h"

#include <algorithm>
#include <numeric>

#include "engine/base/check.h"

namespace px::symmetry {
namespace {

constexpr uint32_t kNowhere = UINT32_MAX;

class HierarchyCheck {
 public:
  HierarchyCheck(const Hierarchy& hierarchy, uint32_t points)
      : hierarchy_(hierarchy), place_of_point_(points), place_of_set_(hierarchy.sets.size()) {}

  // Also records the position of everything, for the checks below.
  bool is_tree() {
    for (uint32_t s = 0; s < hierarchy_.sets.size(); ++s) {
      const Hierarchy::Set& set = hierarchy_.sets[s];
      if (set.parts.size() < 2) return false;
      for (uint32_t p = 0; p < set.parts.size(); ++p) {
        if (!place_members(s, p)) return false;
      }
      const auto differs = [&](const Hierarchy::Part& part) { return !have_one_shape(set.parts[0], part); };
      if (std::any_of(set.parts.begin(), set.parts.end(), differs)) return false;
    }
    for (uint32_t s = 0; s < hierarchy_.sets.size(); ++s) {
      const bool within = place_of_set_[s].set != kNowhere;
      const auto times = std::count(hierarchy_.tops.begin(), hierarchy_.tops.end(), s);
      if (times != (within ? 0 : 1)) return false;
    }
    return std::all_of(hierarchy_.tops.begin(), hierarchy_.tops.end(),
                       [&](uint32_t top) { return top < hierarchy_.sets.size(); });
  }

  bool has_all_exchanges(const PermutationGroup& group) const {
    for (const Hierarchy::Set& set : hierarchy_.sets) {
      for (size_t p = 1; p < set.parts.size(); ++p) {
        std::vector<uint16_t> images(place_of_point_.size());
        std::iota(images.begin(), images.end(), uint16_t{0});
        exchange(set.parts[0], set.parts[p], images);
        if (!group.contains(Permutation(std::move(images)))) return false;
      }
    }
    return true;
  }

  bool is_kept_by(const Permutation& p) const {
    for (uint32_t point = 0; point < p.size(); ++point) {
      if (place_of_point_[point].set == kNowhere && p.image(point) != point) return false;
    }
    return std::all_of(hierarchy_.tops.begin(), hierarchy_.tops.end(),
                       [&](uint32_t top) { return maps_set(p, top, top); });
  }

 private:
  struct Place {
    uint32_t set = kNowhere;
    uint32_t part = 0;
  };

  // Inner sets come first, so comparing the first parts of two sets compares all parts: the parts of each set have been
  // found to be of one shape.
  bool have_one_shape(const Hierarchy::Part& a, const Hierarchy::Part& b) const {
    if (a.points.size() != b.points.size() || a.sets.size() != b.sets.size()) return false;
    if (a.points.empty() && a.sets.empty()) return false;
    for (size_t k = 0; k < a.sets.size(); ++k) {
      const Hierarchy::Set& x = hierarchy_.sets[a.sets[k]];
      const Hierarchy::Set& y = hierarchy_.sets[b.sets[k]];
      if (x.parts.size() != y.parts.size() || !have_one_shape(x.parts[0], y.parts[0])) return false;
    }
    return true;
  }

  // Returns false if something occurs twice, or a set does not come after those within it.
  bool place_members(uint32_t set, uint32_t part) {
    const Hierarchy::Part& members = hierarchy_.sets[set].parts[part];
    for (const uint16_t point : members.points) {
      if (point >= place_of_point_.size() || place_of_point_[point].set != kNowhere) return false;
      place_of_point_[point] = {set, part};
    }
    for (const uint32_t inner : members.sets) {
      if (inner >= set || place_of_set_[inner].set != kNowhere) return false;
      place_of_set_[inner] = {set, part};
    }
    return true;
  }

  void exchange(const Hierarchy::Part& a, const Hierarchy::Part& b, std::vector<uint16_t>& images) const {
    for (size_t k = 0; k < a.points.size(); ++k) std::swap(images[a.points[k]], images[b.points[k]]);
    for (size_t k = 0; k < a.sets.size(); ++k) {
      const Hierarchy::Set& of_a = hierarchy_.sets[a.sets[k]];
      const Hierarchy::Set& of_b = hierarchy_.sets[b.sets[k]];
      for (size_t p = 0; p < of_a.parts.size(); ++p) exchange(of_a.parts[p], of_b.parts[p], images);
    }
  }

  uint16_t first_point(const Hierarchy::Part& part) const {
    if (!part.points.empty()) return part.points[0];
    return first_point(hierarchy_.sets[part.sets[0]].parts[0]);
  }

  // The part of the set that contains the point, at any depth, or kNowhere.
  uint32_t part_with(uint32_t set, uint32_t point) const {
    Place place = place_of_point_[point];
    while (place.set != kNowhere && place.set != set) place = place_of_set_[place.set];
    return place.set == set ? place.part : kNowhere;
  }

  // No part is hit twice: p is a bijection.
  bool maps_set(const Permutation& p, uint32_t from, uint32_t to) const {
    const Hierarchy::Set& source = hierarchy_.sets[from];
    const Hierarchy::Set& target = hierarchy_.sets[to];
    return std::all_of(source.parts.begin(), source.parts.end(), [&](const Hierarchy::Part& part) {
      const uint32_t image = part_with(to, p.image(first_point(part)));
      return image != kNowhere && maps_part(p, part, target.parts[image]);
    });
  }

  bool maps_part(const Permutation& p, const Hierarchy::Part& from, const Hierarchy::Part& to) const {
    for (size_t k = 0; k < from.points.size(); ++k) {
      if (p.image(from.points[k]) != to.points[k]) return false;
    }
    for (size_t k = 0; k < from.sets.size(); ++k) {
      if (!maps_set(p, from.sets[k], to.sets[k])) return false;
    }
    return true;
  }

  const Hierarchy& hierarchy_;
  std::vector<Place> place_of_point_;
  std::vector<Place> place_of_set_;
};

}  // namespace

class HierarchyMembers::Places : public HierarchyCheck {
 public:
  using HierarchyCheck::HierarchyCheck;
};

HierarchyMembers::HierarchyMembers(const Hierarchy& hierarchy, uint32_t points)
    : places_(std::make_unique<Places>(hierarchy, points)) {
  const bool is_tree = places_->is_tree();
  PX_CHECK(is_tree);
}

HierarchyMembers::~HierarchyMembers() = default;

bool HierarchyMembers::contain(const Permutation& p) const {
  return places_->is_kept_by(p);
}

bool describes(const Hierarchy& hierarchy, const PermutationGroup& group) {
  HierarchyCheck check(hierarchy, group.points());
  return check.is_tree() && check.has_all_exchanges(group) &&
         std::all_of(group.generators().begin(), group.generators().end(),
                     [&](const Permutation& p) { return check.is_kept_by(p); });
}

}  // namespace px::symmetry
