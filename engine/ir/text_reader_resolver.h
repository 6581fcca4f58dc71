// Translates a syntax tree to a Program: looks up names, evaluates constants, and gives `none` and `{}` types from
// their context. Reports the errors of names and types that prevent this; verify() reports all others.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/ir/text_reader_expression_resolver.h"

namespace px::ir::text {

class Resolver : public ExpressionResolver {
 public:
  Resolver(SyntaxTree& tree, SourceMap& sources, FileId file, const Definitions& definitions, Diagnostics& diagnostics)
      : ExpressionResolver(tree, sources, file, definitions, diagnostics) {}
  // Only meaningful if no error was reported.
  Program run();

 private:
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
  ReadFormula formula(SyntaxExprId id, FormulaParts& parts);
  ReadFormula joined(const SyntaxExpr& e, ltl::Connective connective, FormulaParts& parts);
  ReadFormula instances(const SyntaxExpr& e, FormulaParts& parts);
  ReadFormula proposition(SyntaxExprId id, FormulaParts& parts);

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

  std::set<std::string> declared_;         // families and sorts
  std::set<std::string> declared_values_;  // variables and constants
  bool deadlock_seen_ = false;
  bool init_seen_ = false;
};

}  // namespace px::ir::text
