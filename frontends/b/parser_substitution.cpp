// Substitutions. `||` binds tighter than `;`, and a `;` may be followed by the next operation.
#include <algorithm>

#include "frontends/b/substitution_parser.h"

namespace px::b {

SubstId SubstitutionParser::add(Subst subst, SourceSpan start) {
  subst.span = span_from(start);
  return machine_.nodes.substs.add(std::move(subst));
}

// NAME [(...)] = or NAMES <-- NAME [(...)] =, where the brackets contain only names.
bool SubstitutionParser::at_operation_header() const {
  size_t ahead = 0;
  const auto skip_names = [&] {
    while (peek(ahead).kind == TokenKind::Name || peek(ahead).kind == TokenKind::Comma ||
           peek(ahead).kind == TokenKind::Dot) {
      ++ahead;
    }
  };
  if (peek().kind != TokenKind::Name) return false;
  skip_names();
  if (peek(ahead).kind == TokenKind::Results) {
    ++ahead;
    skip_names();
  }
  if (peek(ahead).kind == TokenKind::LeftParen) {
    ++ahead;
    skip_names();
    if (peek(ahead).kind != TokenKind::RightParen) return false;
    ++ahead;
  }
  return peek(ahead).kind == TokenKind::Defines ||
         (peek(ahead).kind == TokenKind::Operator && peek(ahead).op == Op::Equal);
}

Branch SubstitutionParser::parse_branch_body(ExprId condition, SourceSpan start) {
  Branch branch;
  branch.condition = condition;
  branch.span = start;
  branch.body = parse_substitution();
  return branch;
}

SubstId SubstitutionParser::parse_substitution() {
  const Nesting nesting(*this);
  const SourceSpan start = peek().span;
  Subst sequence;
  sequence.kind = SubstKind::Sequence;
  for (;;) {
    const SourceSpan here = peek().span;
    sequence.branches.push_back({{}, {}, parse_parallel(), here});
    if (!at(Op::Compose)) break;
    next();
    const bool ends =
        at_operation_header() || begins_clause(peek().kind) || at(TokenKind::EndWord) || at(TokenKind::End);
    if (ends) {
      --position_;  // the semicolon separates operations
      // one before an END is redundant but harmless
      if (at(Op::Compose) && peek(1).kind == TokenKind::EndWord && depth_ > 1) next();
      break;
    }
  }
  if (sequence.branches.size() == 1) return sequence.branches.front().body;
  return add(std::move(sequence), start);
}

SubstId SubstitutionParser::parse_parallel() {
  const SourceSpan start = peek().span;
  Subst parallel;
  parallel.kind = SubstKind::Parallel;
  do {
    const SourceSpan here = peek().span;
    parallel.branches.push_back({{}, {}, parse_simple(), here});
  } while (accept(Op::ParallelProduct));
  if (parallel.branches.size() == 1) return parallel.branches.front().body;
  return add(std::move(parallel), start);
}

SubstId SubstitutionParser::parse_simple() {
  const Nesting nesting(*this);
  if (at(TokenKind::Name) || at(TokenKind::LeftParen)) return parse_assignment();
  return parse_keyword_substitution();
}

SubstId SubstitutionParser::parse_keyword_substitution() {
  switch (peek().kind) {
    case TokenKind::Skip: {
      const SourceSpan start = next().span;
      return add(Subst{}, start);
    }
    case TokenKind::Begin: {
      next();
      const SubstId body = parse_substitution();
      expect(TokenKind::EndWord, "of BEGIN");
      return body;
    }
    case TokenKind::Pre: return parse_guarded(SubstKind::Pre);
    case TokenKind::Assert: return parse_guarded(SubstKind::Assert);
    case TokenKind::Choice: return parse_choice();
    case TokenKind::If: return parse_conditional(SubstKind::If, TokenKind::Elsif, "condition");
    case TokenKind::Select: return parse_conditional(SubstKind::Select, TokenKind::When, "guard");
    case TokenKind::Case: return parse_case();
    case TokenKind::Any: return parse_any();
    case TokenKind::Let: return parse_let();
    case TokenKind::Var: return parse_var();
    case TokenKind::While: return parse_while();
    default: fail_expected("a substitution");
  }
}

// PRE P THEN S END, ASSERT P THEN S END
SubstId SubstitutionParser::parse_guarded(SubstKind kind) {
  const Token word = next();
  Subst subst;
  subst.kind = kind;
  const ExprId condition = parse_formula();
  expect(TokenKind::Then, "after the predicate of " + token_name(word.kind));
  subst.branches.push_back(parse_branch_body(condition, word.span));
  expect(TokenKind::EndWord, "of " + token_name(word.kind));
  return add(std::move(subst), word.span);
}

// IF P THEN S ELSIF Q THEN T ELSE U END, SELECT P THEN S WHEN Q THEN T ELSE U END
SubstId SubstitutionParser::parse_conditional(SubstKind kind, TokenKind again, const std::string& condition_name) {
  Subst subst;
  subst.kind = kind;
  const Token first = peek();
  do {
    const SourceSpan here = next().span;  // the first word, or `again`
    const ExprId condition = parse_formula();
    expect(TokenKind::Then, "after the " + condition_name + " of " + token_name(first.kind));
    subst.branches.push_back(parse_branch_body(condition, here));
  } while (at(again));
  if (accept(TokenKind::Else)) subst.otherwise = parse_substitution();
  expect(TokenKind::EndWord, "of " + token_name(first.kind));
  return add(std::move(subst), first.span);
}

SubstId SubstitutionParser::parse_choice() {
  Subst subst;
  subst.kind = SubstKind::Choice;
  const SourceSpan start = peek().span;
  do {
    const SourceSpan here = next().span;  // CHOICE or OR
    subst.branches.push_back(parse_branch_body({}, here));
  } while (at(TokenKind::OrWord));
  expect(TokenKind::EndWord, "of CHOICE");
  return add(std::move(subst), start);
}

// CASE e OF EITHER a, b THEN S OR c THEN T ELSE U END END
SubstId SubstitutionParser::parse_case() {
  Subst subst;
  subst.kind = SubstKind::Case;
  const SourceSpan start = next().span;
  subst.values.push_back(parse_formula());
  expect(TokenKind::Of, "after the expression of CASE");
  if (!at(TokenKind::Either)) fail_expected("EITHER");
  do {
    const SourceSpan here = next().span;  // EITHER or OR
    std::vector<ExprId> labels;
    do {
      labels.push_back(parse_formula());
    } while (accept(TokenKind::Comma));
    expect(TokenKind::Then, "after the values of a case");
    subst.branches.push_back(parse_branch_body({}, here));
    subst.branches.back().labels = std::move(labels);
  } while (at(TokenKind::OrWord));
  if (accept(TokenKind::Else)) subst.otherwise = parse_substitution();
  expect(TokenKind::EndWord, "of EITHER");
  expect(TokenKind::EndWord, "of CASE");
  return add(std::move(subst), start);
}

SubstId SubstitutionParser::parse_any() {
  Subst subst;
  subst.kind = SubstKind::Any;
  const SourceSpan start = next().span;
  subst.names = parse_names("a name to bind");
  const SourceSpan here = peek().span;
  if (!accept(TokenKind::Where)) expect(TokenKind::When, "after the names of ANY");
  const ExprId condition = parse_formula();
  expect(TokenKind::Then, "after the predicate of ANY");
  subst.branches.push_back(parse_branch_body(condition, here));
  expect(TokenKind::EndWord, "of ANY");
  return add(std::move(subst), start);
}

SubstId SubstitutionParser::parse_let() {
  Subst subst;
  subst.kind = SubstKind::Let;
  const SourceSpan start = next().span;
  subst.names = parse_names("a name to bind");
  expect(TokenKind::Be, "after the names of LET");
  subst.values = parse_let_values(subst.names);
  expect(TokenKind::In, "after the values of LET");
  subst.branches.push_back(parse_branch_body({}, peek().span));
  expect(TokenKind::EndWord, "of LET");
  return add(std::move(subst), start);
}

SubstId SubstitutionParser::parse_var() {
  Subst subst;
  subst.kind = SubstKind::Var;
  const SourceSpan start = next().span;
  subst.names = parse_names("a local variable");
  expect(TokenKind::In, "after the names of VAR");
  subst.branches.push_back(parse_branch_body({}, peek().span));
  expect(TokenKind::EndWord, "of VAR");
  return add(std::move(subst), start);
}

// WHILE P DO S INVARIANT I VARIANT V END; the last two in any order
SubstId SubstitutionParser::parse_while() {
  Subst subst;
  subst.kind = SubstKind::While;
  const SourceSpan start = next().span;
  const ExprId condition = parse_formula();
  expect(TokenKind::Do, "after the condition of WHILE");
  subst.branches.push_back(parse_branch_body(condition, start));
  ExprId invariant;
  ExprId variant;
  while (at(TokenKind::Invariant) || at(TokenKind::Variant)) {
    ExprId& part = at(TokenKind::Invariant) ? invariant : variant;
    if (part.valid()) fail("WHILE has a second " + token_name(peek().kind));
    next();
    part = parse_formula();
  }
  if (!invariant.valid()) fail_expected("the INVARIANT of WHILE");
  if (!variant.valid()) fail_expected("the VARIANT of WHILE");
  expect(TokenKind::EndWord, "of WHILE");
  subst.values = {invariant, variant};
  return add(std::move(subst), start);
}

// x, y := e, f    x :: S    x :(P)    r <-- op(e)    op(e)
SubstId SubstitutionParser::parse_assignment() {
  const SourceSpan start = peek().span;
  Subst subst;
  const Brackets outer = brackets_;
  brackets_ = {false, false};
  do {
    const SourceSpan here = peek().span;
    subst.targets.push_back(parse_postfix(parse_primary(), here));
  } while (accept(TokenKind::Comma));
  brackets_ = outer;
  if (accept(TokenKind::Becomes)) {
    subst.kind = SubstKind::Assign;
    do {
      subst.values.push_back(parse_formula());
    } while (accept(TokenKind::Comma));
    if (subst.values.size() != subst.targets.size()) {
      fail_at(DiagnosticKind::SyntaxError, span_from(start),
              std::to_string(subst.values.size()) + " values are assigned to " + std::to_string(subst.targets.size()) +
                  (subst.targets.size() == 1 ? " variable" : " variables"));
    }
    return add(std::move(subst), start);
  }
  if (accept(TokenKind::BecomesElement)) {
    subst.kind = SubstKind::BecomesElement;
    subst.values.push_back(parse_formula());
    return add(std::move(subst), start);
  }
  if (at(Op::Member)) {
    next();
    subst.kind = SubstKind::BecomesSuchThat;
    expect(TokenKind::LeftParen, "after ':' in a substitution");
    subst.values.push_back(parse_bracketed());
    expect(TokenKind::RightParen, "after the predicate");
    return add(std::move(subst), start);
  }
  if (accept(TokenKind::Results)) return parse_call(std::move(subst.targets), start);
  if (subst.targets.size() > 1) fail_expected("':=', '::', ':(' or '<--'");
  return call_from(subst.targets.front(), start);
}

SubstId SubstitutionParser::parse_call(std::vector<ExprId> results, SourceSpan start) {
  const SourceSpan here = peek().span;
  if (!at(TokenKind::Name)) fail_expected("the name of an operation");
  const SubstId call = call_from(parse_postfix(parse_name(), here), start);
  machine_.nodes.substs[call].targets = std::move(results);
  return call;
}

SubstId SubstitutionParser::call_from(ExprId expr, SourceSpan start) {
  const Expr& callee = machine_.nodes.exprs[expr];
  if (callee.kind != ExprKind::Name && callee.kind != ExprKind::Call) fail_expected("':=', '::', ':(' or '<--'");
  Subst call;
  call.kind = SubstKind::NameCall;
  call.text = callee.text;
  call.values = callee.operands;
  return add(std::move(call), start);
}

}  // namespace px::b
