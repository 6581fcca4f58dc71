#include "frontends/promela/pp_condition.h"

#include <array>
#include <cstdlib>

namespace px::promela {
namespace {

struct Operator {
  std::string_view text;
  int precedence;
};

// C's binary operators; a higher number binds tighter.
constexpr std::array<Operator, 18> kOperators = {{{"||", 1},
                                                  {"&&", 2},
                                                  {"|", 3},
                                                  {"^", 4},
                                                  {"&", 5},
                                                  {"==", 6},
                                                  {"!=", 6},
                                                  {"<", 7},
                                                  {">", 7},
                                                  {"<=", 7},
                                                  {">=", 7},
                                                  {"<<", 8},
                                                  {">>", 8},
                                                  {"+", 9},
                                                  {"-", 9},
                                                  {"*", 10},
                                                  {"/", 10},
                                                  {"%", 10}}};

// Unsigned arithmetic wraps around instead of being undefined.
uint64_t bits(int64_t value) {
  return static_cast<uint64_t>(value);
}

class ConditionParser {
 public:
  explicit ConditionParser(const std::vector<PpToken>& tokens) : tokens_(tokens) {}

  std::optional<int64_t> parse() {
    const int64_t value = conditional();
    return failed_ || pos_ != tokens_.size() ? std::nullopt : std::optional(value);
  }

 private:
  bool accept(std::string_view text) {
    if (pos_ >= tokens_.size() || tokens_[pos_].text != text) return false;
    ++pos_;
    return true;
  }

  int64_t fail() {
    failed_ = true;
    return 0;
  }

  int64_t conditional() {
    const int64_t condition = binary(1);
    if (!accept("?")) return condition;
    const int64_t yes = conditional();
    if (!accept(":")) return fail();
    const int64_t no = conditional();
    return condition != 0 ? yes : no;
  }

  int64_t binary(int least) {
    int64_t left = unary();
    for (;;) {
      const Operator* found = nullptr;
      for (const Operator& candidate : kOperators) {
        if (pos_ < tokens_.size() && tokens_[pos_].text == candidate.text && candidate.precedence >= least) {
          found = &candidate;
        }
      }
      if (found == nullptr) return left;
      ++pos_;
      left = apply(found->text, left, binary(found->precedence + 1));
    }
  }

  int64_t apply(std::string_view op, int64_t a, int64_t b) {
    if (op == "||") return a != 0 || b != 0;
    if (op == "&&") return a != 0 && b != 0;
    if (op == "|") return a | b;
    if (op == "^") return a ^ b;
    if (op == "&") return a & b;
    if (op == "==") return a == b;
    if (op == "!=") return a != b;
    if (op == "<") return a < b;
    if (op == ">") return a > b;
    if (op == "<=") return a <= b;
    if (op == ">=") return a >= b;
    if (op == "<<") return static_cast<int64_t>(bits(a) << (bits(b) & 63));
    if (op == ">>") return a >> (bits(b) & 63);
    if (op == "+") return static_cast<int64_t>(bits(a) + bits(b));
    if (op == "-") return static_cast<int64_t>(bits(a) - bits(b));
    if (op == "*") return static_cast<int64_t>(bits(a) * bits(b));
    if (b == 0) return fail();
    if (b == -1) return op == "/" ? static_cast<int64_t>(-bits(a)) : 0;
    return op == "/" ? a / b : a % b;
  }

  int64_t unary() {
    if (accept("!")) return unary() == 0;
    if (accept("!!")) return unary() != 0;
    if (accept("-")) return static_cast<int64_t>(-bits(unary()));
    if (accept("+")) return unary();
    if (accept("~")) return ~unary();
    if (accept("(")) {
      const int64_t value = conditional();
      return accept(")") ? value : fail();
    }
    if (pos_ >= tokens_.size()) return fail();
    const PpToken& token = tokens_[pos_++];
    if (token.kind == PpKind::Identifier) return 0;  // as in C: an unknown name counts as 0
    if (token.kind == PpKind::Character && token.text.size() == 3) return token.text[1];
    if (token.kind != PpKind::Number) return fail();
    return std::strtoll(token.text.c_str(), nullptr, 0);
  }

  const std::vector<PpToken>& tokens_;
  size_t pos_ = 0;
  bool failed_ = false;
};

// Replaces `defined X` and `defined(X)` before macros are expanded.
std::vector<PpToken> resolve_defined(const std::vector<PpToken>& tokens, MacroTable& macros) {
  std::vector<PpToken> result;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].text != "defined") {
      result.push_back(tokens[i]);
      continue;
    }
    const bool parenthesised = i + 3 < tokens.size() && tokens[i + 1].text == "(" && tokens[i + 3].text == ")";
    const size_t name = parenthesised ? i + 2 : i + 1;
    if (name >= tokens.size()) {
      result.push_back(tokens[i]);
      continue;
    }
    PpToken value = tokens[i];
    value.kind = PpKind::Number;
    value.text = macros.defined(tokens[name].text) ? "1" : "0";
    result.push_back(value);
    i = parenthesised ? name + 1 : name;
  }
  return result;
}

}  // namespace

std::optional<int64_t> evaluate_condition(const std::vector<PpToken>& tokens, SourceSpan place, MacroTable& macros,
                                          Diagnostics& diagnostics) {
  const std::vector<PpToken> expanded = macros.expand_all(resolve_defined(tokens, macros));
  const std::optional<int64_t> value = ConditionParser(expanded).parse();
  if (!value) {
    diagnostics.add(DiagnosticKind::PreprocessorError, place, "the condition is not a constant integer expression");
  }
  return value;
}

}  // namespace px::promela
