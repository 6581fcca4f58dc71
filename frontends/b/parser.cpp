#include "frontends/b/parser.h"

#include "frontends/b/parser_impl.h"

namespace px::b {

namespace {

bool begins_machine(TokenKind kind) {
  switch (kind) {
    case TokenKind::Machine:
    case TokenKind::Model:
    case TokenKind::System:
    case TokenKind::Refinement:
    case TokenKind::Implementation: return true;
    default: return false;
  }
}

// The number of ENDs that a word requires.
int opens(TokenKind kind) {
  switch (kind) {
    case TokenKind::Begin:
    case TokenKind::Pre:
    case TokenKind::Assert:
    case TokenKind::Choice:
    case TokenKind::If:
    case TokenKind::Select:
    case TokenKind::Case:
    case TokenKind::Either:
    case TokenKind::Any:
    case TokenKind::Let:
    case TokenKind::Var:
    case TokenKind::While: return 1;
    default: return 0;
  }
}

// Whether a substitution begins with this word (IF and LET may also begin an expression).
bool begins_substitution(TokenKind kind) {
  return kind == TokenKind::Skip ||
         (opens(kind) == 1 && kind != TokenKind::If && kind != TokenKind::Let && kind != TokenKind::Either);
}

}  // namespace

void Parser::run_machine() {
  try {
    parse_header();
  } catch (const SyntaxAbort&) {
    skip_to_clause();
  }
  parse_clauses();
  if (accept(TokenKind::EndWord)) {
    if (at(TokenKind::End)) return;
    diagnostics_.add(DiagnosticKind::SyntaxError, peek().span, "there is text after the END of the machine",
                     "an END too many? One file has one machine");
  } else {
    diagnostics_.add(DiagnosticKind::SyntaxError, peek().span,
                     "a clause or the END of the machine is expected, not " + token_text(peek()));
  }
}

ExprId Parser::run_formula() {
  try {
    const ExprId id = parse_formula();
    if (!at(TokenKind::End)) fail(token_text(peek()) + " is not expected here", "a formula ends before it");
    return id;
  } catch (const SyntaxAbort&) {
    return {};
  }
}

void Parser::run_definition_file() {
  if (!accept(TokenKind::Definitions)) {
    diagnostics_.add(DiagnosticKind::SyntaxError, peek().span, "a definition file begins with DEFINITIONS");
  }
  parse_definitions();
  accept(TokenKind::EndWord);
  if (!at(TokenKind::End)) {
    diagnostics_.add(
        DiagnosticKind::SyntaxError, peek().span,
        "a definition file contains nothing but DEFINITIONS, so " + token_text(peek()) + " is not expected here");
  }
}

void Parser::parse_header() {
  switch (peek().kind) {
    case TokenKind::Refinement: machine_.kind = MachineKind::Refinement; break;
    case TokenKind::Implementation: machine_.kind = MachineKind::Implementation; break;
    default:
      if (!begins_machine(peek().kind)) fail_expected("MACHINE, REFINEMENT or IMPLEMENTATION");
  }
  next();
  machine_.name = expect_name("the name of the machine");
  if (accept(TokenKind::LeftParen)) {
    machine_.parameters = parse_names("a parameter of the machine");
    expect(TokenKind::RightParen, "after the parameters of the machine");
  }
}

void Parser::parse_clauses() {
  while (begins_clause(peek().kind)) {
    const Token clause = next();
    const uint64_t bit = uint64_t{1} << (static_cast<unsigned>(clause.kind) % 64);
    if ((clauses_seen_ & bit) != 0) {
      diagnostics_.add(DiagnosticKind::SyntaxError, clause.span,
                       "the machine has a second clause " + token_name(clause.kind), "join it with the first one");
    }
    clauses_seen_ |= bit;
    try {
      parse_clause(clause.kind);
      if (!begins_clause(peek().kind) && !at(TokenKind::EndWord) && !at(TokenKind::End)) {
        fail("the clause " + token_name(clause.kind) + " cannot continue with " + token_text(peek()));
      }
    } catch (const SyntaxAbort&) {
      skip_to_clause();
    }
  }
}

void Parser::parse_clause(TokenKind clause) {
  switch (clause) {
    case TokenKind::Refines: machine_.refines = expect_name("the machine that is refined"); break;
    case TokenKind::Constraints: machine_.constraints.push_back(parse_formula()); break;
    case TokenKind::Sees: parse_uses(MachineUse::Kind::Sees); break;
    case TokenKind::Uses: parse_uses(MachineUse::Kind::Uses); break;
    case TokenKind::Includes: parse_uses(MachineUse::Kind::Includes); break;
    case TokenKind::Extends: parse_uses(MachineUse::Kind::Extends); break;
    case TokenKind::Imports: parse_uses(MachineUse::Kind::Imports); break;
    case TokenKind::Promotes: machine_.promotes = parse_qualified_names("the name of an operation"); break;
    case TokenKind::Sets: parse_sets(); break;
    case TokenKind::Freetypes:
      fail_at(DiagnosticKind::Unsupported, tokens_[position_ - 1].span, "FREETYPES are not supported",
              "records or enumerated sets may serve instead");
    case TokenKind::Constants:
    case TokenKind::ConcreteConstants:
    case TokenKind::VisibleConstants: parse_declared(machine_.constants, true); break;
    case TokenKind::AbstractConstants:
    case TokenKind::HiddenConstants: parse_declared(machine_.constants, false); break;
    case TokenKind::Properties: machine_.properties.push_back(parse_formula()); break;
    case TokenKind::Values: parse_values(); break;
    case TokenKind::Variables:
    case TokenKind::AbstractVariables:
    case TokenKind::HiddenVariables: parse_declared(machine_.variables, false); break;
    case TokenKind::ConcreteVariables:
    case TokenKind::VisibleVariables: parse_declared(machine_.variables, true); break;
    case TokenKind::Invariant: machine_.invariants.push_back(parse_formula()); break;
    case TokenKind::Assertions: parse_assertions(); break;
    case TokenKind::Definitions: parse_definitions(); break;
    case TokenKind::Initialisation:
    case TokenKind::Initialization: machine_.initialisation = parse_substitution(); break;
    case TokenKind::LocalOperations: parse_operations(machine_.local_operations); break;
    default: parse_operations(machine_.operations); break;  // OPERATIONS, EVENTS
  }
}

void Parser::parse_uses(MachineUse::Kind kind) {
  do {
    MachineUse use;
    use.kind = kind;
    use.span = peek().span;
    use.name = expect_qualified("the name of a machine");
    const size_t dot = use.name.text.rfind('.');
    if (dot != std::string::npos) {
      use.prefix = use.name.text.substr(0, dot);
      use.name.text.erase(0, dot + 1);
    }
    if (accept(TokenKind::LeftParen)) use.arguments = parse_elements(TokenKind::RightParen);
    machine_.uses.push_back(std::move(use));
  } while (accept(TokenKind::Comma));
}

void Parser::parse_sets() {
  do {
    if (begins_clause(peek().kind) || at(TokenKind::EndWord)) return;  // a semicolon after the last set
    SetDeclaration set;
    set.name = expect_name("the name of a set");
    if (accept(Op::Equal)) {
      set.enumerated = true;
      expect(TokenKind::LeftBrace, "before the elements of an enumerated set");
      set.elements = parse_names("an element of the set");
      expect(TokenKind::RightBrace, "after the elements of the set");
    }
    machine_.sets.push_back(std::move(set));
  } while (accept(Op::Compose) || accept(TokenKind::Comma));
}

void Parser::parse_declared(std::vector<DeclaredName>& names, bool concrete) {
  for (Name& name : parse_names("a name to declare")) names.push_back({std::move(name), concrete});
}

void Parser::parse_values() {
  do {
    Name name = expect_qualified("the name of a constant or set");
    expect(Op::Equal, "before the value");
    machine_.values.push_back({std::move(name), parse_formula()});
  } while (accept(Op::Compose));
}

void Parser::parse_assertions() {
  do {
    if (begins_clause(peek().kind) || at(TokenKind::EndWord)) return;
    machine_.assertions.push_back(parse_formula());
  } while (accept(Op::Compose));
}

void Parser::parse_operations(std::vector<ParsedOperation>& operations) {
  for (;;) {
    // A semicolon after the last operation is common.
    if (begins_clause(peek().kind) || at(TokenKind::EndWord) || at(TokenKind::End)) return;
    try {
      operations.push_back(parse_operation());
      if (accept(Op::Compose)) continue;
      if (at_operation_header()) fail("a ';' is expected before the next operation");
      if (at(TokenKind::End)) {
        fail_at(DiagnosticKind::SyntaxError, tokens_[position_ - 1].span,
                "the file ends here, and an END is missing: of the operation '" + operations.back().name.text +
                    "' or of the machine");
      }
      if (!begins_clause(peek().kind) && !at(TokenKind::EndWord)) {
        fail("the operation '" + operations.back().name.text + "' cannot continue with " + token_text(peek()),
             "operations are separated by ';'");
      }
    } catch (const SyntaxAbort&) {
      if (!skip_to_operation()) return;
    }
  }
}

ParsedOperation Parser::parse_operation() {
  ParsedOperation op;
  std::vector<Name> names = parse_qualified_names("the name of an operation");
  if (accept(TokenKind::Results)) {
    op.results = std::move(names);
    op.name = expect_qualified("the name of an operation");
  } else {
    op.name = std::move(names.front());
    if (names.size() > 1) fail_expected("'<--'");
  }
  if (accept(TokenKind::LeftParen)) {
    op.parameters = parse_names("a parameter of the operation");
    expect(TokenKind::RightParen, "after the parameters of the operation");
  }
  if (!accept(Op::Equal) && !accept(TokenKind::Defines)) fail_expected("'=' before the body of the operation");
  op.body = parse_substitution();
  return op;
}

// Recovers from an error: skips to the next operation of this clause, if there is one.
bool Parser::skip_to_operation() {
  while (!at(TokenKind::End)) {
    const bool last = at(TokenKind::EndWord) && peek(1).kind == TokenKind::End;
    if (last || (begins_clause(peek().kind) && !at(TokenKind::Invariant))) return false;
    if (accept(Op::Compose)) {
      if (at_operation_header()) return true;
    } else {
      next();
    }
  }
  return false;
}

// INVARIANT may belong to a loop, so it ends the skipped text only if it comes first on its line.
void Parser::skip_to_clause() {
  limit_ = tokens_.size() - 1;
  end_token_ = tokens_.back();
  while (!at(TokenKind::End)) {
    const bool last = at(TokenKind::EndWord) && peek(1).kind == TokenKind::End;
    if (last || (begins_clause(peek().kind) && (!at(TokenKind::Invariant) || peek().span.column == 1))) return;
    next();
  }
}

// Definitions are separated by semicolons, which their right-hand sides may also contain: one ends where the next
// begins.
bool Parser::at_definition_start(size_t index) const {
  if (index >= limit_) return false;
  if (tokens_[index].kind == TokenKind::String) {
    const Token& after = tokens_[index + 1];
    return index + 1 >= limit_ || (after.kind == TokenKind::Operator && after.op == Op::Compose);
  }
  if (tokens_[index].kind != TokenKind::Name) return false;
  ++index;
  if (tokens_[index].kind == TokenKind::LeftParen) {
    do {
      ++index;
    } while (tokens_[index].kind == TokenKind::Name || tokens_[index].kind == TokenKind::Comma);
    if (tokens_[index].kind != TokenKind::RightParen) return false;
    ++index;
  }
  return tokens_[index].kind == TokenKind::Defines;
}

// The index of the token that ends the clause: another clause, or the END of the machine.
size_t Parser::definitions_end() const {
  int depth = 0;
  size_t index = position_;
  for (; tokens_[index].kind != TokenKind::End; ++index) {
    const TokenKind kind = tokens_[index].kind;
    if (begins_clause(kind) && (depth <= 0 || kind != TokenKind::Invariant)) break;
    if (kind == TokenKind::EndWord && --depth < 0) break;
    depth += opens(kind);
  }
  return index;
}

size_t Parser::definition_end(size_t limit) const {
  const auto semicolon = [&](size_t index) {
    return tokens_[index].kind == TokenKind::Operator && tokens_[index].op == Op::Compose;
  };
  size_t end = position_;
  while (end < limit && !(semicolon(end) && at_definition_start(end + 1))) ++end;
  while (end > position_ && semicolon(end - 1)) --end;
  return end;
}

void Parser::parse_definitions() {
  const size_t clause_end = definitions_end();
  const size_t old_limit = limit_;
  const Token old_end = end_token_;
  while (position_ < clause_end) {
    limit_ = clause_end;
    if (accept(Op::Compose)) continue;
    const size_t end = definition_end(clause_end);
    limit_ = end;
    end_token_ = tokens_[end];
    end_token_.kind = TokenKind::End;
    try {
      parse_definition();
      if (position_ != end) fail(token_text(peek()) + " is not expected here", "definitions are separated by ';'");
    } catch (const SyntaxAbort&) {
    }
    position_ = end;
  }
  limit_ = old_limit;
  end_token_ = old_end;
}

void Parser::parse_definition() {
  if (at(TokenKind::String)) {
    const Token file = next();
    machine_.definition_files.push_back({file.text, file.span});
    return;
  }
  Definition definition;
  definition.name = expect_name("the name of a definition");
  if (accept(TokenKind::LeftParen)) {
    definition.parameters = parse_names("a parameter of the definition");
    expect(TokenKind::RightParen, "after the parameters of the definition");
  }
  expect(TokenKind::Defines, "in a definition");
  if (position_ == limit_) fail("the definition of '" + definition.name.text + "' has no right side");
  const bool lone_string = at(TokenKind::String) && position_ + 1 == limit_;
  definition.text_span = peek().span;
  if (lone_string) definition.text_span.column += text_[peek().begin] == '"' ? 1 : 3;
  definition.text =
      lone_string ? peek().text : std::string(text_.substr(peek().begin, tokens_[limit_ - 1].end - peek().begin));
  if (looks_like_substitution(limit_)) {
    definition.subst = parse_substitution();
  } else {
    definition.formula = parse_element();
  }
  machine_.definitions.push_back(std::move(definition));
}

bool Parser::looks_like_substitution(size_t end) const {
  if (begins_substitution(peek().kind)) return true;
  for (size_t i = position_; i < end; ++i) {
    const TokenKind kind = tokens_[i].kind;
    if (kind == TokenKind::Becomes || kind == TokenKind::BecomesElement || kind == TokenKind::Results ||
        kind == TokenKind::Skip) {
      return true;
    }
  }
  return false;
}

ParsedMachine parse_machine(FileId file, const SourceMap& sources, Diagnostics& diagnostics) {
  ParsedMachine machine;
  Parser(file, sources, machine, diagnostics).run_machine();
  return machine;
}

ExprId parse_formula_text(std::string_view text, FileId file, ParsedMachine& machine, Diagnostics& diagnostics) {
  const size_t before = diagnostics.error_count();
  const ExprId id = Parser(file, text, machine, diagnostics).run_formula();
  return diagnostics.error_count() == before ? id : ExprId();
}

void parse_definition_file(FileId file, const SourceMap& sources, ParsedMachine& machine, Diagnostics& diagnostics) {
  Parser(file, sources, machine, diagnostics).run_definition_file();
}

}  // namespace px::b
