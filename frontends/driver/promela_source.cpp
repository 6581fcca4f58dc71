// Translates a Promela model to a Program. The front end lowers for an assumed set of processes, and this class
// determines it by exploring the first states. The search itself discovers later processes.
#include <algorithm>
#include <unordered_set>

#include "engine/interp/fuse_start.h"
#include "engine/interp/interpreter.h"
#include "engine/ir/pass/simplify.h"
#include "frontends/driver/model_source.h"
#include "frontends/promela/channel_uses.h"
#include "frontends/promela/coverage.h"
#include "frontends/promela/translate.h"
#include "frontends/promela/value_kinds.h"

namespace px::driver {
namespace {

// The number of states explored for processes that a model starts before the search proper begins. That search restarts
// when it meets another process, so this only has to catch the usual case.
constexpr size_t kFirstStates = 300;
constexpr uint64_t kFirstSteps = 20'000;

// From this process id on, room is reserved for processes that have not been met yet.
constexpr uint32_t kManyProcesses = 16;

promela::TranslateOptions translate_options(const ModelOptions& options) {
  promela::TranslateOptions translate;
  translate.preprocess.include_directories = options.include_directories;
  translate.preprocess.read_file = options.read_file;
  for (const Definition& definition : options.definitions) {
    if (definition.undefine) {
      translate.preprocess.undefinitions.push_back(definition.name);
    } else {
      translate.preprocess.definitions.push_back(definition.name + '=' + definition.value);
    }
  }
  translate.optimise = options.optimise;
  translate.turned_off = options.turned_off;
  translate.meaning = options.meaning;
  for (const AddedFormula& formula : options.formulas) {
    translate.formulas.push_back({formula.name, formula.option, formula.text});
  }
  return translate;
}

class PromelaSource final : public ModelSource {
 public:
  PromelaSource(std::unique_ptr<promela::Translation> translation, const ModelOptions& options);

  // Lowers repeatedly until the first states need no more processes than assumed.
  Result<void> settle();
  bool starts_nothing() const { return slots_.count() == 0; }

  std::vector<Diagnostic> warnings() const override;
  bool may_grow() const override { return !growth_.empty(); }
  // Makes room for the processes that were needed, and lowers again.
  Result<void> refine(std::span<const uint32_t> marks) override;
  // For symmetry, terminated processes stay; without it they are removed, as in SPIN.
  bool expects_symmetry() const override { return keeps_ended_; }
  Result<void> forgo_symmetry() override;
  LeftOut left_out(bool with_properties) const override;
  std::vector<Property> properties() const override;
  std::vector<UnreachedPart> unreached(const ir::Program& program, const std::vector<bool>& taken) const override;
  std::vector<DumpStage> stages() const override;
  std::string dump(DumpStage stage, const SourceMap& sources) const override;
  std::optional<ir::ChannelFacts> channels() const override { return promela::channel_facts(translation_->model); }
  bool starts_by_a_step() const override { return true; }
  std::vector<uint32_t> process_ids() const override { return pids_; }

 private:
  std::string dump_automata() const;
  Result<void> lower(promela::LowerOptions options = {});
  void foresee(std::span<const uint32_t> marks);
  Result<void> finish(bool symmetric);
  std::shared_ptr<const ir::Program> simplified() const;
  bool sees_removal() const;
  Result<std::vector<uint32_t>> first_needs() const;

  std::unique_ptr<promela::Translation> translation_;
  bool symmetric_ = false;  // whether symmetry reduction is requested
  bool keeps_ended_ = false;
  bool lists_unreached_ = false;  // if so, every single step must stay separate
  promela::ProcessSlots slots_;
  std::vector<promela::Growth> growth_;
  promela::ControlStates states_;  // maps program locations to automaton states
  std::vector<uint32_t> pids_;
  bool checks_trace_ = false;
  bool sees_ended_ = false;
  std::vector<Diagnostic> lowering_warnings_;
};

bool has_growth(const ir::Program& program) {
  return std::any_of(program.statements.begin(), program.statements.end(),
                     [](const ir::Statement& statement) { return statement.kind == ir::Statement::Kind::Grow; });
}

PromelaSource::PromelaSource(std::unique_ptr<promela::Translation> translation, const ModelOptions& options)
    : ModelSource(LanguageId::Promela),
      translation_(std::move(translation)),
      symmetric_(options.symmetric),
      lists_unreached_(options.lists_unreached) {
  const std::vector<promela::ProctypeId> initial = promela::initial_processes(translation_->model);
  for (uint32_t pid = 0; pid < initial.size(); ++pid) slots_.add(pid, initial[pid]);
}

Result<void> PromelaSource::lower(promela::LowerOptions options) {
  Result<promela::Lowered> lowered = promela::lower_translation(*translation_, slots_, options);
  if (!lowered) return lowered.failure();
  set_program(std::make_shared<const ir::Program>(std::move(lowered->program)));
  growth_ = std::move(lowered->growth);
  states_ = std::move(lowered->states);
  pids_ = std::move(lowered->pids);
  checks_trace_ = lowered->checks_trace;
  sees_ended_ = lowered->sees_ended;
  lowering_warnings_ = std::move(lowered->warnings);
  return {};
}

// Whether the model can distinguish a terminated process from a removed one, or observe the step between the two.
bool PromelaSource::sees_removal() const {
  const promela::Features& features = translation_->model.features;
  return features.nr_processes || features.pc_value || features.enabled || features.last || features.priority ||
         features.remote_variable || sees_ended_;
}

// For symmetry, identical processes become one family. With the startup written out, a model that starts processes only
// at the beginning has no `run` left; then nothing can observe whether a terminated process still exists (unless the
// model tests for it), and under symmetry it stays.
Result<void> PromelaSource::finish(bool symmetric) {
  std::shared_ptr<const ir::Program> simple = simplified();
  const bool runs_later = has_growth(*simple);
  keeps_ended_ = symmetric && !runs_later && !sees_removal();
  if (symmetric) {
    const Result<void> lowered = lower({.keep_ended = keeps_ended_, .side_by_side = true});
    if (!lowered) return lowered;
    simple = simplified();
  }
  if (!runs_later) growth_.clear();
  set_program(simple);
  return {};
}

Result<void> PromelaSource::forgo_symmetry() {
  symmetric_ = false;
  return settle();
}

std::shared_ptr<const ir::Program> PromelaSource::simplified() const {
  std::optional<ir::Program> fused = lists_unreached_ ? std::nullopt : interp::with_start_fused(program());
  return std::make_shared<const ir::Program>(ir::simplify(fused ? std::move(*fused) : *program()));
}

std::string PromelaSource::dump_automata() const {
  std::string text;
  for (const promela::Automaton& automaton : translation_->automata) {
    text += promela::dump(translation_->model, translation_->graph, automaton);
  }
  return text;
}

std::string PromelaSource::dump(DumpStage stage, const SourceMap& sources) const {
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
    case DumpStage::Ir:
    case DumpStage::Layout:
    case DumpStage::Dependencies:
    case DumpStage::Llvm:
    case DumpStage::Asm: break;
  }
  return {};
}

std::vector<DumpStage> PromelaSource::stages() const {
  return {DumpStage::Text,       DumpStage::Tokens,    DumpStage::Ast,      DumpStage::Model,
          DumpStage::Statements, DumpStage::Optimised, DumpStage::Automata, DumpStage::Types};
}

std::vector<UnreachedPart> PromelaSource::unreached(const ir::Program& program, const std::vector<bool>& taken) const {
  const std::vector<promela::TakenStep> steps = promela::taken_steps(program, taken, states_);
  std::vector<UnreachedPart> parts;
  for (promela::ProctypeCoverage& coverage :
       promela::find_unreached(translation_->model, translation_->graph, translation_->automata, steps)) {
    const promela::Proctype& proctype = translation_->model.proctypes[coverage.proctype];
    const bool is_init = proctype.kind == promela::ProctypeKind::Init;
    UnreachedPart part{
        is_init ? "init" : "proctype " + proctype.name, {}, coverage.unreached_states, coverage.states, "states"};
    for (promela::UnreachedStatement& statement : coverage.unreached) {
      part.lines.push_back({statement.span, statement.state, std::move(statement.text)});
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<Diagnostic> PromelaSource::warnings() const {
  std::vector<Diagnostic> all = translation_->warnings;
  all.insert(all.end(), lowering_warnings_.begin(), lowering_warnings_.end());
  const promela::Features& features = translation_->model.features;
  if (lists_unreached_ && (features.unless || features.provided || features.priority)) {
    Diagnostics more;
    more.add(DiagnosticKind::NotChecked, {},
             "unless, provided and priorities can keep a process from executing its next statement",
             "--coverage lists the statements that no process ever reached; SPIN also lists those that were reached "
             "but never enabled");
    const std::vector<Diagnostic> added = more.take();
    all.insert(all.end(), added.begin(), added.end());
  }
  return all;
}

// Automata bear the names of their claims and formulas.
std::vector<Property> PromelaSource::properties() const {
  const promela::Model& model = translation_->model;
  std::vector<Property> all;
  const std::vector<ir::Automaton>& automata = program()->automata;
  for (size_t a = 0; a < automata.size(); ++a) {
    const ir::Automaton& automaton = automata[a];
    if (automaton.conjunct_of) continue;
    Property property{"ltl " + automaton.name, automaton.name, Property::Kind::Formula, a, automaton.span};
    if (automaton.name == kProgressCycles) {
      property.name = "progress cycles";
      property.kind = Property::Kind::Progress;
    }
    for (const promela::Proctype& proctype : model.proctypes) {
      if (proctype.kind != promela::ProctypeKind::Never || proctype.name != automaton.name) continue;
      property.name = proctype.name.empty() ? "the never claim" : "never claim " + proctype.name;
      property.kind = Property::Kind::Claim;
    }
    all.push_back(std::move(property));
  }
  return all;
}

LeftOut PromelaSource::left_out(bool with_properties) const {
  std::string parts;
  const auto add = [&](const std::string& part) { parts += (parts.empty() ? "" : ", ") + part; };
  const std::vector<ir::Automaton>& automata = program()->automata;
  const auto is_left_out = [&](const std::string& name) {
    return !with_properties ||
           std::none_of(automata.begin(), automata.end(), [&](const ir::Automaton& a) { return a.name == name; });
  };
  for (const promela::Proctype& proctype : translation_->model.proctypes) {
    if (proctype.kind == promela::ProctypeKind::Never && is_left_out(proctype.name)) add("the never claim");
    if (checks_trace_) continue;
    if (proctype.kind == promela::ProctypeKind::Trace) add("the trace assertion");
    if (proctype.kind == promela::ProctypeKind::NoTrace) add("the notrace assertion");
  }
  for (const promela::Formula& formula : translation_->model.formulas) {
    if (is_left_out(formula.name)) add(formula.name.empty() ? "an ltl formula" : "ltl " + formula.name);
  }
  return {parts.empty() ? "" : "not checked: " + parts};
}

void PromelaSource::foresee(std::span<const uint32_t> marks) {
  for (const uint32_t mark : marks) {
    const promela::Growth& needed = growth_[mark - 1];
    slots_.add(needed.pid, needed.proctype);
  }
}

Result<void> PromelaSource::refine(std::span<const uint32_t> marks) {
  foresee(marks);
  // A model that has started many processes one after the other will start more: with room for twice as many, a search
  // restarts at most eight times instead of 255 times. (Not for the processes of the first states: unused room would
  // count as interchangeable processes.)
  for (const uint32_t mark : marks) {
    const promela::Growth needed = growth_[mark - 1];
    if (needed.pid < kManyProcesses) continue;
    const uint32_t last = std::min(2 * needed.pid, promela::kMaxProcesses - 1);
    for (uint32_t pid = needed.pid + 1; pid <= last; ++pid) slots_.add(pid, needed.proctype);
  }
  return settle();
}

// Lowers repeatedly until the first states need no more processes than assumed.
Result<void> PromelaSource::settle() {
  for (;;) {
    if (const Result<void> lowered = lower(); !lowered) return lowered;
    if (growth_.empty()) return finish(symmetric_);
    Result<std::vector<uint32_t>> needs = first_needs();
    if (!needs) return needs.failure();
    if (needs->empty()) return finish(symmetric_);
    foresee(*needs);
  }
}

// The marks of growth statements reached within the first states, breadth-first.
Result<std::vector<uint32_t>> PromelaSource::first_needs() const {
  Result<std::unique_ptr<interp::Interpreter>> interpreter = interp::Interpreter::make(program());
  if (!interpreter) return interpreter.failure();
  const std::unique_ptr<SuccessorGenerator> generator =
      (*interpreter)->make_generator_within({.most_successors = kFirstStates, .most_steps = kFirstSteps});
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
  for (size_t next = 0; next * words < states.size() && next < kFirstStates; ++next) {
    batch.clear();
    const std::vector<uint64_t> state(states.begin() + static_cast<long>(next * words),
                                      states.begin() + static_cast<long>((next + 1) * words));
    generator->expand(state.data(), 1, UINT32_MAX, batch);
    for (const Event& event : batch.events) {
      if (event.kind == Event::Kind::Growth) needs.push_back(event.index);
    }
    // With known gaps, the remaining states are unreliable anyway.
    if (!needs.empty() || batch.cut_short) break;
    for (uint32_t i = 0; i < batch.count(); ++i) add(batch.state(i));
  }
  return needs;
}

}  // namespace

Result<std::unique_ptr<ModelSource>> read_promela(FileId file, const ModelOptions& options, SourceMap& sources) {
  auto translation = promela::translate(file, translate_options(options), sources);
  if (!translation) return translation.failure();
  auto model = std::make_unique<PromelaSource>(std::move(*translation), options);
  if (model->starts_nothing()) {
    return Failure(DiagnosticKind::Unsupported, "the model starts no process",
                   "add an init process or declare a proctype active");
  }
  if (const Result<void> settled = model->settle(); !settled) return settled.failure();
  return std::unique_ptr<ModelSource>(std::move(model));
}

}  // namespace px::driver
