// Formulas: precedence climbing over operator.def, with B's own twists. A comma is a pair in round brackets and a
// separator in lists; `;` and `||` are operators within any brackets and separate substitutions outside; `f(a, b)`
// remains a call until it is known whether f is a definition.
#include "frontends/b/formula_parser.h"

namespace px::b {

ExprId FormulaParser::add(Expr expr, SourceSpan start) {
  expr.span = span_from(start);
  return machine_.nodes.exprs.add(std::move(expr));
}

ExprId FormulaParser::operation(Op op, std::vector<ExprId> operands, SourceSpan start) {
  Expr expr;
  expr.kind = ExprKind::Operation;
  expr.op = op;
  expr.operands = std::move(operands);
  return add(std::move(expr), start);
}

ExprId FormulaParser::parse_in(Brackets brackets) {
  const Brackets outer = brackets_;
  brackets_ = brackets;
  try {
    const ExprId expr = parse_binary(0);
    brackets_ = outer;
    return expr;
  } catch (const SyntaxAbort&) {
    brackets_ = outer;
    throw;
  }
}

std::vector<ExprId> FormulaParser::parse_elements(TokenKind end) {
  std::vector<ExprId> elements;
  do {
    elements.push_back(parse_element());
  } while (accept(TokenKind::Comma));
  expect(end, "");
  return elements;
}

bool FormulaParser::at_binary(Op& op, int& priority) const {
  if (at(TokenKind::Comma)) {
    op = Op::Maplet;
    priority = kPairPriority;
    return brackets_.pairs;
  }
  if (!at(TokenKind::Operator) || info(peek().op).op_class != OpClass::Binary) return false;
  op = peek().op;
  priority = info(op).priority;
  return brackets_.compositions || (op != Op::Compose && op != Op::ParallelProduct);
}

ExprId FormulaParser::parse_binary(int least) {
  const Nesting nesting(*this);
  const SourceSpan start = peek().span;
  ExprId left = parse_prefix();
  Op op{};
  int priority = 0;
  // Operators without associativity do not chain: only looser ones may follow.
  int most = INT32_MAX;
  while (at_binary(op, priority) && priority >= least) {
    if (priority == most) {
      fail("'" + std::string(info(op).text) + "' cannot follow another comparison", "write a < b & b < c");
    }
    next();
    const bool right = info(op).associativity == Associativity::Right;
    const ExprId operand = parse_binary(right ? priority : priority + 1);
    most = info(op).associativity == Associativity::None ? priority : INT32_MAX;
    left = operation(op, {left, operand}, start);
  }
  return left;
}

ExprId FormulaParser::parse_prefix() {
  const SourceSpan start = peek().span;
  if (at(Op::Not)) {
    const Nesting nesting(*this);
    next();
    return operation(Op::Not, {parse_binary(info(Op::Not).priority)}, start);
  }
  if (at(Op::Subtract)) {
    const Nesting nesting(*this);
    next();
    return operation(Op::Negate, {parse_binary(info(Op::Negate).priority)}, start);
  }
  return parse_postfix(parse_primary(), start);
}

ExprId FormulaParser::parse_postfix(ExprId operand, SourceSpan start) {
  for (;;) {
    const ExprKind kind = machine_.nodes.exprs[operand].kind;
    if (kind == ExprKind::Integer || kind == ExprKind::String) return operand;
    if (at(TokenKind::LeftParen)) {
      operand = parse_application(operand, start);
    } else if (accept(TokenKind::LeftBracket)) {
      const ExprId set = parse_bracketed();
      expect(TokenKind::RightBracket, "after the argument of a relational image");
      operand = operation(Op::Image, {operand, set}, start);
    } else if (accept(Op::Inverse)) {
      operand = operation(Op::Inverse, {operand}, start);
    } else if (accept(TokenKind::Prime)) {
      Expr field;
      field.kind = ExprKind::Field;
      field.text = expect_name("the name of a field").text;
      field.operands = {operand};
      operand = add(std::move(field), start);
    } else {
      return operand;
    }
  }
}

// A name with arguments stays a call; the arguments of anything else are one pair.
ExprId FormulaParser::parse_application(ExprId function, SourceSpan start) {
  next();
  std::vector<ExprId> arguments = parse_elements(TokenKind::RightParen);
  const Expr& head = machine_.nodes.exprs[function];
  if (head.kind == ExprKind::Name && !head.parenthesised) {
    Expr call;
    call.kind = ExprKind::Call;
    call.text = head.text;
    call.operands = std::move(arguments);
    return add(std::move(call), start);
  }
  ExprId argument = arguments.front();
  for (size_t i = 1; i < arguments.size(); ++i) {
    argument = operation(Op::Maplet, {argument, arguments[i]}, machine_.nodes.exprs[argument].span);
  }
  return operation(Op::Apply, {function, argument}, start);
}

ExprId FormulaParser::parse_primary() {
  const SourceSpan start = peek().span;
  switch (peek().kind) {
    case TokenKind::Integer: {
      const Token token = next();
      if (token.is_real) {
        fail_at(DiagnosticKind::Unsupported, token.span, "REAL numbers are not supported",
                "scale to integers, e.g. hundredths");
      }
      Expr expr;
      expr.value = token.value;
      return add(std::move(expr), start);
    }
    case TokenKind::String: {
      Expr expr;
      expr.kind = ExprKind::String;
      expr.text = next().text;
      return add(std::move(expr), start);
    }
    case TokenKind::Name: return parse_name();
    case TokenKind::Operator: return parse_operator_primary();
    case TokenKind::LeftParen: {
      next();
      const ExprId inner = parse_bracketed();
      expect(TokenKind::RightParen, "");
      machine_.nodes.exprs[inner].parenthesised = true;
      machine_.nodes.exprs[inner].span = span_from(start);
      return inner;
    }
    case TokenKind::LeftBrace: return parse_brace();
    case TokenKind::LeftBracket: return parse_sequence_extension();
    case TokenKind::EmptySequenceMark: next(); return operation(Op::EmptySequence, {}, start);
    case TokenKind::Record: return parse_record(ExprKind::Record);
    case TokenKind::RecordSet: return parse_record(ExprKind::RecordSet);
    case TokenKind::If: return parse_if_expression();
    case TokenKind::Let: return parse_let_expression();
    default: fail_expected("a formula");
  }
}

ExprId FormulaParser::parse_name() {
  const SourceSpan start = peek().span;
  Expr expr;
  expr.kind = ExprKind::Name;
  expr.text = expect_qualified("a name").text;
  if (expr.text == "REAL" || expr.text == "FLOAT") {
    diagnostics_.add(DiagnosticKind::Unsupported, start, "'" + expr.text + "' is not supported: numbers are integers",
                     "scale to integers, e.g. hundredths");
  }
  if (accept(TokenKind::OldMark)) expr.kind = ExprKind::OldName;
  return add(std::move(expr), start);
}

ExprId FormulaParser::parse_operator_primary() {
  const Token token = peek();
  switch (info(token.op).op_class) {
    case OpClass::Constant: next(); return operation(token.op, {}, token.span);
    case OpClass::Binder: next(); return parse_binder(token.op, token.span);
    case OpClass::Function: next(); return parse_function(token.op, token.span);
    default: fail_expected("a formula");
  }
}

ExprId FormulaParser::parse_function(Op op, SourceSpan start) {
  const OpInfo& function = info(op);
  if (!at(TokenKind::LeftParen)) {
    if (op != Op::Successor && op != Op::Predecessor) {
      fail_expected("'(' after '" + std::string(function.text) + "'");
    }
    // As a function in its own right: %i.(i : INTEGER | i + 1).
    Expr variable;
    variable.kind = ExprKind::Name;
    variable.text = "i";
    Expr one;
    one.value = 1;
    Expr lambda;
    lambda.kind = ExprKind::Binder;
    lambda.op = Op::Lambda;
    lambda.names = {{"i", start}};
    const ExprId domain = operation(Op::Member, {add(variable, start), operation(Op::Integers, {}, start)}, start);
    const ExprId value = operation(op == Op::Successor ? Op::Add : Op::Subtract,
                                   {add(variable, start), add(std::move(one), start)}, start);
    lambda.operands = {domain, value};
    return add(std::move(lambda), start);
  }
  next();
  std::vector<ExprId> operands = parse_elements(TokenKind::RightParen);
  if (static_cast<int>(operands.size()) != function.operands) {
    fail_at(
        DiagnosticKind::SyntaxError, span_from(start),
        "'" + std::string(function.text) + "' has " + std::to_string(function.operands) +
            (function.operands == 1 ? " operand" : " operands") + ", not " + std::to_string(operands.size()),
        op == Op::Minimum || op == Op::Maximum ? "of several numbers: " + std::string(function.text) + "({a, b})" : "");
  }
  return operation(op, std::move(operands), start);
}

std::vector<Name> FormulaParser::parse_bound_names() {
  if (!accept(TokenKind::LeftParen)) return parse_names("a name to bind");
  std::vector<Name> names = parse_names("a name to bind");
  expect(TokenKind::RightParen, "after the bound names");
  return names;
}

ExprId FormulaParser::parse_binder(Op op, SourceSpan start) {
  Expr binder;
  binder.kind = ExprKind::Binder;
  binder.op = op;
  binder.names = parse_bound_names();
  expect(TokenKind::Dot, "after the bound names");
  expect(TokenKind::LeftParen, "after the dot");
  binder.operands.push_back(parse_bracketed());
  if (op != Op::Forall && op != Op::Exists) {
    expect(TokenKind::Bar, "between the predicate and the expression");
    binder.operands.push_back(parse_bracketed());
  }
  expect(TokenKind::RightParen, "after the body of '" + std::string(info(op).text) + "'");
  return add(std::move(binder), start);
}

std::vector<Name> FormulaParser::names_of(const std::vector<ExprId>& exprs) {
  std::vector<Name> names;
  for (const ExprId id : exprs) {
    const Expr& expr = machine_.nodes.exprs[id];
    // (x, y) and (x |-> y) as well
    if (expr.kind == ExprKind::Operation && expr.op == Op::Maplet) {
      for (Name& name : names_of(expr.operands)) names.push_back(std::move(name));
    } else if (expr.kind == ExprKind::Name) {
      names.push_back({expr.text, expr.span});
    } else {
      fail_at(DiagnosticKind::SyntaxError, expr.span, "a name to bind is expected before '|'");
    }
  }
  return names;
}

// {}, {a, b}, {x, y | P}
ExprId FormulaParser::parse_brace() {
  const SourceSpan start = next().span;
  if (accept(TokenKind::RightBrace)) return operation(Op::EmptySet, {}, start);
  std::vector<ExprId> elements;
  do {
    elements.push_back(parse_element());
  } while (accept(TokenKind::Comma));
  if (accept(TokenKind::Bar)) {
    Expr binder;
    binder.kind = ExprKind::Binder;
    binder.op = Op::Comprehension;
    binder.names = names_of(elements);
    binder.operands = {parse_bracketed()};
    expect(TokenKind::RightBrace, "after the predicate of the set");
    return add(std::move(binder), start);
  }
  if (!accept(TokenKind::RightBrace)) fail_expected("',', '|' or '}'");
  return operation(Op::SetOf, std::move(elements), start);
}

ExprId FormulaParser::parse_sequence_extension() {
  const SourceSpan start = next().span;
  if (accept(TokenKind::RightBracket)) return operation(Op::EmptySequence, {}, start);
  std::vector<ExprId> elements = parse_elements(TokenKind::RightBracket);
  return operation(Op::SequenceOf, std::move(elements), start);
}

// rec(a : 1, b : 2), struct(a : INT, b : BOOL): the values extend to the comma.
ExprId FormulaParser::parse_record(ExprKind kind) {
  const SourceSpan start = next().span;
  Expr record;
  record.kind = kind;
  expect(TokenKind::LeftParen, "before the fields of the record");
  do {
    record.fields.push_back(expect_name("the name of a field"));
    expect(Op::Member, "after the name of the field");
    record.operands.push_back(parse_element());
  } while (accept(TokenKind::Comma));
  expect(TokenKind::RightParen, "after the fields of the record");
  return add(std::move(record), start);
}

ExprId FormulaParser::parse_if_expression() {
  const Nesting nesting(*this);
  const SourceSpan start = next().span;  // IF or ELSIF
  const ExprId condition = parse_bracketed();
  expect(TokenKind::Then, "after the condition");
  const ExprId then = parse_bracketed();
  if (at(TokenKind::Elsif)) {
    const ExprId otherwise = parse_if_expression();
    return operation(Op::If, {condition, then, otherwise}, start);
  }
  expect(TokenKind::Else, "in an IF expression");
  const ExprId otherwise = parse_bracketed();
  expect(TokenKind::EndWord, "of the IF expression");
  return operation(Op::If, {condition, then, otherwise}, start);
}

ExprId FormulaParser::parse_let_expression() {
  const SourceSpan start = next().span;
  Expr let;
  let.kind = ExprKind::Let;
  let.names = parse_names("a name to bind");
  expect(TokenKind::Be, "after the names of LET");
  let.operands = parse_let_values(let.names);
  expect(TokenKind::In, "after the values of LET");
  let.operands.push_back(parse_bracketed());
  expect(TokenKind::EndWord, "of the LET expression");
  return add(std::move(let), start);
}

// The equations of a LET may be in any order; the names are sorted in the order of the equations, so that a value may
// use earlier ones.
std::vector<ExprId> FormulaParser::parse_let_values(std::vector<Name>& names) {
  std::vector<Name> ordered;
  std::vector<ExprId> values;
  std::vector<ExprId> conjuncts = {parse_formula()};
  while (!conjuncts.empty()) {
    const ExprId id = conjuncts.back();
    const Expr conjunct = machine_.nodes.exprs[id];
    conjuncts.pop_back();
    if (conjunct.kind == ExprKind::Operation && conjunct.op == Op::And) {
      conjuncts.push_back(conjunct.operands[1]);
      conjuncts.push_back(conjunct.operands[0]);
      continue;
    }
    const bool equation = conjunct.kind == ExprKind::Operation && conjunct.op == Op::Equal &&
                          machine_.nodes.exprs[conjunct.operands[0]].kind == ExprKind::Name;
    const std::string bound = equation ? machine_.nodes.exprs[conjunct.operands[0]].text : "";
    const auto same = [&](const Name& name) { return name.text == bound; };
    const auto found = std::find_if(names.begin(), names.end(), same);
    if (found == names.end() || std::any_of(ordered.begin(), ordered.end(), same)) {
      fail_at(DiagnosticKind::SyntaxError, conjunct.span, "LET needs one equation `name = value` for each of its names",
              "use ANY for other predicates");
    }
    ordered.push_back(*found);
    values.push_back(conjunct.operands[1]);
  }
  if (ordered.size() != names.size()) {
    const auto missing = std::find_if(names.begin(), names.end(), [&](const Name& name) {
      return std::none_of(ordered.begin(), ordered.end(), [&](const Name& o) { return o.text == name.text; });
    });
    const Name& name = missing == names.end() ? names.back() : *missing;
    fail_at(DiagnosticKind::SyntaxError, name.span, "LET has no equation for '" + name.text + "'");
  }
  names = std::move(ordered);
  return values;
}

}  // namespace px::b
