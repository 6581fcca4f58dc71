// A syntax tree to a Program: names are looked up, constants computed, `none` and `{}` get their types from what they
// stand beside. What a name or a type makes impossible is reported here, everything else by verify().
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/source.h"
#include "engine/ir/builder.h"
#include "engine/ir/text.h"
#include "engine/ir/text_syntax.h"
#include "engine/ltl/formula.h"

namespace px::ir::text {

// A formula while it is resolved.
struct FormulaParts {
  ltl::Formulas formulas{};
  std::vector<ExprId> propositions{};
  std::map<std::string, uint32_t> numbers{};             // of propositions by their texts
  std::vector<std::pair<BindingId, ExprId>> instance{};  // what the names of quantifiers around stand for
  uint32_t instances = 0;
};

class Resolver {
 public:
  Resolver(SyntaxTree& tree, SourceMap& sources, FileId file, const Definitions& definitions, Diagnostics& diagnostics);

  // Only meaningful if no error was reported.
  Program run();

 private:
  using Names = std::vector<std::string>;

  // Declarations (text_reader_resolver.cpp).
  void each(Declaration::Kind kind, void (Resolver::*resolve)(const Declaration&));
  void define(const Declaration& d);
  std::optional<int64_t> defined_elsewhere(const std::string& name, const std::string& value);
  void check_definitions();
  void sort_or_family(const Declaration& d);
  void sort(const Declaration& d);
  void family(const Declaration& d);
  void process(const Declaration& d);
  void start_locations(FamilyId family, const Declaration& d);
  void variable(const Declaration& d);
  std::vector<int64_t> initial_values(const SyntaxInitial& initial, TypeId type, SourceSpan span);
  void action(const Declaration& d);
  bool parameters(const Declaration& d, Action& action);
  bool mover(const SyntaxMover& m, Action& action);
  void invariant(const Declaration& d);
  void deadlock(const Declaration& d);
  void automaton(const Declaration& d);
  void init(const Declaration& d);

  // Formulas (text_reader_resolver_property.cpp).
  void property(const Declaration& d);
  ltl::FormulaId formula(SyntaxExprId id, FormulaParts& parts);
  ltl::FormulaId temporal(const SyntaxExpr& e, FormulaParts& parts);
  ltl::FormulaId instances(const SyntaxExpr& e, FormulaParts& parts);
  ltl::FormulaId proposition(SyntaxExprId id, FormulaParts& parts);

  // Statements (text_reader_resolver_statement.cpp).
  Block block(const SyntaxBlock& statements);
  StatementId statement(const SyntaxStatement& s);
  StatementId assignment(const SyntaxStatement& s, SourceSpan span);
  StatementId binding_statement(const SyntaxStatement& s, SourceSpan span);
  StatementId push(const SyntaxStatement& s, SourceSpan span);
  StatementId remove(const SyntaxStatement& s, SourceSpan span);
  StatementId go_to(const SyntaxStatement& s, SourceSpan span);
  uint32_t mark(SyntaxExprId number);
  StatementId violation(const SyntaxStatement& s, SourceSpan span);

  // Expressions and places (text_reader_resolver_expr.cpp). All yield invalid ids after an error was reported.
  ExprId expr(SyntaxExprId id, TypeId expected = {});
  ExprId operation(const SyntaxExpr& e, TypeId expected);
  ExprId name_or_place(SyntaxExprId id);
  ExprId named_constant(const SyntaxExpr& e);
  ExprId element(const SyntaxExpr& e);
  ExprId quantifier(const SyntaxExpr& e, TypeId expected);
  ExprId named_value(const SyntaxExpr& e, TypeId expected);
  ExprId set_display(const SyntaxExpr& e, TypeId expected);
  ExprId set_of(const SyntaxExpr& e);
  ExprId sequence_display(const SyntaxExpr& e);
  ExprId length(const SyntaxExpr& e);
  ExprId at(const SyntaxExpr& e);
  ExprId of_process(const SyntaxExpr& e);
  ExprId element_at(const SyntaxExpr& e);
  std::pair<ExprId, ExprId> alike(SyntaxExprId a, SyntaxExprId b, TypeId expected);
  bool needs_type(SyntaxExprId id) const;
  bool is_place(SyntaxExprId id) const;
  PlaceId place(SyntaxExprId id);
  PlaceId named_place(const SyntaxExpr& e);
  PlaceId field_place(const SyntaxExpr& e);
  PlaceId index_place(const SyntaxExpr& e);

  // Types, constants, names (text_reader_resolver_type.cpp).
  TypeId type(SyntaxTypeId id);
  TypeId record_type(const SyntaxType& t);
  TypeId range_type(const SyntaxType& t);
  std::optional<Domain> domain(const SyntaxDomain& d);
  bool fits_into_set(const Domain& of, SourceSpan span);
  TypeId set_type(const Domain& of, SourceSpan span);
  TypeId sequence_type(TypeId item, SourceSpan span);
  std::optional<int64_t> constant(SyntaxExprId id);
  std::optional<int64_t> constant_operation(const SyntaxExpr& e);
  std::optional<int64_t> value_of_type(SyntaxExprId id, TypeId type);
  std::optional<int64_t> element_value(const SyntaxExpr& e, SortId sort);
  std::optional<int64_t> set_value(const SyntaxExpr& e, const Domain& domain);
  LocationId location(const SyntaxLocation& l, FamilyId family);
  LocationId location_of(const SyntaxLocation& l, ExprId process);
  FamilyId process_family(const Name& name, ExprId process, SourceSpan span);
  FamilyId family_named(const Name& name, std::string_view what);
  SortId sort_named(const Name& name, std::string otherwise = {});
  BindingId bound(const std::string& name) const;
  FamilyId family_of_binding(ExprId process) const;
  VariableId variable_named(const std::string& name) const;
  void unknown(std::string_view what, const Name& name, const Names& known, std::string otherwise = {});
  void error(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});
  bool declare(std::set<std::string>& names, const Name& name, std::string_view what);
  Names names_in_scope() const;
  template <class Value>
  static Names names_of(const std::map<std::string, Value>& declared) {
    Names names;
    for (const auto& [name, value] : declared) names.push_back(name);
    return names;
  }

  const Type& type_of(ExprId id) const { return b_.program().types[b_.program().exprs[id].type]; }
  TypeId type_id_of(ExprId id) const { return b_.program().exprs[id].type; }
  const Type& type_of_place(PlaceId id) const { return b_.program().types[b_.program().places[id].type]; }
  std::string type_text(TypeId id) const;

  // The position of a node: its own, unless an explicit position holds here.
  SourceSpan place_of(SourceSpan own) const { return position_ ? *position_ : own; }
  SourceSpan to_span(const Position& position);

  struct Bound {
    std::string name;
    BindingId binding;
    Domain domain;
  };

  SyntaxTree& tree_;
  SourceMap& sources_;
  FileId file_;
  const Definitions& definitions_;
  Diagnostics& diagnostics_;
  Builder b_;
  std::map<std::string, std::optional<int64_t>> constants_;  // no value: its definition is wrong, and was reported
  std::map<std::string, SortId> sorts_;
  std::map<std::string, FamilyId> families_;
  std::map<std::string, VariableId> globals_;
  std::map<std::pair<uint32_t, std::string>, VariableId> locals_;
  std::map<std::string, std::vector<std::pair<SortId, int64_t>>> elements_;
  std::set<std::string> declared_;         // families and sorts
  std::set<std::string> declared_values_;  // variables and constants
  std::set<std::string> broken_;           // declared wrongly: their uses are not reported
  std::vector<Bound> scope_;
  std::optional<SourceSpan> position_;
  bool deadlock_seen_ = false;
  bool init_seen_ = false;
};

}  // namespace px::ir::text
