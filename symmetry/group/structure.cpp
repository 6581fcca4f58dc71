#include "symmetry/group/structure.h"

#include <algorithm>
#include <numeric>
#include <set>

#include "symmetry/group/analysed_group.h"

namespace px::symmetry {
namespace {

using Points = std::vector<uint16_t>;

// Union-find over 0 .. n-1, with the least member as the representative.
class Classes {
 public:
  explicit Classes(size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), uint16_t{0}); }
  uint16_t find(size_t x) {
    while (parent_[x] != x) x = parent_[x] = parent_[parent_[x]];
    return static_cast<uint16_t>(x);
  }
  bool join(size_t a, size_t b) {
    const uint16_t x = find(a);
    const uint16_t y = find(b);
    parent_[std::max(x, y)] = std::min(x, y);
    return x != y;
  }

 private:
  Points parent_;
};

Points united(const Points& a, const Points& b) {
  Points points;
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(points));
  return points;
}

PermutationGroup chain_of(uint32_t points, const std::vector<Permutation>& generators, const Points& base = {}) {
  return analyse_group(points, generators, base).chain;
}

// The action of the generators on a union of orbits; point k of it is subset[k].
PermutationGroup restricted(const std::vector<Permutation>& generators, const Points& subset) {
  std::vector<Permutation> small;
  if (generators.empty()) return {static_cast<uint32_t>(subset.size()), {}};
  Points number(generators.front().size(), 0);
  for (size_t k = 0; k < subset.size(); ++k) number[subset[k]] = static_cast<uint16_t>(k);
  for (const Permutation& generator : generators) {
    Points images;
    for (const uint16_t point : subset) images.push_back(number[generator.image(point)]);
    Permutation one(std::move(images));
    if (!one.is_identity()) small.push_back(std::move(one));
  }
  return chain_of(static_cast<uint32_t>(subset.size()), small);
}

// The sets of points of the direct factors. Orbits that depend on each other pairwise are merged; if the orders of the
// parts do not multiply to that of the group, some dependence is not pairwise, and the group is treated as a single
// factor.
std::vector<Points> independent_parts(const PermutationGroup& group) {
  const std::vector<Points> orbits = group.orbits();
  std::vector<BigNumber> orders;
  for (const Points& orbit : orbits) orders.push_back(restricted(group.generators(), orbit).order());
  Classes classes(orbits.size());
  for (size_t i = 0; i < orbits.size(); ++i) {
    for (size_t k = i + 1; k < orbits.size(); ++k) {
      if (classes.find(i) == classes.find(k)) continue;
      BigNumber product = orders[i];
      product *= orders[k];
      if (!(restricted(group.generators(), united(orbits[i], orbits[k])).order() == product)) classes.join(i, k);
    }
  }
  std::vector<Points> parts;
  BigNumber product;
  for (size_t root = 0; root < orbits.size(); ++root) {
    if (classes.find(root) != root) continue;
    Points part;
    for (size_t i = root; i < orbits.size(); ++i) {
      if (classes.find(i) == root) part = united(part, orbits[i]);
    }
    product *= restricted(group.generators(), part).order();
    parts.push_back(std::move(part));
  }
  if (parts.size() < 2 || product == group.order()) return parts;
  Points all;
  for (const Points& part : parts) all = united(all, part);
  return {all};
}

bool is_cyclic(const PermutationGroup& regular) {
  bool found = false;
  regular.for_each_element([&](const Permutation& p) {
    uint32_t length = 1;
    for (uint32_t x = p.image(0); x != 0; x = p.image(x)) ++length;
    found |= length == p.size();
  });
  return found;
}

// Transitive of order 2n on n > 2 points: dihedral if some element rotates an n-gon by one step and all others invert
// it.
bool is_dihedral(const PermutationGroup& group) {
  Permutation turn;
  group.for_each_element([&](const Permutation& p) {
    uint32_t length = 1;
    for (uint32_t x = p.image(0); x != 0; x = p.image(x)) ++length;
    if (length == p.size()) turn = p;
  });
  if (turn.size() == 0) return false;
  bool all = true;
  const Permutation back = turn.inverse();
  group.for_each_element([&](const Permutation& p) {
    const Permutation conjugate = p.inverse().then(turn).then(p);
    all &= conjugate == turn || conjugate == back;
  });
  return all;
}

std::string name_of_transitive(const PermutationGroup& group);

// A system of blocks under which the group is the full (action on a block) wr (action on the blocks), if there is one.
std::string wreath_name(const PermutationGroup& group) {
  std::set<Points> tried;
  for (uint16_t other = 1; other < group.points(); ++other) {
    const Points block_of = block_system(group, 0, other);
    const uint32_t blocks = *std::max_element(block_of.begin(), block_of.end()) + 1u;
    if (blocks < 2 || !tried.insert(block_of).second) continue;
    std::vector<Permutation> on_blocks;
    for (const Permutation& generator : group.generators()) {
      Points images(blocks);
      for (uint32_t p = 0; p < group.points(); ++p) images[block_of[p]] = block_of[generator.image(p)];
      on_blocks.emplace_back(std::move(images));
    }
    const PermutationGroup outer = chain_of(blocks, std::move(on_blocks));
    // The stabiliser of the first block: generated by the elements of a chain whose first base point is the block.
    std::vector<Permutation> lifted;
    for (size_t g = 0; g < group.generators().size(); ++g) {
      Points images(group.points() + blocks);
      for (uint32_t p = 0; p < group.points(); ++p) {
        images[p] = static_cast<uint16_t>(group.generators()[g].image(p));
        images[group.points() + block_of[p]] =
            static_cast<uint16_t>(group.points() + block_of[group.generators()[g].image(p)]);
      }
      lifted.emplace_back(std::move(images));
    }
    const PermutationGroup chain =
        chain_of(group.points() + blocks, lifted, {static_cast<uint16_t>(group.points() + block_of[0])});
    std::vector<Permutation> stabiliser;
    for (size_t l = 1; l < chain.levels().size(); ++l) {
      stabiliser.insert(stabiliser.end(), chain.levels()[l].carriers.begin(), chain.levels()[l].carriers.end());
    }
    Points members;
    for (uint16_t p = 0; p < group.points(); ++p) {
      if (block_of[p] == block_of[0]) members.push_back(p);
    }
    const PermutationGroup inner = restricted(stabiliser, members);
    BigNumber order = outer.order();
    const BigNumber inner_order = inner.order();
    for (uint32_t b = 0; b < blocks; ++b) order *= inner_order;
    if (order == group.order()) return name_of_transitive(inner) + " wr " + name_of_transitive(outer);
  }
  return {};
}

std::string name_of_transitive(const PermutationGroup& group) {
  const uint32_t n = group.points();
  const BigNumber order = group.order();
  const std::string size = std::to_string(n);
  if (order == BigNumber::factorial(n)) return "S_" + size;
  BigNumber twice = order;
  twice *= 2;
  if (twice == BigNumber::factorial(n)) return n == 3 ? "Z_3" : "A_" + size;
  if (order == BigNumber(n) && is_cyclic(group)) return "Z_" + size;
  const std::string wreath = wreath_name(group);
  if (!wreath.empty()) return '(' + wreath + ')';
  if (order == BigNumber(2 * n) && is_dihedral(group)) return "D_" + size;
  return "group of order " + order.decimal() + " on " + size + " points";
}

std::string name_of_part(const PermutationGroup& part) {
  const BigNumber order = part.order();
  std::vector<Points> orbits = part.orbits();
  std::sort(orbits.begin(), orbits.end(), [](const Points& a, const Points& b) { return a.size() < b.size(); });
  for (const Points& orbit : orbits) {
    const PermutationGroup faithful = restricted(part.generators(), orbit);
    if (faithful.order() == order) return name_of_transitive(faithful);
  }
  return "group of order " + order.decimal();
}

}  // namespace

Points block_system(const PermutationGroup& transitive, uint16_t a, uint16_t b) {
  Classes classes(transitive.points());
  std::vector<std::pair<uint16_t, uint16_t>> open{{a, b}};
  classes.join(a, b);
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    for (const Permutation& generator : transitive.generators()) {
      const uint16_t p = classes.find(generator.image(x));
      const uint16_t q = classes.find(generator.image(y));
      if (classes.join(p, q)) open.emplace_back(p, q);
    }
  }
  Points number(transitive.points(), 0);
  uint16_t next = 0;
  for (uint32_t p = 0; p < transitive.points(); ++p)
    number[p] = classes.find(p) == p ? next++ : number[classes.find(p)];
  return number;
}

std::vector<DirectFactor> direct_factors(const PermutationGroup& group) {
  std::vector<DirectFactor> factors;
  for (Points& part : independent_parts(group)) {
    const std::string name = name_of_part(restricted(group.generators(), part));
    factors.push_back({std::move(part), name});
  }
  return factors;
}

std::string structure_name(const PermutationGroup& group) {
  std::string text;
  for (const DirectFactor& factor : direct_factors(group)) text += (text.empty() ? "" : " x ") + factor.name;
  return text.empty() ? "trivial" : text;
}

}  // namespace px::symmetry
