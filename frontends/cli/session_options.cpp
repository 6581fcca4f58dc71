#include "frontends/cli/session_options.h"

#include <algorithm>

#include "engine/base/process_memory.h"
#include "frontends/cli/interruption.h"
#include "frontends/cli/option_rules.h"
#include "frontends/cli/option_table.h"
#include "frontends/driver/machine.h"
#include "frontends/driver/read_model.h"

namespace px::cli {
namespace {

// A search uses this share of the free memory.
constexpr double kMemoryShare = 0.8;
constexpr uint64_t kRoom = uint64_t{40} << 20;

// What to use of an amount beyond which every byte is refused: limits are exceeded by a little (limit_guard.h).
uint64_t with_room(uint64_t bytes) {
  return std::max(bytes - std::min(bytes, kRoom), bytes / 2);
}

explore::SearchOptions search_options(const Options& options) {
  explore::SearchOptions search;
  search.threads = static_cast<uint32_t>(options.threads.value_or(driver::usable_cores()));
  search.placement = {options.pin, options.numa};
  search.order = options.order;
  search.store = options.store;
  search.memory_bytes = memory_limit(options.memory, driver::usable_memory(), driver::granted_memory());
  search.max_states = options.max_states.value_or(UINT64_MAX);
  search.max_depth = options.max_depth.value_or(UINT64_MAX);
  if (options.time) search.max_seconds = std::chrono::duration<double>(*options.time).count();
  search.all_errors = options.all_errors;
  search.deterministic = options.deterministic;
  search.profile = options.profile;
  search.seed = options.seed;
  search.interrupted = &interruption();
  search.memory_of_process = kMeasuresProcess;
  return search;
}

driver::ExecutionOptions execution_options(const Options& options) {
  driver::ExecutionOptions execution;
  execution.mode = options.execution;
  execution.threads =
      static_cast<uint32_t>(std::min<uint64_t>(options.threads.value_or(UINT64_MAX), driver::usable_cores()));
  execution.perf_map = options.perf_map;
  execution.list_code = std::any_of(options.dumps.begin(), options.dumps.end(), [](DumpStage stage) {
    return stage == DumpStage::Llvm || stage == DumpStage::Asm;
  });
  execution.lists_unreached = options.coverage;
  execution.check_deadlock = options.check_deadlock;
  execution.check_invariants = options.check_invariants;
  execution.check_assertions = options.check_assertions;
  // Sanitizers check what is left at the end of the process, so under them the process ends in the normal order.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  execution.ends_with_process = options.command == Command::Check && options.suite.empty();
#endif
  return execution;
}

}  // namespace

uint64_t memory_limit(std::optional<uint64_t> asked, uint64_t usable, uint64_t granted) {
  const uint64_t usual = std::min(static_cast<uint64_t>(kMemoryShare * static_cast<double>(usable)), with_room(usable));
  return std::min(asked.value_or(usual), with_room(granted));
}

driver::ReductionOptions reduction_options(const Options& options) {
  driver::ReductionOptions reduction;
  reduction.strategy = strategy_name(options.strategy);
  if (options.marker_rounds) reduction.marker_rounds = static_cast<uint32_t>(*options.marker_rounds);
  reduction.symmetry_group = options.symmetry_group;
  reduction.audit = options.audit;
  reduction.audit_sample = options.audit_sample;
  if (options.command == Command::Check) reduction.partial_order.when = options.por;
  if (options.coverage) reduction.sequences = symmetry::Sequences::AsTheyAre;
  return reduction;
}

driver::ModelOptions model_options(const Options& options) {
  driver::ModelOptions model;
  model.definitions = options.definitions;
  model.cardinalities = options.cardinalities;
  model.preferences = options.preferences;
  model.include_directories = options.include_directories;
  model.optimise = options.optimise;
  model.forbidden_actions = options.actions;
  model.turned_off = options.spin_without;
  model.meaning = {.lossy_channels = options.lossy_channels, .empty_channels_at_end = options.empty_channels_at_end};
  model.goal = options.goal;
  for (const std::string& formula : options.formulas) {
    model.formulas.push_back({"formula_" + std::to_string(model.formulas.size() + 1), "--ltl", formula});
  }
  // A non-progress cycle is a run that does not make progress infinitely often.
  if (options.progress_cycles) model.formulas.push_back({driver::kProgressCycles, "--progress-cycles", "[] <> ! np_"});
  model.symmetric = options.strategy != symmetry::StrategyId::None;
  model.lists_unreached = options.coverage;
  return model;
}

driver::SessionOptions session_options(const Options& options) {
  return {.execution = execution_options(options),
          .reduction = reduction_options(options),
          .search = search_options(options),
          .trace = options.trace,
          .check_properties = !options.check_safety_only,
          .properties = {.chosen = options.claims,
                         .acceptance = options.acceptance,
                         .weak_fairness = options.fairness == Fairness::Weak},
          .max_errors = options.max_errors,
          .allow_unchecked = options.allow_unchecked};
}

Result<std::unique_ptr<driver::ModelSource>> load_model(const Options& options, SourceMap& sources) {
  Result<std::string> text = driver::read_model_text(options.model, {"model", "model.pml"}, sources);
  if (!text) return text.failure();
  const Result<const driver::Language*> language = driver::language_of(options.language, options.model, *text);
  if (!language) return language.failure();
  if (std::optional<Failure> failure = find_foreign_option(options, **language)) return std::move(*failure);
  driver::ModelOptions model = model_options(options);
  if (!options.formula_file.empty()) {
    Result<std::string> formula =
        driver::read_model_text(options.formula_file, {"file of a formula", "formula.ltl"}, sources);
    if (!formula) return formula.failure();
    model.formulas.push_back({"formula_of_file", options.formula_file, std::move(*formula)});
  }
  auto source = driver::read_model(options.model, std::move(*text), (*language)->id, model, sources);
  // A checkpoint keeps all files that were read, including this one.
  if (!options.formula_file.empty()) sources.add(options.formula_file, model.formulas.back().text);
  return source;
}

}  // namespace px::cli
