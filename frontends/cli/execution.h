// What runs a model: the transition system (native code or the interpreter), the interpreter that explains runs, and
// the reducer of the strategy.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/explore/audit.h"
#include "engine/explore/merge_sample.h"
#include "engine/interp/interpreter.h"
#include "engine/jit/compiled_model.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"
#include "frontends/cli/load_model.h"
#include "frontends/cli/options.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift.h"
#include "symmetry/detect/state_translation.h"

namespace px::cli {

// The model as its user wrote it. What is shown is shown in its terms, also where a lifted program is searched.
struct WrittenModel {
  std::shared_ptr<Interpreter> interpreter;
  std::optional<StateTranslation> translation;  // from the states that are searched; absent: they are the same

  const ir::Program& program() const { return interpreter->program(); }
  const ir::Layout& layout() const { return interpreter->layout(); }
  std::vector<uint64_t> state(const std::vector<uint64_t>& searched) const {
    return translation ? translation->as_written(searched) : searched;
  }
};

struct ModelExecution {
  std::unique_ptr<ActionCoverage> coverage;  // with --coverage: the actions that were taken
  std::shared_ptr<Interpreter> interpreter;
  std::unique_ptr<TransitionSystem> compiled;  // native code, or what becomes it; null when only the interpreter runs
  std::unique_ptr<TransitionSystem> compared;  // null unless both run
  const TransitionSystem* system = nullptr;    // the one that the search uses
  WrittenModel written;
  DetectionHints hints;  // on the symmetries of the program that is searched
  std::unique_ptr<Reducer> reducer;
  std::unique_ptr<Reducer> full_reducer;    // decides symmetry of two states, for traces
  const AuditedReducer* audited = nullptr;  // the reducer, with --audit and where there is a symmetry
  const SampledReducer* sampled = nullptr;  // the reducer, with --audit-sample and where there is a symmetry
  CompileListing listing;                   // of the generated code, when a dump asks for it
  std::vector<Diagnostic> notes;            // what users should know: no native code, lost symmetry
  // Why there is no native code, where that was found out during the search; for when it has ended.
  std::shared_ptr<std::vector<Diagnostic>> late_notes = std::make_shared<std::vector<Diagnostic>>();
};

// The program with what symmetries exchange lifted into sorts; absent where there is nothing, or it is not asked for.
std::optional<LiftedProgram> lift_for_strategy(const Options& options, const ir::Program& program);

// The symmetries of the program: those that are found, or those of --symmetry-group, of which each is checked. The file
// is added to `sources`.
Result<DetectedSymmetry> find_symmetry(const Options& options, const ir::Program& program, const ir::Layout& layout,
                                       const DetectionHints& hints, SourceMap& sources);

// Gives up what a Promela model was changed in for the sake of symmetry when there turns out to be none.
Result<ModelExecution> make_execution(const Options& options, LoadedModel& model, SourceMap& sources);

// For commands that follow single runs: no reduction, and the states of the model as written.
void run_as_written(ModelExecution& execution);

}  // namespace px::cli
