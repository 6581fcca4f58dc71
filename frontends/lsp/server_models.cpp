// When to analyse which texts, and what to publish about them.
#include <algorithm>
#include <csignal>
#include <filesystem>

#include "frontends/lsp/server_state.h"
#include "frontends/lsp/uri.h"

namespace px::lsp {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Wait while the user is typing.
constexpr milliseconds kPause{150};
constexpr size_t kMostAtOnce = 2;
constexpr seconds kMostTime{600};
constexpr const char* kTooLong =
    "reading the model takes more than 30 seconds of processor time; 'check' has no such limit";
constexpr uint64_t kMostMemory = uint64_t{4} << 30;

driver::LanguageId language_named(const std::string& id) {
  if (id == "bmachine" || id == "classicalb" || id == "b-method") return driver::LanguageId::B;
  for (const driver::Language& language : driver::kLanguages) {
    if (language.name == id) return language.id;
  }
  return driver::LanguageId::Auto;
}

// The extension is more reliable than the editor's language id, whose names are its own.
driver::LanguageId language_of(const Document& document, driver::LanguageId asked) {
  if (asked != driver::LanguageId::Auto) return asked;
  if (!document.path.empty() && driver::find_language(driver::LanguageId::Auto, document.path) != nullptr) {
    return driver::LanguageId::Auto;
  }
  return language_named(document.language_id);
}

Json message_at_begin(const std::string& message) {
  return Json::array({{{"range", to_json(Range{{0, 0}, {0, 1}})},
                       {"severity", 2},
                       {"source", "pexplore"},
                       {"code", "NotRead"},
                       {"message", message}}});
}

}  // namespace

std::string Server::name_of(const Document& document) const {
  return document.path.empty() ? document.uri : document.path;
}

std::string Server::model_including(const Document& document) const {
  for (const auto& [uri, model] : models_) {
    if (uri == document.uri || !model.index) continue;
    const std::optional<uint32_t> part = model.index->file_of(name_of(document));
    // B machines are also analysed individually.
    const bool textual =
        !document.path.ends_with(".mch") && !document.path.ends_with(".ref") && !document.path.ends_with(".imp");
    if (part && *part != 0 && textual) return uri;
  }
  return {};
}

void Server::opened(const Json& params) {
  const Document* document = documents_.open(member(params, "textDocument"));
  if (document == nullptr) return;
  models_[document->uri];
  text_changed(*document, milliseconds(0));
}

void Server::changed(const Json& params) {
  if (const Document* document = documents_.change(params)) text_changed(*document, kPause);
}

void Server::closed(const Json& params) {
  const std::string uri = text_member(member(params, "textDocument"), "uri");
  const Document* document = documents_.find(uri);
  if (document == nullptr) return;
  const Document old = *document;
  documents_.close(uri);
  models_.erase(uri);
  if (const auto check = checks_.find(uri); check != checks_.end()) {
    progress(check->second.token, {{"kind", "end"}, {"message", "the text was closed"}});
    refuse(check->second.request, RpcError::RequestCancelled, "the document was closed");
    checks_.erase(check);
  }
  publish(uri, {});
  publish("check:" + uri, {});
  // Other models may have read the unsaved text; and the files that it included become separate models again.
  for (auto& [other, model] : models_) {
    const bool reads = model.index && model.index->file_of(name_of(old));
    if (reads || !model.index) model.due = Clock::now();
  }
}

void Server::text_changed(const Document& document, milliseconds delay) {
  const std::string path = name_of(document);
  for (auto& [uri, model] : models_) {
    const bool reads = uri == document.uri || (model.index && model.index->file_of(path));
    if (!reads) continue;
    if (const auto before = model.indexed.find(path); before != model.indexed.end()) {
      model.shifts[path] = LineShift(before->second, document.text);
    }
    // The newest text takes precedence.
    model.process.reset();
    model.due = Clock::now() + delay;
    publish("check:" + uri, {});
  }
}

void Server::begin_due_analyses() {
  const auto running = [&] {
    return std::count_if(models_.begin(), models_.end(), [](const auto& one) { return one.second.process != nullptr; });
  };
  for (auto& [uri, model] : models_) {
    if (!model.due || *model.due > Clock::now()) continue;
    if (static_cast<size_t>(running()) >= kMostAtOnce) return;
    begin_analysis(uri, model);
  }
}

void Server::begin_analysis(const std::string& uri, ModelState& model) {
  model.due.reset();
  const Document* document = documents_.find(uri);
  if (document == nullptr) return;
  if (!model_including(*document).empty()) {
    // Its diagnostics are those of the enclosing model.
    model.index.reset();
    publish(uri, {});
    return;
  }
  AnalysisRequest request{
      name_of(*document), document->text, language_of(*document, options_.language), {}, options_.model};
  model.reading.clear();
  for (const auto& [other, open] : documents_.all()) {
    model.reading[name_of(open)] = open.text;
    if (other != uri && !open.path.empty()) request.unsaved[open.path] = open.text;
  }
  model.told = false;
  model.process = ChildProcess::run([&](int output) { analyse(request, output); }, kMostMemory);
  if (model.process == nullptr)
    publish(uri, {{request.path, message_at_begin("the system refuses to start another process")}});
}

void Server::look_at_analyses() {
  for (auto& [uri, model] : models_) {
    if (model.process == nullptr) continue;
    model.process->receive();
    take_results(uri, model);
    if (model.process->ended()) {
      end_analysis(uri, model);
    } else if (Clock::now() - model.process->started() > kMostTime) {
      if (!model.told) publish(uri, {{name_of(*documents_.find(uri)), message_at_begin(kTooLong)}});
      model.process.reset();
    }
  }
}

void Server::take_results(const std::string& uri, ModelState& model) {
  while (std::optional<AnalysisPart> part = take_part(model.process->output_text())) {
    take_part_of(uri, model, std::move(*part));
  }
}

void Server::take_part_of(const std::string& uri, ModelState& model, AnalysisPart part) {
  const bool first = !model.told;
  model.told = true;
  if (first) publish(uri, std::move(part.diagnostics));
  // A text with syntax errors may yield only a small index: the last complete one is more useful.
  if (!part.whole && model.index && !model.index->symbols.empty()) return;
  model.index = std::move(part.index);
  model.indexed.clear();
  model.shifts.clear();
  for (const std::string& file : model.index->files) {
    if (const auto text = model.reading.find(file); text != model.reading.end()) model.indexed.insert(*text);
  }
  // Open texts that turn out to be parts of this model are not models of their own.
  for (auto& [other, state] : models_) {
    const Document* document = other == uri ? nullptr : documents_.find(other);
    if (document != nullptr && state.index && model.index->file_of(name_of(*document)) &&
        !model_including(*document).empty()) {
      state.process.reset();
      state.index.reset();
      publish(other, {});
    }
  }
}

void Server::end_analysis(const std::string& uri, ModelState& model) {
  const int code = model.process->exit_code();
  model.process.reset();
  const Document* document = documents_.find(uri);
  if (model.told || document == nullptr) return;
  if (code == 128 + SIGXCPU) {
    publish(uri, {{name_of(*document), message_at_begin(kTooLong)}});
    return;
  }
  const std::string message = code == 1 ? "reading the model takes too much memory"
                                        : "reading the model ended in an internal error (" + std::to_string(code) +
                                              "). This is a defect in pexplore: please report it.";
  publish(uri, {{name_of(*document), message_at_begin(message)}});
}

std::string Server::published_uri(const std::string& path) const {
  const Document* document = documents_.find_path(path);
  if (document != nullptr) return document->uri;
  return path.starts_with('/') ? uri_of_path(path) : path;
}

void Server::publish(const std::string& from, std::map<std::string, Json> by_path) {
  for (const std::string& path : published_.replace(from, std::move(by_path))) {
    const std::string uri = published_uri(path);
    Json params{{"uri", uri}, {"diagnostics", published_.of(path)}};
    if (const Document* document = documents_.find(uri)) params["version"] = document->version;
    notify("textDocument/publishDiagnostics", params);
  }
}

}  // namespace px::lsp
