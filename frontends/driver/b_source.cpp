// Translates a B machine to a Program. Values without bounds get guessed ones; if a value leaves them during a search,
// the search requests wider ones.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <set>

#include "engine/interp/interpreter.h"
#include "engine/ir/pass/simplify.h"
#include "frontends/b/library.h"
#include "frontends/b/lower.h"
#include "frontends/b/text.h"
#include "frontends/driver/model_source.h"

namespace px::driver {
namespace {

constexpr std::chrono::seconds kTimeForConflicts{5};

class BSource final : public ModelSource {
 public:
  BSource(b::Machine machine, b::LowerOptions options, std::vector<Diagnostic> more_warnings)
      : ModelSource(LanguageId::B),
        machine_(std::move(machine)),
        options_(std::move(options)),
        more_warnings_(std::move(more_warnings)) {}

  Result<void> lower();

  std::vector<Diagnostic> warnings() const override;
  bool may_grow() const override { return !lowered_.growth.empty(); }
  // Widens the bounds that values left.
  Result<void> refine(std::span<const uint32_t> marks) override;
  // Reports properties that no constants satisfy, as few as can be found quickly; or the initialisation.
  std::optional<Failure> no_start() const override;
  LeftOut left_out(bool with_properties) const override;
  std::vector<Property> properties() const override;
  // Reaching a goal does not violate an invariant.
  std::optional<Wording> wording(const Event& event) const override;
  // Set-ups, and the node count as ProB computes it.
  void add_statistics(const SearchResult& result, Statistics& statistics) const override;
  std::vector<DumpStage> stages() const override { return {DumpStage::Ast, DumpStage::Types}; }
  std::string dump(DumpStage stage, const SourceMap& sources) const override;

 private:
  bool has_set_ups(const std::set<size_t>& properties) const;

  b::Machine machine_;
  b::LowerOptions options_;
  b::Lowered lowered_;
  std::vector<Diagnostic> more_warnings_;
};

std::vector<Diagnostic> BSource::warnings() const {
  std::vector<Diagnostic> all = machine_.warnings;
  all.insert(all.end(), more_warnings_.begin(), more_warnings_.end());
  return all;
}

Result<void> BSource::lower() {
  Result<b::Lowered> lowered = b::lower_machine(machine_, options_);
  if (!lowered) return lowered.failure();
  lowered_ = std::move(*lowered);
  set_program(std::make_shared<const ir::Program>(ir::simplify(lowered_.program)));
  return {};
}

Result<void> BSource::refine(std::span<const uint32_t> marks) {
  std::vector<b::GrowthMark> met;
  for (const uint32_t mark : marks) met.push_back(lowered_.growth[mark - 1]);
  options_.growths = b::grown_by(options_.growths, met);
  return lower();
}

bool BSource::has_set_ups(const std::set<size_t>& properties) const {
  b::LowerOptions options = options_;
  options.only_properties = properties;
  Result<b::Lowered> lowered = b::lower_machine(machine_, options);
  const bool only_tried = lowered_.bounded.empty() && lowered && !lowered->bounded.empty();
  if (!lowered || only_tried) return true;  // without an answer, a solution may exist
  Result<std::unique_ptr<interp::Interpreter>> interpreter =
      interp::Interpreter::make(std::make_shared<const ir::Program>(std::move(lowered->program)));
  return !interpreter || (*interpreter)->has_initial_state();
}

std::optional<Failure> BSource::no_start() const {
  const std::vector<b::ExprId> all = b::conjuncts_of(machine_, machine_.properties);
  const auto start = std::chrono::steady_clock::now();
  std::set<size_t> needed;
  for (size_t i = 0; i < all.size(); ++i) needed.insert(i);
  if (has_set_ups(needed)) {
    const SourceSpan span =
        machine_.initialisation.valid() ? machine_.substs[machine_.initialisation].span : machine_.span;
    return Failure(DiagnosticKind::NothingRuns, span,
                   "the INITIALISATION has no result: no values satisfy its conditions");
  }
  if (!lowered_.bounded.empty()) {
    std::string text = "no constants were found";
    for (const std::string& part : lowered_.bounded) text += "; " + part;
    return Failure(DiagnosticKind::NothingRuns, machine_.span, text,
                   "bound them in PROPERTIES, or set MAXINT: --preference MAXINT=20");
  }
  const auto leave_out = [&](const std::set<size_t>& parts) {
    if (std::chrono::steady_clock::now() - start >= kTimeForConflicts) return;
    std::set<size_t> fewer = needed;
    for (const size_t part : parts) fewer.erase(part);
    if (fewer.size() < needed.size() && !has_set_ups(fewer)) needed = std::move(fewer);
  };
  // First leave out a constant with all properties that mention it: the ones that bound its values cannot go alone. A
  // property may have to stay because of another one, which the second round removes.
  for (int round = 0; round < 2; ++round) {
    for (const b::SymbolId constant : machine_.constants) {
      std::set<size_t> parts;
      for (size_t i = 0; i < all.size(); ++i) {
        if (b::mentions(machine_, all[i], constant)) parts.insert(i);
      }
      leave_out(parts);
    }
  }
  for (size_t i = 0; i < all.size(); ++i) leave_out({i});
  std::string text;
  SourceSpan span;
  for (const size_t i : needed) {
    if (text.empty()) span = machine_.exprs[all[i]].span;
    text += (text.empty() ? "" : " & ") + b::text_of(machine_, all[i]);
  }
  return Failure(DiagnosticKind::NothingRuns, span, "no constants satisfy " + text,
                 "the sizes of deferred sets can be changed with --card SET=N");
}

std::optional<Wording> BSource::wording(const Event& event) const {
  if (event.kind != Event::Kind::Invariant || lowered_.goal_invariant != event.index) return std::nullopt;
  return Wording{"goal", "the goal is reached: " + b::text_of(machine_, machine_.goal)};
}

void BSource::add_statistics(const SearchResult& result, Statistics& statistics) const {
  statistics.emplace_back("setups", result.set_ups);
  // ProB counts the root, a node per set-up if anything has to be set up, and the states.
  statistics.emplace_back("nodes as ProB counts", 1 + (lowered_.has_set_ups ? result.set_ups : 0) + result.states);
}

std::vector<Property> BSource::properties() const {
  std::vector<Property> all = ModelSource::properties();
  for (Property& property : all) property.name = "ltl " + property.short_name;
  return all;
}

LeftOut BSource::left_out(bool with_properties) const {
  std::string parts;
  std::vector<std::string> not_checked = lowered_.not_checked;
  if (!with_properties) not_checked.insert(not_checked.begin(), lowered_.temporal.begin(), lowered_.temporal.end());
  for (const std::string& name : not_checked) parts += (parts.empty() ? "not checked: " : ", ") + name;
  for (const std::string& name : lowered_.limits_set) parts += (parts.empty() ? "" : "; ") + name + " is not followed";
  for (const std::string& text : lowered_.bounded) parts += (parts.empty() ? "" : "; ") + text;
  // Infinite sets were cut off: even with the user's consent the result is incomplete.
  return {parts, !lowered_.limits_set.empty() || !lowered_.bounded.empty()};
}

std::string BSource::dump(DumpStage stage, const SourceMap&) const {
  if (stage == DumpStage::Ast) return b::dump(machine_);
  return stage == DumpStage::Types ? b::dump_types(machine_) : "";
}

// ProB has many preferences, most of them for its constraint solver; only a few matter here.
std::vector<Diagnostic> unknown_preferences(const ModelOptions& options) {
  static constexpr std::string_view kKnown[] = {"MININT", "MAXINT", "DEFAULT_SETSIZE", "MAX_OPERATIONS",
                                                "MAX_INITIALISATIONS"};
  Diagnostics unknown;
  for (const Definition& preference : options.preferences) {
    if (std::ranges::find(kKnown, preference.name) != std::end(kKnown)) continue;
    unknown.add(DiagnosticKind::NotChecked, {}, "the preference '" + preference.name + "' has no effect here");
  }
  return unknown.take();
}

Result<b::LowerOptions> lower_options(const ModelOptions& options, const b::Machine& machine) {
  b::LowerOptions lower;
  std::vector<Definition> cardinalities = options.definitions;  // what is no constant should be a set
  std::erase_if(cardinalities, [&](const Definition& d) { return machine.given_values.contains(d.name); });
  cardinalities.insert(cardinalities.end(), options.cardinalities.begin(), options.cardinalities.end());
  for (const Definition& card : cardinalities) {
    if (card.undefine) return Failure(DiagnosticKind::UsageError, "--undefine: a B machine has no macros");
    char* end = nullptr;
    const unsigned long size = std::strtoul(card.value.c_str(), &end, 10);
    if (card.value.empty() || *end != '\0' || size < 1 || size > 4096) {
      return Failure(DiagnosticKind::UsageError,
                     "--card " + card.name + "=" + card.value + ": not a size from 1 to 4096",
                     "e.g. --card " + card.name + "=3");
    }
    lower.world.cardinalities[card.name] = static_cast<uint32_t>(size);
  }
  for (const Definition& preference : options.preferences) {
    lower.world.preferences[preference.name] = preference.value;
  }
  lower.goal = options.goal;
  return lower;
}

}  // namespace

Result<std::unique_ptr<ModelSource>> read_b(FileId file, const ModelOptions& options, SourceMap& sources) {
  b::LoadOptions load;
  load.read_file = options.read_file;
  for (const AddedFormula& formula : options.formulas) {
    load.formulas.push_back({formula.name, formula.option, formula.text});
  }
  for (const Definition& definition : options.definitions) {
    if (!definition.undefine) load.values.push_back({definition.name, "-D " + definition.name, definition.value});
  }
  Result<b::Machine> machine = b::load_machine(file, load, sources);
  if (!machine) return machine.failure();
  Result<b::LowerOptions> lower = lower_options(options, *machine);
  if (!lower) return lower.failure();
  if (options.goal && !machine->goal.valid()) {
    return Failure(DiagnosticKind::UsageError, "--goal: the machine has no definition GOAL",
                   "DEFINITIONS GOAL == x = 3");
  }
  auto model = std::make_unique<BSource>(std::move(*machine), std::move(*lower), unknown_preferences(options));
  if (const Result<void> lowered = model->lower(); !lowered) return lowered.failure();
  return std::unique_ptr<ModelSource>(std::move(model));
}

}  // namespace px::driver
