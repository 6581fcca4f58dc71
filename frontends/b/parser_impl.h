// The machine and its clauses (parser.cpp). See token_reader.h.
#pragma once

#include <string_view>
#include <vector>

#include "frontends/b/substitution_parser.h"

namespace px::b {

class Parser : public SubstitutionParser {
 public:
  Parser(FileId file, const SourceMap& sources, ParsedMachine& machine, Diagnostics& diagnostics)
      : Parser(file, sources.text(file), machine, diagnostics) {}
  Parser(FileId file, std::string_view text, ParsedMachine& machine, Diagnostics& diagnostics)
      : SubstitutionParser(file, text, machine, diagnostics) {}
  void run_machine();
  void run_definition_file();
  ExprId run_formula();

 private:
  void parse_header();
  void parse_clauses();
  void parse_clause(TokenKind clause);
  void parse_uses(MachineUse::Kind kind);
  void parse_sets();
  void parse_declared(std::vector<DeclaredName>& names, bool concrete);
  void parse_values();
  void parse_assertions();
  void parse_operations(std::vector<ParsedOperation>& operations);
  ParsedOperation parse_operation();
  void parse_definitions();
  void parse_definition();
  void skip_to_clause();
  bool skip_to_operation();
  bool at_definition_start(size_t index) const;
  size_t definitions_end() const;
  size_t definition_end(size_t limit) const;
  bool looks_like_substitution(size_t end) const;

  uint64_t clauses_seen_ = 0;  // one bit per clause
};

}  // namespace px::b
