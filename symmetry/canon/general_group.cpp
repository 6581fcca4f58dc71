#include "symmetry/canon/general_group.h"

#include <algorithm>
#include <numeric>

#include "symmetry/group/hierarchy_check.h"
#include "symmetry/marker/mix.h"

namespace px::symmetry {
namespace {

constexpr size_t kMaxPairs = size_t{1} << 20;      // orbitals are computed for at most this many pairs of points
constexpr size_t kStaticEdgesPerPoint = 8;         // beyond this the cost exceeds the benefit
constexpr size_t kMaxCandidatesForExchange = 256;  // the table of exchanges is quadratic

// Base points are chosen among processes first: their lanes distinguish them best.
std::vector<uint16_t> preferred_base(const ir::Program& program, const ElementSpace& space) {
  std::vector<uint16_t> points;
  for (const ir::Family& family : program.families) {
    if (!family.is_process()) continue;
    for (uint32_t e = 0; e < family.count; ++e) {
      points.push_back(static_cast<uint16_t>(space.point(family.sort, family.first + e)));
    }
  }
  return points;
}

std::vector<Permutation> all_generators(const StatePermuter& permuter, const SymmetryGroup& group) {
  std::vector<Permutation> generators = group.generators;
  for (const Block& block : group.blocks) {
    for (size_t i = 0; i + 1 < block.elements.size(); ++i) {
      generators.push_back(Permutation::transposition(permuter.space().size(),
                                                      permuter.space().point(block.sort, block.elements[i]),
                                                      permuter.space().point(block.sort, block.elements[i + 1])));
    }
  }
  return generators;
}

}  // namespace

GeneralGroup::GeneralGroup(const ir::Program& program, const StatePermuter& permuter, const SymmetryGroup& group)
    : group_(analyse_group(permuter.space().size(), all_generators(permuter, group),
                           preferred_base(program, permuter.space()))) {
  find_orbits(permuter);
  find_static_edges();
  find_exchanges();
}

void GeneralGroup::find_orbits(const StatePermuter& permuter) {
  for (const std::vector<uint16_t>& orbit : chain().orbits()) {
    Block block{permuter.space().sort_of(orbit.front()), {}};
    for (const uint16_t point : orbit) block.elements.push_back(permuter.space().element_of(point));
    orbits_.blocks.push_back(std::move(block));
  }
}

void GeneralGroup::find_static_edges() {
  const std::vector<std::vector<uint16_t>> orbits = chain().orbits();
  std::vector<Point> moved;
  std::vector<size_t> orbit_of(chain().points(), 0);
  for (size_t o = 0; o < orbits.size(); ++o) {
    for (const uint16_t point : orbits[o]) orbit_of[point] = o;
    moved.insert(moved.end(), orbits[o].begin(), orbits[o].end());
  }
  const size_t n = moved.size();
  if (n * n > kMaxPairs) return;
  std::vector<size_t> number(chain().points(), 0);
  for (size_t i = 0; i < n; ++i) number[moved[i]] = i;

  std::vector<bool> seen(n * n, false);
  std::vector<std::vector<size_t>> orbitals;
  for (size_t start = 0; start < n * n; ++start) {
    if (seen[start] || start / n == start % n) continue;
    std::vector<size_t> orbital{start};
    seen[start] = true;
    for (size_t k = 0; k < orbital.size(); ++k) {
      for (const Permutation& generator : chain().generators()) {
        const size_t image =
            number[generator.image(moved[orbital[k] / n])] * n + number[generator.image(moved[orbital[k] % n])];
        if (!seen[image]) orbital.push_back(image);
        seen[image] = true;
      }
    }
    const size_t a = orbit_of[moved[start / n]];
    const size_t b = orbit_of[moved[start % n]];
    if (orbital.size() == orbits[a].size() * (orbits[b].size() - (a == b ? 1 : 0))) continue;
    orbitals.push_back(std::move(orbital));
  }
  std::sort(orbitals.begin(), orbitals.end(),
            [](const auto& x, const auto& y) { return x.size() != y.size() ? x.size() < y.size() : x < y; });
  for (size_t o = 0; o < orbitals.size(); ++o) {
    if (static_edges_.size() + orbitals[o].size() > kStaticEdgesPerPoint * n) return;
    for (const size_t pair : orbitals[o]) {
      MarkerEdge edge;
      edge.label = mix(o + 1, 0x6c62272e07bb0142u);
      edge.rank = 2;
      edge.points[0] = moved[pair / n];
      edge.points[1] = moved[pair % n];
      static_edges_.push_back(edge);
    }
  }
}

namespace {

// The points that the group moves, though not by any element that fixes the first base point.
std::vector<Point> fixed_with_base(const PermutationGroup& group) {
  std::vector<bool> moved(group.points(), false);
  for (size_t level = 1; level < group.levels().size(); ++level) {
    for (const Permutation& carrier : group.levels()[level].carriers) {
      for (uint32_t p = 0; p < moved.size(); ++p) {
        if (carrier.image(p) != p) moved[p] = true;
      }
    }
  }
  std::vector<Point> fixed;
  for (const std::vector<uint16_t>& orbit : group.orbits()) {
    std::copy_if(orbit.begin(), orbit.end(), std::back_inserter(fixed), [&](Point p) { return !moved[p]; });
  }
  return fixed;
}

}  // namespace

void GeneralGroup::find_exchanges() {
  candidate_number_.assign(chain().points(), -1);
  std::vector<std::vector<uint16_t>> opened;
  for (const std::vector<uint16_t>& orbit : chain().orbits()) {
    const bool holds_base = std::any_of(chain().levels().begin(), chain().levels().end(), [&](const auto& level) {
      return std::binary_search(orbit.begin(), orbit.end(), level.base);
    });
    if (!holds_base) continue;
    opened.push_back(orbit);
    for (const uint16_t point : orbit) candidate_number_[point] = static_cast<int32_t>(candidates_++);
  }
  if (candidates_ > kMaxCandidatesForExchange) return;
  exchanges_.resize(size_t{candidates_} * candidates_);
  // There is one membership test per pair: the hierarchy, if there is one, is fastest.
  std::optional<HierarchyMembers> members;
  if (hierarchy() != nullptr) members.emplace(*hierarchy(), chain().points());
  for (const std::vector<uint16_t>& orbit : opened) {
    find_exchanges_of(orbit, [&](const Permutation& p) { return members ? members->contain(p) : chain().contains(p); });
  }
}

// Elements of one orbit are alike, so the set fixed together with its first point is carried to the others. A likely
// chain suffices: its results are tested.
void GeneralGroup::find_exchanges_of(const std::vector<uint16_t>& orbit,
                                     const std::function<bool(const Permutation&)>& in_group) {
  const PermutationGroup at_first(chain().points(), chain().generators(), {orbit.front()},
                                  PermutationGroup::Chain::Likely);
  const std::vector<Point> fixed = fixed_with_base(at_first);
  const PermutationGroup::Level& level = at_first.levels().front();
  const auto counterpart = [&](Point of, size_t k) {
    return static_cast<Point>(level.carriers[static_cast<size_t>(level.position[of])].image(fixed[k]));
  };
  for (const uint16_t x : orbit) {
    for (const uint16_t y : orbit) {
      if (x >= y) continue;
      std::vector<uint16_t> images(chain().points());
      std::iota(images.begin(), images.end(), uint16_t{0});
      Exchange exchange;
      bool disjoint = true;
      for (size_t k = 0; k < fixed.size(); ++k) {
        const Point a = counterpart(x, k);
        const Point b = counterpart(y, k);
        if (a == b) continue;
        disjoint &= images[a] == a && images[b] == b;
        if (!disjoint) break;
        images[a] = b;
        images[b] = a;
        exchange.emplace_back(a, b);
      }
      if (!disjoint || !in_group(Permutation(std::move(images)))) continue;
      const size_t i = static_cast<size_t>(candidate_number_[x]);
      const size_t j = static_cast<size_t>(candidate_number_[y]);
      exchanges_[i * candidates_ + j] = exchange;
      exchanges_[j * candidates_ + i] = std::move(exchange);
    }
  }
}

const GeneralGroup::Exchange& GeneralGroup::exchange(Point x, Point y) const {
  if (exchanges_.empty() || candidate_number_[x] < 0 || candidate_number_[y] < 0) return none_;
  return exchanges_[static_cast<size_t>(candidate_number_[x]) * candidates_ +
                    static_cast<size_t>(candidate_number_[y])];
}

}  // namespace px::symmetry
