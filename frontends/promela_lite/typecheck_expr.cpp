// Rules for expressions and guards.
#include <limits>
#include <vector>

#include "engine/base/spelling.h"
#include "frontends/promela_lite/checker.h"

namespace px::promela_lite {
namespace {

constexpr int64_t kSmallestInt = std::numeric_limits<int32_t>::min();
constexpr int64_t kLargestInt = std::numeric_limits<int32_t>::max();

}  // namespace

bool Checker::look_up(Name& name, const char* rule) {
  auto found = parameters_.find(name.text);
  if (found == parameters_.end()) {
    found = environment_.find(name.text);
    if (found == environment_.end()) {
      error(DiagnosticKind::UnknownName, name.span, '\'' + name.text + "' is not declared", rule);
      return false;
    }
  }
  name.symbol = found->second;
  return true;
}

TypeId Checker::type_of(const Symbol& symbol) const {
  switch (symbol.kind) {
    case Symbol::Kind::Channel: return spec_.channels[symbol.index].type;
    case Symbol::Kind::Global: return spec_.globals[symbol.index].type;
    case Symbol::Kind::Parameter: return spec_.proctypes[proctype_].parameters[symbol.index].type;
    default: return {};
  }
}

Checker::Typing Checker::typing_of(TypeId type) const {
  if (!type.valid()) return {Kind::Tuple, {}};
  if (type == spec_.types.int_type()) return {Kind::Int, {}};
  if (type == spec_.types.pid_type()) return {Kind::Pid, {}};
  return {Kind::Channel, type};
}

std::string Checker::text_of(const Typing& typing) const {
  switch (typing.kind) {
    case Kind::Int: return "an int";
    case Kind::Pid: return "a pid";
    case Kind::Literal: return "an int or a pid";
    case Kind::Channel: return "a " + spec_.types.text(typing.channel);
    case Kind::Null: return "a channel";
    case Kind::Tuple: return "a proctype";
    case Kind::Guard: return "a condition";
    case Kind::Wrong: break;
  }
  return "wrong";
}

TypeId Checker::channel_named(Name& name, const char* rule) {
  if (!look_up(name, "T-VAR")) return {};
  const TypeId type = type_of(name.symbol);
  if (type.valid() && spec_.types.is_channel(type)) return type;
  mismatch(name.span, '\'' + name.text + "' is " + text_of(typing_of(type)) + ", not a channel", rule);
  return {};
}

// A variable that can be assigned.
TypeId Checker::variable_named(Name& name, const char* rule) {
  if (!look_up(name, "T-VAR")) return {};
  if (name.symbol.kind == Symbol::Kind::Global || name.symbol.kind == Symbol::Kind::Parameter) {
    return type_of(name.symbol);
  }
  const bool channel = name.symbol.kind == Symbol::Kind::Channel;
  mismatch(name.span,
           '\'' + name.text + (channel ? "' is a static channel" : "' is a proctype") + " and cannot be changed", rule);
  return {};
}

bool Checker::has_type(ExprId id, const Typing& typing, TypeId type) {
  bool fits = false;
  switch (typing.kind) {
    case Kind::Int: fits = type == spec_.types.int_type(); break;
    case Kind::Pid: fits = type == spec_.types.pid_type(); break;
    case Kind::Literal: fits = !spec_.types.is_channel(type); break;
    case Kind::Channel: fits = type == typing.channel; break;
    case Kind::Null: fits = spec_.types.is_channel(type); break;
    default: break;
  }
  if (fits) spec_.exprs[id].type = type;
  return fits;
}

void Checker::expect(ExprId id, TypeId type, const std::string& what, const char* rule) {
  const Typing typing = infer(id);
  if (typing.kind == Kind::Wrong || has_type(id, typing, type)) return;
  const Expr& expr = spec_.exprs[id];
  if (expr.kind == Expr::Kind::Number && type == spec_.types.pid_type()) {
    return error(DiagnosticKind::ValueOutOfRange, expr.span, std::to_string(expr.number) + " is not a pid",
                 "T-PID-LITERAL",
                 "pids are 0 (none) to " + std::to_string(spec_.runs.size()) + ", the number of run statements");
  }
  const bool null = expr.kind == Expr::Kind::Null;
  mismatch(expr.span, what + " is " + text_of(typing_of(type)) + ", this is " + text_of(typing),
           null ? "T-NULL" : rule);
}

void Checker::check_guard(ExprId id, const char* rule) {
  const Typing typing = infer(id);
  if (typing.kind == Kind::Guard || typing.kind == Kind::Wrong) return;
  mismatch(spec_.exprs[id].span, "a condition is expected here, this is " + text_of(typing), rule,
           "compare it with something: ==, !=, <, <=, >, >=");
}

Checker::Typing Checker::infer(ExprId id) {
  Expr& expr = spec_.exprs[id];
  switch (expr.kind) {
    case Expr::Kind::Number:
      if (expr.number < kSmallestInt || expr.number > kLargestInt) {
        error(DiagnosticKind::ValueOutOfRange, expr.span, "this number is too large", "T-INT-LITERAL",
              "an int has 32 bits: -2147483648 to 2147483647");
        return {};
      }
      return {expr.number >= 0 && expr.number <= static_cast<int64_t>(spec_.runs.size()) ? Kind::Literal : Kind::Int,
              {}};
    case Expr::Kind::Null: return {Kind::Null, {}};
    case Expr::Kind::Pid:
      if (!in_formula_) return {Kind::Pid, {}};
      mismatch(expr.span, "a formula is about no process in particular, so there is no '_pid'", "LTL",
               "client[2]:x is the x of process 2");
      return {};
    case Expr::Kind::Name: return infer_name(expr);
    case Expr::Kind::Remote: return infer_remote(expr);
    case Expr::Kind::Len: return channel_named(expr.name, "T-LEN").valid() ? Typing{Kind::Int, {}} : Typing{};
    case Expr::Kind::NotFull:
    case Expr::Kind::NotEmpty: return channel_named(expr.name, "T-LEN").valid() ? Typing{Kind::Guard, {}} : Typing{};
    case Expr::Kind::Add:
    case Expr::Kind::Sub:
    case Expr::Kind::Mul: return infer_arithmetic(expr);
    case Expr::Kind::And:
    case Expr::Kind::Or:
      for (const ExprId operand : expr.operands) {
        check_guard(operand, expr.kind == Expr::Kind::And ? "T-AND" : "T-OR");
      }
      return {Kind::Guard, {}};
    case Expr::Kind::Not: check_guard(expr.operands[0], "T-NOT"); return {Kind::Guard, {}};
    default: return infer_comparison(expr);
  }
}

Checker::Typing Checker::infer_name(Expr& expr) {
  if (!look_up(expr.name, "T-VAR")) return {};
  expr.type = type_of(expr.name.symbol);
  return typing_of(expr.type);
}

// client[2]:x
Checker::Typing Checker::infer_remote(Expr& expr) {
  if (!look_up(expr.proctype, "LTL")) return {};
  if (expr.proctype.symbol.kind != Symbol::Kind::Proctype) {
    mismatch(expr.proctype.span, '\'' + expr.proctype.text + "' is not a proctype", "LTL");
    return {};
  }
  const uint32_t index = expr.proctype.symbol.index;
  const auto runs = static_cast<int64_t>(spec_.runs.size());
  const bool is_one = expr.number >= 1 && expr.number <= runs &&
                      spec_.runs[static_cast<size_t>(expr.number - 1)].proctype.text == expr.proctype.text;
  if (!is_one) {
    error(DiagnosticKind::UnknownName, expr.span,
          "process " + std::to_string(expr.number) + " is no " + expr.proctype.text, "LTL",
          "the i-th run statement starts process i");
    return {};
  }
  const std::vector<Parameter>& parameters = spec_.proctypes[index].parameters;
  std::vector<std::string> known;
  for (uint32_t i = 0; i < parameters.size(); ++i) {
    known.push_back(parameters[i].name.text);
    if (parameters[i].name.text != expr.name.text) continue;
    expr.name.symbol = {Symbol::Kind::Parameter, i};
    expr.type = parameters[i].type;
    return typing_of(expr.type);
  }
  error(DiagnosticKind::UnknownName, expr.name.span,
        '\'' + expr.proctype.text + "' has no parameter '" + expr.name.text + '\'', "LTL",
        suggestion(expr.name.text, known));
  return {};
}

Checker::Typing Checker::infer_arithmetic(Expr& expr) {
  for (const ExprId operand : expr.operands) {
    const Typing typing = infer(operand);
    if (typing.kind == Kind::Wrong || has_type(operand, typing, spec_.types.int_type())) continue;
    mismatch(spec_.exprs[operand].span, "only ints are added, subtracted and multiplied, this is " + text_of(typing),
             "T-ARITH");
  }
  return {Kind::Int, {}};
}

Checker::Typing Checker::infer_comparison(Expr& expr) {
  if (expr.kind == Expr::Kind::Equal || expr.kind == Expr::Kind::Unequal) return infer_equality(expr);
  for (const ExprId operand : expr.operands) {
    const Typing typing = infer(operand);
    if (typing.kind == Kind::Wrong || has_type(operand, typing, spec_.types.int_type())) continue;
    mismatch(spec_.exprs[operand].span, "only ints are ordered, this is " + text_of(typing), "T-REL",
             typing.kind == Kind::Pid ? "pids can be compared by == and != only" : "");
  }
  return {Kind::Guard, {}};
}

// Both sides must have a common type. If there are several, int is chosen.
Checker::Typing Checker::infer_equality(Expr& expr) {
  const Typing left = infer(expr.operands[0]);
  const Typing right = infer(expr.operands[1]);
  if (left.kind == Kind::Wrong || right.kind == Kind::Wrong) return {Kind::Guard, {}};
  if (left.kind == Kind::Null && right.kind == Kind::Null) return {Kind::Guard, {}};
  std::vector<TypeId> candidates = {spec_.types.int_type(), spec_.types.pid_type()};
  for (const Typing& side : {left, right}) {
    if (side.kind == Kind::Channel) candidates.push_back(side.channel);
  }
  for (const TypeId type : candidates) {
    if (has_type(expr.operands[0], left, type) && has_type(expr.operands[1], right, type)) return {Kind::Guard, {}};
  }
  mismatch(expr.span, text_of(left) + " is compared with " + text_of(right), "T-EQ");
  return {Kind::Guard, {}};
}

}  // namespace px::promela_lite
