// The unexpected results of a suite in SARIF 2.1.0, for code hosting services that show findings next to the source.
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "frontends/batch/suite.h"

namespace px::batch {
namespace {

using Json = nlohmann::ordered_json;

// A path as part of a URI.
std::string uri_of(const std::string& path) {
  constexpr std::string_view kPlain = "-._~/:";
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = std::isalnum(byte) != 0 || kPlain.find(c) != std::string_view::npos;
    uri += plain ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  return uri;
}

Json location(const std::string& file, uint64_t line, uint64_t column) {
  Json region = {{"startLine", line == 0 ? 1 : line}};
  if (column != 0) region["startColumn"] = column;
  return Json::array(
      {{{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(file)}}}, {"region", std::move(region)}}}}});
}

std::string name_of(const SuiteRun& run) {
  return run.shown_model + (run.name.empty() ? "" : ": " + run.name);
}

void add_findings(const SuiteRun& run, const SuiteResult& result, const std::string& file, Json& findings,
                  std::set<std::string>& rules) {
  const auto add = [&](const std::string& rule, const std::string& message, Json where) {
    rules.insert(rule);
    findings.push_back({{"ruleId", rule},
                        {"level", "error"},
                        {"message", {{"text", fmt::format("{}: {}", name_of(run), message)}}},
                        {"locations", std::move(where)}});
  };
  const Json check = location(file, run.span.line, run.span.column);
  if (result.status == SuiteStatus::Broken) return add("no-report", result.difference, check);
  if (result.status != SuiteStatus::Failed) return;
  if (!result.other_outcome || result.record.errors.empty()) {
    return add("not-as-expected", result.difference, check);
  }
  for (const RunError& error : result.record.errors) {
    const std::string message = (error.message.empty() ? error.kind : error.message) + " (" + result.difference + ')';
    add(error.kind, message,
        error.file.empty() ? location(run.model, 1, 0) : location(error.file, error.line, error.column));
  }
}

}  // namespace

std::string sarif_json(const Suite& suite, const std::vector<SuiteResult>& results, const std::string& file,
                       const std::string& version) {
  Json findings = Json::array();
  std::set<std::string> rules;
  for (size_t i = 0; i < results.size(); ++i) add_findings(suite.runs[i], results[i], file, findings, rules);
  Json described = Json::array();
  for (const std::string& rule : rules) described.push_back({{"id", rule}});
  const Json sarif = {
      {"version", "2.1.0"},
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"runs", Json::array({{{"tool", {{"driver", {{"name", "pexplore"}, {"version", version}, {"rules", described}}}}},
                             {"results", std::move(findings)}}})}};
  return sarif.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace px::batch
