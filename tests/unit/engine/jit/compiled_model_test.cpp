#include "engine/jit/compiled_model.h"

#include <gtest/gtest.h>

#include "engine/interp/interpreter.h"
#include "tests/support/compare.h"
#include "tests/support/peterson.h"

namespace px {
namespace {

std::shared_ptr<const TransitionSystem> interpret(ir::Program program) {
  auto made = Interpreter::make(std::make_shared<const ir::Program>(std::move(program)));
  PX_CHECK(made.ok());
  return std::shared_ptr<const TransitionSystem>(std::move(*made));
}

// Compiles the program and compares it with the interpreter over its reachable states.
test::Comparison compare(ir::Program program, uint64_t max_states = 100000) {
  const auto reference = interpret(std::move(program));
  auto compiled = compile(reference);
  EXPECT_TRUE(compiled.ok());
  if (!compiled) return {};
  test::Comparison result = test::compare(*reference, **compiled, max_states);
  EXPECT_EQ(result.difference, "");
  return result;
}

TEST(CompiledModel, PetersonHasTheStatesOfTheInterpreter) {
  const test::Comparison two = compare(test::peterson(2));
  EXPECT_TRUE(two.complete);
  EXPECT_EQ(two.events, 0u);
  const test::Comparison three = compare(test::peterson(3));
  EXPECT_TRUE(three.complete);
  EXPECT_EQ(three.events, 0u);
}

}  // namespace
}  // namespace px
