#include "frontends/cli/why_command.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "frontends/batch/numbers.h"
#include "frontends/cli/guarded_command.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"
#include "frontends/driver/model_profile.h"

namespace px::cli {
namespace {

using driver::Advice;
using driver::ModelProfile;
using Json = nlohmann::ordered_json;

constexpr size_t kWidth = 100;
constexpr size_t kMostVariables = 20;
constexpr size_t kMostStatements = 10;
constexpr size_t kLongestPlace = 24;

std::string_view end_name(profile::FirstStates::End end) {
  switch (end) {
    case profile::FirstStates::End::Complete: return "complete";
    case profile::FirstStates::End::States: return "state-limit";
    case profile::FirstStates::End::Time: return "time-limit";
    case profile::FirstStates::End::Growth: return "growth";
    case profile::FirstStates::End::Effort: return "long-step";
  }
  return "";
}

std::string_view end_text(profile::FirstStates::End end) {
  switch (end) {
    case profile::FirstStates::End::Complete: return "these are all";
    case profile::FirstStates::End::States: return "there are more (--max-states looks at more of them)";
    case profile::FirstStates::End::Time: return "there are more (--time goes on for longer)";
    case profile::FirstStates::End::Growth: return "there are more (--time goes on for longer)";
    case profile::FirstStates::End::Effort: return "there are more, but one state has too many steps";
  }
  return "";
}

// Rows of words in columns; those that are numbers end where the others of their column do.
class Table {
 public:
  explicit Table(std::vector<std::string> titles, std::vector<bool> right)
      : right_(std::move(right)), widths_(titles.size(), 0) {
    add(std::move(titles));
  }
  void add(std::vector<std::string> row) {
    for (size_t c = 0; c < row.size(); ++c) widths_[c] = std::max(widths_[c], row[c].size());
    rows_.push_back(std::move(row));
  }
  // The column `cut` gives way to what does not fit.
  void write(std::ostream& out, size_t cut) {
    size_t all = 0;
    for (const size_t width : widths_) all += width + 2;
    if (all > kWidth) widths_[cut] = std::max<size_t>(12, widths_[cut] - std::min(widths_[cut], all - kWidth));
    for (const std::vector<std::string>& row : rows_) {
      std::string line;
      for (size_t c = 0; c < row.size(); ++c) {
        std::string cell = row[c];
        if (cell.size() > widths_[c]) cell = cell.substr(0, widths_[c] - 3) + "...";
        line += "  " + (right_[c] ? fmt::format("{:>{}}", cell, widths_[c]) : fmt::format("{:<{}}", cell, widths_[c]));
      }
      line.erase(line.find_last_not_of(' ') + 1);
      out << line << '\n';
    }
  }

 private:
  std::vector<bool> right_;
  std::vector<size_t> widths_;
  std::vector<std::vector<std::string>> rows_;
};

class WhyShow {
 public:
  WhyShow(const ModelProfile& profile, const SourceMap& sources) : profile_(profile), sources_(sources) {}

  void write_text(const std::string& model, std::ostream& out) const {
    out << "model       " << model << '\n';
    out << fmt::format("states      {} seen, {} transitions, depth {}; {}\n", batch::grouped(profile_.states),
                       batch::grouped(profile_.steps), profile_.depth, end_text(profile_.end));
    out << fmt::format("state       {} bits, {} of them for where processes stand\n", profile_.state_bits,
                       profile_.location_bits);
    if (profile_.symmetry_order != "1") {
      out << "symmetry    a group of order " << profile_.symmetry_order;
      if (profile_.classes) {
        out << fmt::format("; a check stores one of each class: {} of {} states", batch::grouped(*profile_.classes),
                           batch::grouped(profile_.classified));
      }
      out << '\n';
    }
    write_advice(out);
    write_variables(out);
    write_statements(out);
  }

  std::string to_json(const Options& options) const {
    Json json{{"model", options.model}, {"pexplore_version", PEXPLORE_VERSION}};
    json["states"] = profile_.states;
    json["transitions"] = profile_.steps;
    json["depth"] = profile_.depth;
    json["end"] = end_name(profile_.end);
    json["seconds"] = profile_.seconds;
    json["state_bits"] = profile_.state_bits;
    json["location_bits"] = profile_.location_bits;
    json["group_order"] = profile_.symmetry_order;
    json["classes"] = profile_.classes ? Json(*profile_.classes) : Json(nullptr);
    json["classified_states"] = profile_.classes ? Json(profile_.classified) : Json(nullptr);
    json["advice"] = Json::array();
    for (const Advice& advice : profile_.advice) {
      Json one{{"kind", driver::advice_name(advice.kind)}, {"finding", advice.finding}, {"remedy", advice.remedy}};
      one["states_saved"] = advice.states_saved ? Json(*advice.states_saved) : Json(nullptr);
      one["bits_saved"] = advice.bits_saved;
      add_place(one, advice.span);
      json["advice"].push_back(std::move(one));
    }
    json["variables"] = Json::array();
    for (const driver::VariableProfile& v : profile_.variables) {
      Json one{{"name", v.name}, {"cells", v.cells}, {"bits", v.bits}, {"values", v.values}};
      one["more_values"] = v.more_values;
      one["lo"] = v.lo.empty() ? Json(nullptr) : Json(std::stoll(v.lo));
      one["hi"] = v.hi.empty() ? Json(nullptr) : Json(std::stoll(v.hi));
      one["range"] = v.range.empty() ? Json(nullptr) : Json(v.range);
      one["grows"] = v.grows;
      one["bits_of_seen"] = v.lo.empty() ? Json(nullptr) : Json(v.bits_of_seen);
      add_place(one, v.span);
      json["variables"].push_back(std::move(one));
    }
    json["statements"] = Json::array();
    for (const driver::StatementProfile& s : profile_.statements) {
      Json one{{"text", s.text}, {"processes", s.who}, {"states", s.states}, {"transitions", s.steps}};
      add_place(one, s.span);
      json["statements"].push_back(std::move(one));
    }
    // Text from models need not be UTF-8; JSON must be.
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  }

 private:
  void add_place(Json& json, SourceSpan span) const {
    if (!span.known()) return;
    json["file"] = std::string(sources_.name(span.file));
    json["line"] = span.line;
    if (span.column != 0) json["column"] = span.column;
  }

  // The folder of a long name is left out.
  std::string place(SourceSpan span) const {
    if (!span.known()) return "";
    std::string text = fmt::format("{}:{}", sources_.name(span.file), span.line);
    if (text.size() <= kLongestPlace) return text;
    return text.substr(text.rfind('/') + 1);
  }

  std::string percent(uint64_t part) const {
    return fmt::format("{:.1f} %",
                       100 * static_cast<double>(part) / std::max<double>(static_cast<double>(profile_.states), 1));
  }

  void write_advice(std::ostream& out) const {
    out << "\nwhat to do, what saves most first:\n";
    if (profile_.advice.empty()) {
      out << "  nothing was found: every variable is used, and what is independent is made use of\n";
    }
    size_t number = 0;
    for (const Advice& advice : profile_.advice) {
      std::string line = fmt::format("  {}.{}", ++number, advice.span.known() ? " " : "");
      if (advice.span.known()) line += sources_.place(advice.span) + ':';
      const bool fits = line.size() + advice.finding.size() < kWidth;
      out << line << (fits ? " " : "\n     ") << advice.finding << '\n';
      out << "     -> " << advice.remedy;
      if (advice.states_saved && *advice.states_saved >= 0.0005) {
        out << fmt::format(" ({:.1f} % of the states fewer)", 100 * *advice.states_saved);
      } else if (advice.bits_saved != 0) {
        out << fmt::format(" ({} of {} bits fewer)", advice.bits_saved, profile_.state_bits);
      }
      out << '\n';
    }
  }

  void write_variables(std::ostream& out) const {
    if (profile_.variables.empty()) return;
    out << "\nvariables, those with most bits first:\n";
    Table table({"name", "place", "cells", "bits", "values", "seen", "of", ""},
                {false, false, true, true, true, false, false, false});
    const size_t shown = std::min(profile_.variables.size(), kMostVariables);
    for (size_t i = 0; i < shown; ++i) {
      const driver::VariableProfile& v = profile_.variables[i];
      const std::string values = batch::grouped(v.values) + (v.more_values ? " or more" : "");
      table.add({v.name, place(v.span), batch::grouped(v.cells), batch::grouped(v.bits), values,
                 v.lo.empty() ? "" : v.lo + ".." + v.hi, v.range, v.grows ? "grows" : ""});
    }
    table.write(out, 0);
    if (shown < profile_.variables.size()) {
      out << fmt::format("  ... and {} more, all of them with --report\n", profile_.variables.size() - shown);
    }
  }

  void write_statements(std::ostream& out) const {
    if (profile_.statements.empty()) return;
    out << "\nstatements, those that lead to most new states first:\n";
    Table table({"statement", "process", "place", "new states", "", "transitions"},
                {false, false, false, true, true, true});
    const size_t shown = std::min(profile_.statements.size(), kMostStatements);
    for (size_t i = 0; i < shown; ++i) {
      const driver::StatementProfile& s = profile_.statements[i];
      table.add({s.text, s.who, place(s.span), batch::grouped(s.states), percent(s.states), batch::grouped(s.steps)});
    }
    table.write(out, 0);
    if (shown < profile_.statements.size()) {
      out << fmt::format("  ... and {} more, all of them with --report\n", profile_.statements.size() - shown);
    }
  }

  const ModelProfile& profile_;
  const SourceMap& sources_;
};

int explain_size(const Options& given, CommandGuard& guard) {
  SourceMap sources;
  const bool color = colors_on(STDERR_FILENO, given.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, color, std::cerr); };
  Options plain = given;
  plain.strategy = symmetry::StrategyId::None;
  Options full = plain;
  full.optimise = Optimise::Full;
  const bool compares = given.optimise != Optimise::Full;
  Result<std::unique_ptr<driver::ModelSource>> first = load_model(plain, sources);
  if (!first) return fail(first.failure());
  print_warnings((*first)->warnings(), given.quiet, sources, color, std::cerr);
  const bool is_promela = (*first)->language().has(driver::ModelFeature::Optimise);
  driver::ProfileModels models;
  models.as_written = [&] { return std::move(first); };
  models.symmetric = [&] { return load_model(given, sources); };
  if (is_promela && compares) models.optimised = [&] { return load_model(full, sources); };
  driver::ProfileLimits limits;
  if (given.max_states) limits.states = *given.max_states;
  if (given.time) limits.time = *given.time;
  guard.enter(driver::Phase::Executing);
  const Result<ModelProfile> profile = driver::profile_model(models, limits, sources);
  if (!profile) return fail(profile.failure());
  const WhyShow show(*profile, sources);
  guard.claim();
  if (given.report != "-") show.write_text(given.model, std::cout);
  if (given.report.empty()) return kExitHolds;
  const Result<void> written = write_file_or_output("--report", given.report, show.to_json(given));
  return written ? kExitHolds : fail(written.failure());
}

}  // namespace

// --time ends each of the searches, not the command: what they have seen until then is what it tells.
int run_why(const Options& options) {
  Options held = options;
  held.time.reset();
  return run_guarded(held, [&](CommandGuard& guard) { return explain_size(options, guard); });
}

}  // namespace px::cli
