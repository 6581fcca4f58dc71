#include "frontends/cli/option_rules.h"

#include <algorithm>
#include <fmt/format.h>

#include "frontends/batch/suite.h"
#include "frontends/cli/option_table.h"

namespace px::cli {
namespace {

struct Pair {
  std::string_view one;
  std::string_view other;
};

constexpr Pair kExclude[] = {
    {"checkpoint", "audit"},   {"checkpoint", "audit-sample"},
    {"dump", "checkpoint"},    {"quiet", "verbose"},
    {"audit", "audit-sample"}, {"dump", "report"},
    {"dump", "trace-itf"},     {"dump", "trace-svg"},
    {"dump", "trace-mermaid"}, {"dump", "spin-trail"},
    {"dump", "trace-html"},    {"runs", "interactive"},
    {"runs", "guide"},         {"runs", "break"},
};

constexpr Pair kNeed[] = {
    {"jobs", "suite"},
    {"junit", "suite"},
    {"restart", "suite"},
    {"only", "suite"},
    {"shard", "suite"},
    {"keep", "suite"},
    {"history", "suite"},
    {"sarif", "suite"},
    {"max-errors", "all-errors"},
    {"checkpoint-every", "checkpoint"},
    {"until-error", "runs"},
};

// Options that make no sense for a single run that is shown.
constexpr std::string_view kOfManyRuns[] = {"coverage", "execution", "threads"};

// Options that apply to a suite as a whole; all others are given in its file, for each check.
constexpr std::string_view kOfSuites[] = {"suite",   "jobs",  "junit",  "restart",  "out",   "only",  "shard",  "keep",
                                          "history", "sarif", "memory", "progress", "color", "quiet", "verbose"};

constexpr std::string_view kTraceFiles[] = {"trace-itf", "trace-svg", "trace-mermaid", "trace-html", "spin-trail"};
constexpr std::string_view kOfStateGraphs[] = {"annotate", "bisimulation", "check-quotient", "expand", "max-nodes"};

Failure usage(std::string message, std::string hint) {
  return Failure(DiagnosticKind::UsageError, std::move(message), std::move(hint));
}

class Rules {
 public:
  Rules(const Options& options, std::span<const std::string_view> given) : options_(options), given_(given) {}

  std::optional<Failure> find() const {
    for (const Pair& pair : kExclude) {
      if (is_given(pair.one) && is_given(pair.other)) return excludes(pair.one, pair.other);
    }
    for (const Pair& pair : kNeed) {
      const bool goes_on = options_.command == Command::Resume && pair.other == "checkpoint";
      if (is_given(pair.one) && !is_given(pair.other) && !goes_on) {
        return usage(fmt::format("--{} needs --{}", pair.one, pair.other), "pexplore --help explains all options");
      }
    }
    if (std::optional<Failure> failure = of_values()) return failure;
    for (const std::string_view name : kOfManyRuns) {
      if (options_.command != Command::Simulate || options_.runs || !is_given(name)) continue;
      return usage(fmt::format("simulate: --{} needs --runs", name), "--runs 10000 makes many random runs");
    }
    return options_.command == Command::Check ? of_suites() : std::nullopt;
  }

 private:
  bool is_given(std::string_view name) const { return std::ranges::find(given_, name) != given_.end(); }

  static Failure excludes(std::string_view one, std::string_view other) {
    if (one == "dump") {
      return usage(fmt::format("--dump prints a stage instead of searching, so there is nothing for --{}", other),
                   "use only one of them");
    }
    return usage(fmt::format("--{} and --{} contradict each other", one, other), "use only one of them");
  }

  // Constraints that depend on the value of an option.
  std::optional<Failure> of_values() const {
    for (const std::string_view file : kTraceFiles) {
      if (options_.trace == TraceMode::Off && is_given(file)) {
        return usage(fmt::format("--trace off keeps no run, so there is nothing for --{}", file),
                     "leave out one of them");
      }
    }
    for (const std::string_view name : kOfStateGraphs) {
      if (options_.graph_of == GraphOf::Automata && is_given(name)) {
        return usage(fmt::format("--{} is for graphs of states, not for --what automata", name),
                     "leave out one of them");
      }
    }
    if (options_.graph_of == GraphOf::Automata && options_.graph_format == GraphFormat::Aut) {
      return usage("--what automata: .aut holds one automaton only", "use --format dot or json");
    }
    if (options_.graph_of == GraphOf::Automata && options_.graph_format == GraphFormat::Html) {
      return usage("--what automata cannot be drawn as a page", "use --format dot or json");
    }
    if (options_.bisimulation != GraphModulo::None && options_.graph_format != GraphFormat::Aut) {
      return usage("--bisimulation writes a graph of labels only", "add --format aut");
    }
    if (options_.bisimulation != GraphModulo::None && is_given("strategy") &&
        options_.strategy != symmetry::StrategyId::None) {
      return usage("--bisimulation needs all labels, but a graph reduced by symmetry has only those of representatives",
                   "leave out --strategy");
    }
    for (const std::string_view other : {"annotate", "bisimulation", "expand", "format", "output"}) {
      if (options_.check_quotient && is_given(other)) {
        return usage(fmt::format("--check-quotient draws nothing, so there is nothing for --{}", other),
                     "use only one of them");
      }
    }
    if (options_.bisimulation != GraphModulo::None && (options_.annotate || options_.expand)) {
      return usage("--bisimulation and --annotate or --expand contradict each other", "use only one of them");
    }
    if (options_.deterministic && is_given("order") && options_.order == frontier::SearchOrder::WorkStealing) {
      return usage("--deterministic searches by levels, which --order dfs does not", "leave out --order");
    }
    for (size_t i = 0; i < options_.sweeps.size(); ++i) {
      const auto same = [&](const Sweep& sweep) { return sweep.name == options_.sweeps[i].name; };
      if (std::ranges::count_if(options_.sweeps, same) > 1) {
        return usage(fmt::format("--sweep: '{}' is swept twice", options_.sweeps[i].name),
                     "--sweep N=2,4,8 lists values");
      }
    }
    if (options_.perf_map && options_.execution == ExecutionMode::Interp) {
      return usage("--perf-map names generated code, but --execution interp generates none", "leave out one of them");
    }
    return std::nullopt;
  }

  std::optional<Failure> of_suites() const {
    if (options_.suite.empty()) {
      if (!is_given("out")) return std::nullopt;
      return usage("--out needs --suite", "--report FILE writes the result of one check");
    }
    if (!options_.shard.empty() && !batch::parse_shard(options_.shard)) {
      return usage(fmt::format("--shard: '{}' is not I/N with I from 1 to N", options_.shard),
                   "--shard 2/8 is the second of eight parts");
    }
    for (const std::string_view name : given_) {
      if (std::ranges::find(kOfSuites, name) != std::end(kOfSuites)) continue;
      return usage(fmt::format("--{} cannot be combined with --suite", name),
                   "the suite file sets the options of its checks; [defaults] applies to all of them");
    }
    return std::nullopt;
  }

  const Options& options_;
  std::span<const std::string_view> given_;
};

// An option that does not apply to every language.
struct ModelOption {
  driver::ModelFeature feature;
  std::string_view name;
  bool (*given)(const Options& options);
  std::string_view hint = "leave it out";
};

using driver::ModelFeature;
constexpr ModelOption kModelOptions[] = {
    {ModelFeature::Cardinalities, "--card", [](const Options& o) { return !o.cardinalities.empty(); },
     "-D NAME=VALUE sets a parameter"},
    {ModelFeature::Preferences, "--preference", [](const Options& o) { return !o.preferences.empty(); }},
    {ModelFeature::Actions, "--action", [](const Options& o) { return !o.actions.empty(); }},
    {ModelFeature::Goal, "--goal", [](const Options& o) { return o.goal; }},
    // A run that is shown proceeds statement by statement, in every language.
    {ModelFeature::Optimise, "--optimise",
     [](const Options& o) {
       return (o.command != Command::Simulate || o.runs.has_value()) && o.optimise != Optimise::Spin;
     }},
    {ModelFeature::Optimise, "--spin-without", [](const Options& o) { return !o.spin_without.empty(); }},
    {ModelFeature::Optimise, "--lossy-channels", [](const Options& o) { return o.lossy_channels; }},
    {ModelFeature::Optimise, "--empty-channels-at-end", [](const Options& o) { return o.empty_channels_at_end; }},
    {ModelFeature::Includes, "--include", [](const Options& o) { return !o.include_directories.empty(); }},
    {ModelFeature::Formulas, "--ltl", [](const Options& o) { return !o.formulas.empty(); }},
    {ModelFeature::Formulas, "--ltl-file", [](const Options& o) { return !o.formula_file.empty(); }},
    {ModelFeature::Progress, "--progress-cycles", [](const Options& o) { return o.progress_cycles; }},
    {ModelFeature::SpinTrail, "--spin-trail", [](const Options& o) { return !o.spin_trail.empty(); }},
};

}  // namespace

std::optional<Failure> find_contradiction(const Options& options, std::span<const std::string_view> given) {
  return Rules(options, given).find();
}

std::optional<Failure> find_foreign_option(const Options& options, const driver::Language& language) {
  for (const ModelOption& option : kModelOptions) {
    if (language.has(option.feature) || !option.given(options)) continue;
    return usage(fmt::format("{} is for {}, and '{}' is {}", option.name, driver::languages_with(option.feature),
                             options.model, language.one),
                 std::string(option.hint));
  }
  return std::nullopt;
}

}  // namespace px::cli
