#include "frontends/mcrl2/units.h"

#include <algorithm>
#include <set>

namespace px::mcrl2 {
namespace {

constexpr size_t kMaxUnits = 4'000;

}  // namespace

Combination join(const Combination& a, const Combination& b) {
  Combination joined = a;
  const auto shift = static_cast<uint32_t>(a.participants.size());
  joined.participants.insert(joined.participants.end(), b.participants.begin(), b.participants.end());
  for (CombinedAction action : b.actions) {
    for (CombinedArgument& argument : action.arguments) argument.participant += shift;
    joined.actions.push_back(std::move(action));
  }
  for (CombinedCondition condition : b.conditions) {
    for (auto& list : condition.lists) {
      for (CombinedArgument& argument : list) argument.participant += shift;
    }
    joined.conditions.push_back(std::move(condition));
  }
  return joined;
}

bool UnitJoiner::join(const std::vector<Combination>& units, std::vector<Combination>& made) {
  units_ = &units;
  for (uint32_t u = 0; u < units.size(); ++u) {
    std::set<std::string> names;
    for (const CombinedAction& action : units[u].actions) names.insert(action.name);
    for (const std::string& name : names) by_name_[name].push_back(u);
  }
  for (uint32_t u = 0; u < units.size(); ++u) {
    Growing alone;
    if (add_unit(alone, u)) add(std::move(alone));
  }
  for (size_t i = 0; i < growing_.size(); ++i) {
    const Growing g = growing_[i];
    extend(g);
    if (too_many_) return false;
  }
  std::set<std::vector<uint32_t>> done;
  for (const Growing& g : growing_) {
    std::vector<uint32_t> sorted = g.units;
    std::sort(sorted.begin(), sorted.end());
    if (!done.insert(sorted).second) continue;
    Combination all = g.all;
    sort_actions(all);
    communicate_as_one(operation_, all, g.units.size(), outside_, made);
    if (made.size() > kMaxUnits) return false;
  }
  return !influence_each_other(made);
}

// False if a family does not have enough components.
bool UnitJoiner::add_unit(Growing& g, uint32_t unit) const {
  const Combination& added = (*units_)[unit];
  const size_t before = g.all.actions.size();
  g.all = mcrl2::join(g.all, added);
  for (size_t i = before; i < g.all.actions.size(); ++i) g.all.actions[i].part = static_cast<uint32_t>(g.units.size());
  g.used.resize(g.all.actions.size(), false);
  g.units.push_back(unit);
  return std::all_of(g.all.participants.begin(), g.all.participants.end(), [&](const Participant& p) {
    const auto same = std::count_if(g.all.participants.begin(), g.all.participants.end(),
                                    [&](const Participant& other) { return other.family == p.family; });
    return static_cast<size_t>(same) <= members_(p.family);
  });
}

void UnitJoiner::extend(const Growing& g) {
  for (const CommRule& rule : operation_.rules) {
    std::vector<size_t> chosen;
    choose(rule, 0, g, g.all.actions.size(), chosen);
  }
}

// Chooses one action for each name of the rule, from the present ones and from another unit; at least one of each.
void UnitJoiner::choose(const CommRule& rule, size_t next, const Growing& g, size_t old_actions,
                        std::vector<size_t>& chosen) {
  if (too_many_) return;
  if (next == rule.from.size()) {
    const bool old = std::any_of(chosen.begin(), chosen.end(), [&](size_t a) { return a < old_actions; });
    if (old && g.all.actions.size() > old_actions) add(g);
    return;
  }
  const auto take = [&](Growing& grown, size_t action) {
    const CombinedAction& a = grown.all.actions[action];
    if (grown.used[action] || a.name != rule.from[next]) return;
    if (!chosen.empty() && grown.all.actions[chosen[0]].sorts != a.sorts) return;
    grown.used[action] = true;
    chosen.push_back(action);
    choose(rule, next + 1, grown, old_actions, chosen);
    chosen.pop_back();
    grown.used[action] = false;
  };
  Growing same = g;
  for (size_t a = 0; a < same.all.actions.size(); ++a) take(same, a);
  const auto with = by_name_.find(rule.from[next]);
  if (with == by_name_.end()) return;
  for (const uint32_t unit : with->second) {
    Growing more = g;
    const size_t before = more.all.actions.size();
    if (!add_unit(more, unit)) continue;
    for (size_t a = before; a < more.all.actions.size(); ++a) take(more, a);
  }
}

void UnitJoiner::add(Growing g) {
  if (!known_.emplace(key(g), true).second) return;
  too_many_ |= growing_.size() >= kMaxUnits;
  growing_.push_back(std::move(g));
}

// The units, and the number of used actions for each name in each of them.
std::string UnitJoiner::key(const Growing& g) const {
  std::vector<std::string> parts;
  for (uint32_t u = 0; u < g.units.size(); ++u) {
    std::vector<std::string> used;
    for (size_t a = 0; a < g.all.actions.size(); ++a) {
      if (g.all.actions[a].part == u && g.used[a]) used.push_back(g.all.actions[a].name);
    }
    std::sort(used.begin(), used.end());
    parts.push_back(std::to_string(g.units[u]));
    for (const std::string& name : used) parts.back() += ',' + name;
  }
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const std::string& part : parts) text += part + ';';
  return text;
}

// An action left over in one unit that can communicate might do so with an action of another unit.
bool UnitJoiner::influence_each_other(const std::vector<Combination>& made) const {
  std::set<std::string> left;
  for (const Combination& c : made) {
    for (const CombinedAction& action : c.actions) left.insert(action.name);
  }
  return std::any_of(operation_.rules.begin(), operation_.rules.end(), [&](const CommRule& rule) {
    return std::all_of(rule.from.begin(), rule.from.end(),
                       [&](const std::string& name) { return left.contains(name); });
  });
}

}  // namespace px::mcrl2
