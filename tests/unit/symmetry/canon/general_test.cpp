// Groups that are not products of full symmetric groups: every strategy against brute force over the whole group, and
// the canonical form against nauty's.
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <set>

#include "engine/explore/audit.h"
#include "engine/interp/interpreter.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/initial_state.h"
#include "symmetry/detect/program_graph.h"
#include "symmetry/group/permutation_group.h"
#include "symmetry/group/structure.h"
#include "tests/support/program_of.h"
#include "tests/unit/symmetry/small_search.h"

namespace px::test {
namespace {

using State = std::vector<uint64_t>;

struct Family {
  std::string file;
  std::string order;
  std::string structure;
};

class GeneralGroupTest : public testing::TestWithParam<Family> {
 protected:
  void SetUp() override {
    const std::string path = std::string(PX_TEXT_MODELS) + '/' + GetParam().file;
    program = std::make_shared<const ir::Program>(program_of_file(path));
    system = std::move(*interp::Interpreter::make(program));
    found = symmetry::detect_symmetry(*program, system->layout());
    permuter = std::make_unique<symmetry::StatePermuter>(
        std::move(*symmetry::StatePermuter::make(*program, system->layout())));
    explore();
  }

  void explore() {
    SuccessorBatch batch(system->words());
    const auto generator = system->make_generator();
    system->initial_states(batch);
    std::deque<State> open;
    while (true) {
      for (uint32_t i = 0; i < batch.count(); ++i) {
        State state(batch.state(i), batch.state(i) + system->words());
        if (states.insert(state).second) open.push_back(std::move(state));
      }
      if (open.empty()) return;
      const State next = std::move(open.front());
      open.pop_front();
      batch.clear();
      generator->expand(next.data(), 1, UINT32_MAX, batch);
    }
  }

  State image(const State& state, const symmetry::Permutation& p) const {
    State moved(state.size());
    permuter->apply(p, state.data(), moved.data());
    return moved;
  }

  // By definition: images under generators, until no new ones appear.
  size_t count_orbits() const {
    std::set<State> seen;
    size_t orbits = 0;
    for (const State& start : states) {
      if (!seen.insert(start).second) continue;
      ++orbits;
      std::vector<State> open{start};
      while (!open.empty()) {
        const State state = std::move(open.back());
        open.pop_back();
        for (const symmetry::Permutation& generator : found.generators) {
          State moved = image(state, generator);
          if (seen.insert(moved).second) open.push_back(std::move(moved));
        }
      }
    }
    return orbits;
  }

  State plain_part(State state) const {
    for (const symmetry::StateSlot& slot : permuter->slots()) {
      for_each_cell(slot,
                    [&](uint64_t bit, uint64_t, const uint32_t*) { ir::write_bits(state.data(), bit, slot.width, 0); });
    }
    return state;
  }

  std::unique_ptr<Reducer> reducer(const std::string& strategy) const {
    return std::move(*make_reducer(strategy, *program, system->layout(), found.group));
  }
  State reduced(ReducerWorker& worker, State state) const {
    worker.reduce(state.data(), 1);
    return state;
  }

  std::shared_ptr<const ir::Program> program;
  std::shared_ptr<interp::Interpreter> system;
  symmetry::DetectedSymmetry found;
  std::unique_ptr<symmetry::StatePermuter> permuter;
  std::set<State> states;
};

TEST_P(GeneralGroupTest, TheGroupIsFound) {
  EXPECT_EQ(found.group.order(), GetParam().order);
  EXPECT_EQ(structure_name(symmetry::PermutationGroup(permuter->space().size(), found.group.generators)),
            GetParam().structure);
}

TEST_P(GeneralGroupTest, FullStrategiesStoreOneStatePerOrbit) {
  const size_t orbits = count_orbits();
  EXPECT_LT(orbits, states.size());
  EXPECT_EQ(search(*system, *reducer("canonical")).states, orbits);
  EXPECT_EQ(search(*system, *reducer("enumerate")).states, orbits);
  EXPECT_EQ(search(*system, *reducer("segmented")).states, orbits);
  const uint64_t partial = search(*system, *reducer("exact-markers")).states;
  EXPECT_GE(partial, orbits);
  EXPECT_LE(partial, states.size());
  EXPECT_LE(search(*system, *reducer("approx-markers")).states, orbits);
}

TEST_P(GeneralGroupTest, TheCanonicalFormIsConstantOnOrbitsAndInThem) {
  const auto canonical = reducer("canonical");
  const auto enumerate = reducer("enumerate");
  const auto worker = canonical->make_worker();
  const auto oracle = enumerate->make_worker();
  for (const State& state : states) {
    const State form = reduced(*worker, state);
    ASSERT_EQ(reduced(*worker, form), form);
    ASSERT_EQ(reduced(*oracle, form), reduced(*oracle, state));
    for (const symmetry::Permutation& generator : found.generators)
      ASSERT_EQ(reduced(*worker, image(state, generator)), form);
  }
}

TEST_P(GeneralGroupTest, ThePermutationToldMakesTheRepresentative) {
  for (const char* strategy : {"canonical", "enumerate", "segmented", "exact-markers"}) {
    const auto told_by = reducer(strategy);
    const auto worker = told_by->make_worker();
    for (const State& state : states) {
      State told = state;
      std::vector<symmetry::Point> images;
      ASSERT_TRUE(worker->reduce_told(told.data(), images)) << strategy;
      ASSERT_EQ(told, reduced(*worker, state)) << strategy;
      ASSERT_EQ(image(state, symmetry::Permutation(std::move(images))), told) << strategy;
    }
  }
}

TEST_P(GeneralGroupTest, AuditsAreContentWithEveryExactStrategy) {
  const auto full = reducer("canonical");
  explore::SearchOptions options;
  options.all_errors = true;
  for (const std::string strategy : {"canonical", "exact-markers", "enumerate", "segmented", "flooding"}) {
    const explore::AuditedReducer audited(reducer(strategy), *full, system->words());
    const explore::SearchOutcome outcome = std::move(*explore::explore(*system, audited, options));
    const explore::AuditOutcome audit = std::move(*audit_search(*system, audited, outcome, options));
    EXPECT_FALSE(audit.failure) << strategy << ": " << audit.failure->what;
    EXPECT_EQ(audit.orbit_states, states.size()) << strategy;
    EXPECT_TRUE(audit.omitted.empty()) << strategy;
  }
}

// The links of these models are part of the state, so the graph of the program with a state for its initial values is
// the state under the whole group: nauty's certificate of it is a second witness of equivalence.
TEST_P(GeneralGroupTest, CertificatesAndRepresentativesAgree) {
  const symmetry::ProgramImage text(*program, permuter->space());
  const auto canonical = reducer("canonical");
  const auto worker = canonical->make_worker();
  std::map<std::pair<std::vector<uint64_t>, State>, State> form_of;  // by certificate and unpermuted content
  std::set<State> forms;
  size_t looked_at = 0;
  for (const State& state : states) {
    if (++looked_at > 2000) break;
    const symmetry::ColouredGraph graph =
        make_program_graph(*program, *permuter, state, text, std::vector<bool>(permuter->space().size(), false));
    const State form = reduced(*worker, state);
    forms.insert(form);
    const auto known = form_of.emplace(std::pair(graph.canonical_form(), plain_part(state)), form).first;
    ASSERT_EQ(known->second, form);
  }
  EXPECT_EQ(form_of.size(), forms.size());
}

INSTANTIATE_TEST_SUITE_P(Models, GeneralGroupTest,
                         testing::Values(Family{"ring_rotations.px", "5", "Z_5"},
                                         Family{"philosophers_deadlock.px", "4", "Z_4"},
                                         Family{"tree_binary.px", "8", "(S_2 wr S_2)"},
                                         Family{"tiers_wreath.px", "72", "(S_3 wr S_2)"},
                                         Family{"hypercube_walk.px", "96", "group of order 48 on 8 points x S_2"},
                                         Family{"torus_walk.px", "9", "group of order 9 on 9 points"}),
                         [](const auto& info) { return info.param.file.substr(0, info.param.file.find('.')); });

}  // namespace
}  // namespace px::test
