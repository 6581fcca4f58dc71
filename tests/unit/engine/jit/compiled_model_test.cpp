// Tests each feature separately, native code against the interpreter; all of them together are in tests/differential.
#include "engine/jit/compiled_model.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

#include "engine/interp/interpreter.h"
#include "engine/ir/builder.h"
#include "tests/support/compare.h"
#include "tests/support/peterson.h"
#include "tests/support/program_of.h"

namespace px::jit {
namespace {

using namespace px::ir;

std::shared_ptr<const TransitionSystem> interpret(Program program) {
  auto made = interp::Interpreter::make(std::make_shared<const Program>(std::move(program)));
  PX_CHECK(made.ok());
  return std::shared_ptr<const TransitionSystem>(std::move(*made));
}

// Compiles the program, whole and in up to three parts, and compares both with the interpreter over its
// reachable states.
test::Comparison compare(Program program, uint64_t max_states = 3000) {
  const auto reference = interpret(std::move(program));
  test::Comparison result;
  for (const CompileOptions& how : {CompileOptions{}, CompileOptions{.threads = 3, .nodes_per_thread = 1}}) {
    auto compiled = compile(reference, how);
    EXPECT_TRUE(compiled.ok());
    if (!compiled) return {};
    result = test::compare(*reference, **compiled, max_states);
    EXPECT_EQ(result.difference, "");
  }
  return result;
}

// A model with a counter 0..top that one process advances cyclically, so that each feature is tested with many values.
struct Clockwork {
  explicit Clockwork(int64_t top, uint32_t processes = 2) : b("clockwork") {
    sort = b.sort("P", processes);
    family = b.whole(sort);
    home = b.location(family, "home");
    away = b.location(family, "away");
    clock = b.variable("clock", b.int_type(0, top));
    out = b.variable("out", b.integer_type());
    flag = b.variable("flag", b.bool_type());
    Action tick;
    tick.name = "tick";
    tick.body = {b.assign(b.place(clock), next(top))};
    b.action(tick);
  }
  ExprId next(int64_t top) { return b.binary(Op::Mod, b.binary(Op::Add, now(), b.integer(1)), b.integer(top + 1)); }
  ExprId now() { return b.read(b.place(clock)); }
  ExprId number(int64_t value) { return b.integer(value); }
  // The clock less `offset`: numbers of both signs.
  ExprId around(int64_t offset) { return b.binary(Op::Sub, now(), number(offset)); }
  void act(Block body, ExprId guard = {}) {
    Action a;
    a.name = "act";
    a.guard = guard;
    a.body = std::move(body);
    b.action(a);
  }
  void put(ExprId value) { act({b.assign(b.place(out), value)}); }
  void put_truth(ExprId value) { act({b.assign(b.place(flag), value)}); }
  // An action of process p that goes from `from` to `to`.
  template <class Body>
  void move(LocationId from, LocationId to, const Body& body, ExprId guard = {}) {
    const BindingId p = b.binding_over("p", Domain::of(family));
    Action a;
    a.name = "move";
    a.parameters.push_back({p, Domain::of(family)});
    a.movers = {{0, from, to}};
    a.guard = guard;
    a.body = body(p);
    b.action(a);
  }

  Builder b;
  SortId sort;
  FamilyId family;
  LocationId home, away;
  VariableId clock, out, flag;
};

TEST(CompiledModel, Peterson) {
  const test::Comparison two = compare(test::merged_peterson(2));
  EXPECT_TRUE(two.complete);
  EXPECT_EQ(two.events, 0u);
  const test::Comparison three = compare(test::merged_peterson(3));
  EXPECT_TRUE(three.complete);
  EXPECT_EQ(three.events, 0u);
}

class BinaryOperation : public testing::TestWithParam<Op> {};

TEST_P(BinaryOperation, AgreesForBothSigns) {
  Clockwork m(12);
  const TypeId small = m.b.int_type(-6, 6);
  const VariableId other = m.b.variable("other", small);
  m.act({m.b.assign(m.b.place(other), m.around(6))});
  m.put(m.b.binary(GetParam(), m.around(5), m.b.read(m.b.place(other))));
  m.put(m.b.binary(GetParam(), m.b.read(m.b.place(m.out)), m.around(5)));
  m.put(m.b.binary(GetParam(), m.now(), m.number(3)));
  compare(m.b.take());
}

INSTANTIATE_TEST_SUITE_P(All, BinaryOperation,
                         testing::Values(Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod, Op::Shl, Op::Shr, Op::BitAnd,
                                         Op::BitOr, Op::BitXor, Op::Lesser, Op::Greater, Op::Eq, Op::Ne, Op::Lt, Op::Le,
                                         Op::Gt, Op::Ge),
                         [](const auto& test) {
                           return std::string("op") + std::to_string(static_cast<int>(test.param));
                         });

TEST(CompiledModel, ArithmeticAtTheEndsOf64Bits) {
  for (const Op op : {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Mod}) {
    for (const int64_t extreme : {INT64_MIN, INT64_MAX}) {
      Clockwork m(4);
      m.put(m.b.binary(op, m.number(extreme), m.around(2)));
      m.put(m.b.unary(Op::Neg, m.b.read(m.b.place(m.out))));
      EXPECT_GT(compare(m.b.take()).events, 0u);
    }
  }
}

TEST(CompiledModel, UnaryOperationsAndConversions) {
  Clockwork m(9);
  m.put(m.b.unary(Op::Neg, m.around(5)));
  m.put(m.b.unary(Op::BitNot, m.around(5)));
  m.put(m.b.wrap(m.around(5), m.b.int_type(-4, 3)));
  m.put(m.b.wrap(m.b.binary(Op::Mul, m.around(5), m.number(77)), m.b.int_type(0, 255)));
  m.put(m.b.unary(Op::IndexOf, m.b.element_at(m.around(2), m.sort)));
  m.put(m.b.conditional(m.b.binary(Op::Lt, m.now(), m.number(4)), m.now(), m.number(-1)));
  m.put_truth(m.b.unary(Op::Not, m.b.read(m.b.place(m.flag))));
  EXPECT_GT(compare(m.b.take()).events, 0u);  // element_at outside the sort
}

TEST(CompiledModel, QuantifiersOverSmallAndLargeDomains) {
  for (const int64_t size : {3, 90}) {
    Clockwork m(10);
    const Domain d = Domain::range(-1, size - 2);
    const VariableId cells = m.b.variable("cells", m.b.array_type(d, m.b.int_type(0, 20)));
    const auto over = [&](Op op, bool filtered) {
      const BindingId x = m.b.binding_over("x", d);
      const auto cell = [&] { return m.b.read(m.b.index(m.b.place(cells), m.b.use(x))); };
      const ExprId filter = filtered ? m.b.binary(Op::Gt, cell(), m.now()) : ExprId{};
      const bool valued = op == Op::Sum || op == Op::Product || op == Op::Min || op == Op::Max;
      return m.b.quantifier(op, x, d, filter, valued ? m.b.binary(Op::Sub, cell(), m.b.use(x)) : ExprId{});
    };
    m.act({m.b.assign(m.b.index(m.b.place(cells), m.around(1)), m.now())});
    for (const Op op : {Op::Count, Op::Sum, Op::Product, Op::Min, Op::Max}) {
      m.put(over(op, true));
      if (op != Op::Count) m.put(over(op, false));
    }
    m.put_truth(over(Op::Forall, true));
    m.put_truth(over(Op::Exists, true));
    EXPECT_GT(compare(m.b.take(), 400).events, 0u);  // the minimum of nothing
  }
}

TEST(CompiledModel, Sets) {
  Clockwork m(5, 3);
  const TypeId over_sort = m.b.set_type(Domain::of(m.family));
  const TypeId wide = m.b.set_type(Domain::range(0, 63));
  const VariableId s = m.b.variable("s", over_sort);
  const VariableId t = m.b.variable("t", over_sort);
  const VariableId w = m.b.variable("w", wide);
  const auto read = [&](VariableId v) { return m.b.read(m.b.place(v)); };
  const auto element = [&] { return m.b.element_at(m.b.binary(Op::Mod, m.now(), m.number(3)), m.sort); };
  m.act({m.b.assign(m.b.place(s), m.b.binary(Op::Union, read(s), m.b.unary(Op::SetOf, element())))});
  m.act({m.b.assign(m.b.place(t), m.b.binary(Op::Difference, read(s), m.b.unary(Op::SetOf, element())))});
  m.act({m.b.assign(m.b.place(s), m.b.binary(Op::Intersect, read(s), read(t)))});
  m.act({m.b.assign(m.b.place(w), m.b.constant(wide, INT64_MIN + 5))});
  m.put(m.b.unary(Op::Card, read(w)));
  m.put_truth(m.b.binary(Op::Member, m.number(63), read(w)));
  m.put_truth(m.b.binary(Op::Member, m.around(1), read(w)));
  m.put_truth(m.b.binary(Op::Member, element(), read(t)));
  m.put_truth(m.b.binary(Op::Subset, read(t), read(s)));
  compare(m.b.take(), 1500);
}

TEST(CompiledModel, PlacesOfAllWidthsAndAlignments) {
  for (const int64_t hi : {1, 3, 5, 200, 1000, 70000, 1000000}) {
    for (const int64_t lo : {int64_t{0}, int64_t{-3}, int64_t{1}}) {
      if (lo > hi) continue;
      Clockwork m(6);
      const TypeId cell = m.b.int_type(lo, hi);
      const TypeId record = m.b.record_type({{"a", m.b.bool_type()}, {"b", cell}, {"c", m.b.int_type(0, 2)}});
      const VariableId grid =
          m.b.variable("grid", m.b.array_type(Domain::range(0, 6), m.b.array_type(Domain::of(m.family), record)));
      const VariableId plain = m.b.variable("plain", m.b.array_type(Domain::range(0, 6), cell), {lo < 1 ? 0 : 1});
      const VariableId mine = m.b.local(m.family, "mine", cell);
      m.move(m.home, m.away, [&](BindingId p) {
        const auto at = [&](uint32_t f) {
          return m.b.field(m.b.index(m.b.index(m.b.place(grid), m.now()), m.b.use(p)), f);
        };
        return Block{
            m.b.assign_all({at(1), m.b.index(m.b.place(plain), m.now()), m.b.index(m.b.place(mine), m.b.use(p))},
                           {m.number(hi), m.number(lo), m.number(hi)}),
            m.b.assign(at(0), m.b.boolean(true))};
      });
      m.move(m.away, m.home, [&](BindingId p) {
        return Block{m.b.reset(m.b.index(m.b.place(grid), m.now())),
                     m.b.copy(m.b.index(m.b.place(grid), m.next(6)), m.b.index(m.b.place(grid), m.now())),
                     m.b.assign(m.b.place(m.out), m.b.read(m.b.index(m.b.place(mine), m.b.use(p))))};
      });
      m.put(m.b.read(m.b.index(m.b.place(plain), m.now())));
      compare(m.b.take(), 400);
    }
  }
}

TEST(CompiledModel, CopyAndResetOfLongContainers) {
  Clockwork m(3);
  const TypeId row = m.b.array_type(Domain::range(0, 199), m.b.int_type(0, 255));
  const VariableId rows = m.b.variable("rows", m.b.array_type(Domain::range(0, 3), row));
  const BindingId i = m.b.binding_over("i", Domain::range(0, 199));
  const auto at = [&](ExprId index) { return m.b.index(m.b.place(rows), index); };
  const ExprId value = m.b.binary(Op::Add, m.b.use(i), m.now());
  m.act({m.b.for_each(i, Domain::range(0, 199), {m.b.assign(m.b.index(at(m.now()), m.b.use(i)), value)})});
  m.act({m.b.copy(at(m.next(3)), at(m.now()))});
  m.act({m.b.reset(at(m.now()))});
  m.act({m.b.reset(m.b.place(rows))});
  compare(m.b.take(), 300);
}

TEST(CompiledModel, CopyAndResetOfLongContainersThatBeginAnywhere) {
  Clockwork m(3);
  const TypeId row = m.b.array_type(Domain::range(0, 99), m.b.int_type(0, 127));
  const TypeId record = m.b.record_type({{"flag", m.b.bool_type()}, {"row", row}});
  const VariableId rows = m.b.variable("rows", m.b.array_type(Domain::range(0, 3), record));
  const BindingId i = m.b.binding_over("i", Domain::range(0, 99));
  const auto at = [&](ExprId index) { return m.b.index(m.b.place(rows), index); };
  const PlaceId cell = m.b.index(m.b.field(at(m.now()), 1), m.b.use(i));
  m.act({m.b.for_each(i, Domain::range(0, 99), {m.b.assign(cell, m.b.binary(Op::Add, m.b.use(i), m.now()))})});
  m.act({m.b.copy(at(m.next(3)), at(m.now()))});
  m.act({m.b.copy(m.b.field(at(m.number(2)), 1), m.b.field(at(m.now()), 1))});
  m.act({m.b.reset(m.b.field(at(m.now()), 1))});
  EXPECT_GT(compare(m.b.take(), 300).successors, 300u);
}

// Their cells are at as many separate places of the state as there are elements.
TEST(CompiledModel, CopyAndResetOfArraysOverManyElements) {
  Clockwork m(3, 70);
  const Domain elements = Domain::of(m.family);
  const TypeId table = m.b.array_type(elements, m.b.array_type(Domain::range(0, 4), m.b.int_type(0, 5)));
  const VariableId first = m.b.variable("first", table);
  const VariableId second = m.b.variable("second", table);
  const BindingId x = m.b.binding_over("x", elements);
  const PlaceId cell = m.b.index(m.b.index(m.b.place(first), m.b.use(x)), m.now());
  m.act({m.b.for_each(x, elements, {m.b.assign(cell, m.next(3))})});
  m.act({m.b.copy(m.b.place(second), m.b.place(first))});
  m.act({m.b.copy(m.b.place(first), m.b.place(second))});
  m.act({m.b.reset(m.b.place(first))});
  EXPECT_GT(compare(m.b.take(), 300).successors, 300u);
}

TEST(CompiledModel, IndexOutOfRangeIsAnEventAndEndsTheOutcome) {
  Clockwork m(4);
  const VariableId a = m.b.variable("a", m.b.array_type(Domain::range(0, 2), m.b.int_type(0, 9)));
  m.act({m.b.assign(m.b.index(m.b.place(a), m.now()), m.now()), m.b.assign(m.b.place(m.flag), m.b.boolean(true))});
  m.put(m.b.read(m.b.index(m.b.place(a), m.around(1))));
  const test::Comparison result = compare(m.b.take());
  EXPECT_GT(result.events, 0u);
}

TEST(CompiledModel, QueuesOfAllShapes) {
  for (const uint32_t capacity : {1u, 3u, 9u}) {
    for (const int64_t hi : {int64_t{2}, int64_t{300}, int64_t{1} << 40}) {
      Clockwork m(4);
      const TypeId record = m.b.record_type({{"x", m.b.int_type(-2, hi)}, {"y", m.b.bool_type()}});
      const TypeId queue = m.b.queue_type(capacity, record);
      const VariableId alone = m.b.variable("alone", queue);
      const VariableId channels = m.b.variable("channels", m.b.array_type(Domain::of(m.family), queue));
      const auto channel = [&] {
        return m.b.index(m.b.place(channels), m.b.element_at(m.b.binary(Op::Mod, m.now(), m.number(2)), m.sort));
      };
      const auto message = [&] { return std::vector<ExprId>{m.around(2), m.b.binary(Op::Gt, m.now(), m.number(1))}; };
      m.act({m.b.push(m.b.place(alone), message())});
      m.act({m.b.push_sorted(m.b.place(alone), message())});
      m.act({m.b.push_sorted(channel(), message())});
      m.act({m.b.pop(m.b.place(alone))});
      m.act({m.b.pop(channel())});
      m.act({m.b.remove_at(m.b.place(alone), m.around(1))});
      m.act({m.b.assign(m.b.field(m.b.item(channel(), m.around(1)), 0), m.number(1))});
      m.put(m.b.read(m.b.field(m.b.item(m.b.place(alone), m.now()), 0)));
      m.put(m.b.queue_length(channel()));
      EXPECT_GT(compare(m.b.take(), 600).events, 0u);  // full and empty queues
    }
  }
}

TEST(CompiledModel, ChoicesInsideAndOutsideLoops) {
  Clockwork m(3);
  const Domain d = Domain::range(0, 2);
  const BindingId x = m.b.binding_over("x", d);
  const BindingId y = m.b.binding_over("y", d);
  const BindingId loop = m.b.binding_over("loop", Domain::range(0, 1));
  const auto add = [&](ExprId e) {
    return m.b.assign(m.b.place(m.out),
                      m.b.wrap(m.b.binary(Op::Add, m.b.binary(Op::Mul, m.b.read(m.b.place(m.out)), m.number(3)), e),
                               m.b.int_type(0, 63)));
  };
  m.act({m.b.choose(x, d, {add(m.b.use(x)), m.b.require(m.b.binary(Op::Ne, m.b.use(x), m.now()))})});
  m.act({m.b.for_each(loop, Domain::range(0, 1), {m.b.choose(y, d, {add(m.b.use(y))})}),
         m.b.either({{add(m.number(1))}, {}, {m.b.fail("no")}}),
         m.b.if_else(m.b.read(m.b.place(m.flag)), {m.b.either({{add(m.number(2))}, {add(m.number(0))}})})});
  m.act({m.b.choose(m.b.binding_over("none", Domain::range(1, 0)), Domain::range(1, 0), {})});
  m.put_truth(m.b.boolean(true));
  EXPECT_GT(compare(m.b.take(), 500).successors, 500u);
}

TEST(CompiledModel, LoopsAndLets) {
  Clockwork m(5);
  const BindingId x = m.b.binding("x", m.b.integer_type());
  const auto out = [&] { return m.b.read(m.b.place(m.out)); };
  m.act({m.b.assign(m.b.place(m.out), m.number(0)),
         m.b.while_loop(m.b.binary(Op::Lt, out(), m.now()),
                        {m.b.assign(m.b.place(m.out), m.b.binary(Op::Add, out(), m.number(1)))}, 3)});
  m.act({m.b.let(x, m.b.binary(Op::Mul, m.now(), m.now()),
                 {m.b.assign(m.b.place(m.clock), m.number(0)), m.b.assign(m.b.place(m.out), m.b.use(x))})});
  const test::Comparison result = compare(m.b.take());
  EXPECT_GT(result.events, 0u);  // the loop's limit
}

// Hours of work in one step, by each kind of loop: native code returns soon after the search has ended.
class LongStep : public testing::TestWithParam<const char*> {};

TEST_P(LongStep, IsLeftWhenTheSearchIsOver) {
  const auto reference = interpret(test::program_of(std::string("var n: 0..9\nvar b: bool\n") + GetParam()));
  const auto compiled = compile(reference, {});
  ASSERT_TRUE(compiled.ok());
  std::atomic<bool> ended{false};
  const MemoryBudget budget(uint64_t{1} << 30);
  const Allowance allowance(ended, budget);
  std::vector<uint64_t> state(reference->words(), 0);
  SuccessorBatch batch(reference->words());
  batch.allowance = &allowance;
  const auto generator = (*compiled)->make_generator();
  std::thread limit([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    ended = true;
  });
  if ((*compiled)->program().invariants.empty()) {
    generator->expand(state.data(), 1, UINT32_MAX, batch);
  } else {
    generator->check(state.data(), 1, batch);
  }
  limit.join();
  EXPECT_TRUE(batch.cut_short);
  EXPECT_EQ(batch.count(), 0u);
}

INSTANTIATE_TEST_SUITE_P(
    All, LongStep,
    testing::Values("action a do { for i: 0..9999999 { for j: 0..9999999 { n := (n + i * j) % 10 } } }\n",
                    "action a do { for i: 0..199 { for j: 0..199 { for k: 0..199 { for l: 0..199 { for m: 0..199 {"
                    " n := (n * 3 + i + j * k + l * m) % 10 } } } } } }\n",
                    "action a do { while n < 5 limit 1000000000000 { n := (n + 1) % 5 } }\n",
                    "action a when (sum i: 0..60000. sum j: 0..60000. (i * j + n) % 7) > n do b := true\n",
                    "invariant all: forall i: 0..999999. forall j: 0..999999. i * j + n > -5\n"));

TEST(CompiledModel, AssertionsInvariantsAndDeadlocks) {
  Clockwork m(3);
  m.act({m.b.assertion(m.b.binary(Op::Ne, m.now(), m.number(2)), "not two")});
  m.b.invariant("small", m.b.binary(Op::Lt, m.now(), m.number(3)));
  EXPECT_GT(compare(m.b.take()).events, 1u);

  for (const bool valid_end : {false, true}) {
    for (const bool allowed : {false, true}) {
      Builder b("deadlock");
      const FamilyId family = b.whole(b.sort("P", 2));
      const LocationId start = b.location(family, "start");
      const LocationId end = b.location(family, "end");
      b.location_info(end).valid_end = valid_end;
      const BindingId p = b.binding_over("p", Domain::of(family));
      Action a;
      a.parameters.push_back({p, Domain::of(family)});
      a.movers = {{0, start, end}};
      b.action(a);
      DeadlockRule rule;
      if (allowed) rule.allowed = b.boolean(true);
      b.deadlock_rule(rule);
      EXPECT_EQ(compare(b.take()).events, valid_end || allowed ? 0u : 1u);
    }
  }
}

TEST(CompiledModel, RendezvousOfProcessesOfOneSortAndGuardsThatNameParameters) {
  Clockwork m(2, 4);
  const VariableId partner = m.b.local(m.family, "partner", m.b.element_type(m.sort, true), {-1});
  for (const bool fixed : {false, true}) {
    const BindingId p = m.b.binding_over("p", Domain::of(m.family));
    const BindingId q = m.b.binding_over("q", Domain::of(m.family));
    const auto partner_of = [&](BindingId x) { return m.b.index(m.b.place(partner), m.b.use(x)); };
    Action meet;
    meet.parameters.push_back({q, Domain::of(m.family)});
    meet.parameters.push_back({p, Domain::of(m.family)});
    meet.movers = {{1, fixed ? m.away : m.home, fixed ? m.home : m.away},
                   {0, fixed ? m.away : m.home, fixed ? m.home : m.away}};
    if (fixed) meet.guard = m.b.binary(Op::Eq, m.b.use(q), m.b.read(partner_of(p)));
    meet.body = {m.b.assign_all({partner_of(p), partner_of(q)}, {m.b.use(q), m.b.use(p)})};
    m.b.action(meet);
  }
  EXPECT_TRUE(compare(m.b.take()).complete);
}

// An error in one part of a guard is reported for some arguments although another part is false for them: one that does
// not depend on the arguments, or one that leaves a single candidate.
TEST(CompiledModel, ErrorsInGuardsAreMetWhateverStandsBehind) {
  for (const bool candidate : {false, true}) {
    Clockwork m(2);
    const Domain d = Domain::range(0, 2);
    const VariableId a = m.b.variable("a", m.b.array_type(d, m.b.bool_type()));
    const BindingId i = m.b.binding_over("i", d);
    const PlaceId cell = m.b.index(m.b.place(a), m.b.binary(Op::Add, m.now(), m.b.use(i)));
    const ExprId behind = candidate ? m.b.binary(Op::Eq, m.b.use(i), m.b.integer(0)) : m.b.read(m.b.place(m.flag));
    Action act;
    act.name = "act";
    act.parameters.push_back({i, d});
    act.guard = m.b.binary(Op::And, m.b.read(cell), behind);
    act.body = {m.b.assign(m.b.place(m.out), m.b.integer(1))};
    m.b.action(act);
    EXPECT_EQ(compare(m.b.take()).events, 3u);  // the clock shows 1: i = 2; it shows 2: i = 1 and 2
  }
}

// The range of one item is narrower than the range of all items.
TEST(CompiledModel, SumsOfSmallAndLargeItems) {
  Clockwork m(3);
  const VariableId large = m.b.variable("large", m.b.integer_type(), {INT64_MAX - 1});
  const Domain d = Domain::range(0, 1);
  for (const int64_t first : {0, 1}) {
    const BindingId x = m.b.binding_over("x", d);
    const ExprId is_first = m.b.binary(Op::Eq, m.b.use(x), m.b.integer(first));
    const ExprId item = m.b.conditional(is_first, m.b.read(m.b.place(large)), m.now());
    m.put(m.b.quantifier(Op::Sum, x, d, {}, item));
  }
  EXPECT_GT(compare(m.b.take()).events, 0u);
}

// Interned sequences that grow at both ends and shrink again; items are read whether they exist or not.
TEST(CompiledModel, InternedSequences) {
  Clockwork m(3);
  Builder& b = m.b;
  const TypeId type = b.sequence_type(b.int_type(0, 3));
  const VariableId line = b.variable("line", type);
  const auto value = [&] { return b.read(b.place(line)); };
  const auto length = [&] { return b.unary(Op::SeqLength, value()); };
  const auto shorter_than = [&](int64_t most) { return b.binary(Op::Lt, length(), b.integer(most)); };
  const auto any = [&] { return b.binary(Op::Gt, length(), b.integer(0)); };
  const auto change = [&](ExprId to, ExprId guard) { m.act({b.assign(b.place(line), to)}, guard); };
  change(b.binary(Op::SeqAppend, value(), m.now()), shorter_than(3));
  change(b.binary(Op::SeqPrepend, m.now(), value()), shorter_than(2));
  change(b.binary(Op::SeqConcat, value(), value()), shorter_than(2));
  change(b.unary(Op::SeqTail, value()), any());
  change(b.unary(Op::SeqFront, value()), any());
  m.put(b.binary(Op::SeqAt, value(), m.now()));
  const test::Comparison result = compare(b.take(), 2000);
  EXPECT_GT(result.states, 100u);
  EXPECT_GT(result.events, 0u) << "items beyond the end";
}

// Locations 0..n-1 of one process family, as a chain of atomic or deterministic ones.
TEST(CompiledModel, AtomicSequencesComeInOrder) {
  Builder b("atomic");
  const SortId sort = b.sort("P", 3);
  const FamilyId family = b.whole(sort);
  std::vector<LocationId> at;
  for (int i = 0; i < 6; ++i) at.push_back(b.location(family, "L" + std::to_string(i)));
  b.location_info(at[1]).atomic = true;
  b.location_info(at[2]).atomic = true;
  b.location_info(at[4]).deterministic = true;
  const VariableId n = b.variable("n", b.int_type(0, 7));
  const auto move = [&](int from, int to, int64_t add, bool branch) {
    const BindingId p = b.binding_over("p", Domain::of(family));
    const BindingId x = b.binding_over("x", Domain::range(0, 1));
    const auto sum = [&](ExprId e) { return b.wrap(b.binary(Op::Add, b.read(b.place(n)), e), b.int_type(0, 7)); };
    Action a;
    a.parameters.push_back({p, Domain::of(family)});
    a.movers = {{0, at[static_cast<size_t>(from)], at[static_cast<size_t>(to)]}};
    const StatementId step = b.assign(b.place(n), sum(b.integer(add)));
    a.body =
        branch ? Block{step, b.choose(x, Domain::range(0, 1), {b.assign(b.place(n), sum(b.use(x)))})} : Block{step};
    b.action(a);
  };
  move(0, 1, 1, true);
  move(0, 5, 2, false);  // plain successors between sequences
  move(0, 1, 3, false);
  move(1, 2, 1, true);
  move(1, 3, 1, false);
  move(2, 3, 0, true);
  move(3, 4, 1, true);
  move(4, 5, 5, true);  // only the first outcome counts
  move(4, 0, 6, false);
  move(5, 0, 1, false);
  const test::Comparison result = compare(b.take(), 2000);
  EXPECT_GT(result.successors, result.states);
  EXPECT_EQ(result.events, 0u);
}

TEST(CompiledModel, SequencesThatStopOrRunInACircle) {
  for (const int64_t circle : {1, 2, 5, 13}) {
    Builder b("circle");
    const FamilyId family = b.whole(b.sort("P", 2));
    const LocationId out = b.location(family, "out");
    const LocationId in = b.location(family, "in");
    const LocationId stuck = b.location(family, "stuck");
    b.location_info(in).atomic = true;
    b.location_info(stuck).deterministic = true;
    const VariableId n = b.variable("n", b.int_type(0, 20));
    const auto move = [&](LocationId from, LocationId to, ExprId guard, Block body) {
      const BindingId p = b.binding_over("p", Domain::of(family));
      Action a;
      a.parameters.push_back({p, Domain::of(family)});
      a.movers = {{0, from, to}};
      a.guard = guard;
      a.body = std::move(body);
      b.action(a);
    };
    const auto next = [&](int64_t top) {
      return b.binary(Op::Mod, b.binary(Op::Add, b.read(b.place(n)), b.integer(1)), b.integer(top));
    };
    move(out, in, {}, {});
    move(in, in, b.binary(Op::Lt, b.read(b.place(n)), b.integer(circle)), {b.assign(b.place(n), next(circle))});
    move(out, out, {}, {b.assign(b.place(n), next(20))});
    move(out, stuck, b.binary(Op::Eq, b.read(b.place(n)), b.integer(17)), {});
    EXPECT_GT(compare(b.take(), 300).events, 1u);
  }
}

TEST(CompiledModel, TimeoutControlTestsAndGoto) {
  Clockwork m(3, 3);
  const LocationId last = m.b.location(m.family, "last");
  const auto p0 = [&] { return m.b.constant(m.b.element_type(m.sort), 0); };
  m.move(
      m.home, m.away, [&](BindingId) { return Block{}; }, m.b.binary(Op::Eq, m.now(), m.number(1)));
  m.move(
      m.away, last, [&](BindingId) { return Block{m.b.go_to(p0(), m.home)}; }, m.b.timeout());
  m.put(m.b.location_index(m.b.element_at(m.b.binary(Op::Mod, m.now(), m.number(3)), m.sort), m.family));
  m.put(m.b.location_index(m.b.constant(m.b.element_type(m.sort, true), -1), m.family));
  m.put_truth(m.b.can_move(p0(), m.family));
  m.put_truth(m.b.at(m.b.constant(m.b.element_type(m.sort, true), -1), m.home));
  compare(m.b.take());

  Builder b("waiting");
  const FamilyId family = b.whole(b.sort("P", 2));
  const LocationId start = b.location(family, "start");
  const LocationId end = b.location(family, "end");
  const VariableId n = b.variable("n", b.int_type(0, 3));
  for (const bool waits : {false, true}) {
    const BindingId p = b.binding_over("p", Domain::of(family));
    Action a;
    a.parameters.push_back({p, Domain::of(family)});
    a.movers = {{0, start, waits ? end : start}};
    a.guard = waits ? b.timeout() : b.binary(Op::Lt, b.read(b.place(n)), b.integer(3));
    if (!waits) a.body = {b.assign(b.place(n), b.binary(Op::Add, b.read(b.place(n)), b.integer(1)))};
    b.action(a);
  }
  EXPECT_TRUE(compare(b.take()).complete);
}

// Families too large to unroll, locations too large for one function, states too large for registers.
TEST(CompiledModel, LargeModels) {
  Builder b("large");
  const FamilyId family = b.whole(b.sort("P", 40));
  const VariableId cells = b.local(family, "cells", b.array_type(Domain::range(0, 9), b.int_type(0, 3)));
  std::vector<LocationId> at;
  for (int i = 0; i < 60; ++i) at.push_back(b.location(family, "L" + std::to_string(i)));
  for (size_t i = 0; i < at.size(); ++i) {
    for (int copy = 0; copy < 3; ++copy) {
      const BindingId p = b.binding_over("p", Domain::of(family));
      const auto cell = [&](int64_t c) { return b.index(b.index(b.place(cells), b.use(p)), b.integer(c)); };
      Action a;
      a.parameters.push_back({p, Domain::of(family)});
      a.movers = {{0, at[i], at[(i * 7 + static_cast<size_t>(copy) + 1) % at.size()]}};
      a.guard = b.binary(Op::Le, b.read(cell(copy)), b.integer(2));
      a.body = {b.assign(cell(copy),
                         b.binary(Op::Mod, b.binary(Op::Add, b.read(cell(copy + 1)), b.integer(1)), b.integer(4)))};
      b.action(a);
    }
  }
  for (int i = 0; i < 200; ++i) {
    Action a;
    const auto cell = [&] {
      return b.index(b.index(b.place(cells), b.constant(b.domain_type(Domain::of(family)), i % 40)), b.integer(i % 10));
    };
    a.guard = b.binary(Op::Eq, b.read(cell()), b.integer(3));
    a.body = {b.assign(cell(), b.integer(0))};
    b.action(a);
  }
  compare(b.take(), 60);
}

TEST(CompiledModel, ListsItsCode) {
  const auto reference = interpret(test::merged_peterson(3));
  CompileListing listing;
  ASSERT_TRUE(compile(reference, {}, &listing).ok());
  EXPECT_NE(listing.llvm.find("define"), std::string::npos);
  EXPECT_NE(listing.assembly.find("expand"), std::string::npos);
}

}  // namespace
}  // namespace px::jit
