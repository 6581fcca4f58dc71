#include "symmetry/group/permutation_group.h"

#include <algorithm>
#include <random>

#include "engine/base/check.h"

namespace px::symmetry {
namespace {

constexpr uint64_t kSeed = 0x5eed;
constexpr int kSiftedInARow = 20;
constexpr int kMixingSteps = 60;
constexpr int kWords = 10;

// Nearly random elements of a group: product replacement with an accumulator (Celler, Leedham-Green, Murray, Niemeyer,
// O'Brien). Words grow fast only if there are few of them, so these start as random subproducts of the generators
// (Babai, Cooperman, Finkelstein, Luks, Seress), and since few words may not generate the whole group, each step adds
// one more subproduct. Deterministic: the same generators give the same elements.
class RandomElements {
 public:
  RandomElements(uint32_t points, const std::vector<Permutation>& generators)
      : generators_(generators), random_(kSeed), product_(points) {
    for (int k = 0; k < kWords; ++k) words_.push_back(subproduct());
    for (int k = 0; k < kMixingSteps; ++k) next();
  }

  const Permutation& next() {
    const size_t a = random_() % words_.size();
    const size_t b = (a + 1 + random_() % (words_.size() - 1)) % words_.size();
    const Permutation factor = random_() % 2 == 0 ? words_[b] : words_[b].inverse();
    words_[a] = random_() % 2 == 0 ? words_[a].then(factor) : factor.then(words_[a]);
    product_ = product_.then(words_[a]).then(subproduct());
    return product_;
  }

 private:
  // Includes or omits each generator at random.
  Permutation subproduct() {
    Permutation product(product_.size());
    for (const Permutation& generator : generators_) {
      if (random_() % 2 == 0) product = product.then(generator);
    }
    return product;
  }

  const std::vector<Permutation>& generators_;
  std::mt19937_64 random_;
  std::vector<Permutation> words_;
  Permutation product_;
};

}  // namespace

PermutationGroup::PermutationGroup(uint32_t points, std::vector<Permutation> generators,
                                   std::vector<uint16_t> preferred_base, Chain chain)
    : points_(points), generators_(std::move(generators)), preferred_base_(std::move(preferred_base)) {
  for (const Permutation& generator : generators_) PX_CHECK(generator.size() == points_);
  const auto moved = [&](uint16_t point) {
    return std::any_of(generators_.begin(), generators_.end(),
                       [&](const Permutation& g) { return g.image(point) != point; });
  };
  const auto first = std::find_if(preferred_base_.begin(), preferred_base_.end(), moved);
  if (first != preferred_base_.end()) add_level(*first);
  if (chain == Chain::Likely) {
    insert_random_elements();
  } else {
    for (const Permutation& generator : generators_) insert(0, generator);
  }
  building_.clear();
  strong_.clear();
}

void PermutationGroup::insert_random_elements() {
  for (const Permutation& generator : generators_) add_strong_generator(generator);
  if (levels_.empty()) return;
  RandomElements random(points_, generators_);
  for (int sifted = 0; sifted < kSiftedInARow; ++sifted) {
    if (add_strong_generator(random.next())) sifted = -1;
  }
}

// The residue of sifting p, if not the identity, fixes the base points before the level where sifting ended: it becomes
// a generator of that level and of all before.
bool PermutationGroup::add_strong_generator(const Permutation& p) {
  std::vector<uint16_t> rest(p.images().begin(), p.images().end());
  if (sift_away(0, rest)) return false;
  Permutation generator(std::move(rest));
  size_t last = 0;
  while (last < levels_.size() && generator.image(levels_[last].base) == levels_[last].base) ++last;
  if (last == levels_.size()) add_level(next_base(generator));
  strong_.push_back(std::move(generator));
  for (size_t level = 0; level <= last; ++level) {
    building_[level].strong.push_back(strong_.size() - 1);
    extend_orbit(level);
  }
  return true;
}

void PermutationGroup::extend_orbit(size_t level) {
  for (size_t k = 0; k < levels_[level].orbit.size(); ++k) {
    while (building_[level].applied[k] < building_[level].strong.size()) {
      const Permutation& generator = strong_[building_[level].strong[building_[level].applied[k]++]];
      const uint16_t image = static_cast<uint16_t>(generator.image(levels_[level].orbit[k]));
      if (levels_[level].position[image] >= 0) continue;
      add_to_orbit(level, image, levels_[level].carriers[k].then(generator));
    }
  }
}

bool PermutationGroup::sifts(size_t level, const Permutation& p) const {
  std::vector<uint16_t> rest(p.images().begin(), p.images().end());
  return sift_away(level, rest);
}

// Divides `rest` by carriers; returns whether the identity is left.
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

// `p` fixes the base points before `level`. Processing a level changes deeper ones, and the vectors of levels may move:
// so everything is referred to by index.
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

std::vector<std::vector<uint16_t>> orbits_of(uint32_t points, const std::vector<Permutation>& generators) {
  std::vector<std::vector<uint16_t>> orbits;
  std::vector<bool> seen(points, false);
  for (uint32_t start = 0; start < points; ++start) {
    if (seen[start]) continue;
    std::vector<uint16_t> orbit{static_cast<uint16_t>(start)};
    seen[start] = true;
    for (size_t k = 0; k < orbit.size(); ++k) {
      for (const Permutation& generator : generators) {
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

}  // namespace px::symmetry
