// Statements of the text form.
#include <utility>

#include "engine/ir/text_reader_parser.h"

namespace px::ir::text {
namespace {

using Kind = Statement::Kind;

// Statements with a block need no ';' after them.
bool ends_with_block(const SyntaxStatement& s) {
  return !s.blocks.empty();
}

constexpr std::pair<std::string_view, ViolationKind> kViolations[] = {
    {"assumption", ViolationKind::Assumption}, {"deadlock", ViolationKind::Deadlock},
    {"safety", ViolationKind::Safety},         {"liveness", ViolationKind::Liveness},
    {"assertion", ViolationKind::Assertion},
};

}  // namespace

SyntaxBlock Parser::block(std::string_view where) {
  SyntaxBlock block;
  if (!enter()) return block;
  expect("{", where);
  statements(block, true);
  expect("}", "after the statements of a block");
  --nesting_;
  return block;
}

void Parser::statements(SyntaxBlock& block, bool own_positions) {
  for (;;) {
    while (accept(";")) {
    }
    const Token& token = peek();
    if (failed_ || is("}") || token.kind == TokenKind::End || token.kind == TokenKind::String) return;
    if (token.kind == TokenKind::Word && starts_declaration(token.text)) return;
    statement(block, own_positions);
    if (failed_) return;
    if (is(";") || ends_with_block(block.back())) continue;
    if (own_positions && !is("}")) {
      fail("expected ';' or '}' after a statement", "statements are separated by ';'");
    }
    return;
  }
}

void Parser::statement(SyntaxBlock& block, bool own_positions) {
  SyntaxStatement s;
  const Token first = peek();
  if (!word_statement(s, own_positions)) assignment(s);
  if (!s.span.known()) s.span = since(first);
  if (own_positions && !s.position) s.position = position();
  block.push_back(std::move(s));
}

bool Parser::word_statement(SyntaxStatement& s, bool own_positions) {
  if (accept("if")) {
    if_statement(s);
  } else if (is("for") || is("let") || is("choose")) {
    binding_statement(s, own_positions);
  } else if (accept("while")) {
    s.kind = Kind::While;
    s.exprs.push_back(expression());
    expect("limit", "after the condition of a loop: the most rounds it may take");
    s.exprs.push_back(constant());
    s.blocks.push_back(block());
  } else if (accept("either")) {
    s.kind = Kind::Either;
    do s.blocks.push_back(block());
    while (accept("or"));
  } else if (accept("require")) {
    s.kind = Kind::Require;
    s.exprs.push_back(expression());
  } else if (is("assert") || is("fail")) {
    violation_statement(s);
  } else if (accept("grow")) {
    s.kind = Kind::Grow;
    s.exprs.push_back(number(false));
    s.text = string("what is not foreseen");
  } else if (is("push") || is("push_sorted") || is("pop") || is("remove")) {
    queue_statement(s);
  } else if (accept("reset")) {
    s.kind = Kind::Reset;
    s.places.push_back(place());
  } else if (accept("goto")) {
    s.kind = Kind::Goto;
    s.exprs.push_back(postfix());
    expect("->", "between the process and the location it goes to");
    s.location = location();
  } else if (accept("solve")) {
    s.kind = Kind::Solve;
    do s.places.push_back(place());
    while (accept(","));
    if (accept("with")) {
      do s.exprs.push_back(expression());
      while (accept(","));
    }
  } else if (accept("print")) {
    s.kind = Kind::Print;
    s.text = string("the text to print");
    while (accept(",")) s.exprs.push_back(expression());
  } else {
    return false;
  }
  return true;
}

void Parser::if_statement(SyntaxStatement& s) {
  s.kind = Kind::If;
  const Token first = peek();
  s.exprs.push_back(expression());
  s.span = since(first);
  s.blocks.push_back(block());
  s.blocks.emplace_back();
  if (!accept("else")) return;
  const Token next = peek();
  if (accept("if")) {
    if (!enter()) return;
    SyntaxStatement nested;
    if_statement(nested);
    if (!nested.span.known()) nested.span = since(next);
    s.blocks[1].push_back(std::move(nested));
    --nesting_;
  } else {
    s.blocks[1] = block();
  }
}

// for x: D {...}   choose x: D {...}   let x: T = e {...}
// If a ';' takes the place of the block, the block is the rest of the enclosing statements.
void Parser::binding_statement(SyntaxStatement& s, bool own_positions) {
  const Token first = take();
  s.kind = first.text == "for" ? Kind::For : first.text == "choose" ? Kind::Choose : Kind::Let;
  s.binding = name("a name to bind");
  if (s.kind == Kind::Let) {
    if (accept(":")) s.type = type();
    expect("=", "after the name that 'let' binds");
    s.exprs.push_back(expression());
  } else {
    expect(":", "after the name to bind");
    s.domain = domain();
  }
  s.span = since(first);
  if (s.kind == Kind::For) {
    s.blocks.push_back(block());
  } else if (is(";")) {
    if (!enter()) return;
    take();
    statements(s.blocks.emplace_back(), own_positions);
    --nesting_;
  } else {
    s.blocks.push_back(block("before a block of statements, or ';'"));
  }
}

// assert condition [as kind] [, "text"]   fail "text" [as kind]
void Parser::violation_statement(SyntaxStatement& s) {
  const bool is_assertion = is("assert");
  take();
  s.kind = is_assertion ? Kind::Assert : Kind::Fail;
  const Token first = peek();
  if (is_assertion) {
    s.exprs.push_back(expression());
    s.text = text_.substr(first.begin, tokens_[at_ == 0 ? 0 : at_ - 1].end - first.begin);
  } else {
    s.text = string("the message");
  }
  if (accept("as")) {
    for (const auto& [word, kind] : kViolations) {
      if (!s.violation && accept(word)) s.violation = kind;
    }
    if (!s.violation)
      fail("expected the kind of violation after 'as': assumption, deadlock, safety, liveness, assertion");
  }
  if (is_assertion && accept(",")) s.text = string("the text of the assertion");
}

// push q(a, b)   push_sorted q(a, b)   pop q   remove q[i]
void Parser::queue_statement(SyntaxStatement& s) {
  const std::string word = take().text;
  s.places.push_back(place());
  if (word == "pop" || word == "remove") {
    s.kind = word == "pop" ? Kind::Pop : Kind::RemoveAt;
    return;
  }
  s.kind = word == "push" ? Kind::Push : Kind::PushSorted;
  expect("(", "before the fields of the item to push");
  s.exprs = list_until(")");
}

// p := e   p, q := e, f   p += e   p -= e
void Parser::assignment(SyntaxStatement& s) {
  s.kind = Kind::Assign;
  if (!is_name()) {
    fail("expected a statement",
         "statements are: p := e, if, for, while, let, choose, either, require, assert, fail, "
         "push, push_sorted, pop, remove, reset, goto, solve, print");
    return;
  }
  do s.places.push_back(place());
  while (accept(","));
  if (s.places.size() == 1 && (is("+=") || is("-="))) {
    s.update = take().text == "+=" ? Op::Add : Op::Sub;
  } else if (is("=") && s.places.size() == 1) {
    return fail("expected ':=' to assign, found '='", "':=' assigns, '=' compares");
  } else {
    expect(":=", "after the place to assign to");
  }
  do s.exprs.push_back(expression());
  while (accept(","));
}

}  // namespace px::ir::text
