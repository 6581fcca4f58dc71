#include "frontends/cli/report.h"

#include <algorithm>
#include <cerrno>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "engine/base/content_hash.h"
#include "engine/base/letters.h"
#include "frontends/cli/next_step.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/painter.h"
#include "frontends/cli/progress.h"
#include "frontends/cli/spin_figures.h"
#include "frontends/cli/swarm_text.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"
#include "frontends/cli/trace_text.h"

namespace px::cli {
namespace {

using batch::grouped;
using Json = nlohmann::ordered_json;

std::string_view guarantee_name(Guarantee guarantee) {
  return guarantee == Guarantee::Exact ? "exact" : "approximate";
}

double states_per_second(const Report& report) {
  const SearchResult& result = report.result;
  const double seconds = result.seconds - report.run_seconds;
  return seconds > 0 ? static_cast<double>(result.states) / seconds : 0;
}

Json place_json(const SourceMap& sources, SourceSpan span) {
  if (!span.known()) return nullptr;
  const uint32_t column = column_in_letters(sources.line(span.file, span.line), span.column);
  return {{"file", sources.name(span.file)}, {"line", span.line}, {"column", column}};
}

Json cells_json(const std::vector<Cell>& cells) {
  Json object = Json::object();
  for (const Cell& cell : cells) object[cell.first] = cell.second;
  return object;
}

Json step_json(const SourceMap& sources, const StepView& step) {
  Json processes = Json::array();
  for (const PartView& part : step.parts) processes.push_back(part.process);
  Json json = {{"step", step.step},
               {"processes", std::move(processes)},
               {"action", step.action},
               {"statement", step.statement},
               {"place", place_json(sources, step.span)},
               {"output", step.output},
               {"changes", cells_json(step.changes)}};
  if (step.left_out != 0) json["left_out"] = step.left_out;
  return json;
}

Json stuck_json(const std::vector<StuckView>& stuck) {
  Json all = Json::array();
  for (const StuckView& process : stuck) {
    Json ways = Json::array();
    for (const StuckView::Way& way : process.ways) {
      ways.push_back({{"statement", way.text}, {"because", cells_json(way.because)}});
    }
    all.push_back({{"process", process.process}, {"location", process.location}, {"waits_for", std::move(ways)}});
  }
  return all;
}

// One column per state: true, false, or null if the run does not determine the value.
Json formula_json(const SourceMap& sources, const std::optional<driver::FormulaView>& formula) {
  if (!formula) return nullptr;
  Json parts = Json::array();
  for (const driver::FormulaView::Part& part : formula->parts) {
    Json holds = Json::array();
    for (const std::optional<bool>& value : part.holds) holds.push_back(value ? Json(*value) : Json(nullptr));
    parts.push_back({{"text", part.text},
                     {"kind", part.kind},
                     {"operands", part.operands},
                     {"place", place_json(sources, part.span)},
                     {"holds", std::move(holds)}});
  }
  return parts;
}

Json trace_json(const SourceMap& sources, const TraceView& trace) {
  Json steps = Json::array();
  for (const StepView& step : trace.steps) steps.push_back(step_json(sources, step));
  return {{"initial", cells_json(trace.initial)},
          {"steps", std::move(steps)},
          {"loop", trace.loop ? Json(*trace.loop) : Json(nullptr)},
          {"failing", trace.failing ? step_json(sources, *trace.failing) : Json(nullptr)},
          {"because", cells_json(trace.because)},
          {"stuck", stuck_json(trace.stuck)},
          {"formula", formula_json(sources, trace.formula)}};
}

Json errors_json(const Report& report) {
  Json errors = Json::array();
  for (size_t i = 0; i < report.result.violations.size(); ++i) {
    const Violation& violation = report.result.violations[i];
    const bool has_trace = i < report.traces.size() && !report.traces[i].empty();
    errors.push_back({{"kind", violation_name(violation.kind)},
                      {"message", violation.message},
                      {"place", place_json(report.sources, violation.span)},
                      {"occurrences", violation.occurrences},
                      {"trace", has_trace ? trace_json(report.sources, report.traces[i]) : Json(nullptr)}});
  }
  return errors;
}

Json properties_json(const Report& report) {
  Json all = Json::array();
  for (const driver::PropertyReport& property : report.properties) {
    const SearchResult& result = property.result;
    all.push_back({{"name", property.name},
                   {"place", place_json(report.sources, property.span)},
                   {"verdict", verdict_name(result.verdict)},
                   {"stop_reason", stop_reason_name(result.stop)},
                   {"caveat", result.caveat.empty() ? Json(nullptr) : Json(result.caveat)},
                   {"method", property.method},
                   {"states", result.states},
                   {"transitions", result.transitions},
                   {"seconds", result.seconds},
                   {"state_bytes", result.state_bytes},
                   {"store_bytes_per_state", result.store_bytes_per_state}});
  }
  return all;
}

Json options_json(const Options& options) {
  Json object = Json::object();
  for (const OptionRow* row : available_options(option_table())) {
    if (row->show == nullptr) continue;
    std::visit(
        [&](const auto& value) {
          using T = std::decay_t<decltype(value)>;
          std::string name(row->name);
          for (char& c : name) c = c == '-' ? '_' : c;
          if constexpr (std::is_same_v<T, std::monostate>) {
            object[name] = nullptr;
          } else {
            object[name] = value;
          }
        },
        row->show(options, *row));
  }
  return object;
}

// The sum over all workers.
explore::WorkerProfile total(const std::vector<explore::WorkerProfile>& workers) {
  explore::WorkerProfile sum{};
  for (const explore::WorkerProfile& worker : workers) {
    for (size_t i = 0; i < explore::kStages; ++i) sum[i] += worker[i];
  }
  return sum;
}

// The time of a stage per transition, in nanoseconds of a single thread.
double nanoseconds_per_transition(const Report& report, explore::Stage stage) {
  if (report.result.transitions == 0) return 0;
  return total(report.profile)[static_cast<size_t>(stage)] * 1e9 / static_cast<double>(report.result.transitions);
}

Json unreached_json(const Report& report) {
  if (!report.unreached) return nullptr;
  Json parts = Json::array();
  for (const UnreachedPart& part : *report.unreached) {
    Json lines = Json::array();
    for (const UnreachedLine& line : part.lines) {
      lines.push_back({{"place", place_json(report.sources, line.span)},
                       {"state", line.state == 0 ? Json(nullptr) : Json(line.state)},
                       {"statement", line.text}});
    }
    parts.push_back(
        {{"part", part.name}, {"unreached", part.unreached}, {"total", part.total}, {"statements", std::move(lines)}});
  }
  return parts;
}

Json partial_order_json(const std::optional<PartialOrderReport>& report) {
  if (!report) return nullptr;
  return {{"on", report->on},
          {"why_not", report->why.empty() ? Json(nullptr) : Json(report->why)},
          {"reduced_states", report->reduced},
          {"suspected_states", report->suspects},
          {"completed_states", report->completed}};
}

Json profile_json(const Report& report) {
  if (report.profile.empty()) return nullptr;
  Json workers = Json::array();
  for (const explore::WorkerProfile& worker : report.profile) {
    Json stages = Json::object();
    for (size_t i = 0; i < explore::kStages; ++i) stages[explore::kStageNames[i]] = worker[i];
    workers.push_back(std::move(stages));
  }
  return {{"workers", std::move(workers)},
          {"generate_ns_per_transition", nanoseconds_per_transition(report, explore::Stage::Generate)},
          {"reduce_ns_per_transition", nanoseconds_per_transition(report, explore::Stage::Reduce)}};
}

Json swarm_search_json(const explore::SwarmSearch& search) {
  const explore::SwarmPlan& plan = search.plan;
  return {{"number", search.number + 1},
          {"order", order_name(plan.order)},
          {"width", plan.width},
          {"bits_per_state", plan.functions},
          {"array_bytes", plan.array_bytes},
          {"max_depth", plan.max_depth},
          {"end", end_name(search.end)},
          {"states", search.states},
          {"transitions", search.transitions},
          {"depth", search.depth},
          {"left_out", search.left_out},
          {"omitted", search.omitted},
          {"actions", search.actions},
          {"new_actions", search.new_actions},
          {"new_states", search.new_states}};
}

Json swarm_json(const explore::SwarmOutcome& swarm) {
  Json searches = Json::array();
  for (const explore::SwarmSearch& search : swarm.searches) searches.push_back(swarm_search_json(search));
  return {{"states", swarm.states},
          {"states_in_all", swarm.in_all ? Json(*swarm.in_all) : Json(nullptr)},
          {"actions", swarm.taken.size()},
          {"actions_taken", std::count(swarm.taken.begin(), swarm.taken.end(), true)},
          {"searches", std::move(searches)}};
}

Json files_json(const SourceMap& sources) {
  Json files = Json::array();
  for (const FileId file : sources.files_read()) {
    files.push_back({{"path", sources.name(file)}, {"hash", content_hash(sources.text(file))}});
  }
  return files;
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json runs_json(const Report& report) {
  return {{"seconds", report.run_seconds},
          {"missing", text_or_null(report.missing_trace)},
          {"shorter", text_or_null(report.run_doubt)}};
}

Json checkpoints_json(const std::optional<CheckpointSummary>& checkpoints) {
  if (!checkpoints) return nullptr;
  return {{"folder", checkpoints->folder},
          {"written", checkpoints->written},
          {"last", checkpoints->number == 0 ? Json(nullptr) : Json(checkpoints->number)},
          {"at_end", checkpoints->at_end},
          {"problem", text_or_null(checkpoints->problem)},
          {"resumed_from", text_or_null(checkpoints->resumed_from)}};
}

Json report_json(const Report& report) {
  const SearchResult& result = report.result;
  Json statistics = Json::object();
  for (const auto& [name, value] : report.statistics) statistics[name] = value;
  const bool violated = result.verdict == Verdict::Violated;
  Json json = {
      {"model", report.options.model},
      {"files", files_json(report.sources)},
      {"pexplore_version", report.version},
      {"options", options_json(report.options)},
      {"verdict", verdict_name(result.verdict)},
      {"violation", violated ? Json(violation_name(result.violations.front().kind)) : Json(nullptr)},
      {"exit_code", exit_code(result.verdict, result.violations)},
      {"stop_reason", stop_reason_name(result.stop)},
      {"guarantee", guarantee_name(result.guarantee)},
      {"caveat", result.caveat.empty() ? Json(nullptr) : Json(result.caveat)},
      {"strategy", report.strategy},
      {"partial_order", partial_order_json(report.partial_order)},
      {"checkpoints", checkpoints_json(report.checkpoints)},
      {"threads", report.threads},
      {"seed", report.options.seed},
      {"states", result.states},
      {"transitions", result.transitions},
      {"initial_states", result.initial_states},
      {"max_depth", result.max_depth},
      {"seconds", result.seconds},
      {"states_per_second", states_per_second(report)},
      {"peak_memory_bytes", result.peak_memory_bytes},
      {"runs", runs_json(report)},
      {"state_bytes", result.state_bytes},
      {"store_bytes_per_state", result.store_bytes_per_state},
      {"statistics", std::move(statistics)},
      {"profile", profile_json(report)},
      {"level_sizes", report.level_sizes.empty() ? Json(nullptr) : Json(report.level_sizes)},
      {"audit", report.audit.empty() ? Json(nullptr) : Json(report.audit)},
      {"unreached", unreached_json(report)},
      {"without_effect", report.without_effect},
      {"properties", properties_json(report)},
      {"errors", errors_json(report)},
  };
  if (report.swarm) json["swarm"] = swarm_json(*report.swarm);
  return json;
}

// The name of an error; finding the state that was searched for is not an error.
std::string_view kind_text(const Violation& violation) {
  return violation.called.empty() ? violation_name(violation.kind) : std::string_view(violation.called);
}

std::string shares(const explore::WorkerProfile& profile) {
  double sum = 0;
  for (const double seconds : profile) sum += seconds;
  std::string text;
  for (size_t i = 0; i < explore::kStages; ++i) {
    text +=
        fmt::format("{}{} {:.1f} %", i == 0 ? "" : ", ", explore::kStageNames[i], sum > 0 ? 100 * profile[i] / sum : 0);
  }
  return text;
}

void write_profile(const Report& report, const Painter& painter, std::ostream& out) {
  if (report.profile.empty()) return;
  const auto line = [&](const std::string& name, const std::string& text) {
    out << painter.dim(fmt::format("{:<12}", name)) << text << '\n';
  };
  line("profile", shares(total(report.profile)));
  for (size_t i = 0; report.profile.size() > 1 && i < report.profile.size(); ++i) {
    line(fmt::format("  thread {}", i), shares(report.profile[i]));
  }
  const double generate = nanoseconds_per_transition(report, explore::Stage::Generate);
  line("successors", fmt::format("{:.1f} ns per transition, {} transitions/s on one thread", generate,
                                 format_count(generate > 0 ? 1e9 / generate : 0)));
  line("reduction",
       fmt::format("{:.1f} ns per transition", nanoseconds_per_transition(report, explore::Stage::Reduce)));
}

std::string checkpoints_text(const CheckpointSummary& checkpoints) {
  std::string text;
  if (!checkpoints.resumed_from.empty()) text = "resumed from " + checkpoints.resumed_from + "; ";
  text += fmt::format("{} written to {}", checkpoints.written, checkpoints.folder);
  if (!checkpoints.problem.empty()) text += "; the last one could not be written: " + checkpoints.problem;
  if (checkpoints.at_end) text += fmt::format("; 'pexplore resume {}' continues", checkpoints.folder);
  return text;
}

void write_summary(const Report& report, const Painter& painter, std::ostream& out) {
  const SearchResult& result = report.result;
  const auto line = [&](std::string_view name, const std::string& text) {
    out << painter.dim(fmt::format("{:<12}", name)) << text << '\n';
  };
  line("model", report.options.model);
  line("states", fmt::format("{} stored, {} transitions, depth {}", grouped(result.states), grouped(result.transitions),
                             grouped(result.max_depth)));
  constexpr double kWorthTelling = 0.1;  // seconds
  const std::string runs = report.run_seconds < kWorthTelling
                               ? std::string()
                               : fmt::format(", and {} to find the run", format_duration(report.run_seconds));
  line("time",
       fmt::format("{}, {} states/s on {} thread{}{}", format_duration(result.seconds - report.run_seconds),
                   format_count(states_per_second(report)), report.threads, report.threads == 1 ? "" : "s", runs));
  const std::string average = fmt::format(", {:.1f} bytes per state", result.store_bytes_per_state);
  line("memory", fmt::format("{} at most{}", format_bytes(result.peak_memory_bytes),
                             result.states < kEnoughForAverage ? "" : average));
  line("strategy", fmt::format("{} ({})", report.strategy, guarantee_name(result.guarantee)));
  if (!report.lost_symmetry.empty()) line("symmetry", report.lost_symmetry);
  if (report.partial_order && report.partial_order->on) {
    line("order",
         fmt::format("partial: in {} states some steps were left out", grouped(report.partial_order->reduced)));
  } else if (report.partial_order && report.options.verbose) {
    line("order", "every: " + report.partial_order->why);
  }
  if (!report.audit.empty()) line("audit", report.audit);
  if (report.checkpoints) line("checkpoints", checkpoints_text(*report.checkpoints));
  write_profile(report, painter, out);
  if (!report.options.verbose) return;
  line("seed", std::to_string(report.options.seed));
  for (const auto& [name, value] : report.statistics) line(name + ' ', grouped(value));
}

void write_properties(const Report& report, const Painter& painter, std::ostream& out) {
  for (const driver::PropertyReport& property : report.properties) {
    const SearchResult& result = property.result;
    std::string text = verdict_text(result);
    if (result.states != 0) {
      text += fmt::format(": {} states, {} transitions, {}", grouped(result.states), grouped(result.transitions),
                          format_duration(result.seconds));
    }
    if (report.options.verbose) text += fmt::format(", {}", property.method);
    out << painter.dim(fmt::format("{:<12}", property.name + ' ')) << text << '\n';
  }
}

void write_violations(const Report& report, const Painter& painter, std::ostream& out) {
  for (size_t i = 0; i < report.result.violations.size(); ++i) {
    const Violation& violation = report.result.violations[i];
    if (violation.span.known()) out << report.sources.place(violation.span) << ": ";
    out << painter.red(kind_text(violation));
    if (!violation.message.empty()) out << ": " << violation.message;
    if (violation.occurrences > 1) out << fmt::format(" ({} times)", grouped(violation.occurrences));
    out << '\n';
    const std::string_view source_line = report.sources.line(violation.span.file, violation.span.line);
    if (violation.span.known() && !source_line.empty()) out << "  " << source_line << '\n';
    if (i < report.traces.size() && !report.traces[i].empty()) {
      TraceView trace = report.traces[i];
      if (!report.options.explain) trace.formula.reset();
      write_trace(report.sources, trace, report.options.trace_format, painter, out);
    } else if (i < report.traces.size() && !report.missing_trace.empty()) {
      out << "  no run is shown: " << report.missing_trace << '\n';
    }
  }
  if (!report.run_doubt.empty())
    out << "  this run may not be a shortest one: " << report.run_doubt << "; --order bfs finds one\n";
}

Failure cannot_write(const std::string& path, const std::string& reason) {
  return Failure(DiagnosticKind::UsageError, fmt::format("--report: cannot write '{}': {}", path, reason));
}

std::string last_system_error() {
  return std::generic_category().message(errno);
}

}  // namespace

bool use_color(ColorMode mode, bool is_terminal, const char* no_color, const char* term) {
  if (mode != ColorMode::Auto) return mode == ColorMode::Always;
  const bool refused = no_color != nullptr && *no_color != '\0';
  return is_terminal && !refused && term != nullptr && std::string_view(term) != "dumb";
}

std::string verdict_text(const SearchResult& result) {
  std::string text(verdict_name(result.verdict));
  switch (result.verdict) {
    case Verdict::Violated: text += fmt::format(" ({})", kind_text(result.violations.front())); break;
    case Verdict::Incomplete: {
      // If no limit was reached, either a check that the model requests could not be done, or an error ended the
      // search.
      const bool told = result.stop == StopReason::None || result.stop == StopReason::FirstError;
      text += fmt::format(" ({})", told && !result.caveat.empty() ? result.caveat : stop_reason_name(result.stop));
      break;
    }
    case Verdict::NoErrorFound:
    case Verdict::Holds:
      if (!result.caveat.empty()) text += fmt::format(" ({})", result.caveat);
      break;
    case Verdict::Interrupted: break;
  }
  return text;
}

void write_findings(const Report& report, const Painter& painter, std::ostream& out) {
  write_properties(report, painter, out);
  write_violations(report, painter, out);
  if (report.options.figures == FiguresMode::Spin) write_spin_figures(report, out);
  if (report.unreached) write_unreached(*report.unreached, report.sources, out);
  if (const std::string next = report.options.quiet ? "" : next_step(report); !next.empty()) {
    out << painter.dim(fmt::format("{:<12}", "what to do")) << next << '\n';
  }
  out << "verdict: " << painter.verdict(report.result.verdict, verdict_text(report.result)) << '\n';
  out.flush();
}

void write_text(const Report& report, bool color, std::ostream& out) {
  const Painter painter(color);
  if (!report.options.quiet) report.swarm ? write_swarm(report, painter, out) : write_summary(report, painter, out);
  write_findings(report, painter, out);
}

std::string to_json(const Report& report) {
  // Text from models may not be UTF-8; JSON must be.
  return report_json(report).dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<void> tell_report(const Report& report) {
  const Options& options = report.options;
  if (options.report != "-") write_text(report, colors_on(STDOUT_FILENO, options.color), std::cout);
  return options.report.empty() ? Result<void>() : write_report(report, options.report, std::cout);
}

Result<void> write_report(const Report& report, const std::string& path, std::ostream& out) {
  const std::string text = to_json(report);
  if (path == "-") {
    out << text;
    out.flush();
    return out ? Result<void>() : cannot_write("standard output", last_system_error());
  }
  return write_file("--report", path, text);
}

}  // namespace px::cli
