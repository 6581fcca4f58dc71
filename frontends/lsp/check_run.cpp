#include "frontends/lsp/check_run.h"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace px::lsp {
namespace {

constexpr size_t kMostShown = size_t{1} << 20;

std::string report_in(const std::string& folder) {
  return folder + "/report.json";
}
std::string page_in(const std::string& folder) {
  return folder + "/run.html";
}

std::string progress_text(const Json& object) {
  const Json& states = member(object, "states");
  const Json& seconds = member(object, "seconds");
  if (!states.is_number() || !seconds.is_number()) return {};
  std::string text = fmt::format("{} states, {:.0f} s", states.get<uint64_t>(), seconds.get<double>());
  if (member(object, "looking_for_runs") == Json(true)) text += ", searching for the run to an error";
  return text;
}

Json read_report(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return nullptr;
  Json report = Json::parse(stream, nullptr, false);
  return report.is_discarded() ? Json(nullptr) : report;
}

// The last "verdict: ..." line.
std::string verdict_of(const std::string& output) {
  constexpr std::string_view kBegin = "verdict: ";
  const size_t at = output.rfind(kBegin);
  if (at == std::string::npos || (at != 0 && output[at - 1] != '\n')) return {};
  const size_t begin = at + kBegin.size();
  return output.substr(begin, output.find('\n', begin) - begin);
}

}  // namespace

std::unique_ptr<CheckRun> CheckRun::start(const CheckRequest& request) {
  std::error_code ignored;
  std::filesystem::remove(report_in(request.files), ignored);
  std::filesystem::remove(page_in(request.files), ignored);
  std::vector<std::string> command{request.program,
                                   "check",
                                   "--lang=" + request.language,
                                   "--progress=json",
                                   "--color=never",
                                   "--report=" + report_in(request.files),
                                   "--trace-html=" + page_in(request.files)};
  if (!request.property.empty()) command.push_back("--claim=" + request.property);
  command.insert(command.end(), request.arguments.begin(), request.arguments.end());
  command.emplace_back("-");
  const std::string folder = std::filesystem::path(request.path).parent_path().string();
  std::unique_ptr<ChildProcess> process = ChildProcess::start(command, folder, request.text);
  if (process == nullptr) return nullptr;
  return std::unique_ptr<CheckRun>(new CheckRun(std::move(process), request.files));
}

std::string CheckRun::take_progress() {
  std::string& text = process_->errors_text();
  std::string last;
  for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n')) {
    const std::string line = text.substr(0, end);
    text.erase(0, end + 1);
    const Json object = Json::parse(line, nullptr, false);
    if (object.is_object() && text_member(object, "event") == "progress") {
      last = progress_text(object);
    } else if (!object.is_object() && messages_.size() < kMostShown) {
      messages_ += line + "\n";
    }
  }
  return last;
}

CheckOutcome CheckRun::outcome() {
  take_progress();
  CheckOutcome outcome;
  outcome.exit_code = process_->exit_code();
  outcome.output = process_->output_text().substr(0, kMostShown);
  outcome.errors = messages_ + process_->errors_text();
  outcome.verdict = verdict_of(process_->output_text());
  outcome.report = read_report(report_in(files_));
  std::error_code ignored;
  if (std::filesystem::exists(page_in(files_), ignored)) outcome.page = page_in(files_);
  return outcome;
}

}  // namespace px::lsp
