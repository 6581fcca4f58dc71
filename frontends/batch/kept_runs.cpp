#include "frontends/batch/kept_runs.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

#include "engine/base/content_hash.h"
#include "engine/base/text_file.h"

namespace px::batch {
namespace {

namespace fs = std::filesystem;

// Uses only characters that every file system accepts. A hash distinguishes names that would become equal or are
// truncated.
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

UnfinishedPage::~UnfinishedPage() {
  std::error_code error;
  if (!path_.empty()) fs::remove(path_, error);
}

std::string KeptRuns::page_of(const SuiteRun& run, size_t index) const {
  const bool says_itself = std::ranges::any_of(run.options, [](const std::string& option) {
    return option.starts_with("--trace=off") || option.starts_with("--trace-html=") || option.starts_with("--dump=");
  });
  std::error_code error;
  if (!wanted() || says_itself) return {};
  fs::create_directories(folder_, error);
  return (fs::path(folder_) / fmt::format(".run-{}-{}.html", getpid(), index)).string();
}

std::string KeptRuns::folder_of(const SuiteRun& run) const {
  return (fs::path(folder_) / file_name(run.shown_model + (run.name.empty() ? "" : ' ' + run.name))).string();
}

// Without the verdict, which is in the table already.
std::string KeptRuns::excerpt(const std::string& output) {
  constexpr size_t kMostLines = 60;
  constexpr size_t kFirst = 20;
  std::vector<std::string> lines;
  std::istringstream stream(output);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("verdict: ")) lines.push_back(line);
  }
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines.size() > kMostLines && i == kFirst) {
      i = lines.size() - (kMostLines - kFirst);
      text += fmt::format("  ... {} lines left out: output.txt has them\n", i - kFirst);
    }
    text += lines[i] + '\n';
  }
  return text;
}

void KeptRuns::find_earlier(const SuiteRun& run, SuiteResult& result) const {
  if (!wanted() || result.status == SuiteStatus::Passed) return;
  const std::string folder = folder_of(run);
  const std::optional<std::string> text = text_of_file(fs::path(folder) / "output.txt");
  if (!text) return;
  result.kept = folder;
  result.run_text = excerpt(*text);
}

std::optional<Failure> KeptRuns::keep(const SuiteRun& run, const std::vector<std::string>& options,
                                      const UnfinishedPage& page, SuiteResult& result) const {
  if (!wanted()) return std::nullopt;
  const fs::path folder = folder_of(run);
  std::error_code error;
  for (const char* name : {"report.json", "output.txt", "command.txt", "run.html"}) fs::remove(folder / name, error);
  if (result.status == SuiteStatus::Passed) {
    fs::remove(folder, error);  // succeeds only if it is empty
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
  if (!page.path().empty() && fs::file_size(page.path(), error) > 0 && !error) {
    fs::rename(page.path(), folder / "run.html", error);
  }
  result.kept = folder.string();
  result.run_text = excerpt(record.output);
  return std::nullopt;
}

}  // namespace px::batch
