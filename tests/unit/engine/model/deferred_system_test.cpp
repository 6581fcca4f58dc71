#include "engine/model/deferred_system.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

#include "engine/interp/interpreter.h"
#include "tests/support/peterson.h"
#include "tests/support/program_of.h"

namespace px {
namespace {

std::unique_ptr<interp::Interpreter> interpreter() {
  auto made = interp::Interpreter::make(std::make_shared<const ir::Program>(test::merged_peterson(3)));
  EXPECT_TRUE(made.ok());
  return std::move(*made);
}

// All successors that one generator makes, batch by batch, of everything reachable.
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

// Its maker is working, and does not check whether it was cancelled.
bool becomes_better(const DeferredSystem& system) {
  for (int i = 0; i < 10'000 && system.better() == nullptr; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return system.better() != nullptr;
}

TEST(DeferredSystem, ChangesOverWhenPatienceEnds) {
  const auto expected = successors(*interpreter());
  std::atomic<uint32_t> made = 0;
  const auto make = [&](const DeferredSystem::Making&) {
    ++made;
    return interpreter();
  };
  const DeferredSystem patient(interpreter(), make, {.patience = UINT64_MAX});
  EXPECT_EQ(successors(patient), expected);
  EXPECT_EQ(made, 0u);
  EXPECT_EQ(patient.better(), nullptr);
  const DeferredSystem impatient(interpreter(), make, {.patience = 100'000});
  EXPECT_EQ(successors(impatient), expected);
  EXPECT_TRUE(becomes_better(impatient));
  EXPECT_EQ(made, 1u);
}

// 20 002 states; the second step has 20 000 outcomes, one of which violates an assertion.
std::unique_ptr<interp::Interpreter> one_wide_step() {
  auto made = interp::Interpreter::make(std::make_shared<const ir::Program>(test::program_of(R"(
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
    const auto make = [&](const DeferredSystem::Making&) -> std::unique_ptr<TransitionSystem> {
      ++made;
      return there_is_better ? one_wide_step() : nullptr;
    };
    const DeferredSystem system(one_wide_step(), make, {.patience = 500'000});
    EXPECT_EQ(successors(system), expected);
    EXPECT_EQ(made, 1u);
  }
}

// The start's successor and all of that state's successors, in one batch.
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

  const auto make = [](const DeferredSystem::Making&) { return one_wide_step(); };
  const DeferredSystem system(one_wide_step(), make, {.patience = 500'000});
  SuccessorBatch batch(system.words());
  system.initial_states(batch);
  expand_twice(*system.make_generator(), batch);
  EXPECT_TRUE(becomes_better(system));
  EXPECT_EQ(batch.states, expected.states);
  EXPECT_EQ(batch.sources, expected.sources);
  EXPECT_EQ(batch.events.size(), 1u);
  EXPECT_EQ(expected.events.size(), 1u);
  EXPECT_EQ(batch.allowance, nullptr);
}

TEST(DeferredSystem, GoesOnWhereThereIsNothingBetter) {
  const DeferredSystem system(interpreter(), [](const DeferredSystem::Making&) { return nullptr; }, {.patience = 1});
  EXPECT_EQ(successors(system), successors(*interpreter()));
}

TEST(DeferredSystem, IsMadeOnceByManyWorkers) {
  const auto expected = successors(*interpreter());
  std::atomic<uint32_t> made = 0;
  const auto make = [&](const DeferredSystem::Making&) {
    ++made;
    return interpreter();
  };
  const DeferredSystem system(interpreter(), make, {.patience = 200'000});
  std::vector<std::thread> workers;
  for (int i = 0; i < 4; ++i) workers.emplace_back([&] { EXPECT_EQ(successors(system), expected); });
  for (std::thread& worker : workers) worker.join();
  EXPECT_TRUE(becomes_better(system));
  EXPECT_EQ(made, 1u);
}

// The maker of the better execution waits until the first one has made half of the states.
TEST(DeferredSystem, GoesOnWhileTheBetterIsMade) {
  const auto expected = successors(*interpreter());
  std::atomic<bool> half{false};
  const auto make = [&](const DeferredSystem::Making&) {
    half.wait(false);
    return interpreter();
  };
  for (const uint32_t beside : {1u, UINT32_MAX}) {
    half = false;
    const DeferredSystem system(interpreter(), make, {.patience = 0, .beside = beside});
    const auto generator = system.make_generator();
    SuccessorBatch batch(system.words());
    system.initial_states(batch);
    const std::vector<uint64_t> first(batch.states.begin(), batch.states.end());
    batch.clear();
    EXPECT_EQ(generator->expand(first.data(), 1, UINT32_MAX, batch), 1u);
    EXPECT_GT(batch.count(), 0u);
    EXPECT_EQ(system.better(), nullptr);
    half = true;
    half.notify_all();
    EXPECT_TRUE(becomes_better(system));
    EXPECT_EQ(successors(system), expected);
  }
}

// The next search requests it again.
TEST(DeferredSystem, GivesUpWhenTheLastGeneratorIsGone) {
  std::atomic<uint32_t> given_up{0};
  const auto make = [&](const DeferredSystem::Making& making) -> std::unique_ptr<TransitionSystem> {
    while (!*making.cancelled) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ++given_up;
    return nullptr;
  };
  const auto expected = successors(*interpreter());
  {
    const DeferredSystem system(interpreter(), make, {.patience = 0});
    EXPECT_EQ(successors(system), expected);
    while (given_up == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_EQ(successors(system), expected);
  }
  EXPECT_EQ(given_up, 2u);
}

// A batch that began before the better execution was ready ends when it is.
TEST(DeferredSystem, ABatchIsGivenUpWhenTheBetterIsThere) {
  const auto expected = successors(*one_wide_step());
  const auto make = [](const DeferredSystem::Making&) { return one_wide_step(); };
  for (int i = 0; i < 20; ++i) {
    const DeferredSystem system(one_wide_step(), make, {.patience = 0});
    EXPECT_EQ(successors(system), expected);
  }
}

// Generators one after the other, with the change-over at any moment: under a thread sanitizer this finds races between
// the maker and the workers, whether they take turns or not.
TEST(DeferredSystem, ChangesOverAtAnyMoment) {
  const auto expected = successors(*interpreter());
  for (uint32_t round = 0; round < 30; ++round) {
    const auto make = [round](const DeferredSystem::Making& making) -> std::unique_ptr<TransitionSystem> {
      for (uint32_t i = 0; i < round && !*making.cancelled; ++i)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      if (round % 5 == 4) return nullptr;
      return interpreter();
    };
    const DeferredSystem system(interpreter(), make,
                                {.patience = round * uint64_t{50'000}, .beside = round % 2 == 0 ? 1 : UINT32_MAX});
    std::vector<std::thread> workers;
    for (int i = 0; i < 3; ++i) workers.emplace_back([&] { EXPECT_EQ(successors(system), expected); });
    for (std::thread& worker : workers) worker.join();
  }
}

// The abandoned thread keeps everything it needs alive.
TEST(DeferredSystem, AnAbandonedMakerOutlivesTheSystem) {
  struct Signal {
    std::atomic<bool> go{false}, gone{false};
  };
  const auto signal = std::make_shared<Signal>();
  {
    const auto make = [signal](const DeferredSystem::Making& making) -> std::unique_ptr<TransitionSystem> {
      signal->go.wait(false);
      signal->gone = making.cancelled->load();
      signal->gone.notify_all();
      return nullptr;
    };
    const DeferredSystem system(interpreter(), make, {.patience = 0, .abandon = true});
    const auto generator = system.make_generator();
    SuccessorBatch batch(system.words());
    system.initial_states(batch);
    const std::vector<uint64_t> first(batch.states.begin(), batch.states.end());
    generator->expand(first.data(), 1, UINT32_MAX, batch);
  }
  signal->go = true;
  signal->go.notify_all();
  signal->gone.wait(false);
  EXPECT_TRUE(signal->gone);
}

}  // namespace
}  // namespace px
