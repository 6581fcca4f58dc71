// Substitutions (parser_substitution.cpp). See token_reader.h.
#pragma once

#include <string>
#include <vector>

#include "frontends/b/formula_parser.h"

namespace px::b {

class SubstitutionParser : public FormulaParser {
 protected:
  using FormulaParser::FormulaParser;

  SubstId parse_substitution();  // with ; and ||
  bool at_operation_header() const;

 private:
  using FormulaParser::add;

  SubstId parse_parallel();
  SubstId parse_simple();
  SubstId parse_keyword_substitution();
  SubstId parse_guarded(SubstKind kind);
  SubstId parse_conditional(SubstKind kind, TokenKind again, const std::string& condition_name);
  SubstId parse_choice();
  SubstId parse_case();
  SubstId parse_any();
  SubstId parse_let();
  SubstId parse_var();
  SubstId parse_while();
  SubstId parse_assignment();
  SubstId parse_call(std::vector<ExprId> results, SourceSpan start);
  SubstId call_from(ExprId expr, SourceSpan start);
  Branch parse_branch_body(ExprId condition, SourceSpan start);
  SubstId add(Subst subst, SourceSpan start);
};

}  // namespace px::b
