// Models of which not everything is foreseen: searched, and translated again, until no run leaves what is foreseen.
//
// Every search begins at the initial states: a translation with more processes or wider variables has other states. A
// limit of time holds for all searches together, so the last one may be a short one; what is reported is the search
// that saw most, and no error that any of them found is lost.
#pragma once

#include <memory>
#include <vector>

#include "engine/explore/explorer.h"
#include "frontends/driver/execution.h"
#include "frontends/driver/saved_run.h"

namespace px::driver {

// What is needed to run a model after it was retranslated.
struct Refinement {
  const ExecutionOptions& execution;
  const ReductionOptions& reduction;
  ModelSource& source;
  SourceMap& sources;
  const CheckpointOptions* checkpoint = nullptr;  // null: none are written
  const SavedRun* saved = nullptr;                // what is resumed; null: nothing
};

// An error together with the translation of the model in which it was found.
struct FoundError {
  FoundViolation found;
  Violation violation;  // without a trace
  std::shared_ptr<const ModelExecution> execution;
};

struct RefinedSearch {
  std::shared_ptr<ModelExecution> execution;  // of `outcome`
  std::shared_ptr<ModelExecution> latest;     // by the latest translation
  // Of the last search or, where a limit ended that one, of the longest. Its own errors are in it, no others.
  SearchOutcome outcome;
  std::vector<FoundError> earlier;  // errors that only other searches found
};

// Says the errors in the terms of the model's language.
void reword(const ModelSource& source, SearchOutcome& outcome);

// What runs the model after it was translated again, with the growths that were met foreseen.
Result<std::shared_ptr<ModelExecution>> refined_execution(const Refinement& refinement,
                                                          const std::vector<uint32_t>& marks);

// Searches with `execution`, and with others when that one turns out to foresee too little. The failure of a model
// without an initial state is the source's.
Result<RefinedSearch> search_refining(const Refinement& refinement, std::shared_ptr<ModelExecution> execution,
                                      SearchOptions options);

// What runs the model, for those who do not search it themselves. What has to be foreseen is found in the first states
// only; a run that needs more meets an Event::Growth.
Result<std::shared_ptr<ModelExecution>> settled_execution(const Refinement& refinement);

}  // namespace px::driver
