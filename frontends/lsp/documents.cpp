#include "frontends/lsp/documents.h"

#include "frontends/lsp/uri.h"

namespace px::lsp {
namespace {

int64_t version_of(const Json& item) {
  const Json& version = member(item, "version");
  return version.is_number_integer() ? version.get<int64_t>() : 0;
}

// Applies one change: of the whole text, or of a range in it.
bool apply(const Json& change, std::string& text) {
  if (!member(change, "text").is_string()) return false;
  const std::string part = text_member(change, "text");
  if (member(change, "range").is_null()) {
    text = part;
    return true;
  }
  const std::optional<Range> range = range_from(member(change, "range"));
  if (!range) return false;
  const TextMap map(text);
  const size_t begin = map.offset(range->start);
  const size_t end = std::max(begin, map.offset(range->end));
  text.replace(begin, end - begin, part);
  return text.size() <= kMostMessageBytes;
}

}  // namespace

Document* Documents::open(const Json& item) {
  const std::string uri = text_member(item, "uri");
  if (uri.empty() || (all_.size() >= kMostDocuments && !all_.contains(uri))) return nullptr;
  Document& document = all_[uri];
  document = {uri, path_of_uri(uri), text_member(item, "languageId"), version_of(item), text_member(item, "text")};
  return &document;
}

Document* Documents::change(const Json& params) {
  const Json& identifier = member(params, "textDocument");
  const auto found = all_.find(text_member(identifier, "uri"));
  const Json& changes = member(params, "contentChanges");
  if (found == all_.end() || !changes.is_array()) return nullptr;
  Document& document = found->second;
  for (const Json& change : changes) {
    if (!apply(change, document.text)) return nullptr;
  }
  document.version = version_of(identifier);
  return &document;
}

const Document* Documents::find(const std::string& uri) const {
  const auto found = all_.find(uri);
  return found == all_.end() ? nullptr : &found->second;
}

const Document* Documents::find_path(const std::string& path) const {
  for (const auto& [uri, document] : all_) {
    if (!path.empty() && document.path == path) return &document;
  }
  return nullptr;
}

}  // namespace px::lsp
