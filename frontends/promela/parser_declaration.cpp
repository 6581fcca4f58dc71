#include "frontends/promela/statement_parser.h"

namespace px::promela {
namespace {

bool starts_type(TokenKind kind) {
  switch (kind) {
    case TokenKind::Bit:
    case TokenKind::Bool:
    case TokenKind::Byte:
    case TokenKind::Pid:
    case TokenKind::Short:
    case TokenKind::Int:
    case TokenKind::Unsigned:
    case TokenKind::Mtype:
    case TokenKind::Chan:
    case TokenKind::Hidden:
    case TokenKind::Show:
    case TokenKind::Local: return true;
    default: return false;
  }
}

ast::TypeKind type_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Bit: return ast::TypeKind::Bit;
    case TokenKind::Bool: return ast::TypeKind::Bool;
    case TokenKind::Byte: return ast::TypeKind::Byte;
    case TokenKind::Pid: return ast::TypeKind::Pid;
    case TokenKind::Short: return ast::TypeKind::Short;
    case TokenKind::Unsigned: return ast::TypeKind::Unsigned;
    case TokenKind::Mtype: return ast::TypeKind::Mtype;
    case TokenKind::Chan: return ast::TypeKind::Chan;
    case TokenKind::Name: return ast::TypeKind::User;
    default: return ast::TypeKind::Int;
  }
}

}  // namespace

bool ParserBase::at_declaration() {
  const Token& token = stream_.peek();
  return starts_type(token.kind) || (token.kind == TokenKind::Name && typedefs_.contains(token.text));
}

ast::TypeName StatementParser::parse_type() {
  ast::TypeName type;
  if (!at_declaration() || stream_.at(TokenKind::Hidden) || stream_.at(TokenKind::Show) ||
      stream_.at(TokenKind::Local)) {
    fail("a type");
  }
  const Token token = stream_.next();
  type.kind = type_of(token.kind);
  type.span = token.span;
  if (type.kind == ast::TypeKind::User) type.name = token.text;
  if (type.kind == ast::TypeKind::Mtype && stream_.accept(TokenKind::Colon)) {
    type.name = expect(TokenKind::Name, "as the name of a set of mtypes").text;
  }
  return type;
}

ast::Declaration StatementParser::parse_declaration() {
  ast::Declaration declaration;
  if (stream_.accept(TokenKind::Hidden)) {
    declaration.visibility = ast::Visibility::Hidden;
  } else if (stream_.accept(TokenKind::Show)) {
    declaration.visibility = ast::Visibility::Show;
  } else if (stream_.accept(TokenKind::Local)) {
    declaration.visibility = ast::Visibility::Local;
  }
  declaration.type = parse_type();
  do {
    declaration.items.push_back(parse_declarator(declaration.type.kind));
  } while (stream_.accept(TokenKind::Comma));
  return declaration;
}

std::vector<ast::Declaration> StatementParser::parse_declaration_list(TokenKind end) {
  std::vector<ast::Declaration> list;
  while (!stream_.at(end)) {
    if (stream_.accept(TokenKind::Semicolon) || stream_.accept(TokenKind::Arrow)) continue;
    if (!at_declaration()) fail("a declaration or " + token_name(end));
    list.push_back(parse_declaration());
  }
  return list;
}

ast::Declarator StatementParser::parse_declarator(ast::TypeKind type) {
  ast::Declarator item;
  const Token name = expect(TokenKind::Name, "as the name of a variable");
  item.name = name.text;
  item.span = name.span;
  if (stream_.at(TokenKind::Colon)) {
    const SourceSpan colon = stream_.next().span;
    const Token width = expect(TokenKind::Number, "as a number of bits");
    if (type != ast::TypeKind::Unsigned) {
      diagnostics_.add(DiagnosticKind::TypeMismatch, colon, "only an unsigned variable has a number of bits");
    } else if (width.value < 1 || width.value > 32) {
      diagnostics_.add(DiagnosticKind::ValueOutOfRange, width.span, "an unsigned variable has 1 to 32 bits");
    } else {
      item.width = static_cast<int32_t>(width.value);
    }
  } else if (type == ast::TypeKind::Unsigned) {
    diagnostics_.add(DiagnosticKind::SyntaxError, name.span,
                     "the unsigned variable '" + item.name + "' needs a number of bits",
                     "write unsigned " + item.name + " : n");
  }
  if (stream_.accept(TokenKind::LeftBracket)) {
    item.length = parse_expression();
    expect(TokenKind::RightBracket, "after the length of the array");
  }
  if (stream_.accept(TokenKind::Assign)) parse_initialiser(item);
  return item;
}

void StatementParser::parse_initialiser(ast::Declarator& item) {
  if (stream_.at(TokenKind::LeftBracket)) {
    item.channel = parse_channel_init();
  } else if (stream_.accept(TokenKind::LeftBrace)) {
    do {
      item.values.push_back(parse_expression());
    } while (stream_.accept(TokenKind::Comma));
    stream_.accept(TokenKind::Semicolon);  // a line end before the brace
    expect(TokenKind::RightBrace, "after the values");
  } else if (stream_.at(TokenKind::Name) && inlines_.contains(std::string(stream_.peek().text))) {
    fail_at(DiagnosticKind::Unsupported, stream_.peek().span, "an inline cannot initialise a variable",
            "declare the variable first, then assign to it");
  } else {
    item.value = parse_expression();
  }
}

std::unique_ptr<ast::ChannelInit> StatementParser::parse_channel_init() {
  auto init = std::make_unique<ast::ChannelInit>();
  expect(TokenKind::LeftBracket, "before the capacity of the channel");
  init->capacity = parse_expression();
  expect(TokenKind::RightBracket, "after the capacity of the channel");
  expect(TokenKind::Of, "after the capacity of the channel");
  expect(TokenKind::LeftBrace, "before the types of the message");
  do {
    init->fields.push_back(parse_type());
  } while (stream_.accept(TokenKind::Comma));
  stream_.accept(TokenKind::Semicolon);
  expect(TokenKind::RightBrace, "after the types of the message");
  return init;
}

}  // namespace px::promela
