// The parser class, shared only by the parser*.cpp files.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontends/mcrl2/lexer.h"
#include "frontends/mcrl2/parser.h"

namespace px::mcrl2 {

// Thrown at a syntax error (already reported), caught where parsing can continue; never leaves the parser.
struct SyntaxAbort {};

class Parser {
 public:
  Parser(std::vector<Token> tokens, Parsed& parsed, Diagnostics& diagnostics)
      : tokens_(std::move(tokens)), parsed_(parsed), diagnostics_(diagnostics) {}
  void run();

 private:
  static constexpr int kDeepest = 400;

  // Sections and sorts (parser.cpp).
  void section();
  void skip_to_section();
  void sort_section();
  void function_section(bool constructors);
  void equation_section();
  void action_section();
  void process_section();
  void init_section();
  std::vector<VariableSyntax> variable_declarations();
  std::vector<Name> name_list();
  SortSyntax* sort();
  SortSyntax* sort_unit();
  SortSyntax* structure();
  std::vector<SortSyntax*> domain();
  SortSyntax* function_from(std::vector<SortSyntax*> arguments, const Token& first);

  // Data (parser_data.cpp).
  DataSyntax* data();
  DataSyntax* data_at(int level);
  DataSyntax* data_unit();
  DataSyntax* data_primary();
  std::vector<VariableSyntax> variable_list(const char* what);
  DataSyntax* binder(DataSyntax::Kind kind);
  DataSyntax* braces();
  std::vector<DataSyntax*> data_list(std::string_view closing);
  bool is_comprehension() const;

  // Processes (parser_process.cpp).
  ProcessSyntax* process();
  ProcessSyntax* process_at(int level);
  ProcessSyntax* sum();
  ProcessSyntax* conditional();
  ProcessSyntax* multi_action();
  ProcessSyntax* process_primary();
  ProcessSyntax* call();
  ProcessSyntax* operation(ProcessSyntax::Kind kind);
  void operation_names(ProcessSyntax& p);
  NameList joined_names();
  bool at_condition() const;
  size_t unit_end(size_t at) const;
  size_t group_end(size_t at) const;

  // Tokens.
  const Token& peek(size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  bool at(std::string_view text) const { return peek().is(text); }
  bool accept(std::string_view text);
  void expect(std::string_view text, const std::string& where);
  Name expect_name(const std::string& what);
  [[noreturn]] void fail(const std::string& expected, std::string hint = {});
  [[noreturn]] void fail_at(SourceSpan span, DiagnosticKind kind, std::string message, std::string hint = {});
  SourceSpan since(const Token& first) const;

  SortSyntax* add(SortSyntax node, const Token& first);
  DataSyntax* add(DataSyntax node, const Token& first);
  ProcessSyntax* add(ProcessSyntax node, const Token& first);

  // Counts the nesting depth of the text, so that no input can overflow the stack.
  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  std::vector<Token> tokens_;
  Parsed& parsed_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  int depth_ = 0;
  Name init_name_;
};

}  // namespace px::mcrl2
