// Precedence, from loosest to tightest: => and <=> (right-associative), or, &, the binary operators U W R S T (no
// chains), then not and the prefix operators G F X H O Y. Words made of several of these letters, such as GF, are
// split.
//
// Fairness is part of the language: WF(op) is F G e(op) => G F [op], SF(op) is G F e(op) => G F [op]; WEF and SEF apply
// it to all operations.
//
// !x.({P} => f) and #x.({P} & f) say f of all, or of some, values that satisfy P. They bind what follows up to the
// closing bracket. (`!` before anything else is `not`.)
#include "frontends/b/temporal_parser.h"

#include <algorithm>
#include <cctype>
#include <functional>

#include "frontends/b/parser.h"

namespace px::b {
namespace {

using ltl::Connective;
using Kind = TemporalNode::Kind;

struct Abort {};

struct Operator {
  std::string_view text;
  Connective connective;
};
constexpr Operator kPrefixes[] = {{"G", Connective::Always}, {"F", Connective::Eventually},
                                  {"X", Connective::Next},   {"H", Connective::Historically},
                                  {"O", Connective::Once},   {"Y", Connective::Previous}};
constexpr Operator kBetween[] = {{"U", Connective::Until},
                                 {"W", Connective::WeakUntil},
                                 {"R", Connective::Release},
                                 {"S", Connective::Since},
                                 {"T", Connective::Trigger}};
struct ChangeWord {
  std::string_view text;
  Kind kind;
};
constexpr ChangeWord kChanges[] = {{"changed", Kind::Changed},
                                   {"unchanged", Kind::Unchanged},
                                   {"increasing", Kind::Increasing},
                                   {"decreasing", Kind::Decreasing},
                                   {"BA", Kind::BeforeAfter}};
constexpr std::string_view kNotChecked[] = {"current", "before", "after"};
constexpr std::string_view kBranching[] = {"AG", "AF", "AX", "EG", "EF", "EX", "A", "E", "ER", "EU"};
constexpr int kMaxDepth = 200;
constexpr size_t kMaxNodes = 20000;

bool is_word_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.';
}

class TemporalParser {
 public:
  TemporalParser(const TemporalText& text, ParsedMachine& machine, Diagnostics& diagnostics)
      : source_(text), text_(text.text), machine_(machine), diagnostics_(diagnostics) {}

  void run() {
    TemporalFormula formula{source_.name, source_.definition, source_.text, {}, 0};
    try {
      formula.root = implication();
      skip_blank();
      if (at_ < text_.size()) fail("the formula ends before this; " + found() + " is not part of it");
      formula.nodes = std::move(nodes_);
    } catch (const Abort&) {
    }
    machine_.temporal.push_back(std::move(formula));
  }

 private:
  // ---- Text

  void skip_blank() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool looking_at(std::string_view what) {
    skip_blank();
    return text_.substr(at_).starts_with(what);
  }
  bool accept(std::string_view symbol) {
    if (!looking_at(symbol)) return false;
    at_ += symbol.size();
    return true;
  }
  std::string_view word() {
    skip_blank();
    size_t end = at_;
    while (end < text_.size() && is_word_part(text_[end])) ++end;
    return text_.substr(at_, end - at_);
  }
  bool accept_word(std::string_view what) {
    if (word() != what) return false;
    at_ += what.size();
    return true;
  }
  std::string found() {
    skip_blank();
    if (at_ >= text_.size()) return "the end of the formula";
    const std::string_view here = word();
    return "'" + std::string(here.empty() ? text_.substr(at_, 1) : here) + "'";
  }

  // The location in the file of a part of the text.
  SourceSpan span(size_t begin, size_t end) const {
    const std::string_view before = text_.substr(0, begin);
    SourceSpan span = source_.start;
    const size_t last = before.rfind('\n');
    span.line += static_cast<uint32_t>(std::count(before.begin(), before.end(), '\n'));
    span.column = static_cast<uint32_t>(last == std::string_view::npos ? source_.start.column + begin : begin - last);
    span.length = static_cast<uint32_t>(std::max<size_t>(end - begin, 1));
    return span;
  }

  [[noreturn]] void fail(std::string message, std::string hint = {}) {
    const std::string_view here = word();
    diagnostics_.add(DiagnosticKind::SyntaxError, span(at_, at_ + here.size()), std::move(message), std::move(hint));
    throw Abort{};
  }
  void expect(std::string_view symbol, const std::string& where) {
    if (!accept(symbol)) fail("'" + std::string(symbol) + "' is expected " + where + ", not " + found());
  }

  // ---- Nodes

  uint32_t add(Kind kind, size_t begin) {
    TemporalNode node;
    node.kind = kind;
    node.span = span(begin, at_);
    return add(std::move(node));
  }
  uint32_t add(Connective connective, size_t begin, uint32_t left, uint32_t right = 0) {
    TemporalNode node;
    node.kind = Kind::Joined;
    node.connective = connective;
    node.operands[0] = left;
    node.operands[1] = right;
    node.span = span(begin, at_);
    return add(std::move(node));
  }
  uint32_t add(TemporalNode node) {
    if (nodes_.size() >= kMaxNodes) {
      diagnostics_.add(DiagnosticKind::LimitExceeded, node.span, "the formula is too large", "split it into several");
      throw Abort{};
    }
    nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(nodes_.size() - 1);
  }
  void deeper() {
    if (++depth_ <= kMaxDepth) return;
    diagnostics_.add(DiagnosticKind::LimitExceeded, span(at_, at_ + 1),
                     "the formula is nested deeper than " + std::to_string(kMaxDepth) + " levels");
    throw Abort{};
  }

  // ---- Operators

  uint32_t implication() {
    skip_blank();
    const size_t begin = at_;
    deeper();
    const uint32_t left = disjunction();
    uint32_t result = left;
    if (accept("<=>")) {
      result = add(Connective::Iff, begin, left, implication());
    } else if (accept("=>")) {
      result = add(Connective::Implies, begin, left, implication());
    }
    --depth_;
    return result;
  }

  uint32_t disjunction() {
    skip_blank();
    const size_t begin = at_;
    uint32_t left = conjunction();
    while (accept_word("or")) left = add(Connective::Or, begin, left, conjunction());
    return left;
  }

  uint32_t conjunction() {
    skip_blank();
    const size_t begin = at_;
    uint32_t left = between();
    while (accept("&") || accept_word("and")) {
      accept("&");
      left = add(Connective::And, begin, left, between());
    }
    return left;
  }

  const Operator* operator_between() {
    const auto* const found = std::ranges::find_if(kBetween, [&](const Operator& o) { return word() == o.text; });
    return found == std::end(kBetween) ? nullptr : found;
  }

  uint32_t between() {
    skip_blank();
    const size_t begin = at_;
    const uint32_t left = unary();
    const Operator* op = operator_between();
    if (op == nullptr) return left;
    accept_word(op->text);
    const uint32_t result = add(op->connective, begin, left, unary());
    if (operator_between() != nullptr) {
      fail("'" + std::string(op->text) + "' and " + found() + " cannot be chained",
           "put one of the two in parentheses: f U (g U h)");
    }
    return result;
  }

  // GF, as G F.
  static bool is_prefix(std::string_view word) {
    return !word.empty() && std::ranges::all_of(word, [](char c) {
      return std::ranges::any_of(kPrefixes, [&](const Operator& o) { return o.text[0] == c; });
    });
  }

  uint32_t unary() {
    deeper();
    skip_blank();
    const size_t begin = at_;
    uint32_t result = 0;
    if (at_quantifier()) {
      result = quantified();
    } else if (accept_word("not") || accept("!")) {
      const uint32_t operand = unary();
      result = add(Connective::Not, begin, operand);
    } else if (const std::string_view letters = word(); is_prefix(letters)) {
      at_ += letters.size();
      result = unary();
      for (size_t i = letters.size(); i-- > 0;) {
        const auto* const op =
            std::ranges::find_if(kPrefixes, [&](const Operator& o) { return o.text[0] == letters[i]; });
        result = add(op->connective, begin + i, result);
      }
    } else {
      result = primary();
    }
    --depth_;
    return result;
  }

  // ---- Quantifiers

  size_t after_blanks(size_t at) const {
    while (at < text_.size() && std::isspace(static_cast<unsigned char>(text_[at])) != 0) ++at;
    return at;
  }
  size_t after_name(size_t at) const {
    while (at < text_.size() && text_[at] != '.' && is_word_part(text_[at])) ++at;
    return at;
  }

  // '!' or '#', names, and a dot: `!x.`, `#x, y.`, `!(x, y).`
  bool at_quantifier() {
    if (!looking_at("!") && !looking_at("#")) return false;
    if (text_[at_] == '#') return true;  // it begins nothing else
    size_t at = after_blanks(at_ + 1);
    const bool listed = at < text_.size() && text_[at] == '(';
    if (listed) ++at;
    for (;; ++at) {
      at = after_blanks(at);
      const size_t begin = at;
      at = after_name(at);
      if (at == begin) return false;
      at = after_blanks(at);
      if (at >= text_.size() || text_[at] != ',') break;
    }
    if (listed && at < text_.size() && text_[at] == ')') at = after_blanks(at + 1);
    return at < text_.size() && text_[at] == '.';
  }

  std::vector<Name> bound_names() {
    std::vector<Name> names;
    const bool listed = accept("(");
    do {
      skip_blank();
      const size_t begin = at_;
      at_ = after_name(at_);
      if (at_ == begin) fail("a name to bind is expected, not " + found());
      Name name{std::string(text_.substr(begin, at_ - begin)), span(begin, at_)};
      if (std::ranges::any_of(names, [&](const Name& other) { return other.text == name.text; })) {
        diagnostics_.add(DiagnosticKind::DuplicateName, name.span, "'" + name.text + "' is bound twice here");
        throw Abort{};
      }
      names.push_back(std::move(name));
    } while (accept(","));
    if (listed) expect(")", "after the bound names");
    return names;
  }

  uint32_t quantified() {
    const size_t begin = at_;
    TemporalNode node;
    node.kind = text_[at_++] == '!' ? Kind::Forall : Kind::Exists;
    node.first = static_cast<uint32_t>(nodes_.size());
    node.names = bound_names();
    const bool all = node.kind == Kind::Forall;
    const std::string form = all ? "!x.({x : S} => formula)" : "#x.({x : S} & formula)";
    if (!accept(".")) fail("'.' is expected after the bound names, not " + found(), form);
    if (!accept("(")) fail("'(' is expected after the dot, not " + found(), form);
    if (!looking_at("{")) fail("a predicate in braces is expected, not " + found(), form + " says what x can be");
    const size_t open = at_;
    const size_t close = closing(open, '{', '}');
    node.predicate = formula_of_b(open + 1, close);
    at_ = close + 1;
    const std::string_view joins = all ? "=>" : "&";
    if (!accept(joins)) fail("'" + std::string(joins) + "' is expected after the predicate, not " + found(), form);
    node.operands[0] = implication();
    expect(")", all ? "after what is said of all values" : "after what is said of some value");
    node.span = span(begin, at_);
    return add(std::move(node));
  }

  uint32_t primary() {
    skip_blank();
    const size_t begin = at_;
    if (accept("(")) {
      const uint32_t inner = implication();
      expect(")", "after the formula in parentheses");
      return inner;
    }
    if (looking_at("{")) return predicate();
    if (accept("[")) return taken(begin);
    if (accept_word("true")) return add(Kind::True, begin);
    if (accept_word("false")) return add(Kind::False, begin);
    if (accept_word("sink")) return add(Kind::Sink, begin);
    if (accept_word("deadlock")) return looking_at("(") ? none_of(operations(), begin) : add(Kind::Deadlock, begin);
    // In ProB `available` also follows internal steps of processes, which machines do not have.
    for (const std::string_view word : {"e", "enabled", "available"}) {
      if (accept_word(word)) return enabled(begin, word);
    }
    if (accept_word("det")) return at_most_one(operations(), begin);
    if (accept_word("deterministic")) return at_most_one(operations(), begin);
    if (accept_word("controller")) {
      const std::vector<TemporalNode> all = operations();
      const uint32_t one = add(Connective::Not, begin, none_of(all, begin));
      return add(Connective::And, begin, one, at_most_one(all, begin));
    }
    for (const std::string_view word : {"WF", "SF"}) {
      if (accept_word(word)) return fair_to_one(word == "SF", begin);
    }
    for (const std::string_view word : {"WEF", "SEF"}) {
      if (accept_word(word)) return fair_to_all(word == "SEF", begin);
    }
    for (const ChangeWord& known : kChanges) {
      if (accept_word(known.text)) return change(known, begin);
    }
    not_checked();
    if (std::ranges::find(kBranching, word()) != std::end(kBranching)) {
      fail(
          "'" + std::string(word()) + "' is of CTL, and this is a formula of LTL",
          "in LTL a formula is about all runs: G, F and X stand for AG, AF and AX; what some run does is the negation");
    }
    fail("a formula is expected, not " + found(),
         "{predicate}, [operation], e(operation), deadlock, sink, changed({expression}), operators G F X U W R, "
         "H O Y S T, not & or =>, and !x.({predicate} => formula)");
  }

  void not_checked() {
    const std::string_view here = word();
    if (std::ranges::find(kNotChecked, here) == std::end(kNotChecked)) return;
    diagnostics_.add(
        DiagnosticKind::NotChecked, span(at_, at_ + here.size()),
        "the temporal formula '" + source_.name + "' is not checked: '" + std::string(here) + "' is not supported",
        here == "current" ? "it refers to the animator's current state; identify the state by {predicate}"
                          : "write out what it stands for, with U, W, R or S");
    throw Abort{};
  }

  // ---- Atoms

  // The position of the bracket that closes the one at `open`; skips strings and nested brackets of the same kind.
  size_t closing(size_t open, char opens, char closes) {
    int depth = 0;
    for (size_t i = open; i < text_.size(); ++i) {
      if (text_[i] == '"') {
        i = std::min(text_.find('"', i + 1), text_.size() - 1);
      } else if (text_[i] == opens) {
        ++depth;
      } else if (text_[i] == closes && --depth == 0) {
        return i;
      }
    }
    at_ = open;
    fail(std::string("the '") + opens + "' here is not closed");
  }

  // Parses a part of the text as a B formula.
  ExprId formula_of_b(size_t begin, size_t end) {
    const SourceSpan place = span(begin, end);
    // Pad the text to its offset in the file, so that message locations are right.
    std::string padded(place.line - 1, '\n');
    padded.append(place.column - 1, ' ');
    padded += text_.substr(begin, end - begin);
    const ExprId id = parse_formula_text(padded, place.file, machine_, diagnostics_);
    if (!id.valid()) throw Abort{};
    return id;
  }

  uint32_t predicate() {
    const size_t begin = at_;
    const size_t end = closing(begin, '{', '}');
    TemporalNode node;
    node.kind = Kind::Predicate;
    node.predicate = formula_of_b(begin + 1, end);
    node.span = span(begin, end + 1);
    at_ = end + 1;
    return add(std::move(node));
  }

  // changed({x}); the braces are optional.
  uint32_t change(const ChangeWord& word, size_t begin) {
    skip_blank();
    if (!looking_at("(")) fail("'(' is expected after '" + std::string(word.text) + "', not " + found());
    size_t open = at_;
    const size_t close = closing(open, '(', ')');
    size_t end = close;
    const size_t inner = text_.find_first_not_of(" \t\n", open + 1);
    if (text_[inner] == '{') {
      const size_t last = closing(inner, '{', '}');
      if (text_.find_first_not_of(" \t\n", last + 1) == close) {
        open = inner;
        end = last;
      }
    }
    TemporalNode node;
    node.kind = word.kind;
    node.predicate = formula_of_b(open + 1, end);
    at_ = close + 1;
    node.span = span(begin, at_);
    return add(std::move(node));
  }

  // op, or op(a, _, b).
  TemporalNode operation() {
    skip_blank();
    const size_t begin = at_;
    const std::string name(word());
    if (name.empty()) fail("the name of an operation is expected, not " + found());
    at_ += name.size();
    TemporalNode node;
    node.operation = {name, span(begin, at_)};
    if (looking_at("(")) arguments(node);
    node.span = span(begin, at_);
    return node;
  }

  void arguments(TemporalNode& node) {
    const size_t end = closing(at_, '(', ')');
    int depth = 0;
    size_t begin = at_ + 1;
    for (size_t i = begin; i <= end; ++i) {
      if (text_[i] == '(' || text_[i] == '{' || text_[i] == '[') ++depth;
      const bool last = i == end;
      if (last || (depth == 0 && text_[i] == ',')) {
        const std::string_view part = text_.substr(begin, i - begin);
        const size_t first = part.find_first_not_of(" \t\n");
        const bool any =
            first != std::string_view::npos && part.substr(first, part.find_last_not_of(" \t\n") - first + 1) == "_";
        node.arguments.push_back(any ? ExprId() : formula_of_b(begin, i));
        begin = i + 1;
      }
      if (text_[i] == ')' || text_[i] == '}' || text_[i] == ']') --depth;
    }
    at_ = end + 1;
  }

  uint32_t taken(size_t begin) {
    TemporalNode node = operation();
    expect("]", "after the operation");
    node.kind = Kind::Taken;
    node.span = span(begin, at_);
    return add(std::move(node));
  }

  uint32_t enabled(size_t begin, std::string_view word) {
    expect("(", "after '" + std::string(word) + "'");
    TemporalNode node = operation();
    expect(")", "after the operation");
    node.kind = Kind::Enabled;
    node.span = span(begin, at_);
    return add(std::move(node));
  }

  std::vector<TemporalNode> operations() {
    expect("(", "before the operations");
    std::vector<TemporalNode> all;
    do {
      all.push_back(operation());
      all.back().kind = Kind::Enabled;
    } while (accept(","));
    expect(")", "or ',' after an operation");
    return all;
  }

  uint32_t none_of(const std::vector<TemporalNode>& all, size_t begin) {
    uint32_t some = add(all.front());
    for (size_t i = 1; i < all.size(); ++i) some = add(Connective::Or, begin, some, add(all[i]));
    return add(Connective::Not, begin, some);
  }

  uint32_t at_most_one(const std::vector<TemporalNode>& all, size_t begin) {
    uint32_t result = add(Kind::True, begin);
    for (size_t i = 0; i < all.size(); ++i) {
      for (size_t j = 0; j < i; ++j) {
        const uint32_t both = add(Connective::And, begin, add(all[i]), add(all[j]));
        result = add(Connective::And, begin, result, add(Connective::Not, begin, both));
      }
    }
    return result;
  }

  uint32_t fair(bool strong, const TemporalNode& operation, size_t begin) {
    TemporalNode can = operation;
    can.kind = Kind::Enabled;
    TemporalNode does = operation;
    does.kind = Kind::Taken;
    const uint32_t inner = add(strong ? Connective::Eventually : Connective::Always, begin, add(std::move(can)));
    const uint32_t waits = add(strong ? Connective::Always : Connective::Eventually, begin, inner);
    const uint32_t moves = add(Connective::Always, begin, add(Connective::Eventually, begin, add(std::move(does))));
    return add(Connective::Implies, begin, waits, moves);
  }

  uint32_t fair_to_one(bool strong, size_t begin) {
    expect("(", "before the operation that is treated fairly");
    const TemporalNode node = operation();
    expect(")", "after the operation");
    return fair(strong, node, begin);
  }

  uint32_t fair_to_all(bool strong, size_t begin) {
    uint32_t result = add(Kind::True, begin);
    for (const ParsedOperation& parsed : machine_.operations) {
      TemporalNode node;
      node.operation = {parsed.name.text, span(begin, at_)};
      node.span = span(begin, at_);
      result = add(Connective::And, begin, result, fair(strong, node, begin));
    }
    return result;
  }

  const TemporalText& source_;
  std::string_view text_;
  ParsedMachine& machine_;
  Diagnostics& diagnostics_;
  std::vector<TemporalNode> nodes_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

void parse_temporal(const TemporalText& text, ParsedMachine& machine, Diagnostics& diagnostics) {
  TemporalParser(text, machine, diagnostics).run();
}

bool is_ltl_definition(std::string_view name) {
  return name.starts_with("ASSERT_LTL");
}

}  // namespace px::b
