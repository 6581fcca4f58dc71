#include "frontends/driver/execution.h"

#include <algorithm>

#include "engine/frontier/worker_threads.h"
#include "engine/ir/pass/without_assertions.h"
#include "engine/model/compared_system.h"
#include "engine/model/deferred_system.h"
#include "frontends/driver/read_model.h"
#include "symmetry/canon/make_reducer.h"
#include "symmetry/detect/detect.h"
#include "symmetry/detect/lift.h"
#include "symmetry/detect/user_group.h"

namespace px::driver {
namespace {

// The time to load the compiler and to compile: a fixed part per model, and a part per expression and statement. For
// models that take 25 to 150 ms, measured on a virtual Xeon at 2.8 GHz, the estimate is between half and twice the true
// value.
constexpr uint64_t kCompilerNanoseconds = 20'000'000;
constexpr uint64_t kNanosecondsPerNode = 40'000;
// The memory of the compiler and for a model of common size.
constexpr uint64_t kCompilerBytes = uint64_t{48} << 20;

// Only speed is lost, but often much of it.
std::vector<Diagnostic> reasons_to_interpret(const Failure& failure) {
  std::vector<Diagnostic> reasons = failure.diagnostics;
  for (Diagnostic& reason : reasons) {
    reason.kind = DiagnosticKind::NoEffect;
    reason.message = "the search runs in the interpreter, which is slow: " + reason.message;
  }
  return reasons;
}

uint64_t price_of_code(const ir::Program& program) {
  return kCompilerNanoseconds + kNanosecondsPerNode * (program.exprs.size() + program.statements.size());
}

// Starts with the interpreter, and compiles to native code once the run has lasted a third of the estimated compile
// time: large models lose little, and small ones have finished by then.
std::unique_ptr<TransitionSystem> deferred_compilation(const ExecutionOptions& options, const ModelExecution& execution,
                                                       const jit::CompileOptions& how) {
  const auto make = [interpreter = execution.interpreter, notes = execution.late_notes, coverage = execution.coverage,
                     how](const DeferredSystem::Making& making) -> std::unique_ptr<TransitionSystem> {
    if (!making.has_room) {
      notes->set(reasons_to_interpret(Failure(DiagnosticKind::LimitExceeded,
                                              "the memory limit leaves no room for the compiler", "raise --memory")));
      return nullptr;
    }
    jit::CompileOptions with = how;
    with.cancelled = making.cancelled;
    Result<std::unique_ptr<TransitionSystem>> compiled = jit::compile(interpreter, with);
    if (compiled) return std::move(*compiled);
    if (!making.cancelled->load(std::memory_order_relaxed)) notes->set(reasons_to_interpret(compiled.failure()));
    return nullptr;
  };
  const uint32_t cores = frontier::available_cores();
  const uint32_t left = cores > options.threads ? cores - options.threads : 1;
  return std::make_unique<DeferredSystem>(
      execution.interpreter, make,
      DeferredSystem::Terms{.patience = price_of_code(execution.interpreter->program()) / 3,
                            .bytes = kCompilerBytes,
                            .beside = left >= options.threads ? UINT32_MAX : left,
                            .abandon = options.ends_with_process});
}

Result<void> make_system(const ExecutionOptions& options, ModelExecution& execution) {
  execution.system = execution.interpreter.get();
  const bool lists = options.list_code;
  if (options.mode == ExecutionMode::Interp && !lists) return {};
  const jit::CompileOptions how{.threads = options.threads,
                                .by_process = execution.partial_order.independence != nullptr,
                                .perf_map = options.perf_map,
                                .coverage = execution.coverage.get()};
  if (options.mode == ExecutionMode::Auto && !lists) {
    if (!jit::has_native_execution()) return {};
    execution.compiled = deferred_compilation(options, execution, how);
    execution.system = execution.compiled.get();
    return {};
  }
  Result<std::unique_ptr<TransitionSystem>> compiled =
      jit::compile(execution.interpreter, how, lists ? &execution.listing : nullptr);
  if (!compiled) {
    if (options.mode == ExecutionMode::Both || lists) return compiled.failure();
    for (Diagnostic& reason : reasons_to_interpret(compiled.failure())) execution.notes.push_back(std::move(reason));
    return {};
  }
  execution.compiled = std::move(*compiled);
  execution.system = execution.compiled.get();
  if (options.mode == ExecutionMode::Both) {
    execution.compared = std::make_unique<ComparedSystem>(*execution.compiled, *execution.interpreter);
    execution.system = execution.compared.get();
  }
  return {};
}

void reduce_by_partial_order(ModelExecution& execution) {
  if (!execution.partial_order.independence) return;
  execution.partial = std::make_unique<por::ReducedSystem>(*execution.system, *execution.partial_order.independence,
                                                           execution.interpreter->sequences());
  execution.system = execution.partial.get();
}

// Each kind of audit applies to one kind of strategy.
Result<void> check_audit(const ReductionOptions& options, const symmetry::Strategy& strategy) {
  const bool approximate = strategy.guarantee == Guarantee::Approximate;
  if (options.audit && approximate) {
    return Failure(DiagnosticKind::UsageError, "--audit is for exact strategies",
                   "--audit-sample measures how much an approximate strategy merges");
  }
  if (options.audit_sample && !approximate) {
    return Failure(DiagnosticKind::UsageError, "--audit-sample is for approximate strategies",
                   "--audit checks an exact one");
  }
  return {};
}

// Wraps the reducer in the auditing one, if requested.
void watch_reducer(const ReductionOptions& options, ModelExecution& execution) {
  if (execution.reducer->group() == nullptr) return;
  const uint32_t words = execution.interpreter->words();
  if (options.audit) {
    auto audited =
        std::make_unique<explore::AuditedReducer>(std::move(execution.reducer), *execution.full_reducer, words);
    execution.audited = audited.get();
    execution.reducer = std::move(audited);
  } else if (options.audit_sample) {
    auto sampled = std::make_unique<explore::SampledReducer>(std::move(execution.reducer), *execution.full_reducer,
                                                             words, *options.audit_sample);
    execution.sampled = sampled.get();
    execution.reducer = std::move(sampled);
  }
}

Result<void> make_reducers(const ReductionOptions& options, const symmetry::Strategy& strategy,
                           ModelExecution& execution, SourceMap& sources) {
  execution.reducer = std::make_unique<IdentityReducer>();
  execution.full_reducer = std::make_unique<IdentityReducer>();
  if (!options.reduces()) return {};
  const ir::Program& program = execution.interpreter->program();
  const ir::Layout& layout = execution.interpreter->layout();
  Result<symmetry::DetectedSymmetry> found = find_symmetry(options, program, layout, execution.hints, sources);
  if (!found) return found.failure();
  symmetry::DetectedSymmetry& symmetry = *found;
  for (Diagnostic& note : symmetry.notes) execution.notes.push_back(std::move(note));
  symmetry::ReducerOptions reducer_options;
  if (options.marker_rounds) reducer_options.marker_rounds = *options.marker_rounds;
  auto reducer = make_reducer(strategy, program, layout, symmetry.group, reducer_options);
  if (!reducer) return reducer.failure();
  execution.reducer = std::move(*reducer);
  auto full = make_reducer(strategy_of(symmetry::StrategyId::Canonical), program, layout, symmetry.group);
  if (!full) return full.failure();
  execution.full_reducer = std::move(*full);
  execution.group = std::move(symmetry.group);
  watch_reducer(options, execution);
  return {};
}

// The program without the checks that the user turned off, and without automata: each formula is searched in its own
// product (properties.h), and its references to single processes must not cost symmetry elsewhere.
std::shared_ptr<const ir::Program> with_checks(const ExecutionOptions& options,
                                               std::shared_ptr<const ir::Program> program) {
  const bool all = options.check_deadlock && options.check_invariants && options.check_assertions;
  if (all && program->automata.empty()) return program;
  auto changed = std::make_shared<ir::Program>(options.check_assertions ? *program : ir::without_assertions(*program));
  if (!options.check_deadlock) changed->deadlock.check = false;
  if (!options.check_invariants) changed->invariants.clear();
  changed->automata.clear();
  return changed;
}

Result<void> make_interpreters(const ReductionOptions& options, const std::shared_ptr<const ir::Program>& written,
                               ModelExecution& execution) {
  Result<std::unique_ptr<interp::Interpreter>> interpreter = interp::Interpreter::make(written);
  if (!interpreter) return interpreter.failure();
  execution.interpreter = execution.written.interpreter = std::move(*interpreter);
  std::optional<symmetry::LiftedProgram> lifted = lift_for_strategy(options, *written);
  if (!lifted) return {};
  Result<std::unique_ptr<interp::Interpreter>> searched =
      interp::Interpreter::make(std::make_shared<const ir::Program>(lifted->program));
  if (!searched) return searched.failure();
  execution.interpreter = std::move(*searched);
  execution.hints = std::move(lifted->hints);
  // Handles of interned sequences mean nothing to another interpreter; such models are shown as searched.
  if (symmetry::has_sequences(*written)) {
    execution.written.interpreter = execution.interpreter;
  } else {
    execution.written.translation.emplace(*written, *lifted, execution.written.layout(),
                                          execution.interpreter->layout());
  }
  return {};
}

}  // namespace

bool ReductionOptions::reduces() const {
  return own_strategy != nullptr || symmetry::find_strategy(strategy) != &strategy_of(symmetry::StrategyId::None);
}

Result<const symmetry::Strategy*> ReductionOptions::chosen() const {
  if (own_strategy != nullptr) return own_strategy;
  return symmetry::strategy_named(strategy);
}

std::optional<symmetry::LiftedProgram> lift_for_strategy(const ReductionOptions& options, const ir::Program& program) {
  if (!options.reduces()) return {};
  return symmetry::lift_symmetries(program, options.sequences);
}

Result<symmetry::DetectedSymmetry> find_symmetry(const ReductionOptions& options, const ir::Program& program,
                                                 const ir::Layout& layout, const symmetry::DetectionHints& hints,
                                                 SourceMap& sources) {
  if (options.symmetry_group.empty()) return symmetry::detect_symmetry(program, layout, hints);
  Result<std::string> text = read_model_text(options.symmetry_group, {"file of generators", "generators"}, sources);
  if (!text) return text.failure();
  const FileId file = sources.add(options.symmetry_group, std::move(*text));
  return symmetry::read_user_symmetry(program, layout, sources, file);
}

Result<std::shared_ptr<ModelExecution>> make_execution(const ExecutionOptions& options,
                                                       const ReductionOptions& reduction, ModelSource& source,
                                                       SourceMap& sources) {
  const Result<const symmetry::Strategy*> strategy = reduction.chosen();
  if (!strategy) return strategy.failure();
  if (const Result<void> audit = check_audit(reduction, **strategy); !audit) return audit.failure();
  ModelExecution execution;
  for (;;) {
    const Result<void> interpreters = make_interpreters(reduction, with_checks(options, source.program()), execution);
    if (!interpreters) return interpreters.failure();
    const Result<void> reducers = make_reducers(reduction, **strategy, execution, sources);
    if (!reducers) return reducers.failure();
    if (execution.reducer->group() != nullptr || !source.expects_symmetry()) break;
    if (const Result<void> lowered = source.forgo_symmetry(); !lowered) return lowered.failure();
    execution = {};
  }
  execution.process_ids = source.process_ids();
  execution.may_grow = source.may_grow();
  if (options.lists_unreached) {
    execution.coverage = std::make_shared<ActionCoverage>(execution.interpreter->program().actions.size());
    execution.interpreter->mark_actions(execution.coverage.get());
  }
  Result<PartialOrderChoice> partial_order =
      choose_partial_order(reduction.partial_order, *execution.interpreter, *execution.reducer);
  if (!partial_order) return partial_order.failure();
  execution.partial_order = std::move(*partial_order);
  if (const Result<void> system = make_system(options, execution); !system) return system.failure();
  reduce_by_partial_order(execution);
  return std::make_shared<ModelExecution>(std::move(execution));
}

Result<std::shared_ptr<ModelExecution>> make_program_execution(const ExecutionOptions& options,
                                                               const ReductionOptions& reduction,
                                                               const std::shared_ptr<const ir::Program>& program,
                                                               SourceMap& sources, por::Purpose purpose) {
  const Result<const symmetry::Strategy*> strategy = reduction.chosen();
  if (!strategy) return strategy.failure();
  auto execution = std::make_shared<ModelExecution>();
  if (const Result<void> made = make_interpreters(reduction, program, *execution); !made) return made.failure();
  if (const Result<void> made = make_reducers(reduction, **strategy, *execution, sources); !made) return made.failure();
  Result<PartialOrderChoice> partial_order =
      choose_partial_order(reduction.partial_order, *execution->interpreter, *execution->reducer, purpose);
  if (partial_order) execution->partial_order = std::move(*partial_order);
  if (const Result<void> made = make_system(options, *execution); !made) return made.failure();
  reduce_by_partial_order(*execution);
  return execution;
}

std::vector<UnreachedPart> find_unreached(const ModelSource& source, const ModelExecution& execution) {
  const ir::Program& program = execution.written.program();
  std::vector<bool> taken;
  for (uint32_t a = 0; a < program.actions.size(); ++a) taken.push_back(execution.coverage->taken(ir::ActionId(a)));
  return source.unreached(program, taken);
}

void run_as_written(ModelExecution& execution) {
  execution.interpreter = execution.written.interpreter;
  execution.written.translation.reset();
  execution.system = execution.interpreter.get();
  execution.reducer = std::make_unique<IdentityReducer>();
  execution.full_reducer = std::make_unique<IdentityReducer>();
}

}  // namespace px::driver
