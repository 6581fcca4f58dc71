#include <algorithm>

#include "frontends/promela/expression_parser.h"

namespace px::promela {
namespace {

// The operator that a token denotes between two operands, except for the words and signs of formulas.
bool plain_binary(TokenKind kind, Operator& op) {
  switch (kind) {
    case TokenKind::OrOr: op = Operator::Or; return true;
    case TokenKind::AndAnd: op = Operator::And; return true;
    case TokenKind::Bar: op = Operator::BitOr; return true;
    case TokenKind::Caret: op = Operator::BitXor; return true;
    case TokenKind::Ampersand: op = Operator::BitAnd; return true;
    case TokenKind::Equal: op = Operator::Equal; return true;
    case TokenKind::NotEqual: op = Operator::NotEqual; return true;
    case TokenKind::Less: op = Operator::Less; return true;
    case TokenKind::Greater: op = Operator::Greater; return true;
    case TokenKind::LessEqual: op = Operator::LessEqual; return true;
    case TokenKind::GreaterEqual: op = Operator::GreaterEqual; return true;
    case TokenKind::ShiftLeft: op = Operator::ShiftLeft; return true;
    case TokenKind::ShiftRight: op = Operator::ShiftRight; return true;
    case TokenKind::Plus: op = Operator::Add; return true;
    case TokenKind::Minus: op = Operator::Subtract; return true;
    case TokenKind::Star: op = Operator::Multiply; return true;
    case TokenKind::Slash: op = Operator::Divide; return true;
    case TokenKind::Percent: op = Operator::Modulo; return true;
    default: return false;
  }
}

bool word_binary(std::string_view word, Operator& op) {
  if (word == "U" || word == "until" || word == "stronguntil") {
    op = Operator::Until;
  } else if (word == "W" || word == "weakuntil") {
    op = Operator::WeakUntil;
  } else if (word == "V" || word == "release") {
    op = Operator::Release;
  } else if (word == "implies") {
    op = Operator::Implies;
  } else if (word == "equivalent") {
    op = Operator::Equivalent;
  } else {
    return false;
  }
  return true;
}

}  // namespace

ast::ExprId ExpressionParser::add(ast::Expr expr, SourceSpan start) {
  expr.span = span_from(start);
  uint32_t below = 0;
  for (const ast::ExprId operand : expr.operands) below = std::max(below, height(operand));
  for (const ast::Selector& selector : expr.path) below = std::max(below, height(selector.index));
  if (below >= kMaxNesting) {
    fail_at(DiagnosticKind::LimitExceeded, start,
            "the expression is more than " + std::to_string(kMaxNesting) + " operations deep",
            "compute it in several steps, or balance it with parentheses");
  }
  heights_.push_back(below + 1);
  return module_.exprs.add(std::move(expr));
}

ast::ExprId ExpressionParser::number(int32_t value, SourceSpan span) {
  ast::Expr expr;
  expr.value = value;
  expr.span = span;
  heights_.push_back(1);
  return module_.exprs.add(std::move(expr));
}

bool ExpressionParser::binary_operator(Operator& op) {
  const Token& token = stream_.peek();
  if (in_formula_) {
    if (token.kind == TokenKind::Name) return word_binary(token.text, op);
    if (token.kind == TokenKind::Arrow) {
      op = Operator::Implies;
      return true;
    }
    if (token.kind == TokenKind::Less && stream_.peek(1).kind == TokenKind::Arrow) {  // <->
      op = Operator::Equivalent;
      return true;
    }
  }
  return plain_binary(token.kind, op);
}

void ExpressionParser::skip_binary_operator() {
  const bool equivalence = in_formula_ && stream_.at(TokenKind::Less) && stream_.peek(1).kind == TokenKind::Arrow;
  stream_.next();
  if (equivalence) stream_.next();
}

ast::ExprId ExpressionParser::parse_binary(int least, ast::ExprId first) {
  ast::ExprId left = first.valid() ? first : parse_unary();
  const SourceSpan start = module_.exprs[left].span;
  Operator op{};
  while (binary_operator(op) && operator_precedence(op) >= least) {
    const SourceSpan at = stream_.peek().span;
    skip_binary_operator();
    const ast::ExprId right = parse_binary(operator_precedence(op) + 1, {});
    for (const ast::ExprId side : {left, right}) {
      const ast::Expr& operand = module_.exprs[side];
      if (operator_precedence(op) >= operator_precedence(Operator::BitOr) && !operand.parenthesised &&
          (operand.kind == ast::ExprKind::Unary || operand.kind == ast::ExprKind::Binary) && is_temporal(operand.op)) {
        diagnostics_.add(DiagnosticKind::TypeMismatch, at,
                         "a temporal formula cannot be an operand of '" + std::string(operator_text(op)) + "'",
                         "temporal operators bind tighter than comparisons: write <> (a == b)");
      }
    }
    ast::Expr expr;
    expr.kind = ast::ExprKind::Binary;
    expr.op = op;
    expr.operands = {left, right};
    left = add(std::move(expr), start);
  }
  return left;
}

// [] and <> consist of two tokens.
bool ExpressionParser::temporal_unary(Operator& op, size_t& length) {
  if (!in_formula_) return false;
  const Token& token = stream_.peek();
  const TokenKind second = stream_.peek(1).kind;
  length = 1;
  if (token.kind == TokenKind::LeftBracket && second == TokenKind::RightBracket) {
    op = Operator::Always;
    length = 2;
  } else if (token.kind == TokenKind::Less && second == TokenKind::Greater) {
    op = Operator::Eventually;
    length = 2;
  } else if (token.kind == TokenKind::Name && token.text == "always") {
    op = Operator::Always;
  } else if (token.kind == TokenKind::Name && token.text == "eventually") {
    op = Operator::Eventually;
  } else if (token.kind == TokenKind::Name && (token.text == "X" || token.text == "next")) {
    op = Operator::Next;
  } else {
    return false;
  }
  return true;
}

ast::ExprId ExpressionParser::parse_unary() {
  const Nesting nesting(*this);
  const SourceSpan start = stream_.peek().span;
  ast::Expr expr;
  expr.kind = ast::ExprKind::Unary;
  size_t length = 1;
  switch (stream_.peek().kind) {
    case TokenKind::Minus: expr.op = Operator::Negate; break;
    case TokenKind::Tilde: expr.op = Operator::Complement; break;
    case TokenKind::Bang: expr.op = Operator::Not; break;
    default:
      if (!temporal_unary(expr.op, length)) return parse_primary();
  }
  for (size_t i = 0; i < length; ++i) stream_.next();
  expr.operands = {parse_unary()};
  return add(std::move(expr), start);
}

ast::ExprId ExpressionParser::parse_primary() {
  const Token token = stream_.peek();
  ast::Expr expr;
  switch (token.kind) {
    case TokenKind::Number: stream_.next(); return number(static_cast<int32_t>(token.value), token.span);
    case TokenKind::True:
    case TokenKind::Skip: stream_.next(); return number(1, token.span);
    case TokenKind::False: stream_.next(); return number(0, token.span);
    case TokenKind::LeftParen: return parse_parenthesised();
    case TokenKind::Run: return parse_run();
    case TokenKind::Len: return parse_call(ast::ExprKind::Len);
    case TokenKind::Full: return parse_call(ast::ExprKind::Full);
    case TokenKind::Empty: return parse_call(ast::ExprKind::Empty);
    case TokenKind::NFull: return parse_call(ast::ExprKind::NFull);
    case TokenKind::NEmpty: return parse_call(ast::ExprKind::NEmpty);
    case TokenKind::Enabled: return parse_call(ast::ExprKind::Enabled);
    case TokenKind::PcValue: return parse_call(ast::ExprKind::PcValue);
    case TokenKind::GetPriority: return parse_call(ast::ExprKind::GetPriority);
    case TokenKind::Name: return at_remote() ? parse_remote() : after_reference(parse_reference());
    case TokenKind::Timeout: expr.kind = ast::ExprKind::Timeout; break;
    case TokenKind::NonProgress: expr.kind = ast::ExprKind::NonProgress; break;
    default:
      if (token.kind == TokenKind::Assign && stream_.last() != TokenKind::Assign) {
        fail(token.span == statement_start_ ? "a statement" : "an expression", "an assignment is written x = x + 1");
      }
      fail(token.span == statement_start_ ? "a statement" : "an expression");
  }
  stream_.next();
  return add(std::move(expr), token.span);
}

ast::ExprId ExpressionParser::parse_parenthesised() {
  const SourceSpan start = stream_.next().span;
  ast::ExprId inner = parse_expression();
  if (!in_formula_ && stream_.accept(TokenKind::Arrow)) {
    ast::Expr expr;
    expr.kind = ast::ExprKind::Conditional;
    const ast::ExprId yes = parse_expression();
    expect(TokenKind::Colon, "in the conditional expression (condition -> value : value)");
    const ast::ExprId no = parse_expression();
    expr.operands = {inner, yes, no};
    inner = add(std::move(expr), start);
  }
  if (stream_.at(TokenKind::Assign)) {
    fail("')' after the expression", "== compares; an assignment is a statement, not an expression");
  }
  expect(TokenKind::RightParen, "after the expression");
  module_.exprs[inner].parenthesised = true;
  return inner;
}

ast::ExprId ExpressionParser::parse_run() {
  ast::Expr expr;
  expr.kind = ast::ExprKind::Run;
  const SourceSpan start = stream_.next().span;
  expr.name = expect(TokenKind::Name, "as the proctype to run").text;
  expect(TokenKind::LeftParen, "after the proctype to run");
  if (!stream_.at(TokenKind::RightParen)) parse_arguments(expr.operands, TokenKind::RightParen);
  expect(TokenKind::RightParen, "after the arguments");
  expr.priority = parse_optional_priority();
  return add(std::move(expr), start);
}

ast::ExprId ExpressionParser::parse_call(ast::ExprKind kind) {
  ast::Expr expr;
  expr.kind = kind;
  const SourceSpan start = stream_.next().span;
  expect(TokenKind::LeftParen, "after the function");
  expr.operands.push_back(parse_expression());
  expect(TokenKind::RightParen, "after the argument");
  return add(std::move(expr), start);
}

void ExpressionParser::parse_arguments(std::vector<ast::ExprId>& items, TokenKind end) {
  if (stream_.at(end)) return;
  do {
    items.push_back(parse_expression());
  } while (stream_.accept(TokenKind::Comma));
}

std::vector<ast::Selector> ExpressionParser::parse_path() {
  std::vector<ast::Selector> path;
  do {
    ast::Selector selector;
    const Token name = expect(TokenKind::Name, "as the name of a variable");
    selector.name = name.text;
    selector.span = name.span;
    if (stream_.at(TokenKind::LeftBracket) && !(in_formula_ && stream_.peek(1).kind == TokenKind::RightBracket)) {
      stream_.next();
      selector.index = parse_expression();
      expect(TokenKind::RightBracket, "after the index");
    }
    path.push_back(std::move(selector));
  } while (stream_.accept(TokenKind::Dot));
  return path;
}

ast::ExprId ExpressionParser::parse_reference() {
  const SourceSpan start = stream_.peek().span;
  ast::Expr expr;
  expr.kind = ast::ExprKind::Reference;
  expr.path = parse_path();
  return add(std::move(expr), start);
}

// P@label, P:variable, P[pid]@label, P[pid]:variable.
bool ExpressionParser::at_remote() {
  const TokenKind second = stream_.peek(1).kind;
  if (second == TokenKind::At) return true;
  if (second != TokenKind::Colon && second != TokenKind::LeftBracket) return false;
  // A variable may have the name of a later proctype; formulas may refer to any proctype.
  const std::string_view name = stream_.peek().text;
  return in_formula_ ? proctypes_.contains(name) : seen_proctypes_.contains(std::string(name));
}

ast::ExprId ExpressionParser::parse_remote() {
  ast::Expr expr;
  const Token name = stream_.next();
  expr.name = name.text;
  if (stream_.accept(TokenKind::LeftBracket)) {
    expr.operands.push_back(parse_expression());
    expect(TokenKind::RightBracket, "after the process");
  }
  if (stream_.accept(TokenKind::At)) {
    expr.kind = ast::ExprKind::RemoteLabel;
    expr.label = expect(TokenKind::Name, "as the name of a label").text;
  } else {
    expect(TokenKind::Colon, "or '@' after the process");
    expr.kind = ast::ExprKind::RemoteVariable;
    expr.path = parse_path();
  }
  return add(std::move(expr), name.span);
}

// A reference may turn out to be the channel of a poll.
ast::ExprId ExpressionParser::after_reference(ast::ExprId reference) {
  const TokenKind kind = stream_.peek().kind;
  if (kind != TokenKind::Question && kind != TokenKind::QuestionQuestion) return reference;
  const SourceSpan start = module_.exprs[reference].span;
  ast::Expr expr;
  expr.kind = ast::ExprKind::Poll;
  expr.anywhere = stream_.next().kind == TokenKind::QuestionQuestion;
  expr.operands.push_back(reference);
  if (!stream_.at(TokenKind::LeftBracket)) {
    fail("'[' to poll the channel", "a choice between two values is written (condition -> value : other)");
  }
  stream_.next();
  parse_pattern(expr.operands);
  expect(TokenKind::RightBracket, "after the pattern");
  return add(std::move(expr), start);
}

ast::ExprId ExpressionParser::parse_pattern_item() {
  const Token token = stream_.peek();
  if (token.kind == TokenKind::Eval) {
    stream_.next();
    expect(TokenKind::LeftParen, "after 'eval'");
    ast::Expr expr;
    expr.kind = ast::ExprKind::Eval;
    expr.operands.push_back(parse_expression());
    expect(TokenKind::RightParen, "after the value");
    return add(std::move(expr), token.span);
  }
  if (token.kind == TokenKind::Minus) {
    stream_.next();
    const Token value = expect(TokenKind::Number, "after '-' in a pattern");
    return number(static_cast<int32_t>(-value.value), span_from(token.span));
  }
  if (token.kind == TokenKind::Name) return parse_reference();
  if (token.kind == TokenKind::Number || token.kind == TokenKind::True || token.kind == TokenKind::False ||
      token.kind == TokenKind::Skip) {
    return parse_primary();
  }
  fail("a variable, a constant or eval(...)", "use eval(expression) to match a computed value");
}

// Items separated by commas, or first(others), or (all).
void ExpressionParser::parse_pattern(std::vector<ast::ExprId>& items) {
  const Nesting nesting(*this);
  if (stream_.accept(TokenKind::LeftParen)) {
    parse_pattern(items);
    expect(TokenKind::RightParen, "after the pattern");
    return;
  }
  items.push_back(parse_pattern_item());
  if (stream_.accept(TokenKind::Comma)) return parse_pattern(items);
  if (stream_.accept(TokenKind::LeftParen)) {
    parse_pattern(items);
    expect(TokenKind::RightParen, "after the pattern");
  }
}

}  // namespace px::promela
