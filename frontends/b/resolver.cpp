#include "frontends/b/resolver.h"

#include <algorithm>
#include <array>

#include "engine/base/spelling.h"

namespace px::b {
namespace {

// Definitions that use others twice, which use others twice, and so on, grow without bound.
constexpr uint32_t kMaxExpansions = 200000;
constexpr uint32_t kMaxNodes = 20000000;
constexpr int kMaxDepth = 3000;

// Words of B that are not reserved here, so that they can be names; their other meaning is not supported.
constexpr std::array<std::string_view, 21> kUnsupported = {
    "real",   "floor", "ceiling", "tree", "btree",   "const", "top", "sons", "prefix", "postfix", "sizet",
    "mirror", "rank",  "father",  "son",  "subtree", "arity", "bin", "left", "right",  "infix"};

}  // namespace

SymbolId Resolver::declare(SymbolKind kind, const Name& name, std::string full_name) {
  Symbol symbol;
  symbol.kind = kind;
  symbol.name = std::move(full_name);
  symbol.span = name.span;
  return machine_.symbols.add(std::move(symbol));
}

const Local* Resolver::bind(const Name& name, SymbolId symbol, bool writable, const Local* outer) {
  locals_.push_back({name.text, symbol, nullptr, writable, outer});
  return &locals_.back();
}

const Environment* Resolver::keep(Environment environment) {
  environments_.push_back(environment);
  return &environments_.back();
}

const Argument* Resolver::argument(ExprId formula, const Environment* environment) {
  arguments_.push_back({formula, environment});
  return &arguments_.back();
}

Resolver::Found Resolver::look_up(std::string_view name, const Environment& environment) const {
  for (const Local* local = environment.locals; local != nullptr; local = local->outer) {
    if (local->name != name) continue;
    const auto kind = local->argument != nullptr ? Found::Kind::Argument : Found::Kind::Symbol;
    return {kind, local->symbol, local->argument, nullptr, local->writable, true};
  }
  const auto definition = environment.machine->definitions.find(name);
  if (definition != environment.machine->definitions.end()) {
    return {Found::Kind::Definition, {}, nullptr, definition->second, false, false};
  }
  const auto item = environment.scope->items.find(name);
  if (item == environment.scope->items.end()) return {};
  const auto kind = item->second.argument != nullptr ? Found::Kind::Argument : Found::Kind::Symbol;
  return {kind, item->second.symbol, item->second.argument, nullptr, item->second.writable, false};
}

ExprId Resolver::add(Expr expr) {
  return machine_.exprs.add(std::move(expr));
}

bool Resolver::too_deep(SourceSpan span) {
  if (gave_up_) return true;
  if (depth_ < kMaxDepth && machine_.expansions.size() < kMaxExpansions && machine_.exprs.size() < kMaxNodes) {
    return false;
  }
  diagnostics_.add(DiagnosticKind::LimitExceeded, span, "the machine is too large once its definitions are expanded");
  gave_up_ = true;
  return true;
}

ExprId Resolver::formula(ExprId source, const Environment& environment) {
  const Expr& expr = environment.machine->parsed.nodes.exprs[source];
  if (too_deep(expr.span)) {
    Expr nothing;
    nothing.span = expr.span;
    return add(std::move(nothing));
  }
  ++depth_;
  ExprId result;
  switch (expr.kind) {
    case ExprKind::Name:
    case ExprKind::OldName: result = name(expr, environment); break;
    case ExprKind::Call: result = call(expr, environment); break;
    case ExprKind::Binder: result = binder(expr, environment); break;
    case ExprKind::Let: result = let(expr, environment); break;
    default: result = copy(expr, environment);
  }
  --depth_;
  return result;
}

ExprId Resolver::copy(const Expr& expr, const Environment& environment) {
  Expr result = expr;
  result.expansion = environment.expansion;
  for (ExprId& operand : result.operands) operand = formula(operand, environment);
  return add(std::move(result));
}

ExprId Resolver::name(const Expr& expr, const Environment& environment) {
  const Found found = look_up(expr.text, environment);
  switch (found.kind) {
    case Found::Kind::Nothing: return unknown(expr, environment);
    case Found::Kind::Argument: return formula(found.argument->formula, *found.argument->environment);
    case Found::Kind::Definition: {
      const Environment* body = expand(*found.definition, {}, expr.span, environment);
      if (body == nullptr || !found.definition->formula.valid()) {
        if (body != nullptr) {
          diagnostics_.add(DiagnosticKind::TypeMismatch, expr.span,
                           "'" + expr.text + "' is defined as a substitution, but a formula is expected here");
        }
        return unknown({}, environment);
      }
      return formula(found.definition->formula, *body);
    }
    case Found::Kind::Symbol: break;
  }
  Expr result;
  result.kind = expr.kind == ExprKind::OldName ? ExprKind::OldSymbol : ExprKind::Symbol;
  result.symbol = found.symbol;
  result.span = expr.span;
  result.expansion = environment.expansion;
  return add(std::move(result));
}

// The replacement for a wrong name: a value of unknown type, so that no follow-up messages arise.
ExprId Resolver::unknown(const Expr& expr, const Environment& environment) {
  if (!expr.text.empty()) report_unknown("name", expr.text, expr.span, environment);
  Expr result;
  result.kind = ExprKind::Name;
  result.span = expr.span;
  return add(std::move(result));
}

ExprId Resolver::apply(ExprId function, const Expr& call, const Environment& environment) {
  ExprId argument;
  for (const ExprId operand : call.operands) {
    const ExprId next = formula(operand, environment);
    if (!argument.valid()) {
      argument = next;
      continue;
    }
    Expr pair;
    pair.kind = ExprKind::Operation;
    pair.op = Op::Maplet;
    pair.span = machine_.exprs[argument].span;
    pair.expansion = environment.expansion;
    pair.operands = {argument, next};
    argument = add(std::move(pair));
  }
  Expr result;
  result.kind = ExprKind::Operation;
  result.op = Op::Apply;
  result.span = call.span;
  result.expansion = environment.expansion;
  result.operands = {function, argument};
  return add(std::move(result));
}

// A function applied to one value (several form a pair), or a definition with its arguments.
ExprId Resolver::call(const Expr& expr, const Environment& environment) {
  const Found found = look_up(expr.text, environment);
  if (found.kind == Found::Kind::Definition && !found.definition->parameters.empty()) {
    const Environment* body = expand(*found.definition, expr.operands, expr.span, environment);
    if (body == nullptr) return unknown({}, environment);
    if (found.definition->formula.valid()) return formula(found.definition->formula, *body);
    diagnostics_.add(DiagnosticKind::TypeMismatch, expr.span,
                     "'" + expr.text + "' is defined as a substitution, but a formula is expected here");
    return unknown({}, environment);
  }
  Expr head;
  head.kind = ExprKind::Name;
  head.text = expr.text;
  head.span = expr.span;
  head.span.length = static_cast<uint32_t>(expr.text.size());
  return apply(name(head, environment), expr, environment);
}

const Environment* Resolver::expand(const Definition& definition, const std::vector<ExprId>& arguments, SourceSpan span,
                                    const Environment& environment) {
  for (const std::string_view kind : {"FUNCTION_", "PREDICATE_", "SUBSTITUTION_"}) {
    const std::string external = "EXTERNAL_" + std::string(kind) + definition.name.text;
    if (!environment.machine->definitions.contains(external)) continue;
    diagnostics_.add(
        DiagnosticKind::Unsupported, span,
        "'" + definition.name.text + "' is an external function of ProB (" + external + "), which is not supported",
        "remove the definition " + external + " to use its right side instead");
    return nullptr;
  }
  if (definition.parameters.size() != arguments.size()) {
    diagnostics_.add(DiagnosticKind::WrongArity, span,
                     "'" + definition.name.text + "' is defined with " + std::to_string(definition.parameters.size()) +
                         " parameters (at " + sources_.place(definition.name.span) + "), and used with " +
                         std::to_string(arguments.size()));
    return nullptr;
  }
  for (ExpansionId e = environment.expansion; e.valid(); e = machine_.expansions[e].parent) {
    if (machine_.expansions[e].name != definition.name.text) continue;
    diagnostics_.add(DiagnosticKind::DuplicateName, definition.name.span,
                     "the definition of '" + definition.name.text + "' uses itself");
    return nullptr;
  }
  if (!definition.formula.valid() && !definition.subst.valid()) return nullptr;
  const Environment* outside = arguments.empty() ? nullptr : keep(environment);
  const Local* locals = environment.locals;
  for (size_t i = 0; i < arguments.size(); ++i) {
    locals_.push_back({definition.parameters[i].text, {}, argument(arguments[i], outside), false, locals});
    locals = &locals_.back();
  }
  const ExpansionId expansion = machine_.expansions.add({definition.name.text, span, environment.expansion});
  return keep({environment.machine, environment.scope, locals, expansion});
}

ExprId Resolver::binder(const Expr& expr, const Environment& environment) {
  Expr result = expr;
  result.expansion = environment.expansion;
  result.names.clear();
  check_distinct(expr.names);
  Environment inner = environment;
  for (const Name& name : expr.names) {
    result.bound.push_back(declare(SymbolKind::Bound, name, name.text));
    inner.locals = bind(name, result.bound.back(), false, inner.locals);
  }
  for (ExprId& operand : result.operands) operand = formula(operand, inner);
  return add(std::move(result));
}

ExprId Resolver::let(const Expr& expr, const Environment& environment) {
  Expr result = expr;
  result.expansion = environment.expansion;
  result.names.clear();
  check_distinct(expr.names);
  Environment inner = environment;
  for (size_t i = 0; i < expr.operands.size(); ++i) {
    result.operands[i] = formula(expr.operands[i], inner);
    if (i == expr.names.size()) break;
    result.bound.push_back(declare(SymbolKind::Bound, expr.names[i], expr.names[i].text));
    inner.locals = bind(expr.names[i], result.bound.back(), false, inner.locals);
  }
  return add(std::move(result));
}

void Resolver::check_distinct(const std::vector<Name>& names) {
  for (size_t i = 1; i < names.size(); ++i) {
    const auto same = [&](const Name& name) { return name.text == names[i].text; };
    if (std::any_of(names.begin(), names.begin() + static_cast<long>(i), same)) {
      diagnostics_.add(DiagnosticKind::DuplicateName, names[i].span, "'" + names[i].text + "' is bound twice here");
    }
  }
}

void Resolver::split(ExprId source, const Environment& environment, std::vector<ExprId>& out) {
  const Nodes& nodes = environment.machine->parsed.nodes;
  // The left spine of a long conjunction is deep, so walk it iteratively.
  std::vector<ExprId> parts;
  for (ExprId rest = source;;) {
    const Expr& expr = nodes.exprs[rest];
    if (expr.kind != ExprKind::Operation || expr.op != Op::And) {
      parts.push_back(rest);
      break;
    }
    parts.push_back(expr.operands[1]);
    rest = expr.operands[0];
  }
  if (parts.size() > 1) {
    for (auto it = parts.rbegin(); it != parts.rend(); ++it) split(*it, environment, out);
    return;
  }
  const Expr& expr = nodes.exprs[source];
  if ((expr.kind == ExprKind::Name || expr.kind == ExprKind::Call) && !too_deep(expr.span)) {
    const Found found = look_up(expr.text, environment);
    if (found.kind == Found::Kind::Definition && found.definition->parameters.size() == expr.operands.size() &&
        found.definition->formula.valid()) {
      const Environment* body = expand(*found.definition, expr.operands, expr.span, environment);
      if (body != nullptr) split(found.definition->formula, *body, out);
      return;
    }
  }
  out.push_back(formula(source, environment));
}

std::vector<ExprId> Resolver::conjuncts(ExprId source, const Environment& environment) {
  std::vector<ExprId> parts;
  split(source, environment, parts);
  return parts;
}

std::string Resolver::suggestion(std::string_view name, const Environment& environment, bool operations) const {
  std::vector<std::string_view> candidates;
  for (const Local* local = environment.locals; local != nullptr; local = local->outer) {
    candidates.push_back(local->name);
  }
  for (const auto& [text, item] : environment.scope->items) {
    if (!operations) candidates.push_back(text);
  }
  for (const auto& [text, call] : environment.scope->calls) {
    if (operations) candidates.push_back(text);
  }
  for (const auto& [text, definition] : environment.machine->definitions) {
    if (definition->subst.valid() == operations) candidates.push_back(text);
  }
  return px::suggestion(name, candidates);
}

void Resolver::report_unknown(std::string_view what, const std::string& name, SourceSpan span,
                              const Environment& environment) {
  if (std::find(kUnsupported.begin(), kUnsupported.end(), name) != kUnsupported.end()) {
    diagnostics_.add(DiagnosticKind::Unsupported, span,
                     "'" + name + "' is not supported: pexplore has no reals and no trees");
    return;
  }
  if (!environment.machine->unsupported_files.empty()) {
    diagnostics_.add(DiagnosticKind::Unsupported, span,
                     "unknown " + std::string(what) + " '" + name + "'; if it is an external function of '" +
                         environment.machine->unsupported_files.front() + "', it is not supported",
                     suggestion(name, environment, what == "operation"));
    return;
  }
  diagnostics_.add(DiagnosticKind::UnknownName, span, "unknown " + std::string(what) + " '" + name + "'",
                   suggestion(name, environment, what == "operation"));
}

}  // namespace px::b
