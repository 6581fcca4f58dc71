// The quotient agrees with the full state space: for every model of tests/models/px and the detected group, the orbits
// of the representatives together are exactly the states found without reduction, and one search meets an error iff the
// other does.
#include <algorithm>
#include <deque>
#include <filesystem>
#include <gtest/gtest.h>
#include <set>

#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "tests/support/program_of.h"

namespace px::test {
namespace {

using State = std::vector<uint64_t>;
using EventKinds = std::set<std::pair<Event::Kind, Event::Error>>;

constexpr size_t kEnough = 20000;
// A million states (grid_small without its argument); their counts are tested in tests/models.
const std::set<std::string> kTooLarge = {"grid", "grid_small"};

struct Explored {
  std::set<State> states;
  EventKinds events;
  bool complete = true;
};

Explored explore(const TransitionSystem& system, const Reducer& reducer) {
  Explored result;
  const auto worker = reducer.make_worker();
  const auto generator = system.make_generator();
  const uint32_t words = system.words();
  std::deque<State> open;
  SuccessorBatch batch(words);
  system.initial_states(batch);
  while (true) {
    for (const Event& event : batch.events) result.events.insert({event.kind, event.error});
    if (reducer.kind() == Reducer::Kind::Representative && batch.count() != 0) {
      worker->reduce(batch.state(0), batch.count());
    }
    for (uint32_t i = 0; i < batch.count(); ++i) {
      State state(batch.state(i), batch.state(i) + words);
      if (result.states.insert(state).second) open.push_back(std::move(state));
    }
    if (result.states.size() > kEnough) result.complete = false;
    if (open.empty() || !result.complete) return result;
    const State next = std::move(open.front());
    open.pop_front();
    batch.clear();
    generator->expand(next.data(), 1, UINT32_MAX, batch);
  }
}

std::vector<std::string> model_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(PX_TEXT_MODELS)) {
    if (entry.path().extension() != ".px" || kTooLarge.contains(entry.path().stem().string())) continue;
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void expand_orbits(const Reducer& flooding, const std::set<State>& representatives, std::set<State>& expanded) {
  const auto worker = flooding.make_worker();
  for (const State& state : representatives) {
    expanded.insert(state);
    std::vector<uint64_t> images;
    worker->make_images(state.data(), images);
    for (size_t at = 0; at < images.size(); at += state.size()) {
      expanded.insert(State(images.begin() + static_cast<std::ptrdiff_t>(at),
                            images.begin() + static_cast<std::ptrdiff_t>(at + state.size())));
    }
  }
}

class ClosureTest : public testing::TestWithParam<std::string> {};

TEST_P(ClosureTest, OrbitsOfTheQuotientAreTheWholeSpace) {
  const auto program = std::make_shared<const ir::Program>(program_of_file(GetParam()));
  const auto system = std::move(*interp::Interpreter::make(program));
  const symmetry::SymmetryGroup group = symmetry::detect_symmetry(*program, system->layout()).group;
  const Explored whole = explore(*system, IdentityReducer());
  const auto flooding = make_reducer("flooding", *program, system->layout(), group);
  ASSERT_TRUE(whole.complete && flooding.ok()) << "too large to be expanded here";
  for (const std::string strategy : {"canonical", "exact-markers", "sorted", "segmented", "sorted-main"}) {
    const auto reducer = std::move(*make_reducer(strategy, *program, system->layout(), group));
    const Explored quotient = explore(*system, *reducer);
    std::set<State> expanded;
    expand_orbits(**flooding, quotient.states, expanded);
    EXPECT_EQ(expanded, whole.states) << strategy;
    EXPECT_EQ(quotient.events, whole.events) << strategy;
    EXPECT_LE(quotient.states.size(), whole.states.size()) << strategy;
  }
}

INSTANTIATE_TEST_SUITE_P(Models, ClosureTest, testing::ValuesIn(model_files()),
                         [](const auto& info) { return std::filesystem::path(info.param).stem().string(); });

}  // namespace
}  // namespace px::test
