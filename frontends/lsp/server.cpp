#include "frontends/lsp/server.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <unistd.h>

#include "frontends/lsp/server_state.h"

namespace px::lsp {
namespace {

constexpr int kLongestWait = 2000;  // milliseconds; then check whether the client still exists
constexpr size_t kPart = 4096;      // a pipe that accepts any bytes accepts this many
constexpr size_t kMostOutgoing = size_t{512} << 20;

bool is_id(const Json& id) {
  return id.is_string() || id.is_number();
}

}  // namespace

Server::~Server() {
  std::error_code ignored;
  checks_.clear();
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

int Server::run() {
  while (!exit_code_) {
    if (!wait()) break;
    look_at_analyses();
    look_at_checks();
    begin_due_analyses();
    answer_waiting();
  }
  // Answers from before `exit` are still sent.
  while (!outgoing_.empty() && exit_code_) write_output();
  return exit_code_.value_or(1);
}

int Server::milliseconds_to_wait() const {
  auto wait = std::chrono::milliseconds(kLongestWait);
  for (const auto& [uri, model] : models_) {
    if (!model.due) continue;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*model.due - Clock::now());
    wait = std::clamp(left, std::chrono::milliseconds(0), wait);
  }
  // Check again soon for a task that is due but waits for another one to end.
  return std::max<int>(static_cast<int>(wait.count()), 5);
}

bool Server::client_is_gone() const {
  return client_process_ > 1 && kill(client_process_, 0) != 0 && errno == ESRCH;
}

bool Server::wait() {
  std::vector<pollfd> files{{options_.input, POLLIN, 0}, {options_.output, 0, 0}};
  if (!outgoing_.empty()) files[1].events = POLLOUT;
  const auto add = [&](const ChildProcess& process) {
    for (const int file : {process.output(), process.errors()}) {
      if (file >= 0) files.push_back({file, POLLIN, 0});
    }
  };
  for (const auto& [uri, model] : models_) {
    if (model.process) add(*model.process);
  }
  for (auto& [uri, check] : checks_) add(check.run->process());
  const int ready = poll(files.data(), files.size(), milliseconds_to_wait());
  if (ready < 0 && errno != EINTR) return false;
  if (ready == 0 && client_is_gone()) return false;
  if (ready > 0 && (files[1].revents & (POLLOUT | POLLERR | POLLHUP)) != 0) write_output();
  if (ready > 0 && (files[0].revents & (POLLIN | POLLHUP | POLLERR | POLLNVAL)) != 0) read_input();
  return outgoing_.size() <= kMostOutgoing;
}

void Server::read_input() {
  char part[1 << 16];
  const ssize_t got = read(options_.input, part, sizeof part);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (got <= 0) {
    exit_code_ = shut_down_ ? 0 : 1;
    return;
  }
  reader_.feed({part, static_cast<size_t>(got)});
  while (!exit_code_) {
    const std::optional<Incoming> incoming = reader_.next();
    if (!incoming) return;
    receive(*incoming);
  }
}

void Server::write_output() {
  const ssize_t written = write(options_.output, outgoing_.data(), std::min(kPart, outgoing_.size()));
  if (written > 0) outgoing_.erase(0, static_cast<size_t>(written));
  if (written < 0 && errno != EINTR && errno != EAGAIN) {
    // The client has stopped reading.
    outgoing_.clear();
    if (!exit_code_) exit_code_ = 1;
  }
}

void Server::receive(const Incoming& incoming) {
  if (!incoming.problem.empty()) return refuse(nullptr, RpcError::ParseError, incoming.problem);
  const Json message = Json::parse(incoming.body, nullptr, false);
  if (message.is_discarded()) return refuse(nullptr, RpcError::ParseError, "the message is not JSON");
  if (!message.is_array()) return handle(message);
  if (message.empty()) return refuse(nullptr, RpcError::InvalidRequest, "the batch is empty");
  for (const Json& one : message) handle(one);
}

void Server::handle(const Json& message) {
  const Json& id = member(message, "id");
  const bool is_response = message.is_object() && (message.contains("result") || message.contains("error"));
  if (is_response && !message.contains("method")) return;
  if (!message.is_object() || !member(message, "method").is_string()) {
    return refuse(is_id(id) ? id : Json(nullptr), RpcError::InvalidRequest, "the message has no method");
  }
  const std::string method = text_member(message, "method");
  const Json& params = member(message, "params");
  if (!message.contains("id")) return handle_notification(method, params);
  if (!is_id(id)) return refuse(nullptr, RpcError::InvalidRequest, "the id is neither a number nor a string");
  handle_request(method, id, params);
}

void Server::handle_request(const std::string& method, const Json& id, const Json& params) {
  if (method == "initialize") return initialize(id, params);
  if (!initialized_) return refuse(id, RpcError::NotInitialized, "'initialize' comes first");
  if (shut_down_) return refuse(id, RpcError::InvalidRequest, "the server is shut down");
  if (method == "shutdown") {
    shut_down_ = true;
    models_.clear();
    checks_.clear();
    return answer(id, nullptr);
  }
  if (method == "workspace/executeCommand") return execute(id, params);
  if (is_question(method)) return ask_model(method, id, params);
  refuse(id, RpcError::MethodNotFound, "there is no method '" + method.substr(0, 100) + "'");
}

void Server::handle_notification(const std::string& method, const Json& params) {
  if (method == "exit") {
    exit_code_ = shut_down_ ? 0 : 1;
    return;
  }
  if (!initialized_ || shut_down_) return;
  if (method == "textDocument/didOpen") return opened(params);
  if (method == "textDocument/didChange") return changed(params);
  if (method == "textDocument/didClose") return closed(params);
  if (method == "$/cancelRequest") return cancel(params);
  if (method == "window/workDoneProgress/cancel") return cancel_progress(params);
}

void Server::initialize(const Json& id, const Json& params) {
  if (initialized_) return refuse(id, RpcError::InvalidRequest, "the server is already initialized");
  initialized_ = true;
  const Json& process = member(params, "processId");
  if (process.is_number_unsigned() && process.get<uint64_t>() <= INT32_MAX) client_process_ = process.get<int>();
  const Json& window = member(member(params, "capabilities"), "window");
  shows_progress_ = member(window, "workDoneProgress") == Json(true);
  shows_documents_ = member(member(window, "showDocument"), "support") == Json(true);
  const Json capabilities{
      {"positionEncoding", "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}}},
      {"hoverProvider", true},
      {"definitionProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"completionProvider", {{"triggerCharacters", Json::array({"."})}}},
      {"codeActionProvider", {{"codeActionKinds", Json::array({"quickfix"})}}},
      {"codeLensProvider", {{"resolveProvider", false}}},
      {"executeCommandProvider", {{"commands", Json::array({"pexplore.check"})}, {"workDoneProgress", true}}}};
  answer(id, {{"capabilities", capabilities}, {"serverInfo", {{"name", "pexplore"}, {"version", options_.version}}}});
}

void Server::send(const Json& message) {
  outgoing_ += framed(message);
}

void Server::answer(const Json& id, const Json& result) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}});
}

void Server::refuse(const Json& id, RpcError error, const std::string& message) {
  send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(error)}, {"message", message}}}});
}

void Server::notify(const std::string& method, const Json& params) {
  send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
}

void Server::ask(const std::string& method, const Json& params) {
  send({{"jsonrpc", "2.0"},
        {"id", "pexplore-" + std::to_string(++next_number_)},
        {"method", method},
        {"params", params}});
}

int serve(const ServerOptions& options) {
  std::signal(SIGPIPE, SIG_IGN);
  return Server(options).run();
}

}  // namespace px::lsp
