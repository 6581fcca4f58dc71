#include <gtest/gtest.h>

#include "engine/ir/builder.h"
#include "engine/ir/verifier.h"
#include "tests/unit/engine/ir/ir_samples.h"
#include "tests/unit/engine/ir/same_program.h"

namespace px::ir {
namespace {

// Writes, reads, compares, writes again.
void expect_round_trip(const Program& program, const SourceMap& sources) {
  for (const Diagnostic& d : verify(program)) ADD_FAILURE() << d.message;
  const std::string once = write_program(program, sources);
  samples::Read again = samples::read(once);
  ASSERT_TRUE(again.program.ok()) << samples::messages(again.program.failure(), again.sources) << once;
  EXPECT_EQ(SameProgram(program, *again.program).difference(), "") << once;
  EXPECT_EQ(write_program(*again.program, again.sources), once);
}

TEST(TextRoundTrip, Everything) {
  samples::Read first = samples::read(samples::kEverything);
  ASSERT_TRUE(first.program.ok()) << samples::messages(first.program.failure(), first.sources);
  expect_round_trip(*first.program, first.sources);
}

TEST(TextRoundTrip, ComparisonSeesDifferences) {
  const Program a = samples::program("var x: 0..9 action a when x > 3 do { x := x - 1 }");
  for (const char* other :
       {"var x: 0..8 action a when x > 3 do { x := x - 1 }", "var x: 0..9 action a when x > 4 do { x := x - 1 }",
        "var x: 0..9 action a when x >= 3 do { x := x - 1 }", "var x: 0..9 action a when x > 3 do { reset x }",
        "var x: 0..9 action a when x > 3", "var x: 0..9 = 1 action a when x > 3 do { x := x - 1 }"}) {
    EXPECT_NE(SameProgram(a, samples::program(other)).difference(), "") << other;
  }
}

// The precedences of writer and reader agree: every operator within every other, on both sides.
TEST(TextRoundTrip, OperatorsWithinOperators) {
  Builder b("test");
  const VariableId number = b.variable("n", b.integer_type());
  const VariableId truth = b.variable("t", b.bool_type());
  const Op arithmetic[] = {Op::Add, Op::Sub, Op::Mul,    Op::Div,   Op::Mod,
                           Op::Shl, Op::Shr, Op::BitAnd, Op::BitOr, Op::BitXor};
  const Op comparisons[] = {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge};
  const auto n = [&] { return b.read(b.place(number)); };
  const auto t = [&] { return b.read(b.place(truth)); };
  int count = 0;
  const auto keep = [&](ExprId condition) { b.invariant("i" + std::to_string(count++), condition); };
  for (const Op inner : arithmetic) {
    for (const Op outer : arithmetic) {
      keep(b.binary(Op::Eq, b.binary(outer, b.binary(inner, n(), b.integer(-1)), n()), b.integer(0)));
      keep(b.binary(Op::Eq, b.binary(outer, n(), b.binary(inner, b.integer(-1), n())), b.integer(0)));
    }
    for (const Op unary : {Op::Neg, Op::BitNot}) {
      keep(b.binary(Op::Eq, b.unary(unary, b.binary(inner, n(), n())), b.binary(inner, b.unary(unary, n()), n())));
      keep(b.binary(Op::Eq, b.unary(unary, b.unary(unary, b.integer(5))), b.unary(unary, b.integer(-5))));
    }
  }
  for (const Op compare : comparisons) {
    const auto c = [&] { return b.binary(compare, n(), n()); };
    keep(b.binary(Op::Eq, c(), t()));
    keep(b.binary(Op::Ne, t(), c()));
    keep(b.unary(Op::Not, c()));
    keep(b.binary(Op::Eq, b.unary(Op::Not, t()), c()));
    for (const Op junction : {Op::And, Op::Or}) {
      keep(b.binary(junction, b.binary(Op::And, c(), t()), b.binary(Op::Or, t(), c())));
      keep(b.binary(junction, t(), b.binary(junction, c(), t())));
      keep(b.unary(Op::Not, b.binary(junction, c(), t())));
      keep(b.binary(junction, b.unary(Op::Not, c()), b.unary(Op::Not, b.unary(Op::Not, t()))));
    }
    keep(b.conditional(b.conditional(t(), c(), t()), b.conditional(c(), t(), t()), c()));
    keep(b.binary(Op::And, b.conditional(t(), c(), t()), t()));
  }
  const Domain range = Domain::range(-1, 1);
  for (const Op op : {Op::Sum, Op::Product, Op::Min, Op::Max}) {
    const BindingId i = b.binding_over("i", range);
    const BindingId j = b.binding_over("i", range);  // hides the other; the writer must distinguish them
    const ExprId inner =
        b.quantifier(op, j, range, b.binary(Op::Lt, b.use(i), b.use(j)), b.binary(Op::Add, b.use(j), b.use(i)));
    keep(b.binary(Op::Lt, b.quantifier(op, i, range, t(), inner), b.integer(0)));
  }
  expect_round_trip(b.take(), {});
}

TEST(TextRoundTrip, NamesThatAreNoWords) {
  Builder b("a program, \"quoted\" `twice`\n");
  const SortId sort = b.sort("forall", 2, {}, {"x y", "5"});
  const SortId plain = b.sort("P.Q", 3);
  const LocationId from = b.location(b.whole(plain), "");
  static_cast<void>(from);
  Program p = b.take();
  EXPECT_FALSE(verify(p).empty()) << "a location without a name";
  Builder c("\x01 tab\t");
  const SortId users = c.sort("end", 2, {}, {"user.k", "\xc3\xa4"});
  const LocationId here = c.location(c.whole(users), "at 1");
  const LocationId there = c.location(c.whole(users), "->");
  const VariableId v = c.variable("user.k", c.element_type(users, true));
  const VariableId w = c.local(c.whole(users), "user.k", c.element_type(users), {1});
  Action a;
  a.name = "";
  a.label = "a -> b \"c\"\\";
  const Domain all = Domain::of(c.whole(users));
  a.parameters = {{c.binding_over("user.k", all), all}, {c.binding_over("", all), all}, {c.binding_over("", all), all}};
  a.movers = {{1, here, there}, {2, there, here, Control::Atomic}};
  a.guard = c.binary(
      Op::And, c.binary(Op::Eq, c.read(c.place(v)), c.constant(c.element_type(users), 1)),
      c.binary(Op::Eq, c.use(a.parameters[1].binding), c.read(c.index(c.place(w), c.use(a.parameters[0].binding)))));
  c.action(a);
  static_cast<void>(sort);
  expect_round_trip(c.take(), {});
}

TEST(TextRoundTrip, PositionsInOtherFilesAreKept) {
  SourceMap sources;
  const FileId file = sources.add("dir/a \"b\".pml", "");
  Builder b("test");
  const VariableId x = b.variable("x", b.integer_type(), {}, {file, 3, 0, 0});
  Action a;
  a.name = "a";
  a.span = {file, 5, 2, 9};
  const ExprId condition = b.binary(Op::Gt, b.read(b.place(x)), b.integer(0));
  a.body = {b.if_else(condition, {b.reset(b.place(x), {file, 7, 1, 0}), b.reset(b.place(x))}, {}, {file, 6, 4, 0}),
            b.reset(b.place(x), {file, 5, 2, 9})};
  b.action(a);
  const Program before = b.take();
  expect_round_trip(before, sources);
  samples::Read again = samples::read(write_program(before, sources));
  ASSERT_TRUE(again.program.ok());
  const Program& p = *again.program;
  const Action& action = p.actions[ActionId(0)];
  EXPECT_EQ(again.sources.place(action.span), "dir/a \"b\".pml:5:2");
  EXPECT_EQ(action.span.length, 9U);
  const Statement& condition_statement = p.statements[action.body[0]];
  EXPECT_EQ(again.sources.place(condition_statement.span), "dir/a \"b\".pml:6:4");
  EXPECT_EQ(again.sources.place(p.statements[condition_statement.blocks[0][0]].span), "dir/a \"b\".pml:7:1");
  EXPECT_EQ(again.sources.place(p.statements[condition_statement.blocks[0][1]].span), "dir/a \"b\".pml:6:4");
  EXPECT_EQ(p.statements[action.body[1]].span, action.span);
}

}  // namespace
}  // namespace px::ir
