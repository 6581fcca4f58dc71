#include "frontends/promela_lite/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace px::promela_lite {
namespace {

// Longer symbols first.
constexpr std::array<std::string_view, 28> kSymbols = {"::", "->", "==", "!=", "<=", ">=", "&&", "||", "{", "}",
                                                       "(",  ")",  "[",  "]",  ",",  ";",  ":",  ".",  "=", "<",
                                                       ">",  "!",  "?",  "+",  "-",  "*",  "&",  "|"};
constexpr std::array<std::string_view, 19> kReserved = {"_pid",   "atomic", "chan", "do", "init", "int", "len",
                                                        "nempty", "nfull",  "null", "od", "of",   "pid", "proctype",
                                                        "rec",    "run",    "skip", "if", "fi"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

class Lexer {
 public:
  Lexer(std::string_view text, FileId file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {
    if (text_.starts_with("\xEF\xBB\xBF")) position_ = line_start_ = 3;
  }

  std::vector<Token> run() {
    for (;;) {
      skip_blank();
      if (position_ >= text_.size()) break;
      read_token();
    }
    add(Token::Kind::End, 0);
    return std::move(tokens_);
  }

 private:
  std::string_view rest() const { return text_.substr(position_); }

  void advance(size_t count) {
    for (size_t i = 0; i < count && position_ < text_.size(); ++i, ++position_) {
      if (text_[position_] != '\n') continue;
      ++line_;
      line_start_ = position_ + 1;
    }
  }

  SourceSpan here(size_t length) const {
    return {file_, line_, static_cast<uint32_t>(position_ - line_start_ + 1), static_cast<uint32_t>(length)};
  }

  void skip_blank() {
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
        advance(1);
      } else if (rest().starts_with("//")) {
        advance(std::min(rest().find('\n'), rest().size()));
      } else if (rest().starts_with("/*")) {
        const size_t end = rest().find("*/", 2);
        if (end == std::string_view::npos) {
          diagnostics_.add(DiagnosticKind::LexicalError, here(2), "this comment does not end", "end it with */");
          return advance(rest().size());
        }
        advance(end + 2);
      } else {
        return;
      }
    }
  }

  void add(Token::Kind kind, size_t length) {
    Token token;
    token.kind = kind;
    token.text = rest().substr(0, length);
    token.begin = static_cast<uint32_t>(position_);
    token.end = static_cast<uint32_t>(position_ + length);
    token.span = here(length);
    tokens_.push_back(std::move(token));
    advance(length);
  }

  size_t length_of(bool (*more)(char)) const {
    size_t length = 0;
    while (length < rest().size() && more(rest()[length])) ++length;
    return length;
  }

  void read_token() {
    const char c = text_[position_];
    if (is_digit(c)) return read_number();
    if (is_letter(c)) return add(Token::Kind::Word, length_of([](char d) { return is_letter(d) || is_digit(d); }));
    for (const std::string_view symbol : kSymbols) {
      if (rest().starts_with(symbol)) return add(Token::Kind::Symbol, symbol.size());
    }
    const auto byte = static_cast<unsigned char>(c);
    const bool shown = byte > 0x20 && byte < 0x7F;
    diagnostics_.add(DiagnosticKind::LexicalError, here(1),
                     shown ? std::string("'") + c + "' does not belong to Promela-Lite"
                           : "byte " + std::to_string(byte) + " does not belong to Promela-Lite",
                     c == '#' ? "there is no preprocessor; models with macros are read as Promela (.pml)" : "");
    advance(1);
  }

  void read_number() {
    const size_t length = length_of(is_digit);
    int64_t value = 0;
    const auto [end, error] = std::from_chars(rest().data(), rest().data() + length, value);
    if (error != std::errc()) {
      diagnostics_.add(DiagnosticKind::LexicalError, here(length), "this number is too large",
                       "an int has 32 bits: -2147483648 to 2147483647");
    }
    add(Token::Kind::Number, length);
    tokens_.back().number = value;
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  size_t position_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
};

}  // namespace

std::vector<Token> tokenize(std::string_view text, FileId file, Diagnostics& diagnostics) {
  return Lexer(text, file, diagnostics).run();
}

bool is_reserved(std::string_view word) {
  return std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
}

}  // namespace px::promela_lite
