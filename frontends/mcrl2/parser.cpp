#include "frontends/mcrl2/parser.h"

#include <algorithm>

#include "frontends/mcrl2/parser_impl.h"

namespace px::mcrl2 {
namespace {

constexpr std::string_view kSections[] = {"sort", "cons", "map", "var", "eqn", "act", "proc", "init", "glob"};
constexpr std::string_view kContainers[] = {"List", "Set", "Bag", "FSet", "FBag"};
constexpr std::string_view kBasicSorts[] = {"Bool", "Pos", "Nat", "Int", "Real"};

template <size_t N>
bool among(const Token& token, const std::string_view (&words)[N]) {
  return token.kind == TokenKind::Keyword && std::find(words, words + N, token.text) != words + N;
}

}  // namespace

// ---- Tokens

Parser::Nesting::Nesting(Parser& parser) : parser_(parser) {
  if (++parser_.depth_ <= kDeepest) return;
  --parser_.depth_;
  parser_.fail_at(parser_.peek().span, DiagnosticKind::LimitExceeded,
                  "this is nested deeper than " + std::to_string(kDeepest) + " levels",
                  "give parts of it a name, by a map or a process");
}

bool Parser::accept(std::string_view text) {
  if (!at(text)) return false;
  ++at_;
  return true;
}

void Parser::fail_at(SourceSpan span, DiagnosticKind kind, std::string message, std::string hint) {
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
  throw SyntaxAbort{};
}

void Parser::fail(const std::string& expected, std::string hint) {
  fail_at(peek().span, DiagnosticKind::SyntaxError, "expected " + expected + ", found " + token_text(peek()),
          std::move(hint));
}

void Parser::expect(std::string_view text, const std::string& where) {
  if (accept(text)) return;
  fail("'" + std::string(text) + "' " + where);
}

Name Parser::expect_name(const std::string& what) {
  if (peek().kind == TokenKind::Keyword) {
    fail_at(peek().span, DiagnosticKind::SyntaxError,
            "expected " + what + ", found the reserved word '" + peek().text + "'",
            "use another name, e.g. " + peek().text + "_");
  }
  if (peek().kind != TokenKind::Name) fail(what);
  const Token& token = tokens_[at_++];
  return {token.text, token.span};
}

// On one line: from the token to the last one.
SourceSpan Parser::since(const Token& first) const {
  SourceSpan span = first.span;
  const SourceSpan last = at_ > 0 ? tokens_[at_ - 1].span : first.span;
  if (last.line == span.line && last.column + last.length > span.column) {
    span.length = last.column + last.length - span.column;
  }
  return span;
}

SortSyntax* Parser::add(SortSyntax node, const Token& first) {
  node.span = since(first);
  return &parsed_.sort_nodes.emplace_back(std::move(node));
}

DataSyntax* Parser::add(DataSyntax node, const Token& first) {
  if (!node.span.known()) node.span = since(first);
  return &parsed_.data_nodes.emplace_back(std::move(node));
}

ProcessSyntax* Parser::add(ProcessSyntax node, const Token& first) {
  if (!node.span.known()) node.span = since(first);
  return &parsed_.process_nodes.emplace_back(std::move(node));
}

// ---- Sections

void Parser::run() {
  while (peek().kind != TokenKind::End) {
    try {
      section();
    } catch (const SyntaxAbort&) {
      skip_to_section();
    }
  }
  parsed_.end = peek().span;
  if (parsed_.init == nullptr && !diagnostics_.has_errors()) {
    diagnostics_.add(DiagnosticKind::SyntaxError, peek().span, "the specification has no 'init'",
                     "say where it starts, e.g. init P;");
  }
}

void Parser::skip_to_section() {
  while (peek().kind != TokenKind::End && !among(peek(), kSections)) ++at_;
}

void Parser::section() {
  if (accept("sort")) return sort_section();
  if (accept("cons")) return function_section(true);
  if (accept("map")) return function_section(false);
  if (at("var") || at("eqn")) return equation_section();
  if (accept("act")) return action_section();
  if (accept("proc")) return process_section();
  if (accept("glob")) {
    const std::vector<VariableSyntax> more = variable_declarations();
    parsed_.globals.insert(parsed_.globals.end(), more.begin(), more.end());
    return;
  }
  if (at("init")) return init_section();
  if (at("form") || at("pbes") || at("pres")) {
    fail("a specification", "formulas and equation systems are not supported, only specifications");
  }
  fail("a section: sort, cons, map, var, eqn, glob, act, proc or init");
}

std::vector<Name> Parser::name_list() {
  std::vector<Name> names;
  do names.push_back(expect_name("a name"));
  while (accept(","));
  return names;
}

void Parser::sort_section() {
  do {
    std::vector<Name> names = name_list();
    SortSyntax* definition = nullptr;
    if (names.size() == 1 && accept("=")) definition = sort();
    expect(";", "after the declaration of a sort");
    for (Name& name : names) parsed_.sorts.push_back({std::move(name), definition});
  } while (peek().kind == TokenKind::Name);
}

void Parser::function_section(bool constructors) {
  do {
    std::vector<Name> names = name_list();
    expect(":", "and a sort");
    SortSyntax* type = sort();
    expect(";", "after the declaration of a mapping");
    for (Name& name : names) parsed_.functions.push_back({std::move(name), type, constructors});
  } while (peek().kind == TokenKind::Name);
}

std::vector<VariableSyntax> Parser::variable_declarations() {
  std::vector<VariableSyntax> variables;
  do {
    std::vector<Name> names = name_list();
    expect(":", "and a sort");
    SortSyntax* type = sort();
    expect(";", "after the declaration of a variable");
    for (Name& name : names) variables.push_back({std::move(name), type});
  } while (peek().kind == TokenKind::Name);
  return variables;
}

void Parser::equation_section() {
  std::vector<VariableSyntax> variables;
  if (accept("var")) variables = variable_declarations();
  expect("eqn", "after the variables of equations");
  const auto section = static_cast<uint32_t>(parsed_.variable_sections.size());
  parsed_.variable_sections.push_back(std::move(variables));
  while (peek().kind != TokenKind::End && !among(peek(), kSections)) {
    const Token first = peek();
    EquationSyntax equation;
    equation.variables = section;
    equation.left = data();
    if (accept("->")) {
      equation.condition = equation.left;
      equation.left = data();
    }
    expect("=", "between the sides of an equation");
    equation.right = data();
    equation.span = since(first);
    expect(";", "after an equation");
    parsed_.equations.push_back(equation);
  }
}

void Parser::action_section() {
  do {
    std::vector<Name> names = name_list();
    std::vector<SortSyntax*> sorts;
    if (accept(":")) {
      const Token first = peek();
      sorts = domain();
      if (at("->")) sorts = {function_from(std::move(sorts), first)};
    }
    if (!at(";")) fail("';' after the declaration of an action");
    ++at_;
    for (Name& name : names) parsed_.actions.push_back({std::move(name), sorts});
  } while (peek().kind == TokenKind::Name);
}

void Parser::process_section() {
  do {
    ProcessDeclaration declaration;
    declaration.name = expect_name("the name of a process");
    if (accept("(")) {
      declaration.parameters = variable_list("and the sort of the parameter");
      expect(")", "after the parameters");
    }
    expect("=", "and what the process does");
    declaration.body = process();
    if (!at(";")) fail("an operator or ';' after the process");
    ++at_;
    parsed_.processes.push_back(std::move(declaration));
  } while (peek().kind == TokenKind::Name);
}

void Parser::init_section() {
  const Token first = peek();
  ++at_;
  if (parsed_.init != nullptr) {
    fail_at(first.span, DiagnosticKind::DuplicateName, "a second 'init'",
            "there is one initial process; join them by ||");
  }
  parsed_.init = process();
  expect(";", "after the initial process");
}

// ---- Sorts

SortSyntax* Parser::sort() {
  const Nesting nesting(*this);
  const Token first = peek();
  if (at("struct")) return structure();
  std::vector<SortSyntax*> arguments = domain();
  if (at("->")) return function_from(std::move(arguments), first);
  if (arguments.size() > 1) {
    fail("'->' and the result of the function", "tuples are not sorts; use a struct");
  }
  return arguments.front();
}

SortSyntax* Parser::function_from(std::vector<SortSyntax*> arguments, const Token& first) {
  expect("->", "and the result of the function");
  arguments.push_back(sort());
  SortSyntax node;
  node.kind = SortSyntax::Kind::Arrow;
  node.arguments = std::move(arguments);
  return add(std::move(node), first);
}

std::vector<SortSyntax*> Parser::domain() {
  std::vector<SortSyntax*> sorts;
  do sorts.push_back(at("struct") ? structure() : sort_unit());
  while (accept("#"));
  return sorts;
}

SortSyntax* Parser::sort_unit() {
  const Nesting nesting(*this);
  const Token first = peek();
  if (accept("(")) {
    SortSyntax* inner = sort();
    expect(")", "after the sort");
    return inner;
  }
  SortSyntax node;
  node.text = first.text;
  if (among(first, kContainers)) {
    ++at_;
    node.kind = SortSyntax::Kind::Container;
    expect("(", "and the sort of the elements");
    node.arguments.push_back(sort());
    expect(")", "after the sort of the elements");
    return add(std::move(node), first);
  }
  if (first.kind != TokenKind::Name && !among(first, kBasicSorts)) fail("a sort");
  ++at_;
  return add(std::move(node), first);
}

SortSyntax* Parser::structure() {
  const Nesting nesting(*this);
  const Token first = peek();
  expect("struct", "");
  SortSyntax node;
  node.kind = SortSyntax::Kind::Struct;
  do {
    StructConstructor constructor;
    constructor.name = expect_name("the name of a constructor");
    if (accept("(")) {
      do {
        const size_t start = at_;
        size_t names = 0;
        while (peek(names).kind != TokenKind::End && peek(names + 1).is(",")) names += 2;
        std::vector<Name> projections;
        if (peek(names + 1).is(":")) {
          if (peek().kind == TokenKind::Keyword) static_cast<void>(expect_name("the name of a projection"));
          projections = name_list();
          expect(":", "and the sort of the argument");
        }
        const SourceSpan span = tokens_[start].span;
        SortSyntax* type = sort();
        if (projections.empty()) constructor.fields.push_back({"", span, type});
        for (const Name& p : projections) constructor.fields.push_back({p.text, p.span, type});
      } while (accept(","));
      expect(")", "after the arguments of the constructor");
    }
    if (accept("?")) constructor.recogniser = expect_name("the name of a recogniser");
    node.constructors.push_back(std::move(constructor));
  } while (accept("|"));
  return add(std::move(node), first);
}

std::unique_ptr<Parsed> parse(FileId file, const SourceMap& sources, Diagnostics& diagnostics) {
  auto parsed = std::make_unique<Parsed>();
  Parser(lex(file, sources, diagnostics), *parsed, diagnostics).run();
  return parsed;
}

}  // namespace px::mcrl2
