// The result of a run: text for people, whose last line is "verdict: ...", and JSON for machines, which holds
// everything. docs/report-schema.md describes the JSON; docs/report.schema.json is its schema.
#pragma once

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/explore/stage_clock.h"
#include "engine/explore/swarm.h"
#include "engine/model/verdict.h"
#include "frontends/cli/coverage.h"
#include "frontends/cli/options.h"
#include "frontends/cli/painter.h"
#include "frontends/cli/views.h"
#include "frontends/driver/properties.h"

namespace px::cli {

// What became of --por auto or on.
struct PartialOrderReport {
  bool on = false;
  std::string why{};       // off: the reason
  uint64_t reduced = 0;    // states in which some enabled step was left out
  uint64_t suspects = 0;   // and in which it had to be checked whether that may be forever
  uint64_t completed = 0;  // and in which it was, so that all steps were tried after all
};

// What became of --checkpoint.
struct CheckpointSummary {
  std::string folder;
  uint64_t written = 0;        // by this process
  uint64_t number = 0;         // of the last one written; 0: none
  bool at_end = false;         // what was left to do when the search ended is in it
  std::string problem{};       // why the last one could not be written; empty if it was
  std::string resumed_from{};  // folder of the checkpoint that the run was resumed from; empty: from the beginning
};

// Everything that is reported about a run. Refers to the sources of the model, which must outlive it.
struct Report {
  const SourceMap& sources;
  Options options;
  std::string version;
  uint64_t threads = 0;    // as used
  std::string strategy{};  // as used: "auto" has become what it chose
  SearchResult result{};
  std::vector<driver::PropertyReport> properties{};            // what was asked about infinite runs
  std::vector<TraceView> traces{};                             // one per violation of the result; or none at all
  std::string missing_trace{};                                 // why there is none for some
  std::string run_doubt{};                                     // why there may be shorter ones
  double run_seconds = 0;                                      // that finding them took, in those of the result
  std::vector<std::pair<std::string, uint64_t>> statistics{};  // of the reducer and the store
  std::vector<WorkerProfile> profile{};                        // one per worker, with --profile
  std::vector<uint64_t> level_sizes{};                         // states by distance, with --order bfs
  std::optional<PartialOrderReport> partial_order{};           // without --por off
  std::optional<CheckpointSummary> checkpoints{};              // with --checkpoint
  std::string audit{};                                    // what --audit or --audit-sample found; empty: not requested
  std::optional<std::vector<UnreachedPart>> unreached{};  // with --coverage
  std::optional<SwarmOutcome> swarm{};                    // of `swarm`
  std::vector<std::string> without_effect{};              // what is said of definitions (-D) that change nothing
};

// Whether to colour what goes to a stream: by --color, NO_COLOR and TERM.
bool use_color(ColorMode mode, bool is_terminal, const char* no_color, const char* term);

void write_text(const Report& report, bool color, std::ostream& out);
// What follows the figures: errors with their runs, what was not reached, the verdict.
void write_findings(const Report& report, const Painter& painter, std::ostream& out);
// The report as one JSON document that ends with a newline.
std::string to_json(const Report& report);

// Writes the JSON to a file, or to `out` if the path is "-". A failure is a UsageError: nothing but the path is wrong.
Result<void> write_report(const Report& report, const std::string& path, std::ostream& out);

// The text for people to standard output, unless the JSON is to go there, and the JSON to where it was requested.
Result<void> tell_report(const Report& report);

// "holds", "violated (deadlock)", "incomplete (time-limit)": what follows "verdict: ".
std::string verdict_text(const SearchResult& result);

}  // namespace px::cli
