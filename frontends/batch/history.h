// The results of a suite night after night: an append-only file, the changes since the previous night, and a page.
//
// DIR/history.jsonl has one line per run and night. Lines are only ever appended, all lines of a night in one write
// with the file locked. Readers skip a line truncated by a crash; the next night starts on a new line.
//
// Definition of a change. Two runs are the same run if suite, model, name, options and the contents of their files
// agree. Then a different verdict or, for runs that visited the whole space, a different number of states or
// transitions is a failure: pexplore contradicts itself. With changed files or options it is reported as a change.
// Times and memory vary from night to night. They are compared with the median of up to ten earlier nights; the noise
// is the median absolute deviation (MAD), which one bad night does not shift. A value that is further away than kNoise
// times the noise, a tenth of the median, and a floor, is a warning.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/batch/suite.h"

namespace px::batch {

// One run in one night.
struct NightRun {
  std::string night;  // start of the suite, "2026-11-20T02:30:00Z"; the same for all runs of a night
  std::string suite;
  std::string version;  // of pexplore
  std::string host;
  std::string model;
  std::string name;
  std::string options;
  std::string files;     // a hash of all files that were read
  std::string expected;  // outcome
  std::string status;    // "ok", "failed", "broken"
  std::string difference;
  std::string outcome;    // "violated (deadlock)"
  bool complete = false;  // visited the whole space and lost nothing: its counts can be compared
  uint64_t states = 0;
  uint64_t transitions = 0;
  double seconds = 0;
  uint64_t peak_bytes = 0;
  std::vector<std::string> errors;  // as text
  std::string kept;                 // path of the folder; empty: none

  std::string title() const { return model + (name.empty() ? "" : ": " + name); }
};

// One run over all nights, oldest first; never empty.
struct RunHistory {
  std::vector<NightRun> nights;
  const NightRun& latest() const { return nights.back(); }
};

struct History {
  std::vector<RunHistory> runs;     // those of the latest night first, then in order of first appearance
  std::vector<std::string> nights;  // of all suites, oldest first
  size_t unreadable = 0;            // number of lines that could not be parsed
};

struct Change {
  enum class Kind : uint8_t { Failure, Warning, Note };
  Kind kind;
  std::string run;   // its title
  std::string text;  // "1 234 states, 1 230 the night before, with the same files and options"
};

// The completed runs of this night, in the form in which they are stored.
std::vector<NightRun> night_of(const Suite& suite, const std::vector<SuiteResult>& results,
                               std::chrono::system_clock::time_point begun, const std::string& version);
std::string night_lines(const std::vector<NightRun>& runs);

// Appends lines to DIR/history.jsonl. A failure is a UsageError: no such folder, or the disk is full.
Result<void> append_night(const std::string& folder, const std::string& lines);
Result<History> read_history(const std::string& folder);
History history_of(const std::string& lines);

// The notable changes in a run's latest night.
std::vector<Change> changes_of(const RunHistory& run);
// The changes of all runs in the latest night of a suite, failures first; also the runs that have disappeared since the
// previous night, if this night ran the whole suite.
std::vector<Change> changes_of(const History& history, const std::string& suite, bool whole);

std::string history_page(const History& history);

}  // namespace px::batch
