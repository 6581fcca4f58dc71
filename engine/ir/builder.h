// The only way to make a Program. Every call appends one node and returns its id; types are shared, so equal types
// have equal ids. The builder infers result types but does not judge: verify() (verifier.h) finds what is ill-formed
// and says where. A builder is used by one thread.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/ir/program.h"

namespace px::ir {

class Builder {
 public:
  explicit Builder(std::string name);
  // Goes on with a program that is there already.
  explicit Builder(Program program) : program_(std::move(program)) {}

  // Sorts, families, locations.
  SortId sort(std::string name, uint32_t size, SourceSpan span = {}, std::vector<std::string> element_names = {});
  FamilyId family(std::string name, SortId sort, uint32_t first, uint32_t count, SourceSpan span = {});
  FamilyId whole(SortId sort) const { return program_.sorts[sort].whole; }
  // Adds a control location to the family, which thereby becomes a family of processes. The first location added is
  // where its elements start unless initial_location says otherwise; flags are set on the returned location.
  LocationId location(FamilyId family, std::string name, SourceSpan span = {});
  Location& location_info(LocationId id) { return program_.locations[id]; }
  void initial_location(FamilyId family, uint32_t element_in_family, LocationId location);

  // Types.
  TypeId bool_type();
  TypeId integer_type();  // all of 64 bits: the type of arithmetic
  TypeId int_type(int64_t lo, int64_t hi);
  // Values of Externals, of which the program knows no more than that they lie in this range.
  TypeId external_type(int64_t lo, int64_t hi);
  TypeId named_int_type(int64_t lo, int64_t hi, ValueNames names);
  TypeId named_set_type(Domain domain, NamesId names);  // of numbers with these names
  TypeId element_type(SortId sort, bool allows_none = false);
  TypeId set_type(Domain domain);
  TypeId sequence_type(TypeId element);
  TypeId array_type(Domain domain, TypeId element);
  TypeId record_type(std::vector<Field> fields);
  TypeId queue_type(uint32_t capacity, TypeId record);

  VariableId variable(std::string name, TypeId type, std::vector<int64_t> initial = {}, SourceSpan span = {});
  // A local of the family: one cell per element.
  VariableId local(FamilyId family, std::string name, TypeId cell, std::vector<int64_t> initial = {},
                   SourceSpan span = {});
  Variable& variable_info(VariableId id) { return program_.variables[id]; }

  // Bindings and expressions.
  BindingId binding(std::string name, TypeId type);
  BindingId binding_over(std::string name, const Domain& domain);  // typed as the domain's values
  void rename(BindingId binding, std::string name) { program_.bindings[binding].name = std::move(name); }
  TypeId domain_type(const Domain& domain);
  ExprId constant(TypeId type, int64_t value, SourceSpan span = {});
  ExprId boolean(bool value, SourceSpan span = {}) { return constant(bool_type(), value, span); }
  ExprId integer(int64_t value, SourceSpan span = {}) { return constant(integer_type(), value, span); }
  ExprId use(BindingId binding, SourceSpan span = {});
  ExprId read(PlaceId place, SourceSpan span = {});
  ExprId queue_length(PlaceId queue, SourceSpan span = {});
  ExprId unary(Op op, ExprId a, SourceSpan span = {});
  ExprId binary(Op op, ExprId a, ExprId b, SourceSpan span = {});
  ExprId conditional(ExprId condition, ExprId then, ExprId otherwise, SourceSpan span = {});
  ExprId wrap(ExprId a, TypeId type, SourceSpan span = {});
  // {element} as a set of the given type; unary(Op::SetOf, ...) makes one over the whole sort.
  ExprId set_of(ExprId element, TypeId set, SourceSpan span = {});
  ExprId element_at(ExprId index, SortId sort, SourceSpan span = {});
  ExprId quantifier(Op op, BindingId binding, const Domain& domain, ExprId filter, ExprId value = {},
                    SourceSpan span = {});
  ExprId let_in(BindingId binding, ExprId value, ExprId body, SourceSpan span = {});
  // The least set that includes `start` and `step`, which may use the binding for the set itself.
  ExprId fixpoint(BindingId binding, ExprId start, ExprId step, SourceSpan span = {});
  // The value if the condition holds, else an error of the model with this text.
  ExprId check(ExprId condition, ExprId value, const std::string& text, SourceSpan span = {});
  // A call of function number `function` of the program's Externals; `result` is a type of integers.
  ExprId call(uint32_t function, const std::vector<ExprId>& arguments, TypeId result, SourceSpan span = {});
  void labels_are_printed() { program_.labels_are_printed = true; }
  void externals(std::shared_ptr<const Externals> externals) { program_.externals = std::move(externals); }
  ExprId at(ExprId process, LocationId location, SourceSpan span = {});
  ExprId location_index(ExprId process, FamilyId family, SourceSpan span = {});
  ExprId can_move(ExprId process, FamilyId family, SourceSpan span = {});
  ExprId timeout(SourceSpan span = {});
  ExprId all_of(const std::vector<ExprId>& conditions);  // true if empty
  ExprId any_of(const std::vector<ExprId>& conditions);  // false if empty
  // A copy of an expression with all its nodes, each binding in `from` replaced by the expression beside it.
  ExprId clone(ExprId expr, const std::vector<std::pair<BindingId, ExprId>>& replace = {});

  // Places.
  PlaceId place(VariableId variable, SourceSpan span = {});
  PlaceId index(PlaceId parent, ExprId index, SourceSpan span = {});
  PlaceId field(PlaceId parent, uint32_t field, SourceSpan span = {});
  PlaceId item(PlaceId queue, ExprId position, SourceSpan span = {});
  PlaceId clone_place(PlaceId place, const std::vector<std::pair<BindingId, ExprId>>& replace = {});

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
  // Of the range, only the first `count` numbers.
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
  // `from`: where the process is known to stand, if that is known.
  StatementId go_to(ExprId process, LocationId location, SourceSpan span = {}, LocationId from = {});
  StatementId solve(std::vector<PlaceId> places, std::vector<ExprId> conditions, SourceSpan span = {});
  StatementId print(std::string format, std::vector<ExprId> arguments, SourceSpan span = {});

  ActionId action(Action action);
  // Takes away all actions for which `drop` holds; ids of the others change.
  void drop_actions(const std::function<bool(const Action&)>& drop);
  void invariant(std::string name, ExprId condition, SourceSpan span = {}, ViolationKind kind = ViolationKind::Safety);
  void automaton(Automaton automaton);
  void deadlock_rule(DeadlockRule rule) { program_.deadlock = rule; }
  void init(Block block) { program_.init = std::move(block); }

  const Program& program() const { return program_; }
  Program take() { return std::move(program_); }

 private:
  TypeId type(Type type);
  ExprId expr(Expr expr) { return program_.exprs.add(expr); }
  StatementId statement(Statement statement) { return program_.statements.add(std::move(statement)); }
  TypeId result_type(Op op, ExprId a, ExprId b);

  Program program_;
};

}  // namespace px::ir
