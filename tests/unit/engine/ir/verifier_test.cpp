#include "engine/ir/verifier.h"

#include <gtest/gtest.h>

#include "engine/ir/builder.h"
#include "engine/ir/limits.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

using enum DiagnosticKind;

// ---- What can be written as text is rejected with its position

using samples::Wrong;

constexpr std::string_view kFrame = R"(sort U[4] sort V[3] family f = U[0..1]
process f {a, b} process V {c}
var x: int var b8: 0..255 var t: bool var u: U none var v: V var s: set[U] var n: set[0..3] var q: queue[2] {i: 0..9, u: U}
var arr: [U] 0..9 var rng: [0..3] bool var rec: {a: 0..9, b: bool} var se: seq[0..9] const k: 0..9
)";

class VerifierRejects : public testing::TestWithParam<Wrong> {};

TEST_P(VerifierRejects, WithALocatedMessage) {
  samples::expect_rejected(GetParam(), kFrame);
}

INSTANTIATE_TEST_SUITE_P(
    Operands, VerifierRejects,
    testing::Values(
        Wrong{"invariant x", TypeMismatch, "5:11", "an invariant must be bool, not int | x != 0"},
        Wrong{"invariant t + 1 = 2", TypeMismatch, "5:11", "must be an integer, not bool | if b then 1 else 0"},
        Wrong{"invariant u < u", TypeMismatch, "5:11", "must be an integer, not U none | index(e)"},
        Wrong{"invariant x and t", TypeMismatch, "5:11", "'and' must be bool"},
        Wrong{"invariant u = v", TypeMismatch, "5:15", "has the type V, expected U none"},
        Wrong{"invariant x = t", TypeMismatch, "5:15", "has the type bool, expected int"},
        Wrong{"invariant s = n", TypeMismatch, "5:15", "set[0..3], expected set[U]"},
        Wrong{"invariant (if x then 1 else 2) = 1", TypeMismatch, "5:15", "condition of 'if'"},
        Wrong{"invariant (if t then 1 else u) = 1", TypeMismatch, "5:29", "second value of 'if'"},
        Wrong{"invariant v in s", TypeMismatch, "5:11", "expected an element of 'U', not V"},
        Wrong{"invariant u in n", TypeMismatch, "5:11", "an element of a range must be an integer"},
        Wrong{"invariant u in u", TypeMismatch, "5:16", "right side of 'in' must be a set"},
        Wrong{"invariant card(u) = 1", TypeMismatch, "5:16", "must be a set"},
        Wrong{"invariant s union n subset s", TypeMismatch, "5:19", "expected set[U]"},
        Wrong{"invariant index(x) = 1", TypeMismatch, "5:17", "must be an element of a sort"},
        Wrong{"invariant element(u, V) = v", TypeMismatch, "5:19", "must be an integer"},
        Wrong{"invariant wrap(x, 0..9) = 1", ValueOutOfRange, "5:11", "power of two"},
        Wrong{"invariant wrap(x, U) = u", TypeMismatch, "5:11", "must be an integer"},
        Wrong{"invariant forall p: U. x", TypeMismatch, "5:24", "quantified condition must be bool"},
        Wrong{"invariant (sum p: U. t) = 1", TypeMismatch, "5:12", "the value must be an integer"},
        Wrong{"invariant (sum p: U. 1 where x) = 1", TypeMismatch, "5:30", "a filter must be bool"},
        Wrong{"invariant len(arr) = 1", TypeMismatch, "5:11", "length of a queue"},
        Wrong{"invariant v at a", UnknownName, "5:16", "unknown location"},
        Wrong{"invariant u at V.c", TypeMismatch, "5:11", "expected an element of 'V', not U none"},
        Wrong{"invariant pc(x, f) = 1", TypeMismatch, "5:11", "expected an element of 'U', not int | element(n, U)"},
        Wrong{"invariant pc(u, U) = 1", TypeMismatch, "5:11", "one with locations"},
        Wrong{"invariant timeout", Unsupported, "5:11", "guard of an action"},
        Wrong{"invariant arr[x] = 1", TypeMismatch, "5:15", "expected an element of 'U', not int"},
        Wrong{"invariant rng[u]", TypeMismatch, "5:15", "must be an integer, not U none"},
        Wrong{"invariant q[t].i = 1", TypeMismatch, "5:13", "position of an item must be an integer"},
        Wrong{"invariant seq_len(x) = 1", TypeMismatch, "5:19", "must be a sequence"},
        Wrong{"invariant seq_at(se, t) = 1", TypeMismatch, "5:22", "a position must be an integer"},
        Wrong{"invariant seq_append(se, t) = se", TypeMismatch, "5:26", "an item of the sequence"},
        Wrong{"invariant seq_concat(se, seq[bool]{}) = se", TypeMismatch, "5:26", "right side"}));

INSTANTIATE_TEST_SUITE_P(
    Statements, VerifierRejects,
    testing::Values(
        Wrong{"action z do x := t", TypeMismatch, "5:18", "the assigned value has the type bool, expected int"},
        Wrong{"action z do u := v", TypeMismatch, "5:18", "expected U none"},
        Wrong{"action z do k := 1", TypeMismatch, "5:13", "'k' is constant"},
        Wrong{"action z do reset k", TypeMismatch, "5:19", "'k' is constant"},
        Wrong{"action z do rec := rng", TypeMismatch, "5:13", "containers of the same type"},
        Wrong{"action z do if x { t := true }", TypeMismatch, "5:16", "a condition must be bool"},
        Wrong{"action z do while x limit 3 { x := 0 }", TypeMismatch, "5:19", "condition of a loop"},
        Wrong{"action z do require x", TypeMismatch, "5:21", "what is required"},
        Wrong{"action z do assert x", TypeMismatch, "5:20", "an assertion must be bool"},
        Wrong{"action z do require timeout", Unsupported, "5:21", "guard of an action"},
        Wrong{"action z do push q(1)", TypeMismatch, "5:13", "2 fields, but 1 values"},
        Wrong{"action z do push q(u, u)", TypeMismatch, "5:20", "field 'i' has the type U none, expected 0..9"},
        Wrong{"action z do push arr(1)", TypeMismatch, "5:13", "must be a queue"},
        Wrong{"action z do pop rec", TypeMismatch, "5:13", "must be a queue"},
        Wrong{"action z do remove q[t]", TypeMismatch, "5:22", "a position must be an integer"},
        Wrong{"action z do goto v -> f.a", TypeMismatch, "5:13", "expected an element of 'U', not V"},
        Wrong{"action z do print \"%d of %d\", x", TypeMismatch, "5:13", "2 conversions (%d and the like), but 1"},
        Wrong{"action z do { let y: bool = x; t := y }", TypeMismatch, "5:29", "the bound value"},
        Wrong{"action z when x", TypeMismatch, "5:15", "a guard must be bool"},
        Wrong{"action z(p: f) at p: a -> b, p: b -> a", TypeMismatch, "5:8", "moves twice"},
        Wrong{"deadlock unless x", TypeMismatch, "5:17", "exception to deadlocks"},
        Wrong{"automaton n { state i; i -> i when x }", TypeMismatch, "5:36", "a guard must be bool"},
        Wrong{"automaton n { }", ValueOutOfRange, "5:11", "no initial state"},
        Wrong{"automaton n { state i } automaton n { state i }", DuplicateName, "5:35", "another automaton"}));

INSTANTIATE_TEST_SUITE_P(
    Declarations, VerifierRejects,
    testing::Values(
        Wrong{"var bad: 0..9 = 10", ValueOutOfRange, "5:5", "initial value 10 of 'bad' is not of type 0..9"},
        Wrong{"var bad: [0..1] 5..9 = [5, 0]", ValueOutOfRange, "5:5", "initial value 0"},
        Wrong{"var bad: U = none", ValueOutOfRange, "5:5", "is not of type U"},
        Wrong{"var bad: queue[2] {i: 0..9} = [3, 1, 1]", ValueOutOfRange, "5:5", "not a length of this queue"},
        Wrong{"var bad: queue[2] {i: 0..9} = [1, 1, 1]", ValueOutOfRange, "5:5", "after the last item"},
        Wrong{"var bad: set[0..64]", LimitExceeded, "5:14", "at most 64"},
        Wrong{"var bad: queue[2] 0..9", TypeMismatch, "5:5", "must be records"},
        Wrong{"var bad: queue[2] {a: [0..1] bool}", TypeMismatch, "5:5", "must be scalars"},
        Wrong{"var bad: seq[{a: bool}]", TypeMismatch, "5:10", "items of a sequence must be scalars"},
        Wrong{"var bad: [0..1048576] bool", LimitExceeded, "5:5", "1048576 scalars"},
        Wrong{"var bad: [0..999999] [0..999999] [0..999999] [0..999999] bool", LimitExceeded, "5:5", "scalars"},
        Wrong{"var bad: [9223372036854775806..9223372036854775807] bool", LimitExceeded, "5:5", "at the latest"},
        Wrong{"var bad: [0..99999] int", LimitExceeded, "0:0", "bytes; the limit is 65536"},
        Wrong{"var f: bool", DuplicateName, "5:5", "'f' is the name of another"}));

// ---- What only a builder can do wrong

std::string first_message(const Program& program) {
  const std::vector<Diagnostic> all = verify(program);
  return all.empty() ? "nothing" : all.front().message;
}

Builder with_invariant(ExprId (*make)(Builder&)) {
  Builder b("test");
  b.invariant("i", make(b), {});
  return b;
}

TEST(Verifier, GoodProgramsHaveNoMessages) {
  EXPECT_TRUE(verify(samples::program(samples::kEverything)).empty());
  EXPECT_TRUE(verify(Builder("empty").take()).empty());
}

TEST(Verifier, MissingNodes) {
  EXPECT_EQ(first_message(with_invariant([](Builder&) { return ExprId(); }).take()), "an expression is missing");
  EXPECT_EQ(first_message(with_invariant([](Builder&) { return ExprId(77); }).take()), "an expression is missing");
  Builder b("test");
  b.init({StatementId(3)});
  EXPECT_EQ(first_message(b.take()), "a statement is missing");
}

TEST(Verifier, BindingsOutOfScope) {
  Builder b("test");
  const Domain range = Domain::range(0, 3);
  const BindingId i = b.binding_over("i", range);
  const ExprId inside = b.quantifier(Op::Exists, i, range, b.binary(Op::Eq, b.use(i), b.integer(1)));
  b.invariant("outside", b.binary(Op::And, inside, b.binary(Op::Eq, b.use(i), b.integer(1))));
  EXPECT_EQ(first_message(b.take()), "a name is used outside of what binds it");
}

TEST(Verifier, ConstantsOutsideOfTheirType) {
  EXPECT_EQ(first_message(with_invariant([](Builder& b) { return b.constant(b.bool_type(), 2); }).take()),
            "the constant 2 is not of type bool");
  EXPECT_EQ(first_message(with_invariant([](Builder& b) {
                            const ExprId element = b.constant(b.element_type(b.sort("U", 3)), 3);
                            return b.binary(Op::Eq, element, b.clone(element));
                          }).take()),
            "the constant 3 is not of type U");
}

TEST(Verifier, DeepExpressionsAndStatements) {
  Builder b("test");
  ExprId all = b.boolean(true);
  for (uint32_t i = 0; i < kMaxNesting + 10; ++i) all = b.binary(Op::And, all, b.boolean(true));
  b.invariant("deep", all);
  EXPECT_EQ(first_message(b.take()), "expressions and statements are nested deeper than 1000");
  Builder c("test");
  StatementId s = c.require(c.boolean(true));
  for (uint32_t i = 0; i < kMaxNesting + 10; ++i) s = c.either({{s}});
  c.init({s});
  EXPECT_EQ(first_message(c.take()), "statements are nested deeper than 1000");
}

TEST(Verifier, MoversOfOtherFamilies) {
  Builder b("test");
  const SortId sort = b.sort("U", 2);
  const FamilyId f = b.family("f", sort, 0, 1);
  const FamilyId g = b.family("g", sort, 1, 1);
  const LocationId here = b.location(f, "here");
  b.location(g, "there");
  Action a;
  a.name = "a";
  a.parameters.push_back({b.binding_over("p", Domain::of(g)), Domain::of(g)});
  a.movers.push_back({0, here, here});
  b.action(a);
  EXPECT_EQ(first_message(b.take()), "a mover of 'a' has locations of a family that its parameter does not range over");
}

TEST(Verifier, ParametersOfAnotherTypeThanTheirDomain) {
  Builder b("test");
  const SortId sort = b.sort("U", 2);
  Action a;
  a.name = "a";
  a.parameters.push_back({b.binding("p", b.bool_type()), Domain::of(b.whole(sort))});
  b.action(a);
  EXPECT_EQ(first_message(b.take()), "expected an element of 'U', not bool");
}

TEST(Verifier, FamiliesAndLocations) {
  Builder b("test");
  b.family("f", b.sort("U", 2), 1, 2);
  EXPECT_EQ(first_message(b.take()), "the family 'f' is not a part of its sort");
  Builder c("test");
  c.sort("U", kMaxSortSize + 1);
  EXPECT_EQ(first_message(c.take()), "the sort 'U' has more than 4096 elements");
  Builder d("test");
  d.sort("U", 1);
  d.sort("U", 1);
  EXPECT_EQ(first_message(d.take()), "'U' is the name of another sort or family");
  Builder e("test");
  e.sort("", 1);
  EXPECT_EQ(first_message(e.take()), "a sort or family has no name");
}

TEST(Verifier, TypesSetByHandMustFit) {
  Builder b("test");
  Program p = [&] {
    b.invariant("i", b.binary(Op::Eq, b.integer(1), b.integer(2)));
    return b.take();
  }();
  p.exprs[p.invariants[0].condition].type = p.exprs[p.exprs[p.invariants[0].condition].operands[0]].type;
  EXPECT_EQ(first_message(p), "the result of '=' must be bool, not int");
}

TEST(Verifier, SuperfluousParts) {
  Builder b("test");
  const VariableId x = b.variable("x", b.integer_type());
  const StatementId s = b.reset(b.place(x));
  Program p = [&] {
    b.init({s});
    return b.take();
  }();
  p.statements[s].exprs.push_back(ExprId(0));
  EXPECT_EQ(first_message(p), "a statement with missing or superfluous parts");
}

}  // namespace
}  // namespace px::ir
