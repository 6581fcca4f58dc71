// Partial-order reduction on random programs: a search with it and one without have to find the same errors and as many
// deadlocks, and the reduced one the same states in every order. Programs are drawn (PEXPLORE_RANDOM_PROGRAMS of them
// from PEXPLORE_RANDOM_SEED on), or are the .px files in PEXPLORE_POR_MODELS.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <sstream>
#include <string>

#include "engine/explore/explorer.h"
#include "engine/interp/interpreter.h"
#include "engine/ir/text.h"
#include "engine/por/reduced_system.h"
#include "tests/differential/random_program.h"

namespace px::test {
namespace {

constexpr uint64_t kMostStates = 4000;

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Found {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t deadlocks = 0;
  uint64_t completed = 0;
  bool ended = true;
  std::vector<std::string> errors;
  bool same_errors(const Found& other) const { return errors == other.errors && deadlocks == other.deadlocks; }
};

Found search(const TransitionSystem& system, SearchOrder order, uint32_t threads) {
  SearchOptions options;
  options.all_errors = true;
  options.max_states = kMostStates;
  options.max_seconds = 5;
  options.threads = threads;
  options.order = order;
  const IdentityReducer reducer;
  const auto outcome = explore(system, reducer, options);
  PX_CHECK(outcome.ok());
  Found found{.states = outcome->result.states,
              .transitions = outcome->result.transitions,
              .completed = outcome->completed,
              .ended = outcome->result.stop == StopReason::None,
              .errors = {}};
  for (const Violation& violation : outcome->result.violations) {
    // Not the message: it says with which value the error was met first.
    found.errors.push_back(std::string(violation_name(violation.kind)) + " @" + std::to_string(violation.span.line) +
                           ":" + std::to_string(violation.span.column));
    if (violation.kind == ViolationKind::Deadlock) found.deadlocks += violation.occurrences;
  }
  std::sort(found.errors.begin(), found.errors.end());
  found.errors.erase(std::unique(found.errors.begin(), found.errors.end()), found.errors.end());
  return found;
}

std::string text_of(const Found& found) {
  std::string text = std::to_string(found.states) + " states, " + std::to_string(found.deadlocks) + " deadlocks";
  for (const std::string& error : found.errors) text += ", " + error;
  return text;
}

struct Totals {
  uint64_t compared = 0;
  uint64_t reduced = 0;
  uint64_t completed = 0;
};

// What is wrong; empty: nothing.
std::string compare(const std::shared_ptr<const ir::Program>& program, Totals& totals) {
  const auto made = Interpreter::make(program);
  if (!made) return {};
  const Interpreter& interpreter = **made;
  const auto independence = Independence::make(interpreter.program(), interpreter.layout());
  if (!independence) return {};
  const Found full = search(interpreter, SearchOrder::WorkStealing, 1);
  if (!full.ended) return {};
  Found first;
  for (const SearchOrder order : {SearchOrder::WorkStealing, SearchOrder::Levels}) {
    const ReducedSystem system(interpreter, *independence, interpreter.sequences());
    const Found found = search(system, order, order == SearchOrder::Levels ? 2 : 1);
    if (!found.same_errors(full)) return "in full " + text_of(full) + "; reduced " + text_of(found);
    if (found.states > full.states) return "more states reduced than in full";
    if (order == SearchOrder::Levels && (found.states != first.states || found.transitions != first.transitions)) {
      return "depends on the order: " + text_of(first) + "; " + text_of(found);
    }
    first = found;
  }
  ++totals.compared;
  totals.reduced += first.states < full.states ? 1 : 0;
  totals.completed += first.completed;
  return {};
}

void tell(const Totals& totals) {
  std::cout << totals.compared << " programs compared, " << totals.reduced << " with fewer states, " << totals.completed
            << " states completed\n";
}

TEST(PartialOrder, RandomProgramsHaveTheSameErrors) {
  const uint64_t programs = setting("PEXPLORE_RANDOM_PROGRAMS", 60);
  const uint64_t seed = setting("PEXPLORE_RANDOM_SEED", 1);
  Totals totals;
  for (uint64_t i = 0; i < programs; ++i) {
    const Choices choices = random_choices(seed + i);
    const std::string wrong = compare(std::make_shared<const ir::Program>(random_program(choices)), totals);
    if (wrong.empty()) continue;
    const Choices small = shrink(
        choices,
        [](const Choices& c) {
          Totals ignored;
          return !compare(std::make_shared<const ir::Program>(random_program(c)), ignored).empty();
        },
        300);
    SourceMap sources;
    FAIL() << "seed " << seed + i << ": " << wrong << "\n" << ir::write_program(random_program(small), sources);
  }
  tell(totals);
  EXPECT_GT(totals.compared, programs / 4);
}

TEST(PartialOrder, GivenModelsHaveTheSameErrors) {
  const char* folder = std::getenv("PEXPLORE_POR_MODELS");
  if (folder == nullptr) GTEST_SKIP() << "no models given";
  Totals totals;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    std::stringstream text;
    text << file.rdbuf();
    SourceMap sources;
    const FileId id = sources.add(entry.path().filename().string(), text.str());
    Result<ir::Program> program = ir::read_program(sources, id, {});
    if (!program) continue;
    const std::string wrong = compare(std::make_shared<const ir::Program>(std::move(*program)), totals);
    EXPECT_EQ(wrong, "") << entry.path();
  }
  tell(totals);
}

}  // namespace
}  // namespace px::test
