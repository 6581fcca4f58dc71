// The only way to create a Program. Every call appends one node and returns its id; types are shared, so equal types
// have equal ids. The builder infers result types but does not check: verify() (verifier.h) finds ill-formed nodes and
// reports where they are. A builder is used by one thread.
//
// Three classes, each knowing those below it only: TypeBuilder (sorts, families, types, variables), ExpressionBuilder
// (bindings, expressions, places), and this one, which adds statements, actions and properties.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/ir/expression_builder.h"

namespace px::ir {

class Builder : public ExpressionBuilder {
 public:
  explicit Builder(std::string name) : ExpressionBuilder(Program{}) { program_.name = std::move(name); }
  // Continues an existing program.
  explicit Builder(Program program) : ExpressionBuilder(std::move(program)) {}

  // Statements.
  StatementId assign(PlaceId place, ExprId value, SourceSpan span = {});
  StatementId assign_all(std::vector<PlaceId> places, std::vector<ExprId> values, SourceSpan span = {});
  StatementId copy(PlaceId to, PlaceId from, SourceSpan span = {});
  StatementId reset(PlaceId place, SourceSpan span = {});
  StatementId if_else(ExprId condition, Block then, Block otherwise = {}, SourceSpan span = {});
  StatementId for_each(BindingId binding, const Domain& domain, Block body, SourceSpan span = {});
  void any_order(StatementId loop) { program_.statements[loop].any_order = true; }
  StatementId while_loop(ExprId condition, Block body, uint64_t limit, SourceSpan span = {});
  StatementId let(BindingId binding, ExprId value, Block body, SourceSpan span = {});
  StatementId choose(BindingId binding, const Domain& domain, Block body, SourceSpan span = {});
  // Chooses among the first `count` numbers of the range only.
  StatementId choose_some(BindingId binding, const Domain& range, ExprId count, Block body, SourceSpan span = {});
  StatementId either(std::vector<Block> branches, SourceSpan span = {});
  StatementId require(ExprId condition, SourceSpan span = {});
  StatementId assertion(ExprId condition, std::string text, SourceSpan span = {},
                        ViolationKind kind = ViolationKind::Assertion);
  StatementId fail(std::string text, SourceSpan span = {}, ViolationKind kind = ViolationKind::Safety);
  StatementId grow(uint32_t mark, std::string text, SourceSpan span = {});
  StatementId push(PlaceId queue, std::vector<ExprId> fields, SourceSpan span = {});
  StatementId push_sorted(PlaceId queue, std::vector<ExprId> fields, SourceSpan span = {});
  StatementId pop(PlaceId queue, SourceSpan span = {});
  StatementId remove_at(PlaceId queue, ExprId position, SourceSpan span = {});
  // `from`: the location that the process is known to leave, if it is known.
  StatementId go_to(ExprId process, LocationId location, SourceSpan span = {}, LocationId from = {});
  StatementId solve(std::vector<PlaceId> places, std::vector<ExprId> conditions, SourceSpan span = {});
  StatementId print(std::string format, std::vector<ExprId> arguments, SourceSpan span = {});

  // Actions and properties.
  ActionId action(Action action);
  // Removes all actions for which `drop` holds; ids of the others change.
  void drop_actions(const std::function<bool(const Action&)>& drop);
  void invariant(std::string name, ExprId condition, SourceSpan span = {}, ViolationKind kind = ViolationKind::Safety);
  void automaton(Automaton automaton);
  void deadlock_rule(DeadlockRule rule) { program_.deadlock = rule; }
  void init(Block block) { program_.init = std::move(block); }
  void labels_are_printed() { program_.labels_are_printed = true; }
  void externals(std::shared_ptr<const Externals> externals) { program_.externals = std::move(externals); }

 private:
  StatementId statement(Statement statement) { return program_.statements.add(std::move(statement)); }
};

}  // namespace px::ir
