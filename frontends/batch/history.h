// The results of a suite night after night: an append-only file, what changed since the night before, and a page.
//
// DIR/history.jsonl has one line per run and night. Lines are only ever added, all of a night in one write while the
// file is locked. A line that a crash tore is skipped by readers; the next night begins a line of its own.
//
// What is a change. A run is the same run as long as its suite, model, name, options and the content of its files are
// the same. Then another verdict or, of runs that saw the whole space, another number of states or transitions is a
// failure: pexplore contradicts itself. With changed files or options it is reported as a change. Times and memory
// differ from night to night. They are compared with the median of up to ten earlier nights, and the noise is the
// median of the distances from it (MAD, which one bad night does not move): what is further away than kNoise times
// that, and than a tenth, and than a floor, is a warning.
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
  std::string night;  // when the suite began, "2026-11-20T02:30:00Z"; the same for all runs of a night
  std::string suite;
  std::string version;  // of pexplore
  std::string host;
  std::string model;
  std::string name;
  std::string options;
  std::string files;     // a hash of all that was read
  std::string expected;  // outcome
  std::string status;    // "ok", "failed", "broken"
  std::string difference;
  std::string outcome;    // "violated (deadlock)"
  bool complete = false;  // saw the whole space and lost nothing: its counts can be compared
  uint64_t states = 0;
  uint64_t transitions = 0;
  double seconds = 0;
  uint64_t peak_bytes = 0;
  std::vector<std::string> errors;  // as text
  std::string kept;                 // folder; empty: none

  std::string title() const { return model + (name.empty() ? "" : ": " + name); }
};

// One run over all nights, the oldest first; never empty.
struct RunHistory {
  std::vector<NightRun> nights;
  const NightRun& latest() const { return nights.back(); }
};

struct History {
  std::vector<RunHistory> runs;     // those of the latest night first, then in the order in which they first came
  std::vector<std::string> nights;  // of all suites, the oldest first
  size_t unreadable = 0;            // lines that are none
};

struct Change {
  enum class Kind : uint8_t { Failure, Warning, Note };
  Kind kind;
  std::string run;   // its title
  std::string text;  // "1 234 states, 1 230 the night before, with the same files and options"
};

// The runs of this night that were done, as they are written down.
std::vector<NightRun> night_of(const Suite& suite, const std::vector<SuiteResult>& results,
                               std::chrono::system_clock::time_point begun, const std::string& version);
std::string night_lines(const std::vector<NightRun>& runs);

// Adds lines to DIR/history.jsonl. A failure is a UsageError: no such folder, or the disk is full.
Result<void> append_night(const std::string& folder, const std::string& lines);
Result<History> read_history(const std::string& folder);
History history_of(const std::string& lines);

// What is worth reporting about a run's latest night.
std::vector<Change> changes_of(const RunHistory& run);
// Of all runs of the latest night of a suite, failures first; and which runs there were the night before and are no
// more, if this night was of the whole suite.
std::vector<Change> changes_of(const History& history, const std::string& suite, bool whole);

std::string history_page(const History& history);

}  // namespace px::batch
