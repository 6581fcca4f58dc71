// What runs a model: the transition system (native code or the interpreter), the interpreter that explains runs, and
// the reducer of the strategy.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/explore/audit.h"
#include "engine/explore/merge_sample.h"
#include "engine/interp/interpreter.h"
#include "engine/jit/compiled_model.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"
#include "engine/por/reduced_system.h"
#include "frontends/driver/model_source.h"
#include "frontends/driver/partial_order.h"
#include "symmetry/canon/strategy.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift.h"
#include "symmetry/detect/state_translation.h"

namespace px::driver {

enum class ExecutionMode : uint8_t {
  Auto,    // the interpreter at first, native code as soon as making it pays
  Jit,     // native code from the start
  Interp,  // the interpreter
  Both,    // both, comparing every step
};

struct ExecutionOptions {
  ExecutionMode mode = ExecutionMode::Auto;
  uint32_t threads = 1;            // to compile with
  bool perf_map = false;           // name generated code for perf
  bool list_code = false;          // ModelExecution::listing is requested
  bool lists_unreached = false;    // ModelExecution::coverage is requested
  bool ends_with_process = false;  // a thread that is still compiling at the end is left to the end of the process
  bool check_deadlock = true;
  bool check_invariants = true;
  bool check_assertions = true;
};

struct ReductionOptions {
  std::string strategy = "auto";           // a name of symmetry/canon/strategies.def; "none": no reduction
  const Strategy* own_strategy = nullptr;  // one of the caller's, in its place; outlives the execution
  std::optional<uint32_t> marker_rounds{};
  std::string symmetry_group{};            // path of a file with generators; empty: the symmetries are detected
  bool audit = false;                      // of an exact strategy: check everything that it does
  std::optional<uint64_t> audit_sample{};  // of an approximate one: count merges, at one key in so many
  Sequences sequences = Sequences::Straight;
  PartialOrderOptions partial_order{};

  bool reduces() const;
  Result<const Strategy*> chosen() const;
};

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

// Written by the compiling thread while a search is running, and possibly after it has ended.
class LateNotes {
 public:
  void set(std::vector<Diagnostic> notes) {
    const std::lock_guard lock(mutex_);
    notes_ = std::move(notes);
  }
  std::vector<Diagnostic> get() const {
    const std::lock_guard lock(mutex_);
    return notes_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Diagnostic> notes_;  // under mutex_
};

struct ModelExecution {
  std::shared_ptr<ActionCoverage> coverage;  // the actions that were taken, where that was requested
  std::shared_ptr<Interpreter> interpreter;
  std::unique_ptr<TransitionSystem> compiled;  // native code, or what becomes it; null when only the interpreter runs
  std::unique_ptr<TransitionSystem> compared;  // null unless both run
  PartialOrderChoice partial_order;            // without reduction: why, where it was thought of
  std::unique_ptr<ReducedSystem> partial;      // in front of the others; null without partial-order reduction
  const TransitionSystem* system = nullptr;    // the one that the search uses
  WrittenModel written;
  DetectionHints hints;  // on the symmetries of the program that is searched
  SymmetryGroup group;   // of the reducers: found, or given by the user; trivial without reduction
  std::unique_ptr<Reducer> reducer;
  std::unique_ptr<Reducer> full_reducer;    // decides symmetry of two states, for traces
  const AuditedReducer* audited = nullptr;  // the reducer, when it is audited and there is a symmetry
  const SampledReducer* sampled = nullptr;  // the reducer, when its merges are sampled and there is a symmetry
  CompileListing listing;                   // of the generated code, when a dump asks for it
  std::vector<Diagnostic> notes;            // what users should know: no native code, lost symmetry
  std::vector<uint32_t> process_ids;        // ModelSource::process_ids() of this translation
  bool may_grow = false;                    // ModelSource::may_grow() of this translation
  // Why there is no native code, where that was found out during the search; for when it has ended.
  std::shared_ptr<LateNotes> late_notes = std::make_shared<LateNotes>();
};

// The program with what symmetries exchange lifted into sorts; absent where there is nothing, or no reduction.
std::optional<LiftedProgram> lift_for_strategy(const ReductionOptions& options, const ir::Program& program);

// The symmetries of the program: those that are found, or those of the file of generators, of which each is checked.
// The file is added to `sources`.
Result<DetectedSymmetry> find_symmetry(const ReductionOptions& options, const ir::Program& program,
                                       const ir::Layout& layout, const DetectionHints& hints, SourceMap& sources);

// Gives up what the model was changed in for the sake of symmetry when there turns out to be none.
Result<std::shared_ptr<ModelExecution>> make_execution(const ExecutionOptions& options,
                                                       const ReductionOptions& reduction, ModelSource& source,
                                                       SourceMap& sources);

// What runs a program that was made from a model's: as above, of this program as it is. Where partial-order reduction
// is requested but impossible, every order is explored.
Result<std::shared_ptr<ModelExecution>> make_program_execution(const ExecutionOptions& options,
                                                               const ReductionOptions& reduction,
                                                               const std::shared_ptr<const ir::Program>& program,
                                                               SourceMap& sources, Purpose purpose = Purpose::Safety);

// The statements that an execution never reached, for one that lists them.
std::vector<UnreachedPart> find_unreached(const ModelSource& source, const ModelExecution& execution);

// For single runs: no reduction, and the states of the model as written.
void run_as_written(ModelExecution& execution);

}  // namespace px::driver
