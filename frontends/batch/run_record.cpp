#include "frontends/batch/run_record.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <unistd.h>

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

// A file that nobody else has, removed at the end.
class TemporaryFile {
 public:
  TemporaryFile() : path_((std::filesystem::temp_directory_path() / "pexplore-report-XXXXXX").string()) {
    const int file = mkstemp(path_.data());
    if (file >= 0) close(file);
    made_ = file >= 0;
  }
  ~TemporaryFile() {
    std::error_code ignored;
    if (made_) std::filesystem::remove(path_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  bool made() const { return made_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool made_ = false;
};

}  // namespace

bool read_report(const std::string& json, RunRecord& record) {
  const Json report = Json::parse(json, nullptr, false);
  if (!report.is_object()) return false;
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
  return true;
}

Result<RunRecord> run_and_read(const std::string& program, const std::vector<std::string>& options,
                               const std::string& model, const std::atomic<bool>& stop) {
  const TemporaryFile report;
  if (!report.made()) {
    return Failure(DiagnosticKind::UsageError, fmt::format("cannot make a temporary file '{}'", report.path()),
                   "the environment variable TMPDIR says where they go");
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
  std::ifstream file(report.path());
  std::ostringstream text;
  text << file.rdbuf();
  if (read_report(text.str(), record)) return record;
  record.problem = end->signal != 0 ? fmt::format("ended by signal {}\n{}", end->signal, end->output) : end->output;
  if (record.problem.empty()) record.problem = "left no report";
  return record;
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
