#include "frontends/batch/journal.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "engine/base/content_hash.h"
#include "engine/base/text_file.h"

namespace px::batch {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// The path independently of the folder in which the suite is started.
std::string full_path(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return (error ? fs::path(path) : absolute).lexically_normal().string();
}

// Paths may not be UTF-8, but JSON must be. A path that cannot be represented is read back as a different name, of a
// file that does not exist; such a run is repeated.
std::string to_line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Identifies a run, apart from the contents of files. Options may contain spaces.
std::string key_of(const SuiteRun& run) {
  std::string key = full_path(run.model);
  for (const std::string& option : run.options) key += '\x1f' + option;
  return key;
}

Json errors_json(const std::vector<RunError>& errors) {
  Json all = Json::array();
  for (const RunError& error : errors) all.push_back({error.kind, error.message, error.file, error.line, error.column});
  return all;
}

std::vector<RunError> errors_from(const Json& all) {
  std::vector<RunError> errors;
  for (const Json& error : all) errors.push_back({error.at(0), error.at(1), error.at(2), error.at(3), error.at(4)});
  return errors;
}

Json to_json(const RunRecord& record) {
  Json files = Json::array();
  for (const FileRead& file : record.files) files.push_back({{"path", full_path(file.path)}, {"hash", file.hash}});
  return {{"files", std::move(files)},
          {"exit_code", record.exit_code},
          {"wall_seconds", record.wall_seconds},
          {"peak_bytes", record.peak_bytes},
          {"verdict", record.verdict},
          {"violation", record.violation},
          {"stop_reason", record.stop_reason},
          {"guarantee", record.guarantee},
          {"states", record.states},
          {"transitions", record.transitions},
          {"properties", record.properties},
          {"errors", errors_json(record.errors)},
          {"without_effect", record.without_effect}};
}

RunRecord from_json(const Json& line) {
  RunRecord record;
  for (const Json& file : line.at("files")) {
    record.files.push_back({file.at("path").get<std::string>(), file.at("hash").get<std::string>()});
  }
  record.exit_code = line.at("exit_code");
  record.wall_seconds = line.at("wall_seconds");
  record.peak_bytes = line.at("peak_bytes");
  record.verdict = line.at("verdict");
  record.violation = line.at("violation");
  record.stop_reason = line.at("stop_reason");
  record.guarantee = line.at("guarantee");
  record.states = line.at("states");
  record.transitions = line.at("transitions");
  record.properties = line.at("properties").get<std::vector<std::pair<std::string, std::string>>>();
  record.errors = errors_from(line.at("errors"));
  record.without_effect = line.at("without_effect").get<std::vector<std::string>>();
  return record;
}

Failure cannot_write(const std::string& path) {
  return Failure(DiagnosticKind::UsageError,
                 fmt::format("cannot write '{}': {}", path, std::generic_category().message(errno)));
}

// Terminates a truncated line, so that the next one stands alone.
void end_last_line(const std::string& path, std::ofstream& journal) {
  std::ifstream file(path, std::ios::binary);
  char last = '\n';
  if (file.seekg(-1, std::ios::end)) file.get(last);
  if (last != '\n') journal << std::endl;
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) {
    return Failure(DiagnosticKind::UsageError,
                   fmt::format("cannot use the folder '{}': {}", folder, std::generic_category().message(errno)));
  }
  FolderLock lock(descriptor);
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return lock;
  return Failure(DiagnosticKind::UsageError, fmt::format("another suite is running in '{}'", folder),
                 "wait until it ends, or choose another folder for this one with --out");
}

FolderLock::~FolderLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<std::string> hash_of_file(const std::string& path) {
  const std::optional<std::string> content = text_of_file(path);
  if (!content) return std::nullopt;
  return content_hash(*content);
}

Result<void> Journal::open() {
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return Failure(DiagnosticKind::UsageError, fmt::format("'{}' is not a regular file", path_),
                   "the suite keeps its journal there; remove it, or choose another folder with --out");
  }
  std::ifstream file(path_);
  // The last line may be truncated if the machine crashed; that run is repeated. So is a run whose line lacks a field
  // or has one of the wrong type.
  for (std::string line; std::getline(file, line);) {
    const Json entry = Json::parse(line, nullptr, false);
    if (!entry.is_object()) continue;
    try {
      if (entry.at("program").get<std::string>() != program_) continue;
      earlier_.insert_or_assign(entry.at("run").get<std::string>(),
                                Entry{from_json(entry), entry.at("memory_share").get<uint64_t>()});
    } catch (const Json::exception&) {
      continue;
    }
  }
  errno = 0;
  file_.open(path_, std::ios::app);
  if (file_) end_last_line(path_, file_);
  if (!file_) return cannot_write(path_);
  return {};
}

std::optional<RunRecord> Journal::find(const SuiteRun& run, uint64_t share) const {
  const auto found = earlier_.find(key_of(run));
  if (found == earlier_.end()) return std::nullopt;
  const auto& [record, earlier_share] = found->second;
  if (record.stop_reason == "memory-limit" && share > earlier_share) return std::nullopt;
  const bool same =
      std::ranges::all_of(record.files, [](const FileRead& read) { return hash_of_file(read.path) == read.hash; });
  return same ? std::optional(record) : std::nullopt;
}

Result<void> Journal::add(const SuiteRun& run, uint64_t share, const RunRecord& record) {
  Json line = {{"run", key_of(run)}, {"program", program_}, {"memory_share", share}};
  line.update(to_json(record));
  errno = 0;
  file_ << to_line(line) << std::endl;
  if (!file_) return cannot_write(path_);
  return {};
}

}  // namespace px::batch
