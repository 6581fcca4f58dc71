// Families of components, their locations and locals, and successful termination.
#include <algorithm>
#include <set>

#include "frontends/mcrl2/code_maker.h"
#include "frontends/mcrl2/lowerer.h"

namespace px::mcrl2 {

Lowerer::Lowerer(std::string name, Spec& spec, std::shared_ptr<Functions> functions, Network& network,
                 const ModelOptions& options, Diagnostics& diagnostics)
    : ExpressionLowering(std::move(name), spec, std::move(functions), diagnostics),
      network_(network),
      options_(options) {}

Result<ir::Program> Lowerer::run() {
  try {
    b_.externals(functions_);
    b_.labels_are_printed();
    find_symbolic();
    add_sorts();
    for (uint32_t f = 0; f < network_.families.size(); ++f) add_family(f);
    for (const Combination& c : network_.combinations) add_action(c);
    if (network_.joined_at_run_time) add_joint_action();
    add_termination();
  } catch (const Wrong&) {
    return Failure(diagnostics_.take());
  } catch (const EvaluationError& error) {
    return Failure(DiagnosticKind::Unsupported, error.text);
  }
  return b_.take();
}

// ---- Numbers represented as terms

Typed Lowerer::type_of_state(VariableId variable) const {
  const SortId sort = spec_.variables[variable].sort;
  const Typed type = type_of(sort);
  const auto known = symbolic_.find(variable);
  const bool symbolic = known != symbolic_.end() && known->second;
  return type.form == Form::Number && symbolic ? Typed{Form::Term, sort} : type;
}

bool Lowerer::is_symbolic(const Expr& e, const std::unordered_map<VariableId, bool>& known) {
  if (type_of(e.sort).form != Form::Number) return false;
  if (is_closed(e)) {
    const std::optional<Word> value = closed_value(e);
    return value && (!is_small(*value) || small_value(*value) > kMaxNumber || small_value(*value) < -kMaxNumber);
  }
  if (e.kind == Expr::Kind::Variable) {
    const auto found = known.find(e.variable);
    return found != known.end() && found->second;
  }
  if (e.kind != Expr::Kind::Builtin) return false;
  return std::any_of(e.parts.begin(), e.parts.end(), [&](const Expr* part) { return is_symbolic(*part, known); });
}

// Computes a fixpoint over all assignments to state variables.
void Lowerer::find_symbolic() {
  const auto update = [&](VariableId variable, const Expr& value) {
    if (symbolic_[variable] || !is_symbolic(value, symbolic_)) return false;
    symbolic_[variable] = true;
    return true;
  };
  for (const ComponentFamily& family : network_.families) {
    for (const Component& member : family.members) {
      Substitution arguments;
      for (size_t i = 0; i < family.parameters.size(); ++i) arguments[family.parameters[i]] = member.arguments[i];
      for (const auto& [variable, value] : family.automaton.start) {
        update(variable, *substitute(spec_, value, arguments));
      }
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const ComponentFamily& family : network_.families) {
      for (const Summand& summand : family.automaton.summands) {
        for (const auto& [variable, value] : summand.updates) changed |= update(variable, *value);
      }
    }
  }
}

// ---- Sorts and families

// Adds the sorts of variables, in textual order; others follow on demand.
void Lowerer::add_sorts() {
  std::set<SortId> used;
  for (const ComponentFamily& family : network_.families) {
    for (const AutomatonLocation& location : family.automaton.locations) {
      for (const VariableId v : location.variables) used.insert(spec_.variables[v].sort);
    }
    for (const Summand& summand : family.automaton.summands) {
      for (const VariableId v : summand.sums) used.insert(spec_.variables[v].sort);
    }
  }
  for (const NamedSort& named : spec_.named_sorts) {
    if (is_element_sort(named.id) && used.contains(named.id)) element_sort(named.id);
  }
}

void Lowerer::add_family(uint32_t number) {
  ComponentFamily& component = network_.families[number];
  Family family;
  std::string name = component.name;
  const auto same = std::count_if(network_.families.begin(), network_.families.begin() + number,
                                  [&](const ComponentFamily& f) { return f.name == component.name; });
  if (same != 0) name += "_" + std::to_string(same + 1);
  std::vector<std::string> names;
  for (const Component& member : component.members) {
    std::string shown;
    for (const Expr* argument : member.arguments) {
      const auto value = closed_value(*argument);
      shown += (shown.empty() ? "" : ", ") + (value ? m_.text(*value) : m_.text(*argument));
    }
    shown = shown.empty() ? name : name + '(' + shown + ')';
    const auto again = std::count(names.begin(), names.end(), shown);
    names.push_back(again == 0 ? shown : shown + '#' + std::to_string(names.size() + 1));
  }
  const auto count = static_cast<uint32_t>(names.size());
  // Data sorts may have the names of processes.
  const auto is_taken = [&](const std::string& wanted) {
    return std::any_of(spec_.named_sorts.begin(), spec_.named_sorts.end(),
                       [&](const NamedSort& s) { return s.name == wanted; });
  };
  while (is_taken(name)) name += "'";
  family.sort = b_.sort(name, count, component.body->span, std::move(names));
  family.family = b_.whole(family.sort);
  for (const AutomatonLocation& location : component.automaton.locations) {
    family.locations.push_back(b_.location(family.family, location.name, location.span));
    if (location.span.known())
      b_.location_info(family.locations.back()).shown = "line " + std::to_string(location.span.line);
    if (location.ended) family.stopped = b_.location(family.family, "terminated", component.body->span);
  }
  if (family.stopped.valid()) b_.location_info(family.stopped).valid_end = true;
  families_.push_back(std::move(family));
  add_locals(number);
}

std::vector<int64_t> Lowerer::initial_values(const ComponentFamily& family, VariableId variable, Typed type) {
  std::vector<int64_t> values;
  const auto start = std::find_if(family.automaton.start.begin(), family.automaton.start.end(),
                                  [&](const auto& s) { return s.first == variable; });
  for (const Component& member : family.members) {
    Substitution arguments;
    for (size_t i = 0; i < family.parameters.size(); ++i) arguments[family.parameters[i]] = member.arguments[i];
    const Expr* value = substitute(spec_, start->second, arguments);
    const std::optional<Word> word = closed_value(*value);
    const auto held = word ? functions_->to_program(*word, type) : std::nullopt;
    if (!held) {
      wrong(DiagnosticKind::Unsupported, value->span,
            "the initial value of '" + spec_.variables[variable].name + "' has no plain value" +
                (word ? ": no equation applies to " + m_.text(*word) : ""));
    }
    values.push_back(*held);
  }
  return values;
}

// Variables that are live at the same location get different slots; others of one type may share a slot.
void Lowerer::add_locals(uint32_t number) {
  const ComponentFamily& component = network_.families[number];
  Family& family = families_[number];
  struct Slot {
    ir::TypeId type;
    std::set<uint32_t> locations;
    std::vector<VariableId> variables;
  };
  std::vector<Slot> slots;
  std::map<VariableId, std::set<uint32_t>> alive;
  std::vector<VariableId> order;
  for (uint32_t l = 0; l < component.automaton.locations.size(); ++l) {
    for (const VariableId v : component.automaton.locations[l].variables) {
      if (!alive.contains(v)) order.push_back(v);
      alive[v].insert(l);
    }
  }
  for (const VariableId v : order) {
    const Typed type = type_of_state(v);
    const ir::TypeId program = program_type(type, spec_.variables[v].sort);
    const std::set<uint32_t>& own = alive[v];
    const auto is_free = [&](const Slot& s) {
      return s.type == program &&
             std::none_of(own.begin(), own.end(), [&](uint32_t l) { return s.locations.contains(l); });
    };
    auto slot = std::find_if(slots.begin(), slots.end(), is_free);
    if (slot == slots.end()) slot = slots.insert(slots.end(), Slot{program, {}, {}});
    slot->locations.insert(own.begin(), own.end());
    slot->variables.push_back(v);
    family.variables[v] = {type, static_cast<uint32_t>(slot - slots.begin())};
  }
  std::set<std::string> used;
  for (const Slot& slot : slots) {
    std::set<std::string> names;
    for (const VariableId v : slot.variables) names.insert(spec_.variables[v].name);
    std::string name;
    for (const std::string& n : names) name += (name.empty() ? "" : "/") + n;
    name = component.name + "." + name;
    while (!used.insert(name).second) name += "'";
    std::vector<int64_t> initial;
    for (const VariableId v : component.automaton.locations.front().variables) {
      const bool here = std::find(slot.variables.begin(), slot.variables.end(), v) != slot.variables.end();
      if (here) initial = initial_values(component, v, family.variables.at(v).type);
    }
    const bool element = family.variables.at(slot.variables.front()).type.form == Form::Element;
    if (initial.empty() && element) initial.assign(component.members.size(), -1);
    family.slots.push_back(b_.local(family.family, name, slot.type, std::move(initial), component.body->span));
  }
}

// ---- Termination

// All components terminate together, and only if each of them has reached its end.
void Lowerer::add_termination() {
  for (const Family& family : families_) {
    if (!family.stopped.valid()) return;
  }
  ir::Action action;
  action.name = kTerminate;
  action.label = kTerminate;
  std::vector<ir::ExprId> conditions;
  for (size_t f = 0; f < families_.size(); ++f) {
    const Family& family = families_[f];
    const auto& locations = network_.families[f].automaton.locations;
    const auto end = std::find_if(locations.begin(), locations.end(), [](const auto& l) { return l.ended; });
    const ir::LocationId at = family.locations[static_cast<size_t>(end - locations.begin())];
    const ir::Domain domain = ir::Domain::of(family.family);
    const ir::BindingId each = b_.binding_over("p", domain);
    conditions.push_back(b_.quantifier(ir::Op::Forall, each, domain, b_.at(b_.use(each), at)));
    const ir::BindingId mover = b_.binding_over("p", domain);
    action.body.push_back(b_.for_each(mover, domain, {b_.go_to(b_.use(mover), family.stopped)}));
  }
  action.guard = b_.all_of(conditions);
  action.body.insert(action.body.begin(), b_.print(kTerminate, {}));
  b_.action(std::move(action));
}

}  // namespace px::mcrl2
