// Products of small systems and automata, whose answers and counts are derived by hand.
#include "engine/liveness/product.h"

#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "engine/ir/builder.h"
#include "engine/ir/verifier.h"
#include "engine/liveness/fairness.h"
#include "engine/liveness/lasso.h"

namespace px::liveness {
namespace {

using ir::Op;

// A counter from 0 to last; steps are added by the tests.
struct Counter {
  explicit Counter(int64_t last) : builder("counter"), last(last) {
    x = builder.variable("x", builder.int_type(0, last));
  }

  ir::ExprId is(int64_t value) {
    return builder.binary(Op::Eq, builder.read(builder.place(x)), builder.integer(value));
  }
  ir::ExprId is_not(int64_t value) {
    return builder.binary(Op::Ne, builder.read(builder.place(x)), builder.integer(value));
  }
  void step(int64_t from, int64_t to) {
    ir::Action action;
    action.name = "step_" + std::to_string(from) + "_" + std::to_string(to);
    action.guard = is(from);
    action.body = {builder.assign(builder.place(x), builder.integer(to))};
    builder.action(std::move(action));
  }
  void count_up() {
    for (int64_t i = 0; i < last; ++i) step(i, i + 1);
  }
  // Violations of "infinitely often x = value": from some point on it never is.
  void always_again(int64_t value) {
    ir::Automaton claim;
    claim.name = "again";
    claim.states = {"waits", "never"};
    claim.accepting = {false, true};
    claim.edges = {{0, 0, builder.boolean(true), {}}, {0, 1, is_not(value), {}}, {1, 1, is_not(value), {}}};
    builder.automaton(std::move(claim));
  }
  std::shared_ptr<const ir::Program> take() { return std::make_shared<const ir::Program>(builder.take()); }

  ir::Builder builder;
  ir::VariableId x;
  const int64_t last;
};

struct Checked {
  std::shared_ptr<interp::Interpreter> system, moves;
  std::unique_ptr<ProductSystem> product;
  std::unique_ptr<ProductMarks> marks;
  CycleOutcome outcome;

  Lasso lasso() const {
    const IdentityReducer identity;
    const ProductExplainer explainer(*system, *moves);
    return build_lasso({*product, explainer, identity, identity, *marks}, outcome);
  }
};

std::shared_ptr<interp::Interpreter> interpreter_of(ir::Program program) {
  EXPECT_TRUE(ir::verify(program).empty());
  auto made = interp::Interpreter::make(std::make_shared<const ir::Program>(std::move(program)));
  EXPECT_TRUE(made.ok());
  return std::move(*made);
}

Checked check(const ir::Program& program, uint32_t threads) {
  Checked checked;
  const ir::Program system = with_claim(program, 0);
  checked.moves = interpreter_of(claim_moves(system));
  checked.system = interpreter_of(system);
  checked.product = std::make_unique<ProductSystem>(*checked.system, *checked.moves);
  checked.marks = std::make_unique<ProductMarks>(system, checked.system->layout(), Acceptance::Claim);
  explore::SearchOptions options;
  options.threads = threads;
  const IdentityReducer identity;
  auto outcome = find_cycle(*checked.product, identity, *checked.marks, options);
  EXPECT_TRUE(outcome.ok());
  checked.outcome = std::move(*outcome);
  return checked;
}

class ProductThreads : public ::testing::TestWithParam<uint32_t> {};

TEST_P(ProductThreads, ARingComesBackToEachOfItsStates) {
  Counter counter(9);
  counter.count_up();
  counter.step(9, 0);
  counter.always_again(4);
  const Checked checked = check(*counter.take(), GetParam());
  EXPECT_FALSE(checked.outcome.found);
  EXPECT_EQ(checked.outcome.search.result.verdict, Verdict::Holds);
  // Waiting: all ten. "Never" is entered before any state but 5, and continues up to 4.
  EXPECT_EQ(checked.outcome.search.result.states, 20u - 1);
}

TEST_P(ProductThreads, ALoopThatAvoidsTheStateIsFound) {
  Counter counter(9);
  counter.count_up();
  counter.step(9, 5);
  counter.always_again(2);
  const Checked checked = check(*counter.take(), GetParam());
  ASSERT_TRUE(checked.outcome.found);
  EXPECT_EQ(checked.outcome.search.result.verdict, Verdict::Violated);
  const Lasso lasso = checked.lasso();
  ASSERT_LT(lasso.trace.loop, lasso.trace.steps.size());
  EXPECT_EQ(lasso.trace.steps.size() - lasso.trace.loop, 5u);
  EXPECT_EQ(lasso.states.back(), lasso.states[lasso.trace.loop]);
}

TEST_P(ProductThreads, ASystemThatStopsStaysWhereItIs) {
  Counter counter(3);
  counter.count_up();
  counter.always_again(1);
  const Checked checked = check(*counter.take(), GetParam());
  ASSERT_TRUE(checked.outcome.found);
  const Lasso lasso = checked.lasso();
  EXPECT_EQ(lasso.trace.steps.size(), 3u);
  EXPECT_EQ(lasso.trace.loop, 3u);
}

TEST_P(ProductThreads, WhereItStopsIsWhatIsWantedNothingIsWrong) {
  Counter counter(3);
  counter.count_up();
  counter.always_again(3);
  const Checked checked = check(*counter.take(), GetParam());
  EXPECT_FALSE(checked.outcome.found);
  EXPECT_EQ(checked.outcome.search.result.states, 4u + 3u);  // "never" at 1, 2 and 3, where it ends
}

INSTANTIATE_TEST_SUITE_P(OneToEight, ProductThreads, ::testing::Values(1u, 2u, 4u, 8u));

// Two processes that each cycle through two locations; the claim: the second never reaches `there`.
std::shared_ptr<const ir::Program> two_rings(bool second_can_move) {
  ir::Builder b("rings");
  const ir::SortId sort = b.sort("P", 2);
  const ir::FamilyId family = b.whole(sort);
  const ir::LocationId here = b.location(family, "here");
  const ir::LocationId there = b.location(family, "there");
  const auto move = [&](const char* name, ir::LocationId from, ir::LocationId to) {
    const ir::BindingId p = b.binding_over("p", ir::Domain::of(family));
    ir::Action action;
    action.name = name;
    action.parameters = {{p, ir::Domain::of(family)}};
    action.movers = {{0, from, to}};
    if (!second_can_move) {
      action.guard = b.binary(Op::Eq, b.unary(Op::IndexOf, b.use(p)), b.integer(0));
    }
    b.action(std::move(action));
  };
  move("go", here, there);
  move("back", there, here);
  ir::Automaton claim;
  claim.name = "never_there";
  claim.states = {"never"};
  claim.accepting = {true};
  const ir::ExprId second = b.element_at(b.integer(1), sort);
  claim.edges = {{0, 0, b.unary(Op::Not, b.at(second, there)), {}}};
  b.automaton(std::move(claim));
  return std::make_shared<const ir::Program>(b.take());
}

TEST(Fairness, AProcessThatCouldMoveForEverMoves) {
  for (const bool second_can_move : {true, false}) {
    const auto program = two_rings(second_can_move);
    EXPECT_TRUE(check(*program, 1).outcome.found) << "without fairness the second may wait for ever";
    const Result<ir::Program> fair = with_movers(*program);
    ASSERT_TRUE(fair.ok());
    for (const uint32_t threads : {1u, 2u, 4u}) {
      const Checked checked = check(*fair, threads);
      EXPECT_EQ(checked.outcome.found.has_value(), !second_can_move);
      if (!checked.outcome.found) {
        EXPECT_EQ(checked.outcome.search.result.states, 4u);
      } else {
        EXPECT_EQ(checked.lasso().trace.steps.size(), 2u);
      }
    }
  }
}

}  // namespace
}  // namespace px::liveness
