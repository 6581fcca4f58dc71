// What came out of a search, from what it left behind.
#pragma once

#include "engine/explore/explorer.h"

namespace px {

// As users are told of it, without a trace.
Violation to_violation(const FoundViolation& found, const ir::Program& program);

// Appends errors to `outcome`. Those that read the same are one: a statement of the user's may have become several of
// the Program's. The first of them, the nearest, stays.
void fold_violations(const std::vector<FoundViolation>& all, const ir::Program& program, SearchOutcome& outcome);

// Violations, loss, verdict and sizes; counters and why it stopped are set already. The workers have ended.
void fill_result(const TransitionSystem& system, const Reducer& reducer, bool all_errors, ViolationLog& log,
                 SearchOutcome& outcome);

// How large states are and what is stored of each, by the counts in `result`.
void describe_storage(const TransitionSystem& system, const TableStats& table, SearchResult& result);

}  // namespace px
