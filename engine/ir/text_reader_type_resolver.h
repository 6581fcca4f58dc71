// Resolves the names, constants and types of a syntax tree. The resolver is a chain of classes: TypeResolver,
// ExpressionResolver, Resolver (declarations, statements, formulas). Each knows those below it only.
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
#include "engine/ir/formula_reading.h"
#include "engine/ir/text.h"
#include "engine/ir/text_syntax.h"

namespace px::ir::text {

// A formula during resolution.
struct FormulaParts {
  ltl::Formulas formulas{};
  FormulaReading reading{FormulaStyle::Words};
  std::vector<ExprId> propositions{};
  std::map<std::string, uint32_t> numbers{};             // of propositions by their texts
  std::vector<std::pair<BindingId, ExprId>> instance{};  // the values of the enclosing quantifiers' names
  uint32_t instances = 0;
};

class TypeResolver {
 protected:
  TypeResolver(SyntaxTree& tree, SourceMap& sources, FileId file, const Definitions& definitions,
               Diagnostics& diagnostics);

  using Names = std::vector<std::string>;

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
  std::set<std::string> broken_;  // declared with an error: their uses are not reported
  std::vector<Bound> scope_;
  std::optional<SourceSpan> position_;
};

}  // namespace px::ir::text
