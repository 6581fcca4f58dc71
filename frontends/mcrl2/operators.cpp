#include "frontends/mcrl2/operators.h"

#include <algorithm>
#include <functional>

namespace px::mcrl2 {
namespace {

using Kind = Process::Kind;

struct Match {
  const CommRule* rule = nullptr;
  std::vector<size_t> actions;  // ascending
};

// All ways of applying a single rule to actions.
void find_matches(const Process& operation, const Combination& c, std::vector<Match>& matches) {
  for (const CommRule& rule : operation.rules) {
    std::set<std::vector<size_t>> found;
    std::vector<size_t> chosen;
    const std::function<void(size_t)> choose = [&](size_t i) {
      if (i == rule.from.size()) {
        std::vector<size_t> sorted = chosen;
        std::sort(sorted.begin(), sorted.end());
        found.insert(std::move(sorted));
        return;
      }
      for (size_t a = 0; a < c.actions.size(); ++a) {
        if (c.actions[a].name != rule.from[i]) continue;
        if (std::find(chosen.begin(), chosen.end(), a) != chosen.end()) continue;
        if (!chosen.empty() && c.actions[chosen[0]].sorts != c.actions[a].sorts) continue;
        chosen.push_back(a);
        choose(i + 1);
        chosen.pop_back();
      }
    };
    choose(0);
    for (const std::vector<size_t>& actions : found) matches.push_back({&rule, actions});
  }
}

bool disjoint(const Match& a, const Match& b) {
  return std::none_of(a.actions.begin(), a.actions.end(),
                      [&](size_t i) { return std::find(b.actions.begin(), b.actions.end(), i) != b.actions.end(); });
}

CombinedCondition condition_of(const Match& match, const Combination& c, bool equal) {
  CombinedCondition condition{equal, {}};
  for (const size_t i : match.actions) condition.lists.push_back(c.actions[i].arguments);
  return condition;
}

// Whether the communications connect all parts.
bool connects(const std::vector<const Match*>& chosen, const Combination& c, size_t parts) {
  std::vector<size_t> group(parts);
  for (size_t i = 0; i < parts; ++i) group[i] = i;
  size_t groups = parts;
  for (const Match* match : chosen) {
    for (const size_t action : match->actions) {
      const size_t from = group[c.actions[action].part];
      const size_t to = group[c.actions[match->actions[0]].part];
      if (from == to) continue;
      --groups;
      std::replace(group.begin(), group.end(), from, to);
    }
  }
  return groups == 1;
}

// Performs the chosen communications, with the condition that no further one is possible.
void add_communication(const Combination& c, const std::vector<Match>& matches, const std::vector<const Match*>& chosen,
                       const Filter& outside, std::vector<Combination>& made) {
  Combination result;
  result.participants = c.participants;
  result.conditions = c.conditions;
  std::vector<bool> gone(c.actions.size(), false);
  for (const Match* match : chosen) {
    result.conditions.push_back(condition_of(*match, c, true));
    for (const size_t i : match->actions) gone[i] = true;
    if (match->rule->to.empty()) continue;
    CombinedAction action = c.actions[match->actions[0]];
    action.name = match->rule->to;
    result.actions.push_back(std::move(action));
  }
  for (const Match& match : matches) {
    const bool open = std::all_of(chosen.begin(), chosen.end(), [&](const Match* m) { return disjoint(*m, match); });
    if (!open) continue;
    if (c.actions[match.actions[0]].arguments.empty()) return;  // they would have communicated
    result.conditions.push_back(condition_of(match, c, false));
  }
  for (size_t i = 0; i < c.actions.size(); ++i) {
    if (!gone[i]) result.actions.push_back(c.actions[i]);
  }
  for (CombinedAction& action : result.actions) action.part = 0;
  sort_actions(result);
  if (outside.may_be_part(names_of(result))) made.push_back(std::move(result));
}

void communicate(const Process& operation, const Combination& c, size_t parts, const Filter& outside,
                 std::vector<Combination>& made) {
  std::vector<Match> matches;
  find_matches(operation, c, matches);
  std::vector<const Match*> chosen;
  const std::function<void(size_t)> choose = [&](size_t next) {
    if (next < matches.size()) {
      choose(next + 1);
      const bool possible =
          std::all_of(chosen.begin(), chosen.end(), [&](const Match* m) { return disjoint(*m, matches[next]); });
      if (!possible) return;
      chosen.push_back(&matches[next]);
      choose(next + 1);
      chosen.pop_back();
      return;
    }
    if (connects(chosen, c, parts)) add_communication(c, matches, chosen, outside, made);
  };
  choose(0);
}

}  // namespace

bool Filter::may_be_part(const Names& names) const {
  for (const std::string& name : names) {
    if (blocked.contains(name)) return false;
  }
  if (any) return true;
  Names counted;
  std::copy_if(names.begin(), names.end(), std::back_inserter(counted),
               [&](const auto& n) { return !free.contains(n); });
  return std::any_of(lists.begin(), lists.end(), [&](const Names& list) {
    return std::includes(list.begin(), list.end(), counted.begin(), counted.end());
  });
}

Names names_of(const Combination& c) {
  Names names;
  for (const CombinedAction& a : c.actions) names.push_back(a.name);
  return names;
}

void sort_actions(Combination& c) {
  std::stable_sort(c.actions.begin(), c.actions.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
}

void apply_operator(const Process& operation, Combination c, const Filter& outside, std::vector<Combination>& made) {
  switch (operation.kind) {
    case Kind::Allow: {
      const Names names = names_of(c);
      const auto& allowed = operation.multi_names;
      if (!names.empty() && std::find(allowed.begin(), allowed.end(), names) == allowed.end()) return;
      break;
    }
    case Kind::Block: {
      const auto blocked = [&](const CombinedAction& a) {
        return std::find(operation.names.begin(), operation.names.end(), a.name) != operation.names.end();
      };
      if (std::any_of(c.actions.begin(), c.actions.end(), blocked)) return;
      break;
    }
    case Kind::Hide:
      std::erase_if(c.actions, [&](const CombinedAction& a) {
        return std::find(operation.names.begin(), operation.names.end(), a.name) != operation.names.end();
      });
      break;
    case Kind::Rename:
      for (CombinedAction& action : c.actions) {
        const auto at = std::find(operation.names.begin(), operation.names.end(), action.name);
        if (at != operation.names.end()) {
          action.name = operation.targets[static_cast<size_t>(at - operation.names.begin())];
        }
      }
      sort_actions(c);
      break;
    default: return communicate(operation, c, 1, outside, made);
  }
  if (outside.may_be_part(names_of(c))) made.push_back(std::move(c));
}

void communicate_as_one(const Process& operation, const Combination& c, size_t parts, const Filter& outside,
                        std::vector<Combination>& made) {
  communicate(operation, c, parts, outside, made);
}

}  // namespace px::mcrl2
