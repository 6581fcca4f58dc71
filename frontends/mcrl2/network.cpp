#include "frontends/mcrl2/network.h"

#include <algorithm>
#include <functional>
#include <map>

#include "frontends/mcrl2/code_maker.h"
#include "frontends/mcrl2/combination_key.h"

namespace px::mcrl2 {
namespace {

using Kind = Process::Kind;
using Names = std::vector<std::string>;  // sorted

constexpr size_t kMaxCombinations = 60'000;  // while they are made
constexpr size_t kMaxActions = 1'500;        // each of them is translated
constexpr size_t kMaxMembers = 4096;
constexpr size_t kMaxLists = 20'000;

// Which multi-actions can become part of one that is wanted.
struct Filter {
  bool any = true;  // else they fit into one of the lists
  std::set<Names> lists;
  std::set<std::string> free;     // names that do not count
  std::set<std::string> blocked;  // names that must not be there

  bool may_be_part(const Names& names) const {
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
};

Names names_of(const Combination& c) {
  Names names;
  for (const CombinedAction& a : c.actions) names.push_back(a.name);
  return names;
}

void sort_actions(Combination& c) {
  std::stable_sort(c.actions.begin(), c.actions.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
}

struct Node {
  const Process* operation = nullptr;  // null: a parallel composition of families and nodes
  std::vector<std::unique_ptr<Node>> parts;
  std::vector<uint32_t> families;
};

class Maker {
 public:
  Maker(Spec& spec, Network& network, Diagnostics& diagnostics)
      : spec_(spec), network_(network), diagnostics_(diagnostics) {}

  bool run() {
    try {
      root_ = std::make_unique<Node>();
      build(*spec_.init, {}, *root_);
      for (ComponentFamily& family : network_.families) {
        if (!AutomatonMaker(spec_, diagnostics_).make(*family.body, family.automaton)) return false;
      }
      network_.combinations = combine(*root_, Filter());
      remove_duplicates(network_.combinations);
      check_count(network_.combinations.size(), spec_.init->span, kMaxActions);
    } catch (const Wrong&) {
      return false;
    }
    return true;
  }

 private:
  struct Wrong {};

  [[noreturn]] void wrong(SourceSpan span, DiagnosticKind kind, std::string message, std::string hint) {
    diagnostics_.add(kind, span, std::move(message), std::move(hint));
    throw Wrong{};
  }

  // ---- The tree

  void build(const Process& p, const Substitution& values, Node& into) {
    if (p.kind == Kind::Parallel) {
      for (const Process* part : p.parts) build(*part, values, into);
      return;
    }
    if (p.kind > Kind::Parallel) {
      auto node = std::make_unique<Node>();
      node->operation = &p;
      node->parts.push_back(std::make_unique<Node>());
      build(*p.parts[0], values, *node->parts[0]);
      into.parts.push_back(std::move(node));
      return;
    }
    if (is_sequential(spec_, p)) return add_component(p, values, into);
    if (p.kind == Kind::Call) {
      if (std::find(calls_.begin(), calls_.end(), p.process) != calls_.end()) {
        wrong(p.span, DiagnosticKind::Unsupported,
              "'" + spec_.processes[p.process].name +
                  "' starts itself in parallel, so the number of components has no bound",
              "write the components out, or keep them as data");
      }
      calls_.push_back(p.process);
      const ProcessDefinition& called = spec_.processes[p.process];
      Substitution own;
      for (size_t i = 0; i < called.parameters.size(); ++i) {
        own[called.parameters[i]] = substitute(spec_, p.arguments[i], values);
      }
      build(*called.body, own, into);
      calls_.pop_back();
      return;
    }
    const char* what = p.kind == Kind::Sequence ? "a sequence"
                       : p.kind == Kind::Choice ? "a choice"
                       : p.kind == Kind::Sum    ? "the scope of 'sum'"
                                                : "a condition";
    wrong(p.span, DiagnosticKind::Unsupported,
          std::string("a parallel composition, or an operator on actions, stands within ") + what,
          p.kind == Kind::Sum
              ? "'sum' binds weaker than ||; put brackets around the sum, (sum x: D . p) || q"
              : "parallel compositions have to be outermost: comm(..., P || Q) with sequential P and Q");
  }

  void add_component(const Process& p, const Substitution& values, Node& into) {
    const Process* body = &p;
    std::vector<VariableId> parameters;
    Component component;
    std::string name = "init";
    if (p.kind == Kind::Call) {
      const ProcessDefinition& called = spec_.processes[p.process];
      body = called.body;
      parameters = called.parameters;
      name = called.name;
      for (const Expr* argument : p.arguments) component.arguments.push_back(substitute(spec_, argument, values));
    } else {
      for (const auto& [variable, value] : values) parameters.push_back(variable);
      std::sort(parameters.begin(), parameters.end());
      for (const VariableId v : parameters) component.arguments.push_back(values.at(v));
    }
    for (const uint32_t f : into.families) {
      ComponentFamily& family = network_.families[f];
      if (family.body != body) continue;
      if (family.members.size() >= kMaxMembers) {
        wrong(p.span, DiagnosticKind::LimitExceeded, "more than " + std::to_string(kMaxMembers) + " components", "");
      }
      family.members.push_back(std::move(component));
      return;
    }
    into.families.push_back(static_cast<uint32_t>(network_.families.size()));
    ComponentFamily family;
    family.name = name;
    family.body = body;
    family.parameters = std::move(parameters);
    family.members.push_back(std::move(component));
    network_.families.push_back(std::move(family));
  }

  // ---- Inwards

  Filter inside(const Process& operation, const Filter& outside) {
    Filter filter = outside;
    switch (operation.kind) {
      case Kind::Allow:
        filter.any = false;
        filter.lists.clear();
        filter.free.clear();
        for (const Names& names : operation.multi_names) {
          if (outside.may_be_part(names)) filter.lists.insert(names);
        }
        return filter;
      case Kind::Block: filter.blocked.insert(operation.names.begin(), operation.names.end()); return filter;
      case Kind::Hide:
        for (const std::string& name : operation.names) {
          filter.free.insert(name);
          filter.blocked.erase(name);
        }
        return filter;
      case Kind::Rename: return before_renaming(operation, outside);
      default: return before_communication(operation, outside);
    }
  }

  // Each name of a list may come from several names.
  std::set<Names> replaced(const std::set<Names>& lists,
                           const std::function<std::vector<Names>(const std::string&)>& sources, SourceSpan span) {
    std::set<Names> made;
    for (const Names& list : lists) {
      std::set<Names> partial = {{}};
      for (const std::string& name : list) {
        std::set<Names> next;
        for (const Names& so_far : partial) {
          for (const Names& source : sources(name)) {
            Names extended = so_far;
            extended.insert(extended.end(), source.begin(), source.end());
            std::sort(extended.begin(), extended.end());
            next.insert(std::move(extended));
          }
        }
        partial = std::move(next);
        check_lists(partial.size() + made.size(), span);
      }
      made.merge(partial);
    }
    return made;
  }

  void check_lists(size_t count, SourceSpan span) {
    if (count <= kMaxLists) return;
    wrong(span, DiagnosticKind::LimitExceeded, "too many different multi-actions can become one that is allowed",
          "allow fewer multi-actions, or shorter ones");
  }

  Filter before_renaming(const Process& operation, const Filter& outside) {
    Filter filter;
    filter.any = outside.any;
    const auto target = [&](const std::string& name) -> const std::string* {
      for (size_t i = 0; i < operation.names.size(); ++i) {
        if (operation.names[i] == name) return &operation.targets[i];
      }
      return nullptr;
    };
    const auto sources = [&](const std::string& name) {
      std::vector<Names> from;
      if (target(name) == nullptr) from.push_back({name});
      for (size_t i = 0; i < operation.names.size(); ++i) {
        if (operation.targets[i] == name) from.push_back({operation.names[i]});
      }
      return from;
    };
    filter.lists = replaced(outside.lists, sources, operation.span);
    for (const std::string& name : outside.free) {
      for (const Names& from : sources(name)) filter.free.insert(from[0]);
    }
    for (const std::string& name : outside.blocked) {
      for (const Names& from : sources(name)) filter.blocked.insert(from[0]);
    }
    return filter;
  }

  Filter before_communication(const Process& operation, const Filter& outside) {
    Filter filter = outside;
    const auto sources = [&](const std::string& name) {
      std::vector<Names> from = {{name}};
      for (const CommRule& rule : operation.rules) {
        if (rule.to == name) from.push_back(rule.from);
      }
      return from;
    };
    filter.lists = replaced(outside.lists, sources, operation.span);
    for (const CommRule& rule : operation.rules) {
      const bool vanishes = rule.to.empty() || outside.free.contains(rule.to);
      if (vanishes) filter.free.insert(rule.from.begin(), rule.from.end());
      // What is blocked alone may still take part in the communication.
      for (const std::string& name : rule.from) filter.blocked.erase(name);
    }
    return filter;
  }

  // ---- Outwards

  std::vector<Combination> combine(const Node& node, const Filter& filter) {
    if (node.operation == nullptr) return parallel(node, filter);
    const Process& operation = *node.operation;
    std::vector<Combination> made;
    for (Combination& c : combine(*node.parts[0], inside(operation, filter)))
      apply(operation, std::move(c), filter, made);
    check_count(made.size(), operation.span);
    return made;
  }

  void check_count(size_t count, SourceSpan span, size_t most = kMaxCombinations) {
    if (count <= most) return;
    wrong(span, DiagnosticKind::LimitExceeded,
          "these components can do more than " + std::to_string(most) + " combinations of actions at once",
          "say which multi-actions are wanted: allow({...}, ...) instead of block");
  }

  std::vector<Combination> parallel(const Node& node, const Filter& filter) {
    // One slot for each component that may take part; slots of a family take summands in ascending order, so that no
    // combination comes twice.
    struct Slot {
      size_t options = 0;
      bool same_as_before = false;
    };
    std::vector<std::vector<Combination>> options;
    std::vector<Slot> slots;
    size_t longest = 0;
    for (const Names& list : filter.lists) longest = std::max(longest, list.size());
    for (const uint32_t f : node.families) {
      std::vector<Combination> own = summands_of(f, filter);
      if (own.empty()) continue;
      const bool silent = std::any_of(own.begin(), own.end(), [&](const Combination& c) { return !counts(c, filter); });
      const size_t members = network_.families[f].members.size();
      const size_t most = filter.any || silent ? members : std::min(members, longest);
      for (size_t i = 0; i < most; ++i) slots.push_back({options.size(), i > 0});
      options.push_back(std::move(own));
    }
    for (const auto& part : node.parts) {
      std::vector<Combination> own = combine(*part, filter);
      if (own.empty()) continue;
      slots.push_back({options.size(), false});
      options.push_back(std::move(own));
    }
    std::vector<Combination> made;
    const std::function<void(size_t, size_t, const Combination&)> extend = [&](size_t slot, size_t least,
                                                                               const Combination& so_far) {
      if (slot == slots.size()) return;
      const std::vector<Combination>& own = options[slots[slot].options];
      // A slot that stays idle leaves those behind it idle, too, within its family.
      size_t next_family = slot + 1;
      while (next_family < slots.size() && slots[next_family].same_as_before) ++next_family;
      extend(next_family, 0, so_far);
      for (size_t i = slots[slot].same_as_before ? least : 0; i < own.size(); ++i) {
        Combination joined = join(so_far, own[i]);
        if (!filter.may_be_part(names_of(joined))) continue;
        made.push_back(joined);
        check_count(made.size(), spec_.init->span);
        const bool more = slot + 1 < slots.size() && slots[slot + 1].same_as_before;
        extend(slot + 1, more ? i : 0, joined);
      }
    };
    extend(0, 0, {});
    return made;
  }

  static bool counts(const Combination& c, const Filter& filter) {
    return std::any_of(c.actions.begin(), c.actions.end(),
                       [&](const auto& a) { return !filter.free.contains(a.name); });
  }

  std::vector<Combination> summands_of(uint32_t f, const Filter& filter) {
    std::vector<Combination> made;
    const Automaton& automaton = network_.families[f].automaton;
    for (uint32_t s = 0; s < automaton.summands.size(); ++s) {
      Combination c;
      c.participants.push_back({f, s});
      for (const ActionCall& call : automaton.summands[s].actions) {
        CombinedAction action{spec_.actions[call.action].name, spec_.actions[call.action].sorts, {}};
        for (const Expr* argument : call.arguments) action.arguments.push_back({0, argument});
        c.actions.push_back(std::move(action));
      }
      sort_actions(c);
      if (filter.may_be_part(names_of(c))) made.push_back(std::move(c));
    }
    return made;
  }

  static Combination join(const Combination& a, const Combination& b) {
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
    sort_actions(joined);
    return joined;
  }

  void apply(const Process& operation, Combination c, const Filter& outside, std::vector<Combination>& made) {
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
      default: return communicate(operation, c, outside, made);
    }
    if (outside.may_be_part(names_of(c))) made.push_back(std::move(c));
  }

  // ---- Communication

  struct Match {
    const CommRule* rule = nullptr;
    std::vector<size_t> actions;  // ascending
  };

  // All ways in which rules can be applied to actions, each alone.
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

  static bool disjoint(const Match& a, const Match& b) {
    return std::none_of(a.actions.begin(), a.actions.end(),
                        [&](size_t i) { return std::find(b.actions.begin(), b.actions.end(), i) != b.actions.end(); });
  }

  static CombinedCondition condition_of(const Match& match, const Combination& c, bool equal) {
    CombinedCondition condition{equal, {}};
    for (const size_t i : match.actions) condition.lists.push_back(c.actions[i].arguments);
    return condition;
  }

  void communicate(const Process& operation, const Combination& c, const Filter& outside,
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
      add_communication(c, matches, chosen, outside, made);
    };
    choose(0);
  }

  // The chosen communications take place, and no other one could besides.
  static void add_communication(const Combination& c, const std::vector<Match>& matches,
                                const std::vector<const Match*>& chosen, const Filter& outside,
                                std::vector<Combination>& made) {
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
      if (c.actions[match.actions[0]].arguments.empty()) return;  // would have communicated
      result.conditions.push_back(condition_of(match, c, false));
    }
    for (size_t i = 0; i < c.actions.size(); ++i) {
      if (!gone[i]) result.actions.push_back(c.actions[i]);
    }
    sort_actions(result);
    if (outside.may_be_part(names_of(result))) made.push_back(std::move(result));
  }

  Spec& spec_;
  Network& network_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Node> root_;
  std::vector<ProcessId> calls_;
};

}  // namespace

bool make_network(Spec& spec, Network& network, Diagnostics& diagnostics) {
  return Maker(spec, network, diagnostics).run();
}

}  // namespace px::mcrl2
