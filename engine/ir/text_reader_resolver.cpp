#include "engine/ir/text_reader_resolver.h"

#include <algorithm>

#include "engine/ir/limits.h"
#include "engine/ir/text_reader_lexer.h"
#include "engine/ir/text_reader_parser.h"
#include "engine/ir/verifier.h"

namespace px::ir::text {
namespace {

std::string program_name(const SyntaxTree& tree, const SourceMap& sources, FileId file) {
  for (const Declaration& d : tree.declarations) {
    if (d.kind == Declaration::Kind::Program) return d.name.text;
  }
  std::string_view name = sources.name(file);
  name = name.substr(name.rfind('/') + 1);
  return std::string(name.substr(0, name.rfind('.')));
}

// The scalars of a value in the order of initial values; the length of a queue has no type.
void append_scalars(const Program& program, TypeId id, std::vector<TypeId>& out) {
  const Type& type = program.types[id];
  switch (type.kind) {
    case TypeKind::Array:
      for (uint32_t i = 0; i < program.domain_size(type.domain); ++i) append_scalars(program, type.element, out);
      break;
    case TypeKind::Record:
      for (const Field& field : type.fields) append_scalars(program, field.type, out);
      break;
    case TypeKind::Queue:
      out.emplace_back();
      for (uint32_t i = 0; i < type.capacity; ++i) append_scalars(program, type.element, out);
      break;
    default: out.push_back(id);
  }
}

}  // namespace

TypeResolver::TypeResolver(SyntaxTree& tree, SourceMap& sources, FileId file, const Definitions& definitions,
                           Diagnostics& diagnostics)
    : tree_(tree),
      sources_(sources),
      file_(file),
      definitions_(definitions),
      diagnostics_(diagnostics),
      b_(program_name(tree, sources, file)) {}

Program Resolver::run() {
  using Kind = Declaration::Kind;
  each(Kind::Define, &Resolver::define);
  check_definitions();
  for (const Declaration& d : tree_.declarations) {
    if (d.kind == Kind::Sort || d.kind == Kind::Family) sort_or_family(d);
  }
  each(Kind::Process, &Resolver::process);
  each(Kind::Variable, &Resolver::variable);
  each(Kind::Action, &Resolver::action);
  each(Kind::Invariant, &Resolver::invariant);
  each(Kind::Deadlock, &Resolver::deadlock);
  each(Kind::Automaton, &Resolver::automaton);
  each(Kind::Property, &Resolver::property);
  each(Kind::Init, &Resolver::init);
  Program program = b_.take();
  program.text_file = file_;
  return program;
}

void Resolver::each(Declaration::Kind kind, void (Resolver::*resolve)(const Declaration&)) {
  for (const Declaration& d : tree_.declarations) {
    if (d.kind != kind) continue;
    position_ = {};
    if (d.position) position_ = to_span(*d.position);
    scope_.clear();
    (this->*resolve)(d);
  }
  position_ = {};
}

// ---- Constants

void Resolver::define(const Declaration& d) {
  if (!declare(declared_values_, d.name, "constant")) return;
  const auto given = definitions_.find(d.name.text);
  constants_[d.name.text] =
      given == definitions_.end() ? constant(d.lo) : defined_elsewhere(given->first, given->second);
}

std::optional<int64_t> Resolver::defined_elsewhere(const std::string& name, const std::string& value) {
  Diagnostics ignored;
  std::vector<Token> tokens = tokenize_text(value, {}, ignored);
  const SyntaxExprId id = Parser(value, std::move(tokens), ignored).parse_only_constant(tree_);
  if (id.valid() && !ignored.has_errors()) return constant(id);
  error(DiagnosticKind::ValueOutOfRange, {},
        "the value '" + value + "' given for the constant '" + name + "' is not a constant expression",
        "as in -D " + name + "=5");
  return {};
}

void Resolver::check_definitions() {
  const Names known = names_of(constants_);
  for (const auto& [name, value] : definitions_) {
    if (constants_.contains(name)) continue;
    std::string there_are = known.empty() ? "the model has no 'define'" : "the model defines";
    for (const std::string& one : known) there_are += (&one == &known.front() ? " " : ", ") + one;
    unknown("constant of the model (define)", {name, {}}, known, std::move(there_are));
  }
}

// ---- Sorts, families, locations

void Resolver::sort_or_family(const Declaration& d) {
  position_ = {};
  if (d.position) position_ = to_span(*d.position);
  if (d.kind == Declaration::Kind::Sort) {
    sort(d);
  } else {
    family(d);
  }
  position_ = {};
}

void Resolver::sort(const Declaration& d) {
  if (!declare(declared_, d.name, "sort or family")) return;
  broken_.insert(d.name.text);
  std::optional<int64_t> size = static_cast<int64_t>(d.elements.size());
  if (d.lo.valid()) size = constant(d.lo);
  if (!size) return;
  if (*size < 0 || *size > kMaxSortSize) {
    return error(DiagnosticKind::LimitExceeded, d.name.span,
                 "a sort has 0 to " + std::to_string(kMaxSortSize) + " elements, not " + std::to_string(*size));
  }
  if (d.has_elements && *size != static_cast<int64_t>(d.elements.size())) {
    return error(
        DiagnosticKind::ValueOutOfRange, d.name.span,
        "the sort has " + std::to_string(*size) + " elements, but " + std::to_string(d.elements.size()) + " names");
  }
  std::vector<std::string> names;
  for (const Name& element : d.elements) names.push_back(element.text);
  const SortId id = b_.sort(d.name.text, static_cast<uint32_t>(*size), place_of(d.span), std::move(names));
  for (size_t i = 0; i < d.elements.size(); ++i) {
    elements_[d.elements[i].text].emplace_back(id, static_cast<int64_t>(i));
  }
  sorts_[d.name.text] = id;
  families_[d.name.text] = b_.whole(id);
  broken_.erase(d.name.text);
}

void Resolver::family(const Declaration& d) {
  if (!declare(declared_, d.name, "sort or family")) return;
  broken_.insert(d.name.text);
  const SortId sort = sort_named(d.owner, "a family is a part of a sort that is declared before it");
  if (!sort.valid()) return;
  const std::optional<int64_t> first = constant(d.lo);
  const std::optional<int64_t> last = constant(d.hi);
  if (!first || !last) return;
  const int64_t size = b_.program().sorts[sort].size;
  if (*first < 0 || *last < *first - 1 || *last >= size) {
    return error(DiagnosticKind::ValueOutOfRange, d.name.span,
                 std::to_string(*first) + ".." + std::to_string(*last) + " is not a part of the " +
                     std::to_string(size) + " elements of '" + d.owner.text + "', which are counted from 0");
  }
  families_[d.name.text] = b_.family(d.name.text, sort, static_cast<uint32_t>(*first),
                                     static_cast<uint32_t>(*last - *first + 1), place_of(d.span));
  broken_.erase(d.name.text);
}

void Resolver::process(const Declaration& d) {
  const FamilyId family = family_named(d.name, "family or sort");
  if (!family.valid()) return;
  if (b_.program().families[family].is_process()) {
    return error(DiagnosticKind::DuplicateName, d.name.span, "the locations of '" + d.name.text + "' are given twice");
  }
  if (d.locations.empty()) {
    return error(DiagnosticKind::SyntaxError, d.name.span, "a process family needs at least one location");
  }
  std::set<std::string> seen;
  const std::optional<SourceSpan> outer = position_;
  for (const SyntaxLocationDeclaration& l : d.locations) {
    if (!declare(seen, l.name, "location of this family")) continue;
    if (l.position) position_ = to_span(*l.position);
    Location& info = b_.location_info(b_.location(family, l.name.text, place_of(l.name.span)));
    info.atomic = l.atomic;
    info.deterministic = l.deterministic;
    info.valid_end = l.valid_end;
    info.progress = l.progress;
    info.accepting = l.accepting;
    position_ = outer;
  }
  start_locations(family, d);
}

void Resolver::start_locations(FamilyId family, const Declaration& d) {
  if (d.start.empty()) return;
  const uint32_t count = b_.program().families[family].count;
  if (d.start_is_list && d.start.size() != count) {
    return error(DiagnosticKind::ValueOutOfRange, d.start.front().span,
                 "the family has " + std::to_string(count) + " elements, but " + std::to_string(d.start.size()) +
                     " locations to start at are given");
  }
  for (uint32_t i = 0; i < count; ++i) {
    const LocationId l = location({{}, d.start[d.start_is_list ? i : 0]}, family);
    if (!l.valid()) return;
    b_.initial_location(family, i, l);
  }
}

// ---- Variables

void Resolver::variable(const Declaration& d) {
  const bool is_local = !d.owner.text.empty();
  FamilyId owner;
  if (is_local) {
    owner = family_named(d.owner, "family");
    if (!owner.valid()) return void(broken_.insert(d.name.text));
    if (locals_.contains({owner.value, d.name.text})) {
      return error(DiagnosticKind::DuplicateName, d.name.span,
                   "'" + d.owner.text + '.' + d.name.text + "' is declared twice");
    }
  } else if (!declare(declared_values_, d.name, "variable or constant")) {
    return;
  }
  const TypeId cell = type(d.type);
  if (!cell.valid()) return void(broken_.insert(d.name.text));
  const VariableId id = is_local ? b_.local(owner, d.name.text, cell, {}, place_of(d.span))
                                 : b_.variable(d.name.text, cell, {}, place_of(d.span));
  Variable& info = b_.variable_info(id);
  info.constant = d.constant;
  info.hidden = d.hidden;
  info.transient = d.transient;
  if (d.lo.valid()) info.growth = mark(d.lo);
  if (is_local) {
    locals_[{owner.value, d.name.text}] = id;
  } else {
    globals_[d.name.text] = id;
  }
  if (d.initial) b_.variable_info(id).initial = initial_values(*d.initial, info.type, d.name.span);
}

std::vector<int64_t> Resolver::initial_values(const SyntaxInitial& initial, TypeId type, SourceSpan span) {
  std::vector<TypeId> scalars;
  const uint64_t count = scalar_count_capped(b_.program(), type);
  // The verifier reports variables that are too large.
  if (count <= kMaxScalars) append_scalars(b_.program(), type, scalars);
  if (initial.list && initial.values.size() != scalars.size() && initial.values.size() != 1) {
    error(DiagnosticKind::ValueOutOfRange, span,
          std::to_string(initial.values.size()) + " initial values are given for " + std::to_string(scalars.size()) +
              " scalars",
          "give one value for all of them (= 0), or one for each (= [0, 1, ...])");
    return {};
  }
  std::vector<int64_t> values;
  for (size_t i = 0; i < initial.values.size(); ++i) {
    const bool typed = i < scalars.size() && scalars[i].valid();
    const auto value = typed ? value_of_type(initial.values[i], scalars[i]) : constant(initial.values[i]);
    if (value) values.push_back(*value);
  }
  return values;
}

// ---- Actions and properties

void Resolver::action(const Declaration& d) {
  Action action;
  action.name = d.name.text;
  action.label = d.label;
  action.span = place_of(d.span);
  bool good = parameters(d, action);
  for (const SyntaxMover& m : d.movers) good = good && mover(m, action);
  if (!good) return;
  action.distinct = d.distinct;
  if (d.condition.valid()) action.guard = expr(d.condition);
  action.body = block(d.body);
  b_.action(std::move(action));
}

bool Resolver::parameters(const Declaration& d, Action& action) {
  std::set<std::string> seen;
  bool good = true;
  for (const SyntaxParameter& p : d.parameters) {
    if (!declare(seen, p.name, "parameter")) good = false;
    const std::optional<Domain> range = domain(p.domain);
    if (!range) {
      good = false;
      continue;
    }
    const BindingId binding = b_.binding_over(p.name.text, *range);
    action.parameters.push_back({binding, *range});
    scope_.push_back({p.name.text, binding, *range});
  }
  return good;
}

bool Resolver::mover(const SyntaxMover& m, Action& action) {
  const auto& families = b_.program().families;
  Mover mover;
  mover.parameter = UINT32_MAX;
  for (uint32_t i = 0; i < action.parameters.size() && mover.parameter == UINT32_MAX; ++i) {
    const Parameter& p = action.parameters[i];
    if (m.parameter ? b_.program().bindings[p.binding].name == m.parameter->text
                    : p.domain.is_family() && families[p.domain.family].is_process()) {
      mover.parameter = i;
    }
  }
  if (mover.parameter == UINT32_MAX && m.parameter) {
    Names known;
    for (const Parameter& p : action.parameters) known.push_back(b_.program().bindings[p.binding].name);
    unknown("parameter of this action", *m.parameter, known);
    return false;
  }
  if (mover.parameter == UINT32_MAX || !action.parameters[mover.parameter].domain.is_family()) {
    error(DiagnosticKind::TypeMismatch, m.span, "no parameter of this action is a process that could move here",
          "as in: action work(p: User) at idle -> busy, where 'process User {...}' gives the locations");
    return false;
  }
  const FamilyId family = action.parameters[mover.parameter].domain.family;
  mover.from = location(m.from, family);
  mover.to = location(m.to, family);
  mover.control = m.control;
  action.movers.push_back(mover);
  return mover.from.valid() && mover.to.valid();
}

void Resolver::invariant(const Declaration& d) {
  const ExprId condition = expr(d.condition);
  if (!condition.valid()) return;
  b_.invariant(d.name.text.empty() ? d.condition_text : d.name.text, condition, place_of(d.span));
}

void Resolver::deadlock(const Declaration& d) {
  if (std::exchange(deadlock_seen_, true)) {
    return error(DiagnosticKind::DuplicateName, d.span, "a second rule for deadlocks", "join the conditions with 'or'");
  }
  DeadlockRule rule;
  rule.check = !d.off;
  rule.errors_move = !d.strict;
  rule.span = place_of(d.span);
  if (d.condition.valid()) rule.allowed = expr(d.condition);
  b_.deadlock_rule(rule);
}

void Resolver::automaton(const Declaration& d) {
  Automaton automaton;
  automaton.name = d.name.text;
  automaton.span = place_of(d.span);
  std::map<std::string, uint32_t> states;
  Names known;
  for (const SyntaxAutomatonState& s : d.states) {
    const auto number = static_cast<uint32_t>(automaton.states.size());
    if (!states.emplace(s.name.text, number).second) {
      error(DiagnosticKind::DuplicateName, s.name.span, "the state '" + s.name.text + "' is declared twice");
    }
    known.push_back(s.name.text);
    automaton.states.push_back(s.name.text);
    automaton.accepting.push_back(s.accepting);
    if (s.initial) automaton.initial = number;
  }
  const std::optional<SourceSpan> outer = position_;
  for (const SyntaxEdge& e : d.edges) {
    if (e.position) position_ = to_span(*e.position);
    Automaton::Edge edge;
    for (const Name* name : {&e.from, &e.to}) {
      if (!states.contains(name->text)) unknown("state of this automaton", *name, known);
    }
    edge.from = states[e.from.text];
    edge.to = states[e.to.text];
    if (e.guard.valid()) edge.guard = expr(e.guard);
    edge.tests = e.tests;
    edge.span = place_of(e.span);
    automaton.edges.push_back(edge);
    position_ = outer;
  }
  b_.automaton(std::move(automaton));
}

void Resolver::init(const Declaration& d) {
  if (std::exchange(init_seen_, true)) {
    return error(DiagnosticKind::DuplicateName, d.span, "a second 'init' block", "join the two blocks");
  }
  b_.init(block(d.body));
}

}  // namespace px::ir::text
