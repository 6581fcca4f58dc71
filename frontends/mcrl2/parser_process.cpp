// Process expressions, weakest first: + 1, sum 2, || 3, -> 5, . 7, | 9.
#include <algorithm>

#include "frontends/mcrl2/parser_impl.h"

namespace px::mcrl2 {
namespace {

using Kind = ProcessSyntax::Kind;

constexpr int kChoice = 1;
constexpr int kParallel = 3;
constexpr int kCondition = 5;
constexpr int kSequence = 7;

const char* const kTimeHint = "pexplore explores untimed behaviour; leave out the time";

}  // namespace

ProcessSyntax* Parser::process() {
  return process_at(kChoice);
}

ProcessSyntax* Parser::process_at(int level) {
  const Nesting nesting(*this);
  const Token first = peek();
  ProcessSyntax* left = nullptr;
  if (at("sum")) {
    left = sum();
  } else if (at("dist")) {
    fail_at(peek().span, DiagnosticKind::Unsupported, "'dist' is not supported: pexplore has no probabilities",
            "replace dist x: D[p] . q by sum x: D . q to explore all outcomes");
  } else if (at_condition()) {
    left = conditional();
  } else {
    left = multi_action();
  }
  for (;;) {
    Kind kind = Kind::Choice;
    int own = kChoice;
    if (at("||")) {
      kind = Kind::Parallel;
      own = kParallel;
    } else if (at(".")) {
      kind = Kind::Sequence;
      own = kSequence;
    } else if (at("||_") || at("<<")) {
      fail_at(peek().span, DiagnosticKind::Unsupported, "the operator " + token_text(peek()) + " is not supported",
              at("<<") ? kTimeHint : "write the parallel composition || itself");
    } else if (at("@")) {
      fail_at(peek().span, DiagnosticKind::Unsupported, "time is not supported", kTimeHint);
    } else if (!at("+")) {
      return left;
    }
    if (own < level) return left;
    const SourceSpan span = peek().span;
    ++at_;
    ProcessSyntax* right = process_at(own + 1);
    if (left->kind == kind && left->span == span) {
      left->parts.push_back(right);
      continue;
    }
    ProcessSyntax node;
    node.kind = kind;
    node.parts = {left, right};
    node.span = span;
    left = add(std::move(node), first);
  }
}

ProcessSyntax* Parser::sum() {
  const Token first = peek();
  ++at_;
  ProcessSyntax node;
  node.kind = Kind::Sum;
  node.variables = variable_list("and the sort of the variable");
  expect(".", "after the variables of 'sum'");
  node.span = since(first);
  node.parts.push_back(process_at(kChoice + 1));
  return add(std::move(node), first);
}

// ---- Conditions

// The position after the brackets that open at `at`; SIZE_MAX if they do not close.
size_t Parser::group_end(size_t at) const {
  int depth = 0;
  for (; at < tokens_.size(); ++at) {
    const Token& t = tokens_[at];
    if (t.is("(") || t.is("[") || t.is("{")) ++depth;
    if ((t.is(")") || t.is("]") || t.is("}")) && --depth == 0) return at + 1;
    if (t.is(";")) break;
  }
  return SIZE_MAX;
}

// The position after one data unit; SIZE_MAX if there is none.
size_t Parser::unit_end(size_t at) const {
  while (tokens_[at].is("!") || tokens_[at].is("-") || tokens_[at].is("#")) ++at;
  const Token& t = tokens_[at];
  if (t.kind == TokenKind::Name || t.kind == TokenKind::Number || t.is("true") || t.is("false")) {
    ++at;
  } else if (t.is("(") || t.is("[") || t.is("{")) {
    at = group_end(at);
  } else {
    return SIZE_MAX;
  }
  while (at != SIZE_MAX && (tokens_[at].is("(") || tokens_[at].is("["))) at = group_end(at);
  return at;
}

bool Parser::at_condition() const {
  const size_t end = unit_end(at_);
  return end != SIZE_MAX && tokens_[end].is("->");
}

ProcessSyntax* Parser::conditional() {
  const Token first = peek();
  ProcessSyntax node;
  node.kind = Kind::If;
  if (at("!") || at("-") || at("#")) {
    node.condition = data_at(kDeepest);  // the unit after the operator, without further operators
  } else {
    node.condition = data_unit();
  }
  node.span = since(first);
  expect("->", "after the condition");
  node.parts.push_back(process_at(kCondition));
  if (accept("<>")) node.parts.push_back(process_at(kCondition));
  return add(std::move(node), first);
}

// ---- Actions, calls, operators

ProcessSyntax* Parser::multi_action() {
  const Token first = peek();
  ProcessSyntax* left = process_primary();
  if (!at("|")) return left;
  ProcessSyntax node;
  node.kind = Kind::Multi;
  node.parts.push_back(left);
  while (accept("|")) node.parts.push_back(process_primary());
  for (const ProcessSyntax* part : node.parts) {
    if (part->kind == Kind::Call || part->kind == Kind::Tau || part->kind == Kind::Delta) continue;
    fail_at(part->span, DiagnosticKind::SyntaxError, "only actions can be joined by '|'",
            "the parallel composition of processes is ||");
  }
  return add(std::move(node), first);
}

ProcessSyntax* Parser::process_primary() {
  const Nesting nesting(*this);
  const Token first = peek();
  if (accept("(")) {
    ProcessSyntax* inner = process();
    expect(")", "after the process");
    return inner;
  }
  ProcessSyntax node;
  if (accept("delta")) return add(std::move(node), first);
  if (accept("tau")) {
    node.kind = Kind::Tau;
    return add(std::move(node), first);
  }
  if (accept("block")) return operation(Kind::Block);
  if (accept("hide")) return operation(Kind::Hide);
  if (accept("rename")) return operation(Kind::Rename);
  if (accept("allow")) return operation(Kind::Allow);
  if (accept("comm")) return operation(Kind::Comm);
  if (first.kind == TokenKind::Name) return call();
  fail("a process");
}

ProcessSyntax* Parser::call() {
  const Token first = peek();
  ProcessSyntax node;
  node.kind = Kind::Call;
  node.name = expect_name("an action or a process");
  if (accept("(")) {
    node.by_name = at(")") || (peek().kind == TokenKind::Name && peek(1).is("="));
    if (node.by_name && !accept(")")) {
      do {
        Assignment assignment;
        assignment.name = expect_name("a parameter");
        expect("=", "and its value; all arguments are assignments, or none is");
        assignment.value = data();
        node.assignments.push_back(std::move(assignment));
      } while (accept(","));
      expect(")", "after the assignments");
    } else if (!node.by_name) {
      node.arguments = data_list(")");
    }
  }
  static constexpr std::string_view kDataOnly[] = {"<",  "<=", ">",   ">=",  "==", "!=", "&&", "=>",
                                                   "in", "-",  "mod", "div", "*",  "/",  "|>", "++"};
  for (const std::string_view op : kDataOnly) {
    if (!at(op)) continue;
    fail_at(peek().span, DiagnosticKind::SyntaxError,
            token_text(peek()) + " is an operator of data, but a process is expected here",
            "a condition of more than one unit needs brackets: (" + node.name.text + " " + std::string(op) +
                " ...) -> ...");
  }
  return add(std::move(node), first);
}

NameList Parser::joined_names() {
  NameList names = {expect_name("an action")};
  while (accept("|")) names.push_back(expect_name("an action"));
  return names;
}

ProcessSyntax* Parser::operation(ProcessSyntax::Kind kind) {
  const Token first = tokens_[at_ - 1];
  ProcessSyntax node;
  node.kind = kind;
  expect("(", "after '" + first.text + "'");
  expect("{", "and the set of actions");
  if (!accept("}")) {
    do operation_names(node);
    while (accept(","));
    if (!at("}")) {
      const bool joined = at("|") && (kind == Kind::Block || kind == Kind::Hide);
      fail("',' or '}'",
           joined ? "'" + first.text + "' takes names only, and acts on every multi-action they are in" : "");
    }
    ++at_;
  }
  expect(",", "and the process");
  node.span = first.span;
  node.parts.push_back(process());
  expect(")", "after the process");
  return add(std::move(node), first);
}

void Parser::operation_names(ProcessSyntax& p) {
  switch (p.kind) {
    case Kind::Allow: p.multi_actions.push_back(joined_names()); return;
    case Kind::Rename:
      p.names.push_back(expect_name("an action"));
      expect("->", "and the new name");
      p.targets.push_back(expect_name("an action"));
      return;
    case Kind::Comm: {
      CommSyntax comm;
      comm.from = joined_names();
      if (comm.from.size() < 2) {
        fail("'|' and another action", "at least two actions communicate; 'rename' gives one another name");
      }
      expect("->", "and the result of the communication");
      if (at("tau")) {
        comm.to = {"tau", peek().span};
        ++at_;
      } else {
        comm.to = expect_name("an action");
      }
      p.comms.push_back(std::move(comm));
      return;
    }
    default: p.names.push_back(expect_name("an action"));
  }
}

}  // namespace px::mcrl2
