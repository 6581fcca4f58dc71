#include "engine/ir/text_reader_parser.h"

#include <limits>
#include <utility>

#include "engine/base/spelling.h"

namespace px::ir::text {
namespace {

std::string shown(const Token& token) {
  switch (token.kind) {
    case TokenKind::End: return "the end of the text";
    case TokenKind::String: return "the string \"" + token.text + "\"";
    case TokenKind::Number: return std::to_string(token.number);
    case TokenKind::Element: return "an element of '" + token.text + "'";
    default: return "'" + token.text + "'";
  }
}

// For a token that starts no declaration: the keyword the user may have meant.
std::string declaration_meant(const Token& found) {
  return found.kind == TokenKind::Word ? suggestion(found.text, declaration_words()) : "";
}

std::string all_declarations() {
  std::string list = "declarations are:";
  for (const std::string& word : declaration_words()) list += (list.back() == ':' ? " " : ", ") + word;
  return list;
}

}  // namespace

ExpressionParser::ExpressionParser(std::string_view text, std::vector<Token> tokens, Diagnostics& diagnostics)
    : text_(text), tokens_(std::move(tokens)), diagnostics_(diagnostics) {
  end_ = tokens_.back();
}

// ---- The current token

const Token& ExpressionParser::peek(size_t ahead) const {
  if (failed_ || at_ + ahead >= tokens_.size()) return end_;
  return tokens_[at_ + ahead];
}

const Token& ExpressionParser::take() {
  const Token& token = peek();
  if (!failed_ && at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool ExpressionParser::is(std::string_view what, size_t ahead) const {
  const Token& token = peek(ahead);
  return (token.kind == TokenKind::Word || token.kind == TokenKind::Symbol) && token.text == what;
}

bool ExpressionParser::accept(std::string_view what) {
  if (!is(what)) return false;
  take();
  return true;
}

void ExpressionParser::expect(std::string_view what, std::string_view where) {
  if (accept(what)) return;
  fail("expected '" + std::string(what) + "' " + std::string(where) + ", found " + shown(peek()));
}

void ExpressionParser::fail(std::string message, std::string hint) {
  fail_at(peek().span, DiagnosticKind::SyntaxError, std::move(message), std::move(hint));
}

void ExpressionParser::fail_at(SourceSpan span, DiagnosticKind kind, std::string message, std::string hint) {
  if (failed_) return;
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
  failed_ = true;
}

bool ExpressionParser::is_name(size_t ahead) const {
  const Token& token = peek(ahead);
  return token.kind == TokenKind::QuotedWord ||
         (token.kind == TokenKind::Word && !is_reserved(token.text) && !(in_formula_ && is_temporal_word(token.text)));
}

Name ExpressionParser::name(std::string_view what) {
  if (is_name()) {
    const Token& token = take();
    return {token.text, token.span};
  }
  const Token& token = peek();
  if (token.kind == TokenKind::Word) {
    fail("expected " + std::string(what) + ", found the keyword '" + token.text + "'",
         "to use it as a name, write it in backquotes: `" + token.text + "`");
  } else {
    fail("expected " + std::string(what) + ", found " + shown(token));
  }
  return {"", token.span};
}

bool ExpressionParser::is_any_name(size_t ahead) const {
  return peek(ahead).kind == TokenKind::QuotedWord || peek(ahead).kind == TokenKind::Word;
}

Name ExpressionParser::any_name(std::string_view what) {
  if (!is_any_name()) return name(what);
  const Token& token = take();
  return {token.text, token.span};
}

std::string ExpressionParser::string(std::string_view what) {
  if (peek().kind == TokenKind::String) return take().text;
  fail("expected " + std::string(what) + " in double quotes, found " + shown(peek()));
  return {};
}

bool Parser::is_position() const {
  return peek().kind == TokenKind::String && is(":", 1) && peek(2).kind == TokenKind::Number;
}

// "file":line, "file":line:column or "file":line:column+length
std::optional<Position> Parser::position() {
  if (!is_position()) return {};
  Position position;
  position.file = take().text;
  take();
  const auto number = [this](uint32_t& to) {
    if (peek().kind != TokenKind::Number || peek().number > std::numeric_limits<uint32_t>::max()) {
      return fail("expected a line, column or length of a position, found " + shown(peek()));
    }
    to = static_cast<uint32_t>(take().number);
  };
  number(position.line);
  if (accept(":")) {
    number(position.column);
    if (accept("+")) number(position.length);
  }
  return position;
}

// From `first` to the last token taken, cut at the end of the line of `first`.
SourceSpan ExpressionParser::since(const Token& first) const {
  SourceSpan span = first.span;
  const Token& last = tokens_[at_ == 0 ? 0 : at_ - 1];
  if (last.span.line == span.line && last.span.column >= span.column) {
    span.length = last.span.column + last.span.length - span.column;
  }
  return span;
}

// ---- Declarations

SyntaxTree Parser::parse() {
  while (peek().kind != TokenKind::End) {
    declaration();
    if (failed_) {
      failed_ = false;
      skip_to_declaration();
    }
    postfix_allowed_ = true;
    in_formula_ = false;
    nesting_ = 0;
  }
  return std::move(tree_);
}

void Parser::skip_to_declaration() {
  while (peek().kind != TokenKind::End) {
    const Token& token = peek();
    if (token.first_on_line && token.kind == TokenKind::Word && starts_declaration(token.text)) return;
    take();
  }
}

void Parser::declaration() {
  using Kind = Declaration::Kind;
  Declaration d;
  const Token first = peek();
  if (accept("program")) {
    d.kind = Kind::Program;
    d.name = any_name("the name of the program");
  } else if (accept("define")) {
    define_declaration(d);
  } else if (accept("sort")) {
    sort_declaration(d);
  } else if (accept("family")) {
    family_declaration(d);
  } else if (accept("process")) {
    process_declaration(d);
  } else if (is("hidden") || is("growing") || is("const") || is("var") || is("local")) {
    variable_declaration(d);
  } else if (accept("action")) {
    action_declaration(d);
  } else if (accept("invariant")) {
    invariant_declaration(d);
  } else if (accept("deadlock")) {
    deadlock_declaration(d);
  } else if (accept("automaton")) {
    automaton_declaration(d);
  } else if (accept("property")) {
    property_declaration(d);
  } else if (accept("init")) {
    d.kind = Kind::Init;
    d.span = first.span;
    d.body = block();
  } else {
    // Skip the token itself, or recovery would stop before it again.
    const std::string meant = declaration_meant(first);
    fail("expected a declaration, found " + shown(first), meant.empty() ? all_declarations() : meant);
    if (at_ + 1 < tokens_.size()) ++at_;
    return;
  }
  if (!d.position) d.position = position();
  if (!failed_ && peek().kind != TokenKind::End &&
      !(peek().kind == TokenKind::Word && starts_declaration(peek().text))) {
    accept(";");
    if (peek().kind != TokenKind::End && !starts_declaration(peek().text)) {
      fail("expected the next declaration, found " + shown(peek()), declaration_meant(peek()));
    }
  }
  if (failed_) return;
  if (!d.span.known()) d.span = d.name.span.known() ? d.name.span : first.span;
  tree_.declarations.push_back(std::move(d));
}

void Parser::define_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Define;
  d.name = name("the name of a constant");
  expect("=", "after the name of the constant");
  d.lo = constant();
}

// sort User[5]   sort Colour { red, green }   sort Colour[2] { red, green }
void Parser::sort_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Sort;
  d.name = name("the name of a sort");
  if (accept("[")) {
    d.lo = constant();
    expect("]", "after the size of the sort");
  }
  if (accept("{")) {
    d.has_elements = true;
    while (!is("}") && !failed_) {
      d.elements.push_back(name("the name of an element"));
      if (!accept(",")) break;
    }
    expect("}", "after the elements of the sort");
  }
  if (!d.lo.valid() && !d.has_elements) {
    fail("a sort needs its size or its elements, found " + shown(peek()), "as in: sort User[5], or: sort Colour {red}");
  }
}

// family server = User[0..1]
void Parser::family_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Family;
  d.name = name("the name of a family");
  expect("=", "after the name of the family");
  d.owner = name("the name of the sort of the family");
  expect("[", "before the elements of the family");
  d.lo = constant();
  expect("..", "between the first and the last element of the family");
  d.hi = constant();
  expect("]", "after the elements of the family");
}

void Parser::process_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Process;
  d.name = name("the name of a family or sort");
  expect("{", "before the locations of the family");
  while (!is("}") && !failed_) {
    SyntaxLocationDeclaration location;
    location.name = any_name("the name of a location");
    location_flags(location);
    location.position = position();
    d.locations.push_back(std::move(location));
    if (!accept(",")) break;
  }
  expect("}", "after the locations of the family, which are separated by commas");
  if (!accept("start")) return;
  if (accept("[")) {
    d.start_is_list = true;
    while (!is("]") && !failed_) {
      d.start.push_back(any_name("a location to start at"));
      if (!accept(",")) break;
    }
    expect("]", "after the locations to start at");
  } else {
    d.start.push_back(any_name("the location to start at"));
  }
}

void Parser::location_flags(SyntaxLocationDeclaration& location) {
  while (peek().kind == TokenKind::Word && !failed_) {
    if (accept("atomic")) {
      location.atomic = true;
    } else if (accept("deterministic")) {
      location.deterministic = true;
    } else if (accept("end")) {
      location.valid_end = true;
    } else if (accept("progress")) {
      location.progress = true;
    } else if (accept("accept")) {
      location.accepting = true;
    } else {
      fail("expected a property of the location, found " + shown(peek()),
           "properties are: atomic, deterministic, end, progress, accept; locations are separated by commas");
    }
  }
}

// [hidden] [growing 3] var x: T = v   const x: T   local User.k: T   const local User.k: T
void Parser::variable_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Variable;
  for (;;) {
    if (accept("hidden")) {
      d.hidden = true;
      d.transient = accept("transient");
    } else if (accept("growing")) {
      d.lo = number(false);
    } else if (accept("const")) {
      d.constant = true;
    } else {
      break;
    }
  }
  const bool local = accept("local");
  if (!local && !accept("var") && !d.constant) return fail("expected 'var', 'const' or 'local' after 'hidden'");
  if (local) {
    d.owner = name("the family of the local");
    expect(".", "between the family and the name of the local");
  }
  d.name = name("the name of a variable");
  expect(":", "after the name of the variable");
  d.type = type();
  if (accept("=")) initial_value(d.initial.emplace());
}

// v   or   [v, ...], where brackets may be nested to show the structure
void Parser::initial_value(SyntaxInitial& initial) {
  if (!accept("[")) {
    initial.values.push_back(expression());
    return;
  }
  initial.list = true;
  if (!enter()) return;
  while (!is("]") && !failed_) {
    initial_value(initial);
    if (!accept(",")) break;
  }
  --nesting_;
  expect("]", "after the initial values");
}

void Parser::action_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Action;
  d.name = any_name("the name of an action");
  if (accept("(")) parameters(d);
  for (;;) {
    if (is_position()) {
      d.position = position();
    } else if (peek().kind == TokenKind::String) {
      d.label = take().text;
    } else if (accept("at")) {
      movers(d);
    } else if (accept("distinct")) {
      d.distinct = true;
    } else if (accept("when")) {
      if (d.condition.valid()) return fail("this action already has a guard", "join the two with 'and'");
      d.condition = expression();
    } else if (accept("do")) {
      if (!d.body.empty()) return fail("this action already has a body");
      if (is("{")) {
        d.body = block();
      } else {
        statements(d.body, false);
      }
    } else {
      return;
    }
  }
}

void Parser::parameters(Declaration& d) {
  while (!is(")") && !failed_) {
    SyntaxParameter parameter;
    parameter.name = name("the name of a parameter");
    expect(":", "after the name of the parameter");
    parameter.domain = domain();
    d.parameters.push_back(std::move(parameter));
    if (!accept(",")) break;
  }
  expect(")", "after the parameters");
}

// at L -> M   or   at p: L -> M, q: N   (which stays at N), and   at L -> M atomic   (which keeps control)
void Parser::movers(Declaration& d) {
  do {
    SyntaxMover mover;
    const Token first = peek();
    if (is_name() && is(":", 1)) {
      mover.parameter = name("a parameter");
      take();
    }
    mover.from = location();
    mover.to = accept("->") ? location() : mover.from;
    if (accept("atomic")) {
      mover.control = Control::Atomic;
    } else if (accept("deterministic")) {
      mover.control = Control::Deterministic;
    }
    mover.span = since(first);
    d.movers.push_back(std::move(mover));
  } while (accept(","));
}

// invariant name: condition   invariant condition
void Parser::invariant_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Invariant;
  if (is_any_name() && is(":", 1)) {
    d.name = any_name("the name of the invariant");
    take();
  }
  const Token first = peek();
  d.condition = expression();
  d.condition_text = text_.substr(first.begin, tokens_[at_ == 0 ? 0 : at_ - 1].end - first.begin);
  d.span = since(first);
}

void Parser::deadlock_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Deadlock;
  const Token first = peek();
  d.off = accept("off");
  d.strict = !d.off && accept("strict");
  if (accept("unless")) {
    d.condition = expression();
  } else if (!d.off && !d.strict) {
    fail("expected 'off', 'strict' or 'unless' after 'deadlock', found " + shown(peek()),
         "deadlock off, or: deadlock unless finished = N");
  }
  d.span = since(first);
}

void Parser::automaton_declaration(Declaration& d) {
  d.kind = Declaration::Kind::Automaton;
  d.name = any_name("the name of the automaton");
  expect("{", "before the states and edges of the automaton");
  while (!is("}") && !failed_ && peek().kind != TokenKind::End) {
    automaton_item(d);
    if (!accept(";")) break;
  }
  expect("}", "after the states and edges of the automaton, which are separated by ';'");
}

// state s initial accept   or   s -> t when condition
void Parser::automaton_item(Declaration& d) {
  if (accept("state")) {
    SyntaxAutomatonState state;
    state.name = any_name("the name of a state");
    for (;;) {
      if (accept("initial")) {
        state.initial = true;
      } else if (accept("accept")) {
        state.accepting = true;
      } else {
        break;
      }
    }
    d.states.push_back(std::move(state));
    return;
  }
  SyntaxEdge edge;
  const Token first = peek();
  edge.from = name("'state' or the state an edge leaves");
  expect("->", "between the states of an edge");
  edge.to = name("the state the edge reaches");
  if (accept("when")) edge.guard = expression();
  if (accept("with")) {
    do edge.tests.push_back(step_test());
    while (accept(",") && !failed_);
  }
  edge.span = since(first);
  edge.position = position();
  d.edges.push_back(std::move(edge));
}

// taken mark   possible mark   stops   stays   not ...
Automaton::StepTest Parser::step_test() {
  using Kind = Automaton::StepTest::Kind;
  Automaton::StepTest test;
  test.negated = accept("not");
  if (accept("stops")) {
    test.kind = Kind::Stops;
  } else if (accept("stays")) {
    test.kind = Kind::Stays;
  } else if (is("taken") || is("possible")) {
    test.kind = take().text == "taken" ? Kind::Taken : Kind::Possible;
    test.mark = any_name("the name of a mark").text;
  } else {
    fail("expected 'taken', 'possible', 'stops' or 'stays', found " + shown(peek()));
  }
  return test;
}

}  // namespace px::ir::text
