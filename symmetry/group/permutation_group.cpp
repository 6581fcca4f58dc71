#include "symmetry/group/permutation_group.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px {

PermutationGroup::PermutationGroup(uint32_t points, std::vector<Permutation> generators,
                                   std::vector<uint16_t> preferred_base)
    : points_(points), generators_(std::move(generators)), preferred_base_(std::move(preferred_base)) {
  for (const Permutation& generator : generators_) PX_CHECK(generator.size() == points_);
  const auto moved = [&](uint16_t point) {
    return std::any_of(generators_.begin(), generators_.end(),
                       [&](const Permutation& g) { return g.image(point) != point; });
  };
  const auto first = std::find_if(preferred_base_.begin(), preferred_base_.end(), moved);
  if (first != preferred_base_.end()) add_level(*first);
  for (const Permutation& generator : generators_) insert(0, generator);
  building_.clear();
}

bool PermutationGroup::sifts(size_t level, const Permutation& p) const {
  std::vector<uint16_t> rest(p.images().begin(), p.images().end());
  return sift_away(level, rest);
}

// Divides `rest` by carriers; whether the identity is left.
bool PermutationGroup::sift_away(size_t level, std::vector<uint16_t>& rest) const {
  for (; level < levels_.size(); ++level) {
    const Level& l = levels_[level];
    const uint16_t image = rest[l.base];
    if (image == l.base) continue;
    if (l.position[image] < 0) return false;
    const uint16_t* back = l.uncarriers[static_cast<size_t>(l.position[image])].data();
    for (uint16_t& r : rest) r = back[r];
  }
  for (uint32_t i = 0; i < points_; ++i) {
    if (rest[i] != i) return false;
  }
  return true;
}

void PermutationGroup::add_level(uint16_t base) {
  Level level;
  level.base = base;
  level.position.assign(points_, -1);
  levels_.push_back(std::move(level));
  building_.emplace_back();
  add_to_orbit(levels_.size() - 1, base, Permutation(points_));
}

// A point that `moves` moves.
uint16_t PermutationGroup::next_base(const Permutation& moves) const {
  const auto moved = [&](uint32_t point) { return moves.image(point) != point; };
  const auto preferred = std::find_if(preferred_base_.begin(), preferred_base_.end(), moved);
  if (preferred != preferred_base_.end()) return *preferred;
  uint16_t base = 0;
  while (!moved(base)) ++base;
  return base;
}

void PermutationGroup::add_to_orbit(size_t level, uint16_t point, const Permutation& carrier) {
  Level& l = levels_[level];
  l.position[point] = static_cast<int32_t>(l.orbit.size());
  l.orbit.push_back(point);
  l.carriers.push_back(carrier);
  l.uncarriers.push_back(carrier.inverse());
  building_[level].applied.push_back(0);
}

// `p` fixes the base points before `level`. Deeper levels change while a level is worked on, and the vectors of levels
// may move: so everything is named by number.
void PermutationGroup::insert(size_t level, const Permutation& p) {
  if (sifts(level, p)) return;
  if (level == levels_.size()) add_level(next_base(p));
  building_[level].generators.push_back(p);
  for (size_t k = 0; k < levels_[level].orbit.size(); ++k) {
    while (building_[level].applied[k] < building_[level].generators.size()) {
      const Permutation& generator = building_[level].generators[building_[level].applied[k]++];
      const Permutation carried = levels_[level].carriers[k].then(generator);
      const uint16_t image = static_cast<uint16_t>(carried.image(levels_[level].base));
      const int32_t position = levels_[level].position[image];
      if (position < 0) {
        add_to_orbit(level, image, carried);
      } else {
        insert(level + 1, carried.then(levels_[level].uncarriers[static_cast<size_t>(position)]));
      }
    }
  }
}

BigNumber PermutationGroup::order() const {
  BigNumber order;
  for (const Level& level : levels_) order *= static_cast<uint32_t>(level.orbit.size());
  return order;
}

bool PermutationGroup::contains(const Permutation& p) const {
  return p.size() == points_ && sifts(0, p);
}

bool PermutationGroup::contains(const uint16_t* images, std::vector<uint16_t>& scratch) const {
  scratch.assign(images, images + points_);
  return sift_away(0, scratch);
}

std::vector<std::vector<uint16_t>> PermutationGroup::orbits() const {
  std::vector<std::vector<uint16_t>> orbits;
  std::vector<bool> seen(points_, false);
  for (uint32_t start = 0; start < points_; ++start) {
    if (seen[start]) continue;
    std::vector<uint16_t> orbit{static_cast<uint16_t>(start)};
    seen[start] = true;
    for (size_t k = 0; k < orbit.size(); ++k) {
      for (const Permutation& generator : generators_) {
        const uint32_t image = generator.image(orbit[k]);
        if (seen[image]) continue;
        seen[image] = true;
        orbit.push_back(static_cast<uint16_t>(image));
      }
    }
    if (orbit.size() < 2) continue;
    std::sort(orbit.begin(), orbit.end());
    orbits.push_back(std::move(orbit));
  }
  return orbits;
}

PermutationGroup PermutationGroup::restricted(const std::vector<uint16_t>& subset) const {
  std::vector<uint16_t> number(points_, 0);
  for (size_t k = 0; k < subset.size(); ++k) number[subset[k]] = static_cast<uint16_t>(k);
  std::vector<Permutation> generators;
  for (const Permutation& generator : generators_) {
    std::vector<uint16_t> images;
    for (const uint16_t point : subset) images.push_back(number[generator.image(point)]);
    Permutation small(std::move(images));
    if (!small.is_identity()) generators.push_back(std::move(small));
  }
  return PermutationGroup(static_cast<uint32_t>(subset.size()), std::move(generators));
}

}  // namespace px
