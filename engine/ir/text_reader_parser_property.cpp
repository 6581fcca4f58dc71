// Properties of the text form: formulas of linear temporal logic. They are expressions with a few more operators, read
// by the same functions; `implies` and `iff` bind loosest, then `or`, `and`, then
//   until unless release (no chains)    then `not always eventually next`, which take a whole comparison
// The words are operators in formulas only, so models may still use them as names.
#include <algorithm>

#include "engine/ir/text_reader_parser.h"

namespace px::ir::text {
namespace {

constexpr TemporalOperator kPrefixes[] = {
    {"always", Temporal::Always}, {"eventually", Temporal::Eventually}, {"next", Temporal::Next}};
constexpr TemporalOperator kBetween[] = {
    {"until", Temporal::Until}, {"unless", Temporal::WeakUntil}, {"release", Temporal::Release}};
constexpr TemporalOperator kEquivalence = {"iff", Temporal::Iff};

}  // namespace

bool is_temporal_word(std::string_view word) {
  const auto is_it = [&](const TemporalOperator& o) { return o.text == word; };
  return word == kEquivalence.text || std::ranges::any_of(kPrefixes, is_it) || std::ranges::any_of(kBetween, is_it);
}

// property name: formula
void Parser::property_declaration(Declaration& d) {
  d.name = any_name("the name of the property");
  expect(":", "after the name of the property");
  formula(d);
}

void Parser::formula(Declaration& d) {
  d.kind = Declaration::Kind::Property;
  const Token first = peek();
  in_formula_ = true;
  d.condition = expression();
  in_formula_ = false;
  d.span = since(first);
}

void Parser::parse_only_formula(SyntaxTree& tree, const std::string& name) {
  tree_ = std::move(tree);
  Declaration d;
  d.name = {name, peek().span};
  formula(d);
  if (peek().kind != TokenKind::End) fail("the formula has ended here; what follows belongs to none");
  if (!failed_) tree_.declarations.push_back(std::move(d));
  tree = std::move(tree_);
}

// The binary operator at the current token, if it has the given level.
const TemporalOperator* ExpressionParser::temporal_operator(int level) const {
  if (!in_formula_ || peek().kind != TokenKind::Word) return nullptr;
  if (level < kOrLevel) return is(kEquivalence.text) ? &kEquivalence : nullptr;
  const auto* const found = std::ranges::find_if(kBetween, [&](const TemporalOperator& o) { return is(o.text); });
  return found == std::end(kBetween) ? nullptr : found;
}

SyntaxExprId ExpressionParser::temporal(const TemporalOperator& op, SyntaxExprId left, const Token& first) {
  const bool loosest = op.op == Temporal::Iff;
  const SyntaxExprId right = binary(loosest ? kOrLevel : kNotLevel);
  const bool again =
      loosest ? is("implies") || temporal_operator(kOrLevel - 1) != nullptr : temporal_operator(kUntilLevel) != nullptr;
  if (again && !failed_) {
    fail("'" + std::string(op.text) + "' makes no chains", "put one of the two in parentheses: a until (b until c)");
  }
  SyntaxExpr e;
  e.kind = SyntaxExpr::Kind::Temporal;
  e.temporal = op.op;
  e.has_temporal = true;
  e.args = {left, right};
  return add(std::move(e), first);
}

// `always`, `eventually`, `next`; [] and <> mean the first two.
const TemporalOperator* ExpressionParser::temporal_prefix() const {
  if (!in_formula_) return nullptr;
  if (is("[") && is("]", 1)) return &kPrefixes[0];
  if (is("<") && is(">", 1)) return &kPrefixes[1];
  if (peek().kind != TokenKind::Word) return nullptr;
  const auto* const found = std::ranges::find_if(kPrefixes, [&](const TemporalOperator& o) { return is(o.text); });
  return found == std::end(kPrefixes) ? nullptr : found;
}

SyntaxExprId ExpressionParser::temporal_prefixed(const TemporalOperator& op) {
  const Token first = take();
  if (first.kind != TokenKind::Word) take();
  if (!enter()) return {};
  SyntaxExpr e;
  e.kind = SyntaxExpr::Kind::Temporal;
  e.temporal = op.op;
  e.has_temporal = true;
  e.args = {binary(kNotLevel)};
  --nesting_;
  return add(std::move(e), first);
}

}  // namespace px::ir::text
