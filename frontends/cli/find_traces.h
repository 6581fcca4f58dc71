// Traces for the errors that a search found: from the parents it kept (--trace on), or by a second search (--trace
// auto). docs/decisions/0005-traces-by-a-second-search.md gives the reasons and the cost of both.
#pragma once

#include <string>
#include <vector>

#include "engine/explore/explorer.h"
#include "frontends/cli/execution.h"

namespace px::cli {

struct FoundTraces {
  std::vector<Trace> traces;  // one per violation of the outcome; empty where there is none
  std::string missing;        // why some are missing, for people; empty if none are
};

// May replace the violations of the outcome by those of the second search: by levels they are the nearest ones, and do
// not depend on threads. Every trace has been replayed by the interpreter; one that is no run is a defect and ends the
// program. At most `most` errors are kept (0: all); `not_listed` says how many were dropped.
FoundTraces find_traces(const ModelExecution& execution, const SearchOptions& search, TraceMode mode, size_t most,
                        SearchOutcome& outcome, size_t& not_listed);

}  // namespace px::cli
