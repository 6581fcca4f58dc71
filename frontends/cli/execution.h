// What runs a model: the transition system (native code or the interpreter), the interpreter that explains runs, and
// the reducer of the strategy.
#pragma once

#include <memory>
#include <vector>

#include "engine/explore/audit.h"
#include "engine/explore/merge_sample.h"
#include "engine/interp/interpreter.h"
#include "engine/jit/compiled_model.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"
#include "frontends/cli/options.h"
#include "symmetry/detect/detect.h"

namespace px::cli {

struct ModelExecution {
  std::unique_ptr<ActionCoverage> coverage;  // with --coverage: the actions that were taken
  std::shared_ptr<Interpreter> interpreter;
  std::unique_ptr<TransitionSystem> compiled;  // null when only the interpreter runs
  std::unique_ptr<TransitionSystem> compared;  // null unless both run
  const TransitionSystem* system = nullptr;    // the one that the search uses
  std::unique_ptr<Reducer> reducer;
  std::unique_ptr<Reducer> full_reducer;    // decides symmetry of two states, for traces
  const AuditedReducer* audited = nullptr;  // the reducer, with --audit and where there is a symmetry
  const SampledReducer* sampled = nullptr;  // the reducer, with --audit-sample and where there is a symmetry
  CompileListing listing;                   // of the generated code, when a dump asks for it
  std::vector<Diagnostic> notes;            // what users should know: no native code, lost symmetry
};

// With variables that symmetries exchange as arrays; the program itself where there are none, or none are asked for.
std::shared_ptr<const ir::Program> with_lifted_symmetries(const Options& options,
                                                          std::shared_ptr<const ir::Program> program);

// The symmetries of the program: those that are found, or those of --symmetry-group, of which each is checked. The file
// is added to `sources`.
Result<DetectedSymmetry> find_symmetry(const Options& options, const ir::Program& program, const ir::Layout& layout,
                                       SourceMap& sources);

Result<ModelExecution> make_execution(const Options& options, const std::shared_ptr<const ir::Program>& program,
                                      SourceMap& sources);

}  // namespace px::cli
