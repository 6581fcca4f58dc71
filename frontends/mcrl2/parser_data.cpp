// Data expressions: precedence climbing.
#include <algorithm>
#include <array>

#include "frontends/mcrl2/parser_impl.h"

namespace px::mcrl2 {
namespace {

using Kind = DataSyntax::Kind;

struct Binary {
  std::string_view text;
  int level;
  bool right;  // right-associative
};
constexpr std::array kBinary = {
    Binary{"=>", 2, true},    Binary{"||", 3, true},    Binary{"&&", 4, true},  Binary{"==", 5, false},
    Binary{"!=", 5, false},   Binary{"<", 6, false},    Binary{"<=", 6, false}, Binary{">", 6, false},
    Binary{">=", 6, false},   Binary{"in", 6, false},   Binary{"|>", 7, true},  Binary{"<|", 8, false},
    Binary{"++", 9, false},   Binary{"+", 10, false},   Binary{"-", 10, false}, Binary{"/", 11, false},
    Binary{"div", 11, false}, Binary{"mod", 11, false}, Binary{"*", 12, false}, Binary{".", 12, false},
};
constexpr int kUnaryLevel = 13;

const Binary* binary_operator(const Token& token) {
  if (token.kind != TokenKind::Symbol && token.kind != TokenKind::Keyword) return nullptr;
  const auto found =
      std::find_if(kBinary.begin(), kBinary.end(), [&](const Binary& b) { return b.text == token.text; });
  return found == kBinary.end() ? nullptr : &*found;
}

}  // namespace

// Including `whr`, which binds weakest.
DataSyntax* Parser::data() {
  const Nesting nesting(*this);
  const Token first = peek();
  DataSyntax* body = data_at(1);
  while (accept("whr")) {
    DataSyntax node;
    node.kind = Kind::Where;
    node.parts.push_back(body);
    do {
      node.names.push_back(expect_name("the name that is defined"));
      expect("=", "and the value of the name");
      node.parts.push_back(data_at(1));
    } while (accept(","));
    expect("end", "after the definitions of 'whr'");
    body = add(std::move(node), first);
  }
  return body;
}

DataSyntax* Parser::data_at(int level) {
  const Nesting nesting(*this);
  const Token first = peek();
  if (at("forall")) return binder(Kind::Forall);
  if (at("exists")) return binder(Kind::Exists);
  if (at("lambda")) return binder(Kind::Lambda);
  DataSyntax* left = nullptr;
  if (at("!") || at("-") || at("#")) {
    DataSyntax node;
    node.kind = Kind::Apply;
    DataSyntax op;
    op.text = peek().text;
    ++at_;
    node.parts = {add(std::move(op), first), data_at(kUnaryLevel)};
    left = add(std::move(node), first);
  } else {
    left = data_unit();
  }
  for (const Binary* op = binary_operator(peek()); op != nullptr && op->level >= level; op = binary_operator(peek())) {
    const Token at_operator = peek();
    ++at_;
    DataSyntax name;
    name.text = op->text;
    DataSyntax* function = add(std::move(name), at_operator);
    DataSyntax* right = data_at(op->right ? op->level : op->level + 1);
    DataSyntax node;
    node.kind = Kind::Apply;
    node.parts = {function, left, right};
    left = add(std::move(node), first);
  }
  return left;
}

// x, y: S, z: T
std::vector<VariableSyntax> Parser::variable_list(const char* what) {
  std::vector<VariableSyntax> variables;
  do {
    std::vector<Name> names = name_list();
    expect(":", what);
    SortSyntax* type = sort();
    for (Name& name : names) variables.push_back({std::move(name), type});
  } while (accept(","));
  return variables;
}

DataSyntax* Parser::binder(DataSyntax::Kind kind) {
  const Nesting nesting(*this);
  const Token first = peek();
  ++at_;
  DataSyntax node;
  node.kind = kind;
  node.variables = variable_list("and the sort of the variable");
  expect(".", "after the bound variables");
  node.parts.push_back(data_at(1));
  return add(std::move(node), first);
}

// Including the arguments and updates that follow it.
DataSyntax* Parser::data_unit() {
  const Token first = peek();
  DataSyntax* unit = data_primary();
  for (;;) {
    if (accept("(")) {
      DataSyntax node;
      node.kind = Kind::Apply;
      node.parts.push_back(unit);
      for (DataSyntax* argument : data_list(")")) node.parts.push_back(argument);
      if (node.parts.size() == 1) {
        fail_at(since(first), DiagnosticKind::SyntaxError, "no arguments between the brackets",
                "without arguments, omit the ()");
      }
      unit = add(std::move(node), first);
    } else if (at("[")) {
      ++at_;
      DataSyntax node;
      node.kind = Kind::Update;
      node.parts = {unit, data()};
      expect("->", "and the new value");
      node.parts.push_back(data());
      expect("]", "after the update");
      unit = add(std::move(node), first);
    } else {
      return unit;
    }
  }
}

std::vector<DataSyntax*> Parser::data_list(std::string_view closing) {
  std::vector<DataSyntax*> items;
  if (accept(closing)) return items;
  do items.push_back(data());
  while (accept(","));
  if (!at(closing)) fail("',' or '" + std::string(closing) + "'");
  ++at_;
  return items;
}

DataSyntax* Parser::data_primary() {
  const Nesting nesting(*this);
  const Token first = peek();
  DataSyntax node;
  node.text = first.text;
  if (first.kind == TokenKind::Number) {
    node.kind = Kind::Number;
    ++at_;
    return add(std::move(node), first);
  }
  if (first.kind == TokenKind::Name || first.is("true") || first.is("false")) {
    ++at_;
    return add(std::move(node), first);
  }
  if (accept("(")) {
    DataSyntax* inner = data();
    expect(")", "after the expression");
    return inner;
  }
  if (accept("[")) {
    node.kind = Kind::List;
    node.parts = data_list("]");
    return add(std::move(node), first);
  }
  if (at("{")) return braces();
  if (first.kind == TokenKind::Keyword) {
    fail("an expression", "'" + first.text + "' is a reserved word");
  }
  fail("an expression");
}

// After {: a name with a sort, followed by a bar.
bool Parser::is_comprehension() const {
  if (peek().kind != TokenKind::Name || !peek(1).is(":")) return false;
  int depth = 0;
  for (size_t i = 2; peek(i).kind != TokenKind::End; ++i) {
    const Token& t = peek(i);
    if (t.is("(") || t.is("[") || t.is("{")) ++depth;
    if (t.is(")") || t.is("]") || t.is("}")) --depth;
    if (depth < 0 || (depth == 0 && t.is(","))) return false;
    if (depth == 0 && t.is("|")) return true;
  }
  return false;
}

DataSyntax* Parser::braces() {
  const Token first = peek();
  ++at_;
  DataSyntax node;
  node.kind = Kind::Set;
  if (accept("}")) return add(std::move(node), first);
  if (at(":") && peek(1).is("}")) {
    at_ += 2;
    node.kind = Kind::Bag;
    return add(std::move(node), first);
  }
  if (is_comprehension()) {
    node.kind = Kind::Collect;
    Name name = expect_name("a variable");
    expect(":", "and a sort");
    node.variables.push_back({std::move(name), sort()});
    expect("|", "and a condition");
    node.parts.push_back(data());
    expect("}", "after the condition");
    return add(std::move(node), first);
  }
  do {
    node.parts.push_back(data());
    const bool counted = accept(":");
    if (node.parts.size() > 1 && counted != (node.kind == Kind::Bag)) {
      fail("elements of one kind", "a bag has a number after each element, {a: 1, b: 2}; a set has none");
    }
    if (!counted) continue;
    node.kind = Kind::Bag;
    node.parts.push_back(data());
  } while (accept(","));
  if (!at("}")) fail("',' or '}'");
  ++at_;
  return add(std::move(node), first);
}

}  // namespace px::mcrl2
