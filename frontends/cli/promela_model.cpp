#include "frontends/cli/promela_model.h"

#include <algorithm>
#include <unordered_set>

#include "engine/interp/fuse_start.h"
#include "engine/interp/interpreter.h"
#include "engine/ir/pass/simplify.h"
#include "frontends/promela/value_kinds.h"

namespace px::cli {
namespace {

// How many states are looked at to see which processes a model starts. What comes later is found by the search itself,
// which then begins again, so this only has to catch the usual case.
constexpr size_t kStatesLookedAt = 300;
constexpr uint64_t kStepsLookedAt = 20'000;

// From this process id on, room is made for processes that were not met yet.
constexpr uint32_t kManyProcesses = 16;

promela::TranslateOptions translate_options(const Options& options) {
  promela::TranslateOptions translate;
  translate.preprocess.include_directories = options.include_directories;
  for (const Definition& definition : options.definitions) {
    if (definition.undefine) {
      translate.preprocess.undefinitions.push_back(definition.name);
    } else {
      translate.preprocess.definitions.push_back(definition.name + '=' + definition.value);
    }
  }
  switch (options.optimise) {
    case Optimise::Spin: translate.optimise = promela::Optimise::Spin; break;
    case Optimise::None: translate.optimise = promela::Optimise::None; break;
    case Optimise::Full: translate.optimise = promela::Optimise::Full; break;
  }
  return translate;
}

}  // namespace

PromelaModel::PromelaModel(std::unique_ptr<promela::Translation> translation) : translation_(std::move(translation)) {
  const std::vector<promela::ProctypeId> initial = promela::initial_processes(translation_->model);
  for (uint32_t pid = 0; pid < initial.size(); ++pid) slots_.add(pid, initial[pid]);
}

Result<std::unique_ptr<PromelaModel>> PromelaModel::read(const Options& options, FileId file, SourceMap& sources) {
  auto translation = promela::translate(file, translate_options(options), sources);
  if (!translation) return translation.failure();
  std::unique_ptr<PromelaModel> model(new PromelaModel(std::move(*translation)));
  model->symmetric_ = options.strategy != Strategy::None;
  model->lists_unreached_ = options.coverage;
  if (model->slots_.count() == 0) {
    return Failure(DiagnosticKind::Unsupported, "the model starts no process",
                   "add an init process or declare a proctype active");
  }
  if (const Result<bool> settled = model->settle(); !settled) return settled.failure();
  return model;
}

Result<bool> PromelaModel::lower(promela::LowerOptions options) {
  Result<promela::Lowered> lowered = promela::lower_translation(*translation_, slots_, options);
  if (!lowered) return lowered.failure();
  program_ = std::make_shared<const ir::Program>(std::move(lowered->program));
  growth_ = std::move(lowered->growth);
  states_ = std::move(lowered->states);
  pids_ = std::move(lowered->pids);
  checks_trace_ = lowered->checks_trace;
  sees_ended_ = lowered->sees_ended;
  lowering_warnings_ = std::move(lowered->warnings);
  return true;
}

// Whether something in the model can tell a process that has ended from one that is gone, or the step between the two.
bool PromelaModel::sees_removal() const {
  const promela::Features& features = translation_->model.features;
  return features.nr_processes || features.pc_value || features.enabled || features.last || features.priority ||
         features.remote_variable || sees_ended_;
}

// For symmetry processes that are alike become one family. With the start written out, a model that only starts
// processes at the beginning has no `run` left; then nothing can see whether a process that has ended is still there
// (unless it looks), and under symmetry it stays.
Result<bool> PromelaModel::finish(bool symmetric) {
  std::shared_ptr<const ir::Program> simple = simplified();
  const bool runs_later = has_growth(*simple);
  keeps_ended_ = symmetric && !runs_later && !sees_removal();
  if (symmetric) {
    const Result<bool> lowered = lower({.keep_ended = keeps_ended_, .side_by_side = true});
    if (!lowered) return lowered;
    simple = simplified();
  }
  if (!runs_later) growth_.clear();
  program_ = simple;
  return true;
}

Result<bool> PromelaModel::forgo_symmetry() {
  symmetric_ = false;
  return settle();
}

std::shared_ptr<const ir::Program> PromelaModel::simplified() const {
  std::optional<ir::Program> fused = lists_unreached_ ? std::nullopt : with_start_fused(program_);
  return std::make_shared<const ir::Program>(ir::simplify(fused ? std::move(*fused) : *program_));
}

bool PromelaModel::has_growth(const ir::Program& program) const {
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [](const ir::Statement& statement) { return statement.mark != 0; });
}

std::string PromelaModel::dump_automata() const {
  std::string text;
  for (const promela::Automaton& automaton : translation_->automata) {
    text += promela::dump(translation_->model, translation_->graph, automaton);
  }
  return text;
}

std::string PromelaModel::dump(DumpStage stage, const SourceMap& sources) const {
  const promela::Translation& t = *translation_;
  switch (stage) {
    case DumpStage::Text: return t.text.text;
    case DumpStage::Tokens: return promela::dump(t.tokens, sources);
    case DumpStage::Ast: return promela::ast::dump(t.module);
    case DumpStage::Model: return promela::dump(t.model, sources);
    case DumpStage::Statements: return promela::dump(t.model, t.graph);
    case DumpStage::Optimised: return promela::dump(t.model, t.graph, t.plan);
    case DumpStage::Automata: return dump_automata();
    case DumpStage::Types: return promela::ValueKinds(t.model).dump(t.model, sources, slots_.count());
    default: return {};
  }
}

std::vector<Diagnostic> PromelaModel::warnings() const {
  std::vector<Diagnostic> all = translation_->warnings;
  all.insert(all.end(), lowering_warnings_.begin(), lowering_warnings_.end());
  const promela::Features& features = translation_->model.features;
  if (lists_unreached_ && (features.unless || features.provided || features.priority)) {
    Diagnostics more;
    more.add(DiagnosticKind::NotChecked, {},
             "unless, provided and priorities can keep a process from its next statement",
             "--coverage lists what no process ever stood before; SPIN also lists what it was always kept from");
    const std::vector<Diagnostic> added = more.take();
    all.insert(all.end(), added.begin(), added.end());
  }
  return all;
}

std::string PromelaModel::left_out() const {
  std::string parts;
  const auto add = [&](const std::string& part) { parts += (parts.empty() ? "" : ", ") + part; };
  for (const promela::Proctype& proctype : translation_->model.proctypes) {
    if (proctype.kind == promela::ProctypeKind::Never) add("the never claim");
    if (checks_trace_) continue;
    if (proctype.kind == promela::ProctypeKind::Trace) add("the trace assertion");
    if (proctype.kind == promela::ProctypeKind::NoTrace) add("the notrace assertion");
  }
  for (const promela::Formula& formula : translation_->model.formulas) {
    add(formula.name.empty() ? "an ltl formula" : "ltl " + formula.name);
  }
  return parts.empty() ? "" : "not checked: " + parts;
}

void PromelaModel::foresee(const std::vector<uint32_t>& marks) {
  for (const uint32_t mark : marks) {
    const promela::Growth& needed = growth_[mark - 1];
    slots_.add(needed.pid, needed.proctype);
  }
}

Result<bool> PromelaModel::grow(const std::vector<uint32_t>& marks) {
  foresee(marks);
  // A model that has started many processes one after the other will start more: with room for twice as many a search
  // begins anew eight times at most instead of 255 times. (Not for those that the first states ask for: room that is
  // never used would count as processes that can be exchanged.)
  for (const uint32_t mark : marks) {
    const promela::Growth needed = growth_[mark - 1];
    if (needed.pid < kManyProcesses) continue;
    const uint32_t last = std::min(2 * needed.pid, promela::kMostProcesses - 1);
    for (uint32_t pid = needed.pid + 1; pid <= last; ++pid) slots_.add(pid, needed.proctype);
  }
  return settle();
}

// Lowers until the first states need no more processes than are foreseen.
Result<bool> PromelaModel::settle() {
  for (;;) {
    if (const Result<bool> lowered = lower(); !lowered) return lowered;
    if (growth_.empty()) return finish(symmetric_);
    Result<std::vector<uint32_t>> needs = first_needs();
    if (!needs) return needs.failure();
    if (needs->empty()) return finish(symmetric_);
    foresee(*needs);
  }
}

// The marks of growth statements met within the first states, breadth first.
Result<std::vector<uint32_t>> PromelaModel::first_needs() const {
  Result<std::unique_ptr<Interpreter>> interpreter = Interpreter::make(program_);
  if (!interpreter) return interpreter.failure();
  const std::unique_ptr<SuccessorGenerator> generator =
      (*interpreter)->make_generator_within({.most_successors = kStatesLookedAt, .most_steps = kStepsLookedAt});
  const uint32_t words = (*interpreter)->words();
  std::vector<uint64_t> states;
  std::unordered_set<std::string> seen;
  const auto add = [&](const uint64_t* state) {
    const std::string key(reinterpret_cast<const char*>(state), size_t{words} * sizeof(uint64_t));
    if (seen.insert(key).second) states.insert(states.end(), state, state + words);
  };
  SuccessorBatch batch(words);
  (*interpreter)->initial_states(batch);
  for (uint32_t i = 0; i < batch.count(); ++i) add(batch.state(i));
  std::vector<uint32_t> needs;
  for (size_t next = 0; next * words < states.size() && next < kStatesLookedAt; ++next) {
    batch.clear();
    const std::vector<uint64_t> state(states.begin() + static_cast<long>(next * words),
                                      states.begin() + static_cast<long>((next + 1) * words));
    generator->expand(state.data(), 1, UINT32_MAX, batch);
    for (const Event& event : batch.events) {
      if (event.kind != Event::Kind::Assertion) continue;
      if (const uint32_t mark = program_->statements[event.statement].mark; mark != 0) needs.push_back(mark);
    }
    // With what is known to be missing the rest looks different anyway.
    if (!needs.empty() || batch.cut_short) break;
    for (uint32_t i = 0; i < batch.count(); ++i) add(batch.state(i));
  }
  return needs;
}

}  // namespace px::cli
