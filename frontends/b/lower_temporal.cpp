// Temporal formulas. [op] and e(op) refer to marks of steps: hidden transient variables that an operation sets, which a
// search for cycles reads and all other searches reset to zero immediately. Marks for the effect of a step on values,
// such as changed({x}), are set at the end of every operation, where the earlier values of the variables have names. In
// ProB, paths end where no operation is enabled, for which engine/ltl/past.h has a proposition.
#include <algorithm>
#include <functional>
#include <iterator>

#include "engine/base/check.h"
#include "engine/ir/formula_automaton.h"
#include "engine/ltl/past.h"
#include "frontends/b/lowerer.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using ir::Block;
using Kind = TemporalNode::Kind;
using StepTest = ir::Automaton::StepTest;

namespace {

constexpr size_t kMaxMarks = 32;  // steps that the formulas of one machine refer to

bool is_about_step(const TemporalNode& node) {
  return node.kind == Kind::Taken || node.kind == Kind::Enabled || is_about_change(node.kind);
}

}  // namespace

// ---- Marks of steps

std::string Lowerer::text_of_change(const TemporalNode& node) const {
  const bool both = node.kind == Kind::BeforeAfter;
  const ExprId said = both ? node.predicate : m_.exprs[node.predicate].operands[1];
  const std::string inner = "({" + text_of(m_, said, instances_[node.instance].texts) + "})";
  switch (node.kind) {
    case Kind::Changed: return "changed" + inner;
    case Kind::Unchanged: return "unchanged" + inner;
    case Kind::Increasing: return "increasing" + inner;
    case Kind::Decreasing: return "decreasing" + inner;
    default: return "BA" + inner;
  }
}

std::string Lowerer::text_of_step(const TemporalNode& node) const {
  if (is_about_change(node.kind)) return text_of_change(node);
  return m_.operations[node.operation_id].name +
         (node.predicate.valid() ? "(" + text_of(m_, node.predicate, instances_[node.instance].texts) + ")" : "");
}

void Lowerer::declare_marks() {
  for (const TemporalFormula& formula : formulas_) {
    for (const TemporalNode& node : formula.nodes) {
      if (!is_about_step(node)) continue;
      const auto [known, is_new] = marks_.try_emplace(text_of_step(node));
      if (!is_new) continue;
      if (marks_.size() > kMaxMarks) {
        give_up(DiagnosticKind::LimitExceeded, node.span,
                "the formulas refer to more than " + std::to_string(kMaxMarks) + " different steps",
                "check some of them in a separate run");
      }
      Mark& mark = known->second;
      mark.operation = node.operation_id;
      mark.condition = node.predicate;
      mark.instance = node.instance;
      mark.name = "step_" + std::to_string(marks_.size());
      mark.variable = b_.variable(mark.name, b_.bool_type(), {}, node.span);
      b_.variable_info(mark.variable).hidden = true;
      b_.variable_info(mark.variable).transient = true;
    }
  }
}

// Placed where the parameters have their values.
Block Lowerer::set_marks(OperationId operation) {
  Block block;
  for (const auto& [text, mark] : marks_) {
    if (mark.operation != operation) continue;
    const ir::ExprId is_it = mark.condition.valid() ? predicate_of(mark.condition, mark.instance) : o_.truth(true);
    block.push_back(b_.assign(b_.place(mark.variable), is_it));
  }
  return block;
}

bool Lowerer::marks_changes() const {
  return std::ranges::any_of(marks_, [](const auto& entry) { return !entry.second.operation.valid(); });
}

void Lowerer::old_symbols(ExprId id, std::set<SymbolId>& found) const {
  const Expr& expr = m_.exprs[id];
  if (expr.kind == ExprKind::OldSymbol && storages_.contains(expr.symbol)) found.insert(expr.symbol);
  for (const ExprId operand : expr.operands) old_symbols(operand, found);
}

// The body of an operation, followed by the marks of its effect on values.
Block Lowerer::with_changes(const std::function<Block()>& body) {
  std::set<SymbolId> symbols;
  for (const auto& [text, mark] : marks_) {
    if (!mark.operation.valid()) old_symbols(mark.condition, symbols);
  }
  std::map<SymbolId, V> before;
  const auto marked = [&] {
    Block block = body();
    std::swap(old_, before);
    for (const auto& [text, mark] : marks_) {
      if (mark.operation.valid()) continue;
      block.push_back(b_.assign(b_.place(mark.variable), predicate_of(mark.condition, mark.instance)));
    }
    std::swap(old_, before);
    return block;
  };
  const std::function<Block(std::set<SymbolId>::const_iterator)> name_from = [&](auto next) -> Block {
    if (next == symbols.end()) return marked();
    const Symbol& symbol = m_.symbols[*next];
    const Storage& here = storage(*next, symbol.span);
    return fixed(shapes_.read(here.shape, here.place), symbol.name + "$0", symbol.span, [&](const V& value) {
      before[*next] = value;
      return name_from(std::next(next));
    });
  };
  return name_from(symbols.begin());
}

// ---- Formulas

class Lowerer::TemporalMaker {
 public:
  TemporalMaker(Lowerer& lowerer, const TemporalFormula& formula)
      : lowerer_(lowerer), formula_(formula), paths_(formulas_, kEnded, [this] { return new_proposition(nullptr); }) {
    new_proposition(nullptr);  // kEnded
  }

  void run() {
    const ir::ReadFormula root = make(formula_.root);
    const ir::NamedFormula named{formula_.name, "ltl " + formula_.name, place(), root, paths_.constraints(), true};
    const Result<void> added = ir::add_formula(lowerer_.b_, formulas_, named, reading_,
                                               [&](uint32_t proposition) { return meaning(proposition); });
    if (!added) throw LoweringError{added.failure()};
  }

 private:
  static constexpr uint32_t kEnded = 0;

  SourceSpan place() const { return formula_.nodes[formula_.root].span; }

  uint32_t new_proposition(const TemporalNode* node) {
    propositions_.push_back(node);
    return static_cast<uint32_t>(propositions_.size() - 1);
  }

  ir::ReadFormula proposition(const TemporalNode& node, const std::string& text) {
    const auto known = numbers_.find(text);
    const uint32_t number = known != numbers_.end() ? known->second : new_proposition(&node);
    numbers_.emplace(text, number);
    return literal(number, text, node.span);
  }

  ir::ReadFormula literal(uint32_t proposition, const std::string& text, SourceSpan span) {
    return {formulas_.literal(proposition, false), reading_.atom(proposition, text, span)};
  }

  ir::ReadFormula truth(bool value) { return {formulas_.truth(value), reading_.truth(value)}; }

  ir::Proposition meaning(uint32_t proposition) {
    const TemporalNode* node = propositions_[proposition];
    if (proposition == kEnded) return StepTest{StepTest::Kind::Stops, false, ""};
    if (node == nullptr) return ir::Memory{};
    if (node->kind == Kind::Predicate) return lowerer_.predicate_of(node->predicate, node->instance);
    if (node->kind == Kind::Sink) return StepTest{StepTest::Kind::Stays, false, ""};
    const StepTest::Kind kind = node->kind == Kind::Enabled ? StepTest::Kind::Possible : StepTest::Kind::Taken;
    return StepTest{kind, false, lowerer_.marks_.at(lowerer_.text_of_step(*node)).name};
  }

  std::string text(const TemporalNode& node) const {
    return text_of(lowerer_.m_, node.predicate, lowerer_.instances_[node.instance].texts);
  }

  ir::ReadFormula make(uint32_t number) {
    const TemporalNode& node = formula_.nodes[number];
    switch (node.kind) {
      case Kind::True: return truth(true);
      case Kind::False: return truth(false);
      case Kind::Predicate: return proposition(node, "{" + text(node) + "}");
      case Kind::Taken: return proposition(node, "[" + lowerer_.text_of_step(node) + "]");
      case Kind::Enabled: return proposition(node, "e(" + lowerer_.text_of_step(node) + ")");
      case Kind::Changed:
      case Kind::Unchanged:
      case Kind::Increasing:
      case Kind::Decreasing:
      case Kind::BeforeAfter: return proposition(node, lowerer_.text_of_step(node));
      case Kind::Deadlock: return literal(kEnded, "deadlock", node.span);
      case Kind::Sink: return proposition(node, "sink");
      case Kind::Joined:
      case Kind::Forall:  // opened before
      case Kind::Exists: break;
    }
    const ir::ReadFormula left = make(node.operands[0]);
    const bool unary = ltl::is_unary(node.connective);
    const ir::ReadFormula right = unary ? left : make(node.operands[1]);
    std::vector<uint32_t> operands = {left.part};
    if (!unary) operands.push_back(right.part);
    return {paths_.apply(node.connective, left.formula, right.formula),
            reading_.joined(node.connective, std::move(operands), node.span)};
  }

  Lowerer& lowerer_;
  const TemporalFormula& formula_;
  ltl::Formulas formulas_;
  ir::FormulaReading reading_{ir::FormulaStyle::Letters};
  ltl::PathFormulas paths_;
  std::vector<const TemporalNode*> propositions_;  // null: the end of paths, and memories
  std::map<std::string, uint32_t> numbers_;
};

void Lowerer::temporal_formulas() {
  for (const TemporalFormula& formula : formulas_) {
    if (!formula.nodes.empty()) TemporalMaker(*this, formula).run();
  }
}

}  // namespace px::b
