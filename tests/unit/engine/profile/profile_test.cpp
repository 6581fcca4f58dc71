// What the first states of small programs tell of their variables and steps.
#include <gtest/gtest.h>

#include "engine/profile/first_states.h"
#include "engine/profile/local_waits.h"
#include "engine/profile/part_profile.h"
#include "engine/profile/unread.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::profile {
namespace {

class Sample {
 public:
  explicit Sample(std::string_view text)
      : interpreter_(
            std::move(*interp::Interpreter::make(std::make_shared<const ir::Program>(ir::samples::program(text))))) {}

  const interp::Interpreter& interpreter() const { return *interpreter_; }
  const ir::Program& program() const { return interpreter_->program(); }
  FirstStates states(uint64_t most = 1000) const { return first_states(*interpreter_, {.states = most}, false); }
  PartProfile part(std::string_view name, std::string_view path, const FirstStates& seen) const {
    for (PartProfile& part : profile_parts(program(), interpreter_->layout(), seen)) {
      if (program().variables[part.variable].name == name && part.path == path) return std::move(part);
    }
    ADD_FAILURE() << "no part " << name << path;
    return {};
  }
  std::vector<std::string> unread() const {
    std::vector<std::string> names;
    for (const UnreadPart& part : find_unread(program())) {
      std::string name = program().variables[part.variable].name;
      if (part.field) name += '.' + std::to_string(*part.field);
      if (part.invariants_read) name += " but by invariants";
      names.push_back(std::move(name));
    }
    return names;
  }
  std::vector<std::string> local_waits(const FirstStates& seen) const {
    const auto independence = por::Independence::make(program(), interpreter_->layout());
    std::vector<std::string> names;
    for (const LocalWait& wait : find_local_waits(*independence, seen.rows).locations) {
      names.push_back(program().locations[wait.location].name + ' ' + std::to_string(wait.states));
    }
    return names;
  }

 private:
  std::unique_ptr<interp::Interpreter> interpreter_;
};

using Names = std::vector<std::string>;

TEST(FirstStates, CountsStatesLevelsAndWhoMadeThem) {
  const Sample grid("var a: 0..3\nvar b: 0..3\naction x when a < 3 do a := a + 1\naction y when b < 3 do b := b + 1\n");
  const FirstStates all = grid.states();
  EXPECT_EQ(all.end, FirstStates::End::Complete);
  EXPECT_EQ(all.rows.count(), 16U);
  EXPECT_EQ(all.steps, 24U);
  EXPECT_EQ(all.depth(), 6U);
  EXPECT_EQ(all.taken, (std::vector<uint64_t>{12, 12}));
  EXPECT_EQ(all.made[0] + all.made[1], 15U);
  const FirstStates only = first_states_only(grid.interpreter(), {});
  EXPECT_EQ(only.rows.count(), 16U);
  EXPECT_EQ(only.depth(), 6U);
}

TEST(FirstStates, EndAtTheLimit) {
  const Sample counter("var n: 0..1000000\naction up do n := n + 1\n");
  const FirstStates some = counter.states(50);
  EXPECT_EQ(some.end, FirstStates::End::States);
  EXPECT_EQ(some.rows.count(), 50U);
  const FirstStates none = first_states(counter.interpreter(), {.until = std::chrono::steady_clock::now()}, false);
  EXPECT_EQ(none.end, FirstStates::End::Time);
}

TEST(PartProfile, TellsGrowthFromBounds) {
  const Sample two("var n: 0..1000000\nvar k: 0..200\naction up do { n := n + 1; k := (k + 1) % 3 }\n");
  const FirstStates seen = two.states(100);
  const PartProfile n = two.part("n", "", seen);
  EXPECT_TRUE(n.grows);
  EXPECT_EQ(n.hi, 99);
  const PartProfile k = two.part("k", "", seen);
  EXPECT_FALSE(k.grows);
  EXPECT_EQ(k.values.size(), 3U);
  EXPECT_EQ(k.bits(), 8U);
  EXPECT_EQ(k.bits_of_seen(), 2U);
}

TEST(PartProfile, LooksIntoQueuesAndRecords) {
  const Sample queue(R"(
var q: queue[4] {a: 0..9, b: 0..9}
var r: [0..2] {x: 0..9, y: bool}
action send when len(q) < 2 do push q(7, 3)
action set do r[1].x := 5
)");
  const FirstStates seen = queue.states();
  EXPECT_EQ(queue.part("q", ": length", seen).hi, 2);
  const PartProfile a = queue.part("q", ": field 1", seen);
  EXPECT_EQ(a.cells, 4U);
  EXPECT_EQ(a.lo, 7);
  EXPECT_EQ(a.hi, 7);
  EXPECT_EQ(queue.part("r", ".x", seen).hi, 5);
  EXPECT_EQ(queue.part("r", ".y", seen).values.size(), 1U);
}

TEST(Unread, FollowsWhatMatters) {
  const Sample model(R"(
var read: 0..9
var copied: 0..9
var counter: 0..255
var checked: 0..9
var chained: 0..9
action a when read < 9 do { read := copied; counter := counter + 1; checked := 3; chained := counter }
invariant small: checked < 9
)");
  EXPECT_EQ(model.unread(), (Names{"counter", "checked but by invariants", "chained"}));
}

TEST(Unread, TellsFieldsOfMessagesApart) {
  const Sample model(R"(
var q: queue[2] {kind: 0..3, body: 0..3}
var got: 0..3
action send when len(q) < 2 do push q(1, 2)
action receive when len(q) > 0 do { got := q[0].kind; pop q }
action use when got = 1 do got := 0
)");
  EXPECT_EQ(model.unread(), Names{"q.1"});
}

TEST(Unread, MasksJustItsBits) {
  const Sample model("var a: 0..3\nvar b: [0..1] 0..3\naction x do { a := 1; b[0] := 1; b[1] := 2 }\n");
  const std::vector<UnreadPart> parts = find_unread(model.program());
  ASSERT_EQ(parts.size(), 2U);
  const ir::Layout& layout = model.interpreter().layout();
  EXPECT_EQ(__builtin_popcountll(bits_of_part(model.program(), layout, parts[0])[0]), 2);
  EXPECT_EQ(__builtin_popcountll(bits_of_part(model.program(), layout, parts[1])[0]), 4);
}

constexpr std::string_view kWorkers = R"(
sort P[2]
process P { idle, ready, done }
local P.x: 0..3
var shared: 0..9
action begin(p: P) at idle -> ready when shared < 9 do shared := shared + 1
action work(p: P) at ready -> done do x[p] := 2
action finish(p: P) at done -> idle when x[p] = 2 do shared := 0
)";

TEST(LocalWaits, AreWhereOnlyOwnThingsAreTouched) {
  const Sample workers(kWorkers);
  const FirstStates seen = workers.states();
  const Names waits = workers.local_waits(seen);
  ASSERT_EQ(waits.size(), 1U);
  EXPECT_EQ(waits[0].substr(0, 6), "ready ");
}

TEST(LocalWaits, AreNoneWhereAPropertyLooks) {
  const Sample workers(std::string(kWorkers) + "invariant all: forall p: P. x[p] < 3\n");
  EXPECT_EQ(workers.local_waits(workers.states()), Names{});
}

TEST(LocalWaits, LeaveOneLocationOfACycle) {
  const Sample spinning(R"(
sort P[2]
process P { begin, a, b }
local P.x: 0..3
action start(p: P) at begin -> a
action there(p: P) at a -> b do x[p] := (x[p] + 1) % 4
action back(p: P) at b -> a
)");
  EXPECT_EQ(spinning.local_waits(spinning.states()).size(), 1U);
}

}  // namespace
}  // namespace px::profile
