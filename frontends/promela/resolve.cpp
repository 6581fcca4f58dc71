#include "frontends/promela/resolve.h"

#include <algorithm>

#include "engine/base/spelling.h"
#include "frontends/promela/resolver.h"

namespace px::promela {
namespace {

constexpr int32_t kMaxProcesses = 255;

ProctypeKind kind_of(ast::ProctypeKind kind) {
  return static_cast<ProctypeKind>(kind);
}

}  // namespace

Model Resolver::run() {
  register_proctypes();
  for (const ast::Unit& unit : module_.units) resolve_unit(unit);
  // A formula may precede the declarations that it refers to: SPIN moves formulas to the end.
  for (const ast::Formula& formula : module_.formulas) resolve_formula(formula);
  finish_remotes();
  check_runs();
  check_whole_model();
  return std::move(model_);
}

void Resolver::register_global(const std::string& name, Symbol symbol) {
  const auto [old, added] = globals_.emplace(name, symbol);
  if (!added) declared_twice(symbol.span, name, old->second.span);
}

void ExpressionResolver::error(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  if (!inlines_.empty()) {
    const OpenInline& open = inlines_.back();
    hint += std::string(hint.empty() ? "" : "; ") + "this is in the inline '" + open.name + "' as called in line " +
            std::to_string(open.call.line);
  }
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
}

// Suggests the name among `known` that may be meant; for one or two letters, every name would be similar.
void ExpressionResolver::unknown_name(SourceSpan span, std::string message, std::string_view name,
                                      const std::vector<std::string>& known) {
  error(DiagnosticKind::UnknownName, span, std::move(message), name.size() < 3 ? "" : suggestion(name, known));
}

void StatementResolver::declared_twice(SourceSpan span, const std::string& name, SourceSpan first) {
  std::string hint = "the first declaration is in line " + std::to_string(first.line);
  if (!scopes_.empty()) hint += "; a local variable cannot hide another name";
  error(DiagnosticKind::DuplicateName, span, "'" + name + "' is declared twice", std::move(hint));
}

// The names that an expression may use here; empty if there are so many errors that a search would take long.
std::vector<std::string> ExpressionResolver::visible_names() const {
  constexpr size_t kMaxSuggestions = 100;
  if (diagnostics_.error_count() >= kMaxSuggestions) return {};
  std::vector<std::string> names = {"_pid", "_nr_pr", "_last", "_priority"};
  for (const Scope& scope : scopes_) {
    for (const auto& [name, id] : scope.names) names.push_back(name);
  }
  for (const auto& [name, symbol] : globals_) {
    const bool is_value = symbol.kind == Symbol::Kind::Variable || symbol.kind == Symbol::Kind::MtypeMember;
    if (is_value) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> ExpressionResolver::proctype_names() const {
  std::vector<std::string> names;
  for (const Proctype& proctype : model_.proctypes) {
    if (proctype.kind == ProctypeKind::Plain) names.push_back(proctype.name);
  }
  return names;
}

// All proctypes are known from the start, since run may refer to a later one.
void Resolver::register_proctypes() {
  for (const ast::Proctype& source : module_.proctypes) {
    Proctype proctype;
    proctype.kind = kind_of(source.kind);
    proctype.name = source.name;
    proctype.span = source.span;
    proctype.end = source.end;
    const ProctypeId id = model_.proctypes.add(std::move(proctype));
    if (source.kind == ast::ProctypeKind::Plain) {
      register_global(source.name, {Symbol::Kind::Proctype, id.value, 0, source.span});
    }
    for (uint32_t i = 0; i < id.value; ++i) {
      if (source.kind == ast::ProctypeKind::Init && model_.proctypes[ProctypeId(i)].kind == ProctypeKind::Init) {
        error(DiagnosticKind::DuplicateName, source.span, "there is more than one init");
      }
    }
  }
}

void Resolver::resolve_unit(const ast::Unit& unit) {
  switch (unit.kind) {
    case ast::Unit::Kind::Mtypes: return resolve_mtypes(module_.mtypes[unit.index]);
    case ast::Unit::Kind::Typedef: return resolve_structure(module_.typedefs[unit.index]);
    case ast::Unit::Kind::Proctype: return resolve_proctype(module_.proctypes[unit.index], ProctypeId(unit.index));
    case ast::Unit::Kind::Variables:
      for (const ast::Declarator& item : module_.variables[unit.index].items) {
        declare_variable(module_.variables[unit.index], item);
      }
      return;
    case ast::Unit::Kind::Formula: return;
  }
}

void Resolver::resolve_formula(const ast::Formula& source) {
  Formula formula{source.name, source.span, {}};
  formula.first_message = diagnostics_.items().size();
  const size_t errors = diagnostics_.error_count();
  if (source.root.valid()) {
    in_claim_ = true;
    formula.root = resolve_expr(source.root);
    in_claim_ = false;
    check_formula(formula.root, true);
  }
  formula.last_message = diagnostics_.items().size();
  if (diagnostics_.error_count() != errors) formula.root = {};
  if (formula.name.empty()) formula.name = "ltl_" + std::to_string(model_.formulas.size());
  for (const Formula& other : model_.formulas) {
    if (other.name == formula.name) {
      error(DiagnosticKind::DuplicateName, formula.span, "ltl '" + formula.name + "' is defined twice",
            "the first definition is in line " + std::to_string(other.span.line));
    }
  }
  model_.formulas.push_back(std::move(formula));
}

// Temporal operators may occur only below each other and below !, && and ||.
void Resolver::check_formula(ExprId root, bool temporal_allowed) {
  const Expr& expr = model_.exprs[root];
  const bool operation = expr.kind == ExprKind::Unary || expr.kind == ExprKind::Binary;
  const bool temporal = operation && is_temporal(expr.op);
  if (temporal && !temporal_allowed) {
    error(DiagnosticKind::TypeMismatch, expr.span, "a temporal formula is not a value");
    return;
  }
  const bool logical = operation && (expr.op == Operator::And || expr.op == Operator::Or || expr.op == Operator::Not);
  for (const ExprId operand : expr.operands) check_formula(operand, temporal_allowed && (temporal || logical));
}

MtypeSetId StatementResolver::mtype_set(const std::string& name) {
  const auto known = mtype_sets_.find(name);
  if (known != mtype_sets_.end()) return known->second;
  return mtype_sets_[name] = model_.mtype_sets.add({name, {}});
}

// Members are numbered from last to first; each declaration of a set continues where the previous one ended.
void Resolver::resolve_mtypes(const ast::MtypeSet& source) {
  const MtypeSetId id = mtype_set(source.name);
  MtypeSet& set = model_.mtype_sets[id];
  for (auto member = source.members.rbegin(); member != source.members.rend(); ++member) {
    set.members.push_back(member->name);
    const auto value = static_cast<int32_t>(set.members.size());
    if (value == 256) {
      error(DiagnosticKind::LimitExceeded, member->span, "a set of mtypes has at most 255 members");
    }
    register_global(member->name, {Symbol::Kind::MtypeMember, id.value, value, member->span});
  }
}

void Resolver::resolve_structure(const ast::Typedef& source) {
  Structure structure;
  structure.name = source.name;
  structure.span = source.span;
  for (const ast::Declaration& declaration : source.fields) {
    for (const ast::Declarator& item : declaration.items) {
      for (const Cell& other : structure.fields) {
        if (other.name == item.name) {
          error(DiagnosticKind::DuplicateName, item.span, "field '" + item.name + "' is declared twice");
        }
      }
      Cell field;
      resolve_cell(declaration.type, item, field);
      structure.fields.push_back(std::move(field));
    }
  }
  if (structure.fields.empty()) error(DiagnosticKind::SyntaxError, source.span, "the type has no field");
  const StructureId id = model_.structures.add(std::move(structure));
  register_global(source.name, {Symbol::Kind::Structure, id.value, 0, source.span});
}

void Resolver::resolve_parameters(const ast::Proctype& source, ProctypeId id) {
  for (const ast::Declaration& declaration : source.parameters) {
    for (const ast::Declarator& item : declaration.items) {
      const VariableId variable = declare_variable(declaration, item);
      Variable& parameter = model_.variables[variable];
      parameter.is_parameter = true;
      if (parameter.is_array) error(DiagnosticKind::TypeMismatch, item.span, "a parameter cannot be an array");
      if (parameter.initial.valid() || parameter.channel) {
        error(DiagnosticKind::SyntaxError, item.span, "a parameter has no initial value");
      }
      model_.proctypes[id].parameters.push_back(variable);
      std::vector<ExprId> parts;
      expand_structure(this->variable(variable, item.span), parts);
      for (const ExprId part : parts) {
        const std::vector<Place::Access>& accesses = model_.exprs[part].place.accesses;
        const bool in_array = std::any_of(accesses.begin(), accesses.end(),
                                          [](const Place::Access& access) { return access.index.valid(); });
        if (in_array) {
          error(DiagnosticKind::Unsupported, item.span, "a structure with an array cannot be a parameter");
          break;
        }
      }
      std::vector<ExprId>& all = model_.proctypes[id].parameter_parts;
      all.insert(all.end(), parts.begin(), parts.end());
    }
  }
}

void Resolver::resolve_proctype(const ast::Proctype& source, ProctypeId id) {
  proctype_ = id;
  scopes_.assign(1, {});
  label_spaces_.assign(1, {});
  label_space_ = 0;
  loop_depth_ = 0;
  at_top_ = true;
  in_claim_ = source.kind == ast::ProctypeKind::Never;
  resolve_parameters(source, id);
  Proctype& proctype = model_.proctypes[id];
  proctype.deterministic = source.deterministic;
  proctype.priority_given = source.priority != 0;
  proctype.priority = source.priority == 0 ? 1 : source.priority;
  if (proctype.priority_given) note_priority(source.span);
  if (source.active) proctype.instances = 1;
  if (source.instances.valid()) {
    proctype.instances = constant_value(source.instances, "the number of processes").value_or(1);
    if (proctype.instances < 0 || proctype.instances > kMaxProcesses) {
      error(DiagnosticKind::ValueOutOfRange, ast_expr(source.instances).span,
            "the number of processes is from 0 to " + std::to_string(kMaxProcesses));
    }
  }
  if (source.provided.valid()) {
    const ExprId provided = resolve_expr(source.provided);
    check_provided(provided);
    model_.proctypes[id].provided = provided;
    model_.features.provided = true;
  }
  Sequence body = resolve_sequence(source.body);
  model_.proctypes[id].body = std::move(body);
  finish_gotos();
  proctype_ = {};
  in_claim_ = false;
  scopes_.clear();
}

// As in SPIN: provided may read only globals. Indices and patterns may use parameters.
void Resolver::check_provided(ExprId id) {
  const Expr& expr = model_.exprs[id];
  const bool is_local = expr.kind == ExprKind::Variable && model_.variables[expr.place.variable].owner.valid();
  const bool is_remote = expr.kind == ExprKind::RemoteLabel || expr.kind == ExprKind::RemoteVariable;
  if (is_local || is_remote) {
    return error(DiagnosticKind::Unsupported, expr.span,
                 "the condition of provided cannot name " +
                     std::string(is_local ? "a parameter, except within an index" : "another process"),
                 "use global variables and _pid");
  }
  for (const ExprId operand : expr.operands) check_provided(operand);
}

void Resolver::check_runs() {
  for (const ExprId id : runs_) {
    const Expr run = model_.exprs[id];
    const Proctype& proctype = model_.proctypes[run.proctype];
    if (run.operands.size() != proctype.parameter_parts.size()) {
      error(DiagnosticKind::WrongArity, run.span,
            "proctype '" + proctype.name + "' takes " + std::to_string(proctype.parameter_parts.size()) +
                " argument(s), but is run with " + std::to_string(run.operands.size()));
      continue;
    }
    for (size_t i = 0; i < run.operands.size(); ++i) {
      check_mtype_sets(model_.exprs[proctype.parameter_parts[i]].type, run.operands[i], run.span);
    }
    if (proctype.priority_given && run.value == 0 && proctype.priority != 1) {
      error(DiagnosticKind::NoEffect, run.span,
            "this process has priority 1: the priority of the proctype applies to active processes only",
            "write run " + proctype.name + "(...) priority " + std::to_string(proctype.priority));
    }
  }
}

void ExpressionResolver::note_priority(SourceSpan span) {
  model_.features.priority = true;
  priority_use_ = span;
}

void Resolver::check_whole_model() {
  if (model_.features.priority && model_.features.rendezvous) {
    error(DiagnosticKind::Unsupported, priority_use_, "priorities and rendezvous channels exclude each other");
  }
  for (const Proctype& proctype : model_.proctypes) {
    if (proctype.is_process() && proctype.instances > 0) return;
  }
  if (diagnostics_.has_errors()) return;
  error(DiagnosticKind::NothingRuns, {}, "the model starts no process", "add init, or make a proctype active");
}

Model resolve(const ast::Module& module, Diagnostics& diagnostics) {
  return Resolver(module, diagnostics).run();
}

}  // namespace px::promela
