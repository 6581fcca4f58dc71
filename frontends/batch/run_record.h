// One run of pexplore as described by the system and its JSON report (docs/report-schema.md).
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"

namespace px::batch {

// A file that a run read, and the content_hash() of the content.
struct FileRead {
  std::string path;
  std::string hash;
};

// An error found by a run, as in its report.
struct RunError {
  std::string kind;
  std::string message;
  std::string file;  // empty: no location
  uint64_t line = 0;
  uint64_t column = 0;

  // "file:12:3: assertion: ...".
  std::string text() const;
};

struct RunRecord {
  int exit_code = -1;
  double wall_seconds = 0;  // of the whole process
  double cpu_seconds = 0;
  uint64_t peak_bytes = 0;
  std::string problem;  // its message if it left no report; all following members are unset then

  std::string verdict;
  std::string violation;  // "" unless violated
  std::string stop_reason;
  std::string guarantee;
  std::string caveat;
  std::string strategy;  // as used
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t max_depth = 0;
  double search_seconds = 0;
  double state_bytes = 0;
  double store_bytes_per_state = 0;
  std::vector<std::pair<std::string, double>> phases;  // seconds over all workers, with --profile
  std::vector<uint64_t> level_sizes;                   // with --order bfs
  std::vector<FileRead> files;
  std::vector<RunError> errors;
  std::vector<std::string> without_effect;                      // definitions of the run that had no effect
  std::vector<std::pair<std::string, std::string>> properties;  // name ("ltl f") and verdict of each

  std::string report;  // the JSON report; empty for a run done by an earlier call
  std::string output;  // standard output and error; likewise

  bool reported() const { return problem.empty(); }
  // The run visited the whole space: figures of such runs can be compared.
  bool complete() const { return reported() && stop_reason == "none"; }
};

// Runs `program` quietly on a model with these options, and reads the report it leaves. Fails only if a process cannot
// be started or a temporary file cannot be created.
Result<RunRecord> run_and_read(const std::string& program, const std::vector<std::string>& options,
                               const std::string& model, const std::atomic<bool>& stop);

// Parses the report of a run, a JSON text; returns false if it is not a report.
bool read_report(const std::string& json, RunRecord& record);

// "violated (deadlock)", "incomplete (time-limit)", "no report (exit code 65)".
std::string outcome(const RunRecord& record);

// The path of this program: separate processes run the same version.
std::string own_path();

}  // namespace px::batch
