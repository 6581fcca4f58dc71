// Searches that are interrupted and resumed repeatedly, with different numbers of threads, find the same as an
// uninterrupted search.
#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>

#include "engine/explore/explorer.h"
#include "engine/explore/search_state.h"
#include "engine/interp/interpreter.h"
#include "tests/unit/engine/explore/sample_programs.h"

namespace px::explore {
namespace {

namespace fs = std::filesystem;

class Resuming : public ::testing::Test {
 protected:
  Resuming() {
    std::string name = (fs::temp_directory_path() / "px_resuming_XXXXXX").string();
    path_ = mkdtemp(name.data());
    folder_ = std::move(*checkpoint::CheckpointFolder::own(path_));
    plan_.folder = folder_.get();
    plan_.on_written = [this](const CheckpointReport& report) {
      EXPECT_EQ(report.problem, "");
      ++written_;
    };
  }
  ~Resuming() override { fs::remove_all(path_); }

  void use(const std::shared_ptr<const ir::Program>& program) { program_ = program; }

  // From the start, or from a checkpoint.
  SearchOutcome search(SearchOptions options, const checkpoint::CheckpointEntry* from = nullptr) {
    auto system = std::move(*interp::Interpreter::make(program_));
    plan_.sequences = &system->sequences();
    std::unique_ptr<checkpoint::BlockReader> blocks;
    CheckpointSource source;
    if (from != nullptr) {
      blocks = std::move(*open_states(*from));
      source = {blocks.get(), checkpoint::states_summary(read_manifest(*from).value()), &system->sequences(), nullptr};
      options.resume = &source;
    }
    const IdentityReducer reducer;
    auto outcome = explore::explore(*system, reducer, options);
    if (!outcome) ADD_FAILURE() << outcome.failure().diagnostics.front().message;
    return std::move(*outcome);
  }

  void remove_checkpoints() {
    const Result<std::vector<checkpoint::CheckpointEntry>> entries = checkpoint::list_checkpoints(path_);
    if (!entries) return;
    for (const checkpoint::CheckpointEntry& entry : *entries) fs::remove_all(entry.path);
  }

  // In as many pieces as it takes, each with a limit on states slightly above the number already stored.
  void in_pieces(SearchOptions options, uint64_t step, uint64_t seed) {
    std::mt19937_64 random(seed);
    const SearchResult whole = search(options).result;
    options.checkpoint = &plan_;
    SearchOutcome outcome;
    uint64_t limit = step;
    for (int piece = 0;; ++piece) {
      ASSERT_LT(piece, 100);
      options.threads = 1 + static_cast<uint32_t>(random() % 4);
      options.max_states = limit;
      const auto entries = checkpoint::list_checkpoints(path_);
      outcome = search(options, piece == 0 ? nullptr : &entries->front());
      if (outcome.result.stop != StopReason::StateLimit) break;
      EXPECT_TRUE(outcome.checkpointed);
      limit = outcome.result.states + 1 + random() % step;
    }
    EXPECT_GT(written_, 1);
    EXPECT_EQ(outcome.result.verdict, whole.verdict);
    EXPECT_EQ(outcome.result.states, whole.states);
    EXPECT_EQ(outcome.result.transitions, whole.transitions);
    EXPECT_EQ(outcome.result.initial_states, whole.initial_states);
    ASSERT_EQ(outcome.result.violations.size(), whole.violations.size());
    for (size_t i = 0; i < whole.violations.size(); ++i) {
      EXPECT_EQ(outcome.result.violations[i].occurrences, whole.violations[i].occurrences);
    }
    if (options.order == frontier::SearchOrder::Levels) {
      EXPECT_EQ(outcome.result.max_depth, whole.max_depth);
      EXPECT_EQ(std::accumulate(outcome.level_sizes.begin(), outcome.level_sizes.end(), uint64_t{0}), whole.states);
    }
    if (!options.keep_parents) return;
    // Every state but the first has a parent.
    for (const FoundViolation& found : outcome.found) {
      uint64_t length = 0;
      for (store::StateRef ref = found.source; ref != store::kNoState; ref = outcome.parent(ref))
        ASSERT_LT(++length, 10'000u);
    }
  }

  std::string path_;
  std::unique_ptr<checkpoint::CheckpointFolder> folder_;
  CheckpointPlan plan_;
  std::shared_ptr<const ir::Program> program_;
  int written_ = 0;
};

TEST_F(Resuming, EveryStoreAndOrder) {
  uint64_t seed = 0;
  for (const store::TableKind store : {store::TableKind::Exact, store::TableKind::Tree, store::TableKind::Hash}) {
    for (const frontier::SearchOrder order : {frontier::SearchOrder::WorkStealing, frontier::SearchOrder::Levels}) {
      for (const bool parents : {false, true}) {
        SearchOptions options;
        options.store = store;
        options.order = order;
        options.keep_parents = parents;
        use(grid(4, 7, true));
        in_pieces(options, 700, ++seed);
      }
    }
  }
}

TEST_F(Resuming, LongStatesAreKeptWithoutTheirZeros) {
  SearchOptions options;
  use(grid(300, 2, true));
  options.max_depth = 2;
  options.keep_parents = true;
  const SearchResult whole = search(options).result;
  EXPECT_EQ(whole.states, 1u + 300 + 300 * 299 / 2);
  options.checkpoint = &plan_;
  options.max_states = 10'000;
  EXPECT_TRUE(search(options).checkpointed);
  options.max_states = UINT64_MAX;
  const auto entries = checkpoint::list_checkpoints(path_);
  const SearchResult rest = search(options, &entries->front()).result;
  EXPECT_EQ(rest.states, whole.states);
  EXPECT_EQ(rest.transitions, whole.transitions);
  EXPECT_EQ(rest.stop, StopReason::DepthLimit);
}

TEST_F(Resuming, ErrorsFoundBeforeAreKept) {
  SearchOptions options;
  options.all_errors = true;
  options.keep_parents = true;
  use(philosophers(8));
  in_pieces(options, 300, 1);
  options.order = frontier::SearchOrder::Levels;
  in_pieces(options, 300, 2);
}

// Written as often as possible while the workers run: any of these checkpoints will do.
TEST_F(Resuming, WrittenWhileTheSearchRuns) {
  for (const frontier::SearchOrder order : {frontier::SearchOrder::WorkStealing, frontier::SearchOrder::Levels}) {
    for (const store::TableKind store : {store::TableKind::Exact, store::TableKind::Hash, store::TableKind::Bitstate}) {
      use(grid(5, 8, true));
      SearchOptions options;
      options.threads = 3;
      options.order = order;
      options.store = store;
      options.checkpoint = &plan_;
      options.memory_bytes = uint64_t{64} << 20;
      plan_.interval_seconds = 1e-3;
      remove_checkpoints();
      const int before = written_;
      SearchResult whole;
      // On a busy machine the search may end before the writing thread has run.
      for (int tries = 0; written_ == before && tries < 100; ++tries) whole = search(options).result;
      ASSERT_GT(written_, before);
      options.checkpoint = nullptr;
      const std::vector<checkpoint::CheckpointEntry> entries = checkpoint::list_checkpoints(path_).value();
      for (const checkpoint::CheckpointEntry& entry : entries) {
        options.threads = 2;
        const SearchResult rest = search(options, &entry).result;
        EXPECT_EQ(rest.verdict, whole.verdict);
        if (store == store::TableKind::Bitstate) continue;  // which states are omitted depends on the order
        EXPECT_EQ(rest.states, whole.states);
        EXPECT_EQ(rest.transitions, whole.transitions);
      }
    }
  }
}

// Memory runs out in the middle of a chunk, of a batch, of a push.
TEST_F(Resuming, AfterMemoryEnded) {
  use(grid(5, 7, true));
  for (const frontier::SearchOrder order : {frontier::SearchOrder::WorkStealing, frontier::SearchOrder::Levels}) {
    for (const store::TableKind store : {store::TableKind::Exact, store::TableKind::Hash}) {
      SearchOptions options;
      options.order = order;
      options.store = store;
      const SearchResult whole = search(options).result;
      for (uint64_t kilobytes = 400; kilobytes < 1400; kilobytes += 173) {
        SearchOptions small = options;
        small.threads = 2;
        small.memory_bytes = kilobytes << 10;
        small.checkpoint = &plan_;
        if (search(small).result.stop != StopReason::MemoryLimit) continue;
        const auto entries = checkpoint::list_checkpoints(path_);
        const SearchResult rest = search(options, &entries->front()).result;
        EXPECT_EQ(rest.states, whole.states) << kilobytes;
        EXPECT_EQ(rest.transitions, whole.transitions) << kilobytes;
        EXPECT_EQ(rest.verdict, Verdict::Holds == whole.verdict ? Verdict::Holds : whole.verdict);
      }
    }
  }
}

TEST(SearchStates, AreReadAsTheyWereWritten) {
  SearchState state;
  state.transitions = 7;
  state.seconds = 1.5;
  state.position = {3, {1, 2, 3}};
  state.sample = {9, 8};
  state.found.resize(2);
  state.found[1].occurrences = 5;
  state.found[1].event.value = -4;
  state.statistics = {{"worst", 120, Statistic::Combine::Max}};
  const std::vector<uint64_t> words = state.words();
  const std::optional<SearchState> read = SearchState::from(words);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->words(), words);
  EXPECT_EQ(read->statistics[0].name, "worst");
  for (size_t length = 0; length < words.size(); ++length) {
    EXPECT_FALSE(SearchState::from(std::span(words).first(length)));
  }
}

}  // namespace
}  // namespace px::explore
