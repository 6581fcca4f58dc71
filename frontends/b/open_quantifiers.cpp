// Quantifiers of temporal formulas, !x.({P} => f) and #x.({P} & f), become conjunctions and disjunctions: one copy of f
// for each value of x. That is what they mean, since values do not change along a run; and it keeps the automata of
// formulas finite. Where P is known to be false for a value there is no copy; where it depends on the state, it is a
// part of the formula like any other.
//
// Values: the elements of a given set, of BOOL, or the numbers between the bounds that P has for x.
#include <algorithm>
#include <limits>

#include "frontends/b/lowerer.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using ltl::Connective;
using Kind = TemporalNode::Kind;

namespace {

constexpr int64_t kMaxValues = 1000;  // of one quantifier
constexpr size_t kMaxNodes = 20000;   // of a formula

}  // namespace

class Lowerer::QuantifierOpener {
 public:
  QuantifierOpener(Lowerer& lowerer, const TemporalFormula& formula) : lowerer_(lowerer), formula_(formula) {}

  TemporalFormula run() {
    TemporalFormula opened{formula_.name, formula_.span, formula_.text, {}, 0};
    if (formula_.nodes.empty()) return opened;
    opened.root = copy(formula_.root, 0);
    opened.nodes = std::move(nodes_);
    return opened;
  }

 private:
  struct Range {
    int64_t first = 0;
    int64_t last = -1;
  };

  uint32_t add(TemporalNode node) {
    if (nodes_.size() >= kMaxNodes) {
      give_up(DiagnosticKind::LimitExceeded, formula_.nodes[formula_.root].span,
              "the formula is too large, with a copy of what a quantifier says for each value",
              "split it into several, or let its names stand for fewer values");
    }
    nodes_.push_back(std::move(node));
    return static_cast<uint32_t>(nodes_.size() - 1);
  }

  uint32_t joined(Connective connective, uint32_t left, uint32_t right, SourceSpan span) {
    TemporalNode node;
    node.kind = Kind::Joined;
    node.connective = connective;
    node.operands[0] = left;
    node.operands[1] = right;
    node.span = span;
    return add(std::move(node));
  }

  uint32_t copy(uint32_t number, uint32_t instance) {
    TemporalNode node = formula_.nodes[number];
    if (is_quantifier(node.kind)) return opened(node, instance);
    node.instance = instance;
    if (node.kind == Kind::Joined) {
      node.operands[0] = copy(node.operands[0], instance);
      if (!ltl::is_unary(node.connective)) node.operands[1] = copy(node.operands[1], instance);
    }
    return add(std::move(node));
  }

  uint32_t opened(const TemporalNode& quantifier, uint32_t outer) {
    const bool all = quantifier.kind == Kind::Forall;
    std::vector<uint32_t> parts;
    for (const uint32_t instance : instances(quantifier, outer)) {
      const std::optional<bool> known = truth_of(quantifier, instance);
      if (known == false) continue;
      const uint32_t body = copy(quantifier.operands[0], instance);
      parts.push_back(known == true ? body : guarded(quantifier, instance, body));
    }
    if (parts.empty()) {
      TemporalNode none;
      none.kind = all ? Kind::True : Kind::False;
      none.span = quantifier.span;
      return add(std::move(none));
    }
    uint32_t result = parts.front();
    for (size_t i = 1; i < parts.size(); ++i) {
      result = joined(all ? Connective::And : Connective::Or, result, parts[i], quantifier.span);
    }
    return result;
  }

  uint32_t guarded(const TemporalNode& quantifier, uint32_t instance, uint32_t body) {
    TemporalNode guard;
    guard.kind = Kind::Predicate;
    guard.predicate = quantifier.predicate;
    guard.instance = instance;
    guard.span = quantifier.span;
    const uint32_t left = add(std::move(guard));
    return joined(quantifier.kind == Kind::Forall ? Connective::Implies : Connective::And, left, body, quantifier.span);
  }

  // What P is for these values, if that is known without a state.
  std::optional<bool> truth_of(const TemporalNode& quantifier, uint32_t instance) {
    const ir::ExprId condition = lowerer_.predicate_of(quantifier.predicate, instance);
    const std::optional<int64_t> value = lowerer_.o_.constant_of(condition);
    return value ? std::optional(*value != 0) : std::nullopt;
  }

  // An instance for each tuple of values.
  std::vector<uint32_t> instances(const TemporalNode& quantifier, uint32_t outer) {
    std::vector<uint32_t> all = {outer};
    const std::vector<Range> ranges = ranges_of(quantifier, outer);
    for (size_t i = 0; i < quantifier.bound.size(); ++i) {
      const auto size = static_cast<int64_t>(all.size());
      if (ranges[i].last >= ranges[i].first &&
          ranges[i].last - ranges[i].first >= kMaxValues / std::max<int64_t>(size, 1)) {
        give_up(DiagnosticKind::LimitExceeded, quantifier.span,
                "there are more than " + std::to_string(kMaxValues) + " values for '" + names_of(quantifier) + "'",
                "say within the braces which of them matter");
      }
      std::vector<uint32_t> longer;
      for (const uint32_t instance : all) {
        for (int64_t value = ranges[i].first; value <= ranges[i].last; ++value) {
          longer.push_back(with_value(instance, quantifier.bound[i], value));
        }
      }
      all = std::move(longer);
    }
    return all;
  }

  static std::string names_of(const TemporalNode& quantifier) {
    std::string names;
    for (const Name& name : quantifier.names) names += (names.empty() ? "" : ", ") + name.text;
    return names;
  }

  uint32_t with_value(uint32_t outer, SymbolId symbol, int64_t value) {
    const TypeId type = lowerer_.m_.symbols[symbol].type;
    Lowerer& l = lowerer_;
    Instance instance = l.instances_[outer];
    const Type& kind = l.o_.type(type);
    instance.values[symbol] =
        kind.kind == TypeKind::Given
            ? l.scalar_of(type, [&l, set = kind.set,
                                 value] { return l.b_.constant(l.b_.element_type(l.o_.sort_of(set)), value); })
            : l.scalar_of(type, [&l, value] { return l.b_.integer(value); });
    instance.texts[symbol] = l.o_.atom_text(type, value);
    l.instances_.push_back(std::move(instance));
    return static_cast<uint32_t>(l.instances_.size() - 1);
  }

  std::vector<Range> ranges_of(const TemporalNode& quantifier, uint32_t outer) {
    std::vector<Range> ranges;
    for (size_t i = 0; i < quantifier.bound.size(); ++i) {
      const TypeId id = lowerer_.m_.symbols[quantifier.bound[i]].type;
      const Type& type = lowerer_.o_.type(id);
      switch (type.kind) {
        case TypeKind::Boolean: ranges.push_back({0, 1}); break;
        case TypeKind::Given: ranges.push_back({0, int64_t{lowerer_.world_.sizes[type.set.value]} - 1}); break;
        case TypeKind::Integer: ranges.push_back(numbers(quantifier, i, outer)); break;
        default:
          unsupported(quantifier.names[i].span,
                      "'" + quantifier.names[i].text + "' is " + text_of(lowerer_.m_.types, id) +
                          ", and a temporal formula is said of elements of given sets, of BOOL, or of numbers",
                      "bind the parts instead, one by one");
      }
    }
    return ranges;
  }

  // The bounds that P has for a number.
  Range numbers(const TemporalNode& quantifier, size_t number, uint32_t outer) {
    const Walks walks = lowerer_.in_instance(
        outer, [&] { return lowerer_.solve(quantifier.bound, quantifier.predicate, quantifier.span); });
    Range range{std::numeric_limits<int64_t>::max(), std::numeric_limits<int64_t>::min()};
    for (const Walk& walk : walks) {
      Names values;
      lowerer_.bind_tuple(quantifier.bound, walk.element, values);
      const Info& info = values.at(quantifier.bound[number])->info;
      if (!info.bounded()) {
        unsupported(quantifier.names[number].span,
                    "nothing says which numbers '" + quantifier.names[number].text + "' can be",
                    "bound it within the braces: {x : 1..3}");
      }
      range = {std::min(range.first, info.lo), std::max(range.last, info.hi)};
    }
    return walks.empty() ? Range{} : range;
  }

  Lowerer& lowerer_;
  const TemporalFormula& formula_;
  std::vector<TemporalNode> nodes_;
};

void Lowerer::open_quantifiers() {
  instances_ = {Instance{}};
  for (const TemporalFormula& formula : m_.temporal) formulas_.push_back(QuantifierOpener(*this, formula).run());
}

ir::ExprId Lowerer::predicate_of(ExprId id, uint32_t instance) {
  return in_instance(instance, [&] { return predicate(id); });
}

}  // namespace px::b
