// Requests about texts. One that arrives before the text has been analysed waits for that.
#include <algorithm>
#include <array>

#include "frontends/lsp/code_actions.h"
#include "frontends/lsp/server_state.h"

namespace px::lsp {
namespace {

constexpr size_t kMostWaiting = 1000;

constexpr std::array<std::string_view, 8> kQuestions = {"textDocument/hover",      "textDocument/definition",
                                                        "textDocument/references", "textDocument/documentHighlight",
                                                        "textDocument/completion", "textDocument/documentSymbol",
                                                        "textDocument/codeLens",   "textDocument/codeAction"};

// Editors request these only once per text; an answer about an older text would persist.
bool needs_newest(const std::string& method) {
  return method == "textDocument/documentSymbol" || method == "textDocument/codeLens";
}

}  // namespace

bool Server::is_question(const std::string& method) const {
  return std::find(kQuestions.begin(), kQuestions.end(), method) != kQuestions.end();
}

void Server::ask_model(const std::string& method, const Json& id, const Json& params) {
  const std::string uri = text_member(member(params, "textDocument"), "uri");
  if (documents_.find(uri) == nullptr) return refuse(id, RpcError::InvalidParams, "the document is not open");
  if (method == "textDocument/codeAction") {
    return answer(id, code_actions(uri, member(member(params, "context"), "diagnostics")));
  }
  if (!needs_newest(method) && !position_from(member(params, "position"))) {
    return refuse(id, RpcError::InvalidParams, "the position has no line and character");
  }
  if (answer_now(method, id, params)) return;
  if (waiting_.size() >= kMostWaiting) return refuse(id, RpcError::InternalError, "too many requests are waiting");
  waiting_.push_back({method, id, params});
}

bool Server::answer_now(const std::string& method, const Json& id, const Json& params) {
  const Document* document = documents_.find(text_member(member(params, "textDocument"), "uri"));
  if (document == nullptr) {
    refuse(id, RpcError::RequestCancelled, "the document was closed");
    return true;
  }
  const std::string including = model_including(*document);
  ModelState& model = models_[including.empty() ? document->uri : including];
  if (!model.fresh() && (!model.index || needs_newest(method))) return false;
  const std::optional<uint32_t> file = model.index ? model.index->file_of(name_of(*document)) : std::nullopt;
  if (!file) {
    answer(id, nullptr);
    return true;
  }
  const View view{*model.index, *file, document->text, [&model](const std::string& path) {
                    const auto shift = model.shifts.find(path);
                    return shift == model.shifts.end() ? nullptr : &shift->second;
                  }};
  answer(id, answer_of(method, params, view));
  return true;
}

Json Server::answer_of(const std::string& method, const Json& params, const View& view) {
  const Position at = position_from(member(params, "position")).value_or(Position());
  if (method == "textDocument/hover") return hover(view, at);
  if (method == "textDocument/definition") return definition(view, at);
  if (method == "textDocument/references") {
    return references(view, at, member(member(params, "context"), "includeDeclaration") != Json(false));
  }
  if (method == "textDocument/documentHighlight") return highlights(view, at);
  if (method == "textDocument/completion") return completion(view, at);
  if (method == "textDocument/documentSymbol") return document_symbols(view);
  return lenses(view, text_member(member(params, "textDocument"), "uri"));
}

Json Server::lenses(const View& view, const std::string& uri) const {
  Json all = Json::array();
  if (view.file != 0) return all;
  const auto add = [&](const Range& range, const std::string& title, Json arguments) {
    all.push_back(
        {{"range", to_json(range)},
         {"command", {{"title", title}, {"command", "pexplore.check"}, {"arguments", std::move(arguments)}}}});
  };
  add({}, "check", Json::array({uri}));
  for (const IndexedProperty& property : view.index.properties) {
    if (property.place.file != view.file || property.name.empty()) continue;
    const LineShift* shift = view.shift(view.file);
    const std::optional<Range> range = shift == nullptr ? property.place.range : shift->to_after(property.place.range);
    if (range) add(*range, "check " + property.name, Json::array({uri, property.name}));
  }
  return all;
}

void Server::answer_waiting() {
  std::erase_if(waiting_, [&](const Question& one) { return answer_now(one.method, one.id, one.params); });
}

void Server::cancel(const Json& params) {
  const Json& id = member(params, "id");
  const size_t erased = std::erase_if(waiting_, [&](const Question& one) { return one.id == id; });
  if (erased != 0) refuse(id, RpcError::RequestCancelled, "cancelled");
  for (auto& [uri, check] : checks_) {
    if (check.request == id) check.run->process().interrupt();
  }
}

}  // namespace px::lsp
