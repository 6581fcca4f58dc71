#include "frontends/lsp/code_actions.h"

#include "frontends/lsp/text_map.h"

namespace px::lsp {
namespace {

// The text between the quotes after these words.
std::optional<std::string> quoted_behind(std::string_view text, std::string_view words) {
  const size_t at = text.find(words);
  if (at == std::string_view::npos) return std::nullopt;
  const size_t begin = at + words.size();
  const size_t end = text.find('\'', begin);
  if (end == std::string_view::npos || end == begin) return std::nullopt;
  return std::string(text.substr(begin, end - begin));
}

// The first quoted word of a message is the wrong name; the range of the diagnostic may be larger or smaller.
std::optional<Range> range_of_name(const Json& diagnostic, const std::string& name) {
  std::optional<Range> range = range_from(member(diagnostic, "range"));
  if (!range || name.empty()) return range;
  const uint32_t length = utf16_length(name);
  if (range->start.line != range->end.line) return std::nullopt;
  if (range->end.character - range->start.character != length) return std::nullopt;
  return range;
}

}  // namespace

Json code_actions(const std::string& uri, const Json& diagnostics) {
  Json actions = Json::array();
  if (!diagnostics.is_array()) return actions;
  for (const Json& diagnostic : diagnostics) {
    if (text_member(diagnostic, "source") != "pexplore") continue;
    const std::string message = text_member(diagnostic, "message");
    const std::optional<std::string> meant = quoted_behind(message, "did you mean '");
    if (!meant) continue;
    const std::optional<std::string> wrong = quoted_behind(message, "'");
    const std::optional<Range> range = range_of_name(diagnostic, wrong.value_or(""));
    if (!range) continue;
    const Json edit{{"range", to_json(*range)}, {"newText", *meant}};
    actions.push_back({{"title", "Write '" + *meant + "'"},
                       {"kind", "quickfix"},
                       {"isPreferred", true},
                       {"diagnostics", Json::array({diagnostic})},
                       {"edit", {{"changes", {{uri, Json::array({edit})}}}}}});
  }
  return actions;
}

}  // namespace px::lsp
