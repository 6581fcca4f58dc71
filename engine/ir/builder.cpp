#include "engine/ir/builder.h"

namespace px::ir {

// ---- Statements

StatementId Builder::assign(PlaceId place, ExprId value, SourceSpan span) {
  return assign_all({place}, {value}, span);
}

StatementId Builder::assign_all(std::vector<PlaceId> places, std::vector<ExprId> values, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Assign;
  s.places = std::move(places);
  s.exprs = std::move(values);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::copy(PlaceId to, PlaceId from, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Copy;
  s.places = {to, from};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::reset(PlaceId place, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Reset;
  s.places = {place};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::if_else(ExprId condition, Block then, Block otherwise, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::If;
  s.exprs = {condition};
  s.blocks = {std::move(then), std::move(otherwise)};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::for_each(BindingId binding, const Domain& domain, Block body, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::For;
  s.binding = binding;
  s.domain = domain;
  s.blocks = {std::move(body)};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::while_loop(ExprId condition, Block body, uint64_t limit, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::While;
  s.exprs = {condition};
  s.blocks = {std::move(body)};
  s.limit = limit;
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::let(BindingId binding, ExprId value, Block body, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Let;
  s.binding = binding;
  s.exprs = {value};
  s.blocks = {std::move(body)};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::choose(BindingId binding, const Domain& domain, Block body, SourceSpan span) {
  const StatementId id = for_each(binding, domain, std::move(body), span);
  program_.statements[id].kind = Statement::Kind::Choose;
  return id;
}

StatementId Builder::choose_some(BindingId binding, const Domain& range, ExprId count, Block body, SourceSpan span) {
  const StatementId id = choose(binding, range, std::move(body), span);
  program_.statements[id].exprs = {count};
  return id;
}

StatementId Builder::either(std::vector<Block> branches, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Either;
  s.blocks = std::move(branches);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::require(ExprId condition, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Require;
  s.exprs = {condition};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::assertion(ExprId condition, std::string text, SourceSpan span, ViolationKind kind) {
  Statement s;
  s.kind = Statement::Kind::Assert;
  s.exprs = {condition};
  s.text = std::move(text);
  s.violation = static_cast<uint8_t>(kind);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::fail(std::string text, SourceSpan span, ViolationKind kind) {
  Statement s;
  s.kind = Statement::Kind::Fail;
  s.text = std::move(text);
  s.violation = static_cast<uint8_t>(kind);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::grow(uint32_t mark, std::string text, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Grow;
  s.mark = mark;
  s.text = std::move(text);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::push(PlaceId queue, std::vector<ExprId> fields, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Push;
  s.places = {queue};
  s.exprs = std::move(fields);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::push_sorted(PlaceId queue, std::vector<ExprId> fields, SourceSpan span) {
  const StatementId id = push(queue, std::move(fields), span);
  program_.statements[id].kind = Statement::Kind::PushSorted;
  return id;
}

StatementId Builder::pop(PlaceId queue, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Pop;
  s.places = {queue};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::remove_at(PlaceId queue, ExprId position, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::RemoveAt;
  s.places = {queue};
  s.exprs = {position};
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::go_to(ExprId process, LocationId location, SourceSpan span, LocationId from) {
  Statement s;
  s.kind = Statement::Kind::Goto;
  s.exprs = {process};
  s.location = location;
  s.from = from;
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::solve(std::vector<PlaceId> places, std::vector<ExprId> conditions, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Solve;
  s.places = std::move(places);
  s.exprs = std::move(conditions);
  s.span = span;
  return statement(std::move(s));
}

StatementId Builder::print(std::string format, std::vector<ExprId> arguments, SourceSpan span) {
  Statement s;
  s.kind = Statement::Kind::Print;
  s.text = std::move(format);
  s.exprs = std::move(arguments);
  s.span = span;
  return statement(std::move(s));
}

// ---- Actions and properties

ActionId Builder::action(Action action) {
  return program_.actions.add(std::move(action));
}

void Builder::drop_actions(const std::function<bool(const Action&)>& drop) {
  Store<ActionId, Action> kept;
  for (Action& action : program_.actions) {
    if (!drop(action)) kept.add(std::move(action));
  }
  program_.actions = std::move(kept);
}

void Builder::invariant(std::string name, ExprId condition, SourceSpan span, ViolationKind kind) {
  program_.invariants.push_back(Invariant{std::move(name), condition, kind, span});
}

void Builder::automaton(Automaton automaton) {
  program_.automata.push_back(std::move(automaton));
}

}  // namespace px::ir
