#include "frontends/b/lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace px::b {
namespace {

struct KindInfo {
  std::string_view text;
  bool quoted;
  bool clause;
};

constexpr std::array kKinds = {
#define PX_B_TOKEN(name, text) KindInfo{text, false, false},
#define PX_B_SYMBOL(name, ascii, unicode) KindInfo{ascii, true, false},
#define PX_B_KEYWORD(name, text) KindInfo{text, false, false},
#define PX_B_CLAUSE(name, text) KindInfo{text, false, true},
#include "frontends/b/token_kind.def"
#undef PX_B_TOKEN
#undef PX_B_SYMBOL
#undef PX_B_KEYWORD
#undef PX_B_CLAUSE
};

struct Fixed {
  std::string_view text;
  TokenKind kind;
  Op op;
};

// Spellings that are not single tokens: the parser combines them.
bool is_composed(std::string_view text) {
  return text == "{}" || text == "[]" || text == "{|}";
}

bool is_word(std::string_view text) {
  const auto c = static_cast<unsigned char>(text.front());
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// All fixed spellings, longest first.
std::vector<Fixed> fixed_spellings() {
  std::vector<Fixed> all = {
#define PX_B_TOKEN(name, text)
#define PX_B_SYMBOL(name, ascii, unicode) {ascii, TokenKind::name, Op::Equal}, {unicode, TokenKind::name, Op::Equal},
#define PX_B_KEYWORD(name, text) {text, TokenKind::name, Op::Equal},
#define PX_B_CLAUSE(name, text) {text, TokenKind::name, Op::Equal},
#include "frontends/b/token_kind.def"
#undef PX_B_TOKEN
#undef PX_B_SYMBOL
#undef PX_B_KEYWORD
#undef PX_B_CLAUSE
  };
  for (uint8_t i = 0; i <= static_cast<uint8_t>(Op::GeneralConcatenation); ++i) {
    const auto op = static_cast<Op>(i);
    // The prefix minus is the same token as the infix one, and `*` and `×` become Multiply.
    if (op == Op::Negate) continue;
    const Op read_as = op == Op::CartesianProduct ? Op::Multiply : op;
    all.push_back({info(op).text, TokenKind::Operator, read_as});
    all.push_back({info(op).unicode, TokenKind::Operator, read_as});
  }
  // Other characters in use with the same meaning.
  all.push_back({"∗", TokenKind::Operator, Op::Multiply});
  all.push_back({"Σ", TokenKind::Operator, Op::Sum});
  all.push_back({"Π", TokenKind::Operator, Op::Product});
  all.push_back({"⁻¹", TokenKind::Operator, Op::Inverse});
  all.push_back({"˜", TokenKind::Operator, Op::Inverse});
  all.push_back({"ℕ₁", TokenKind::Operator, Op::PositiveNaturals});
  all.push_back({"•", TokenKind::Dot, Op::Equal});
  std::erase_if(all, [](const Fixed& f) { return f.text.empty() || is_composed(f.text); });
  std::stable_sort(all.begin(), all.end(),
                   [](const Fixed& a, const Fixed& b) { return a.text.size() > b.text.size(); });
  return all;
}

// Spellings by their first byte, and the words.
struct Spellings {
  std::unordered_map<std::string_view, Fixed> words;
  std::array<std::vector<Fixed>, 256> symbols;

  Spellings() {
    for (const Fixed& fixed : fixed_spellings()) {
      if (is_word(fixed.text)) {
        words.emplace(fixed.text, fixed);
      } else {
        symbols[static_cast<unsigned char>(fixed.text.front())].push_back(fixed);
      }
    }
  }
};

const Spellings& spellings() {
  static const Spellings all;
  return all;
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Non-ASCII letters belong to a name unless they begin a fixed spelling.
bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

constexpr std::string_view kWideSpace = "\xC2\xA0";  // no-break space

class Lexer {
 public:
  Lexer(FileId file, std::string_view text, Diagnostics& diagnostics)
      : text_(text), diagnostics_(diagnostics), file_(file) {}

  std::vector<Token> run() {
    if (text_.starts_with("\xEF\xBB\xBF")) position_ = line_start_ = 3;
    // The first line of a machine that is run as a script names its interpreter.
    if (looking_at("#!")) advance(std::min(text_.find('\n', position_), text_.size()) - position_);
    for (;;) {
      skip_blank();
      if (position_ >= text_.size()) break;
      read_token();
    }
    begin_token();
    finish(TokenKind::End);
    return std::move(tokens_);
  }

 private:
  char at(size_t ahead) const { return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0'; }
  bool looking_at(std::string_view what) const { return text_.substr(position_).starts_with(what); }

  void advance(size_t count) {
    for (size_t i = 0; i < count && position_ < text_.size(); ++i, ++position_) {
      if (text_[position_] != '\n') continue;
      ++line_;
      line_start_ = position_ + 1;
    }
  }

  void begin_token() {
    token_ = Token{};
    token_.begin = static_cast<uint32_t>(position_);
    token_.span = {file_, line_, static_cast<uint32_t>(position_ - line_start_ + 1), 0};
  }

  void finish(TokenKind kind) {
    token_.kind = kind;
    token_.end = static_cast<uint32_t>(position_);
    token_.span.length = token_.end - token_.begin;
    tokens_.push_back(std::move(token_));
  }

  void error(std::string message, std::string hint = {}) {
    SourceSpan span = token_.span;
    span.length = static_cast<uint32_t>(position_) - token_.begin;
    diagnostics_.add(DiagnosticKind::LexicalError, span, std::move(message), std::move(hint));
  }

  void skip_blank() {
    for (;;) {
      const char c = at(0);
      if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
        advance(1);
      } else if (looking_at(kWideSpace)) {
        advance(2);
      } else if (looking_at("//")) {
        const size_t end = text_.find('\n', position_);
        advance((end == std::string_view::npos ? text_.size() : end) - position_);
      } else if (looking_at("/*")) {
        skip_comment();
      } else {
        return;
      }
    }
  }

  void skip_comment() {
    begin_token();
    const size_t end = text_.find("*/", position_ + 2);
    if (end != std::string_view::npos) return advance(end + 2 - position_);
    advance(2);
    error("this comment is not closed", "close it with */");
    advance(text_.size() - position_);
  }

  void read_token() {
    begin_token();
    const char c = at(0);
    if (is_digit(c)) return read_number();
    if (c == '"') return read_string();
    if (looking_at("'''")) return read_long_string("'''");
    if (looking_at("```")) return read_long_string("```");
    if (c == '`') return read_quoted_name();
    for (const Fixed& fixed : spellings().symbols[static_cast<unsigned char>(c)]) {
      if (!looking_at(fixed.text)) continue;
      advance(fixed.text.size());
      token_.op = fixed.op;
      return finish(fixed.kind);
    }
    if (begins_name(c)) return read_word();
    advance(1);
    error(std::string("'") + c + "' is not part of B");
  }

  // Non-ASCII letters: one character at a time, stopping before a fixed spelling.
  bool at_name_part() const {
    const char c = at(0);
    if (is_digit(c)) return true;
    if (!begins_name(c) || looking_at(kWideSpace)) return false;
    if (static_cast<unsigned char>(c) < 0x80) return true;
    const auto& candidates = spellings().symbols[static_cast<unsigned char>(c)];
    return std::none_of(candidates.begin(), candidates.end(), [&](const Fixed& f) { return looking_at(f.text); });
  }

  void read_word() {
    const size_t begin = position_;
    while (at_name_part()) {
      do {
        advance(1);
      } while ((static_cast<unsigned char>(at(0)) & 0xC0) == 0x80);
    }
    const std::string_view word = text_.substr(begin, position_ - begin);
    const auto found = spellings().words.find(word);
    if (found != spellings().words.end()) {
      token_.op = found->second.op;
      return finish(found->second.kind);
    }
    token_.text = word;
    finish(TokenKind::Name);
  }

  void read_quoted_name() {
    const size_t end = text_.find_first_of("`\n", position_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n' || end == position_ + 1) {
      advance(1);
      return error("a name between backquotes is expected");
    }
    token_.text = text_.substr(position_ + 1, end - position_ - 1);
    advance(end + 1 - position_);
    finish(TokenKind::Name);
  }

  void read_number() {
    const bool hexadecimal = at(0) == '0' && (at(1) == 'x' || at(1) == 'X');
    const size_t begin = position_ + (hexadecimal ? 2 : 0);
    const char* first = text_.data() + begin;
    const auto [stop, problem] =
        std::from_chars(first, text_.data() + text_.size(), token_.value, hexadecimal ? 16 : 10);
    advance(static_cast<size_t>(stop - text_.data()) - position_);
    if (problem == std::errc::result_out_of_range) {
      SourceSpan span = token_.span;
      span.length = static_cast<uint32_t>(position_) - token_.begin;
      diagnostics_.add(DiagnosticKind::ValueOutOfRange, span,
                       "this number does not fit in 64 bits; integers are -2**63 .. 2**63-1");
    } else if (problem != std::errc()) {
      advance(2);
      error("hexadecimal digits are expected after 0x");
    }
    if (at(0) == '.' && is_digit(at(1))) {
      token_.is_real = true;
      advance(1);
      while (is_digit(at(0))) advance(1);
    }
    finish(TokenKind::Integer);
  }

  std::optional<char> escape(char c) {
    switch (c) {
      case 'n': return '\n';
      case 't': return '\t';
      case 'r': return '\r';
      case '"': return '"';
      case '\'': return '\'';
      case '\\': return '\\';
      default: return std::nullopt;
    }
  }

  void read_string() {
    advance(1);
    while (at(0) != '"') {
      if (position_ >= text_.size() || at(0) == '\n') {
        error("this string is not closed on its line", "close it with \", or write '''...''' for several lines");
        break;
      }
      const std::optional<char> special = at(0) == '\\' ? escape(at(1)) : std::nullopt;
      token_.text += special.value_or(at(0));
      advance(special ? 2 : 1);
    }
    if (at(0) == '"') advance(1);
    finish(TokenKind::String);
  }

  void read_long_string(std::string_view quotes) {
    const size_t end = text_.find(quotes, position_ + quotes.size());
    advance(quotes.size());
    if (end == std::string_view::npos) {
      error("this string is not closed", "close it with " + std::string(quotes));
      advance(text_.size() - position_);
      return finish(TokenKind::String);
    }
    token_.text = text_.substr(position_, end - position_);
    advance(end + quotes.size() - position_);
    if (quotes == "```" && token_.text.find("${") != std::string::npos) {
      error("strings with ${...} in them are not supported", "build the string from its parts");
    }
    finish(TokenKind::String);
  }

  std::string_view text_;
  Diagnostics& diagnostics_;
  FileId file_;
  size_t position_ = 0;
  size_t line_start_ = 0;
  uint32_t line_ = 1;
  Token token_;
  std::vector<Token> tokens_;
};

}  // namespace

bool begins_clause(TokenKind kind) {
  return kKinds[static_cast<size_t>(kind)].clause;
}

std::string token_name(TokenKind kind) {
  const KindInfo& info = kKinds[static_cast<size_t>(kind)];
  return info.quoted ? "'" + std::string(info.text) + "'" : std::string(info.text);
}

std::string token_text(const Token& token) {
  switch (token.kind) {
    case TokenKind::Name: return "'" + token.text + "'";
    case TokenKind::Integer: return "the number " + std::to_string(token.value);
    case TokenKind::Operator: return "'" + std::string(info(token.op).text) + "'";
    default: return token_name(token.kind);
  }
}

std::vector<Token> lex(FileId file, std::string_view text, Diagnostics& diagnostics) {
  return Lexer(file, text, diagnostics).run();
}

}  // namespace px::b
