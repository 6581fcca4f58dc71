// What came out of a search, from what it left behind.
#pragma once

#include "engine/explore/explorer.h"

namespace px {

// As users are told of it, without a trace.
Violation to_violation(const FoundViolation& found, const ir::Program& program);

// Violations, loss, verdict and sizes; counters and why it stopped are set already. The workers have ended.
void fill_result(const TransitionSystem& system, const Reducer& reducer, bool all_errors, ViolationLog& log,
                 SearchOutcome& outcome);

}  // namespace px
