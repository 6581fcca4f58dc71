#include "frontends/mcrl2/lexer.h"

#include <algorithm>
#include <array>

namespace px::mcrl2 {
namespace {

constexpr std::string_view kKeywords[] = {
    "Bag",    "Bool",   "FBag",   "FSet",   "Int",    "List",   "Nat",   "Pos",   "Real",  "Set",    "act",
    "allow",  "block",  "comm",   "cons",   "condeq", "condsm", "delay", "delta", "dist",  "div",    "end",
    "eqinf",  "eqn",    "eqninf", "exists", "false",  "forall", "form",  "glob",  "hide",  "in",     "inf",
    "init",   "lambda", "map",    "mod",    "mu",     "nu",     "pbes",  "pres",  "proc",  "rename", "sort",
    "struct", "sum",    "sup",    "tau",    "true",   "val",    "var",   "whr",   "yaled",
};

// Longest first.
constexpr std::string_view kSymbols[] = {
    "||_", "->", "<>", "<=", "<|", "<<", ">=", "==", "=>", "!=", "&&", "||", "|>", "++", "+", "-", "*", "/",
    ".",   ",",  ";",  ":",  "(",  ")",  "[",  "]",  "{",  "}",  "|",  "!",  "#",  "@",  "=", "<", ">", "?",
};

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool continues_name(char c) {
  return starts_name(c) || is_digit(c) || c == '\'';
}

class Lexer {
 public:
  Lexer(FileId file, std::string_view text, Diagnostics& diagnostics)
      : file_(file), text_(text), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (skip_blank()) next();
    tokens_.push_back({TokenKind::End, "", span(0)});
    return std::move(tokens_);
  }

 private:
  SourceSpan span(size_t length) const {
    return {file_, line_, static_cast<uint32_t>(at_ - line_start_ + 1), static_cast<uint32_t>(length)};
  }

  // False at the end of the text.
  bool skip_blank() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (c == '%') {
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      } else if (c != ' ' && c != '\t' && c != '\r' && c != '\f' && c != '\v') {
        return true;
      }
    }
    return false;
  }

  void add(TokenKind kind, size_t length) {
    tokens_.push_back({kind, std::string(text_.substr(at_, length)), span(length)});
    at_ += length;
  }

  void next() {
    size_t end = at_;
    if (starts_name(text_[at_])) {
      while (end < text_.size() && continues_name(text_[end])) ++end;
      const std::string_view word = text_.substr(at_, end - at_);
      return add(is_keyword(word) ? TokenKind::Keyword : TokenKind::Name, word.size());
    }
    if (is_digit(text_[at_])) return number();
    for (const std::string_view symbol : kSymbols) {
      if (text_.substr(at_, symbol.size()) == symbol) return add(TokenKind::Symbol, symbol.size());
    }
    // A multibyte character is reported as a single mistake.
    for (++end; end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0u) == 0x80u; ++end) {
    }
    const auto c = static_cast<unsigned char>(text_[at_]);
    const std::string shown =
        c < 0x20 || c == 0x7F ? "this control character" : "'" + std::string(text_.substr(at_, end - at_)) + "'";
    diagnostics_.add(DiagnosticKind::LexicalError, span(1), shown + " has no meaning in a specification",
                     c == '&'   ? "'and' is written &&"
                     : c == '"' ? "there are no strings; use a struct"
                                : "");
    at_ = end;
  }

  void number() {
    size_t end = at_;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    const size_t length = end - at_;
    if (text_[at_] == '0' && length > 1) {
      diagnostics_.add(DiagnosticKind::LexicalError, span(length), "a number does not start with 0",
                       "leave out the zeros in front");
    } else if (end < text_.size() && starts_name(text_[end])) {
      diagnostics_.add(DiagnosticKind::LexicalError, span(length + 1), "a name does not start with a digit",
                       "put a letter or _ in front, or a space after the number");
    }
    add(TokenKind::Number, length);
  }

  FileId file_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
};

}  // namespace

bool is_keyword(std::string_view word) {
  return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords);
}

std::string token_text(const Token& token) {
  return token.kind == TokenKind::End ? "the end of the file" : "'" + token.text + "'";
}

std::vector<Token> lex(FileId file, const SourceMap& sources, Diagnostics& diagnostics) {
  return Lexer(file, sources.text(file), diagnostics).run();
}

}  // namespace px::mcrl2
