#include "symmetry/detect/state_translation.h"

#include <deque>
#include <gtest/gtest.h>
#include <set>

#include "engine/interp/interpreter.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

using State = std::vector<uint64_t>;

std::multiset<State> states_of(const SuccessorBatch& batch) {
  std::multiset<State> states;
  for (uint32_t i = 0; i < batch.count(); ++i) states.emplace(batch.state(i), batch.state(i) + batch.words);
  return states;
}

std::multiset<State> translated(const std::multiset<State>& states, const symmetry::StateTranslation& translation) {
  std::multiset<State> images;
  for (const State& state : states) images.insert(translation.as_written(state));
  return images;
}

// Visits all states of the lifted program: translated, they are the states of the program as written, each once, with
// the same successors.
void expect_same_runs(const ir::Program& program, const symmetry::LiftedProgram& lifted) {
  const auto written = std::move(*interp::Interpreter::make(std::make_shared<const ir::Program>(program)));
  const auto searched = std::move(*interp::Interpreter::make(std::make_shared<const ir::Program>(lifted.program)));
  const symmetry::StateTranslation translation(program, lifted, written->layout(), searched->layout());
  const auto of_written = written->make_generator();
  const auto of_searched = searched->make_generator();
  SuccessorBatch first(searched->words());
  SuccessorBatch first_written(written->words());
  searched->initial_states(first);
  written->initial_states(first_written);
  const std::multiset<State> initial = states_of(first);
  ASSERT_EQ(translated(initial, translation), states_of(first_written));
  std::set<State> seen(initial.begin(), initial.end());
  std::deque<State> open(seen.begin(), seen.end());
  std::set<State> images;
  for (; !open.empty(); open.pop_front()) {
    const State image = translation.as_written(open.front());
    ASSERT_TRUE(images.insert(image).second);
    SuccessorBatch next(searched->words());
    SuccessorBatch next_written(written->words());
    of_searched->expand(open.front().data(), 1, UINT32_MAX, next);
    of_written->expand(image.data(), 1, UINT32_MAX, next_written);
    ASSERT_EQ(next.events.size(), next_written.events.size());
    const std::multiset<State> successors = states_of(next);
    ASSERT_EQ(translated(successors, translation), states_of(next_written));
    for (const State& state : successors) {
      if (seen.insert(state).second) open.push_back(state);
    }
  }
  EXPECT_EQ(images.size(), search(*written, IdentityReducer()).states);
}

symmetry::LiftedProgram lift_all(const ir::Program& program) {
  symmetry::LiftedProgram lifted;
  lifted.variables = symmetry::liftable_variables(program);
  lifted.locations = symmetry::liftable_locations(program);
  lifted.program = symmetry::lift_variables(symmetry::lift_locations(program, lifted.locations), lifted.variables);
  return lifted;
}

TEST(StateTranslation, Variables) {
  const ir::Program program = program_of(R"(
    sort P[2]  sort Plain[3]
    process P { start, end_ }
    var a: queue[2] {v: 0..3}  var between: [Plain] 1..5 = 2  var b: queue[2] {v: 0..3}
    local P.left: 0..3 = 1  local P.right: 0..3 = 2  local P.seen: bool
    action put_a(p: P) at start -> start when len(a) < 2 do { push a(left[p]); left[p] := right[p] }
    action put_b(p: P) at start -> end_ when len(b) < 2 do { push b(right[p]); seen[p] := true }
    action grow(p: P, x: Plain) at end_ -> end_ when between[x] < 4 do between[x] := between[x] + 1)");
  const symmetry::LiftedProgram lifted = lift_all(program);
  ASSERT_EQ(lifted.variables.size(), 2u);
  expect_same_runs(program, lifted);
}

TEST(StateTranslation, LocationsAndVariables) {
  const ir::Program program = program_of(R"(
    sort Cook[2]
    process Cook { idle, at_red, at_green, away }
    var red: 0..2  var green: 0..2
    action look_red(c: Cook) at idle -> at_red when red < 2
    action look_green(c: Cook) at idle -> at_green when green < 2
    action use_red(c: Cook) at at_red -> idle when red < 2 do red := red + 1
    action use_green(c: Cook) at at_green -> idle when green < 2 do green := green + 1
    action leave_red(c: Cook) at at_red -> away when red = 2
    action leave_green(c: Cook) at at_green -> away when green = 2)");
  const symmetry::LiftedProgram lifted = lift_all(program);
  ASSERT_EQ(lifted.locations.size(), 1u);
  ASSERT_EQ(lifted.variables.size(), 1u);
  expect_same_runs(program, lifted);
  ASSERT_TRUE(symmetry::lift_symmetries(program).has_value());
}

}  // namespace
}  // namespace px::test
