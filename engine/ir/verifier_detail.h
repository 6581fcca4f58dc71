// The parts of the verifier; private to it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/ir/program.h"

namespace px::ir {

class Verifier {
 public:
  explicit Verifier(const Program& program) : p_(program), bound_(program.bindings.size(), false) {}
  std::vector<Diagnostic> run();

 private:
  // What expressions may contain depends on where they occur.
  enum class Where : uint8_t { Guard, Body, Init, Property };

  // Declarations (verifier.cpp).
  void sorts_and_families();
  void family(FamilyId id);
  void locations(FamilyId id);
  void types();
  void type(TypeId id);
  void variables();
  void initial_values(const Variable& variable);
  bool append_initial(TypeId type, const std::vector<int64_t>& values, size_t& next, bool must_be_default,
                      const Variable& variable);
  void actions();
  void action(const Action& action);
  void movers(const Action& action);
  void properties();
  void automaton(const Automaton& automaton);
  void layout();
  void unique(std::set<std::string>& seen, const std::string& name, SourceSpan span, std::string_view what);
  bool domain(const Domain& domain, SourceSpan span);

  // Statements (verifier_statement.cpp).
  void block(const Block& block);
  void statement(const Statement& s);
  bool shape(const Statement& s);
  void assign(const Statement& s);
  void push(const Statement& s);
  void print(const Statement& s);
  void go_to(const Statement& s);
  void bind(const Statement& s);
  void writable(PlaceId place);

  // Expressions and places (verifier_expr.cpp). They yield the type, or an invalid one after an error was reported.
  TypeId expr(ExprId id);
  TypeId expr_node(const Expr& e);
  TypeId constant(const Expr& e);
  TypeId quantifier(const Expr& e);
  TypeId named_value(const Expr& e);
  TypeId operation(const Expr& e, const TypeId* operands);
  TypeId set_operation(const Expr& e, const TypeId* operands);
  TypeId call_operation(const Expr& e, const TypeId* operands);
  TypeId sequence_operation(const Expr& e, const TypeId* operands);
  TypeId process_operation(const Expr& e, TypeId operand);
  TypeId place(PlaceId id);
  TypeId place_node(const Place& place);
  bool index(const Domain& domain, TypeId index, SourceSpan span);
  void condition(ExprId id, std::string_view what);
  bool is(TypeId id, TypeKind kind) const { return id.valid() && p_.types[id].kind == kind; }
  bool needs(TypeId found, TypeKind kind, std::string_view what, SourceSpan span);
  bool alike(TypeId a, TypeId b) const;
  bool needs_alike(TypeId a, TypeId b, std::string_view what, SourceSpan span);
  bool process(TypeId operand, FamilyId family, SourceSpan span);
  bool scalar_type(TypeId id) const { return p_.types.contains(id) && p_.types[id].is_scalar(); }

  SourceSpan known(SourceSpan span) const { return span.known() ? span : around_; }
  void error(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});

  const Program& p_;
  Diagnostics diagnostics_;
  std::vector<bool> bound_;  // per binding: in scope
  Where where_ = Where::Property;
  SourceSpan around_;  // of the declaration or statement, for nodes without a position
  uint32_t depth_ = 0;
};

}  // namespace px::ir
