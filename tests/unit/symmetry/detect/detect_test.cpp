#include "symmetry/detect/detect.h"

#include <gtest/gtest.h>

#include "symmetry/perm/element_space.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/models.h"

namespace px::test {
namespace {

symmetry::DetectedSymmetry detect(const ir::Program& program) {
  return symmetry::detect_symmetry(program, *ir::Layout::make(program));
}

TEST(Detect, PetersonIsFullySymmetricInItsUsers) {
  const auto program = peterson(5);
  const symmetry::DetectedSymmetry found = detect(*program);
  ASSERT_EQ(found.group.blocks.size(), 1u);
  EXPECT_EQ(found.group.blocks[0].elements, (std::vector<uint32_t>{1, 2, 3, 4, 5}));
  EXPECT_EQ(found.group.describe(*program), "Proc{1..5}");
  EXPECT_EQ(found.group.order(), "120");
  EXPECT_TRUE(found.notes.empty());
}

// A program over one sort with one variable of each kind, to which a single feature is added.
class SmallProgram : public testing::Test {
 protected:
  SmallProgram() {
    sort = b.sort("Proc", 4);
    all = ir::Domain::of(b.whole(sort));
    idle = b.location(b.whole(sort), "idle");
    busy = b.location(b.whole(sort), "busy");
    leader = b.variable("leader", b.element_type(sort, true), {-1});
    mark = b.variable("mark", b.array_type(all, b.bool_type()));
    number = b.variable("number", b.int_type(0, 9));
    p = b.binding_over("p", all);
    action.name = "step";
    action.parameters = {{p, all}};
    action.movers = {{0, idle, busy}};
  }

  SourceSpan line(uint32_t number) { return {FileId(0), number, 1, 1}; }
  ir::ExprId element(uint32_t value, SourceSpan span = {}) { return b.constant(b.element_type(sort), value, span); }
  ir::PlaceId mark_of(ir::ExprId index) { return b.index(b.place(mark), index); }
  ir::ExprId set_mark(ir::BindingId q) { return b.read(mark_of(b.use(q))); }

  symmetry::DetectedSymmetry detect_all() {
    if (!added) b.action(action);
    added = true;
    return detect(b.program());
  }
  std::string blocks() {
    found = detect_all();
    return found.group.describe(b.program());
  }
  uint32_t noted_line() const { return found.notes.empty() ? 0 : found.notes[0].span.line; }

  ir::Builder b{"small"};
  ir::SortId sort;
  ir::Domain all;
  ir::LocationId idle, busy;
  ir::VariableId leader, mark, number;
  ir::BindingId p;
  ir::Action action;
  bool added = false;
  symmetry::DetectedSymmetry found;
};

TEST_F(SmallProgram, PlainStepsKeepFullSymmetry) {
  action.body = {b.assign(b.place(leader), b.use(p))};
  EXPECT_EQ(blocks(), "Proc{0..3}");
}

TEST_F(SmallProgram, AnInvariantThatNamesAProcessCostsIt) {
  b.invariant("one", b.unary(ir::Op::Not, b.at(element(1, line(7)), busy)));
  EXPECT_EQ(blocks(), "Proc{0,2,3}");
  EXPECT_EQ(noted_line(), 7u);
  EXPECT_EQ(found.notes[0].kind, DiagnosticKind::SymmetryLost);
}

TEST_F(SmallProgram, InitialValuesCount) {
  b.variable_info(mark).initial = {0, 1, 1, 0};
  b.variable_info(mark).span = line(3);
  EXPECT_EQ(blocks(), "Proc{0,3} x Proc{1,2}");
  EXPECT_EQ(noted_line(), 3u);
}

TEST_F(SmallProgram, AVariableWithoutNoneStartsAtElementZero) {
  b.variable("owner", b.element_type(sort, false));
  EXPECT_EQ(blocks(), "Proc{1..3}");
}

TEST_F(SmallProgram, ResetWritesElementZeroWhereThereIsNoNone) {
  const auto owner = b.variable("owner", b.array_type(all, b.element_type(sort, false)), {0, 1, 2, 3});
  EXPECT_EQ(blocks(), "Proc{0..3}");  // everybody owns itself
  b.action(ir::Action{"reset", {{p, all}}, {}, {}, {b.reset(b.index(b.place(owner), b.use(p)))}, "", {}, {}});
  EXPECT_EQ(blocks(), "Proc{1..3}");
}

TEST_F(SmallProgram, UnrolledConjunctionsAreCommutative) {
  std::vector<ir::ExprId> all_marked;
  for (uint32_t i = 0; i < 4; ++i) all_marked.push_back(b.read(mark_of(element(i))));
  action.guard = b.all_of(all_marked);
  EXPECT_EQ(blocks(), "Proc{0..3}");
}

TEST_F(SmallProgram, OrderOfElementsCostsAll) {
  const auto q = b.binding_over("q", all);
  action.guard = b.quantifier(ir::Op::Forall, q, all, b.binary(ir::Op::Le, b.use(p), b.use(q), line(4)));
  EXPECT_EQ(blocks(), "trivial");
  EXPECT_EQ(noted_line(), 4u);
}

TEST_F(SmallProgram, NumbersOfElementsCostAll) {
  action.body = {b.assign(b.place(number), b.unary(ir::Op::IndexOf, b.use(p), line(5)))};
  EXPECT_EQ(blocks(), "trivial");
  EXPECT_EQ(noted_line(), 5u);
}

TEST_F(SmallProgram, ComputedNeighboursOnARingLeaveItsRotations) {
  const ir::ExprId next = b.binary(ir::Op::Add, b.unary(ir::Op::IndexOf, b.use(p)), b.integer(1));
  action.body = {b.assign(mark_of(b.element_at(b.binary(ir::Op::Mod, next, b.integer(4)), sort)), b.boolean(true))};
  EXPECT_EQ(detect_all().group.order(), "4");
}

TEST_F(SmallProgram, DeterministicChoiceOfAnElementCostsIt) {
  const auto q = b.binding_over("q", all);
  action.parameters.push_back({q, all});
  action.body = {b.assign(mark_of(b.use(q)), b.boolean(true))};
  b.location_info(idle).deterministic = true;
  EXPECT_EQ(blocks(), "trivial");
}

TEST_F(SmallProgram, DeterministicControlByAnActionCountsToo) {
  const auto q = b.binding_over("q", all);
  action.movers[0].control = ir::Control::Deterministic;
  ir::Action next{
      "next", {{p, all}, {q, all}}, {{0, busy, idle}}, {}, {b.assign(mark_of(b.use(q)), b.boolean(true))}, "", {}, {}};
  b.action(next);
  EXPECT_EQ(blocks(), "trivial");
}

TEST_F(SmallProgram, LoopsWithIndependentRoundsAreHarmless) {
  const auto q = b.binding_over("q", all);
  action.body = {b.for_each(q, all, {b.assign(mark_of(b.use(q)), b.boolean(true))})};
  EXPECT_EQ(blocks(), "Proc{0..3}");
}

TEST_F(SmallProgram, LoopsWhoseOrderMattersAreNot) {
  const auto q = b.binding_over("q", all);
  action.body = {b.for_each(q, all, {b.if_else(set_mark(q), {b.assign(b.place(leader), b.use(q))})}, line(6))};
  EXPECT_EQ(blocks(), "trivial");
  EXPECT_EQ(noted_line(), 6u);
}

TEST_F(SmallProgram, SortedSendingOfElementsCostsAll) {
  const auto item = b.record_type({{"who", b.element_type(sort)}});
  const auto queue = b.variable("queue", b.queue_type(3, item));
  action.body = {b.push(b.place(queue), {b.use(p)})};
  EXPECT_EQ(blocks(), "Proc{0..3}");
  b.action(ir::Action{
      "sorted", {}, {}, {}, {b.push_sorted(b.place(queue), {b.read(b.place(leader))}, line(9))}, "", {}, {}});
  EXPECT_EQ(blocks(), "trivial");
  EXPECT_EQ(noted_line(), 9u);
}

TEST_F(SmallProgram, QuantifiersThatMayFailDependOnOrder) {
  const auto q = b.binding_over("q", all);
  const auto boss = b.variable("boss", b.array_type(all, b.element_type(sort, true)), {-1});
  const auto boss_of = [&](ir::BindingId x) { return b.index(b.place(boss), b.use(x)); };
  const auto marked_boss = b.read(mark_of(b.read(boss_of(q))));
  const auto no_boss = b.binary(ir::Op::Eq, b.read(boss_of(q)), b.constant(b.element_type(sort, true), -1));
  action.guard = b.quantifier(ir::Op::Forall, q, all, b.binary(ir::Op::Or, no_boss, marked_boss));
  EXPECT_EQ(blocks(), "Proc{0..3}");
  b.invariant("bad", b.quantifier(ir::Op::Forall, q, all, b.read(mark_of(b.read(boss_of(q)))), {}, line(8)));
  EXPECT_EQ(blocks(), "trivial");
  EXPECT_EQ(noted_line(), 8u);
}

TEST_F(SmallProgram, StatementsOnDifferentElementsCommute) {
  for (const uint32_t i : {2u, 0u, 1u, 3u}) action.body.push_back(b.go_to(element(i), busy));
  EXPECT_EQ(blocks(), "Proc{0..3}");
}

TEST_F(SmallProgram, StatementsThatOverwriteEachOtherDoNot) {
  action.body = {b.assign(b.place(leader), element(2)), b.assign(b.place(leader), element(1))};
  EXPECT_EQ(blocks(), "Proc{0,3}");
}

std::string group_of(const std::string& text) {
  const ir::Program program = program_of(text);
  return detect(program).group.describe(program);
}

TEST(Detect, ValuesThatInitOverwritesTellNothingApart) {
  const std::string one = "sort S[4] var x: [S] 0..7 = [0, 0, 0, 5] action a(s: S) when x[s] < 7 do x[s] := x[s] + 1 ";
  EXPECT_EQ(group_of(one), "S{0..2}");
  EXPECT_EQ(group_of(one + "init { for s: S { x[s] := 0 } }"), "S{0..3}");
  EXPECT_EQ(group_of(one + "family low = S[0..1] init { for s: low { x[s] := 0 } }"), "S{0,1}");
  EXPECT_EQ(group_of(one + "init { either { for s: S { x[s] := 0 } } or { } }"), "S{0..2}");
  const std::string two =
      "sort S[2] var x: [S] [0..2] 0..7 = [0, 0, 0, 0, 0, 5] action a(s: S) when x[s][2] < 7 do x[s][2] := x[s][2] + "
      "1 ";
  EXPECT_EQ(group_of(two + "init { for s: S { for i: 0..2 { x[s][i] := 0 } } }"), "S{0,1}");
  EXPECT_EQ(group_of(two + "init { for s: S { for i: 0..1 { x[s][i] := 0 } } }"), "trivial");
}

TEST(Detect, WhetherAnAssertionIsReachedBeforeAnErrorCounts) {
  const std::string both =
      "sort S[2] var x: [S] 0..7 var y: bool "
      "action a do { x[S#0] := x[S#0] + 1; assert y } action b do { ";
  EXPECT_EQ(group_of(both + "x[S#1] := x[S#1] + 1; assert y }"), "S{0,1}");
  EXPECT_EQ(group_of(both + "assert y; x[S#1] := x[S#1] + 1 }"), "trivial");
  const std::string loop = "sort S[2] var x: [S] 0..7 var ok: [S] bool action a do for s: S { assert ok[s]; ";
  EXPECT_EQ(group_of(loop + "ok[s] := true }"), "S{0,1}");
  EXPECT_EQ(group_of(loop + "x[s] := x[s] + 1 }"), "trivial");
}

TEST(Detect, CasesOfAnElementMayComeInAnyOrder) {
  const std::string two = "sort S {a, b} var turn: [S] S none ";
  EXPECT_EQ(group_of(two + "action x(s: S) do turn[s] := if s = a then b else a"), "S{0,1}");
  EXPECT_EQ(group_of(two + "action x(s: S) do turn[s] := if b = s then a else b"), "S{0,1}");
  EXPECT_EQ(group_of(two + "action x(s: S) do turn[s] := if s = a then b else b"), "trivial");
  const std::string three = "sort S {a, b, c} var next: [S] S none ";
  EXPECT_EQ(group_of(three + "action x(s: S) do next[s] := if s = a then a else if s = b then b else c"), "S{0..2}");
  EXPECT_EQ(group_of(three + "action x(s: S) do next[s] := if s = c then a else if s = b then c else b"),
            "group of order 3");
  EXPECT_EQ(group_of(three + "action x(s: S) do next[s] := if s = a then b else a"), "trivial");
  EXPECT_EQ(group_of(three + "action x(s: S) do next[s] := if s = a then c else if s = b then c else c"), "S{0,1}");
  const std::string maybe = "sort S {a, b} var turn: [S] S none ";  // none is the rest, too
  EXPECT_EQ(group_of(maybe + "action x(s: S) do let t = turn[s]; turn[s] := if t = a then b else a"), "trivial");
}

TEST(Detect, KindsOfPropertiesCount) {
  const std::string text = "sort S[2] var x: [S] bool action a(s: S) do x[s] := true action b";
  EXPECT_EQ(group_of(text + " do assert not x[S#0] action c do assert not x[S#1]"), "S{0,1}");
  EXPECT_EQ(group_of(text + " do assert not x[S#0] action c do assert not x[S#1] as safety"), "trivial");
}

TEST(Detect, SequencesOfElementsHaveNoSymmetry) {
  ir::Builder b("sequences");
  const ir::SortId sort = b.sort("Proc", 3);
  b.variable("history", b.sequence_type(b.element_type(sort)));
  const symmetry::DetectedSymmetry found = detect(b.program());
  EXPECT_TRUE(found.group.trivial());
  ASSERT_EQ(found.notes.size(), 1u);
  EXPECT_EQ(found.notes[0].kind, DiagnosticKind::SymmetryLost);
}

TEST(Detect, ChecksGivenPermutations) {
  const auto program = peterson(3);
  const ir::Layout layout = *ir::Layout::make(*program);
  EXPECT_TRUE(is_symmetry(*program, layout, symmetry::Permutation({0, 2, 3, 1})));
  EXPECT_FALSE(is_symmetry(*program, layout, symmetry::Permutation({1, 0, 2, 3})));
}

}  // namespace
}  // namespace px::test
