#include "engine/model/deferred_system.h"

#include <atomic>
#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

#include "engine/interp/interpreter.h"
#include "tests/support/peterson.h"
#include "tests/support/program_of.h"

namespace px {
namespace {

std::unique_ptr<Interpreter> interpreter() {
  auto made = Interpreter::make(std::make_shared<const ir::Program>(test::merged_peterson(3)));
  EXPECT_TRUE(made.ok());
  return std::move(*made);
}

// All successors that one generator makes, batch by batch, of everything it reaches.
std::vector<std::vector<uint64_t>> successors(const TransitionSystem& system) {
  const auto generator = system.make_generator();
  SuccessorBatch batch(system.words());
  system.initial_states(batch);
  std::set<std::vector<uint64_t>> seen;
  std::vector<std::vector<uint64_t>> open;
  std::vector<std::vector<uint64_t>> all;
  const auto take = [&] {
    for (uint32_t i = 0; i < batch.count(); ++i) {
      all.emplace_back(batch.state(i), batch.state(i) + system.words());
      if (seen.insert(all.back()).second) open.push_back(all.back());
    }
  };
  take();
  for (size_t next = 0; next < open.size(); ++next) {
    batch.clear();
    EXPECT_EQ(generator->expand(open[next].data(), 1, UINT32_MAX, batch), 1u);
    take();
  }
  return all;
}

TEST(DeferredSystem, ChangesOverWhenPatienceEnds) {
  const auto expected = successors(*interpreter());
  std::atomic<uint32_t> made = 0;
  const auto make = [&](const Allowance*) {
    ++made;
    return interpreter();
  };
  const DeferredSystem patient(interpreter(), make, UINT64_MAX);
  EXPECT_EQ(successors(patient), expected);
  EXPECT_EQ(made, 0u);
  EXPECT_EQ(patient.better(), nullptr);
  const DeferredSystem impatient(interpreter(), make, 100'000);
  EXPECT_EQ(successors(impatient), expected);
  EXPECT_EQ(made, 1u);
  EXPECT_NE(impatient.better(), nullptr);
}

// 20 002 states; the second step has 20 000 outcomes, one of which violates an assertion.
std::unique_ptr<Interpreter> one_wide_step() {
  auto made = Interpreter::make(std::make_shared<const ir::Program>(test::program_of(R"(
    var begun: bool
    var a: 0..199
    var b: 0..99
    action begin when not begun do begun := true
    action set_up when begun and a = 0 and b = 0 do {
      choose i: 0..199; choose j: 0..99;
      a := i; b := j;
      assert a < 199 or b < 99
    }
    deadlock off
  )")));
  EXPECT_TRUE(made.ok());
  return std::move(*made);
}

TEST(DeferredSystem, PatienceEndsWithinAStep) {
  const auto expected = successors(*one_wide_step());
  EXPECT_GT(expected.size(), 20'000u);
  for (const bool there_is_better : {true, false}) {
    uint32_t made = 0;
    const auto make = [&](const Allowance*) -> std::unique_ptr<TransitionSystem> {
      ++made;
      return there_is_better ? one_wide_step() : nullptr;
    };
    const DeferredSystem system(one_wide_step(), make, 500'000);
    EXPECT_EQ(successors(system), expected);
    EXPECT_EQ(made, 1u);
  }
}

// The start's successor and all of that one's, in one batch.
void expand_twice(SuccessorGenerator& generator, SuccessorBatch& batch) {
  for (uint32_t i = 0; i < 2; ++i) {
    const std::vector<uint64_t> state(batch.state(i), batch.state(i) + batch.words);
    EXPECT_EQ(generator.expand(state.data(), 1, UINT32_MAX, batch), 1u);
  }
}

TEST(DeferredSystem, ThrowsAwayNoMoreThanWhatWasBegun) {
  const auto whole = one_wide_step();
  SuccessorBatch expected(whole->words());
  whole->initial_states(expected);
  expand_twice(*whole->make_generator(), expected);

  const auto make = [](const Allowance*) { return one_wide_step(); };
  const DeferredSystem system(one_wide_step(), make, 500'000);
  SuccessorBatch batch(system.words());
  system.initial_states(batch);
  expand_twice(*system.make_generator(), batch);
  EXPECT_NE(system.better(), nullptr);
  EXPECT_EQ(batch.states, expected.states);
  EXPECT_EQ(batch.sources, expected.sources);
  EXPECT_EQ(batch.events.size(), 1u);
  EXPECT_EQ(expected.events.size(), 1u);
  EXPECT_EQ(batch.allowance, nullptr);
}

TEST(DeferredSystem, GoesOnWhereThereIsNothingBetter) {
  const DeferredSystem system(
      interpreter(), [](const Allowance*) { return nullptr; }, 1);
  EXPECT_EQ(successors(system), successors(*interpreter()));
}

TEST(DeferredSystem, IsMadeOnceByManyWorkers) {
  const auto expected = successors(*interpreter());
  std::atomic<uint32_t> made = 0;
  const auto make = [&](const Allowance*) {
    ++made;
    return interpreter();
  };
  const DeferredSystem system(interpreter(), make, 200'000);
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) workers.emplace_back([&] { EXPECT_EQ(successors(system), expected); });
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(made, 1u);
}

}  // namespace
}  // namespace px
