#include "engine/ir/text_reader_lexer.h"

#include <algorithm>
#include <array>

namespace px::ir::text {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_word_part(char c) {
  return is_letter(c) || is_digit(c);
}

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Longest first. A symbol with two spellings maps to its canonical one.
struct Spelling {
  std::string_view written;
  std::string_view meant;
};
constexpr std::array kSymbols = {
    Spelling{"==", "="},  Spelling{"!=", "!="}, Spelling{"<=", "<="},  Spelling{">=", ">="}, Spelling{"=>", "implies"},
    Spelling{"->", "->"}, Spelling{":=", ":="}, Spelling{"+=", "+="},  Spelling{"-=", "-="}, Spelling{"..", ".."},
    Spelling{"<<", "<<"}, Spelling{">>", ">>"}, Spelling{"&&", "and"}, Spelling{"||", "or"}, Spelling{"(", "("},
    Spelling{")", ")"},   Spelling{"[", "["},   Spelling{"]", "]"},    Spelling{"{", "{"},   Spelling{"}", "}"},
    Spelling{",", ","},   Spelling{";", ";"},   Spelling{":", ":"},    Spelling{".", "."},   Spelling{"=", "="},
    Spelling{"<", "<"},   Spelling{">", ">"},   Spelling{"+", "+"},    Spelling{"-", "-"},   Spelling{"*", "*"},
    Spelling{"/", "/"},   Spelling{"%", "%"},   Spelling{"&", "&"},    Spelling{"|", "|"},   Spelling{"^", "^"},
    Spelling{"~", "~"},   Spelling{"!", "!"},
};

class Lexer {
 public:
  Lexer(std::string_view text, FileId file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (skip_blanks(), at_ < text_.size()) next();
    Token end;
    end.first_on_line = true;
    begin_token();
    finish(std::move(end));
    return std::move(tokens_);
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = peek();
      if (c == '\n') {
        ++at_, ++line_;
        line_start_ = at_;
        first_on_line_ = true;
      } else if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (c == '#' || (c == '/' && peek(1) == '/')) {
        while (at_ < text_.size() && peek() != '\n') ++at_;
      } else {
        return;
      }
    }
  }

  void next() {
    begin_token();
    const char c = peek();
    if (is_letter(c)) return word();
    if (is_digit(c)) return number();
    if (c == '"' || c == '`') return quoted(c);
    for (const Spelling& symbol : kSymbols) {
      if (text_.substr(at_).starts_with(symbol.written)) {
        at_ += symbol.written.size();
        Token token;
        token.kind = is_letter(symbol.meant.front()) ? TokenKind::Word : TokenKind::Symbol;
        token.text = symbol.meant;
        return finish(std::move(token));
      }
    }
    unreadable();
  }

  void word() {
    while (is_word_part(peek())) ++at_;
    Token token;
    token.kind = TokenKind::Word;
    token.text = text_.substr(begin_, at_ - begin_);
    element_suffix(token);
    finish(std::move(token));
  }

  // User#3 and User#none.
  void element_suffix(Token& token) {
    const bool none = text_.substr(at_).starts_with("#none") && !is_word_part(peek(5));
    if (!none && (peek() != '#' || !is_digit(peek(1)))) return;
    ++at_;
    token.kind = TokenKind::Element;
    if (none) {
      at_ += 4;
      token.number = kNoneElement;
    } else {
      token.number = digits(10);
    }
  }

  void number() {
    Token token;
    token.kind = TokenKind::Number;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X') && hex_digit(peek(2)) >= 0) {
      at_ += 2;
      token.number = digits(16);
    } else {
      token.number = digits(10);
    }
    if (is_letter(peek())) {
      while (is_word_part(peek())) ++at_;
      error("a number must not run into a name", "a name starts with a letter; put a space between the two");
    }
    finish(std::move(token));
  }

  // Up to 2^63, which is valid only after a minus sign.
  uint64_t digits(uint64_t base) {
    constexpr uint64_t kMax = uint64_t{1} << 63;
    uint64_t value = 0;
    bool too_large = false;
    while (hex_digit(peek()) >= 0 && static_cast<uint64_t>(hex_digit(peek())) < base) {
      const auto digit = static_cast<uint64_t>(hex_digit(peek()));
      ++at_;
      if (too_large || value > (kMax - digit) / base) {
        too_large = true;
      } else {
        value = value * base + digit;
      }
    }
    if (too_large) error("the number does not fit into 64 bits", "the largest is 9223372036854775807");
    return value;
  }

  void quoted(char quote) {
    Token token;
    token.kind = quote == '"' ? TokenKind::String : TokenKind::QuotedWord;
    ++at_;
    while (at_ < text_.size() && peek() != quote && peek() != '\n') {
      if (peek() == '\\') {
        escape(token.text);
      } else {
        token.text += text_[at_++];
      }
    }
    if (at_ < text_.size() && peek() == quote) {
      ++at_;
      if (quote == '`') element_suffix(token);
    } else {
      error(std::string("the closing ") + quote + " is missing", "a string ends on the line on which it starts");
    }
    finish(std::move(token));
  }

  void escape(std::string& text) {
    const char c = peek(1);
    at_ += at_ + 1 < text_.size() && c != '\n' ? 2 : 1;
    switch (c) {
      case 'n': text += '\n'; break;
      case 't': text += '\t'; break;
      case '"':
      case '`':
      case '\\': text += c; break;
      case 'x': {
        if (hex_digit(peek()) >= 0 && hex_digit(peek(1)) >= 0) {
          text += static_cast<char>(hex_digit(peek()) * 16 + hex_digit(peek(1)));
          at_ += 2;
          break;
        }
        [[fallthrough]];
      }
      default: error("unknown escape in a string", R"(known are \n \t \" \` \\ and \xHH)");
    }
  }

  // Reports a run of unreadable bytes as one error.
  void unreadable() {
    const auto byte = static_cast<unsigned char>(peek());
    while (at_ < text_.size() && static_cast<unsigned char>(peek()) >= 0x80) ++at_;
    if (at_ == begin_) ++at_;
    std::string what = byte >= 0x20 && byte < 0x7f ? std::string("the character '") + static_cast<char>(byte) + "'"
                                                   : "a byte that is not printable ASCII";
    error(std::move(what) + " has no meaning here", "names of other characters are written in backquotes");
  }

  void begin_token() { begin_ = at_; }

  SourceSpan span() const {
    const auto length = static_cast<uint32_t>(std::max<size_t>(at_ - begin_, 1));
    return {file_, line_, static_cast<uint32_t>(begin_ - line_start_ + 1), length};
  }

  void finish(Token token) {
    token.begin = static_cast<uint32_t>(begin_);
    token.end = static_cast<uint32_t>(at_);
    token.span = span();
    token.first_on_line = token.first_on_line || first_on_line_;
    first_on_line_ = false;
    tokens_.push_back(std::move(token));
  }

  void error(std::string message, std::string hint) {
    // Binary junk has thousands of these; the first few suffice.
    constexpr int kMaxErrors = 10;
    if (++errors_ <= kMaxErrors) {
      diagnostics_.add(DiagnosticKind::LexicalError, span(), std::move(message), std::move(hint));
    }
  }

  std::string_view text_;
  FileId file_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  size_t at_ = 0;
  size_t begin_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  bool first_on_line_ = true;
  int errors_ = 0;
};

constexpr std::array<std::string_view, 13> kDeclarationWords = {
    "program",  "define",    "sort",     "family", "process", "action", "invariant",
    "deadlock", "automaton", "property", "init",   "hidden",  "growing"};
constexpr std::array<std::string_view, 3> kVariableWords = {"var", "const", "local"};
constexpr std::array<std::string_view, 75> kReservedWords = {
    // expressions
    "not", "and", "or", "implies", "true", "false", "none", "timeout", "forall", "exists", "count", "sum", "min", "max",
    "if", "then", "else", "where", "in", "union", "inter", "minus", "subset", "at", "set", "seq", "len", "card", "wrap",
    "index", "element", "pc", "enabled", "bool", "int", "queue", "seq_len", "seq_at", "seq_append", "seq_prepend",
    "seq_tail", "seq_front", "seq_concat", "product", "the", "collect", "fix", "check", "subsets",
    // statements and clauses
    "when", "do", "reset", "for", "while", "limit", "let", "choose", "either", "require", "assert", "fail", "grow",
    "push", "push_sorted", "pop", "remove", "goto", "print", "solve", "with", "distinct", "transient", "as", "unless",
    "start"};

}  // namespace

bool starts_declaration(std::string_view word) {
  return std::find(kDeclarationWords.begin(), kDeclarationWords.end(), word) != kDeclarationWords.end() ||
         std::find(kVariableWords.begin(), kVariableWords.end(), word) != kVariableWords.end();
}

std::vector<std::string> declaration_words() {
  std::vector<std::string> words(kDeclarationWords.begin(), kDeclarationWords.end());
  words.insert(words.end(), kVariableWords.begin(), kVariableWords.end());
  return words;
}

bool is_reserved(std::string_view word) {
  return starts_declaration(word) ||
         std::find(kReservedWords.begin(), kReservedWords.end(), word) != kReservedWords.end();
}

std::vector<Token> tokenize(const SourceMap& sources, FileId file, Diagnostics& diagnostics) {
  return tokenize_text(sources.text(file), file, diagnostics);
}

std::vector<Token> tokenize_text(std::string_view text, FileId file, Diagnostics& diagnostics) {
  return Lexer(text, file, diagnostics).run();
}

}  // namespace px::ir::text
