// Models translated with guesses: searched, and translated again, until no run exceeds the guesses.
//
// Every search begins at the initial states: a translation with more processes or wider variables has different states.
// A time limit applies to all searches together, so the last one may be short; the report describes the search that
// visited most states, and includes every error that any of them found.
#pragma once

#include <memory>
#include <vector>

#include "engine/explore/explorer.h"
#include "frontends/driver/execution.h"
#include "frontends/driver/saved_run.h"

namespace px::driver {

// What is needed to run a model after it was translated again.
struct Refinement {
  const ExecutionOptions& execution;
  const ReductionOptions& reduction;
  ModelSource& source;
  SourceMap& sources;
  const CheckpointOptions* checkpoint = nullptr;  // null: none are written
  const SavedRun* saved = nullptr;                // the run to resume; null: none
};

// An error together with the translation of the model in which it was found.
struct FoundError {
  explore::FoundViolation found;
  Violation violation;  // without a trace
  std::shared_ptr<const ModelExecution> execution;
};

struct RefinedSearch {
  std::shared_ptr<ModelExecution> execution;  // of `outcome`
  std::shared_ptr<ModelExecution> latest;     // of the latest translation
  // Of the last search or, if a limit ended that one, of the longest. Contains only its own errors.
  explore::SearchOutcome outcome;
  std::vector<FoundError> earlier;  // errors found only by other searches
};

// Describes the errors in terms of the model's language.
void reword(const ModelSource& source, explore::SearchOutcome& outcome);

// An execution of the model after it was translated again with room for the growths that were met.
Result<std::shared_ptr<ModelExecution>> refined_execution(const Refinement& refinement,
                                                          const std::vector<uint32_t>& marks);

// Searches with `execution`, and with others if its guesses turn out too small. For a model without an initial state,
// the source supplies the failure.
Result<RefinedSearch> search_refining(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                                      explore::SearchOptions options);

// An execution for callers that do not search the model themselves. Only the first states determine the guesses; a run
// that exceeds them meets an Event::Growth.
Result<std::shared_ptr<ModelExecution>> settled_execution(const Refinement& refinement);

}  // namespace px::driver
