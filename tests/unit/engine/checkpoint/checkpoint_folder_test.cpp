#include "engine/checkpoint/checkpoint_folder.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <random>
#include <thread>

namespace px::checkpoint {
namespace {

namespace fs = std::filesystem;

class Checkpoints : public ::testing::Test {
 protected:
  Checkpoints() {
    std::string name = (fs::temp_directory_path() / "px_checkpoint_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Checkpoints() override { fs::remove_all(path_); }

  // A complete checkpoint with this many blocks of pseudo-random words; returns its number.
  uint64_t write(CheckpointFolder& folder, uint64_t blocks) {
    auto draft = std::move(*folder.begin());
    for (uint64_t i = 0; i < blocks; ++i) EXPECT_TRUE(draft->states().write(static_cast<uint32_t>(i % 3), words_of(i)));
    EXPECT_FALSE(draft->add_file("model.px", "var x: bool\n"));
    EXPECT_FALSE(draft->complete({{"note", blocks}}));
    return draft->number();
  }
  static std::vector<uint64_t> words_of(uint64_t block) {
    std::mt19937_64 random(block);
    std::vector<uint64_t> words(random() % 3000);
    for (uint64_t& word : words) word = random() & 0xffff;
    return words;
  }
  std::unique_ptr<CheckpointFolder> own() {
    auto folder = CheckpointFolder::own(path_);
    EXPECT_TRUE(folder.ok());
    return std::move(*folder);
  }
  CheckpointEntry newest() { return list_checkpoints(path_).value().front(); }

  std::string path_;
};

TEST_F(Checkpoints, AreReadAsTheyWereWritten) {
  auto folder = own();
  write(*folder, 20);
  const CheckpointEntry entry = newest();
  const CheckpointFacts manifest = read_manifest(entry).value();
  EXPECT_EQ(manifest.at("note"), 20);
  EXPECT_EQ(read_checkpoint_file(entry, manifest, "model.px").value(), "var x: bool\n");
  auto reader = std::move(*open_states(entry));
  for (uint64_t i = 0; i < 20; ++i) {
    const std::optional<StoredBlock> block = reader->next();
    ASSERT_TRUE(block);
    EXPECT_EQ(block->kind, i % 3);
    EXPECT_EQ(block->words, words_of(i));
  }
  EXPECT_FALSE(reader->next());
  EXPECT_EQ(reader->problem(), "");
  EXPECT_EQ(reader->summary(), states_summary(manifest));
  EXPECT_FALSE(find_damage(entry, manifest));
}

TEST_F(Checkpoints, ManyThreadsWriteAndRead) {
  auto folder = own();
  auto draft = std::move(*folder->begin());
  const auto on_four = [](const auto& work) {
    std::vector<std::thread> threads;
    for (uint64_t t = 0; t < 4; ++t) threads.emplace_back([&work, t] { work(t); });
    for (std::thread& thread : threads) thread.join();
  };
  on_four([&](uint64_t t) {
    for (uint64_t i = 0; i < 50; ++i) EXPECT_TRUE(draft->states().write(static_cast<uint32_t>(t), words_of(i)));
  });
  ASSERT_FALSE(draft->complete({}));
  auto reader = std::move(*open_states(newest()));
  std::atomic<uint64_t> blocks{0};
  on_four([&](uint64_t) {
    while (reader->next()) ++blocks;
  });
  EXPECT_EQ(blocks, 200u);
  EXPECT_EQ(reader->problem(), "");
}

TEST_F(Checkpoints, TheLastTwoAreKeptAndWhatWasBegunIsRemoved) {
  {
    auto folder = own();
    for (uint64_t i = 1; i <= 4; ++i) EXPECT_EQ(write(*folder, i), i);
    const auto draft = folder->begin();  // abandoned
    ASSERT_TRUE(draft.ok());
    EXPECT_TRUE(fs::exists(path_ + "/checkpoint-000005.part"));
  }
  const auto entries = list_checkpoints(path_).value();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].number, 4u);
  EXPECT_EQ(entries[1].number, 3u);
  EXPECT_FALSE(fs::exists(path_ + "/checkpoint-000005.part"));
  fs::create_directory(path_ + "/checkpoint-000009.part");  // left by a process that was killed
  auto folder = own();
  EXPECT_FALSE(fs::exists(path_ + "/checkpoint-000009.part"));
  EXPECT_EQ(write(*folder, 1), 5u);
}

TEST_F(Checkpoints, OneProcessWritesAtATime) {
  const auto folder = own();
  EXPECT_FALSE(CheckpointFolder::own(path_).ok());
}

TEST_F(Checkpoints, EveryDamageIsNoticed) {
  auto folder = own();
  write(*folder, 10);
  const CheckpointEntry entry = newest();
  const auto content_of = [](const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  };
  const auto is_damaged = [&] {
    const auto manifest = read_manifest(entry);
    return !manifest || find_damage(entry, *manifest).has_value();
  };
  std::mt19937_64 random(5);
  for (const char* name : {"/states.pxb", "/manifest.json", "/model.px"}) {
    const std::string path = entry.path + name;
    const std::string good = content_of(path);
    const auto put = [&](const std::string& content) { std::ofstream(path, std::ios::binary) << content; };
    for (int i = 0; i < 60; ++i) {  // a flipped bit
      std::string bad = good;
      bad[random() % bad.size()] ^= static_cast<char>(1 << random() % 8);
      put(bad);
      // Whitespace between the parts of the manifest is insignificant.
      EXPECT_TRUE(is_damaged() || name == std::string("/manifest.json")) << name;
    }
    for (int i = 0; i < 20; ++i) {  // truncated, at block boundaries, too
      put(good.substr(0, random() % good.size()));
      EXPECT_TRUE(is_damaged()) << name;
    }
    put(good + "x");
    EXPECT_TRUE(is_damaged()) << name;
    fs::remove(path);
    EXPECT_TRUE(is_damaged()) << name;
    put(good);
    EXPECT_FALSE(is_damaged());
  }
}

// Every change of the manifest's meaning is detected.
TEST_F(Checkpoints, TheManifestIsHashed) {
  auto folder = own();
  write(*folder, 3);
  const std::string path = newest().path + "/manifest.json";
  CheckpointFacts manifest = CheckpointFacts::parse(std::ifstream(path));
  manifest["note"] = 4;
  std::ofstream(path) << manifest.dump(2);
  EXPECT_FALSE(read_manifest(newest()).ok());
  manifest["note"] = 3;
  manifest["format"] = kCheckpointFormat + 1;
  std::ofstream(path) << manifest.dump(2);
  const auto other = read_manifest(newest());
  ASSERT_FALSE(other.ok());
  EXPECT_NE(other.failure().diagnostics.front().message.find("format"), std::string::npos);
}

TEST_F(Checkpoints, AFolderWithoutOneSaysSo) {
  EXPECT_FALSE(list_checkpoints(path_ + "/nothing").ok());
  EXPECT_FALSE(list_checkpoints(path_).ok());
}

}  // namespace
}  // namespace px::checkpoint
