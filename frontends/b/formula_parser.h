// Formulas (parser_formula.cpp). See token_reader.h.
#pragma once

#include <string>
#include <vector>

#include "frontends/b/token_reader.h"

namespace px::b {

class FormulaParser : public TokenReader {
 protected:
  using TokenReader::TokenReader;

  // The operators that the innermost brackets allow: a comma makes pairs, `;` and `||` compose relations.
  struct Brackets {
    bool pairs;
    bool compositions;
  };

  ExprId parse_formula() { return parse_in({false, false}); }
  ExprId parse_bracketed() { return parse_in({true, true}); }
  ExprId parse_element() { return parse_in({false, true}); }
  std::vector<ExprId> parse_elements(TokenKind end);
  ExprId parse_postfix(ExprId operand, SourceSpan start);
  ExprId parse_primary();
  ExprId parse_name();
  ExprId add(Expr expr, SourceSpan start);
  std::vector<ExprId> parse_let_values(std::vector<Name>& names);

  Brackets brackets_{false, false};

 private:
  ExprId parse_binary(int least);
  ExprId parse_prefix();
  ExprId parse_application(ExprId function, SourceSpan start);
  ExprId parse_in(Brackets brackets);
  bool at_binary(Op& op, int& priority) const;
  ExprId parse_operator_primary();
  ExprId parse_function(Op op, SourceSpan start);
  ExprId parse_binder(Op op, SourceSpan start);
  std::vector<Name> parse_bound_names();
  ExprId parse_brace();
  ExprId parse_sequence_extension();
  ExprId parse_record(ExprKind kind);
  ExprId parse_if_expression();
  ExprId parse_let_expression();
  ExprId operation(Op op, std::vector<ExprId> operands, SourceSpan start);
  std::vector<Name> names_of(const std::vector<ExprId>& exprs);

  static constexpr int kPairPriority = 115;
};

}  // namespace px::b
