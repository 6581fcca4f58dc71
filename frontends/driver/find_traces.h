// Traces for the errors that a search found: from the parents it kept (TraceMode::On), or by a second search
// (TraceMode::Auto). docs/decisions/0005-traces-by-a-second-search.md gives the reasons and the cost of both.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontends/driver/refinement.h"

namespace px::driver {

enum class TraceMode : uint8_t {
  Auto,  // by further searches: the shortest run where that is soon found, for nothing until an error was found
  On,    // from references kept by the search, which costs 8 bytes per state
  Off,
};

// An error as reported to users.
struct ErrorReport {
  Violation violation;
  Event event;
  Trace trace;                                      // empty: there is none
  std::shared_ptr<const ModelExecution> execution;  // whose program the event and the trace refer to
};

// Called when runs are known and shorter ones are searched for within so many seconds.
using OnRuns = std::function<void(const std::vector<ErrorReport>& known, double seconds)>;

struct TraceOptions {
  TraceMode mode = TraceMode::Auto;
  size_t max_errors = 0;        // that are reported; 0: all
  const SearchOptions& search;  // those of the search
  OnRuns on_runs{};             // may be empty
};

struct FoundTraces {
  std::vector<ErrorReport> errors;  // those of the search, then those that only earlier searches found
  std::string missing;              // why some have no trace, for people; empty if none are missing
  std::string doubt;                // why some run may not be a shortest one, for people; empty if all are
  double seconds = 0;               // that finding them took; in those of the result
  size_t not_listed = 0;            // errors beyond the most that are reported
};

// May replace the errors of the search by those of the second one: by levels they are the nearest ones, and do not
// depend on threads. Every trace has been replayed by the interpreter; one that is not a run is a defect and ends the
// program. `search.outcome` keeps the violations that are reported for it.
FoundTraces find_traces(const ModelSource& source, RefinedSearch& search, const TraceOptions& options);

}  // namespace px::driver
