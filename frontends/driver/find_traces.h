// Traces for the errors that a search found: from the parents it kept (TraceMode::On), or by a second search
// (TraceMode::Auto). docs/decisions/0005-traces-by-a-second-search.md gives the reasons and the cost of both.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontends/driver/refinement.h"

namespace px::driver {

enum class TraceMode : uint8_t {
  Auto,  // by further searches: the shortest run if it is found soon; costs nothing unless there is an error
  On,    // from references kept by the search, at 8 bytes per state
  Off,
};

// An error as reported to users.
struct ErrorReport {
  Violation violation;
  Event event;
  Trace trace;                                      // empty: there is none
  std::shared_ptr<const ModelExecution> execution;  // the event and the trace refer to its program
};

// Called when runs are known, and shorter ones are searched for within `seconds` seconds.
using OnRuns = std::function<void(const std::vector<ErrorReport>& known, double seconds)>;

struct TraceOptions {
  TraceMode mode = TraceMode::Auto;
  size_t max_errors = 0;                 // to report; 0: all
  const explore::SearchOptions& search;  // those of the first search
  OnRuns on_runs{};                      // may be empty
};

struct FoundTraces {
  std::vector<ErrorReport> errors;  // those of the search, then those found only by earlier searches
  std::string missing;              // why some have no trace, as a text for the user; empty if none are missing
  std::string doubt;                // why some run may not be a shortest one, as a text for the user; empty if all are
  double seconds = 0;               // time spent finding them, included in that of the result
  size_t not_listed = 0;            // errors beyond the reported maximum
};

// May replace the errors of the search by those of the second one: in breadth-first order they are the nearest ones,
// and do not depend on threads. The interpreter has replayed every trace; one that is not a run is a defect and ends
// the program. `search.outcome` keeps the violations reported for it.
FoundTraces find_traces(const ModelSource& source, RefinedSearch& search, const TraceOptions& options);

}  // namespace px::driver
