#include "frontends/cli/b_model.h"

#include <chrono>

#include "engine/interp/interpreter.h"
#include "engine/ir/pass/simplify.h"

namespace px::cli {
namespace {

constexpr std::chrono::seconds kTimeForConflicts{5};

// The variable that an error speaks of, if it is that a value does not fit.
std::string name_of_place(const ir::Program& program, ir::PlaceId place) {
  while (program.places[place].parent.valid()) place = program.places[place].parent;
  const std::string& name = program.variables[program.places[place].variable].name;
  return name.substr(0, name.find('\''));
}

}  // namespace

Result<std::unique_ptr<BModel>> BModel::read(const Options& options, FileId file, SourceMap& sources) {
  Result<b::Machine> machine = b::load_machine(file, {}, sources);
  if (!machine) return machine.failure();
  auto model = std::make_unique<BModel>();
  model->machine_ = std::move(*machine);
  std::vector<Definition> cardinalities = options.definitions;  // the parameters of a machine are its sets
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
    model->options_.world.cardinalities[card.name] = static_cast<uint32_t>(size);
  }
  for (const Definition& preference : options.preferences) {
    model->options_.world.preferences[preference.name] = preference.value;
  }
  model->options_.goal = options.goal;
  if (options.goal && !model->machine_.goal.valid()) {
    return Failure(DiagnosticKind::UsageError, "--goal: the machine has no definition GOAL",
                   "DEFINITIONS GOAL == x = 3");
  }
  if (const Result<bool> lowered = model->lower(); !lowered) return lowered.failure();
  return model;
}

Result<bool> BModel::lower() {
  Result<b::Lowered> lowered = b::lower_machine(machine_, options_);
  if (!lowered) return lowered.failure();
  lowered_ = std::move(*lowered);
  program_ = std::make_shared<const ir::Program>(ir::simplify(lowered_.program));
  return true;
}

Result<bool> BModel::grow(const SearchOutcome& outcome) {
  b::Growths growths = options_.growths;
  for (const FoundViolation& found : outcome.found) {
    const Event& event = found.event;
    if (event.kind == Event::Kind::Assertion) {
      b::note_growth(program_->statements[event.statement].text, growths);
    } else if (event.kind == Event::Kind::RuntimeError && event.error == Event::Error::ValueOutOfRange &&
               event.place.valid()) {
      ++growths[name_of_place(*program_, event.place)].numbers;
    }
  }
  if (growths == options_.growths) return false;
  // One step at a time, however many errors there were.
  for (auto& [name, growth] : growths) {
    const b::Growth before = options_.growths[name];
    growth.numbers = std::min(growth.numbers, before.numbers + 1);
    growth.lengths = std::min(growth.lengths, before.lengths + 1);
  }
  options_.growths = std::move(growths);
  if (const Result<bool> lowered = lower(); !lowered) return lowered.failure();
  return true;
}

bool BModel::has_set_ups(const std::set<size_t>& properties) const {
  b::LowerOptions options = options_;
  options.only_properties = properties;
  Result<b::Lowered> lowered = b::lower_machine(machine_, options);
  const bool only_tried = lowered_.bounded.empty() && lowered && !lowered->bounded.empty();
  if (!lowered || only_tried) return true;  // without an answer there may be some
  Result<std::unique_ptr<Interpreter>> interpreter =
      Interpreter::make(std::make_shared<const ir::Program>(std::move(lowered->program)));
  return !interpreter || (*interpreter)->has_initial_state();
}

Failure BModel::no_start() const {
  const std::vector<b::ExprId> all = b::conjuncts_of(machine_, machine_.properties);
  const auto start = std::chrono::steady_clock::now();
  std::set<size_t> needed;
  for (size_t i = 0; i < all.size(); ++i) needed.insert(i);
  if (has_set_ups(needed)) {
    const SourceSpan span =
        machine_.initialisation.valid() ? machine_.substs[machine_.initialisation].span : machine_.span;
    return Failure(DiagnosticKind::NothingRuns, span,
                   "the INITIALISATION has no result: nothing satisfies what it asks for");
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
  // A constant with all that is said of it first: what bounds its values cannot go alone. It may have to stay for what
  // another one is said to be, which is gone in the second round.
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

void BModel::reword(const std::vector<FoundViolation>& found, SearchResult& result) const {
  for (size_t i = 0; i < found.size(); ++i) {
    const Event& event = found[i].event;
    if (event.kind != Event::Kind::Invariant || lowered_.goal_invariant != event.index) continue;
    result.violations[i].message = std::string(kGoalReached) + ": " + b::text_of(machine_, machine_.goal);
  }
}

std::string BModel::left_out() const {
  std::string parts;
  for (const std::string& name : lowered_.not_checked) parts += (parts.empty() ? "not checked: " : ", ") + name;
  for (const std::string& name : lowered_.limits_set) parts += (parts.empty() ? "" : "; ") + name + " is not followed";
  for (const std::string& text : lowered_.bounded) parts += (parts.empty() ? "" : "; ") + text;
  return parts;
}

}  // namespace px::cli
