// Declarations: sorts, functions, equations, actions, processes.
#include "frontends/mcrl2/checker.h"

#include <algorithm>

#include "engine/base/spelling.h"
#include "frontends/mcrl2/checker_impl.h"

namespace px::mcrl2 {

void Checker::wrong(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
  throw Wrong{};
}

void Checker::run() {
  declare_sorts();
  declare_functions();
  check_not_empty();
  if (diagnostics_.has_errors()) return;
  for (const VariableSyntax& global : parsed_.globals) {
    guarded([&] { spec_.globals.push_back(new_variable(global)); });
  }
  for (const VariableId global : spec_.globals) bind(spec_.variables[global].name, global);
  declare_actions();
  declare_processes();
  if (diagnostics_.has_errors()) return;
  check_equations();
  for (size_t i = 0; i < parsed_.processes.size(); ++i) {
    guarded([&] {
      ProcessDefinition& definition = spec_.processes[ProcessId(static_cast<uint32_t>(i))];
      for (const VariableId p : definition.parameters) bind(spec_.variables[p].name, p);
      definition.body = process(*parsed_.processes[i].body);
    });
  }
  guarded([&] { spec_.init = process(*parsed_.init); });
}

// ---- Sorts

void Checker::declare_sorts() {
  for (const SortDeclaration& declaration : parsed_.sorts) {
    if (!sort_syntax_.emplace(declaration.name.text, &declaration).second) {
      diagnostics_.add(DiagnosticKind::DuplicateName, declaration.name.span,
                       "the sort '" + declaration.name.text + "' is declared twice");
    }
  }
  for (const SortDeclaration& declaration : parsed_.sorts) {
    guarded([&] { static_cast<void>(sort_by_name(declaration.name.text, declaration.name.span)); });
  }
  // Constructors come last, since their arguments may have any sort.
  for (size_t i = 0; i < waiting_structures_.size(); ++i) {
    const SortSyntax& syntax = *waiting_structures_[i];
    const SortId own = waiting_sorts_[i];
    guarded([&] { constructors(syntax, own); });
  }
}

SortId Checker::sort_by_name(const std::string& name, SourceSpan span) {
  const auto known = sort_ids_.find(name);
  if (known != sort_ids_.end()) return known->second;
  const auto declared = sort_syntax_.find(name);
  if (declared == sort_syntax_.end()) {
    std::vector<std::string> names = {"Bool", "Pos", "Nat", "Int", "Real"};
    for (const auto& [other, ignored] : sort_syntax_) names.push_back(other);
    wrong(DiagnosticKind::UnknownName, span, "there is no sort '" + name + "'", suggestion(name, names));
  }
  const SortDeclaration& declaration = *declared->second;
  SortId made;
  if (declaration.definition == nullptr) {
    const auto number = static_cast<uint32_t>(spec_.named_sorts.size());
    made = sorts_.named(number, name);
    spec_.named_sorts.push_back({name, made, false, {}, declaration.name.span});
  } else if (declaration.definition->kind == SortSyntax::Kind::Struct) {
    made = structure(*declaration.definition, name);
  } else {
    if (!resolving_.insert(name).second) {
      wrong(DiagnosticKind::TypeUnknown, span, "the sort '" + name + "' is defined in terms of itself",
            "a recursive sort needs a struct with a constructor to start from");
    }
    made = sort(*declaration.definition);
    resolving_.erase(name);
  }
  sort_ids_[name] = made;
  return made;
}

SortId Checker::structure(const SortSyntax& syntax, const std::string& name) {
  const auto known = structures_.find(&syntax);
  if (known != structures_.end()) return known->second;
  const auto number = static_cast<uint32_t>(spec_.named_sorts.size());
  std::string shown = name;
  if (shown.empty()) {
    for (const StructConstructor& c : syntax.constructors) {
      shown += (shown.empty() ? "struct " : " | ") + c.name.text + (c.fields.empty() ? "" : "(..)");
    }
  }
  const SortId made = sorts_.named(number, shown);
  spec_.named_sorts.push_back({shown, made, true, {}, syntax.span});
  structures_[&syntax] = made;
  waiting_structures_.push_back(&syntax);
  waiting_sorts_.push_back(made);
  return made;
}

SortId Checker::sort(const SortSyntax& syntax) {
  switch (syntax.kind) {
    case SortSyntax::Kind::Struct: return structure(syntax, "");
    case SortSyntax::Kind::Container: {
      const SortId element = sort(*syntax.arguments[0]);
      const SortKind kind = syntax.text == "List"   ? SortKind::List
                            : syntax.text == "Set"  ? SortKind::Set
                            : syntax.text == "FSet" ? SortKind::FSet
                            : syntax.text == "Bag"  ? SortKind::Bag
                                                    : SortKind::FBag;
      return sorts_.container(kind, element);
    }
    case SortSyntax::Kind::Arrow: {
      std::vector<SortId> domain;
      for (const SortSyntax* argument : syntax.arguments) domain.push_back(sort(*argument));
      const SortId result = domain.back();
      domain.pop_back();
      return sorts_.arrow(std::move(domain), result);
    }
    case SortSyntax::Kind::Name: break;
  }
  static constexpr std::pair<std::string_view, SortKind> kBasic[] = {{"Bool", SortKind::Bool},
                                                                     {"Pos", SortKind::Pos},
                                                                     {"Nat", SortKind::Nat},
                                                                     {"Int", SortKind::Int},
                                                                     {"Real", SortKind::Real}};
  for (const auto& [name, kind] : kBasic) {
    if (syntax.text == name) return sorts_.basic(kind);
  }
  return sort_by_name(syntax.text, syntax.span);
}

// ---- Functions

// Two constants with the same name are ambiguous, and so are two functions with the same domain.
void Checker::add_symbol(Symbol symbol) {
  std::vector<SymbolId>& same = symbols_[symbol.name];
  for (const SymbolId other : same) {
    Symbol& o = spec_.symbols[other];
    if (o.domain != symbol.domain) continue;
    const bool both_structural = o.sort == symbol.sort && o.kind == symbol.kind && !symbol.targets.empty();
    if (both_structural && o.targets.size() == symbol.targets.size()) {
      for (size_t i = 0; i < o.targets.size(); ++i) o.targets[i] = std::max(o.targets[i], symbol.targets[i]);
      return;
    }
    wrong(DiagnosticKind::DuplicateName, symbol.span,
          symbol.domain.empty() ? "'" + symbol.name + "' is declared twice as a constant"
                                : "'" + symbol.name + "' is declared twice for arguments of the same sorts",
          "give one of them another name");
  }
  if (symbol.kind == Symbol::Kind::Constructor) {
    NamedSort& own = spec_.named_sorts[sorts_[symbol.result].named];
    symbol.index = static_cast<uint32_t>(own.constructors.size());
    own.constructors.push_back(SymbolId(spec_.symbols.size()));
  }
  same.push_back(SymbolId(spec_.symbols.size()));
  spec_.symbols.add(std::move(symbol));
}

void Checker::constructors(const SortSyntax& syntax, SortId own) {
  const size_t count = syntax.constructors.size();
  for (size_t c = 0; c < count; ++c) {
    const StructConstructor& constructor = syntax.constructors[c];
    std::vector<SortId> domain;
    for (const StructField& field : constructor.fields) domain.push_back(sort(*field.sort));
    Symbol symbol{.kind = Symbol::Kind::Constructor, .name = constructor.name.text, .span = constructor.name.span};
    symbol.domain = domain;
    symbol.result = own;
    symbol.of_struct = true;
    symbol.sort = domain.empty() ? own : sorts_.arrow(domain, own);
    add_symbol(std::move(symbol));
  }
  for (size_t c = 0; c < count; ++c) {
    const StructConstructor& constructor = syntax.constructors[c];
    const auto observer = [&](Symbol::Kind kind, const std::string& name, SourceSpan span, SortId result, int target) {
      Symbol symbol{.kind = kind, .name = name, .span = span};
      symbol.domain = {own};
      symbol.result = result;
      symbol.of_struct = true;
      symbol.sort = sorts_.arrow({own}, result);
      symbol.targets.assign(count, -1);
      symbol.targets[c] = target;
      add_symbol(std::move(symbol));
    };
    for (size_t f = 0; f < constructor.fields.size(); ++f) {
      const StructField& field = constructor.fields[f];
      if (field.projection.empty()) continue;
      observer(Symbol::Kind::Projection, field.projection, field.span, sort(*field.sort), static_cast<int>(f));
    }
    if (constructor.recogniser.text.empty()) continue;
    observer(Symbol::Kind::Recogniser, constructor.recogniser.text, constructor.recogniser.span,
             sorts_.basic(SortKind::Bool), 0);
  }
}

void Checker::declare_functions() {
  for (const FunctionDeclaration& declaration : parsed_.functions) {
    guarded([&] {
      if (is_builtin_function(declaration.name.text)) {
        wrong(DiagnosticKind::DuplicateName, declaration.name.span,
              "'" + declaration.name.text + "' is a function of the language", "give the mapping another name");
      }
      const SortId type = sort(*declaration.sort);
      Symbol symbol{.name = declaration.name.text, .sort = type, .span = declaration.name.span};
      symbol.result = type;
      if (sorts_.kind(type) == SortKind::Arrow) {
        symbol.domain = sorts_[type].arguments;
        symbol.domain.pop_back();
        symbol.result = sorts_.result(type);
      }
      if (declaration.constructor) {
        symbol.kind = Symbol::Kind::Constructor;
        if (sorts_.kind(symbol.result) != SortKind::Named || spec_.named(symbol.result).is_struct) {
          wrong(DiagnosticKind::TypeMismatch, declaration.name.span,
                "a constructor of " + sorts_.text(symbol.result) + " cannot be added",
                "declare a sort without a definition: sort D; cons c: D;");
        }
      }
      add_symbol(std::move(symbol));
    });
  }
}

// Every sort with constructors has a finite value.
void Checker::check_not_empty() {
  std::vector<bool> filled(spec_.named_sorts.size(), false);
  const auto has_value = [&](SortId id) { return sorts_.kind(id) != SortKind::Named || filled[sorts_[id].named]; };
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < filled.size(); ++i) {
      const NamedSort& named = spec_.named_sorts[i];
      const bool now = named.constructors.empty() ||
                       std::any_of(named.constructors.begin(), named.constructors.end(), [&](SymbolId c) {
                         const std::vector<SortId>& domain = spec_.symbols[c].domain;
                         return std::all_of(domain.begin(), domain.end(), has_value);
                       });
      changed |= now && !filled[i];
      filled[i] = filled[i] || now;
    }
  }
  for (size_t i = 0; i < filled.size(); ++i) {
    if (filled[i]) continue;
    diagnostics_.add(DiagnosticKind::TypeUnknown, spec_.named_sorts[i].span,
                     "the sort '" + spec_.named_sorts[i].name + "' has no value: all its constructors are recursive",
                     "add a constructor without an argument of this sort");
  }
}

// ---- Variables

VariableId Checker::find_variable(const std::string& name) const {
  for (size_t i = scope_.size(); i-- > 0;) {
    if (scope_[i].first == name) return scope_[i].second;
  }
  return {};
}

VariableId Checker::new_variable(const Name& name, SortId type) {
  for (const SymbolId symbol : symbols_.contains(name.text) ? symbols_.at(name.text) : std::vector<SymbolId>()) {
    if (!spec_.symbols[symbol].domain.empty()) continue;
    wrong(DiagnosticKind::DuplicateName, name.span, "the variable '" + name.text + "' has the name of a constant",
          "give the variable another name");
  }
  return spec_.variables.add({name.text, type});
}

VariableId Checker::new_variable(const VariableSyntax& syntax) {
  return new_variable(syntax.name, sort(*syntax.sort));
}

// ---- Equations

void Checker::find_variables(const Expr& e, std::set<VariableId>& found) const {
  if (e.kind == Expr::Kind::Variable) found.insert(e.variable);
  for (const Expr* part : e.parts) find_variables(*part, found);
  for (const VariableId bound : e.variables) found.erase(bound);
}

void Checker::check_equations() {
  for (const EquationSyntax& equation : parsed_.equations) {
    guarded([&] { check_equation(equation); });
  }
}

void Checker::check_equation(const EquationSyntax& syntax) {
  Equation equation;
  equation.span = syntax.span;
  std::set<std::string> seen;
  for (const VariableSyntax& v : parsed_.variable_sections[syntax.variables]) {
    if (!seen.insert(v.name.text).second) {
      wrong(DiagnosticKind::DuplicateName, v.name.span, "the variable '" + v.name.text + "' is declared twice");
    }
    const VariableId id = new_variable(v);
    equation.variables.push_back(id);
    bind(v.name.text, id);
  }
  const SortId left = infer(*syntax.left);
  const SortId right = infer(*syntax.right);
  // The left-hand side determines the function; the right-hand side may have to determine its sort: [] = ..., f =
  // lambda ...
  const bool open = !left.valid() || sorts_.has_unknown(left);
  const SortId both = open && right.valid() ? right : left;
  equation.left = check_expr(*syntax.left, both.valid() ? both : sorts_.basic(SortKind::Unknown));
  const SortId own = equation.left->sort;
  const bool raised = own.valid() && right.valid() && !sorts_.fits(right, own) && sorts_.fits(own, right);
  equation.right = check_expr(*syntax.right, raised ? right : own);
  if (raised && !sorts_.is_number(own))
    wrong(DiagnosticKind::TypeMismatch, syntax.right->span, "the sides of this equation differ in their sorts");
  if (raised && sorts_.is_number(own)) {
    wrong(DiagnosticKind::TypeMismatch, syntax.right->span,
          "the right side is " + sorts_.text(right) + ", which does not fit the left side, " + sorts_.text(own),
          "convert it, e.g. by Int2Nat(...)");
  }
  if (syntax.condition != nullptr) equation.condition = check_expr(*syntax.condition, sorts_.basic(SortKind::Bool));
  std::set<VariableId> on_left;
  std::set<VariableId> elsewhere;
  find_variables(*equation.left, on_left);
  find_variables(*equation.right, elsewhere);
  if (equation.condition != nullptr) find_variables(*equation.condition, elsewhere);
  for (const VariableId v : elsewhere) {
    const bool own_variable =
        std::find(equation.variables.begin(), equation.variables.end(), v) != equation.variables.end();
    if (!own_variable || on_left.contains(v)) continue;
    wrong(DiagnosticKind::UnknownName, syntax.span,
          "the variable '" + spec_.variables[v].name + "' is not on the left side of this equation",
          "an equation is used from left to right, so the left side must determine the value of every variable");
  }
  check_pattern(*equation.left);
  spec_.equations.push_back(std::move(equation));
}

// The left-hand side is a function of the specification, or an operator, applied to patterns.
void Checker::check_pattern(const Expr& e) {
  const Expr* head = &e;
  while (head->kind == Expr::Kind::Apply) head = head->parts[0];
  const bool operation = e.kind == Expr::Kind::Builtin && e.builtin != Builtin::True && e.builtin != Builtin::False;
  if (head->kind == Expr::Kind::Symbol || operation) return;
  wrong(DiagnosticKind::Unsupported, e.span, "an equation has to start with a mapping or a constructor",
        "write f(...) = ... with f declared under 'map'");
}

// ---- Actions and processes

void Checker::declare_actions() {
  for (const ActionDeclaration& declaration : parsed_.actions) {
    guarded([&] {
      Action action{declaration.name.text, {}, declaration.name.span};
      for (const SortSyntax* s : declaration.sorts) action.sorts.push_back(sort(*s));
      for (const ActionId other : actions_[action.name]) {
        if (spec_.actions[other].sorts != action.sorts) continue;
        wrong(DiagnosticKind::DuplicateName, declaration.name.span,
              "the action '" + action.name + "' is declared twice");
      }
      actions_[action.name].push_back(spec_.actions.add(action));
    });
  }
}

void Checker::declare_processes() {
  for (const ProcessDeclaration& declaration : parsed_.processes) {
    ProcessDefinition definition{declaration.name.text, {}, nullptr, declaration.name.span};
    guarded([&] {
      std::set<std::string> seen;
      for (const VariableSyntax& parameter : declaration.parameters) {
        if (!seen.insert(parameter.name.text).second) {
          wrong(DiagnosticKind::DuplicateName, parameter.name.span,
                "the process '" + definition.name + "' has two parameters '" + parameter.name.text + "'");
        }
        definition.parameters.push_back(new_variable(parameter));
      }
    });
    const auto number = ProcessId(spec_.processes.size());
    spec_.processes.add(definition);
    guarded([&] {
      if (actions_.contains(definition.name)) {
        wrong(DiagnosticKind::DuplicateName, definition.span,
              "'" + definition.name + "' is declared as an action and as a process", "give one of them another name");
      }
      for (const ProcessId other : processes_[definition.name]) {
        if (parameter_sorts(other) != parameter_sorts(number)) continue;
        wrong(DiagnosticKind::DuplicateName, definition.span,
              "the process '" + definition.name + "' is declared twice for parameters of the same sorts");
      }
      processes_[definition.name].push_back(number);
    });
  }
}

std::unique_ptr<Spec> check(const Parsed& parsed, Diagnostics& diagnostics) {
  auto spec = std::make_unique<Spec>();
  Checker(parsed, *spec, diagnostics).run();
  return spec;
}

}  // namespace px::mcrl2
