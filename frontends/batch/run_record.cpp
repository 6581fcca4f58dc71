#include "frontends/batch/run_record.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "engine/base/text_file.h"
#include "frontends/batch/process.h"

namespace px::batch {
namespace {

using Json = nlohmann::ordered_json;

std::string text_or_empty(const Json& value) {
  return value.is_string() ? value.get<std::string>() : std::string();
}

void add_phases(const Json& profile, RunRecord& record) {
  if (profile.is_null()) return;
  for (const Json& worker : profile.at("workers")) {
    for (const auto& [name, seconds] : worker.items()) {
      const auto same = std::find_if(record.phases.begin(), record.phases.end(),
                                     [&name = name](const auto& phase) { return phase.first == name; });
      if (same == record.phases.end()) {
        record.phases.emplace_back(name, seconds.get<double>());
      } else {
        same->second += seconds.get<double>();
      }
    }
  }
}

// A temporary file, removed at the end.
class TemporaryFile {
 public:
  TemporaryFile() {
    std::error_code error;
    path_ = (std::filesystem::temp_directory_path(error) / "pexplore-report-XXXXXX").string();
    if (error) {
      const char* folder = std::getenv("TMPDIR");
      problem_ = fmt::format("cannot create temporary files in '{}': {}", folder == nullptr ? "/tmp" : folder,
                             error.message());
      return;
    }
    const int file = mkstemp(path_.data());
    made_ = file >= 0;
    if (made_) {
      close(file);
    } else {
      problem_ = fmt::format("cannot create a temporary file '{}': {}", path_, std::generic_category().message(errno));
    }
  }
  ~TemporaryFile() {
    std::error_code ignored;
    if (made_) std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  bool made() const { return made_; }
  const std::string& problem() const { return problem_; }  // why it could not be created
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::string problem_;
  bool made_ = false;
};

void read_fields(const Json& report, RunRecord& record) {
  record.verdict = report.at("verdict");
  record.violation = text_or_empty(report.at("violation"));
  record.stop_reason = report.at("stop_reason");
  record.guarantee = report.at("guarantee");
  record.caveat = text_or_empty(report.at("caveat"));
  record.strategy = report.at("strategy");
  record.states = report.at("states");
  record.transitions = report.at("transitions");
  record.max_depth = report.at("max_depth");
  record.search_seconds = report.at("seconds");
  record.state_bytes = report.at("state_bytes");
  record.store_bytes_per_state = report.at("store_bytes_per_state");
  add_phases(report.at("profile"), record);
  if (report.at("level_sizes").is_array()) record.level_sizes = report.at("level_sizes").get<std::vector<uint64_t>>();
  for (const Json& property : report.at("properties")) {
    record.properties.emplace_back(property.at("name").get<std::string>(), property.at("verdict").get<std::string>());
  }
  for (const Json& error : report.at("errors")) {
    const Json& place = error.at("place");
    RunError& read = record.errors.emplace_back(
        RunError{error.at("kind").get<std::string>(), error.at("message").get<std::string>(), {}, 0, 0});
    if (place.is_null()) continue;
    read.file = place.at("file").get<std::string>();
    read.line = place.at("line").get<uint64_t>();
    read.column = place.at("column").get<uint64_t>();
  }
  record.without_effect = report.at("without_effect").get<std::vector<std::string>>();
  for (const Json& file : report.at("files")) {
    record.files.push_back({file.at("path").get<std::string>(), file.at("hash").get<std::string>()});
  }
}

}  // namespace

bool read_report(const std::string& json, RunRecord& record) {
  const Json report = Json::parse(json, nullptr, false);
  if (!report.is_object()) return false;
  RunRecord read = record;
  try {
    read_fields(report, read);
  } catch (const Json::exception&) {  // a field is missing or has the wrong type
    return false;
  }
  record = std::move(read);
  return true;
}

Result<RunRecord> run_and_read(const std::string& program, const std::vector<std::string>& options,
                               const std::string& model, const std::atomic<bool>& stop) {
  const TemporaryFile report;
  if (!report.made()) {
    return Failure(DiagnosticKind::UsageError, report.problem(),
                   "set the environment variable TMPDIR to choose where they go");
  }
  std::vector<std::string> command{program,           "check",         "--quiet",
                                   "--progress=none", "--color=never", "--report=" + report.path()};
  command.insert(command.end(), options.begin(), options.end());
  command.insert(command.end(), {"--", model});
  Result<ProcessEnd> end = run_process(command, stop);
  if (!end) return end.failure();
  RunRecord record;
  record.exit_code = end->exit_code;
  record.wall_seconds = end->seconds;
  record.cpu_seconds = end->cpu_seconds;
  record.peak_bytes = end->peak_bytes;
  record.report = text_of_file(report.path()).value_or("");
  record.output = end->output;
  if (read_report(record.report, record)) return record;
  record.problem = end->signal != 0 ? fmt::format("ended by signal {}\n{}", end->signal, end->output) : end->output;
  if (record.problem.empty()) record.problem = "left no report";
  return record;
}

std::string RunError::text() const {
  const std::string place = file.empty() ? "" : fmt::format("{}:{}:{}: ", file, line, column);
  return place + kind + (message.empty() ? "" : ": " + message);
}

std::string outcome(const RunRecord& record) {
  if (!record.reported()) return fmt::format("no report (exit code {})", record.exit_code);
  if (!record.violation.empty()) return fmt::format("{} ({})", record.verdict, record.violation);
  if (record.verdict == "incomplete") return fmt::format("{} ({})", record.verdict, record.stop_reason);
  return record.verdict;
}

std::string own_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

}  // namespace px::batch
