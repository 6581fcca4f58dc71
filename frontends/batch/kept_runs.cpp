#include "frontends/batch/kept_runs.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <system_error>

#include "engine/base/content_hash.h"

namespace px::batch {
namespace {

namespace fs = std::filesystem;

// Of what every file system takes. A hash tells names apart that would become the same, or are cut off.
std::string file_name(const std::string& name) {
  constexpr size_t kMax = 120;
  std::string safe = name;
  std::ranges::replace_if(
      safe, [](char c) { return c == '/' || c == '\\' || static_cast<unsigned char>(c) < 32; }, '_');
  if (safe == name && safe.size() <= kMax && !safe.starts_with('.')) return safe;
  return fmt::format("run {} {}", safe.substr(0, kMax), content_hash(name));
}

std::string quoted(const std::string& word) {
  const bool plain = std::ranges::all_of(word, [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_=./,:+").find(c) != std::string::npos;
  });
  if (plain && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + '\'';
}

bool write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  return static_cast<bool>(file.flush());
}

}  // namespace

std::string KeptRuns::folder_of(const SuiteRun& run) const {
  return (fs::path(folder_) / file_name(run.shown_model + (run.name.empty() ? "" : ' ' + run.name))).string();
}

std::string KeptRuns::of_earlier(const SuiteRun& run, const SuiteResult& result) const {
  std::error_code error;
  if (!wanted() || result.status == SuiteStatus::Passed) return {};
  const std::string folder = folder_of(run);
  return fs::exists(fs::path(folder) / "output.txt", error) ? folder : std::string();
}

std::optional<Failure> KeptRuns::keep(const SuiteRun& run, const std::vector<std::string>& options,
                                      SuiteResult& result) const {
  if (!wanted()) return std::nullopt;
  const fs::path folder = folder_of(run);
  std::error_code error;
  for (const char* name : {"report.json", "output.txt", "command.txt"}) fs::remove(folder / name, error);
  if (result.status == SuiteStatus::Passed) {
    fs::remove(folder, error);  // if nothing else is in it
    return std::nullopt;
  }
  fs::create_directories(folder, error);
  std::string command = "pexplore check";
  for (const std::string& option : options) command += ' ' + quoted(option);
  command += " -- " + quoted(run.model) + '\n';
  const RunRecord& record = result.record;
  const bool written = write(folder / "output.txt", record.output) && write(folder / "command.txt", command) &&
                       (record.report.empty() || write(folder / "report.json", record.report));
  if (!written) {
    return Failure(DiagnosticKind::UsageError, fmt::format("--keep: cannot write to '{}'", folder.string()),
                   "is the disk full?");
  }
  result.kept = folder.string();
  return std::nullopt;
}

}  // namespace px::batch
