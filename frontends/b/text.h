// Formulas and substitutions as B text, of either stage.
#pragma once

#include <map>
#include <string>

#include "frontends/b/ast.h"

namespace px::b {

struct Machine;

enum class Parentheses : uint8_t {
  Fewest,  // as required by the priorities
  All      // around every operator, to show how a formula was parsed
};

// `machine` supplies the names of symbols and operations; without it there must be none.
class Writer {
 public:
  Writer(const Nodes& nodes, const Machine* machine, Parentheses parentheses = Parentheses::Fewest)
      : nodes_(nodes), machine_(machine), parentheses_(parentheses) {}

  // With these texts in place of symbols.
  Writer(const Machine& machine, const std::map<SymbolId, std::string>& texts);

  std::string formula(ExprId expr) const { return write(expr, kOutside); }
  // Lines with this indentation, without the final newline.
  std::string substitution(SubstId subst, int indent) const;

 private:
  static constexpr int kOutside = 21;  // `;` and `||` need brackets
  static constexpr int kInBrackets = 0;

  std::string write(ExprId expr, int least) const;
  std::string bare(const Expr& expr) const;
  std::string operation(const Expr& expr) const;
  std::string binary(const Expr& expr) const;
  std::string binder(const Expr& expr) const;
  std::string fields(const Expr& expr) const;
  std::string let(const Expr& expr) const;
  std::string list(const std::vector<ExprId>& exprs, int least) const;
  std::string bound_names(const std::vector<Name>& names, const std::vector<SymbolId>& bound) const;
  std::string name_of(SymbolId symbol) const;
  int priority(const Expr& expr) const;

  std::string simple(const Subst& subst) const;
  std::string guarded(const Subst& subst, int indent) const;
  std::string composed(const Subst& subst, int indent) const;
  std::string case_block(const Subst& subst, int indent) const;
  std::string local_block(const Subst& subst, int indent) const;

  const Nodes& nodes_;
  const Machine* machine_;
  Parentheses parentheses_;
  const std::map<SymbolId, std::string>* texts_ = nullptr;
};

// A string literal, with quotes and escapes.
std::string quoted_string(const std::string& text);

}  // namespace px::b
