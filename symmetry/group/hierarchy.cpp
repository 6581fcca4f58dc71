#include "symmetry/group/hierarchy.h"

#include <algorithm>
#include <numeric>

#include "symmetry/group/hierarchy_check.h"

namespace px::symmetry {
namespace {

class HierarchyFinder {
 public:
  explicit HierarchyFinder(const PermutationGroup& group) : group_(group), item_of_(group.points(), kNone) {
    for (const std::vector<uint16_t>& orbit : group.orbits()) {
      for (const uint16_t point : orbit) items_.push_back({{point}, kNone});
    }
  }

  std::optional<Hierarchy> run() {
    if (group_.trivial()) return {};
    for (;;) {
      number_items();
      if (actions_trivial()) break;
      if (!find_sets()) return {};
    }
    for (const Item& item : items_) {
      if (item.set != kNone) found_.tops.push_back(item.set);
    }
    if (!describes(found_, group_)) return {};
    return std::move(found_);
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  // What moves as a unit at this level: a point, or a set found before.
  struct Item {
    std::vector<uint16_t> points;  // all of them, including those of inner sets
    uint32_t set = kNone;
  };
  using Items = std::vector<uint32_t>;
  using PartItems = std::vector<Items>;  // of one set, part by part; items at equal positions correspond

  void number_items() {
    for (uint32_t i = 0; i < items_.size(); ++i) {
      for (const uint16_t point : items_[i].points) item_of_[point] = i;
    }
    actions_.clear();
    for (const Permutation& generator : group_.generators()) {
      std::vector<uint16_t> images;
      for (const Item& item : items_)
        images.push_back(static_cast<uint16_t>(item_of_[generator.image(item.points[0])]));
      actions_.emplace_back(std::move(images));
    }
  }

  bool actions_trivial() const {
    return std::all_of(actions_.begin(), actions_.end(), [](const Permutation& p) { return p.is_identity(); });
  }

  uint32_t moved_to(uint32_t item, const Permutation& p) const { return item_of_[p.image(items_[item].points[0])]; }

  // Processes one level. Returns whether anything was found.
  bool find_sets() {
    const uint32_t n = static_cast<uint32_t>(items_.size());
    consumed_.assign(n, false);
    std::vector<Item> merged;
    for (const std::vector<uint16_t>& orbit : orbits_of(n, actions_)) {
      if (!consumed_[orbit.front()]) find_sets_over(orbit, merged);
    }
    if (merged.empty()) return false;
    std::vector<Item> next;
    for (uint32_t i = 0; i < n; ++i) {
      if (!consumed_[i]) next.push_back(std::move(items_[i]));
    }
    std::move(merged.begin(), merged.end(), std::back_inserter(next));
    items_ = std::move(next);
    return true;
  }

  void find_sets_over(const std::vector<uint16_t>& orbit, std::vector<Item>& merged) {
    const uint32_t first = orbit.front();
    const Items fixed = fixed_with(first);
    carry(first);
    // Of the exchanges, use those that move least: others take whole sets along (a pair of parts is fixed as one).
    Items members;
    Items roles;  // the fixed items that move with the part
    for (const uint16_t other : orbit) {
      Items moved;
      if (other == first || !exchange_is_valid(fixed, other, moved)) continue;
      if (roles.empty() || moved.size() < roles.size()) {
        roles = moved;
        members = {first};
      }
      if (moved == roles) members.push_back(other);
    }
    if (members.size() < 2) return;
    const std::vector<PartItems> sets = translates(orbit, members, roles);
    if (!are_separate(sets)) return;
    for (const PartItems& parts : sets) merged.push_back(make_set(parts));
  }

  // The parts found at the first item of an orbit, as items, and their images: the set to which each item of the orbit
  // belongs, without duplicates.
  std::vector<PartItems> translates(const std::vector<uint16_t>& orbit, const Items& members,
                                    const Items& roles) const {
    const uint32_t first = orbit.front();
    std::vector<PartItems> sets;
    std::vector<bool> covered(items_.size(), false);
    for (const uint16_t start : orbit) {
      if (covered[start]) continue;
      PartItems parts;
      for (const uint32_t member : members) {
        const Permutation to_part = carriers_[member].then(carriers_[start]);
        covered[moved_to(first, to_part)] = true;
        Items part;
        for (const uint32_t role : roles) part.push_back(moved_to(role, to_part));
        parts.push_back(std::move(part));
      }
      sets.push_back(std::move(parts));
    }
    return sets;
  }

  // Whether no item occurs twice, and none has become a part of something else at this level. Exchanges may all be in
  // the group even if this fails: S_3 on the ordered pairs of three has one for every two pairs, but what moves with a
  // pair differs from one to the next, so there are no parts.
  bool are_separate(const std::vector<PartItems>& sets) const {
    std::vector<bool> taken = consumed_;
    for (const PartItems& parts : sets) {
      for (const Items& part : parts) {
        for (const uint32_t item : part) {
          if (taken[item]) return false;
          taken[item] = true;
        }
      }
    }
    return true;
  }

  // The items that are fixed whenever this one is, although some element of the group moves them.
  Items fixed_with(uint32_t item) const {
    const PermutationGroup at_item(static_cast<uint32_t>(items_.size()), actions_, {static_cast<uint16_t>(item)},
                                   PermutationGroup::Chain::Likely);
    std::vector<bool> moved(items_.size(), false);
    for (size_t level = 1; level < at_item.levels().size(); ++level) {
      for (const Permutation& carrier : at_item.levels()[level].carriers) {
        for (uint32_t i = 0; i < items_.size(); ++i) moved[i] = moved[i] || carrier.image(i) != i;
      }
    }
    Items fixed{item};
    for (const std::vector<uint16_t>& orbit : at_item.orbits()) {
      for (const uint16_t i : orbit) {
        if (!moved[i] && i != item) fixed.push_back(i);
      }
    }
    return fixed;
  }

  // For each item of the orbit, finds an element of the group that carries `first` to it.
  void carry(uint32_t first) {
    carriers_.assign(items_.size(), Permutation());
    carriers_[first] = Permutation(group_.points());
    Items open{first};
    for (size_t k = 0; k < open.size(); ++k) {
      for (const Permutation& generator : group_.generators()) {
        const uint32_t next = moved_to(open[k], generator);
        if (carriers_[next].size() != 0) continue;
        carriers_[next] = carriers_[open[k]].then(generator);
        open.push_back(next);
      }
    }
  }

  // Whether the group contains the exchange of everything fixed with `first` by its counterparts at `other`; `moved`:
  // the items that are not their own counterparts. Of two parts, each is fixed with the other; then items that were
  // already exchanged are left alone.
  bool exchange_is_valid(const Items& fixed, uint32_t other, Items& moved) const {
    const Permutation& carrier = carriers_[other];
    std::vector<uint16_t> images(group_.points());
    std::iota(images.begin(), images.end(), uint16_t{0});
    for (const uint32_t item : fixed) {
      const uint16_t start = items_[item].points[0];
      if (moved_to(item, carrier) == item || item_of_[images[start]] == moved_to(item, carrier)) continue;
      moved.push_back(item);
      for (const uint16_t a : items_[item].points) {
        const uint16_t b = static_cast<uint16_t>(carrier.image(a));
        if (images[a] != a || images[b] != b) return false;
        images[a] = b;
        images[b] = a;
      }
    }
    return group_.contains(Permutation(std::move(images)));
  }

  Item make_set(const PartItems& parts) {
    Item whole;
    Hierarchy::Set set;
    for (const Items& items : parts) {
      Hierarchy::Part part;
      for (const uint32_t i : items) {
        const Item& item = items_[i];
        consumed_[i] = true;
        if (item.set == kNone) {
          part.points.push_back(item.points[0]);
        } else {
          part.sets.push_back(item.set);
        }
        whole.points.insert(whole.points.end(), item.points.begin(), item.points.end());
      }
      set.parts.push_back(std::move(part));
    }
    whole.set = static_cast<uint32_t>(found_.sets.size());
    found_.sets.push_back(std::move(set));
    return whole;
  }

  const PermutationGroup& group_;
  std::vector<Item> items_;
  std::vector<uint32_t> item_of_;      // per point: its item
  std::vector<Permutation> actions_;   // of the generators, on items
  std::vector<bool> consumed_;         // items that became parts at this level
  std::vector<Permutation> carriers_;  // per item; of size 0 outside the orbit
  Hierarchy found_;
};

}  // namespace

std::optional<Hierarchy> find_hierarchy(const PermutationGroup& group) {
  return HierarchyFinder(group).run();
}

}  // namespace px::symmetry
