#include "engine/ir/verifier.h"

#include <algorithm>
#include <limits>

#include "engine/ir/layout.h"
#include "engine/ir/limits.h"
#include "engine/ir/verifier_detail.h"

namespace px::ir {

std::vector<Diagnostic> verify(const Program& program) {
  return Verifier(program).run();
}

uint64_t scalar_count_capped(const Program& program, TypeId id) {
  constexpr uint64_t kTooMany = kMaxScalars + 1;
  const Type& type = program.types[id];
  switch (type.kind) {
    case TypeKind::Array:
      return std::min(kTooMany, program.domain_size(type.domain) * scalar_count_capped(program, type.element));
    case TypeKind::Record: {
      uint64_t count = 0;
      for (const Field& field : type.fields)
        count = std::min(kTooMany, count + scalar_count_capped(program, field.type));
      return count;
    }
    case TypeKind::Queue: return std::min(kTooMany, 1 + type.capacity * scalar_count_capped(program, type.element));
    default: return 1;
  }
}

std::vector<Diagnostic> Verifier::run() {
  sorts_and_families();
  // The checks below look up sorts, families and types without validating the ids again.
  if (diagnostics_.has_errors()) return diagnostics_.take();
  types();
  if (diagnostics_.has_errors()) return diagnostics_.take();
  variables();
  actions();
  properties();
  layout();
  return diagnostics_.take();
}

void Verifier::error(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  diagnostics_.add(kind, known(span), std::move(message), std::move(hint));
}

void Verifier::unique(std::set<std::string>& seen, const std::string& name, SourceSpan span, std::string_view what) {
  if (name.empty()) return error(DiagnosticKind::SyntaxError, span, "a " + std::string(what) + " has no name");
  if (seen.insert(name).second) return;
  error(DiagnosticKind::DuplicateName, span, "'" + name + "' is the name of another " + std::string(what));
}

// ---- Sorts, families, locations

void Verifier::sorts_and_families() {
  std::set<std::string> names;
  for (const Sort& s : p_.sorts) {
    around_ = s.span;
    if (s.size > kMaxSortSize) {
      error(DiagnosticKind::LimitExceeded, s.span,
            "the sort '" + s.name + "' has more than " + std::to_string(kMaxSortSize) + " elements");
    }
    if (!s.element_names.empty() && s.element_names.size() != s.size) {
      error(DiagnosticKind::ValueOutOfRange, s.span,
            "the sort '" + s.name + "' has " + std::to_string(s.size) + " elements, but " +
                std::to_string(s.element_names.size()) + " names");
    }
    std::set<std::string> elements;
    for (const std::string& element : s.element_names) unique(elements, element, s.span, "element of this sort");
  }
  for (uint32_t f = 0; f < p_.families.size(); ++f) {
    around_ = p_.families[FamilyId(f)].span;
    unique(names, p_.families[FamilyId(f)].name, around_, "sort or family");
    family(FamilyId(f));
  }
}

void Verifier::family(FamilyId id) {
  const Family& f = p_.families[id];
  const bool fits =
      p_.sorts.contains(f.sort) && f.first <= p_.sorts[f.sort].size && f.count <= p_.sorts[f.sort].size - f.first;
  if (!fits) {
    return error(DiagnosticKind::ValueOutOfRange, f.span, "the family '" + f.name + "' is not a part of its sort");
  }
  if (f.is_process()) locations(id);
}

void Verifier::locations(FamilyId id) {
  const Family& f = p_.families[id];
  std::set<std::string> names;
  for (uint32_t i = 0; i < f.locations.size(); ++i) {
    const Location& l = p_.locations[f.locations[i]];
    unique(names, l.name, l.span, "location of this family");
    if (l.family != id || l.index != i) {
      error(DiagnosticKind::TypeMismatch, l.span, "the location '" + l.name + "' belongs to another family");
    }
  }
  const bool all_start =
      f.initial.size() == f.count && std::all_of(f.initial.begin(), f.initial.end(), [&](LocationId l) {
        return p_.locations.contains(l) && p_.locations[l].family == id;
      });
  if (!all_start) {
    error(DiagnosticKind::ValueOutOfRange, f.span, "not every process of '" + f.name + "' has a location to start at");
  }
}

// ---- Types

bool Verifier::domain(const Domain& d, SourceSpan span) {
  if (d.is_subsets()) {
    if (!domain(d.base(), span)) return false;
    if (p_.domain_size(d.base()) <= kMaxSubsetsBase) return true;
    error(DiagnosticKind::LimitExceeded, span,
          "the subsets of more than " + std::to_string(kMaxSubsetsBase) + " elements are too many to go through");
    return false;
  }
  if (d.is_family()) {
    if (p_.families.contains(d.family)) return true;
    error(DiagnosticKind::TypeMismatch, span, "this ranges over nothing");
    return false;
  }
  const bool small =
      d.hi < d.lo || static_cast<uint64_t>(d.hi) - static_cast<uint64_t>(d.lo) < static_cast<uint64_t>(kMaxRangeSize);
  if (!small) {
    error(DiagnosticKind::LimitExceeded, span,
          "the range " + std::to_string(d.lo) + ".." + std::to_string(d.hi) + " has more than " +
              std::to_string(kMaxRangeSize) + " values");
    return false;
  }
  // Loops over the range stop at the number after its end.
  if (d.hi != std::numeric_limits<int64_t>::max()) return true;
  error(DiagnosticKind::LimitExceeded, span,
        "a range to go over ends at " + std::to_string(d.hi - 1) + " at the latest, not at " + std::to_string(d.hi));
  return false;
}

void Verifier::types() {
  around_ = {};
  // A message about a type is placed at a variable that has it.
  std::vector<SourceSpan> users(p_.types.size());
  for (const Variable& v : p_.variables) {
    if (p_.types.contains(v.type)) users[v.type.value] = v.span;
  }
  for (uint32_t t = p_.types.size(); t-- > 0;) {
    const TypeId element = p_.types[TypeId(t)].element;
    if (p_.types.contains(element) && !users[element.value].known()) users[element.value] = users[t];
    for (const Field& field : p_.types[TypeId(t)].fields) {
      if (p_.types.contains(field.type)) users[field.type.value] = users[t];
    }
  }
  for (uint32_t t = 0; t < p_.types.size(); ++t) {
    around_ = users[t];
    type(TypeId(t));
  }
}

// Components precede the types made of them: layout and the recursions below rely on it.
void Verifier::type(TypeId id) {
  const Type& t = p_.types[id];
  const auto component = [&](TypeId part) { return part.valid() && part.value < id.value; };
  switch (t.kind) {
    case TypeKind::Bool: return;
    case TypeKind::Int:
      if (t.lo > t.hi) error(DiagnosticKind::ValueOutOfRange, {}, "a range of integers has no value");
      return;
    case TypeKind::Element:
      if (!p_.sorts.contains(t.sort)) error(DiagnosticKind::TypeMismatch, {}, "an element of no sort");
      return;
    case TypeKind::Set:
      if (t.domain.is_subsets()) return error(DiagnosticKind::TypeMismatch, {}, "a set of sets is no mask");
      if (!domain(t.domain, {})) return;
      if (p_.domain_size(t.domain) > kMaxSetSize) {
        error(DiagnosticKind::LimitExceeded, {},
              "a set is made of at most " + std::to_string(kMaxSetSize) + " elements, not " +
                  std::to_string(p_.domain_size(t.domain)),
              "an array of bool can be larger");
      }
      return;
    case TypeKind::Sequence:
      if (!component(t.element) || !p_.types[t.element].is_scalar()) {
        error(DiagnosticKind::TypeMismatch, {}, "the items of a sequence must be scalars");
      }
      return;
    case TypeKind::Array:
      if (!component(t.element)) return error(DiagnosticKind::TypeMismatch, {}, "an array of nothing");
      if (t.domain.is_subsets()) return error(DiagnosticKind::TypeMismatch, {}, "an array indexed by sets");
      static_cast<void>(domain(t.domain, {}));
      return;
    case TypeKind::Record: {
      std::set<std::string> names;
      for (const Field& field : t.fields) {
        unique(names, field.name, {}, "field of this record");
        if (!component(field.type)) error(DiagnosticKind::TypeMismatch, {}, "a field without a type");
      }
      return;
    }
    case TypeKind::Queue: {
      if (!component(t.element) || p_.types[t.element].kind != TypeKind::Record) {
        return error(DiagnosticKind::TypeMismatch, {}, "the items of a queue must be records",
                     "as in: queue[4] {value: 0..9}");
      }
      const std::vector<Field>& fields = p_.types[t.element].fields;
      if (!std::all_of(fields.begin(), fields.end(), [&](const Field& f) { return p_.types[f.type].is_scalar(); })) {
        error(DiagnosticKind::TypeMismatch, {}, "the fields of the items of a queue must be scalars");
      }
      if (t.capacity > kMaxQueueCapacity) {
        error(DiagnosticKind::LimitExceeded, {},
              "a queue has room for at most " + std::to_string(kMaxQueueCapacity) + " items, not " +
                  std::to_string(t.capacity));
      }
    }
  }
}

// ---- Variables

void Verifier::variables() {
  // Families too, since `user.k` may name a local of the family or a field of a variable.
  std::set<std::string> globals;
  for (const Family& f : p_.families) globals.insert(f.name);
  std::vector<std::set<std::string>> locals(p_.families.size());
  for (const Variable& v : p_.variables) {
    around_ = v.span;
    if (v.owner.valid()) {
      unique(locals[v.owner.value], v.name, v.span, "local of this family");
      const Type& type = p_.types[v.type];
      if (type.kind != TypeKind::Array || type.domain != Domain::of(v.owner)) {
        error(DiagnosticKind::TypeMismatch, v.span, "a local must be an array over its family");
      }
    } else {
      unique(globals, v.name, v.span, "variable, sort or family");
    }
    if (scalar_count_capped(p_, v.type) > kMaxScalars) {
      error(DiagnosticKind::LimitExceeded, v.span,
            "'" + v.name + "' has more than " + std::to_string(kMaxScalars) + " scalars");
    } else {
      initial_values(v);
    }
  }
}

void Verifier::initial_values(const Variable& v) {
  if (v.initial.empty()) return;
  const uint64_t count = p_.scalar_count(v.type);
  if (v.initial.size() != 1 && v.initial.size() != count) {
    return error(DiagnosticKind::ValueOutOfRange, v.span,
                 std::to_string(v.initial.size()) + " initial values are given for the " + std::to_string(count) +
                     " scalars of '" + v.name + "'");
  }
  size_t next = 0;
  append_initial(v.type, v.initial, next, false, v);
}

// Goes through the scalars of a type in the order of initial values; false after the first error.
bool Verifier::append_initial(TypeId id, const std::vector<int64_t>& values, size_t& next, bool must_be_default,
                              const Variable& v) {
  const Type& type = p_.types[id];
  const auto value = [&] { return values[values.size() == 1 ? 0 : next++]; };
  const auto wrong = [&](int64_t number, const std::string& why) {
    error(DiagnosticKind::ValueOutOfRange, v.span,
          "the initial value " + std::to_string(number) + " of '" + v.name + "' " + why);
    return false;
  };
  bool good = true;
  switch (type.kind) {
    case TypeKind::Array:
      for (uint32_t i = 0; good && i < p_.domain_size(type.domain); ++i) {
        good = append_initial(type.element, values, next, must_be_default, v);
      }
      return good;
    case TypeKind::Record:
      for (size_t i = 0; good && i < type.fields.size(); ++i) {
        good = append_initial(type.fields[i].type, values, next, must_be_default, v);
      }
      return good;
    case TypeKind::Queue: {
      const int64_t length = value();
      if (length < 0 || length > type.capacity) return wrong(length, "is not a length of this queue");
      for (uint32_t i = 0; good && i < type.capacity; ++i) {
        good = append_initial(type.element, values, next, i >= length, v);
      }
      return good;
    }
    default: {
      const int64_t scalar = value();
      const int64_t lo = p_.scalar_lo(id);
      const int64_t hi = p_.scalar_hi(id);
      if (scalar < lo || scalar > hi) return wrong(scalar, "is not of type " + type_name(p_, id));
      if (type.kind == TypeKind::Sequence && scalar != 0) return wrong(scalar, "is not the empty sequence");
      const int64_t usual = type.kind == TypeKind::Element ? lo : lo <= 0 && hi >= 0 ? 0 : lo;
      if (must_be_default && scalar != usual) return wrong(scalar, "lies after the last item of the queue");
      return true;
    }
  }
}

// ---- Actions and properties

void Verifier::actions() {
  for (const Action& a : p_.actions) action(a);
  where_ = Where::Init;
  around_ = {};
  block(p_.init);
}

void Verifier::action(const Action& a) {
  around_ = a.span;
  std::fill(bound_.begin(), bound_.end(), false);
  for (const Parameter& parameter : a.parameters) {
    if (!p_.bindings.contains(parameter.binding) || !domain(parameter.domain, a.span)) {
      return error(DiagnosticKind::TypeMismatch, a.span, "a parameter of '" + a.name + "' ranges over nothing");
    }
    bound_[parameter.binding.value] = true;
    static_cast<void>(index(parameter.domain, p_.bindings[parameter.binding].type, a.span));
  }
  movers(a);
  where_ = Where::Guard;
  if (a.guard.valid()) condition(a.guard, "a guard");
  where_ = Where::Body;
  block(a.body);
}

void Verifier::movers(const Action& a) {
  std::set<uint32_t> moving;
  for (const Mover& m : a.movers) {
    if (m.parameter >= a.parameters.size() || !p_.locations.contains(m.from) || !p_.locations.contains(m.to)) {
      error(DiagnosticKind::TypeMismatch, a.span, "a mover of '" + a.name + "' is not one of its parameters");
      continue;
    }
    if (!moving.insert(m.parameter).second) {
      error(DiagnosticKind::TypeMismatch, a.span, "a process moves twice in '" + a.name + "'");
    }
    const Domain& over = a.parameters[m.parameter].domain;
    if (!over.is_family() || p_.locations[m.from].family != over.family || p_.locations[m.to].family != over.family) {
      error(DiagnosticKind::TypeMismatch, a.span,
            "a mover of '" + a.name + "' has locations of a family that its parameter does not range over");
    }
  }
}

void Verifier::properties() {
  where_ = Where::Property;
  std::fill(bound_.begin(), bound_.end(), false);
  for (const Invariant& invariant : p_.invariants) {
    around_ = invariant.span;
    condition(invariant.condition, "an invariant");
  }
  around_ = p_.deadlock.span;
  if (p_.deadlock.allowed.valid()) condition(p_.deadlock.allowed, "the exception to deadlocks");
  std::set<std::string> names;
  for (const Automaton& a : p_.automata) {
    around_ = a.span;
    unique(names, a.name, a.span, "automaton");
    automaton(a);
  }
}

void Verifier::automaton(const Automaton& a) {
  std::set<std::string> names;
  for (const std::string& state : a.states) unique(names, state, a.span, "state of this automaton");
  if (a.accepting.size() != a.states.size() || a.initial >= a.states.size()) {
    return error(DiagnosticKind::ValueOutOfRange, a.span, "the automaton '" + a.name + "' has no initial state");
  }
  for (const Automaton::Edge& edge : a.edges) {
    around_ = edge.span;
    if (edge.from >= a.states.size() || edge.to >= a.states.size()) {
      error(DiagnosticKind::ValueOutOfRange, edge.span, "an edge of '" + a.name + "' has no such state");
    }
    if (edge.guard.valid()) condition(edge.guard, "a guard");
    for (const Automaton::StepTest& test : edge.tests) {
      const auto is_mark = [&](const Variable& v) {
        return v.name == test.mark && v.hidden && v.transient && p_.types[v.type].kind == TypeKind::Bool;
      };
      if (test.mark.empty() || std::any_of(p_.variables.begin(), p_.variables.end(), is_mark)) continue;
      error(DiagnosticKind::UnknownName, edge.span, "'" + test.mark + "' is no mark of steps",
            "a mark is declared as: hidden transient var " + test.mark + ": bool");
    }
  }
  for (const Automaton::Part& part : a.formula) {
    if (const ExprId* holds = std::get_if<ExprId>(&part.atom)) condition(*holds, "a part of a formula");
  }
}

void Verifier::layout() {
  if (diagnostics_.has_errors()) return;
  const Result<Layout> layout = Layout::make(p_);
  if (layout) return;
  for (const Diagnostic& d : layout.failure().diagnostics) diagnostics_.add(d);
}

}  // namespace px::ir
