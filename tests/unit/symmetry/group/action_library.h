// Permutation groups in many actions: a group can act on many kinds of objects, and a model may contain any of them (a
// process per ordered pair, per edge, per seat and neighbour). Orders are those of the textbooks.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/symmetry/group/named_groups.h"

namespace px::test {

struct Action {
  std::string name;
  symmetry::PermutationGroup group;
  std::string order;
  bool hierarchical = false;  // an iterated wreath product, which find_hierarchy must recognise
};

using Generators = std::vector<symmetry::Permutation>;
using Tuple = std::vector<uint16_t>;
using Tuples = std::vector<Tuple>;

// The action on tuples of points (ordered), or on sets (each ascending), which are closed under it.
inline Generators on_tuples(const Generators& generators, const Tuples& objects, bool as_sets) {
  Generators induced;
  for (const symmetry::Permutation& g : generators) {
    std::vector<uint16_t> images;
    for (Tuple object : objects) {
      for (uint16_t& point : object) point = static_cast<uint16_t>(g.image(point));
      if (as_sets) std::sort(object.begin(), object.end());
      images.push_back(static_cast<uint16_t>(std::find(objects.begin(), objects.end(), object) - objects.begin()));
    }
    induced.emplace_back(std::move(images));
  }
  return induced;
}

inline Tuples ordered_pairs(uint16_t n) {
  Tuples pairs;
  for (uint16_t a = 0; a < n; ++a) {
    for (uint16_t b = 0; b < n; ++b) {
      if (a != b) pairs.push_back({a, b});
    }
  }
  return pairs;
}

inline Tuples unordered_pairs(uint16_t n) {
  Tuples pairs = ordered_pairs(n);
  std::erase_if(pairs, [](const Tuple& pair) { return pair[0] > pair[1]; });
  return pairs;
}

inline Tuples polygon_edges(uint16_t n, bool directed) {
  Tuples edges;
  for (uint16_t a = 0; a < n; ++a) {
    const auto b = static_cast<uint16_t>((a + 1) % n);
    edges.push_back(directed ? Tuple{a, b} : Tuple{std::min(a, b), std::max(a, b)});
    if (directed) edges.push_back({b, a});
  }
  return edges;
}

// One group on the points of several actions at once: generator k of each, side by side.
inline Generators in_step(const std::vector<Generators>& actions) {
  Generators together;
  for (size_t g = 0; g < actions[0].size(); ++g) {
    std::vector<uint16_t> images;
    for (const Generators& action : actions) {
      const auto first = static_cast<uint16_t>(images.size());
      for (const uint16_t image : action[g].images()) images.push_back(static_cast<uint16_t>(first + image));
    }
    together.emplace_back(std::move(images));
  }
  return together;
}

// Two groups on different points.
inline Generators beside(const Generators& a, const Generators& b) {
  Generators all;
  const uint32_t points = a[0].size() + b[0].size();
  const auto add = [&](const symmetry::Permutation& g, uint32_t first) {
    std::vector<uint16_t> images(points);
    for (uint32_t p = 0; p < points; ++p) images[p] = static_cast<uint16_t>(p);
    for (uint32_t p = 0; p < g.size(); ++p) images[first + p] = static_cast<uint16_t>(first + g.image(p));
    all.emplace_back(std::move(images));
  };
  for (const symmetry::Permutation& g : a) add(g, 0);
  for (const symmetry::Permutation& g : b) add(g, a[0].size());
  return all;
}

// On its own elements, by multiplication.
inline Generators regular(const Generators& generators) {
  Tuples elements;
  const symmetry::PermutationGroup group(generators[0].size(), generators);
  group.for_each_element(
      [&](const symmetry::Permutation& p) { elements.emplace_back(p.images().begin(), p.images().end()); });
  return on_tuples(generators, elements, false);
}

// inner wr outer on the functions from the outer points to the inner ones (product action).
inline Generators product_action(const Generators& inner, const Generators& outer) {
  const uint32_t k = inner[0].size();
  const uint32_t m = outer[0].size();
  Tuples functions{Tuple(m, 0)};
  for (uint32_t i = 0; i < m; ++i) {
    Tuples longer;
    for (const Tuple& f : functions) {
      for (uint32_t value = 0; value < k; ++value) {
        longer.push_back(f);
        longer.back()[i] = static_cast<uint16_t>(value);
      }
    }
    functions = std::move(longer);
  }
  const auto induced = [&](const std::function<Tuple(const Tuple&)>& image) {
    std::vector<uint16_t> images;
    for (const Tuple& f : functions) {
      images.push_back(
          static_cast<uint16_t>(std::find(functions.begin(), functions.end(), image(f)) - functions.begin()));
    }
    return symmetry::Permutation(std::move(images));
  };
  Generators all;
  for (const symmetry::Permutation& g : inner) {
    all.push_back(induced([&](Tuple f) {
      f[0] = static_cast<uint16_t>(g.image(f[0]));
      return f;
    }));
  }
  for (const symmetry::Permutation& g : outer) {
    all.push_back(induced([&](const Tuple& f) {
      Tuple moved(f.size());
      for (uint32_t i = 0; i < m; ++i) moved[g.image(i)] = f[i];
      return moved;
    }));
  }
  return all;
}

// x -> a x + b over the integers modulo p, for the powers a of `root`.
inline Generators affine(uint32_t p, uint32_t root) {
  std::vector<uint16_t> scaled;
  for (uint32_t x = 0; x < p; ++x) scaled.push_back(static_cast<uint16_t>(x * root % p));
  return {rotation(p), symmetry::Permutation(std::move(scaled))};
}

// PSL(2, 7) on the projective line over seven elements (7 is infinity): x -> x + 1, x -> 2 x, x -> -1 / x.
inline Generators psl27_on_line() {
  return {cycle(8, {0, 1, 2, 3, 4, 5, 6}), product_of({cycle(8, {1, 2, 4}), cycle(8, {3, 6, 5})}),
          product_of({cycle(8, {0, 7}), cycle(8, {1, 6}), cycle(8, {2, 3}), cycle(8, {4, 5})})};
}

// The same group on the points of the plane of Fano.
inline Generators psl27_on_plane() {
  return {cycle(7, {0, 1, 2, 3, 4, 5, 6}), product_of({cycle(7, {1, 2}), cycle(7, {3, 6})})};
}

inline Action action(std::string name, const Generators& generators, std::string order, bool hierarchical = false) {
  return {std::move(name), symmetry::PermutationGroup(generators[0].size(), generators), std::move(order),
          hierarchical};
}

inline std::vector<Action> action_library() {
  const auto s = [](uint32_t n) { return symmetric(n).generators(); };
  const auto d = [](uint32_t n) { return dihedral(n).generators(); };
  const auto z = [](uint32_t n) { return Generators{rotation(n)}; };
  const Generators quaternions{product_of({cycle(8, {0, 1, 2, 3}), cycle(8, {4, 5, 6, 7})}),
                               product_of({cycle(8, {0, 4, 2, 6}), cycle(8, {1, 7, 3, 5})})};
  const auto edges = [&](uint16_t n, bool directed) { return on_tuples(d(n), polygon_edges(n, directed), !directed); };
  const auto ordered = [&](uint16_t n) { return on_tuples(s(n), ordered_pairs(n), false); };
  const auto unordered = [&](uint16_t n) { return on_tuples(s(n), unordered_pairs(n), true); };
  return {
      action("symmetric_5", s(5), "120", true),
      action("alternating_5", {cycle(5, {0, 1, 2}), cycle(5, {0, 1, 2, 3, 4})}, "60"),
      action("cyclic_6", z(6), "6"),
      action("dihedral_4", d(4), "8", true),
      action("dihedral_5", d(5), "10"),
      action("dihedral_6", d(6), "12"),
      action("regular_s3", regular(s(3)), "6"),
      action("regular_d4", regular(d(4)), "8"),
      action("regular_quaternions", quaternions, "8"),
      action("regular_s4", regular(s(4)), "24"),
      action("diagonal_s4", in_step({s(4), s(4), s(4)}), "24", true),
      action("diagonal_z5", in_step({z(5), z(5)}), "5"),
      action("direct_s3_s4", beside(s(3), s(4)), "144", true),
      action("direct_z4_s3", beside(z(4), s(3)), "24"),
      action("s3_and_its_pairs", in_step({ordered(3), s(3)}), "6"),
      action("s4_and_its_pairs", in_step({s(4), ordered(4)}), "24"),
      action("s4_on_pairs", ordered(4), "24"),
      action("s4_on_sets_of_two", unordered(4), "24"),
      action("s5_on_sets_of_two", unordered(5), "120"),
      action("s5_and_its_sets_of_two", in_step({s(5), unordered(5)}), "120"),
      action("wreath_3_2", wreath(3, 2).generators(), "72", true),
      action("wreath_2_3_in_step", in_step({wreath(2, 3).generators(), wreath(2, 3).generators()}), "48", true),
      action("binary_tree_leaves",
             {cycle(8, {0, 1}), product_of({cycle(8, {0, 2}), cycle(8, {1, 3})}),
              product_of({cycle(8, {0, 4}), cycle(8, {1, 5}), cycle(8, {2, 6}), cycle(8, {3, 7})})},
             "128", true),
      action("wreath_3_2_on_products", product_action(s(3), s(2)), "72"),
      action("wreath_2_3_on_products", product_action(s(2), s(3)), "48"),
      action("z3_wr_s2", {cycle(6, {0, 1, 2}), product_of({cycle(6, {0, 3}), cycle(6, {1, 4}), cycle(6, {2, 5})})},
             "18"),
      action("triangle_edges", edges(3, false), "6", true),
      action("triangle_directions", edges(3, true), "6"),
      action("square_edges", edges(4, false), "8", true),
      action("square_directions", edges(4, true), "8"),
      action("square_and_directions", in_step({d(4), edges(4, true)}), "8"),
      action("pentagon_directions", edges(5, true), "10"),
      action("hexagon_edges_and_corners", in_step({edges(6, false), d(6)}), "12"),
      action("hexagon_and_directions", in_step({d(6), edges(6, true)}), "12"),
      action("d4_on_all_pairs", on_tuples(d(4), ordered_pairs(4), false), "8"),
      action("d5_on_all_pairs", in_step({d(5), on_tuples(d(5), ordered_pairs(5), false)}), "10"),
      action("affine_5", affine(5, 2), "20"),
      action("affine_7", affine(7, 3), "42"),
      action("affine_7_half", affine(7, 2), "21"),
      action("affine_7_in_step", in_step({affine(7, 3), affine(7, 3)}), "42"),
      action("psl27_on_line", psl27_on_line(), "168"),
      action("psl27_on_plane", psl27_on_plane(), "168"),
      action("hypercube_3", hypercube(3).generators(), "48"),
      action("corners_and_axes",
             in_step({hypercube(3).generators(),
                      {symmetry::Permutation::transposition(6, 0, 1), product_of({cycle(6, {0, 2}), cycle(6, {1, 3})}),
                       product_of({cycle(6, {2, 4}), cycle(6, {3, 5})})}}),
             "48"),
  };
}

}  // namespace px::test
