// Native code against the interpreter on random programs. The long set raises the number of programs:
// PEXPLORE_RANDOM_PROGRAMS; PEXPLORE_RANDOM_SEED sets the first seed.
#include "tests/differential/random_program.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <string>

#include "engine/interp/interpreter.h"
#include "engine/jit/compiled_model.h"
#include "tests/support/compare.h"

namespace px::test {
namespace {

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::shared_ptr<const TransitionSystem> interpret(const Choices& choices) {
  auto made = interp::Interpreter::make(std::make_shared<const ir::Program>(random_program(choices)));
  PX_CHECK(made.ok());
  return std::shared_ptr<const TransitionSystem>(std::move(*made));
}

Comparison run(const Choices& choices) {
  constexpr uint64_t kStates = 300;
  const auto reference = interpret(choices);
  const auto compiled = jit::compile(reference, {.threads = 1 + choices.size() % 3, .nodes_per_thread = 20});
  PX_CHECK(compiled.ok());
  return compare(*reference, **compiled, kStates);
}

std::string text_of(const Choices& choices) {
  std::string text;
  for (uint32_t choice : choices) text += (text.empty() ? "" : ", ") + std::to_string(choice);
  return text;
}

TEST(RandomProgram, NativeCodeAgreesWithTheInterpreter) {
  const uint64_t programs = setting("PEXPLORE_RANDOM_PROGRAMS", 300);
  const uint64_t seed = setting("PEXPLORE_RANDOM_SEED", 1);
  Comparison all;
  for (uint64_t i = 0; i < programs; ++i) {
    const Choices choices = random_choices(seed + i);
    const Comparison one = run(choices);
    all.states += one.states;
    all.successors += one.successors;
    all.events += one.events;
    if (one.difference.empty()) continue;
    const Choices small = shrink(
        choices, [](const Choices& c) { return !run(c).difference.empty(); }, 300);
    FAIL() << "seed " << seed + i << ": " << run(small).difference << "\nchoices: {" << text_of(small) << "}";
  }
  // Programs that do nothing would agree, too.
  std::cout << programs << " programs, " << all.states << " states, " << all.successors << " successors, " << all.events
            << " events\n";
  EXPECT_GT(all.successors, 10 * programs);
}

}  // namespace
}  // namespace px::test
