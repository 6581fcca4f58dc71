// Expressions and predicates: the bindings of their symbols, and the conversion of operands to values.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontends/b/set_lowering.h"

namespace px::b {

class ExpressionLowering : public SetLowering {
 protected:
  using SetLowering::SetLowering;

  using Names = std::map<SymbolId, V>;
  // Restores the bound names, even if lowering gives up and an alternative is tried.
  class Restore {
   public:
    explicit Restore(ExpressionLowering& lowerer) : lowerer_(lowerer), outer_(lowerer.bound_) {}
    ~Restore() { lowerer_.bound_ = std::move(outer_); }
    Restore(const Restore&) = delete;
    Restore& operator=(const Restore&) = delete;

   private:
    ExpressionLowering& lowerer_;
    Names outer_;
  };
  // The place of a variable, a stored constant or a result.
  struct Storage {
    ir::VariableId variable;
    Shape shape;
    std::string name;
    MakePlace place;
    SourceSpan span;
    // For results and locals whose type does not bound them: the bounds of all values assigned to them.
    std::shared_ptr<std::optional<Info>> assigned;
  };

  // ---- Expressions (lower_expression.cpp, lower_relation.cpp, lower_sequence.cpp)
  V value(ExprId id);
  V value_here(ExprId id);
  V operation(const Expr& e, ExprId id);
  V binder(const Expr& e);
  struct Scope;
  Scope scope_of_binder(const Expr& e);
  static std::optional<Walks> walks_of(const Scope& scope);
  static bool repeats(const std::optional<Walks>& walks);
  static std::optional<Info> known_of(const std::optional<Walks>& walks);
  V lambda(const Expr& e, const Scope& scope);
  Walks joined_walks(const Scope& scope);
  V quantified_join(const Expr& e, const Scope& scope);
  V record_set(const Expr& e);
  std::vector<V> fields_of(const Expr& e, TypeId record);
  Names scope_of(const Expr& let);
  V symbol_value(SymbolId symbol, SourceSpan span);
  V arithmetic(const Expr& e);
  V power(const Expr& e, const V& x, const V& y);
  V set_operation(const Expr& e, ExprId id);
  V relation(const Expr& e, ExprId id);
  V sequence(const Expr& e, ExprId id);
  V extension(const Expr& e, ExprId id);
  bool is_literal(ExprId id) const;
  V projection(const Expr& e);
  V direct_product(const Expr& e);
  V parallel_product(const Expr& e);
  V listed_sequence(const Expr& e);
  V part_of_sequence(const Expr& e, ExprId id);
  V extended_sequence(const Expr& e);
  V cut_sequence(const Expr& e, ExprId id);

  // ---- Predicates
  ir::ExprId predicate(ExprId id);
  ir::ExprId predicate_here(ExprId id);
  ir::ExprId quantified(const Expr& e);
  ir::ExprId compared(const Expr& e, ir::Op op);
  ir::ExprId member(ExprId element, ExprId set);
  void conjuncts(ExprId predicate, std::vector<ExprId>& out) const;
  template <class F>
  auto with(const Names& scope, const F& f) {
    const Restore restore(*this);
    bound_ = scope;
    return f();
  }

  // ---- Walks through the values that satisfy a predicate (solve.cpp)
  struct SolveOptions {
    bool guesses = false;  // numbers without bounds may be tried within guessed ones
    bool once = false;     // meeting a value twice makes a difference
  };
  Walks solve(const std::vector<SymbolId>& names, ExprId predicate, SourceSpan span, bool once = false);
  Walks solve(const std::vector<SymbolId>& names, std::vector<ExprId> conjuncts, std::vector<ExprId> hints,
              SourceSpan span, SolveOptions options);
  V tuple_of(const std::vector<SymbolId>& names, TypeId type);
  bool bind_tuple(const std::vector<SymbolId>& names, const V& tuple, Names& scope) const;
  bool mentions_any(ExprId id, const std::set<SymbolId>& symbols) const;
  friend class Solver;

  // ---- Substitutions (lower_substitution.cpp, lower_assignment.cpp)
  bool is_space(ExprId set) const;
  static bool is_sequence_space(Op op);
  bool pointwise(ExprId value, SymbolId variable, bool by_argument) const;
  bool mentions(ExprId id, SymbolId symbol) const { return b::mentions(m_, id, symbol); }

  Names bound_;                           // names bound here, and constants with known values
  std::map<SymbolId, Storage> storages_;  // variables, stored constants, results, VAR
  std::map<SymbolId, V> old_;             // x$0
  std::map<ExprId, V> literals_;          // sets of literals
  std::map<ExprId, V> evaluated_;         // applications that have already been evaluated
};

}  // namespace px::b
