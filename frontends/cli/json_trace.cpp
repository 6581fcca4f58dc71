// Steps are matched by their names and their effects, not by any numbering, so a trace survives changes of the model
// that do not concern it, and a mismatch can be described in words. Control points are left out of the comparison,
// because their names contain line numbers.
#include "frontends/cli/json_trace.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "frontends/cli/option_table.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/trace_text.h"
#include "frontends/cli/views.h"
#include "frontends/driver/read_model.h"

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;

Failure not_a_trace(const std::string& path, const std::string& why) {
  return Failure(DiagnosticKind::UsageError, fmt::format("'{}' contains no run: {}", path, why),
                 "pexplore --report FILE.json MODEL writes a run, and SPIN's verifier a trail");
}

std::string standard_input() {
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

// Describes JSON that is not a report.
std::string what_else(const Json& document) {
  const bool itf = document.is_object() && document.contains("states") && document.contains("vars");
  return itf ? "it is a trace in ITF, for other tools" : "it is JSON, but not a report of pexplore";
}

std::vector<Cell> cells_of(const Json& object) {
  std::vector<Cell> cells;
  for (const auto& [name, value] : object.items()) cells.emplace_back(name, value.get<std::string>());
  return cells;
}

// Options that affect the states and steps of a model.
const std::set<std::string_view> kModelOptions = {"lang",
                                                  "define",
                                                  "include",
                                                  "card",
                                                  "preference",
                                                  "optimise",
                                                  "spin-without",
                                                  "lossy-channels",
                                                  "strategy",
                                                  "symmetry-group",
                                                  "no-deadlock-check",
                                                  "no-invariant-check",
                                                  "no-assertion-check",
                                                  "empty-channels-at-end",
                                                  "goal"};

// How a report marks -U among the definitions.
constexpr std::string_view kUndefine = "-U ";

void take_option(const OptionRow& row, const Json& value, Options& options) {
  const auto apply = [&](const std::string& text) {
    if (row.kind == ValueKind::Define && text.starts_with(kUndefine)) {
      options.definitions.push_back({text.substr(kUndefine.size()), "", true});
      return;
    }
    const Parsed<OptionValue> parsed = parse_value(row, text);
    if (parsed.ok()) row.apply(options, parsed.value);
  };
  if (value.is_boolean()) {
    if (value.get<bool>()) row.apply(options, {});
  } else if (value.is_string()) {
    apply(value.get<std::string>());
  } else if (value.is_array()) {
    for (const Json& item : value) apply(item.get<std::string>());
  }
}

void take_options(const Json& report, Options& options) {
  const Options defaults = default_options();
  for (const OptionRow* row : available_options(option_table())) {
    if (!kModelOptions.contains(row->name) || row->show == nullptr) continue;
    std::string name(row->name);
    std::replace(name.begin(), name.end(), '-', '_');
    const bool given = row->show(options, *row) != row->show(defaults, *row);
    if (!given && report.contains(name)) take_option(*row, report.at(name), options);
  }
}

JsonTrace trace_of(const Json& error) {
  JsonTrace trace;
  trace.kind = error.at("kind").get<std::string>();
  trace.message = error.at("message").get<std::string>();
  trace.initial = cells_of(error.at("trace").at("initial"));
  std::optional<Json> before;
  for (const Json& step : error.at("trace").at("steps")) {
    const Json& number = step.at("step");
    if (!before || number != *before) trace.steps.emplace_back();
    before = number;
    trace.steps.back().push_back(
        {step.at("action").get<std::string>(), step.at("statement").get<std::string>(), cells_of(step.at("changes"))});
  }
  return trace;
}

// The cells in which a step must agree with the trace.
std::vector<Cell> comparable(const std::vector<Cell>& cells, const std::set<std::string>& processes) {
  std::vector<Cell> kept;
  for (const Cell& cell : cells) {
    if (!processes.contains(cell.first)) kept.push_back(cell);
  }
  return kept;
}

// The same for an initial state. The number of slots for processes that may start later depends on how much of the
// model was read, so processes that are not running are left out.
std::vector<Cell> comparable_start(const std::vector<Cell>& cells, const std::set<std::string>& processes) {
  return comparable(running_cells(cells), processes);
}

std::string cells_text(const std::vector<Cell>& cells) {
  std::string text;
  for (const auto& [name, value] : cells) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text.empty() ? "nothing" : text;
}

std::string called(const std::string& action, const std::string& statement) {
  return statement.empty() ? action : fmt::format("{}: {}", action, statement);
}

class TraceFitter {
 public:
  TraceFitter(const driver::ModelExecution& execution, const JsonTrace& wanted)
      : execution_(execution),
        program_(execution.system->program()),
        sequence_text_(sequence_text(*execution.interpreter)),
        wanted_(wanted) {
    for (const std::string& name : process_names(program_)) processes_.insert(name);
  }

  FittedTrace run() {
    if (!find_initial()) return std::move(result_);
    std::vector<uint64_t> state = result_.trace.initial;
    for (size_t i = 0; i < wanted_.steps.size(); ++i) {
      const Explanation explanation = execution_.interpreter->explain(state.data());
      const bool last = i + 1 == wanted_.steps.size();
      if (!take_step(explanation, state, i) && !(last && end_within(explanation, state, wanted_.steps[i]))) {
        result_.problem = why_not(explanation, state, i);
        return std::move(result_);
      }
      if (result_.met) return std::move(result_);
      state = result_.trace.steps.back().state();
    }
    end_at(execution_.interpreter->explain(state.data()), {});
    return std::move(result_);
  }

 private:
  std::vector<Cell> show(const std::vector<uint64_t>& state) const {
    return show_state(program_, execution_.system->layout(), state.data(), sequence_text_);
  }

  StepView show(const MicroStep& step, const std::vector<Cell>& before) const {
    return show_step(program_, execution_.system->layout(), step, before, sequence_text_);
  }

  bool find_initial() {
    SuccessorBatch initial(execution_.system->words());
    execution_.interpreter->initial_states(initial);
    const std::vector<Cell> wanted = comparable_start(wanted_.initial, processes_);
    std::vector<Cell> nearest;
    for (uint32_t i = 0; i < initial.count(); ++i) {
      const std::vector<uint64_t> state(initial.state(i), initial.state(i) + execution_.system->words());
      nearest = comparable_start(show(state), processes_);
      if (nearest != wanted) continue;
      result_.trace.initial = state;
      return true;
    }
    result_.problem = "the model starts differently: " + first_difference(wanted, nearest);
    return false;
  }

  static std::string first_difference(const std::vector<Cell>& wanted, const std::vector<Cell>& now) {
    for (const auto& [name, value] : wanted) {
      const auto same = std::find_if(now.begin(), now.end(), [&, &n = name](const Cell& c) { return c.first == n; });
      if (same == now.end()) return fmt::format("it no longer has '{}'", name);
      if (same->second != value) return fmt::format("{} = {} in the trace, now {}", name, value, same->second);
    }
    for (const auto& [name, value] : now) {
      const auto same =
          std::find_if(wanted.begin(), wanted.end(), [&, &n = name](const Cell& c) { return c.first == n; });
      if (same == wanted.end()) return fmt::format("'{}' is not in the trace", name);
    }
    return "the order of its variables has changed";
  }

  // Whether the actions, executed from `state`, match those of the trace.
  bool matches(const std::vector<MicroStep>& actions, const std::vector<uint64_t>& state,
               const std::vector<JsonTrace::Action>& wanted, bool with_changes) const {
    if (actions.size() != wanted.size()) return false;
    std::vector<Cell> before = show(state);
    for (size_t i = 0; i < actions.size(); ++i) {
      const StepView view = show(actions[i], before);
      if (view.action != wanted[i].action || view.statement != wanted[i].statement) return false;
      if (with_changes && comparable(view.changes, processes_) != comparable(wanted[i].changes, processes_)) {
        return false;
      }
      before = show(actions[i].state);
    }
    return true;
  }

  bool take_step(const Explanation& explanation, const std::vector<uint64_t>& state, size_t i) {
    for (const TraceStep& step : explanation.steps) {
      if (!matches(step.micro_steps, state, wanted_.steps[i], true)) continue;
      result_.trace.steps.push_back(step);
      return true;
    }
    return false;
  }

  // Whether the error occurs inside an atomic sequence that begins with the last step of the trace.
  bool end_within(const Explanation& explanation, const std::vector<uint64_t>& state,
                  const std::vector<JsonTrace::Action>& wanted) {
    for (const Explanation::LocatedEvent& located : explanation.events) {
      if (located.before.empty() || !matches(located.before, state, wanted, true)) continue;
      result_.trace.steps.push_back(TraceStep{located.before});
      result_.within = true;
      end_at(explanation, located.before);
      return true;
    }
    return false;
  }

  void end_at(const Explanation& explanation, const std::vector<MicroStep>& before) {
    for (const Explanation::LocatedEvent& located : explanation.events) {
      const bool here = located.before.size() == before.size();
      if (!here || violation_name(violation_of(located.event, program_)) != wanted_.kind) continue;
      result_.met = true;
      result_.violation.kind = violation_of(located.event, program_);
      result_.violation.message = describe(located.event, program_);
      result_.violation.span = span_of(located.event, program_);
      result_.event = located.event.kind;
      result_.trace.failing_action = located.action;
      result_.trace.failing_arguments = located.arguments;
      result_.trace.because = located.because;
      result_.trace.seen_in = located.seen_in;
      if (result_.violation.message == wanted_.message) return;
    }
  }

  std::string why_not(const Explanation& explanation, const std::vector<uint64_t>& state, size_t i) const {
    const std::vector<JsonTrace::Action>& wanted = wanted_.steps[i];
    const std::string head =
        fmt::format("step {}, {},", i + 1, called(wanted.front().action, wanted.front().statement));
    std::string possible;
    for (const TraceStep& step : explanation.steps) {
      if (matches(step.micro_steps, state, wanted, false)) {
        const StepView last = show(step.micro_steps.front(), show(state));
        return fmt::format("{} has a different effect now: it changed {} in the trace and changes {} now", head,
                           cells_text(wanted.front().changes), cells_text(last.changes));
      }
      const StepView view = show(step.micro_steps.front(), show(state));
      possible += fmt::format("\n    {}", called(view.action, view.statement));
    }
    if (possible.empty()) return head + " cannot be taken now: no step is possible here";
    return fmt::format("{} cannot be taken now; possible steps:{}", head, possible);
  }

  const driver::ModelExecution& execution_;
  const ir::Program& program_;
  const SequenceText sequence_text_;
  const JsonTrace& wanted_;
  std::set<std::string> processes_;
  FittedTrace result_;
};

}  // namespace

Result<std::string> read_trace_text(const std::string& path) {
  return path == "-" ? Result<std::string>(standard_input()) : driver::read_file(path, {"report", "result.json"});
}

Result<JsonTrace> read_json_trace(const std::string& path, const std::string& text, Options& options) {
  const Json report = Json::parse(text, nullptr, false);
  if (report.is_discarded()) return not_a_trace(path, "it is not JSON");
  const bool is_report = report.is_object() && report.contains("errors") && report.at("errors").is_array();
  if (!is_report) return not_a_trace(path, what_else(report));
  try {
    if (report.contains("options")) take_options(report.at("options"), options);
    for (const Json& error : report.at("errors")) {
      if (!error.at("trace").is_null()) return trace_of(error);
    }
    return not_a_trace(path, "the report lists no error with a run");
  } catch (const Json::exception& problem) {
    return not_a_trace(path, std::string("the report is damaged: ") + problem.what());
  }
}

FittedTrace fit_trace(const driver::ModelExecution& execution, const JsonTrace& wanted) {
  return TraceFitter(execution, wanted).run();
}

}  // namespace px::cli
