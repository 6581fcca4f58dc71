// The objects that run a model: the transition system (native code or the interpreter), the interpreter that explains
// runs, and the reducer of the strategy.
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
  Auto,    // the interpreter first, native code as soon as compiling pays off
  Jit,     // native code from the start
  Interp,  // the interpreter
  Both,    // both, comparing every step
};

struct ExecutionOptions {
  ExecutionMode mode = ExecutionMode::Auto;
  uint32_t threads = 1;            // compiler threads
  bool perf_map = false;           // name generated code for perf
  bool list_code = false;          // fill ModelExecution::listing
  bool lists_unreached = false;    // fill ModelExecution::coverage
  bool ends_with_process = false;  // do not wait at the end for a thread that is still compiling
  bool check_deadlock = true;
  bool check_invariants = true;
  bool check_assertions = true;
};

struct ReductionOptions {
  std::string strategy = "auto";                     // a name of symmetry/canon/strategies.def; "none": no reduction
  const symmetry::Strategy* own_strategy = nullptr;  // a strategy of the caller instead; outlives the execution
  std::optional<uint32_t> marker_rounds{};
  std::string symmetry_group{};            // path of a file with generators; empty: detect the symmetries
  bool audit = false;                      // for an exact strategy: check everything that it does
  std::optional<uint64_t> audit_sample{};  // for an approximate one: count merges, at one key in this many
  symmetry::Sequences sequences = symmetry::Sequences::Straight;
  PartialOrderOptions partial_order{};

  bool reduces() const;
  Result<const symmetry::Strategy*> chosen() const;
};

// The model as its user wrote it. Output uses its terms even if a lifted program is searched.
struct WrittenModel {
  std::shared_ptr<interp::Interpreter> interpreter;
  std::optional<symmetry::StateTranslation> translation;  // from the searched states; absent: they are the same

  const ir::Program& program() const { return interpreter->program(); }
  const ir::Layout& layout() const { return interpreter->layout(); }
  std::vector<uint64_t> state(const std::vector<uint64_t>& searched) const {
    return translation ? translation->as_written(searched) : searched;
  }
};

// Written by the compiling thread during a search, and possibly after it has ended.
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
  std::vector<Diagnostic> notes_;  // guarded by mutex_
};

struct ModelExecution {
  std::shared_ptr<ActionCoverage> coverage;  // the actions taken, if requested
  std::shared_ptr<interp::Interpreter> interpreter;
  std::unique_ptr<TransitionSystem>
      compiled;  // native code, or a system that switches to it; null if only the interpreter runs
  std::unique_ptr<TransitionSystem> compared;   // null unless both run
  PartialOrderChoice partial_order;             // if not reduced, the reason, provided that reduction was considered
  std::unique_ptr<por::ReducedSystem> partial;  // in front of the others; null without partial-order reduction
  const TransitionSystem* system = nullptr;     // the system that the search uses
  WrittenModel written;
  symmetry::DetectionHints hints;  // on the symmetries of the searched program
  symmetry::SymmetryGroup group;   // used by the reducers: detected, or given by the user; trivial without reduction
  std::unique_ptr<Reducer> reducer;
  std::unique_ptr<Reducer> full_reducer;             // decides whether two states are symmetric, for traces
  const explore::AuditedReducer* audited = nullptr;  // the reducer, if it is audited and there is a symmetry
  const explore::SampledReducer* sampled = nullptr;  // the reducer, if its merges are sampled and there is a symmetry
  jit::CompileListing listing;                       // of the generated code, if a dump requests it
  std::vector<Diagnostic> notes;                     // notes for the user: no native code, lost symmetry
  std::vector<uint32_t> process_ids;                 // ModelSource::process_ids() of this translation
  bool may_grow = false;                             // ModelSource::may_grow() of this translation
  // Why there is no native code, if the search discovered it; read after the search.
  std::shared_ptr<LateNotes> late_notes = std::make_shared<LateNotes>();
};

// The program with interchangeable variables lifted into sorts; absent if there are none, or without reduction.
std::optional<symmetry::LiftedProgram> lift_for_strategy(const ReductionOptions& options, const ir::Program& program);

// The symmetries of the program: detected, or read from the file of generators, each of which is checked. Adds the file
// to `sources`.
Result<symmetry::DetectedSymmetry> find_symmetry(const ReductionOptions& options, const ir::Program& program,
                                                 const ir::Layout& layout, const symmetry::DetectionHints& hints,
                                                 SourceMap& sources);

// If no symmetry is found, undoes the changes that were made to the model for its sake.
Result<std::shared_ptr<ModelExecution>> make_execution(const ExecutionOptions& options,
                                                       const ReductionOptions& reduction, ModelSource& source,
                                                       SourceMap& sources);

// As above, for a program derived from a model's, used unchanged. If partial-order reduction is requested but
// impossible, every order is explored.
Result<std::shared_ptr<ModelExecution>> make_program_execution(const ExecutionOptions& options,
                                                               const ReductionOptions& reduction,
                                                               const std::shared_ptr<const ir::Program>& program,
                                                               SourceMap& sources,
                                                               por::Purpose purpose = por::Purpose::Safety);

// The statements that an execution never reached, if it tracks them.
std::vector<UnreachedPart> find_unreached(const ModelSource& source, const ModelExecution& execution);

// Sets up an execution for single runs: no reduction, and states of the model as written.
void run_as_written(ModelExecution& execution);

}  // namespace px::driver
