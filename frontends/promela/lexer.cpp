#include "frontends/promela/lexer.h"

#include <array>
#include <cctype>
#include <unordered_map>

namespace px::promela {
namespace {

struct TokenInfo {
  std::string_view text;
  bool keyword;
};

constexpr std::array kTokens = {
#define PX_TOKEN(name, text) TokenInfo{text, false},
#define PX_KEYWORD(name, text) TokenInfo{text, true},
#include "frontends/promela/token_kind.def"
#undef PX_TOKEN
#undef PX_KEYWORD
};

const std::unordered_map<std::string_view, TokenKind>& keywords() {
  static const auto* const table = [] {
    auto* words = new std::unordered_map<std::string_view, TokenKind>;
    for (size_t i = 0; i < kTokens.size(); ++i) {
      if (kTokens[i].keyword) (*words)[kTokens[i].text] = static_cast<TokenKind>(i);
    }
    return words;
  }();
  return *table;
}

struct Symbol {
  std::string_view text;
  TokenKind kind;
};

constexpr std::array<Symbol, 14> kPairs = {{{"::", TokenKind::DoubleColon},
                                            {"->", TokenKind::Arrow},
                                            {"..", TokenKind::DotDot},
                                            {"++", TokenKind::PlusPlus},
                                            {"--", TokenKind::MinusMinus},
                                            {"&&", TokenKind::AndAnd},
                                            {"||", TokenKind::OrOr},
                                            {"==", TokenKind::Equal},
                                            {"!=", TokenKind::NotEqual},
                                            {"<=", TokenKind::LessEqual},
                                            {">=", TokenKind::GreaterEqual},
                                            {"<<", TokenKind::ShiftLeft},
                                            {">>", TokenKind::ShiftRight},
                                            {"!!", TokenKind::BangBang}}};

constexpr std::array<Symbol, 4> kTriples = {{{"-->", TokenKind::Arrow},
                                             {"<=<", TokenKind::ShiftLeft},
                                             {">=>", TokenKind::ShiftRight},
                                             {"!!=", TokenKind::NotEqual}}};

constexpr std::array<Symbol, 25> kSingles = {
    {{"{", TokenKind::LeftBrace},  {"}", TokenKind::RightBrace},  {"(", TokenKind::LeftParen},
     {")", TokenKind::RightParen}, {"[", TokenKind::LeftBracket}, {"]", TokenKind::RightBracket},
     {",", TokenKind::Comma},      {":", TokenKind::Colon},       {";", TokenKind::Semicolon},
     {".", TokenKind::Dot},        {"@", TokenKind::At},          {"=", TokenKind::Assign},
     {"+", TokenKind::Plus},       {"-", TokenKind::Minus},       {"*", TokenKind::Star},
     {"/", TokenKind::Slash},      {"%", TokenKind::Percent},     {"&", TokenKind::Ampersand},
     {"|", TokenKind::Bar},        {"^", TokenKind::Caret},       {"~", TokenKind::Tilde},
     {"<", TokenKind::Less},       {">", TokenKind::Greater},     {"!", TokenKind::Bang},
     {"?", TokenKind::Question}}};

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool starts_word(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool continues_word(char c) {
  return starts_word(c) || is_digit(c);
}

class Lexer {
 public:
  Lexer(const PreprocessedText& preprocessed, Diagnostics& diagnostics)
      : preprocessed_(preprocessed), diagnostics_(diagnostics) {
    list_.text = std::make_shared<const std::string>(preprocessed.text);
    text_ = *list_.text;
  }

  TokenList run() {
    list_.tokens.reserve(text_.size() / 3);
    while (skip_blanks()) scan();
    add(TokenKind::End, text_.size());
    if (list_.tokens.size() > 1) {  // the end is after the last token, not after trailing blanks
      const SourceSpan last = list_.tokens[list_.tokens.size() - 2].span;
      list_.tokens.back().span = {last.file, last.line, last.column + last.length, 1};
    }
    return std::move(list_);
  }

 private:
  char at(size_t ahead = 0) const { return pos_ + ahead < text_.size() ? text_[pos_ + ahead] : '\0'; }

  bool skip_blanks() {
    for (; pos_ < text_.size(); ++pos_) {
      if (text_[pos_] == '\n') {
        newline_ = true;
      } else if (std::isspace(static_cast<unsigned char>(text_[pos_])) == 0) {
        return true;
      }
    }
    return false;
  }

  void add(TokenKind kind, size_t end, int64_t value = 0) {
    Token token{kind, newline_, text_.substr(pos_, end - pos_), value, {}};
    token.span = place_of(preprocessed_, static_cast<uint32_t>(pos_), static_cast<uint32_t>(end), hint_);
    list_.tokens.push_back(token);
    newline_ = false;
    pos_ = end;
  }

  void error(std::string message, std::string hint = {}) {
    diagnostics_.add(DiagnosticKind::LexicalError, list_.tokens.back().span, std::move(message), std::move(hint));
  }

  void scan() {
    const char c = at();
    if (starts_word(c)) return scan_word();
    if (is_digit(c)) return scan_number();
    if (c == '"') return scan_string();
    if (c == '\'') return scan_character();
    if (c == '?' && at(1) == '?') return add(TokenKind::QuestionQuestion, pos_ + 2);
    // SPIN matches the first two characters, and then one more.
    for (const Symbol& triple : kTriples) {
      if (text_.substr(pos_).starts_with(triple.text)) return add(triple.kind, pos_ + 3);
    }
    for (const Symbol& pair : kPairs) {
      if (c == pair.text[0] && at(1) == pair.text[1]) return add(pair.kind, pos_ + 2);
    }
    // The LTL signs for conjunction and disjunction.
    if (c == '/' && at(1) == '\\') return add(TokenKind::AndAnd, pos_ + 2);
    if (c == '\\' && at(1) == '/') return add(TokenKind::OrOr, pos_ + 2);
    for (const Symbol& single : kSingles) {
      if (c == single.text[0]) return add(single.kind, pos_ + 1);
    }
    const std::string character(text_.substr(pos_, character_length()));
    add(TokenKind::Bad, pos_ + character.size());
    error("unexpected character '" + character + "'");
  }

  // In UTF-8 bytes: bytes that continue a character begin with the bits 10.
  size_t character_length() const {
    constexpr size_t kMax = 4;
    const auto is_part = [&](size_t ahead) { return (static_cast<unsigned char>(at(ahead)) & 0xC0U) == 0x80U; };
    size_t length = 1;
    while (static_cast<unsigned char>(at()) >= 0xC0U && length < kMax && is_part(length)) ++length;
    return length;
  }

  void scan_word() {
    size_t end = pos_;
    while (end < text_.size() && continues_word(text_[end])) ++end;
    const auto keyword = keywords().find(text_.substr(pos_, end - pos_));
    add(keyword == keywords().end() ? TokenKind::Name : keyword->second, end);
  }

  void scan_number() {
    size_t end = pos_;
    int64_t value = 0;  // computed like atoi of a C library with 64-bit long
    for (; end < text_.size() && is_digit(text_[end]); ++end) {
      const int digit = text_[end] - '0';
      value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    const bool word_follows = end < text_.size() && continues_word(text_[end]);
    while (end < text_.size() && continues_word(text_[end])) ++end;
    add(TokenKind::Number, end, static_cast<int32_t>(value));
    if (word_follows) {
      error("'" + std::string(list_.tokens.back().text) + "' is not a number", "Promela's numbers are decimal");
    } else if (value > INT32_MAX) {
      diagnostics_.add(DiagnosticKind::ValueTruncated, list_.tokens.back().span,
                       "the number does not fit an int and becomes " + std::to_string(static_cast<int32_t>(value)));
    }
  }

  void scan_string() {
    size_t end = pos_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') {
      end += text_[end] == '\\' && end + 1 < text_.size() ? 2 : 1;
    }
    const bool closed = end < text_.size() && text_[end] == '"';
    add(TokenKind::String, std::min(end + (closed ? 1 : 0), text_.size()));
    if (!closed) error("the string has no closing '\"' on its line");
  }

  void scan_character() {
    const bool escaped = at(1) == '\\';
    const size_t close = pos_ + (escaped ? 3 : 2);
    if (close >= text_.size() || text_[close] != '\'') {
      add(TokenKind::Bad, pos_ + 1);
      return error("a character constant has the form 'c'");
    }
    const char c = at(escaped ? 2 : 1);
    const char value = !escaped ? c : c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == '0' ? '\0' : c;
    add(TokenKind::Number, close + 1, value);
  }

  const PreprocessedText& preprocessed_;
  Diagnostics& diagnostics_;
  TokenList list_;
  std::string_view text_;
  size_t pos_ = 0;
  size_t hint_ = 0;
  bool newline_ = false;
};

}  // namespace

std::string token_name(TokenKind kind) {
  const TokenInfo& info = kTokens[static_cast<size_t>(kind)];
  return info.keyword ? "'" + std::string(info.text) + "'" : std::string(info.text);
}

std::vector<std::string> reserved_words() {
  std::vector<std::string> words;
  for (const TokenInfo& info : kTokens) {
    if (info.keyword) words.emplace_back(info.text);
  }
  return words;
}

TokenList lex(const PreprocessedText& preprocessed, Diagnostics& diagnostics) {
  return Lexer(preprocessed, diagnostics).run();
}

std::string dump(const TokenList& list, const SourceMap& sources) {
  std::string text;
  for (const Token& token : list.tokens) {
    text += sources.place(token.span) + ": " + token_name(token.kind);
    if (token.kind == TokenKind::Name || token.kind == TokenKind::Number || token.kind == TokenKind::String) {
      text += ' ' + std::string(token.text);
    }
    text += token.newline_before ? " (first on its line)\n" : "\n";
  }
  return text;
}

}  // namespace px::promela
