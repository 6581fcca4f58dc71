// Checks requested by the editor.
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

#include "engine/base/exit_code.h"
#include "engine/base/letters.h"
#include "frontends/driver/read_model.h"
#include "frontends/lsp/server_state.h"
#include "frontends/lsp/uri.h"

namespace px::lsp {
namespace {

constexpr size_t kMostChecks = 4;
constexpr size_t kMostText = 4000;  // for a run in a diagnostic

// Types of messages in the protocol.
enum class MessageType : int { Error = 1, Warning = 2, Info = 3 };

MessageType type_of(int exit_code) {
  if (exit_code == kExitHolds) return MessageType::Info;
  return exit_code >= kExitViolated && exit_code < kExitIncomplete ? MessageType::Error : MessageType::Warning;
}

// Reports count letters; the range is the line of a place that the report names.
Range range_of(const Json& place, const TextMap& map) {
  const uint32_t line = number_member(place, "line").value_or(1);
  const uint32_t column = number_member(place, "column").value_or(0);
  const std::string_view text = map.line(line == 0 ? 0 : line - 1);
  size_t bytes = 0;
  for (uint32_t i = 1; i < column && bytes < text.size(); ++i) bytes += first_letter(text.substr(bytes)).bytes;
  const uint32_t number = line == 0 ? 0 : line - 1;
  if (column == 0) return {{number, 0}, {number, utf16_length(text)}};
  return {{number, utf16_length(text.substr(0, bytes))}, {number, utf16_length(text)}};
}

// The location of an error: its own, or else that of the last step before it.
Json place_of(const Json& error) {
  if (member(error, "place").is_object()) return member(error, "place");
  const Json& steps = member(member(error, "trace"), "steps");
  if (!steps.is_array()) return nullptr;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (member(*step, "place").is_object()) return member(*step, "place");
  }
  return nullptr;
}

// The lines of the output from the error on: the run as text.
std::string run_text(const std::string& output) {
  constexpr std::string_view kStart = "\n  start";
  const size_t start = output.find(kStart);
  if (start == std::string::npos) return {};
  std::string text = output.substr(start + 1);
  text = text.substr(0, text.rfind("\nverdict: "));
  if (text.size() <= kMostText) return text;
  const size_t cut = text.find('\n', text.size() - kMostText);
  return "  ...\n" + text.substr(cut == std::string::npos ? text.size() - kMostText : cut + 1);
}

}  // namespace

void Server::execute(const Json& id, const Json& params) {
  const Json& arguments = member(params, "arguments");
  const auto argument = [&](size_t i) {
    return arguments.is_array() && arguments.size() > i && arguments[i].is_string() ? arguments[i].get<std::string>()
                                                                                    : std::string();
  };
  if (text_member(params, "command") != "pexplore.check") {
    return refuse(id, RpcError::InvalidParams, "there is no such command; there is pexplore.check");
  }
  if (documents_.find(argument(0)) == nullptr) {
    return refuse(id, RpcError::InvalidParams, "pexplore.check needs the URI of an open document");
  }
  begin_check(argument(0), argument(1), id, member(params, "workDoneToken"));
}

void Server::begin_check(const std::string& uri, const std::string& property, const Json& id, const Json& token) {
  if (checks_.contains(uri)) return refuse(id, RpcError::InvalidRequest, "this model is already being checked");
  if (checks_.size() >= kMostChecks) return refuse(id, RpcError::InvalidRequest, "four checks are already running");
  const Document& document = *documents_.find(uri);
  const driver::LanguageId id_of = options_.language;
  Result<const driver::Language*> language = driver::language_of(id_of, name_of(document), document.text);
  if (!language) return refuse(id, RpcError::InvalidParams, language.failure().diagnostics.front().message);
  const std::string folder = folder_for(uri);
  if (folder.empty()) return refuse(id, RpcError::InternalError, "cannot create a folder for the results");
  CheckRequest request{.program = options_.program,
                       .path = document.path,
                       .language = std::string((*language)->name),
                       .text = document.text,
                       .arguments = options_.check_arguments,
                       .property = property,
                       .files = folder};
  RunningCheck check{CheckRun::start(request), id, token, document.text};
  if (check.run == nullptr) return refuse(id, RpcError::InternalError, "the check cannot be started");
  if (!token.is_string() && !token.is_number()) {
    check.token = nullptr;
    if (shows_progress_) {
      check.token = "pexplore-check-" + std::to_string(++next_number_);
      ask("window/workDoneProgress/create", {{"token", check.token}});
    }
  }
  const std::string name = std::filesystem::path(name_of(document)).filename().string();
  progress(check.token, {{"kind", "begin"}, {"title", "Checking " + name}, {"cancellable", true}});
  checks_.emplace(uri, std::move(check));
}

void Server::progress(const Json& token, const Json& value) {
  if (!token.is_null()) notify("$/progress", {{"token", token}, {"value", value}});
}

void Server::look_at_checks() {
  for (auto check = checks_.begin(); check != checks_.end();) {
    ChildProcess& process = check->second.run->process();
    process.receive();
    if (process.ended()) {
      tell_outcome(check->first, check->second);
      check = checks_.erase(check);
      continue;
    }
    const std::string text = check->second.run->take_progress();
    if (!text.empty()) progress(check->second.token, {{"kind", "report"}, {"message", text}});
    ++check;
  }
}

std::map<std::string, Json> Server::failures_of(const std::string& text, const std::string& path,
                                                const CheckOutcome& outcome) const {
  std::map<std::string, Json> by_path;
  const TextMap map(text);
  const std::string run = run_text(outcome.output);
  const auto add = [&](const Json& error, std::string message) {
    const Json place = place_of(error);
    const std::string file = text_member(place, "file");
    const bool here = file.empty() || file == "-";
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const std::string in = here ? path : (std::filesystem::path(folder) / file).lexically_normal().string();
    const uint32_t line = number_member(place, "line").value_or(1);
    const Range range = here ? range_of(place, map) : Range{{line == 0 ? 0 : line - 1, 0}, {line, 0}};
    if (!run.empty()) message += "\n\n" + run;
    by_path[in].push_back({{"range", to_json(range)},
                           {"severity", 1},
                           {"source", "pexplore check"},
                           {"code", text_member(error, "kind")},
                           {"message", message}});
  };
  const Json& errors = member(outcome.report, "errors");
  if (errors.is_array()) {
    for (const Json& error : errors) add(error, text_member(error, "kind") + ": " + text_member(error, "message"));
  }
  const bool violated = outcome.exit_code >= kExitViolated && outcome.exit_code < kExitIncomplete;
  if (violated && by_path.empty()) add(nullptr, outcome.verdict);
  return by_path;
}

void Server::tell_outcome(const std::string& uri, RunningCheck& check) {
  const CheckOutcome outcome = check.run->outcome();
  const Document* document = documents_.find(uri);
  const std::string path = document == nullptr ? uri : name_of(*document);
  const std::string name = std::filesystem::path(path).filename().string();
  std::string verdict = outcome.verdict;
  if (verdict.empty()) {
    verdict = outcome.errors.empty() ? fmt::format("ended with exit code {}", outcome.exit_code)
                                     : "not checked: " + outcome.errors.substr(0, outcome.errors.find('\n'));
  }
  progress(check.token, {{"kind", "end"}, {"message", verdict}});
  notify("window/logMessage", {{"type", 4}, {"message", outcome.errors + outcome.output}});
  // An error belongs to the text that was checked; its positions mean nothing in another one.
  if (document != nullptr && document->text == check.text) {
    publish("check:" + uri, failures_of(check.text, path, outcome));
  }
  std::string message = name + ": " + verdict;
  if (!outcome.page.empty() && !shows_documents_) message += "; the run: " + outcome.page;
  notify("window/showMessage", {{"type", static_cast<int>(type_of(outcome.exit_code))}, {"message", message}});
  if (!outcome.page.empty()) show_page(outcome.page);
  answer(check.request, {{"verdict", verdict},
                         {"exitCode", outcome.exit_code},
                         {"output", outcome.output},
                         {"page", outcome.page.empty() ? Json(nullptr) : Json(uri_of_path(outcome.page))}});
}

void Server::show_page(const std::string& page) {
  if (shows_documents_) ask("window/showDocument", {{"uri", uri_of_path(page)}, {"external", true}});
}

std::string Server::folder_for(const std::string& uri) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (folder_.empty()) {
    std::string pattern = (fs::temp_directory_path(error) / "pexplore-lsp-XXXXXX").string();
    if (error || mkdtemp(pattern.data()) == nullptr) return {};
    folder_ = pattern;
  }
  const std::string own = folder_ + "/" + fmt::format("{:016x}", std::hash<std::string>()(uri));
  fs::create_directories(own, error);
  return error ? std::string() : own;
}

void Server::cancel_progress(const Json& params) {
  const Json& token = member(params, "token");
  for (auto& [uri, check] : checks_) {
    if (!check.token.is_null() && check.token == token) check.run->process().interrupt();
  }
}

}  // namespace px::lsp
