// Simplified programs behave as before: every small model of tests/models/px has the same numbers of states and edges
// and the same events, and takes no more bits.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

#include "engine/interp/interpreter.h"
#include "engine/ir/pass/simplify.h"
#include "engine/ir/verifier.h"
#include "tests/unit/engine/ir/ir_samples.h"

namespace px::ir {
namespace {

struct Explored {
  uint64_t states = 0;
  uint64_t edges = 0;
  std::map<std::pair<int, int>, uint64_t> events;  // kind and error
  uint32_t bits = 0;
};

Explored explore(Program program) {
  auto made = interp::Interpreter::make(std::make_shared<const Program>(std::move(program)));
  EXPECT_TRUE(made.ok());
  const interp::Interpreter& system = **made;
  Explored result;
  result.bits = static_cast<uint32_t>(system.layout().bits());
  const uint32_t words = system.words();
  std::set<std::vector<uint64_t>> seen;
  std::vector<std::vector<uint64_t>> todo;
  SuccessorBatch batch(words);
  const auto take = [&] {
    for (uint32_t i = 0; i < batch.count(); ++i) {
      std::vector<uint64_t> state(batch.state(i), batch.state(i) + words);
      if (seen.insert(state).second) todo.push_back(std::move(state));
    }
    for (const Event& e : batch.events) ++result.events[{static_cast<int>(e.kind), static_cast<int>(e.error)}];
    batch.clear();
  };
  system.initial_states(batch);
  take();
  const auto generator = system.make_generator();
  while (!todo.empty()) {
    const std::vector<uint64_t> state = std::move(todo.back());
    todo.pop_back();
    generator->expand(state.data(), 1, UINT32_MAX, batch);
    result.edges += batch.count();
    take();
  }
  result.states = seen.size();
  return result;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(SimplifyModels, SameStatesEdgesAndEvents) {
  int models = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PX_MODELS_DIRECTORY)) {
    SCOPED_TRACE(entry.path().filename().string());
    // The grid is too large for the interpreter; the small grid has the same actions.
    if (entry.path().filename() == "grid.px") continue;
    const Program before = samples::program(
        content(entry.path()), entry.path().filename() == "grid_small.px" ? Definitions{{"N", "7"}} : Definitions{});
    const Program after = simplify(before);
    ASSERT_TRUE(verify(after).empty());
    const Explored expected = explore(before);
    const Explored found = explore(after);
    EXPECT_EQ(found.states, expected.states);
    EXPECT_EQ(found.edges, expected.edges);
    EXPECT_EQ(found.events, expected.events);
    EXPECT_LE(found.bits, expected.bits);
    ++models;
  }
  EXPECT_GT(models, 20);
}

// Writing and reading the text forms of all models reproduces them.
TEST(SimplifyModels, TextFormsGoRound) {
  for (const auto& entry : std::filesystem::directory_iterator(PX_MODELS_DIRECTORY)) {
    SCOPED_TRACE(entry.path().filename().string());
    samples::Read read = samples::read(content(entry.path()));
    ASSERT_TRUE(read.program.ok());
    const std::string text = write_program(*read.program, read.sources);
    samples::Read again = samples::read(text);
    ASSERT_TRUE(again.program.ok()) << samples::messages(again.program.failure(), again.sources);
    EXPECT_EQ(write_program(*again.program, again.sources), text);
  }
}

}  // namespace
}  // namespace px::ir
