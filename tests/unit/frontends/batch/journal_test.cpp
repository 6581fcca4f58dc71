#include "frontends/batch/journal.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "engine/base/content_hash.h"
#include "tests/support/temporary_folder.h"

namespace px::batch {
namespace {

class JournalTest : public testing::Test {
 protected:
  JournalTest() {
    write("m.pml", "model");
    write("part.h", "part");
    run_.model = temporary_.file("m.pml");
    run_.options = {"--time=5m"};
    record_.verdict = "holds";
    record_.stop_reason = "none";
    record_.states = 7;
    record_.files = {{run_.model, content_hash("model")}, {temporary_.file("part.h"), content_hash("part")}};
  }

  void write(const std::string& name, const std::string& text) { std::ofstream(temporary_.file(name)) << text; }

  void add(uint64_t share = 100) {
    Journal journal(path_, "this");
    ASSERT_TRUE(journal.open().ok());
    ASSERT_TRUE(journal.add(run_, share, record_).ok());
  }

  // The number of states that a later call takes from the journal, if it does.
  std::optional<uint64_t> found(const SuiteRun& run, uint64_t share = 100, const std::string& program = "this") const {
    Journal journal(path_, program);
    EXPECT_TRUE(journal.open().ok());
    const std::optional<RunRecord> record = journal.find(run, share);
    return record ? std::optional(record->states) : std::nullopt;
  }

  const test::TemporaryFolder temporary_;
  const std::string path_ = temporary_.file("journal.jsonl");
  SuiteRun run_;
  RunRecord record_;
};

TEST_F(JournalTest, WhatWasDoneIsFound) {
  EXPECT_EQ(found(run_), std::nullopt);
  add();
  EXPECT_EQ(found(run_), 7U);
  record_.states = 8;
  add();
  EXPECT_EQ(found(run_), 8U) << "the last line counts";
}

TEST_F(JournalTest, AnotherRunIsNotFound) {
  run_.options = {"--include=a b"};
  add();
  SuiteRun other = run_;
  other.options = {"--include=a", "b"};
  EXPECT_EQ(found(other), std::nullopt) << "what is written alike may be other options";
  std::filesystem::create_directory(temporary_.file("sub"));
  write("sub/m.pml", "model");
  other = run_;
  other.model = temporary_.file("sub/m.pml");
  EXPECT_EQ(found(other), std::nullopt) << "a model of the same name and content elsewhere";
  other.model = temporary_.file("sub/../m.pml");
  EXPECT_EQ(found(other), 7U) << "the same file";
  EXPECT_EQ(found(run_, 100, "other"), std::nullopt) << "another pexplore";
}

TEST_F(JournalTest, ChangedFilesAreNoticed) {
  add();
  write("part.h", "Part");
  EXPECT_EQ(found(run_), std::nullopt) << "a file that the model includes";
  write("part.h", "part");
  EXPECT_EQ(found(run_), 7U);
  std::filesystem::remove(temporary_.file("part.h"));
  EXPECT_EQ(found(run_), std::nullopt);
}

TEST_F(JournalTest, MoreMemoryMayGoFurther) {
  record_.stop_reason = "memory-limit";
  add(100);
  EXPECT_EQ(found(run_, 100), 7U);
  EXPECT_EQ(found(run_, 50), 7U);
  EXPECT_EQ(found(run_, 101), std::nullopt);
  record_.stop_reason = "none";
  add(100);
  EXPECT_EQ(found(run_, 101), 7U) << "memory was enough";
}

TEST_F(JournalTest, DamagedLinesAreLeftOut) {
  write("journal.jsonl", "[1]\n{}\n{\"program\": \"this\", \"run\": 3}\nnonsense\n{\"run\": \"cut o");
  add();
  EXPECT_EQ(found(run_), 7U) << "a line of its own, although the one before was cut off";
}

TEST_F(JournalTest, OnlyARegularFile) {
  std::filesystem::create_symlink("/dev/zero", path_);
  const Result<void> opened = Journal(path_, "this").open();
  ASSERT_FALSE(opened.ok());
  EXPECT_TRUE(opened.failure().diagnostics.front().message.ends_with("is not a regular file"));
  EXPECT_EQ(hash_of_file(path_), std::nullopt);
}

TEST_F(JournalTest, AFullDiskIsTold) {
  Journal journal(path_, "this");
  ASSERT_TRUE(journal.open().ok());
  ASSERT_TRUE(journal.add(run_, 100, record_).ok());
  const auto earlier = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit small{std::filesystem::file_size(path_) + 10, limit.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const Result<void> added = journal.add(run_, 100, record_);
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, earlier);
  ASSERT_FALSE(added.ok());
  EXPECT_EQ(added.failure().diagnostics.front().message, "cannot write '" + path_ + "': File too large");
}

TEST_F(JournalTest, OneSuiteInAFolder) {
  {
    const Result<FolderLock> one = FolderLock::take(temporary_.path());
    ASSERT_TRUE(one.ok());
    const Result<FolderLock> other = FolderLock::take(temporary_.path());
    ASSERT_FALSE(other.ok());
    EXPECT_EQ(other.failure().diagnostics.front().message, "another suite is running in '" + temporary_.path() + "'");
  }
  EXPECT_TRUE(FolderLock::take(temporary_.path()).ok()) << "the first one has ended";
  EXPECT_FALSE(FolderLock::take(temporary_.file("none")).ok());
}

}  // namespace
}  // namespace px::batch
