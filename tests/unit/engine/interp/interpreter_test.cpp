// Expressions, statements and errors, each against a result derived by hand from docs/ir.md.
#include "engine/interp/interpreter.h"

#include <limits>

#include "tests/unit/engine/interp/run_program.h"

namespace px::interp {
namespace {

using ir::Builder;
using ir::Domain;
using ir::Op;

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// The value of an operation on two constants, or its error.
struct Computed {
  Values values;
  Errors errors;
};
Computed compute(Op op, int64_t x, int64_t y) {
  Builder b("compute");
  const ir::VariableId r = b.variable("r", b.integer_type());
  ir::ExprId value = b.binary(op, b.integer(x), b.integer(y));
  if (b.program().exprs[value].type == b.bool_type()) value = b.conditional(value, b.integer(1), b.integer(0));
  act(b, {b.assign(b.place(r), value)});
  const Ran ran(b);
  return {ran.values(r), ran.errors()};
}

TEST(Interpreter, ArithmeticTruncatesTowardsZero) {
  EXPECT_EQ(compute(Op::Div, -7, 2).values, Values{-3});
  EXPECT_EQ(compute(Op::Mod, -7, 3).values, Values{-1});
  EXPECT_EQ(compute(Op::Mod, 7, -3).values, Values{1});
  EXPECT_EQ(compute(Op::Shr, -8, 1).values, Values{-4});
  EXPECT_EQ(compute(Op::Shl, 3, 62).values, Values{static_cast<int64_t>(uint64_t{3} << 62)});
  EXPECT_EQ(compute(Op::BitXor, 12, 10).values, Values{6});
  EXPECT_EQ(compute(Op::Lesser, -7, 2).values, Values{-7});
  EXPECT_EQ(compute(Op::Greater, -7, 2).values, Values{2});
}

TEST(Interpreter, ArithmeticErrorsEndTheOutcome) {
  const auto expect_error = [](Op op, int64_t x, int64_t y, Event::Error error) {
    const Computed computed = compute(op, x, y);
    EXPECT_TRUE(computed.values.empty());
    EXPECT_EQ(computed.errors, Errors{error});
  };
  expect_error(Op::Div, 1, 0, Event::Error::DivisionByZero);
  expect_error(Op::Mod, 1, 0, Event::Error::DivisionByZero);
  expect_error(Op::Div, kMin, -1, Event::Error::Overflow);
  expect_error(Op::Mod, kMin, -1, Event::Error::Overflow);
  expect_error(Op::Add, kMax, 1, Event::Error::Overflow);
  expect_error(Op::Sub, kMin, 1, Event::Error::Overflow);
  expect_error(Op::Mul, kMax, 2, Event::Error::Overflow);
  expect_error(Op::Shl, 1, 64, Event::Error::ShiftDistance);
  expect_error(Op::Shr, 1, -1, Event::Error::ShiftDistance);
}

TEST(Interpreter, WrapReducesIntoTheRange) {
  Builder b("wrap");
  const ir::TypeId byte = b.int_type(0, 255);
  const ir::TypeId small = b.int_type(-32768, 32767);
  const ir::VariableId x = b.variable("x", byte);
  const ir::VariableId y = b.variable("y", small);
  act(b, {b.assign(b.place(x), b.wrap(b.integer(-1), byte)), b.assign(b.place(y), b.wrap(b.integer(32768), small))});
  const Ran ran(b);
  EXPECT_EQ(ran.values(x), Values{255});
  EXPECT_EQ(ran.values(y), Values{-32768});
}

TEST(Interpreter, QuantifiersFilterAndStop) {
  Builder b("quantifiers");
  const Domain range = Domain::range(1, 5);
  const ir::VariableId r = b.variable("r", b.array_type(Domain::range(0, 5), b.integer_type()));
  const auto odd = [&](ir::BindingId i) {
    return b.binary(Op::Eq, b.binary(Op::Mod, b.use(i), b.integer(2)), b.integer(1));
  };
  const auto store = [&](int64_t cell, ir::ExprId value) {
    return b.assign(b.index(b.place(r), b.integer(cell)), value);
  };
  const auto bit = [&](ir::ExprId truth) { return b.conditional(truth, b.integer(1), b.integer(0)); };
  ir::BindingId i = b.binding_over("i", range);
  ir::Block body = {store(0, b.quantifier(Op::Count, i, range, odd(i)))};
  body.push_back(store(1, b.quantifier(Op::Sum, i, range, odd(i), b.use(i))));
  body.push_back(store(2, b.quantifier(Op::Max, i, range, odd(i), b.unary(Op::Neg, b.use(i)))));
  body.push_back(store(3, bit(b.quantifier(Op::Forall, i, range, odd(i)))));
  // Stops at 1, before the division by zero at 5.
  const ir::ExprId reciprocal = b.binary(Op::Div, b.integer(8), b.binary(Op::Sub, b.integer(5), b.use(i)));
  body.push_back(store(4, bit(b.quantifier(Op::Exists, i, range, b.binary(Op::Eq, reciprocal, b.integer(2))))));
  act(b, body);
  const Ran ran(b);
  EXPECT_EQ(ran.values(r, 0), Values{3});
  EXPECT_EQ(ran.values(r, 1), Values{9});
  EXPECT_EQ(ran.values(r, 2), Values{-1});
  EXPECT_EQ(ran.values(r, 3), Values{0});
  EXPECT_EQ(ran.values(r, 4), Values{1});
  EXPECT_TRUE(ran.batch.events.empty());
}

TEST(Interpreter, MinimumOfNothingIsAnError) {
  Builder b("min");
  const Domain range = Domain::range(1, 5);
  const ir::VariableId r = b.variable("r", b.integer_type());
  const ir::BindingId i = b.binding_over("i", range);
  act(b, {b.assign(b.place(r), b.quantifier(Op::Min, i, range, b.boolean(false), b.use(i)))});
  Ran ran(b);
  EXPECT_EQ(ran.errors(), Errors{Event::Error::NoSuchElement});
  EXPECT_EQ(describe(ran.batch.events.at(0), ran.interpreter->program()), "there is nothing to take the least of");
}

TEST(Interpreter, IndexOutOfRangeEndsTheOutcome) {
  Builder b("index");
  const ir::VariableId a = b.variable("a", b.array_type(Domain::range(0, 2), b.int_type(0, 9)), {7});
  const ir::VariableId r = b.variable("r", b.int_type(0, 9), {5});
  act(b, {b.assign(b.place(r), b.read(b.index(b.place(a), b.integer(3)))),
          b.assign(b.index(b.place(a), b.integer(-1)), b.integer(1))});
  act(b, {b.assign(b.index(b.place(a), b.integer(-1)), b.integer(1))});
  act(b, {b.assign(b.index(b.place(a), b.integer(2)), b.integer(1))});
  const Ran ran(b);
  EXPECT_EQ(ran.values(r), Values{5});
  EXPECT_EQ(ran.values(a, 2), Values{1});
  EXPECT_EQ(ran.errors(), (Errors{Event::Error::IndexOutOfRange, Event::Error::IndexOutOfRange}));
  EXPECT_EQ(ran.batch.events[0].value, 3);
  EXPECT_EQ(ran.batch.events[1].value, -1);
}

TEST(Interpreter, ValueOutOfRangeEndsTheOutcome) {
  Builder b("value");
  const ir::VariableId r = b.variable("r", b.int_type(0, 9));
  act(b, {b.assign(b.place(r), b.integer(10))});
  act(b, {b.assign(b.place(r), b.integer(9))});
  const Ran ran(b);
  EXPECT_EQ(ran.values(r), Values{9});
  EXPECT_EQ(ran.errors(), Errors{Event::Error::ValueOutOfRange});
}

TEST(Interpreter, SimultaneousAssignmentReadsFirst) {
  Builder b("swap");
  const ir::TypeId digit = b.int_type(0, 9);
  const ir::VariableId x = b.variable("x", digit, {1});
  const ir::VariableId y = b.variable("y", digit, {2});
  act(b, {b.assign_all({b.place(x), b.place(y)}, {b.read(b.place(y)), b.read(b.place(x))})});
  const Ran ran(b);
  EXPECT_EQ(ran.values(x), Values{2});
  EXPECT_EQ(ran.values(y), Values{1});
}

TEST(Interpreter, ChoicesAreOutcomesInOrder) {
  Builder b("choices");
  const ir::VariableId r = b.variable("r", b.int_type(0, 99));
  const Domain digits = Domain::range(1, 3);
  const ir::BindingId i = b.binding_over("i", digits);
  const auto add = [&](ir::ExprId value) { return b.assign(b.place(r), b.binary(Op::Add, b.read(b.place(r)), value)); };
  const ir::ExprId not_two = b.binary(Op::Ne, b.use(i), b.integer(2));
  act(b, {b.choose(i, digits, {b.require(not_two), add(b.use(i))}),
          b.either({{add(b.integer(10))}, {b.fail("no")}, {add(b.integer(20))}}), add(b.integer(40))});
  const Ran ran(b);
  EXPECT_EQ(ran.values(r), (Values{51, 61, 53, 63}));
  EXPECT_EQ(ran.batch.events.size(), 2u);
}

TEST(Interpreter, ChoiceInsideALoopMultiplies) {
  Builder b("loop");
  const ir::VariableId r = b.variable("r", b.int_type(0, 99));
  const Domain rounds = Domain::range(1, 2);
  const ir::BindingId k = b.binding_over("k", rounds);
  const ir::BindingId i = b.binding_over("i", rounds);
  const ir::ExprId shifted = b.binary(Op::Add, b.binary(Op::Mul, b.read(b.place(r)), b.integer(10)), b.use(i));
  act(b, {b.for_each(k, rounds, {b.choose(i, rounds, {b.assign(b.place(r), shifted)})})});
  EXPECT_EQ(Ran(b).values(r), (Values{11, 12, 21, 22}));
}

TEST(Interpreter, WhileHasALimit) {
  Builder b("while");
  const ir::VariableId r = b.variable("r", b.int_type(0, 99));
  const auto more = [&](int64_t bound) { return b.binary(Op::Lt, b.read(b.place(r)), b.integer(bound)); };
  const auto up = [&] { return b.assign(b.place(r), b.binary(Op::Add, b.read(b.place(r)), b.integer(1))); };
  act(b, {b.while_loop(more(5), {up()}, 5)});
  act(b, {b.while_loop(more(6), {up()}, 5)});
  const Ran ran(b);
  EXPECT_EQ(ran.values(r), Values{5});
  EXPECT_EQ(ran.errors(), Errors{Event::Error::LoopLimit});
}

TEST(Interpreter, QueuesKeepTheirOrderAndClearBehind) {
  Builder b("queue");
  const ir::TypeId digit = b.int_type(0, 9);
  const ir::TypeId record = b.record_type({{"a", digit}, {"b", digit}});
  const ir::VariableId q = b.variable("q", b.queue_type(3, record));
  const ir::VariableId r = b.variable("r", b.array_type(Domain::range(0, 3), digit));
  const auto push = [&](int64_t x, int64_t y) { return b.push_sorted(b.place(q), {b.integer(x), b.integer(y)}); };
  const auto field = [&](int64_t position, uint32_t f) {
    return b.read(b.field(b.item(b.place(q), b.integer(position)), f));
  };
  const auto store = [&](int64_t cell, ir::ExprId v) { return b.assign(b.index(b.place(r), b.integer(cell)), v); };
  act(b, {push(3, 1), push(1, 2), push(3, 0), store(0, field(0, 0)), store(1, field(1, 1)), b.pop(b.place(q)),
          b.remove_at(b.place(q), b.integer(1)), store(2, b.queue_length(b.place(q))), store(3, field(0, 1)),
          b.pop(b.place(q))});
  const Ran ran(b);
  EXPECT_EQ(ran.values(r, 0), Values{1});
  EXPECT_EQ(ran.values(r, 1), Values{0});
  EXPECT_EQ(ran.values(r, 2), Values{1});
  EXPECT_EQ(ran.values(r, 3), Values{0});
  // After it is emptied, the queue is all zero bits again.
  const ir::VariableLayout& place = ran.interpreter->layout().variable(q);
  EXPECT_EQ(ir::read_bits(ran.batch.state(0), place.offset, 26), 0u);
}

TEST(Interpreter, QueueErrors) {
  Builder b("queue errors");
  const ir::TypeId record = b.record_type({{"a", b.int_type(0, 9)}});
  const ir::VariableId q = b.variable("q", b.queue_type(1, record));
  act(b, {b.pop(b.place(q))});
  act(b, {b.push(b.place(q), {b.integer(1)}), b.push(b.place(q), {b.integer(2)})});
  act(b, {b.remove_at(b.place(q), b.integer(0))});
  EXPECT_EQ(Ran(b).errors(), (Errors{Event::Error::QueueEmpty, Event::Error::QueueFull, Event::Error::NoSuchElement}));
}

TEST(Interpreter, SetsAreMasks) {
  Builder b("sets");
  const ir::SortId sort = b.sort("S", 5);
  const ir::TypeId set = b.set_type(Domain::of(b.whole(sort)));
  const ir::TypeId element = b.element_type(sort);
  const ir::VariableId s = b.variable("s", set, {0b00110});
  const ir::VariableId r = b.variable("r", b.integer_type());
  const auto single = [&](int64_t e) { return b.unary(Op::SetOf, b.constant(element, e)); };
  const ir::ExprId with = b.binary(Op::Union, b.read(b.place(s)), single(4));
  const ir::ExprId without = b.binary(Op::Difference, with, single(1));
  act(b, {b.assign(b.place(s), without), b.assign(b.place(r), b.unary(Op::Card, b.read(b.place(s))))},
      b.binary(Op::Member, b.constant(element, 2), b.read(b.place(s))));
  act(b, {}, b.binary(Op::Subset, single(3), b.read(b.place(s))));
  const Ran ran(b);
  EXPECT_EQ(ran.values(s), Values{0b10100});
  EXPECT_EQ(ran.values(r), Values{2});
}

TEST(Interpreter, CopyAndResetMoveWholeContainers) {
  Builder b("copy");
  const ir::TypeId row = b.array_type(Domain::range(0, 2), b.int_type(0, 9));
  const ir::VariableId m = b.variable("m", b.array_type(Domain::range(0, 1), row), {1, 2, 3, 4, 5, 6});
  const ir::VariableId v = b.variable("v", row);
  act(b, {b.copy(b.place(v), b.index(b.place(m), b.integer(1))), b.reset(b.index(b.place(m), b.integer(0)))});
  const Ran ran(b);
  EXPECT_EQ(ran.values(v, 0), Values{4});
  EXPECT_EQ(ran.values(v, 2), Values{6});
  EXPECT_EQ(ran.values(m, 2), Values{0});
  EXPECT_EQ(ran.values(m, 3), Values{4});
}

TEST(Interpreter, InitBlockMakesTheInitialStates) {
  Builder b("init");
  const Domain digits = Domain::range(0, 9);
  const ir::VariableId r = b.variable("r", b.int_type(0, 9));
  const ir::BindingId i = b.binding_over("i", digits);
  b.init({b.choose(i, digits, {b.require(b.binary(Op::Gt, b.use(i), b.integer(6))), b.assign(b.place(r), b.use(i))})});
  EXPECT_EQ(Ran(b).initial_count, 3u);
}

}  // namespace
}  // namespace px::interp
