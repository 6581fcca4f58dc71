#include <algorithm>

#include "frontends/promela/statement_parser.h"

namespace px::promela {

ast::StmtId ExpressionParser::add(ast::Stmt stmt, SourceSpan start) {
  stmt.span = span_from(start);
  return module_.stmts.add(std::move(stmt));
}

bool StatementParser::at_sequence_end() {
  if (at_unit_start()) return true;  // a '}' is missing
  switch (stream_.peek().kind) {
    case TokenKind::RightBrace:
    case TokenKind::DoubleColon:
    case TokenKind::Fi:
    case TokenKind::Od:
    case TokenKind::End: return true;
    default: return false;
  }
}

bool StatementParser::skip_separators() {
  bool any = false;
  while (stream_.accept(TokenKind::Semicolon) || stream_.accept(TokenKind::Arrow)) any = true;
  return any;
}

SourceSpan StatementParser::expect_left_brace() {
  return expect(TokenKind::LeftBrace, "before the statements").span;
}

void StatementParser::expect_right_brace(SourceSpan open) {
  if (!stream_.at(TokenKind::RightBrace)) {
    const bool at_end = at_unit_start() || stream_.at(TokenKind::End);
    fail(at_end ? "'}'" : "'}' or ';' after the statement", not_closed("'{'", open));
  }
  stream_.next();
}

ast::Sequence StatementParser::parse_braced_sequence() {
  const SourceSpan open = expect_left_brace();
  ast::Sequence sequence = parse_sequence();
  expect_right_brace(open);
  return sequence;
}

// Statements up to a closing token, which is left to the caller.
ast::Sequence StatementParser::parse_sequence() {
  ast::Sequence sequence;
  const size_t bodies = stream_.body_depth();
  while (true) {
    skip_separators();
    if (at_sequence_end()) break;
    try {
      parse_step(sequence);
    } catch (const SyntaxAbort&) {
      const size_t parentheses = stream_.nesting();
      stream_.reset_nesting(bodies);
      skip_statement(parentheses);
    }
  }
  return sequence;
}

void StatementParser::parse_step(ast::Sequence& sequence) {
  const SourceSpan start = stream_.peek().span;
  ast::StmtId stmt = parse_statement();
  if (stream_.accept(TokenKind::Unless)) {
    ast::Stmt unless;
    unless.kind = ast::StmtKind::Unless;
    unless.sequences = {{stmt}, {parse_statement()}};
    stmt = add(std::move(unless), start);
  }
  sequence.push_back(stmt);
  const TokenKind last = stream_.last();
  if (skip_separators() || at_sequence_end()) return;
  if (last == TokenKind::RightBrace || last == TokenKind::Else || last == TokenKind::Colon) return;
  const ast::Stmt& read = module_.stmts[stmt];
  const bool is_condition = read.kind == ast::StmtKind::Condition;
  fail_after_statement(is_condition ? read.args[0] : ast::ExprId());
}

// A name and a colon; but the name of a proctype begins a remote reference.
bool StatementParser::at_label() {
  return stream_.at(TokenKind::Name) && stream_.peek(1).kind == TokenKind::Colon &&
         !seen_proctypes_.contains(std::string(stream_.peek().text));
}

ast::StmtId StatementParser::parse_statement() {
  const Nesting nesting(*this);
  return at_label() ? parse_labelled() : parse_simple();
}

ast::StmtId StatementParser::parse_labelled() {
  std::vector<ast::Label> labels;
  const SourceSpan start = stream_.peek().span;
  while (at_label()) {
    const Token name = stream_.next();
    stream_.next();
    labels.push_back({std::string(name.text), name.span});
  }
  ast::StmtId stmt;
  if (at_sequence_end() || stream_.at(TokenKind::Semicolon) || stream_.at(TokenKind::Unless)) {
    ast::Stmt empty;
    empty.kind = ast::StmtKind::EmptyLabel;
    stmt = add(std::move(empty), start);
  } else {
    stmt = parse_simple();
  }
  ast::Stmt& labelled = module_.stmts[stmt];
  if (labelled.kind == ast::StmtKind::Declare || labelled.kind == ast::StmtKind::Exclusive) {
    diagnostics_.add(DiagnosticKind::SyntaxError, start, "a label cannot precede a declaration",
                     "put a statement, such as skip, after the label");
  }
  labelled.labels = std::move(labels);
  return stmt;
}

ast::StmtId StatementParser::parse_simple() {
  const SourceSpan start = stream_.peek().span;
  statement_start_ = start;
  ast::Stmt stmt;
  if (at_declaration()) {
    stmt.kind = ast::StmtKind::Declare;
    stmt.declaration = parse_declaration();
    return add(std::move(stmt), start);
  }
  switch (stream_.peek().kind) {
    case TokenKind::ExclusiveReceive:
    case TokenKind::ExclusiveSend: return parse_exclusive();
    case TokenKind::If: return parse_options(ast::StmtKind::If, TokenKind::Fi);
    case TokenKind::Do: return parse_options(ast::StmtKind::Do, TokenKind::Od);
    case TokenKind::Atomic: return parse_nested(ast::StmtKind::Atomic);
    case TokenKind::DStep: return parse_nested(ast::StmtKind::DStep);
    case TokenKind::LeftBrace: return parse_nested(ast::StmtKind::Block);
    case TokenKind::For: return parse_for();
    case TokenKind::Select: return parse_select();
    case TokenKind::Printf: return parse_print();
    case TokenKind::Printm: return parse_print_mtype();
    case TokenKind::SetPriority: return parse_set_priority();
    case TokenKind::Return: return parse_return();
    case TokenKind::Name: return parse_reference_statement();
    case TokenKind::Else: stmt.kind = ast::StmtKind::Else; break;
    case TokenKind::Break: stmt.kind = ast::StmtKind::Break; break;
    case TokenKind::Goto: stmt.kind = ast::StmtKind::Goto; break;
    case TokenKind::Assert: stmt.kind = ast::StmtKind::Assert; break;
    default: stmt.args.push_back(parse_expression()); return add(std::move(stmt), start);
  }
  stream_.next();
  if (stmt.kind == ast::StmtKind::Goto) stmt.text = expect(TokenKind::Name, "as the label to go to").text;
  if (stmt.kind == ast::StmtKind::Assert) stmt.args.push_back(parse_expression());
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_exclusive() {
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::Exclusive;
  const Token keyword = stream_.next();
  stmt.receives = keyword.kind == TokenKind::ExclusiveReceive;
  do {
    stmt.args.push_back(parse_reference());
  } while (stream_.accept(TokenKind::Comma));
  return add(std::move(stmt), keyword.span);
}

ast::StmtId StatementParser::parse_options(ast::StmtKind kind, TokenKind end) {
  ast::Stmt stmt;
  stmt.kind = kind;
  const SourceSpan start = stream_.next().span;
  if (!stream_.at(TokenKind::DoubleColon)) {
    report("'::' before the first option", kind == ast::StmtKind::If
                                               ? "a choice is written if :: condition -> ... :: else -> ... fi"
                                               : "a loop is written do :: condition -> ... :: else -> break od");
    stmt.sequences.push_back(parse_sequence());  // continue as if it were there
  }
  while (stream_.accept(TokenKind::DoubleColon)) {
    const SourceSpan option = stream_.last_span();
    const size_t errors = diagnostics_.error_count();
    stmt.sequences.push_back(parse_sequence());
    if (stmt.sequences.back().empty() && diagnostics_.error_count() == errors) {
      diagnostics_.add(DiagnosticKind::SyntaxError, option, "the option has no statement", "write :: skip");
    }
  }
  if (!stream_.at(end)) {
    const char* opener = kind == ast::StmtKind::If ? "'if'" : "'do'";
    fail(token_name(end) + " or '::'", not_closed(opener, start));
  }
  stream_.next();
  return add(std::move(stmt), start);
}

ast::Sequence StatementParser::parse_filled_sequence(SourceSpan start, const std::string& complaint) {
  const size_t errors = diagnostics_.error_count();
  ast::Sequence sequence = parse_braced_sequence();
  if (sequence.empty() && diagnostics_.error_count() == errors) {
    fail_at(DiagnosticKind::SyntaxError, start, complaint, "write { skip }");
  }
  return sequence;
}

ast::StmtId StatementParser::parse_nested(ast::StmtKind kind) {
  ast::Stmt stmt;
  stmt.kind = kind;
  const SourceSpan start = stream_.peek().span;
  if (kind != ast::StmtKind::Block) stream_.next();
  stmt.sequences.push_back(parse_filled_sequence(start, "a sequence must have at least one statement"));
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_for() {
  ast::Stmt stmt;
  const SourceSpan start = stream_.next().span;
  expect(TokenKind::LeftParen, "after 'for'");
  if (at_declaration()) fail("the variable of the loop", "declare it first: byte i; for (i : 0 .. 9) { ... }");
  stmt.target = parse_reference();
  if (stream_.at(TokenKind::Name) && stream_.peek().text == "in") {  // reserved only here
    stream_.next();
    stmt.kind = ast::StmtKind::ForIn;
    stmt.args.push_back(parse_reference());
  } else {
    stmt.kind = ast::StmtKind::For;
    if (!stream_.at(TokenKind::Colon)) {
      fail("':' or 'in' after the variable of the loop", "a loop over numbers is written for (i : 0 .. 9) { ... }");
    }
    stream_.next();
    stmt.args.push_back(parse_expression());
    expect(TokenKind::DotDot, "between the bounds");
    stmt.args.push_back(parse_expression());
  }
  expect(TokenKind::RightParen, "after the range of the loop");
  skip_separators();
  stmt.sequences.push_back(parse_filled_sequence(start, "the loop has no statement"));
  return add(std::move(stmt), start);
}

// SPIN's lexer replaces a select by a choice if it recognises its text: outside inlines, on one line, with a variable
// name of letters and digits, and two numbers.
bool StatementParser::is_written_as_choice() {
  static constexpr TokenKind kForm[] = {TokenKind::LeftParen, TokenKind::Name,   TokenKind::Colon,
                                        TokenKind::Number,    TokenKind::DotDot, TokenKind::Number,
                                        TokenKind::RightParen};
  for (size_t i = 0; i < std::size(kForm); ++i) {
    const Token& token = stream_.peek(i);
    const bool alphanumeric =
        std::all_of(token.text.begin(), token.text.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
    const bool is_word = token.kind == TokenKind::Name || token.kind == TokenKind::Number;
    if (token.kind != kForm[i] || (i > 0 && token.newline_before) || (is_word && !alphanumeric)) return false;
  }
  return stream_.frames().empty();
}

ast::StmtId StatementParser::parse_select() {
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::Select;
  const SourceSpan start = stream_.next().span;
  stmt.is_choice = is_written_as_choice();
  expect(TokenKind::LeftParen, "after 'select'");
  stmt.target = parse_reference();
  expect(TokenKind::Colon, "after the variable");
  stmt.args.push_back(parse_expression());
  expect(TokenKind::DotDot, "between the bounds");
  stmt.args.push_back(parse_expression());
  expect(TokenKind::RightParen, "after the bounds");
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_print() {
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::Print;
  const SourceSpan start = stream_.next().span;
  expect(TokenKind::LeftParen, "after 'printf'");
  const Token format = expect(TokenKind::String, "as the text to print");
  stmt.text = format.text.substr(1, format.text.size() - 2);
  while (stream_.accept(TokenKind::Comma)) stmt.args.push_back(parse_expression());
  expect(TokenKind::RightParen, "after the values to print");
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_print_mtype() {
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::PrintMtype;
  const SourceSpan start = stream_.next().span;
  expect(TokenKind::LeftParen, "after 'printm'");
  stmt.args.push_back(parse_expression());
  expect(TokenKind::RightParen, "after the values to print");
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_set_priority() {
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::SetPriority;
  const SourceSpan start = stream_.next().span;
  expect(TokenKind::LeftParen, "after 'set_priority'");
  stmt.args.push_back(parse_expression());
  expect(TokenKind::Comma, "between process and priority");
  stmt.args.push_back(parse_expression());
  expect(TokenKind::RightParen, "after the priority");
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_return() {
  const SourceSpan start = stream_.next().span;
  if (stream_.frames().empty() || !stream_.frames().back().result.valid()) {
    fail_at(DiagnosticKind::SyntaxError, start, "'return' is allowed only in an inline whose result is assigned",
            "call the inline as v = name(...)");
  }
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::Assign;
  stmt.target = stream_.frames().back().result;
  stmt.args.push_back(parse_expression());
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_reference_statement() {
  const Token& first = stream_.peek();
  const SourceSpan start = first.span;
  if (stream_.peek(1).kind == TokenKind::LeftParen && inlines_.contains(std::string(first.text))) {
    return parse_inline_call({});
  }
  const ast::ExprId reference = at_remote() ? parse_remote() : parse_reference();
  switch (stream_.peek().kind) {
    case TokenKind::Assign: return parse_assignment(reference, start);
    case TokenKind::PlusPlus:
    case TokenKind::MinusMinus: {
      ast::Stmt stmt;
      stmt.kind = stream_.next().kind == TokenKind::PlusPlus ? ast::StmtKind::Increment : ast::StmtKind::Decrement;
      stmt.target = reference;
      return add(std::move(stmt), start);
    }
    case TokenKind::Bang:
    case TokenKind::BangBang: return parse_send(reference, start);
    case TokenKind::Question:
    case TokenKind::QuestionQuestion:
      if (stream_.peek(1).kind != TokenKind::LeftBracket) return parse_receive(reference, start);
      break;
    default: break;
  }
  ast::Stmt stmt;
  stmt.args.push_back(parse_binary(1, after_reference(reference)));
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_assignment(ast::ExprId target, SourceSpan start) {
  stream_.next();
  if (stream_.at(TokenKind::Name) && stream_.peek(1).kind == TokenKind::LeftParen &&
      inlines_.contains(std::string(stream_.peek().text))) {
    return parse_inline_call(target);
  }
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::Assign;
  stmt.target = target;
  stmt.args.push_back(parse_expression());
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_send(ast::ExprId target, SourceSpan start) {
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::Send;
  stmt.target = target;
  stmt.sorted = stream_.next().kind == TokenKind::BangBang;
  stmt.args.push_back(parse_expression());
  if (stream_.accept(TokenKind::LeftParen)) {  // type(arguments)
    parse_arguments(stmt.args, TokenKind::RightParen);
    expect(TokenKind::RightParen, "after the message");
  } else {
    while (stream_.accept(TokenKind::Comma)) stmt.args.push_back(parse_expression());
  }
  return add(std::move(stmt), start);
}

ast::StmtId StatementParser::parse_receive(ast::ExprId target, SourceSpan start) {
  ast::Stmt stmt;
  stmt.kind = ast::StmtKind::Receive;
  stmt.target = target;
  stmt.anywhere = stream_.next().kind == TokenKind::QuestionQuestion;
  stmt.keep = stream_.accept(TokenKind::Less);
  parse_pattern(stmt.args);
  if (stmt.keep) expect(TokenKind::Greater, "after the pattern");
  return add(std::move(stmt), start);
}

// Parses the arguments as expressions, records their tokens, and continues in the body of the inline.
ast::StmtId StatementParser::parse_inline_call(ast::ExprId result) {
  const Token name = stream_.next();
  const InlineDefinition& definition = inlines_.at(std::string(name.text));
  stream_.next();
  std::vector<std::vector<Token>> arguments;
  std::vector<ast::ExprId> values;
  while (!stream_.at(TokenKind::RightParen)) {
    if (!arguments.empty()) expect(TokenKind::Comma, "or ')' after the argument");
    stream_.start_recording();
    values.push_back(parse_expression());
    arguments.push_back(stream_.take_recorded());
  }
  stream_.next();
  if (arguments.size() != definition.parameters.size()) {
    fail_at(DiagnosticKind::WrongArity, name.span,
            "inline '" + definition.name + "' takes " + std::to_string(definition.parameters.size()) +
                " argument(s), but is called with " + std::to_string(arguments.size()));
  }
  const std::vector<InlineFrame>& open = stream_.frames();
  const bool calls_itself =
      std::any_of(open.begin(), open.end(), [&](const InlineFrame& frame) { return frame.name == definition.name; });
  if (calls_itself) {
    fail_at(DiagnosticKind::LimitExceeded, name.span, "inline '" + definition.name + "' calls itself",
            "an inline is expanded where it is called; use a proctype or a loop for recursion");
  }
  if (!stream_.expand(definition, arguments, result, name.span)) {
    fail_at(DiagnosticKind::LimitExceeded, name.span, "the inlines expand to more than a million words",
            "use proctypes or loops instead of inlines that call inlines");
  }
  const ast::StmtId block = parse_nested(ast::StmtKind::Block);
  module_.stmts[block].text = definition.name;
  module_.stmts[block].call = name.span;
  module_.stmts[block].args = std::move(values);
  return block;
}

}  // namespace px::promela
