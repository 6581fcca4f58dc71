// Expressions, types and domains of the text form. Binary operators by precedence climbing, loosest first:
//   implies (to the right)  or  and  not  = != < <= > >= in subset at (no chains)  |  ^  &  << >>
//   + - union minus  * / % inter  and then prefix - ~ ! and postfix [i] .field
#include <algorithm>
#include <limits>
#include <utility>

#include "engine/base/spelling.h"
#include "engine/ir/text_reader_expression_parser.h"

namespace px::ir::text {
namespace {

using Kind = SyntaxExpr::Kind;

bool is_infix(Op op) {
  return level_of(op_syntax(op)) > 0 && op_operands(op) == 2;
}

const std::vector<BinaryOperator>& binary_operators() {
  static const std::vector<BinaryOperator> all = [] {
    std::vector<BinaryOperator> found;
    for (const Op op : kAllOps) {
      if (is_infix(op)) found.push_back({op_text(op), op, level_of(op_syntax(op))});
    }
    return found;
  }();
  return all;
}

// The operation of this syntax that the word denotes; Const if there is none.
Op op_of_word(std::string_view word, OpSyntax syntax) {
  const auto found = std::find_if(std::begin(kAllOps), std::end(kAllOps),
                                  [&](Op op) { return op_syntax(op) == syntax && op_text(op) == word; });
  return found == std::end(kAllOps) ? Op::Const : *found;
}

}  // namespace

// Adds the node with its span and depth.
SyntaxExprId ExpressionParser::add(SyntaxExpr e, const Token& first) {
  e.span = since(first);
  for (SyntaxExprId arg : e.args) {
    if (!arg.valid()) continue;
    e.depth = std::max(e.depth, tree_.exprs[arg].depth + 1);
    e.has_temporal = e.has_temporal || tree_.exprs[arg].has_temporal;
  }
  if (e.depth > kMaxDepth) {
    fail_at(e.span, DiagnosticKind::LimitExceeded,
            "this expression is nested deeper than " + std::to_string(kMaxDepth) + " levels",
            "quantifiers (forall, exists, sum) replace long chains");
  }
  return tree_.exprs.add(std::move(e));
}

// Guards the recursion of the parser itself; leave with --nesting_.
bool ExpressionParser::enter() {
  if (++nesting_ <= kMaxTextNesting) return true;
  fail_at(peek().span, DiagnosticKind::LimitExceeded,
          "nested deeper than " + std::to_string(kMaxTextNesting) + " levels");
  --nesting_;
  return false;
}

SyntaxExprId ExpressionParser::expression() {
  const Token first = peek();
  if (!enter()) return {};
  const bool outer = std::exchange(postfix_allowed_, true);
  SyntaxExprId left = binary(kOrLevel);
  if (const TemporalOperator* op = temporal_operator(kOrLevel - 1)) {
    take();
    left = temporal(*op, left, first);
  } else if (accept("implies")) {
    SyntaxExpr e;
    e.kind = Kind::Implies;
    const SyntaxExprId right = expression();
    e.args = {left, right};
    left = add(std::move(e), first);
  }
  postfix_allowed_ = outer;
  --nesting_;
  return left;
}

// Operators that bind at least as tightly as `level`. One function for all levels, so that nesting costs little stack.
SyntaxExprId ExpressionParser::binary(int level) {
  const Token first = peek();
  SyntaxExprId left = level <= kNotLevel && is("not") ? negation(kNotLevel) : prefix();
  while (!failed_) {
    if (const TemporalOperator* op = level <= kUntilLevel ? temporal_operator(kUntilLevel) : nullptr) {
      take();
      left = temporal(*op, left, first);
      continue;
    }
    const bool at = level <= kCompareLevel && is("at");
    const BinaryOperator* found = at ? nullptr : binary_operator();
    if (!at && (found == nullptr || found->level < level)) return left;
    take();
    left = at ? at_location(left, first) : operation(*found, left, first);
    const BinaryOperator* next = binary_operator();
    const bool compared = at || found->level == kCompareLevel;
    if (compared && (is("at") || (next != nullptr && next->level == kCompareLevel))) {
      fail("comparisons make no chains",
           "put one in parentheses, as in: a < b and b < c, (a < b) = c, or: (count q: User. q at L) < 2");
    }
  }
  return left;
}

const BinaryOperator* ExpressionParser::binary_operator() const {
  for (const BinaryOperator& o : binary_operators()) {
    if (is(o.text)) return &o;
  }
  return nullptr;
}

SyntaxExprId ExpressionParser::operation(const BinaryOperator& op, SyntaxExprId left, const Token& first) {
  const SyntaxExprId right = binary(op.level + 1);
  SyntaxExpr e;
  e.kind = Kind::Operation;
  e.op = op.op;
  e.args = {left, right};
  return add(std::move(e), first);
}

SyntaxExprId ExpressionParser::at_location(SyntaxExprId process, const Token& first) {
  SyntaxExpr e;
  e.kind = Kind::At;
  e.args = {process};
  e.location = location();
  return add(std::move(e), first);
}

// `not` takes a whole comparison, `!` only what follows it.
SyntaxExprId ExpressionParser::negation(int level) {
  const Token first = take();
  if (!enter()) return {};
  const SyntaxExprId operand = binary(level);
  --nesting_;
  SyntaxExpr e;
  e.kind = Kind::Operation;
  e.op = Op::Not;
  e.args = {operand};
  return add(std::move(e), first);
}

SyntaxExprId ExpressionParser::prefix() {
  const Token first = peek();
  Op op = Op::Const;
  if (const TemporalOperator* temporal = temporal_prefix()) return temporal_prefixed(*temporal);
  if (is("-")) {
    if (peek(1).kind == TokenKind::Number) {
      take();
      return number(true);
    }
    op = Op::Neg;
  } else if (is("~")) {
    op = Op::BitNot;
  } else if (is("!") || is("not")) {
    return negation(kPrefixLevel);
  } else {
    return postfix();
  }
  take();
  if (!enter()) return {};
  SyntaxExpr e;
  e.kind = Kind::Operation;
  e.op = op;
  e.args = {prefix()};
  --nesting_;
  return add(std::move(e), first);
}

SyntaxExprId ExpressionParser::number(bool negative) {
  const Token first = peek();
  SyntaxExpr e;
  e.kind = Kind::Number;
  const uint64_t magnitude = take().number;
  if (magnitude > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) && !negative) {
    fail_at(first.span, DiagnosticKind::LexicalError, "the number does not fit into 64 bits",
            "the largest is 9223372036854775807");
  }
  e.value = static_cast<int64_t>(negative ? -magnitude : magnitude);
  return add(std::move(e), first);
}

SyntaxExprId ExpressionParser::postfix() {
  const Token first = peek();
  SyntaxExprId left = primary();
  while (postfix_allowed_ && !failed_) {
    SyntaxExpr e;
    if (accept("[")) {
      e.kind = Kind::Index;
      const SyntaxExprId index = expression();
      e.args = {left, index};
      expect("]", "after an index");
    } else if (is(".") && is_any_name(1)) {
      take();
      e.kind = Kind::Field;
      e.name = any_name("a field");
      e.args = {left};
    } else {
      break;
    }
    left = add(std::move(e), first);
  }
  return left;
}

SyntaxExprId ExpressionParser::primary() {
  const Token first = peek();
  const bool in_place = std::exchange(reads_place_, false);
  if (first.kind == TokenKind::Number) return number(false);
  SyntaxExpr e;
  if (first.kind == TokenKind::Element) {
    take();
    e.kind = Kind::Element;
    e.name = {first.text, first.span};
    e.value = static_cast<int64_t>(first.number);
    return add(std::move(e), first);
  }
  if (accept("(")) {
    const SyntaxExprId inner = expression();
    expect(")", "after an expression in parentheses");
    return inner;
  }
  if (accept("{")) {
    e.kind = Kind::SetDisplay;
    e.args = list_until("}");
    return add(std::move(e), first);
  }
  if (is_name()) {
    e.kind = Kind::Name;
    e.name = name("a name");
    if (is("(") && !in_place) return unknown_function(e.name);
    return add(std::move(e), first);
  }
  if (first.kind == TokenKind::Word) return word_primary(first);
  name("an expression");  // reports what was found instead
  return {};
}

SyntaxExprId ExpressionParser::word_primary(const Token& first) {
  const Op called = op_of_word(first.text, OpSyntax::Call);
  const Op quantified = op_of_word(first.text, OpSyntax::Quantifier);
  if (called != Op::Const && (quantified == Op::Const || is("(", 1))) {
    take();
    return call(called);
  }
  if (quantified != Op::Const) {
    take();
    return quantifier(quantified);
  }
  if (accept("if")) return conditional();
  if (accept("let")) return named_value(Op::Let);
  if (accept("fix")) return named_value(Op::Fix);
  if (accept("check")) return check();
  if (is("set") || is("seq")) return set_or_sequence();
  if (accept("pc")) return process_call(Op::LocationIndex);
  if (accept("enabled")) return process_call(Op::CanMove);
  SyntaxExpr e;
  if (is("true") || is("false")) {
    e.kind = Kind::Bool;
    e.value = take().text == "true" ? 1 : 0;
  } else if (accept("none")) {
    e.kind = Kind::None;
  } else if (accept("timeout")) {
    e.kind = Kind::Operation;
    e.op = Op::Timeout;
  } else if (is("len") || is("wrap") || is("element")) {
    e.kind = is("len") ? Kind::Length : is("wrap") ? Kind::Wrap : Kind::ElementAt;
    take();
    expect("(", "before the arguments");
    e.args = {expression()};
    if (e.kind != Kind::Length) expect(",", "between the arguments");
    if (e.kind == Kind::Wrap) e.type = type();
    if (e.kind == Kind::ElementAt) e.name = name("a sort");
    expect(")", "after the arguments");
  } else {
    name("an expression");
    return {};
  }
  return add(std::move(e), first);
}

// forall q: D. condition   count q: D. condition   sum q: D. value   sum q: D. value where filter
SyntaxExprId ExpressionParser::quantifier(Op op) {
  const Token first = tokens_[at_ == 0 ? 0 : at_ - 1];
  SyntaxExpr e;
  e.kind = Kind::Quantifier;
  e.op = op;
  if (is("(")) {
    fail("expected the name of the bound variable, found '('",
         std::string("a quantifier has a name, a domain and a body: ") + first.text + " q: User. e");
    return {};
  }
  e.name = name("the name of the bound variable");
  expect(":", "after the name of the bound variable");
  e.domain = domain();
  const bool has_value = op_operands(op) == 2;
  expect(".", "after what is quantified over");
  const SyntaxExprId body = expression();
  SyntaxExprId filter;
  if (has_value && accept("where")) filter = expression();
  e.args = has_value ? std::vector{filter, body} : std::vector{body};
  return add(std::move(e), first);
}

// let x = value then body   fix x = start then step
SyntaxExprId ExpressionParser::named_value(Op op) {
  const Token first = tokens_[at_ == 0 ? 0 : at_ - 1];
  SyntaxExpr e;
  e.kind = Kind::NamedValue;
  e.op = op;
  e.name = name("the name of the value");
  expect("=", "after the name of the value");
  const SyntaxExprId value = expression();
  expect("then", "after the value");
  e.args = {value, expression()};
  return add(std::move(e), first);
}

// check(condition, value, "text")
SyntaxExprId ExpressionParser::check() {
  const Token first = tokens_[at_ == 0 ? 0 : at_ - 1];
  SyntaxExpr e;
  e.kind = Kind::Check;
  expect("(", "before the arguments");
  const SyntaxExprId condition = expression();
  expect(",", "between the arguments");
  e.args = {condition, expression()};
  expect(",", "between the arguments");
  e.name.text = string("the text of the error");
  expect(")", "after the arguments");
  return add(std::move(e), first);
}

SyntaxExprId ExpressionParser::conditional() {
  const Token first = tokens_[at_ == 0 ? 0 : at_ - 1];
  SyntaxExpr e;
  e.kind = Kind::Operation;
  e.op = Op::If;
  const SyntaxExprId condition = expression();
  expect("then", "after the condition of 'if'");
  const SyntaxExprId then = expression();
  expect("else", "after the first value of 'if'");
  e.args = {condition, then, expression()};
  return add(std::move(e), first);
}

// set[D]{a, b}   set[D](a)   seq[T]{a, b}
SyntaxExprId ExpressionParser::set_or_sequence() {
  const Token first = take();
  SyntaxExpr e;
  expect("[", "after 'set' or 'seq': what it is made of");
  if (first.text == "set") {
    e.domain = domain();
  } else {
    e.type = type();
  }
  expect("]", "after what the set or sequence is made of");
  if (first.text == "set" && accept("(")) {
    e.kind = Kind::SetOf;
    e.args = {expression()};
    expect(")", "after the element of the set");
  } else {
    e.kind = first.text == "set" ? Kind::SetLiteral : Kind::SeqDisplay;
    expect("{", "before the elements");
    e.args = list_until("}");
  }
  return add(std::move(e), first);
}

SyntaxExprId ExpressionParser::call(Op op) {
  const Token first = tokens_[at_ == 0 ? 0 : at_ - 1];
  SyntaxExpr e;
  e.kind = Kind::Operation;
  e.op = op;
  expect("(", "before the arguments");
  e.args = list_until(")");
  if (!failed_ && e.args.size() != static_cast<size_t>(op_operands(op))) {
    fail_at(
        since(first), DiagnosticKind::SyntaxError,
        first.text + " takes " + std::to_string(op_operands(op)) + " arguments, not " + std::to_string(e.args.size()));
  }
  return add(std::move(e), first);
}

SyntaxExprId ExpressionParser::unknown_function(const Name& name) {
  std::vector<std::string> known = {"len", "wrap", "element", "check", "pc", "enabled"};
  for (const Op op : kAllOps) {
    if (op_syntax(op) == OpSyntax::Call) known.emplace_back(op_text(op));
  }
  std::string hint = suggestion(name.text, known);
  if (hint.empty()) {
    hint = "functions are: ";
    for (const std::string& word : known) hint += (&word == &known.front() ? "" : ", ") + word;
  }
  fail_at(name.span, DiagnosticKind::UnknownName, "unknown function '" + name.text + "'", hint);
  return {};
}

// pc(p)   pc(p, Family)
SyntaxExprId ExpressionParser::process_call(Op op) {
  const Token first = tokens_[at_ == 0 ? 0 : at_ - 1];
  SyntaxExpr e;
  e.kind = Kind::OfProcess;
  e.op = op;
  expect("(", "before the process");
  e.args = {expression()};
  if (accept(",")) e.name = name("the family of the process");
  expect(")", "after the process");
  return add(std::move(e), first);
}

std::vector<SyntaxExprId> ExpressionParser::list_until(std::string_view close) {
  std::vector<SyntaxExprId> list;
  while (!is(close) && !failed_) {
    list.push_back(expression());
    if (!accept(",")) break;
  }
  expect(close, "after a list separated by commas");
  return list;
}

SyntaxExprId ExpressionParser::constant() {
  const bool outer = std::exchange(postfix_allowed_, false);
  const SyntaxExprId id = binary(kCompareLevel + 1);
  postfix_allowed_ = outer;
  return id;
}

SyntaxExprId ExpressionParser::parse_only_constant(SyntaxTree& tree) {
  tree_ = std::move(tree);
  SyntaxExprId id = constant();
  if (peek().kind != TokenKind::End) fail("expected one constant expression");
  if (failed_) id = {};
  tree = std::move(tree_);
  return id;
}

// A name with indices and fields.
SyntaxExprId ExpressionParser::place() {
  if (!is_name()) {
    name("a variable");
    return {};
  }
  reads_place_ = true;
  return postfix();
}

SyntaxDomain ExpressionParser::domain() {
  const Token first = peek();
  SyntaxDomain d;
  if (accept("subsets")) {
    expect("(", "before what the subsets are made of");
    d = domain();
    expect(")", "after what the subsets are made of");
    if (d.subsets) fail_at(d.span, DiagnosticKind::Unsupported, "sets of sets are nothing to range over");
    d.subsets = true;
    return d;
  }
  if (is_name() && !is("..", 1) && !is("+", 1) && !is("-", 1) && !is("*", 1) && !is("/", 1) && !is("%", 1)) {
    d.family = name("a family");
  } else {
    d.is_range = true;
    d.lo = constant();
    expect("..", "between the bounds of a range");
    d.hi = constant();
  }
  d.span = since(first);
  return d;
}

SyntaxLocation ExpressionParser::location() {
  SyntaxLocation location;
  location.name = any_name("a location");
  if (is(".") && is_any_name(1)) {
    take();
    location.family = std::move(location.name);
    location.name = any_name("a location");
  }
  return location;
}

SyntaxTypeId ExpressionParser::type() {
  const Token first = peek();
  SyntaxType t;
  if (!enter()) return {};
  if (accept("bool")) {
    t.kind = SyntaxType::Kind::Bool;
  } else if (accept("int")) {
    t.kind = SyntaxType::Kind::Int;
  } else if (accept("[")) {
    t.kind = SyntaxType::Kind::Array;
    t.domain = domain();
    expect("]", "after what the array is indexed by");
    t.element = type();
  } else if (accept("set")) {
    t.kind = SyntaxType::Kind::Set;
    expect("[", "after 'set'");
    t.domain = domain();
    expect("]", "after what the set is made of");
  } else if (accept("seq")) {
    t.kind = SyntaxType::Kind::Sequence;
    expect("[", "after 'seq'");
    t.element = type();
    expect("]", "after the type of the items");
  } else if (accept("queue")) {
    t.kind = SyntaxType::Kind::Queue;
    expect("[", "after 'queue'");
    t.lo = constant();
    expect("]", "after the capacity of the queue");
    t.element = type();
  } else if (accept("{")) {
    t.kind = SyntaxType::Kind::Record;
    while (!is("}") && !failed_) {
      SyntaxField field;
      field.name = any_name("the name of a field");
      expect(":", "after the name of the field");
      field.type = type();
      t.fields.push_back(std::move(field));
      if (!accept(",")) break;
    }
    expect("}", "after the fields of a record, which are separated by commas");
  } else if (is_name() && !is("..", 1) && !is("+", 1) && !is("-", 1) && !is("*", 1) && !is("/", 1) && !is("%", 1)) {
    t.kind = SyntaxType::Kind::Named;
    t.name = name("a sort");
    t.none = accept("none");
  } else {
    t.kind = SyntaxType::Kind::Range;
    t.lo = constant();
    expect("..", "between the bounds of a range");
    t.hi = constant();
  }
  --nesting_;
  t.span = since(first);
  return tree_.types.add(std::move(t));
}

}  // namespace px::ir::text
