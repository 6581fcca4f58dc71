#include "frontends/batch/history.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace px::batch {
namespace {

NightRun run_of(int night) {
  NightRun run;
  run.night = "2026-11-" + std::string(night < 10 ? "0" : "") + std::to_string(night) + "T02:30:00Z";
  run.suite = "nightly";
  run.host = "box";
  run.model = "m.px";
  run.files = "f00d";
  run.status = "ok";
  run.expected = "holds";
  run.outcome = "holds";
  run.complete = true;
  run.states = 100;
  run.transitions = 300;
  run.seconds = 10;
  run.peak_bytes = uint64_t{100} << 20;
  return run;
}

RunHistory nights(int count) {
  RunHistory history;
  for (int i = 1; i <= count; ++i) history.nights.push_back(run_of(i));
  return history;
}

std::string told(const RunHistory& history) {
  constexpr const char* kWords[] = {"failure", "warning", "note"};
  std::string text;
  for (const Change& change : changes_of(history)) {
    text += std::string(kWords[static_cast<int>(change.kind)]) + ": " + change.text + '\n';
  }
  return text;
}

TEST(History, NothingNew) {
  EXPECT_EQ(told(nights(1)), "note: new: holds\n");
  EXPECT_EQ(told(nights(12)), "");
}

TEST(History, AnotherVerdictOrCountOfTheSameModelIsAFailure) {
  RunHistory history = nights(3);
  history.nights.back().outcome = "violated (deadlock)";
  history.nights.back().complete = false;
  EXPECT_EQ(told(history), "failure: violated (deadlock), holds the night before, with the same files and options\n");
  history = nights(3);
  history.nights.back().states = 99;
  EXPECT_EQ(told(history), "failure: 99 states, 100 the night before, with the same files and options\n");
  history.nights.back().states = 100;
  history.nights.back().transitions = 3000;
  EXPECT_EQ(told(history), "failure: 3 000 transitions, 300 the night before, with the same files and options\n");
}

TEST(History, ChangesOfTheModelAreNotes) {
  RunHistory history = nights(3);
  history.nights.back().files = "beef";
  history.nights.back().states = 99;
  EXPECT_EQ(told(history), "note: 99 states, 100 the night before; its files or options have changed\n");
  history.nights.back().outcome = "violated (deadlock)";
  EXPECT_EQ(told(history), "note: violated (deadlock), holds the night before; its files or options have changed\n");
}

TEST(History, ALimitIsNoContradiction) {
  RunHistory history = nights(3);
  history.nights.back().outcome = "incomplete (time-limit)";
  history.nights.back().complete = false;
  history.nights.back().states = 40;
  EXPECT_EQ(told(history),
            "warning: incomplete (time-limit), holds the night before, with the same files and options\n");
  history.nights.push_back(run_of(4));
  EXPECT_EQ(told(history), "note: holds, incomplete (time-limit) the night before, with the same files and options\n");
  history = nights(3);
  for (NightRun& night : history.nights) night.complete = false;
  history.nights.back().states = 40;  // how far an incomplete search gets varies
  EXPECT_EQ(told(history), "");
}

TEST(History, TimesBeyondTheNoise) {
  RunHistory history = nights(12);
  history.nights.back().seconds = 10.9;  // within a tenth
  EXPECT_EQ(told(history), "");
  history.nights.back().seconds = 12;
  EXPECT_EQ(told(history), "warning: time: 12.0 s, 10.0 s is the median of 10 nights before\n");
  history.nights.back().seconds = 5;
  EXPECT_EQ(told(history), "note: time: 5.00 s, 10.0 s is the median of 10 nights before\n");
  // Times that vary every night have a wider tolerance. A single bad night among them does not affect it.
  for (size_t i = 0; i < 11; ++i) history.nights[i].seconds = i % 2 == 0 ? 9 : 11;
  history.nights[5].seconds = 500;
  history.nights.back().seconds = 14;
  EXPECT_EQ(told(history), "");
  history.nights.back().seconds = 17;
  EXPECT_EQ(told(history).substr(0, 13), "warning: time");
  // Small differences are ignored, and so are those after few nights, on another machine or with another model.
  history = nights(12);
  for (NightRun& night : history.nights) night.seconds = 0.01;
  history.nights.back().seconds = 0.4;
  EXPECT_EQ(told(history), "");
  history = nights(4);
  history.nights.back().seconds = 100;
  EXPECT_EQ(told(history), "");
  history = nights(12);
  history.nights.back().seconds = 100;
  history.nights.back().host = "faster";
  EXPECT_EQ(told(history), "");
}

TEST(History, Memory) {
  RunHistory history = nights(12);
  history.nights.back().peak_bytes = uint64_t{150} << 20;
  EXPECT_EQ(told(history), "warning: memory: 150.0 MiB, 100.0 MiB is the median of 10 nights before\n");
}

TEST(History, LinesAreReadAgain) {
  NightRun run = run_of(1);
  run.name = "N=3 \"quoted\"";
  run.errors = {"m.px:3:1: deadlock"};
  run.kept = "kept/m.px";
  NightRun later = run_of(2);
  later.name = run.name;
  later.outcome = "violated (deadlock)";
  // In any order, with truncated and invalid lines.
  const History history =
      history_of(night_lines({later}) + "{\"night\": \"2026-\nnonsense\n[]\n\n" + night_lines({run}));
  ASSERT_EQ(history.runs.size(), 1U);
  EXPECT_EQ(history.unreadable, 3U);
  EXPECT_EQ(history.nights, (std::vector<std::string>{run.night, later.night}));
  EXPECT_EQ(history.runs[0].nights[0].errors, run.errors);
  EXPECT_EQ(history.runs[0].nights[0].kept, run.kept);
  EXPECT_EQ(history.runs[0].latest().outcome, "violated (deadlock)");
}

TEST(History, WhatIsNoLongerThere) {
  NightRun gone = run_of(1);
  gone.model = "gone.px";
  NightRun other = run_of(1);
  other.suite = "other";
  const History history = history_of(night_lines({run_of(1), gone, other, run_of(2)}));
  const std::vector<Change> whole = changes_of(history, "nightly", true);
  ASSERT_EQ(whole.size(), 1U);
  EXPECT_EQ(whole[0].run + ' ' + whole[0].text, "gone.px is no longer in the suite");
  EXPECT_TRUE(changes_of(history, "nightly", false).empty());
}

TEST(History, FailuresComeFirst) {
  std::vector<NightRun> runs;
  for (int i = 1; i <= 2; ++i) {
    for (const char* model : {"a.px", "b.px"}) {
      runs.push_back(run_of(i));
      runs.back().model = model;
    }
  }
  runs[2].files = "beef";
  runs[2].states = 1;
  runs[3].states = 2;
  const std::vector<Change> changes = changes_of(history_of(night_lines(runs)), "nightly", true);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].run, "b.px");
  EXPECT_EQ(changes[0].kind, Change::Kind::Failure);
}

TEST(History, ATornLineDoesNotSpoilTheNextNight) {
  const test::TemporaryFolder temporary;
  const std::string folder = temporary.path();
  std::ofstream(folder + "/history.jsonl") << "{\"night\": \"2026-11-01T";
  ASSERT_TRUE(append_night(folder, night_lines({run_of(2)})).ok());
  ASSERT_TRUE(append_night(folder, night_lines({run_of(3)})).ok());
  const Result<History> history = read_history(folder);
  ASSERT_TRUE(history.ok());
  EXPECT_EQ(history->unreadable, 1U);
  ASSERT_EQ(history->runs.size(), 1U);
  EXPECT_EQ(history->runs[0].nights.size(), 2U);
  EXPECT_FALSE(append_night(folder + "/none", "").ok());
}

TEST(History, ThePageQuotesWhatModelsSay) {
  NightRun run = run_of(1);
  run.model = "<script>alert(1)</script>.px";
  run.difference = "a & b";
  const std::string page = history_page(history_of(night_lines({run})));
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;"), std::string::npos);
  EXPECT_NE(page.find("a &amp; b"), std::string::npos);
  EXPECT_NE(history_page({}).find("No night"), std::string::npos);
}

}  // namespace
}  // namespace px::batch
