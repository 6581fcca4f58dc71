// Solve on random conditions, compared with a search that evaluates everything at every node and, if nothing fails,
// with trying all values. Both use their own evaluator.
#include <gtest/gtest.h>
#include <memory>
#include <random>

#include "tests/unit/engine/interp/run_program.h"

namespace px::interp {
namespace {

using ir::Builder;
using ir::Domain;
using ir::ExprId;
using ir::Op;

// A condition or number over the cells f[0] .. f[n - 1], whose values are 0 .. n - 1, and the names of quantifiers.
struct Node {
  Op op = Op::Const;
  int64_t value = 0;           // Const
  uint32_t name = 0;           // Binding, quantifiers: the number of enclosing quantifiers
  std::vector<Node> operands;  // Read: the index
  ExprId id;                   // its expression in the program
};

struct Random {
  std::mt19937 engine;
  int64_t cells;
  bool fails;  // whether some part may fail

  int64_t below(int64_t n) { return static_cast<int64_t>(engine() % static_cast<uint64_t>(n)); }
  Op one_of(std::initializer_list<Op> ops) { return ops.begin()[below(static_cast<int64_t>(ops.size()))]; }

  Node index(uint32_t names, int depth) {
    if (names > 0 && below(3) != 0) return {Op::Binding, 0, static_cast<uint32_t>(below(names)), {}, {}};
    if (depth > 0 && below(6) == 0) return {Op::Read, 0, 0, {index(names, 0)}, {}};
    return {Op::Const, below(cells), 0, {}, {}};
  }
  Node number(uint32_t names, int depth) {
    const int64_t kind = below(depth > 0 ? 10 : 5);
    if (kind == 0) return {Op::Const, below(7) - 1, 0, {}, {}};
    if (kind < 5) return {Op::Read, 0, 0, {index(names, depth)}, {}};
    if (kind < 7) {
      Node sum{Op::Sum, 0, names, {}, {}};
      sum.operands.push_back(below(2) == 0 ? condition(names + 1, 0) : Node{Op::Const, 1, 0, {}, {}});
      sum.operands.push_back(number(names + 1, depth - 1));
      return sum;
    }
    const Op op = fails && below(2) == 0 ? one_of({Op::Div, Op::Mod}) : one_of({Op::Add, Op::Sub, Op::Mul});
    return {op, 0, 0, {number(names, depth - 1), number(names, depth - 1)}, {}};
  }
  Node condition(uint32_t names, int depth) {
    const int64_t kind = below(depth > 0 ? 8 : 1);
    if (kind < 2) {
      const Op op = one_of({Op::Eq, Op::Ne, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge});
      return {op, 0, 0, {number(names, depth), number(names, depth)}, {}};
    }
    if (kind == 2) return {Op::Not, 0, 0, {condition(names, depth - 1)}, {}};
    if (kind < 6) {
      return {one_of({Op::And, Op::Or}), 0, 0, {condition(names, depth - 1), condition(names, depth - 1)}, {}};
    }
    return {one_of({Op::Forall, Op::Exists}), 0, names, {condition(names + 1, depth - 1)}, {}};
  }
};

// f is injective.
Node injective() {
  const auto cell = [](uint32_t name) { return Node{Op::Read, 0, 0, {{Op::Binding, 0, name, {}, {}}}, {}}; };
  const Node same{Op::Eq, 0, 0, {{Op::Binding, 0, 0, {}, {}}, {Op::Binding, 0, 1, {}, {}}}, {}};
  const Node differ{Op::Or, 0, 0, {same, {Op::Ne, 0, 0, {cell(0), cell(1)}, {}}}, {}};
  return {Op::Forall, 0, 0, {{Op::Forall, 0, 1, {differ}, {}}}, {}};
}

struct Made {
  Builder builder{"solve"};
  Domain domain;
  ir::VariableId f;
  std::vector<ir::BindingId> names;

  ExprId build(Node& node) { return node.id = build_without_id(node); }
  ExprId build_without_id(Node& node) {
    std::vector<Node>& parts = node.operands;
    switch (node.op) {
      case Op::Const: return builder.integer(node.value);
      case Op::Binding: return builder.use(names[node.name]);
      case Op::Read: return builder.read(builder.index(builder.place(f), build(parts[0])));
      case Op::Not: return builder.unary(Op::Not, build(parts[0]));
      case Op::Forall:
      case Op::Exists:
      case Op::Sum: {
        names.resize(node.name);
        const ir::BindingId name = builder.binding_over("x", domain);
        names.push_back(name);
        const bool filtered = node.op != Op::Sum || parts[0].op != Op::Const;
        const ExprId filter = filtered ? build(parts[0]) : ExprId{};
        names.resize(node.name + 1);
        return builder.quantifier(node.op, name, domain, filter, node.op == Op::Sum ? build(parts[1]) : ExprId{});
      }
      default: {
        const ExprId left = build(parts[0]);
        return builder.binary(node.op, left, build(parts[1]));
      }
    }
  }
};

// The search that evaluates everything at every node.
struct Plain {
  enum class Truth { False, True, Unknown, Failed };
  struct NoValueYet {};
  struct Failure {
    ExprId at;
  };

  const std::vector<Node>& conditions;
  size_t cells;
  std::vector<int64_t> values = {};  // of the assigned cells
  std::vector<int64_t> names = {0, 0, 0, 0, 0, 0, 0, 0};
  std::vector<ExprId> failures = {};
  std::vector<std::vector<int64_t>> found = {};

  int64_t value(const Node& n) {
    const auto left = [&] { return value(n.operands[0]); };
    const auto right = [&] { return value(n.operands[1]); };
    switch (n.op) {
      case Op::Const: return n.value;
      case Op::Binding: return names[n.name];
      case Op::Read: {
        const auto index = static_cast<size_t>(left());
        if (index >= values.size()) throw NoValueYet{};
        return values[index];
      }
      case Op::Not: return left() == 0;
      case Op::And: return left() != 0 && right() != 0;
      case Op::Or: return left() != 0 || right() != 0;
      case Op::Sum: {
        int64_t sum = 0;
        for (size_t i = 0; i < cells; ++i) {
          names[n.name] = static_cast<int64_t>(i);
          if (left() != 0) sum += right();
        }
        return sum;
      }
      default: {
        const int64_t a = left();
        return compute(n, a, right());
      }
    }
  }
  static int64_t compute(const Node& n, int64_t a, int64_t b) {
    switch (n.op) {
      case Op::Add: return a + b;
      case Op::Sub: return a - b;
      case Op::Mul: return a * b;
      case Op::Eq: return a == b;
      case Op::Ne: return a != b;
      case Op::Lt: return a < b;
      case Op::Le: return a <= b;
      case Op::Gt: return a > b;
      case Op::Ge: return a >= b;
      default: break;
    }
    if (b == 0) throw Failure{n.id};
    return n.op == Op::Div ? a / b : a % b;
  }

  Truth truth(const Node& n) {
    switch (n.op) {
      case Op::Not: {
        const Truth inner = truth(n.operands[0]);
        return inner == Truth::True ? Truth::False : inner == Truth::False ? Truth::True : inner;
      }
      case Op::And:
      case Op::Or: {
        const Truth decides = n.op == Op::And ? Truth::False : Truth::True;
        const Truth left = truth(n.operands[0]);
        if (left == decides || left == Truth::Failed) return left;
        const Truth right = truth(n.operands[1]);
        return right == decides || left != Truth::Unknown ? right : Truth::Unknown;
      }
      case Op::Forall:
      case Op::Exists: return truth_of_quantifier(n);
      default: break;
    }
    try {
      return value(n) != 0 ? Truth::True : Truth::False;
    } catch (const NoValueYet&) {
      return Truth::Unknown;
    } catch (const Failure& failure) {
      failures.push_back(failure.at);
      return Truth::Failed;
    }
  }
  Truth truth_of_quantifier(const Node& n) {
    const Truth decides = n.op == Op::Forall ? Truth::False : Truth::True;
    bool failed = false;
    bool unknown = false;
    for (size_t i = 0; i < cells; ++i) {
      names[n.name] = static_cast<int64_t>(i);
      const Truth one = truth(n.operands[0]);
      if (one == decides) return one;
      failed = failed || one == Truth::Failed;
      unknown = unknown || one == Truth::Unknown;
    }
    if (failed) return Truth::Failed;
    return unknown ? Truth::Unknown : n.op == Op::Forall ? Truth::True : Truth::False;
  }

  void search(const std::vector<const Node*>& asked) {
    std::vector<const Node*> open;
    for (const Node* condition : asked) {
      const size_t before = failures.size();
      const Truth one = truth(*condition);
      if (one == Truth::Failed && open.empty()) return;
      failures.resize(before);
      if (one == Truth::False) return;
      if (one != Truth::True) open.push_back(condition);
    }
    if (values.size() == cells) return found.push_back(values);
    for (size_t v = 0; v < cells; ++v) {
      values.push_back(static_cast<int64_t>(v));
      search(open);
      values.pop_back();
    }
  }
  // Tries all values one after the other, without pruning.
  void try_all() {
    if (values.size() < cells) {
      for (size_t v = 0; v < cells; ++v) {
        values.push_back(static_cast<int64_t>(v));
        try_all();
        values.pop_back();
      }
      return;
    }
    for (const Node& condition : conditions) {
      if (truth(condition) != Truth::True) return;
    }
    found.push_back(values);
  }
};

struct Solved {
  std::vector<std::vector<int64_t>> found;
  std::vector<ExprId> failures;
};

Solved solve(std::vector<Node>& conditions, int64_t cells) {
  Made made;
  Builder& b = made.builder;
  made.domain = Domain::range(0, cells - 1);
  made.f = b.variable("f", b.array_type(made.domain, b.int_type(0, cells - 1)));
  std::vector<ExprId> ids;
  for (Node& condition : conditions) ids.push_back(made.build(condition));
  b.init({b.solve({b.place(made.f)}, ids)});
  auto interpreter = Interpreter::make(std::make_shared<const ir::Program>(b.take()));
  EXPECT_TRUE(interpreter.ok());
  SuccessorBatch states((*interpreter)->words());
  (*interpreter)->initial_states(states);
  Solved solved;
  const ir::Layout& layout = (*interpreter)->layout();
  const ir::VariableLayout& place = layout.variable(made.f);
  const ir::ScalarCode& code = layout.shape(place.core).code;
  for (uint32_t i = 0; i < states.count(); ++i) {
    std::vector<int64_t>& values = solved.found.emplace_back();
    for (uint64_t c = 0; c < static_cast<uint64_t>(cells); ++c) {
      values.push_back(
          code.decode(ir::read_bits(states.state(i), place.offset + c * place.strides.back(), code.width)));
    }
  }
  for (const Event& event : states.events) solved.failures.push_back(event.expr);
  return solved;
}

struct Tally {
  int with_outcomes = 0;
  int with_failures = 0;
};

Tally compare(uint32_t seeds, bool fails) {
  Tally tally;
  for (uint32_t seed = 0; seed < seeds && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Random random{std::mt19937(seed), 0, fails};
    random.cells = 2 + random.below(3);
    std::vector<Node> conditions;
    if (random.below(3) == 0) conditions.push_back(injective());
    for (int64_t i = random.below(4); i >= 0; --i) conditions.push_back(random.condition(0, 3));
    const Solved solved = solve(conditions, random.cells);
    Plain plain{conditions, static_cast<size_t>(random.cells)};
    std::vector<const Node*> all;
    for (const Node& condition : conditions) all.push_back(&condition);
    fails ? plain.search(all) : plain.try_all();
    EXPECT_EQ(solved.found, plain.found);
    EXPECT_EQ(solved.failures, plain.failures);
    tally.with_outcomes += !plain.found.empty();
    tally.with_failures += !plain.failures.empty();
  }
  return tally;
}

TEST(Solver, FindsWhatTryingAllValuesFinds) {
  EXPECT_GT(compare(3000, false).with_outcomes, 500);
}

TEST(Solver, MeetsTheErrorsThatLookingAtEverythingMeets) {
  const Tally tally = compare(3000, true);
  EXPECT_GT(tally.with_outcomes, 500);
  EXPECT_GT(tally.with_failures, 500);
}

}  // namespace
}  // namespace px::interp
