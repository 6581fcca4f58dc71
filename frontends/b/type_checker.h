// The type checker class, shared only by the typecheck*.cpp files.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontends/b/typecheck.h"
#include "frontends/b/unify.h"

namespace px::b {

class TypeChecker {
 public:
  TypeChecker(Machine& machine, const SourceMap& sources, Diagnostics& diagnostics);
  void run();

 private:
  // The reason for the type expected of an operand.
  struct Reason {
    ExprId because;         // an operand whose type requires it, or
    std::string_view what;  // the operator or construct that does
  };
  // A `-` or `*` whose operands are not yet known to be numbers or sets, or a record field whose record is not yet
  // known.
  struct Open {
    ExprId expr;
    TermId result;
  };

  TermId infer(ExprId id);
  TermId infer_kind(ExprId id);
  TermId infer_operation(ExprId id);
  TermId infer_signature(ExprId id, std::string_view signature);
  TermId infer_elements(ExprId id, bool sequence);
  TermId infer_if(ExprId id);
  TermId infer_binder(ExprId id);
  TermId infer_record(ExprId id);
  TermId infer_let(ExprId id);
  void predicate(ExprId id, std::string_view what);
  void conjuncts(const std::vector<Conjunct>& list, std::string_view what);
  void substitution(SubstId id);
  void assignment(const Subst& subst);
  void call(const Subst& subst);
  TermId product_of(const std::vector<SymbolId>& symbols);

  void expect(ExprId operand, TermId expected, Reason reason);
  void explain_mismatch(ExprId operand, TermId expected, Reason reason);
  bool settle(const Open& open, bool force);
  bool settle_field(const Open& open);
  void settle_open(bool force);
  void store_types();
  TermId read_signature(std::string_view signature, size_t& at, std::map<char, TermId>& letters);

  TermId term_of(SymbolId symbol) { return symbols_[symbol.value]; }
  TermId term_of(ExprId expr) const { return exprs_[expr.value]; }
  std::string quoted(ExprId id) const;
  std::string where_typed(ExprId id) const;
  std::string expansion_note(ExpansionId id) const;

  Machine& machine_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  Unifier unifier_;
  std::vector<TermId> symbols_;
  std::vector<TermId> exprs_;
  std::vector<Open> open_;
};

}  // namespace px::b
