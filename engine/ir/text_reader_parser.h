// Parses tokens into a syntax tree by recursive descent. After an error it skips the rest of the declaration and
// resumes at the next line that starts with the keyword of a declaration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ir/text_reader_expression_parser.h"

namespace px::ir::text {

class Parser : public ExpressionParser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens, Diagnostics& diagnostics)
      : ExpressionParser(text, std::move(tokens), diagnostics) {}
  SyntaxTree parse();
  // Parses a single formula, and declares it as a property of that name unless it has an error.
  void parse_only_formula(SyntaxTree& tree, const std::string& name);

 private:
  // The current token (text_reader_parser.cpp).
  std::optional<Position> position();
  bool is_position() const;

  // Declarations (text_reader_parser.cpp).
  void declaration();
  void skip_to_declaration();
  void define_declaration(Declaration& d);
  void sort_declaration(Declaration& d);
  void family_declaration(Declaration& d);
  void process_declaration(Declaration& d);
  void location_flags(SyntaxLocationDeclaration& location);
  void variable_declaration(Declaration& d);
  void initial_value(SyntaxInitial& initial);
  void action_declaration(Declaration& d);
  void parameters(Declaration& d);
  void movers(Declaration& d);
  void invariant_declaration(Declaration& d);
  void deadlock_declaration(Declaration& d);
  void automaton_declaration(Declaration& d);
  void automaton_item(Declaration& d);
  Automaton::StepTest step_test();
  void property_declaration(Declaration& d);
  void formula(Declaration& d);

  // Statements (text_reader_parser_statement.cpp). `own_positions`: within braces, where a position after a statement
  // belongs to the statement and not to the action.
  SyntaxBlock block(std::string_view where = "before a block of statements");
  void statements(SyntaxBlock& block, bool own_positions);
  void statement(SyntaxBlock& block, bool own_positions);
  bool word_statement(SyntaxStatement& s, bool own_positions);
  void if_statement(SyntaxStatement& s);
  void binding_statement(SyntaxStatement& s, bool own_positions);
  void violation_statement(SyntaxStatement& s);
  void queue_statement(SyntaxStatement& s);
  void assignment(SyntaxStatement& s);
};

}  // namespace px::ir::text
