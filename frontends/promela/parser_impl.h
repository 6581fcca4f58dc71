// The units of a model. See parser_base.h.
#pragma once

#include <string>

#include "frontends/promela/statement_parser.h"

namespace px::promela {

class Parser : public StatementParser {
 public:
  Parser(const TokenList& tokens, Diagnostics& diagnostics) : StatementParser(tokens, diagnostics) {}
  ast::Module run();

 private:
  // Units (parser.cpp).
  void parse_unit();
  void parse_proctype();
  void parse_body(ast::Proctype proctype);
  void parse_claim(ast::ProctypeKind kind);
  void parse_typedef();
  void parse_inline();
  void parse_formula();
  void parse_mtype_or_variables();
  ast::MtypeSet parse_mtype_names(std::string set);
  void add_unit(ast::Unit::Kind kind, size_t index);
};

}  // namespace px::promela
