#include "frontends/promela_lite/typecheck.h"

#include <algorithm>

#include "frontends/promela_lite/checker.h"

namespace px::promela_lite {

void check_types(Specification& spec, Diagnostics& diagnostics) {
  Checker(spec, diagnostics).run();
}

void Checker::run() {
  for (uint32_t c = 0; c < spec_.channels.size(); ++c) check_channel(c);
  for (uint32_t g = 0; g < spec_.globals.size(); ++g) check_global(g);
  for (uint32_t p = 0; p < spec_.proctypes.size(); ++p) check_proctype(p);
  for (Run& run : spec_.runs) check_run(run);
  in_formula_ = true;
  for (Formula& formula : spec_.formulas) {
    if (!formulas_.insert(formula.name.text).second) {
      error(DiagnosticKind::DuplicateName, formula.name.span, "there are two formulas '" + formula.name.text + '\'',
            "LTL");
    }
    for (const FormulaNode& node : formula.nodes) {
      if (node.condition.valid()) check_guard(node.condition, "LTL");
    }
  }
}

void Checker::error(DiagnosticKind kind, SourceSpan span, const std::string& message, const char* rule,
                    std::string hint) {
  diagnostics_.add(kind, span, message + " (rule " + rule + ')', std::move(hint));
}

void Checker::declare(Name& name, Symbol symbol, const char* rule) {
  name.symbol = symbol;
  const bool parameter = symbol.kind == Symbol::Kind::Parameter;
  if (environment_.contains(name.text) || !(parameter ? parameters_ : environment_).emplace(name.text, symbol).second) {
    error(DiagnosticKind::DuplicateName, name.span, '\'' + name.text + "' is declared already", rule,
          parameter ? "parameters may not hide channels, variables or proctypes" : "");
  }
}

// ---- Types

TypeId Checker::resolve(TypeSyntaxId syntax, const char* rule) {
  std::map<std::string, TypeId> bound;
  return spec_.types.canonical(resolve(syntax, bound, rule));
}

TypeId Checker::resolve(TypeSyntaxId id, std::map<std::string, TypeId>& bound, const char* rule) {
  const TypeSyntax& syntax = spec_.type_syntax[id];
  switch (syntax.kind) {
    case TypeSyntax::Kind::Int: return spec_.types.int_type();
    case TypeSyntax::Kind::Pid: return spec_.types.pid_type();
    case TypeSyntax::Kind::Variable: {
      const auto found = bound.find(syntax.name);
      if (found != bound.end()) return found->second;
      error(DiagnosticKind::UnknownName, syntax.span, "the type variable '" + syntax.name + "' is not bound", rule,
            "types are int, pid, chan{...} and rec " + syntax.name + " . chan{...}");
      return spec_.types.int_type();
    }
    case TypeSyntax::Kind::Channel: break;
  }
  const TypeId channel = spec_.types.begin_channel();
  std::map<std::string, TypeId> within = bound;
  if (!syntax.name.empty()) within[syntax.name] = channel;
  std::vector<TypeId> fields;
  for (const TypeSyntaxId field : syntax.fields) fields.push_back(resolve(field, within, rule));
  spec_.types.set_fields(channel, std::move(fields));
  return channel;
}

// ---- Declarations

void Checker::check_channel(uint32_t index) {
  Channel& channel = spec_.channels[index];
  std::vector<TypeId> fields;
  for (const TypeSyntaxId field : channel.fields) fields.push_back(resolve(field, "T-SC"));
  channel.type = spec_.types.channel_of(std::move(fields));
  if (channel.declared.valid() && resolve(channel.declared, "T-SC") != channel.type) {
    mismatch(spec_.type_syntax[channel.declared].span,
             '\'' + channel.name.text + "' is declared as " + spec_.types.text(resolve(channel.declared, "T-SC")) +
                 ", but its messages make it " + spec_.types.text(channel.type),
             "T-SC");
  }
  if (channel.capacity <= 0) {
    error(DiagnosticKind::ValueOutOfRange, channel.capacity_span, "a channel has room for at least one message", "T-SC",
          "Promela-Lite has no rendezvous channels");
  }
  declare(channel.name, {Symbol::Kind::Channel, index}, "T-SC");
}

void Checker::check_global(uint32_t index) {
  Global& global = spec_.globals[index];
  global.type = resolve(global.syntax, "T-GLOBAL");
  if (spec_.types.is_channel(global.type)) {
    mismatch(spec_.type_syntax[global.syntax].span, "a global variable is an int or a pid", "T-GLOBAL",
             "declare a channel: chan " + global.name.text + " = [1] of {...}");
  } else {
    expect(global.initial, global.type, "the initial value of '" + global.name.text + '\'', "T-GLOBAL");
  }
  declare(global.name, {Symbol::Kind::Global, index}, "T-GLOBAL");
}

void Checker::check_proctype(uint32_t index) {
  Proctype& proctype = spec_.proctypes[index];
  proctype_ = index;
  parameters_.clear();
  declare(proctype.name, {Symbol::Kind::Proctype, index}, "T-PROCTYPE");
  for (uint32_t p = 0; p < proctype.parameters.size(); ++p) {
    Parameter& parameter = proctype.parameters[p];
    parameter.type = resolve(parameter.syntax, "T-PROCTYPE");
    declare(parameter.name, {Symbol::Kind::Parameter, p}, "T-PROCTYPE");
  }
  for (Statement& statement : proctype.statements) check_statement(statement);
  parameters_.clear();
}

void Checker::check_run(Run& run) {
  if (!look_up(run.proctype, "T-RUN")) return;
  if (run.proctype.symbol.kind != Symbol::Kind::Proctype) {
    return mismatch(run.proctype.span, '\'' + run.proctype.text + "' is not a proctype", "T-RUN");
  }
  const Proctype& proctype = spec_.proctypes[run.proctype.symbol.index];
  if (run.arguments.size() != proctype.parameters.size()) {
    return error(DiagnosticKind::WrongArity, run.span,
                 '\'' + proctype.name.text + "' has " + std::to_string(proctype.parameters.size()) +
                     " parameters, not " + std::to_string(run.arguments.size()),
                 "T-RUN");
  }
  for (size_t i = 0; i < run.arguments.size(); ++i) {
    const Expr& argument = spec_.exprs[run.arguments[i]];
    expect(run.arguments[i], proctype.parameters[i].type, "parameter '" + proctype.parameters[i].name.text + '\'',
           "T-RUN");
    if (argument.name.symbol.kind == Symbol::Kind::Global) {
      mismatch(argument.span, "processes start with literals: a number, null or a channel", "T-RUN",
               "write the initial value of '" + argument.name.text + "' instead");
    }
  }
}

// ---- Statements

void Checker::check_statement(Statement& statement) {
  check_guard(statement.guard, "T-UPDATE");
  check_first_update(statement, statement.updates.front());
  for (size_t i = 1; i < statement.updates.size(); ++i) {
    Update& update = statement.updates[i];
    if (update.kind == Update::Kind::Send || update.kind == Update::Kind::Receive) {
      mismatch(update.span, "a statement sends or receives once, and first", "T-UPDATE",
               "put it in a statement of its own");
    } else {
      check_update(update);
    }
  }
}

void Checker::check_first_update(const Statement& statement, Update& update) {
  const bool send = update.kind == Update::Kind::Send;
  if (!send && update.kind != Update::Kind::Receive) return check_update(update);
  const char* rule = send ? "T-SEND" : "T-RECV";
  const TypeId channel = channel_named(update.target, rule);
  if (!channel.valid()) return;
  const std::string check = (send ? "nfull(" : "nempty(") + update.target.text + ')';
  if (!is_checked(statement.guard, send ? Expr::Kind::NotFull : Expr::Kind::NotEmpty, update.target.text)) {
    mismatch(update.span,
             std::string(send ? "sending to '" : "receiving from '") + update.target.text + "' asks for " + check +
                 " in the guard",
             rule, "add it: ... && " + check + " -> ...");
  }
  const std::vector<TypeId>& fields = spec_.types.fields(channel);
  const size_t given = send ? update.values.size() : update.targets.size();
  if (given != fields.size()) {
    return error(DiagnosticKind::WrongArity, update.span,
                 "messages of '" + update.target.text + "' have " + std::to_string(fields.size()) + " fields, not " +
                     std::to_string(given),
                 rule);
  }
  if (!send) return check_receive(update, channel);
  for (size_t i = 0; i < given; ++i) {
    expect(update.values[i], fields[i], "field " + std::to_string(i + 1) + " of '" + update.target.text + '\'', rule);
  }
}

void Checker::check_receive(Update& update, TypeId channel) {
  const std::vector<TypeId>& fields = spec_.types.fields(channel);
  for (size_t i = 0; i < update.targets.size(); ++i) {
    Name& target = update.targets[i];
    const TypeId type = variable_named(target, "T-RECV");
    if (!type.valid()) continue;
    if (type != fields[i]) {
      mismatch(target.span,
               '\'' + target.text + "' has type " + spec_.types.text(type) + ", field " + std::to_string(i + 1) +
                   " of '" + update.target.text + "' is " + spec_.types.text(fields[i]),
               "T-RECV");
    }
    const bool twice = std::any_of(update.targets.begin(), update.targets.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](const Name& other) { return other.text == target.text; });
    if (twice) {
      error(DiagnosticKind::DuplicateName, target.span, '\'' + target.text + "' would receive two fields", "T-RECV",
            "receive into different variables");
    }
  }
}

void Checker::check_update(Update& update) {
  if (update.kind == Update::Kind::Skip) return;
  const TypeId type = variable_named(update.target, "T-ASSIGN");
  if (type.valid()) expect(update.values.front(), type, '\'' + update.target.text + '\'', "T-ASSIGN");
}

// Whether the check of the channel is a conjunct of the guard.
bool Checker::is_checked(ExprId guard, Expr::Kind check, const std::string& channel) const {
  const Expr& expr = spec_.exprs[guard];
  if (expr.kind == Expr::Kind::And) {
    return is_checked(expr.operands[0], check, channel) || is_checked(expr.operands[1], check, channel);
  }
  return expr.kind == check && expr.name.text == channel;
}

}  // namespace px::promela_lite
