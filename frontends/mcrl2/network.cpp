#include "frontends/mcrl2/network.h"

#include <algorithm>
#include <functional>
#include <map>

#include "frontends/mcrl2/code_maker.h"
#include "frontends/mcrl2/combination_key.h"
#include "frontends/mcrl2/operators.h"
#include "frontends/mcrl2/units.h"

namespace px::mcrl2 {
namespace {

using Kind = Process::Kind;
constexpr size_t kMaxCombinations = 60'000;  // at an intermediate stage
constexpr size_t kMaxActions = 1'500;        // each of them is translated
constexpr size_t kMaxMembers = 4096;
constexpr size_t kMaxLists = 20'000;

struct Node {
  const Process* operation = nullptr;  // null: a parallel composition of families and nodes
  std::vector<std::unique_ptr<Node>> parts;
  std::vector<uint32_t> families;
};

class Maker {
 public:
  Maker(Spec& spec, Network& network, Diagnostics& diagnostics, size_t written_out)
      : spec_(spec), network_(network), diagnostics_(diagnostics), written_out_(written_out) {}

  bool run() {
    try {
      root_ = std::make_unique<Node>();
      build(*spec_.init, {}, *root_);
      for (ComponentFamily& family : network_.families) {
        if (!AutomatonMaker(spec_, diagnostics_).make(*family.body, family.automaton)) return false;
      }
      make_combinations();
    } catch (const Wrong&) {
      return false;
    }
    return true;
  }

 private:
  struct Wrong {};
  struct TooMany {};  // units are used instead, if possible

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
    // A composition within a sequence, a choice, a condition or a sum remains a part of its component.
    if (p.kind != Kind::Call || is_sequential(spec_, p)) return add_component(p, values, into);
    const ProcessDefinition& called = spec_.processes[p.process];
    if (called.body->kind < Kind::Parallel && called.body->kind != Kind::Call) return add_component(p, values, into);
    if (std::find(calls_.begin(), calls_.end(), p.process) != calls_.end()) {
      wrong(p.span, DiagnosticKind::Unsupported,
            "'" + called.name + "' starts itself in parallel, so the number of components has no bound",
            "write the components out, or keep them as data");
    }
    calls_.push_back(p.process);
    Substitution own;
    for (size_t i = 0; i < called.parameters.size(); ++i) {
      own[called.parameters[i]] = substitute(spec_, p.arguments[i], values);
    }
    build(*called.body, own, into);
    calls_.pop_back();
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
      // An action that is blocked alone may still take part in the communication.
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
      apply_operator(operation, std::move(c), filter, made);
    check_count(made.size(), operation.span);
    return made;
  }

  void make_combinations() {
    std::vector<Combination> separate;
    has_units_ = units(*root_, Filter(), separate);
    try {
      std::vector<Combination> all = combine(*root_, Filter());
      remove_duplicates(all);
      check_count(all.size(), spec_.init->span, has_units_ ? written_out_ : kMaxActions);
      network_.combinations = std::move(all);
    } catch (const TooMany&) {
      network_.combinations = std::move(separate);
      remove_duplicates(network_.combinations);
      network_.joined_at_run_time = true;
    }
  }

  void check_count(size_t count, SourceSpan span, size_t most = kMaxCombinations) {
    if (has_units_ && count > std::min(most, 32 * written_out_)) throw TooMany{};
    if (count <= most) return;
    wrong(span, DiagnosticKind::LimitExceeded,
          "these components can do more than " + std::to_string(most) + " combinations of actions at once",
          "say which multi-actions are wanted: allow({...}, ...); or block the actions that are meant to communicate");
  }

  // False if the composition cannot be split into units.
  bool units(const Node& node, const Filter& filter, std::vector<Combination>& made) {
    if (node.operation == nullptr) {
      for (const uint32_t f : node.families) {
        std::vector<Combination> own = summands_of(f, filter);
        made.insert(made.end(), own.begin(), own.end());
      }
      return std::all_of(node.parts.begin(), node.parts.end(),
                         [&](const auto& part) { return units(*part, filter, made); });
    }
    const Process& operation = *node.operation;
    if (operation.kind == Kind::Allow) return false;
    std::vector<Combination> own;
    if (!units(*node.parts[0], inside(operation, filter), own)) return false;
    if (operation.kind == Kind::Comm) {
      const auto members = [&](uint32_t f) { return network_.families[f].members.size(); };
      return UnitJoiner(operation, filter, members).join(own, made);
    }
    for (Combination& c : own) apply_operator(operation, std::move(c), filter, made);
    return true;
  }

  std::vector<Combination> parallel(const Node& node, const Filter& filter) {
    // One slot for each component that may take part; slots of a family take summands in ascending order, so that no
    // combination is generated twice.
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
      // If a slot stays idle, so do the later ones of its family.
      size_t next_family = slot + 1;
      while (next_family < slots.size() && slots[next_family].same_as_before) ++next_family;
      extend(next_family, 0, so_far);
      for (size_t i = slots[slot].same_as_before ? least : 0; i < own.size(); ++i) {
        Combination joined = join(so_far, own[i]);
        sort_actions(joined);
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
      c.actions = automaton.summands[s].actions;
      sort_actions(c);
      if (filter.may_be_part(names_of(c))) made.push_back(std::move(c));
    }
    return made;
  }

  Spec& spec_;
  Network& network_;
  Diagnostics& diagnostics_;
  std::unique_ptr<Node> root_;
  size_t written_out_;
  bool has_units_ = false;
  std::vector<ProcessId> calls_;
};

}  // namespace

bool make_network(Spec& spec, Network& network, Diagnostics& diagnostics, size_t written_out) {
  return Maker(spec, network, diagnostics, written_out).run();
}

}  // namespace px::mcrl2
