// The result of a run: text for people, whose last line is "verdict: ...", and JSON with the complete data for
// machines. docs/report-schema.md describes the JSON; docs/report.schema.json is its schema.
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

// The outcome of --por auto or on.
struct PartialOrderReport {
  bool on = false;
  std::string why{};       // if off: the reason
  uint64_t reduced = 0;    // states in which some enabled step was left out
  uint64_t suspects = 0;   // of these: states that had to be checked for steps postponed forever
  uint64_t completed = 0;  // of the suspects: states in which all steps were then explored after all
};

// The outcome of --checkpoint.
struct CheckpointSummary {
  std::string folder;
  uint64_t written = 0;        // by this process
  uint64_t number = 0;         // of the last one written; 0: none
  bool at_end = false;         // it contains the work left when the search ended
  std::string problem{};       // why the last one could not be written; empty if it was written
  std::string resumed_from{};  // folder of the checkpoint that the run resumed from; empty: ran from the beginning
};

// All data reported about a run. Refers to the sources of the model, which must outlive it.
struct Report {
  const SourceMap& sources;
  Options options;
  std::string version;
  uint64_t threads = 0;    // number actually used
  std::string strategy{};  // strategy actually used: "auto" has been resolved
  SearchResult result{};
  std::vector<driver::PropertyReport> properties{};  // checks on infinite runs
  std::vector<TraceView> traces{};                   // one per violation of the result, or none at all
  std::string missing_trace{};                       // why some violations have none
  std::string run_doubt{};                           // why shorter runs may exist
  double run_seconds = 0;                            // time spent finding them, included in that of the result
  std::vector<std::pair<std::string, uint64_t>> statistics{};  // of the reducer and the store
  std::vector<explore::WorkerProfile> profile{};               // one per worker, with --profile
  std::vector<uint64_t> level_sizes{};                         // states by distance, with --order bfs
  std::optional<PartialOrderReport> partial_order{};           // unset with --por off
  std::optional<CheckpointSummary> checkpoints{};              // with --checkpoint
  std::string audit{};                                    // findings of --audit or --audit-sample; empty: not requested
  std::optional<std::vector<UnreachedPart>> unreached{};  // with --coverage
  std::optional<explore::SwarmOutcome> swarm{};           // for `swarm`
  std::string lost_symmetry{};                // what costs all symmetry, and what to do; empty: nothing does
  std::vector<std::string> without_effect{};  // messages about definitions (-D) that change nothing
};

// Whether to colour the output to a stream, by --color, NO_COLOR and TERM.
bool use_color(ColorMode mode, bool is_terminal, const char* no_color, const char* term);

void write_text(const Report& report, bool color, std::ostream& out);
// Writes what follows the figures: errors with their runs, unreached parts, the verdict.
void write_findings(const Report& report, const Painter& painter, std::ostream& out);
// The report as one JSON document, ending with a newline.
std::string to_json(const Report& report);

// Writes the JSON to a file, or to `out` if the path is "-". A failure is a UsageError: only the path can be wrong.
Result<void> write_report(const Report& report, const std::string& path, std::ostream& out);

// Writes the text to standard output, unless the JSON goes there, and the JSON to the requested place.
Result<void> tell_report(const Report& report);

// "holds", "violated (deadlock)", "incomplete (time-limit)": what follows "verdict: ".
std::string verdict_text(const SearchResult& result);

}  // namespace px::cli
