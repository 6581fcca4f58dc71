// The symmetries detected in random Programs must be automorphisms of the state graph. Each generator must map the
// initial states to themselves, the successors of a state to those of its image, and the errors of a state to those of
// its image. If detection lifts variables or locations, the lifted program must have the runs of the original one.
// PEXPLORE_RANDOM_PROGRAMS and PEXPLORE_RANDOM_SEED as for random_program_test.
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <set>

#include "engine/interp/interpreter.h"
#include "engine/ir/text.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/state_translation.h"
#include "symmetry/perm/state_permuter.h"
#include "tests/differential/random_program.h"

namespace px::test {
namespace {

using State = std::vector<uint64_t>;
constexpr size_t kStates = 120;

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Expansion {
  std::multiset<State> states;
  std::multiset<std::pair<int, int>> errors;  // kind, and what went wrong
  bool operator==(const Expansion&) const = default;
};

class System {
 public:
  explicit System(const ir::Program& program)
      : interpreter_(std::move(*interp::Interpreter::make(std::make_shared<const ir::Program>(program)))),
        generator_(interpreter_->make_generator()) {}

  const ir::Layout& layout() const { return interpreter_->layout(); }
  Expansion initial() const {
    SuccessorBatch batch(interpreter_->words());
    interpreter_->initial_states(batch);
    return read(batch);
  }
  Expansion expand(const State& state) const {
    SuccessorBatch batch(interpreter_->words());
    generator_->expand(state.data(), 1, UINT32_MAX, batch);
    return read(batch);
  }
  // The first states, breadth-first.
  std::vector<State> first_states() const {
    const Expansion start = initial();
    std::set<State> seen(start.states.begin(), start.states.end());
    std::vector<State> states(seen.begin(), seen.end());
    for (size_t i = 0; i < states.size() && states.size() < kStates; ++i) {
      for (const State& next : expand(states[i]).states) {
        if (seen.insert(next).second) states.push_back(next);
      }
    }
    return states;
  }

 private:
  static Expansion read(const SuccessorBatch& batch) {
    Expansion result;
    for (uint32_t i = 0; i < batch.count(); ++i) result.states.emplace(batch.state(i), batch.state(i) + batch.words);
    for (const Event& event : batch.events) {
      result.errors.emplace(static_cast<int>(event.kind), static_cast<int>(event.error));
    }
    return result;
  }

  std::unique_ptr<interp::Interpreter> interpreter_;
  std::unique_ptr<SuccessorGenerator> generator_;
};

template <class Map>
Expansion mapped(const Expansion& expansion, const Map& map) {
  Expansion image;
  for (const State& state : expansion.states) image.states.insert(map(state));
  image.errors = expansion.errors;
  return image;
}

// The problem; empty if there is none.
std::string wrong_symmetry(const ir::Program& program, size_t& generators) {
  const System system(program);
  const symmetry::DetectedSymmetry found = symmetry::detect_symmetry(program, system.layout());
  if (found.generators.empty()) return {};
  const symmetry::StatePermuter permuter = std::move(*symmetry::StatePermuter::make(program, system.layout()));
  const std::vector<State> states = system.first_states();
  for (const symmetry::Permutation& generator : found.generators) {
    ++generators;
    const auto image = [&](const State& state) {
      State result(state.size());
      permuter.apply(generator, state.data(), result.data());
      return result;
    };
    const std::string name = generator.cycles([&](uint32_t p) { return permuter.space().name(program, p); });
    const Expansion start = system.initial();
    if (mapped(start, image) != start) return name + " does not keep the initial states";
    for (const State& state : states) {
      const Expansion here = system.expand(state);
      const Expansion there = system.expand(image(state));
      if (here.errors != there.errors) return name + " does not keep the errors";
      if (mapped(here, image) != there) return name + " does not keep the steps";
    }
  }
  return {};
}

std::string wrong_lifting(const ir::Program& program, size_t& lifted_programs) {
  const bool sequences = std::any_of(program.types.begin(), program.types.end(),
                                     [](const ir::Type& type) { return type.kind == ir::TypeKind::Sequence; });
  if (sequences) return {};  // their handles differ between interpreters
  symmetry::LiftedProgram lifted;
  lifted.variables = symmetry::liftable_variables(program);
  lifted.locations = symmetry::liftable_locations(program);
  if (lifted.variables.empty() && lifted.locations.empty()) return {};
  ++lifted_programs;
  lifted.program = symmetry::lift_variables(symmetry::lift_locations(program, lifted.locations), lifted.variables);
  const System written(program);
  const System searched(lifted.program);
  const symmetry::StateTranslation translation(program, lifted, written.layout(), searched.layout());
  const auto image = [&](const State& state) { return translation.as_written(state); };
  if (mapped(searched.initial(), image) != written.initial()) return "lifting changes the initial states";
  for (const State& state : searched.first_states()) {
    if (mapped(searched.expand(state), image) != written.expand(image(state))) return "lifting changes the steps";
  }
  return {};
}

struct Counts {
  size_t generators = 0;
  size_t lifted = 0;
};

std::string wrong(const Choices& choices, Counts& counts) {
  const ir::Program program = random_program(choices);
  std::string what = wrong_symmetry(program, counts.generators);
  if (what.empty()) what = wrong_lifting(program, counts.lifted);
  if (!what.empty()) return what;
  const std::optional<symmetry::LiftedProgram> lifted = symmetry::lift_symmetries(program);
  return lifted ? wrong_symmetry(lifted->program, counts.generators) : "";
}

TEST(RandomSymmetry, GeneratorsAreAutomorphismsOfTheStateGraph) {
  const uint64_t programs = setting("PEXPLORE_RANDOM_PROGRAMS", 1000);
  const uint64_t seed = setting("PEXPLORE_RANDOM_SEED", 1);
  Counts counts;
  for (uint64_t i = 0; i < programs; ++i) {
    const Choices choices = random_choices(seed + i, 60 + 20 * (i % 20));
    if (wrong(choices, counts).empty()) continue;
    Counts ignored;
    const Choices small = shrink(
        choices, [&](const Choices& c) { return !wrong(c, ignored).empty(); }, 400);
    SourceMap sources;
    FAIL() << "seed " << seed + i << ": " << wrong(small, ignored) << "\n"
           << ir::write_program(random_program(small), sources);
  }
  // Programs without symmetry would agree, too.
  std::cout << programs << " programs, " << counts.generators << " generators, " << counts.lifted << " lifted\n";
  EXPECT_GT(counts.generators, programs / 4);
  EXPECT_GT(counts.lifted, programs / 8);
}

}  // namespace
}  // namespace px::test
