#include "frontends/promela/parser.h"

#include "frontends/promela/parser_impl.h"

namespace px::promela {

ParserBase::ParserBase(const TokenList& tokens, Diagnostics& diagnostics)
    : diagnostics_(diagnostics), stream_(tokens.tokens), frames_(tokens.frames) {
  for (size_t i = 0; i + 1 < tokens.tokens.size(); ++i) {
    const TokenKind kind = tokens.tokens[i].kind;
    const Token& name = tokens.tokens[i + 1];
    if ((kind == TokenKind::Proctype || kind == TokenKind::DProctype) && name.kind == TokenKind::Name) {
      proctypes_.insert(name.text);
    }
  }
}

ParserBase::Nesting::Nesting(ParserBase& parser) : parser_(parser) {
  if (parser.nesting_ >= kMaxNesting) {
    parser.fail_at(DiagnosticKind::LimitExceeded, parser.stream_.peek().span,
                   "more than " + std::to_string(kMaxNesting) + " statements and expressions within each other");
  }
  ++parser.nesting_;
}

Token ExpressionParser::expect(TokenKind kind, const char* where) {
  if (!stream_.at(kind)) fail(token_name(kind) + " " + where);
  return stream_.next();
}

void ParserBase::reject_embedded_c() {
  switch (stream_.peek().kind) {
    case TokenKind::CCode:
    case TokenKind::CDecl:
    case TokenKind::CExpr:
    case TokenKind::CState:
    case TokenKind::CTrack:
      fail_at(DiagnosticKind::Unsupported, stream_.peek().span,
              "embedded C (" + token_name(stream_.peek().kind) + ") is not supported",
              "express it in Promela, or verify the model with SPIN");
    default: return;
  }
}

SourceSpan ExpressionParser::span_from(SourceSpan start) const {
  const SourceSpan end = stream_.last_span();
  if (end.file != start.file || end.line != start.line || end.column < start.column) return start;
  start.length = end.column + end.length - start.column;
  return start;
}

void Parser::add_unit(ast::Unit::Kind kind, size_t index) {
  module_.units.push_back({kind, static_cast<uint32_t>(index)});
}

ast::Module Parser::run() {
  while (!stream_.at(TokenKind::End)) {
    const bool in_declaration = !at_unit_start();
    try {
      parse_unit();
    } catch (const SyntaxAbort&) {
      skip_to_unit(in_declaration);
    }
  }
  return std::move(module_);
}

void Parser::parse_unit() {
  switch (stream_.peek().kind) {
    case TokenKind::Semicolon:
    case TokenKind::Arrow: stream_.next(); return;
    case TokenKind::Active:
    case TokenKind::Proctype:
    case TokenKind::DProctype: return parse_proctype();
    case TokenKind::Init: return parse_claim(ast::ProctypeKind::Init);
    case TokenKind::Never: return parse_claim(ast::ProctypeKind::Never);
    case TokenKind::Trace: return parse_claim(ast::ProctypeKind::Trace);
    case TokenKind::NoTrace: return parse_claim(ast::ProctypeKind::NoTrace);
    case TokenKind::Typedef: return parse_typedef();
    case TokenKind::Inline: return parse_inline();
    case TokenKind::Ltl: return parse_formula();
    default: break;
  }
  if (!at_declaration()) {
    const bool stray_brace = stream_.at(TokenKind::RightBrace);
    if (stray_brace) {
      const SourceSpan span = stream_.next().span;
      return diagnostics_.add(DiagnosticKind::SyntaxError, span, "this '}' matches no '{'");
    }
    const Token word = stream_.peek();
    try {
      fail("a declaration or a proctype", word.kind == TokenKind::Name ? similar_word(word.text) : "");
    } catch (const SyntaxAbort&) {
      if (stream_.peek().span == word.span) stream_.next();
      throw;
    }
  }
  parse_mtype_or_variables();
}

int32_t ExpressionParser::parse_optional_priority() {
  if (!stream_.accept(TokenKind::Priority)) return 0;
  const Token token = expect(TokenKind::Number, "after 'priority'");
  if (token.value < 1 || token.value > 255) {
    diagnostics_.add(DiagnosticKind::ValueOutOfRange, token.span, "a priority is a number from 1 to 255");
    return 1;
  }
  return static_cast<int32_t>(token.value);
}

void Parser::parse_proctype() {
  ast::Proctype proctype;
  if (stream_.accept(TokenKind::Active)) {
    proctype.active = true;
    if (stream_.accept(TokenKind::LeftBracket)) {
      proctype.instances = parse_expression();
      expect(TokenKind::RightBracket, "after the number of processes");
    }
  }
  if (!stream_.at(TokenKind::Proctype) && !stream_.at(TokenKind::DProctype)) {
    const Token found = stream_.peek();
    fail("'proctype'", found.kind == TokenKind::Name ? similar_word(found.text) : "");
  }
  proctype.deterministic = stream_.next().kind == TokenKind::DProctype;
  const Token name = expect(TokenKind::Name, "as the name of the proctype");
  proctype.name = name.text;
  proctype.span = name.span;
  seen_proctypes_.insert(proctype.name);
  expect(TokenKind::LeftParen, "after the name of the proctype");
  proctype.parameters = parse_declaration_list(TokenKind::RightParen);
  expect(TokenKind::RightParen, "after the parameters");
  proctype.priority = parse_optional_priority();
  if (stream_.accept(TokenKind::Provided)) {
    expect(TokenKind::LeftParen, "after 'provided'");
    proctype.provided = parse_expression();
    expect(TokenKind::RightParen, "after the condition");
  }
  parse_body(std::move(proctype));
}

void Parser::parse_body(ast::Proctype proctype) {
  const size_t errors = diagnostics_.error_count();
  const SourceSpan open = expect_left_brace();
  stream_.enter_body();  // not before: the end of the line of "proctype P()" is not a separator
  proctype.body = parse_sequence();
  expect_right_brace(open);
  proctype.end = stream_.last_span();
  stream_.leave_body();
  if (proctype.body.empty() && diagnostics_.error_count() == errors) {
    diagnostics_.add(DiagnosticKind::SyntaxError, proctype.span, "the body of '" + proctype.name + "' is empty",
                     "write { skip }");
  }
  add_unit(ast::Unit::Kind::Proctype, module_.proctypes.size());
  module_.proctypes.push_back(std::move(proctype));
}

void Parser::parse_claim(ast::ProctypeKind kind) {
  ast::Proctype proctype;
  proctype.kind = kind;
  const Token keyword = stream_.next();
  proctype.name = keyword.text;
  proctype.span = keyword.span;
  proctype.active = kind == ast::ProctypeKind::Init;
  if (kind == ast::ProctypeKind::Init) proctype.priority = parse_optional_priority();
  if (kind == ast::ProctypeKind::Never && stream_.at(TokenKind::Name)) proctype.name = stream_.next().text;
  parse_body(std::move(proctype));
}

void Parser::parse_typedef() {
  stream_.next();
  ast::Typedef type;
  const Token name = expect(TokenKind::Name, "as the name of the type");
  type.name = name.text;
  type.span = name.span;
  expect(TokenKind::LeftBrace, "after the name of the type");
  type.fields = parse_declaration_list(TokenKind::RightBrace);
  expect(TokenKind::RightBrace, "after the fields");
  typedefs_.insert(name.text);
  add_unit(ast::Unit::Kind::Typedef, module_.typedefs.size());
  module_.typedefs.push_back(std::move(type));
}

void Parser::parse_inline() {
  stream_.next();
  InlineDefinition definition;
  const Token name = expect(TokenKind::Name, "as the name of the inline");
  definition.name = name.text;
  definition.span = name.span;
  expect(TokenKind::LeftParen, "after the name of the inline");
  while (stream_.at(TokenKind::Name)) {
    definition.parameters.push_back(stream_.next().text);
    if (!stream_.accept(TokenKind::Comma)) break;
  }
  expect(TokenKind::RightParen, "after the parameters");
  if (!stream_.at(TokenKind::LeftBrace)) fail("'{' after the parameters");
  size_t depth = 0;
  do {
    if (stream_.at(TokenKind::End)) {
      fail_at(DiagnosticKind::SyntaxError, name.span, "the body of inline '" + definition.name + "' has no end");
    }
    definition.body.push_back(stream_.next());
    depth += definition.body.back().kind == TokenKind::LeftBrace ? 1 : 0;
    depth -= definition.body.back().kind == TokenKind::RightBrace ? 1 : 0;
  } while (depth != 0);
  definition.body.front().newline_before = false;  // "call(x)" and the '{' of the next line are one statement
  if (definition.body.size() == 2) {
    diagnostics_.add(DiagnosticKind::NoEffect, name.span, "inline '" + definition.name + "' is empty",
                     "calling it is an error: write { skip }");
  }
  if (const auto known = inlines_.find(definition.name); known != inlines_.end()) {
    fail_at(DiagnosticKind::DuplicateName, name.span, "inline '" + definition.name + "' is defined twice",
            "the first definition is in line " + std::to_string(known->second.span.line));
  }
  inlines_[definition.name] = std::move(definition);
}

void Parser::parse_formula() {
  ast::Formula formula;
  formula.span = stream_.next().span;
  if (stream_.at(TokenKind::Name)) {
    const Token name = stream_.next();
    formula.name = name.text;
    formula.span = name.span;
  }
  const bool framed = is_frame(stream_.peek());
  expect(TokenKind::LeftBrace, "before the formula");
  if (framed) formula.span = stream_.peek().span;  // the part that the user wrote
  formula.first_message = diagnostics_.items().size();
  const size_t errors_before = diagnostics_.error_count();
  in_formula_ = true;
  try {
    formula.root = parse_expression();
    in_formula_ = false;
    if (framed && !is_frame(stream_.peek())) fail("the end of the formula");
    expect(TokenKind::RightBrace, "after the formula");
  } catch (const SyntaxAbort&) {
    in_formula_ = false;
    formula.root = {};
    if (framed) {
      skip_to_frame();
    } else if (!skip_formula()) {
      throw;
    }
  }
  formula.last_message = diagnostics_.items().size();
  if (diagnostics_.error_count() != errors_before) formula.root = {};
  add_unit(ast::Unit::Kind::Formula, module_.formulas.size());
  module_.formulas.push_back(std::move(formula));
}

ast::MtypeSet Parser::parse_mtype_names(std::string set) {
  ast::MtypeSet names;
  names.name = std::move(set);
  expect(TokenKind::LeftBrace, "before the names");
  while (stream_.at(TokenKind::Name)) {
    const Token name = stream_.next();
    names.members.push_back({std::string(name.text), name.span});
    stream_.accept(TokenKind::Comma);
  }
  expect(TokenKind::RightBrace, "after the names");
  return names;
}

// mtype [:set] [=] { ... } declares names; anything else that starts in the same way declares variables.
void Parser::parse_mtype_or_variables() {
  size_t ahead = 0;
  if (stream_.peek().kind == TokenKind::Mtype) {
    std::string set;
    ahead = 1;
    if (stream_.peek(1).kind == TokenKind::Colon && stream_.peek(2).kind == TokenKind::Name) {
      set = stream_.peek(2).text;
      ahead = 3;
    }
    if (stream_.peek(ahead).kind == TokenKind::Assign) ++ahead;
    if (stream_.peek(ahead).kind == TokenKind::LeftBrace) {
      for (size_t i = 0; i < ahead; ++i) stream_.next();
      add_unit(ast::Unit::Kind::Mtypes, module_.mtypes.size());
      module_.mtypes.push_back(parse_mtype_names(std::move(set)));
      return;
    }
  }
  ast::Declaration declaration = parse_declaration();
  add_unit(ast::Unit::Kind::Variables, module_.variables.size());
  module_.variables.push_back(std::move(declaration));
}

ast::Module parse(const TokenList& tokens, Diagnostics& diagnostics) {
  return Parser(tokens, diagnostics).run();
}

}  // namespace px::promela
