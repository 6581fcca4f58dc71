#include "frontends/cli/breakpoint.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace px::cli {

std::string trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r");
  return first == std::string_view::npos ? ""
                                         : std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

namespace {

const std::string* value_of(const std::string& name, const std::vector<Cell>& cells) {
  const auto found = std::find_if(cells.begin(), cells.end(), [&](const Cell& cell) { return cell.first == name; });
  return found == cells.end() ? nullptr : &found->second;
}

std::optional<long long> number_of(const std::string& text) {
  long long number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

}  // namespace

// Recursive descent over the text. An operand is whatever stands between connectives and relations, including any
// brackets and blanks, because cells and values are compared as displayed.
class Breakpoint::Parser {
 public:
  Parser(std::string_view text, Breakpoint& out) : text_(text), out_(out) {}

  bool parse() {
    const bool good = parse_or() >= 0;
    skip_blanks();
    return good && at_ == text_.size();
  }

 private:
  static constexpr int kDeepest = 200;

  int parse_or() {
    return parse_chain(Kind::Or, {"||", "or "}, [this] { return parse_and(); });
  }
  int parse_and() {
    return parse_chain(Kind::And, {"&&", "and "}, [this] { return parse_not(); });
  }

  template <class Next>
  int parse_chain(Kind kind, std::initializer_list<std::string_view> words, const Next& next) {
    int left = next();
    while (left >= 0 && std::any_of(words.begin(), words.end(), [this](std::string_view word) { return take(word); })) {
      const int right = next();
      if (right < 0) return -1;
      left = add(Node{kind, left, right});
    }
    return left;
  }

  int parse_not() {
    if (++depth_ > kDeepest) return -1;
    int result = -1;
    if ((!text_.substr(at_).starts_with("!=") && take("!")) || take("not ")) {
      const int operand = parse_not();
      result = operand < 0 ? -1 : add(Node{Kind::Not, operand});
    } else if (take("(")) {
      result = parse_or();
      if (result >= 0 && !take(")")) result = -1;
    } else {
      result = parse_comparison();
    }
    --depth_;
    return result;
  }

  int parse_comparison() {
    const std::string cell = operand();
    if (cell.empty()) return -1;
    for (const std::string_view relation : {"==", "!=", "<=", ">=", "=", "<", ">", "at "}) {
      if (!take(relation)) continue;
      const bool location = relation == "at ";
      const std::string value = (location ? "at " : "") + operand();
      if (value.empty() || value == "at ") return -1;
      return add(Node{Kind::Compare, -1, -1, cell, relation == "==" || location ? "=" : std::string(relation), value});
    }
    return add(Node{Kind::Compare, -1, -1, cell, "", ""});
  }

  std::string operand() {
    const size_t from = at_;
    int open = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '[' || c == '(' || c == '{') ++open;
      if (open == 0 && (c == ')' || ends_operand(text_.substr(at_), at_ > from && text_[at_ - 1] == ' '))) break;
      if (c == ']' || c == ')' || c == '}') --open;
    }
    const std::string result = trimmed(text_.substr(from, at_ - from));
    const bool unfinished =
        result == "not" || result.ends_with(" and") || result.ends_with(" or") || result.ends_with(" at");
    return unfinished ? "" : result;
  }

  static bool ends_operand(std::string_view rest, bool after_blank) {
    for (const std::string_view sign : {"||", "&&", "=", "!=", "<", ">"}) {
      if (rest.starts_with(sign)) return true;
    }
    if (!after_blank) return false;
    return rest.starts_with("or ") || rest.starts_with("and ") || rest.starts_with("at ");
  }

  bool take(std::string_view word) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    skip_blanks();
    return true;
  }

  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  int add(Node node) {
    out_.nodes_.push_back(std::move(node));
    return static_cast<int>(out_.nodes_.size()) - 1;
  }

  std::string_view text_;
  Breakpoint& out_;
  size_t at_ = 0;
  int depth_ = 0;
};

Result<Breakpoint> Breakpoint::parse(std::string_view text) {
  Breakpoint result;
  result.text_ = trimmed(text);
  if (Parser(result.text_, result).parse()) return result;
  return Failure(DiagnosticKind::UsageError, "'" + result.text_ + "' is not a condition",
                 "compare what 'state' shows, e.g.: n = 3, or: client:1.tries >= 2 and not (q[0] = q[1])");
}

std::string Breakpoint::unknown_cell(const std::vector<Cell>& cells) const {
  const auto unknown = std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) {
    return node.kind == Kind::Compare && value_of(node.cell, cells) == nullptr;
  });
  return unknown == nodes_.end() ? "" : unknown->cell;
}

bool Breakpoint::holds(int at, const std::vector<Cell>& cells) const {
  const Node& node = nodes_[static_cast<size_t>(at)];
  switch (node.kind) {
    case Kind::Or: return holds(node.left, cells) || holds(node.right, cells);
    case Kind::And: return holds(node.left, cells) && holds(node.right, cells);
    case Kind::Not: return !holds(node.left, cells);
    case Kind::Compare: return compare(node, cells);
  }
  return false;
}

bool Breakpoint::compare(const Node& node, const std::vector<Cell>& cells) {
  const std::string* left = value_of(node.cell, cells);
  if (left == nullptr) return false;
  if (node.relation.empty()) return *left != "0" && *left != "false";
  const std::string* other = value_of(node.value, cells);
  const std::string& right = other != nullptr ? *other : node.value;
  if (node.relation == "=") return *left == right;
  if (node.relation == "!=") return *left != right;
  const std::optional<long long> a = number_of(*left);
  const std::optional<long long> b = number_of(right);
  if (!a || !b) return false;
  if (node.relation == "<") return *a < *b;
  if (node.relation == "<=") return *a <= *b;
  return node.relation == ">" ? *a > *b : *a >= *b;
}

}  // namespace px::cli
