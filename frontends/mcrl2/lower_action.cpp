// Lowers combinations of summands to actions.
#include <algorithm>
#include <set>

#include "frontends/mcrl2/code_maker.h"
#include "frontends/mcrl2/lowerer.h"

namespace px::mcrl2 {
namespace {

constexpr int64_t kLargestRange = 4096;  // of numbers that a parameter enumerates
constexpr int64_t kMaxSolutions = Machine::kMaxSolutions;

}  // namespace

// A combination during lowering: all expressions are over the variables of its participants.
struct Lowerer::PartialAction {
  ir::Action action;
  std::vector<ir::BindingId> processes;  // per participant
  std::vector<Substitution> own;         // per participant: its variables
  std::vector<VariableId> sums;
  std::vector<const Expr*> conditions;
  std::vector<std::pair<std::string, std::vector<const Expr*>>> multi_action;
  std::vector<std::vector<std::pair<VariableId, const Expr*>>> updates;  // per participant
  std::vector<const Expr*> late;  // conditions evaluated as part of an enumeration
  SourceSpan span;
};

void Lowerer::add_action(const Combination& c) {
  std::optional<ir::Action> action = made_action(c);
  if (action) b_.action(std::move(*action));
}

std::optional<ir::Action> Lowerer::made_action(const Combination& c) {
  PartialAction a;
  scope_.clear();
  bind_participants(c, a);
  add_conditions(c, a);
  solve_equalities(a);
  for (const Expr* condition : a.conditions) {
    if (is_truth(condition, false)) return std::nullopt;
  }
  bind_sums(a);
  const bool silent = std::none_of(a.multi_action.begin(), a.multi_action.end(), [](const auto&) { return true; });
  a.action.name = silent ? "tau" : "";
  for (const auto& [name, arguments] : a.multi_action) a.action.name += (a.action.name.empty() ? "" : "|") + name;
  a.action.label = shown_label(a);
  a.action.span = a.span;
  std::vector<VariableId> dynamic;
  for (const VariableId v : a.sums) {
    if (!scope_.contains(v)) dynamic.push_back(v);
  }
  a.late = split_off(a, dynamic);
  if (!dynamic.empty()) {
    // The names must be known before any expression that uses them is built.
    a.action.body = enumeration(a, dynamic, {});
  }
  std::vector<ir::ExprId> guard;
  for (const Expr* condition : a.conditions) guard.push_back(truth(*condition));
  if (!guard.empty()) a.action.guard = b_.all_of(guard);
  ir::Block own = body(c, a);
  if (dynamic.empty()) {
    a.action.body = std::move(own);
  } else {
    a.action.body = enumeration(a, dynamic, std::move(own));
  }
  return std::move(a.action);
}

// ---- Participants

void Lowerer::bind_participants(const Combination& c, PartialAction& a) {
  for (const Participant& participant : c.participants) {
    const ComponentFamily& component = network_.families[participant.family];
    const Family& family = families_[participant.family];
    const Summand& summand = component.automaton.summands[participant.summand];
    const ir::BindingId process =
        b_.binding_over("p" + std::to_string(a.processes.size() + 1), ir::Domain::of(family.family));
    a.action.movers.push_back({static_cast<uint32_t>(a.action.parameters.size()), family.locations[summand.from],
                               family.locations[summand.to], ir::Control::Release});
    a.action.parameters.push_back({process, ir::Domain::of(family.family)});
    a.processes.push_back(process);
    Substitution own;
    for (const VariableId v : component.automaton.locations[summand.from].variables) {
      const StateVariable& state = family.variables.at(v);
      const VariableId here = spec_.variables.add(Variable(spec_.variables[v]));
      scope_[here] = {state.type, {}, family.slots[state.slot], process};
      own[v] = spec_.use(here);
    }
    for (const VariableId v : summand.sums) {
      const VariableId here = spec_.variables.add(Variable(spec_.variables[v]));
      a.sums.push_back(here);
      own[v] = spec_.use(here);
    }
    for (const Expr* condition : summand.conditions) {
      split_conjunction(spec_, substitute(spec_, condition, own), a.conditions);
    }
    a.updates.emplace_back();
    for (const auto& [variable, value] : summand.updates) {
      a.updates.back().emplace_back(variable, substitute(spec_, value, own));
    }
    if (!a.span.known()) a.span = summand.span;
    a.own.push_back(std::move(own));
  }
  for (const CombinedAction& action : c.actions) {
    std::vector<const Expr*> arguments;
    for (const CombinedArgument& argument : action.arguments) {
      arguments.push_back(substitute(spec_, argument.value, a.own[argument.participant]));
    }
    a.multi_action.emplace_back(action.name, std::move(arguments));
  }
}

void Lowerer::add_conditions(const Combination& c, PartialAction& a) {
  const SortId boolean = spec_.sorts.basic(SortKind::Bool);
  for (const CombinedCondition& condition : c.conditions) {
    std::vector<const Expr*> equal;
    for (size_t list = 1; list < condition.lists.size(); ++list) {
      for (size_t i = 0; i < condition.lists[0].size(); ++i) {
        const CombinedArgument& x = condition.lists[0][i];
        const CombinedArgument& y = condition.lists[list][i];
        equal.push_back(spec_.apply(
            Builtin::Eq, boolean,
            {substitute(spec_, x.value, a.own[x.participant]), substitute(spec_, y.value, a.own[y.participant])},
            x.value->span));
      }
    }
    if (condition.equal) {
      a.conditions.insert(a.conditions.end(), equal.begin(), equal.end());
      continue;
    }
    const Expr* differ = spec_.truth(false);
    for (const Expr* e : equal) {
      const Expr* one = negated(spec_, e);
      differ = is_truth(differ, false) ? one : spec_.apply(Builtin::Or, boolean, {differ, one});
    }
    a.conditions.push_back(differ);
  }
}

// ---- Sums

void Lowerer::substitute_everywhere(PartialAction& a, VariableId variable, const Expr* value) {
  const Substitution replace = {{variable, value}};
  const auto in = [&](const Expr*& e) { e = substitute(spec_, e, replace); };
  std::vector<const Expr*> conditions;
  for (const Expr* e : a.conditions) split_conjunction(spec_, substitute(spec_, e, replace), conditions);
  a.conditions = std::move(conditions);
  for (auto& [name, arguments] : a.multi_action) std::for_each(arguments.begin(), arguments.end(), in);
  for (auto& list : a.updates) {
    for (auto& [target, e] : list) in(e);
  }
}

// Replaces a sum variable that an equation determines: its sum disappears.
void Lowerer::solve_equalities(PartialAction& a) {
  const auto solvable = [&](const Expr* self, const Expr* other) {
    if (self->kind != Expr::Kind::Variable) return false;
    if (std::find(a.sums.begin(), a.sums.end(), self->variable) == a.sums.end()) return false;
    if (!spec_.sorts.fits_declared(other->sort, spec_.variables[self->variable].sort)) return false;
    const std::vector<VariableId> free = variables_of(*other);
    return std::find(free.begin(), free.end(), self->variable) == free.end();
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < a.conditions.size() && !changed; ++i) {
      const Expr* c = a.conditions[i];
      if (c->kind != Expr::Kind::Builtin || c->builtin != Builtin::Eq) continue;
      for (const size_t side : {size_t{0}, size_t{1}}) {
        if (!solvable(c->parts[side], c->parts[1 - side])) continue;
        const VariableId v = c->parts[side]->variable;
        a.conditions.erase(a.conditions.begin() + static_cast<std::ptrdiff_t>(i));
        std::erase(a.sums, v);
        substitute_everywhere(a, v, c->parts[1 - side]);
        changed = true;
        break;
      }
    }
  }
}

// Turns every possible variable into a parameter of the action; unused ones have no influence.
void Lowerer::bind_sums(PartialAction& a) {
  std::set<VariableId> used;
  const auto use = [&](const Expr* e) {
    const std::vector<VariableId> free = variables_of(*e);
    used.insert(free.begin(), free.end());
  };
  for (const Expr* e : a.conditions) use(e);
  for (const auto& [name, arguments] : a.multi_action) std::for_each(arguments.begin(), arguments.end(), use);
  for (const auto& list : a.updates) {
    for (const auto& [target, e] : list) use(e);
  }
  std::erase_if(a.sums, [&](VariableId v) { return !used.contains(v); });
  for (const VariableId v : a.sums) bind_static(a, v);
}

bool Lowerer::bind_static(PartialAction& a, VariableId variable) {
  const Typed type = type_of(spec_.variables[variable].sort);
  ir::Domain domain;
  int64_t low = 0;
  int64_t high = 0;
  if (type.form == Form::Truth) {
    domain = ir::Domain::range(0, 1);
  } else if (type.form == Form::Element) {
    domain = ir::Domain::of(b_.whole(element_sort(type.sort)));
  } else if (type.form == Form::Number && number_range(a, variable, low, high)) {
    domain = ir::Domain::range(low, high);
  } else {
    return false;
  }
  const ir::BindingId binding = b_.binding_over(spec_.variables[variable].name, domain);
  a.action.parameters.push_back({binding, domain});
  scope_[variable] = {type, binding, {}, {}};
  return true;
}

// A range of numbers between constants.
bool Lowerer::number_range(const PartialAction& a, VariableId variable, int64_t& low, int64_t& high) {
  const SortKind kind = spec_.sorts.kind(spec_.variables[variable].sort);
  low = kind == SortKind::Pos ? 1 : 0;
  bool has_low = kind != SortKind::Int;
  bool has_high = false;
  for (const Expr* c : a.conditions) {
    if (c->kind != Expr::Kind::Builtin || c->builtin < Builtin::Eq || c->builtin > Builtin::Ge ||
        c->builtin == Builtin::Ne)
      continue;
    for (const size_t side : {size_t{0}, size_t{1}}) {
      const Expr* self = c->parts[side];
      if (self->kind != Expr::Kind::Variable || self->variable != variable) continue;
      const std::optional<Word> bound = closed_value(*c->parts[1 - side]);
      if (!bound || !is_small(*bound)) continue;
      const int64_t n = small_value(*bound);
      const bool less = c->builtin == Builtin::Lt || c->builtin == Builtin::Le;
      const int64_t strict = c->builtin == Builtin::Lt || c->builtin == Builtin::Gt ? 1 : 0;
      if (c->builtin == Builtin::Eq || less == (side == 0)) {
        high = has_high ? std::min(high, n - strict) : n - strict;
        has_high = true;
      }
      if (c->builtin == Builtin::Eq || less != (side == 0)) {
        low = has_low ? std::max(low, n + strict) : n + strict;
        has_low = true;
      }
    }
  }
  return has_low && has_high && high - low < kLargestRange;
}

// Removes and returns the conditions that mention one of the variables.
std::vector<const Expr*> Lowerer::split_off(PartialAction& a, const std::vector<VariableId>& variables) {
  std::vector<const Expr*> late;
  const auto mentions = [&](const Expr* e) {
    const std::vector<VariableId> free = variables_of(*e);
    return std::any_of(free.begin(), free.end(), [&](VariableId v) {
      return std::find(variables.begin(), variables.end(), v) != variables.end();
    });
  };
  std::copy_if(a.conditions.begin(), a.conditions.end(), std::back_inserter(late), mentions);
  std::erase_if(a.conditions, mentions);
  return late;
}

// let s = solutions then choose i below their number: let x = value of solution i then ... With an empty body it only
// gives names to the variables; the actual one is built when they are known.
ir::Block Lowerer::enumeration(PartialAction& a, const std::vector<VariableId>& variables, ir::Block inner) {
  if (inner.empty()) {
    for (const VariableId v : variables) {
      const Typed type = type_of(spec_.variables[v].sort);
      // A name bound by Let has the type of its value, except that truth values are numbers, as in parameters.
      const ir::TypeId held =
          type.form == Form::Truth ? b_.int_type(0, 1) : program_type(type, spec_.variables[v].sort);
      scope_[v] = {type, b_.binding(spec_.variables[v].name, held), {}, {}};
    }
    return {};
  }
  const Expr* condition = spec_.truth(true);
  for (const Expr* e : a.late) {
    condition = is_truth(condition, true) ? e : spec_.apply(Builtin::And, e->sort, {condition, e}, e->span);
  }
  std::vector<VariableId> given = variables_of(*condition);
  std::erase_if(given,
                [&](VariableId v) { return std::find(variables.begin(), variables.end(), v) != variables.end(); });
  std::vector<Typed> forms;
  const std::vector<ir::ExprId> arguments = arguments_of(given, forms);
  std::string why_not;
  std::unique_ptr<Plan> plan = m_.plan(variables, condition, given, why_not);
  if (plan == nullptr) {
    wrong(DiagnosticKind::Unsupported, a.span, "the sum is infinite: " + why_not,
          "bound the variable by a condition, e.g. (n < 10) -> ...");
  }
  const uint32_t solve = functions_->solution(std::move(plan), forms, "solutions of " + m_.text(*condition));
  const ir::TypeId handle = b_.external_type(0, UINT32_MAX);
  const ir::BindingId solutions = b_.binding("solutions", handle);
  const ir::Domain positions = ir::Domain::range(0, kMaxSolutions - 1);
  const ir::BindingId position = b_.binding_over("solution", positions);
  for (size_t i = variables.size(); i-- > 0;) {
    const Source& source = scope_.at(variables[i]);
    const Typed type = source.type;
    const uint32_t pick = functions_->pick(static_cast<uint32_t>(i), type);
    const std::vector<ir::ExprId> which = {b_.use(solutions), b_.use(position)};
    ir::ExprId value;
    if (type.form == Form::Element) {
      const auto size = static_cast<int64_t>(spec_.named(type.sort).constructors.size());
      value = b_.element_at(b_.call(pick, which, b_.int_type(0, size - 1)), element_sort(type.sort));
    } else {
      const SortId sort = spec_.variables[variables[i]].sort;
      value = b_.call(pick, which, type.form == Form::Truth ? b_.int_type(0, 1) : program_type(type, sort));
    }
    inner = {b_.let(source.binding, value, std::move(inner), a.span)};
  }
  const ir::ExprId count = b_.call(functions_->count(), {b_.use(solutions)}, b_.int_type(0, kMaxSolutions - 1));
  inner = {b_.choose_some(position, positions, count, std::move(inner), a.span)};
  return {b_.let(solutions, b_.call(solve, arguments, handle, a.span), std::move(inner), a.span)};
}

// ---- Effects

ir::Block Lowerer::body(const Combination& c, PartialAction& a) {
  ir::Block block = label(a);
  for (const auto& [name, arguments] : a.multi_action) {
    const auto& forbidden = options_.forbidden_actions;
    if (std::find(forbidden.begin(), forbidden.end(), name) == forbidden.end()) continue;
    block.push_back(b_.fail("the action '" + name + "' is reachable", a.span));
    return block;
  }
  updates(c, a, block);
  return block;
}

// The name of the action with its values, in the format of the mCRL2 tools. A search does not show the output, so it
// leaves out the printing; but an infinite value is an error in every search, so terms get their values before that.
ir::Block Lowerer::label(PartialAction& a) {
  std::string format;
  std::vector<ir::ExprId> values;
  std::vector<std::pair<ir::BindingId, ir::ExprId>> terms;
  const auto plain = [](const std::string& text) {
    std::string doubled;
    for (const char ch : text) doubled += ch == '%' ? "%%" : std::string(1, ch);
    return doubled;
  };
  // Sort actions with the same name, as far as possible before the values are known.
  std::stable_sort(a.multi_action.begin(), a.multi_action.end(), [&](const auto& x, const auto& y) {
    const auto key = [&](const std::vector<const Expr*>& arguments) {
      std::string text;
      for (const Expr* e : arguments) {
        const auto value = closed_value(*e);
        text += value ? m_.text(*value) + ',' : "";
      }
      return text;
    };
    return x.first != y.first ? x.first < y.first : key(x.second) < key(y.second);
  });
  for (const auto& [name, arguments] : a.multi_action) {
    format += (format.empty() ? "" : "|") + plain(name);
    for (size_t i = 0; i < arguments.size(); ++i) {
      const Expr& e = *arguments[i];
      format += i == 0 ? "(" : ", ";
      if (const auto value = closed_value(e)) {
        format += plain(m_.text(*value));
      } else if (is_native(e)) {
        format += type_of(e.sort).form == Form::Number ? "%d" : "%e";
        values.push_back(native(e));
      } else {
        format += "%w";
        const ir::BindingId term = b_.binding("argument", program_type({Form::Term, e.sort}, e.sort));
        terms.emplace_back(term, as(e, {Form::Term, e.sort}));
        values.push_back(b_.use(term));
      }
    }
    if (!arguments.empty()) format += ")";
  }
  ir::Block block = {b_.print(format.empty() ? "tau" : format, std::move(values), a.span)};
  for (size_t i = terms.size(); i-- > 0;) block = {b_.let(terms[i].first, terms[i].second, std::move(block), a.span)};
  return block;
}

std::string Lowerer::shown_label(const PartialAction& a) const {
  std::string text;
  for (const auto& [name, arguments] : a.multi_action) {
    text += (text.empty() ? "" : "|") + name;
    for (size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "(" : ", ") + m_.text(*arguments[i]);
    if (!arguments.empty()) text += ")";
  }
  return text.empty() ? "tau" : text;
}

void Lowerer::updates(const Combination& c, PartialAction& a, ir::Block& block) {
  std::vector<ir::PlaceId> places;
  std::vector<ir::ExprId> values;
  std::vector<ir::PlaceId> dead;
  for (size_t k = 0; k < c.participants.size(); ++k) {
    const Family& family = families_[c.participants[k].family];
    const Automaton& automaton = network_.families[c.participants[k].family].automaton;
    const Summand& summand = automaton.summands[c.participants[k].summand];
    const auto place = [&](uint32_t slot) { return b_.index(b_.place(family.slots[slot]), b_.use(a.processes[k])); };
    std::set<uint32_t> kept;
    for (const auto& [variable, value] : a.updates[k]) {
      const StateVariable& target = family.variables.at(variable);
      kept.insert(target.slot);
      // Unchanged values need no assignment.
      const auto source = value->kind == Expr::Kind::Variable ? scope_.find(value->variable) : scope_.end();
      const bool same = source != scope_.end() && source->second.variable == family.slots[target.slot] &&
                        source->second.process == a.processes[k];
      if (same) continue;
      places.push_back(place(target.slot));
      values.push_back(as(*value, target.type));
    }
    for (const VariableId v : automaton.locations[summand.from].variables) {
      const uint32_t slot = family.variables.at(v).slot;
      if (kept.insert(slot).second) dead.push_back(place(slot));
    }
  }
  if (!places.empty()) block.push_back(b_.assign_all(std::move(places), std::move(values), a.span));
  for (const ir::PlaceId p : dead) block.push_back(b_.reset(p, a.span));
}

}  // namespace px::mcrl2
