// for and select, expanded as in SPIN: the form of a loop determines its number of steps.
#include "frontends/promela/statement_resolver.h"

namespace px::promela {
namespace {

// A select written as a choice becomes one up to this many values; others become counting loops.
constexpr int32_t kMaxSelectChoices = 33;

}  // namespace

// counter = first; do :: condition -> prefix; body; counter = counter+1 :: else -> break od
void StatementResolver::counting_loop(ExprId counter, ExprId first, ExprId stays, Sequence prefix,
                                      const ast::Sequence& body, SourceSpan span, Sequence& out) {
  out.push_back(assign(counter, first, span));
  Sequence loop = {condition(stays)};
  loop.insert(loop.end(), prefix.begin(), prefix.end());
  ++loop_depth_;
  scopes_.emplace_back();
  for (const ast::StmtId id : body) resolve_into(id, loop);
  scopes_.pop_back();
  --loop_depth_;
  loop.push_back(assign(counter, binary(Operator::Add, counter, constant(1, span), span), span));
  Stmt otherwise;
  otherwise.kind = StmtKind::Else;
  Stmt leave;
  leave.kind = StmtKind::Break;
  Sequence exit = {add_stmt(std::move(otherwise), span)};
  exit.push_back(add_stmt(std::move(leave), span));
  Stmt loop_stmt;
  loop_stmt.kind = StmtKind::Do;
  loop_stmt.written_out = true;
  loop_stmt.sequences = {std::move(loop), std::move(exit)};
  out.push_back(add_stmt(std::move(loop_stmt), span));
}

void StatementResolver::resolve_for(const ast::Stmt& source, Sequence& out) {
  const ExprId counter = resolve_target(source.target);
  if (model_.exprs[counter].kind == ExprKind::Variable) mark_read(model_.exprs[counter].place.variable);
  const ExprId first = resolve_expr(source.args[0]);
  const ExprId last = resolve_expr(source.args[1]);
  const bool literal = model_.exprs[first].kind == ExprKind::Constant && model_.exprs[last].kind == ExprKind::Constant;
  if (literal && model_.exprs[last].value < model_.exprs[first].value) {
    error(DiagnosticKind::ValueOutOfRange, source.span, "the first bound of the loop is above the second");
  }
  const ExprId stays = binary(Operator::LessEqual, counter, last, source.span);
  counting_loop(counter, first, stays, {}, source.sequences[0], source.span, out);
}

void StatementResolver::resolve_for_in(const ast::Stmt& source, Sequence& out) {
  const ast::Expr& range = ast_expr(source.args[0]);
  Place place;
  Type type;
  const auto root = lookup_variable(range.path.front().name);
  if (!root) {
    const std::string& name = range.path.front().name;
    return unknown_name(range.span, "'" + name + "' is not declared", name, visible_names());
  }
  if (range.path.size() > 1) {  // SPIN uses the length of the array that contains the structure, or rejects it
    return error(DiagnosticKind::Unsupported, range.span, "'for ... in' cannot iterate over a field",
                 "write for (i : 0 .. length - 1) for an array");
  }
  if (!resolve_path(range.path, *root, place, type, false)) return;
  const bool is_array = model_.variables[*root].is_array;
  if (type.kind == TypeKind::Chan && (!is_array || place.index.valid())) {
    Expr channel;
    channel.kind = ExprKind::Variable;
    channel.place = place;
    channel.type = type;
    return resolve_for_in_channel(source, add_expr(std::move(channel), range.span), out);
  }
  if (!is_array) {
    return error(DiagnosticKind::TypeMismatch, range.span, "'for ... in' needs an array or a channel");
  }
  const int32_t length = model_.variables[*root].length;
  const ExprId counter = resolve_target(source.target);
  if (model_.exprs[counter].kind == ExprKind::Variable) mark_read(model_.exprs[counter].place.variable);
  const ExprId last = constant(length - 1, source.span);
  const ExprId stays = binary(Operator::LessEqual, counter, last, source.span);
  counting_loop(counter, constant(0, source.span), stays, {}, source.sequences[0], source.span, out);
}

// SPIN keeps one counter per scope, which is part of the state.
VariableId StatementResolver::loop_counter(SourceSpan span) {
  VariableId& counter = scopes_.back().loop_counter;
  if (counter.valid()) return counter;
  Variable variable;
  variable.name = "_for_counter_" + std::to_string(model_.proctypes[proctype_].locals.size());
  variable.span = span;
  variable.type.kind = TypeKind::Byte;
  variable.owner = proctype_;
  variable.is_read = true;
  counter = model_.variables.add(std::move(variable));
  model_.proctypes[proctype_].locals.push_back(counter);
  return counter;
}

// Takes out each message and puts it back at the end.
void StatementResolver::resolve_for_in_channel(const ast::Stmt& source, ExprId channel, Sequence& out) {
  const SourceSpan span = source.span;
  const ExprId message = resolve_target(source.target);
  if (model_.exprs[message].type.kind != TypeKind::Structure) {
    return error(DiagnosticKind::TypeMismatch, model_.exprs[message].span,
                 "to iterate over a channel, the variable must be a structure of the type of its messages");
  }
  const ExprId counter = variable(loop_counter(span), span);
  Expr length;
  length.kind = ExprKind::Len;
  length.operands = {channel};
  const ExprId stays = binary(Operator::Less, counter, add_expr(std::move(length), span), span);
  Stmt receive;
  receive.kind = StmtKind::Receive;
  receive.target = channel;
  Stmt send;
  send.kind = StmtKind::Send;
  send.target = channel;
  expand_structure(message, send.args);
  for (const ExprId field : send.args) receive.patterns.push_back({Pattern::Kind::Store, field, false});
  check_arity(channel, send.args.size(), span, true);
  Sequence prefix = {add_stmt(std::move(receive), span)};
  prefix.push_back(add_stmt(std::move(send), span));
  counting_loop(counter, constant(0, span), stays, std::move(prefix), source.sequences[0], span, out);
}

void StatementResolver::resolve_select(const ast::Stmt& source, Sequence& out) {
  const SourceSpan span = source.span;
  const ExprId target = resolve_target(source.target);
  const ExprId first = resolve_expr(source.args[0]);
  const ExprId last = resolve_expr(source.args[1]);
  const bool literal = model_.exprs[first].kind == ExprKind::Constant && model_.exprs[last].kind == ExprKind::Constant;
  const int32_t low = model_.exprs[first].value;
  const int32_t high = model_.exprs[last].value;
  if (literal && high < low) {
    error(DiagnosticKind::ValueOutOfRange, span, "the first bound of select is above the second");
    return;
  }
  Stmt choice;
  if (literal && source.is_choice && int64_t{high} - low < kMaxSelectChoices) {
    choice.kind = StmtKind::If;
    for (int32_t value = low; value <= high; ++value) {
      choice.sequences.push_back({assign(target, constant(value, span), span)});
    }
    out.push_back(add_stmt(std::move(choice), span));
    return;
  }
  if (model_.exprs[target].kind == ExprKind::Variable) mark_read(model_.exprs[target].place.variable);
  out.push_back(assign(target, first, span));
  Sequence count = {condition(binary(Operator::Less, target, last, span))};
  count.push_back(assign(target, binary(Operator::Add, target, constant(1, span), span), span));
  Stmt leave;
  leave.kind = StmtKind::Break;
  choice.kind = StmtKind::Do;
  choice.sequences = {std::move(count), {add_stmt(std::move(leave), span)}};
  out.push_back(add_stmt(std::move(choice), span));
}

}  // namespace px::promela
