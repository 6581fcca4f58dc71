// Computes the result of a search from its final state.
#pragma once

#include "engine/explore/explorer.h"

namespace px::explore {

// The violation as reported to users, without a trace.
Violation to_violation(const FoundViolation& found, const ir::Program& program);

// Appends errors to `outcome`. Errors with the same text are merged, because one statement of the user may have become
// several in the Program. The first one, which is the shallowest, is kept.
void fold_violations(const std::vector<FoundViolation>& all, const ir::Program& program, SearchOutcome& outcome);

// Sets violations, loss, verdict and sizes; counters and the stop reason must be set already. The workers have
// finished.
void fill_result(const TransitionSystem& system, const Reducer& reducer, bool all_errors, ViolationLog& log,
                 SearchOutcome& outcome);

// The size of states and of what is stored for each, from the counts in `result`.
void describe_storage(const TransitionSystem& system, const store::TableStats& table, SearchResult& result);

}  // namespace px::explore
