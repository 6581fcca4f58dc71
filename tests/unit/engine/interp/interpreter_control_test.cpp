// Movers, atomic and deterministic sequences, timeout, enabled, deadlock: the section "Successors" of docs/ir.md.
#include "tests/unit/engine/interp/run_program.h"

namespace px::interp {
namespace {

using ir::Builder;
using ir::Domain;
using ir::LocationId;
using ir::Op;

// A family of processes whose locations are created on demand.
struct Processes {
  explicit Processes(Builder& builder, uint32_t count, const char* name = "P") : b(builder) {
    family = b.whole(b.sort(name, count));
  }
  LocationId location(const char* name) { return b.location(family, name); }
  // from -> to, with `body` made for the moving process.
  void step(LocationId from, LocationId to, const std::function<ir::Block(ir::ExprId)>& body = {},
            ir::ExprId guard = {}) {
    const ir::BindingId p = b.binding_over("p", Domain::of(family));
    ir::Action action;
    action.name = "step" + std::to_string(b.program().actions.size());
    action.parameters = {{p, Domain::of(family)}};
    action.movers = {{0, from, to}};
    action.guard = guard;
    if (body) action.body = body(b.use(p));
    b.action(std::move(action));
  }
  Builder& b;
  ir::FamilyId family;
};

struct Counter {
  explicit Counter(Builder& builder) : b(builder), variable(b.variable("x", b.int_type(0, 99))) {}
  ir::StatementId add(int64_t n) {
    return b.assign(b.place(variable), b.binary(Op::Add, b.read(b.place(variable)), b.integer(n)));
  }
  ir::ExprId is(int64_t n) { return b.binary(Op::Eq, b.read(b.place(variable)), b.integer(n)); }
  Builder& b;
  ir::VariableId variable;
};

TEST(InterpreterControl, AtomicSequenceIsOneSuccessorPerPath) {
  Builder b("atomic");
  Processes p(b, 1);
  Counter x(b);
  const LocationId start = p.location("start"), middle = p.location("middle"), end = p.location("end");
  b.location_info(middle).atomic = true;
  p.step(start, middle, [&](ir::ExprId) { return ir::Block{x.add(1)}; });
  p.step(middle, end, [&](ir::ExprId) { return ir::Block{x.add(10)}; });
  p.step(middle, end, [&](ir::ExprId) { return ir::Block{x.add(20)}; });
  const Ran ran(b);
  EXPECT_EQ(ran.values(x.variable), (Values{11, 21}));
}

TEST(InterpreterControl, BlockedAtomicSequenceIsASuccessor) {
  Builder b("blocked");
  Processes p(b, 2);
  Counter x(b);
  const LocationId start = p.location("start"), middle = p.location("middle"), end = p.location("end");
  b.location_info(middle).atomic = true;
  p.step(start, middle, [&](ir::ExprId) { return ir::Block{x.add(1)}; });
  p.step(middle, end, {}, x.is(2));
  Ran ran(b);
  EXPECT_EQ(ran.values(x.variable), (Values{1, 1}));
  // Both processes can move then; with x = 2 the sequence runs to its end.
  ran.expand(ran.batch.state(0));
  EXPECT_EQ(ran.values(x.variable), Values{2});
}

TEST(InterpreterControl, DeterministicSequenceTakesTheFirst) {
  Builder b("deterministic");
  Processes p(b, 1);
  Counter x(b);
  const LocationId start = p.location("start"), middle = p.location("middle"), end = p.location("end");
  b.location_info(middle).deterministic = true;
  p.step(start, middle);
  p.step(
      middle, end, [&](ir::ExprId) { return ir::Block{x.add(5)}; }, x.is(7));
  p.step(middle, end, [&](ir::ExprId) { return ir::Block{x.add(10)}; });
  p.step(middle, end, [&](ir::ExprId) { return ir::Block{x.add(20)}; });
  EXPECT_EQ(Ran(b).values(x.variable), Values{10});
}

TEST(InterpreterControl, BlockedDeterministicSequenceIsAnError) {
  Builder b("d_step");
  Processes p(b, 1);
  Counter x(b);
  const LocationId start = p.location("start"), middle = p.location("middle"), end = p.location("end");
  b.location_info(middle).deterministic = true;
  p.step(start, middle);
  p.step(middle, end, {}, x.is(7));
  const Ran ran(b);
  EXPECT_EQ(ran.batch.count(), 0u);
  EXPECT_EQ(ran.kinds(), Kinds{Event::Kind::Blocked});
}

TEST(InterpreterControl, AtomicCycleIsAnError) {
  Builder b("cycle");
  Processes p(b, 1);
  const LocationId start = p.location("start"), a = p.location("a"), c = p.location("c"), end = p.location("end");
  b.location_info(a).atomic = true;
  b.location_info(c).atomic = true;
  p.step(start, a);
  p.step(a, c);
  p.step(c, a);
  p.step(c, end);
  const Ran ran(b);
  EXPECT_EQ(ran.batch.count(), 1u);
  EXPECT_EQ(ran.errors(), Errors{Event::Error::AtomicCycle});
}

TEST(InterpreterControl, TwoMoversAreDifferentAndTheLastKeepsControl) {
  Builder b("rendezvous");
  Processes p(b, 2);
  Counter x(b);
  const LocationId start = p.location("start"), sent = p.location("sent"), got = p.location("got");
  const LocationId end = p.location("end");
  b.location_info(sent).atomic = true;  // the sender's: lost
  b.location_info(got).atomic = true;   // the receiver's: kept
  const Domain all = Domain::of(p.family);
  const ir::BindingId s = b.binding_over("s", all), r = b.binding_over("r", all);
  ir::Action meet;
  meet.name = "meet";
  meet.parameters = {{s, all}, {r, all}};
  meet.movers = {{0, start, sent}, {1, start, got}};
  b.action(std::move(meet));
  p.step(sent, end, [&](ir::ExprId) { return ir::Block{x.add(1)}; });
  p.step(got, end, [&](ir::ExprId) { return ir::Block{x.add(10)}; });
  const Ran ran(b);
  EXPECT_EQ(ran.values(x.variable), (Values{10, 10}));  // 0 sends to 1, 1 sends to 0
}

TEST(InterpreterControl, TimeoutOnlyWhenNothingElseMoves) {
  Builder b("timeout");
  Counter x(b);
  act(b, {x.add(1)}, x.is(0));
  act(b, {x.add(50)}, b.timeout());
  Ran ran(b);
  EXPECT_EQ(ran.values(x.variable), Values{1});
  ran.expand(ran.batch.state(0));
  EXPECT_EQ(ran.values(x.variable), Values{51});
}

TEST(InterpreterControl, EnabledAsksForAnExecutableAction) {
  Builder b("enabled");
  Processes p(b, 2);
  Counter x(b);
  const LocationId start = p.location("start"), end = p.location("end");
  const ir::BindingId q = b.binding_over("q", Domain::of(p.family));
  p.step(start, end, {}, x.is(1));
  act(b, {x.add(1)},
      b.unary(Op::Not, b.quantifier(Op::Exists, q, Domain::of(p.family), b.can_move(b.use(q), p.family))));
  Ran ran(b);
  EXPECT_EQ(ran.values(x.variable), Values{1});
  ran.expand(ran.batch.state(0));
  EXPECT_EQ(ran.batch.count(), 2u);
}

TEST(InterpreterControl, DeadlockUnlessAllMayStop) {
  for (const bool may_stop : {false, true}) {
    Builder b("deadlock");
    Processes p(b, 2);
    const LocationId start = p.location("start");
    b.location_info(start).valid_end = may_stop;
    EXPECT_EQ(Ran(b).kinds(), may_stop ? Kinds{} : Kinds{Event::Kind::Deadlock});
  }
}

TEST(InterpreterControl, InvariantsAndAssertionsAreEvents) {
  Builder b("properties");
  Counter x(b);
  b.invariant("positive", b.binary(Op::Gt, b.read(b.place(x.variable)), b.integer(0)));
  act(b, {x.add(1), b.assertion(x.is(2), "x == 2"), x.add(1)});
  const Ran ran(b);
  EXPECT_EQ(ran.kinds(), (Kinds{Event::Kind::Invariant, Event::Kind::Assertion}));
  EXPECT_EQ(ran.values(x.variable), Values{2});
}

TEST(InterpreterControl, ExplainNamesActionsArgumentsAndOutput) {
  Builder b("explain");
  Processes p(b, 2);
  const LocationId start = p.location("start"), middle = p.location("middle"), end = p.location("end");
  b.location_info(middle).atomic = true;
  p.step(start, middle, [&](ir::ExprId self) { return ir::Block{b.print("I am %d%%", {b.unary(Op::IndexOf, self)})}; });
  p.step(middle, end, [&](ir::ExprId) { return ir::Block{b.assertion(b.boolean(false), "never")}; });
  auto interpreter = std::move(*Interpreter::make(std::make_shared<const ir::Program>(b.take())));
  SuccessorBatch initial(interpreter->words());
  interpreter->initial_states(initial);
  const Explanation explanation = interpreter->explain(initial.state(0));
  ASSERT_EQ(explanation.steps.size(), 2u);
  ASSERT_EQ(explanation.steps[1].micro_steps.size(), 2u);
  EXPECT_EQ(explanation.steps[1].micro_steps[0].arguments, std::vector<int64_t>{1});
  EXPECT_EQ(explanation.steps[1].micro_steps[0].output, std::vector<std::string>{"I am 1%"});
  ASSERT_EQ(explanation.events.size(), 2u);
  EXPECT_EQ(explanation.events[0].before.size(), 1u);
  EXPECT_EQ(explanation.events[0].action, ir::ActionId(1));
}

}  // namespace
}  // namespace px::interp
