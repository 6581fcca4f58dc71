// Partial-order reduction on random programs: a search with it and one without must find the same errors and the same
// number of deadlocks. The reduced one must store the same states in every order, on any number of threads, in every
// store, and with native code, whose parts of steps are compared with the interpreter's. All of this without symmetry
// and with strategies that store representatives.
//
// Programs are random (PEXPLORE_RANDOM_PROGRAMS of them, starting at PEXPLORE_RANDOM_SEED), or the .px files in
// PEXPLORE_POR_MODELS.
#include <algorithm>
#include <cmath>
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
#include "engine/jit/compiled_model.h"
#include "engine/model/compared_system.h"
#include "engine/por/reduced_system.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "tests/differential/loose_program.h"
#include "tests/differential/random_program.h"

namespace px::test {
namespace {

constexpr uint64_t kMaxStates = 3000;

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

struct Way {
  frontier::SearchOrder order = frontier::SearchOrder::WorkStealing;
  uint32_t threads = 1;
  store::TableKind store = store::TableKind::Exact;
};

struct Found {
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t reduced = 0;
  uint64_t suspects = 0;
  uint64_t completed = 0;
  uint64_t deadlocks = 0;
  StopReason stop = StopReason::None;
  bool ended() const { return stop == StopReason::None; }
  std::vector<std::string> errors;

  std::vector<uint64_t> counts() const { return {states, transitions, reduced, suspects, completed, deadlocks}; }
};

Found search(const TransitionSystem& system, const Reducer& reducer, const Way& way) {
  explore::SearchOptions options;
  options.all_errors = true;
  options.max_states = kMaxStates;
  options.max_seconds = 20;
  options.threads = way.threads;
  options.order = way.order;
  options.store = way.store;
  options.memory_bytes = uint64_t{32} << 20;
  const auto outcome = explore::explore(system, reducer, options);
  PX_CHECK(outcome.ok());
  Found found{.states = outcome->result.states,
              .transitions = outcome->result.transitions,
              .reduced = outcome->reduced_states,
              .suspects = outcome->suspects,
              .completed = outcome->completed,
              .stop = outcome->result.stop,
              .errors = {}};
  for (const Violation& violation : outcome->result.violations) {
    // Without the message, which contains the value of the first occurrence.
    found.errors.push_back(std::string(violation_name(violation.kind)) + " @" + std::to_string(violation.span.line) +
                           ":" + std::to_string(violation.span.column));
    if (violation.kind == ViolationKind::Deadlock) found.deadlocks += violation.occurrences;
  }
  std::sort(found.errors.begin(), found.errors.end());
  found.errors.erase(std::unique(found.errors.begin(), found.errors.end()), found.errors.end());
  return found;
}

std::string text_of(const Found& found) {
  std::string text = std::to_string(found.states) + " states, " + std::to_string(found.transitions) + " steps, " +
                     std::to_string(found.reduced) + " reduced, " + std::to_string(found.suspects) + " suspects, " +
                     std::to_string(found.completed) + " completed, " + std::to_string(found.deadlocks) + " deadlocks";
  for (const std::string& error : found.errors) text += ", " + error;
  return text;
}

std::string text_of(const Way& way) {
  static constexpr const char* kStores[] = {"exact", "tree", "hash", "bitstate"};
  return std::string(way.order == frontier::SearchOrder::Levels ? "levels" : "work stealing") + ", " +
         std::to_string(way.threads) + " threads, " + kStores[static_cast<size_t>(way.store)];
}

// Each program uses three of them, in turn. Small levels with many threads, which synchronise after each level.
const std::vector<Way>& other_ways() {
  using enum store::TableKind;
  static constexpr frontier::SearchOrder kFree = frontier::SearchOrder::WorkStealing;
  static constexpr frontier::SearchOrder kLevels = frontier::SearchOrder::Levels;
  static const std::vector<Way> ways{
      {kFree, 2, Exact},  {kLevels, 1, Tree},   {kFree, 8, Hash},   {kLevels, 2, Exact}, {kFree, 1, Tree},
      {kLevels, 1, Hash}, {kFree, 2, Bitstate}, {kLevels, 2, Hash}, {kFree, 8, Exact},   {kLevels, 1, Bitstate}};
  return ways;
}

struct Totals {
  uint64_t compared = 0;
  uint64_t reduced = 0;
  uint64_t completed = 0;
  uint64_t symmetric = 0;
  uint64_t native = 0;
  double logarithms = 0;  // of the reduction factors of the numbers of states
};

struct Model {
  std::shared_ptr<const ir::Program> program;
  std::shared_ptr<interp::Interpreter> interpreter;
  std::unique_ptr<por::Independence> independence;
  mutable uint64_t next_way = 0;
};

// Compares with the search without reduction, and with variants of itself; empty: no problem. `strict`: the same number
// of deadlocks, since either all of a class are one state or each is a separate one.
std::string compare_with(const Model& model, const Reducer& reducer, bool strict, Found& full, Found& first) {
  const interp::Interpreter& interpreter = *model.interpreter;
  full = search(interpreter, reducer, {});
  if (!full.ended()) return {};
  const auto reduced = [&](const Way& way) {
    const por::ReducedSystem system(interpreter, *model.independence, model.interpreter->sequences());
    return search(system, reducer, way);
  };
  first = reduced({});
  if (first.stop == StopReason::StateLimit) return "more states reduced than in full";
  if (!first.ended()) return {};
  if (first.errors != full.errors || (strict && first.deadlocks != full.deadlocks) || first.states > full.states) {
    return "in full " + text_of(full) + "; reduced " + text_of(first);
  }
  for (int i = 0; i < 3; ++i) {
    const Way& way = other_ways()[model.next_way++ % other_ways().size()];
    const Found found = reduced(way);
    if (found.stop == StopReason::TimeLimit || found.stop == StopReason::MemoryLimit) continue;
    // Two threads may both find a state new in a bit table; it is then expanded and counted twice.
    const bool counted = way.store != store::TableKind::Bitstate || way.threads == 1;
    if ((counted && found.counts() != first.counts()) || found.errors != first.errors) {
      return text_of(way) + ": " + text_of(found) + "; else " + text_of(first);
    }
  }
  return {};
}

// Strategies that store states of the model. The others cannot be combined with the reduction.
std::string compare_with_symmetry(const Model& model, Totals& totals) {
  const symmetry::DetectedSymmetry symmetry = symmetry::detect_symmetry(*model.program, model.interpreter->layout());
  if (symmetry.group.trivial()) return {};
  ++totals.symmetric;
  for (const char* strategy : {"canonical", "sorted", "segmented", "sorted-main"}) {
    const auto reducer =
        make_reducer(std::string_view(strategy), *model.program, model.interpreter->layout(), symmetry.group);
    if (!reducer || (*reducer)->kind() != Reducer::Kind::Representative) continue;
    Found full;
    Found first;
    std::string wrong = compare_with(model, **reducer, (*reducer)->full(), full, first);
    if (!wrong.empty()) return std::string(strategy) + ": " + wrong;
  }
  return {};
}

// A part of a step in native code must equal the interpreter's: otherwise ComparedSystem ends the process.
std::string compare_native(const Model& model, const Found& first) {
  const auto compiled = jit::compile(model.interpreter, {.by_process = true});
  if (!compiled) return {};
  const ComparedSystem both(**compiled, *model.interpreter);
  const por::ReducedSystem system(both, *model.independence, model.interpreter->sequences());
  const Found found = search(system, IdentityReducer(), {});
  if (found.counts() == first.counts() && found.errors == first.errors) return {};
  return "native code: " + text_of(found) + "; interpreter: " + text_of(first);
}

// The problem; empty: none.
std::string compare(const std::shared_ptr<const ir::Program>& program, uint64_t number, bool native, Totals& totals) {
  auto made = interp::Interpreter::make(program);
  if (!made) return {};
  Model model{program, std::move(*made), nullptr, number};
  model.independence = por::Independence::make(*program, model.interpreter->layout());
  if (!model.independence) return {};
  Found full;
  Found first;
  std::string wrong = compare_with(model, IdentityReducer(), true, full, first);
  if (!wrong.empty() || !full.ended() || !first.ended()) return wrong;
  ++totals.compared;
  totals.reduced += first.states < full.states ? 1 : 0;
  totals.completed += first.completed;
  if (full.states != 0) {
    totals.logarithms += std::log(static_cast<double>(full.states) / static_cast<double>(first.states));
  }
  wrong = compare_with_symmetry(model, totals);
  if (!wrong.empty() || !native || !jit::has_native_execution()) return wrong;
  ++totals.native;
  return compare_native(model, first);
}

void tell(const Totals& totals) {
  const double mean = totals.compared == 0 ? 1 : std::exp(totals.logarithms / static_cast<double>(totals.compared));
  std::cout << totals.compared << " programs compared, " << totals.reduced << " with fewer states (mean factor " << mean
            << "), " << totals.completed << " states completed, " << totals.symmetric << " with symmetry, "
            << totals.native << " with native code\n";
}

using Maker = ir::Program (*)(const Choices&);

// Compiles one of every `one_native_of` programs.
Totals compare_random(Maker make, uint64_t programs, uint64_t one_native_of) {
  const uint64_t seed = setting("PEXPLORE_RANDOM_SEED", 1);
  Totals totals;
  for (uint64_t i = 0; i < programs; ++i) {
    const Choices choices = random_choices(seed + i);
    const bool native = (seed + i) % one_native_of == 0;
    const std::string wrong = compare(std::make_shared<const ir::Program>(make(choices)), seed + i, native, totals);
    if (wrong.empty()) continue;
    const Choices small = shrink(
        choices,
        [&](const Choices& c) {
          Totals ignored;
          return !compare(std::make_shared<const ir::Program>(make(c)), seed + i, native, ignored).empty();
        },
        300);
    Totals ignored;
    SourceMap sources;
    ADD_FAILURE() << "seed " << seed + i << ": " << wrong << "\n"
                  << compare(std::make_shared<const ir::Program>(make(small)), seed + i, native, ignored) << "\n"
                  << ir::write_program(make(small), sources);
    break;
  }
  tell(totals);
  return totals;
}

TEST(PartialOrder, ProgramsOfEverythingHaveTheSameErrors) {
  const uint64_t programs = setting("PEXPLORE_RANDOM_PROGRAMS", 60) / 4;
  const Totals totals = compare_random(random_program, programs, 10);
  EXPECT_GE(totals.compared, programs / 4);
}

TEST(PartialOrder, LooseProgramsHaveTheSameErrors) {
  const uint64_t programs = setting("PEXPLORE_RANDOM_PROGRAMS", 60);
  const Totals totals = compare_random(loose_program, programs, 20);
  // Programs without any reduction would agree, too.
  EXPECT_GE(totals.compared, programs / 2);
  EXPECT_GE(totals.reduced, programs / 4);
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
    const std::string wrong =
        compare(std::make_shared<const ir::Program>(std::move(*program)), totals.compared, true, totals);
    EXPECT_EQ(wrong, "") << entry.path();
  }
  tell(totals);
}

}  // namespace
}  // namespace px::test
