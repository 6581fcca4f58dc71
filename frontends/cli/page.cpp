#include "frontends/cli/page.h"

#include <nlohmann/json.hpp>

#include "frontends/batch/markup.h"
#include "frontends/cli/pages/pages.h"

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;

// Inside a script element only "<" can end the element or begin a comment.
std::string data_text(const Json& data) {
  std::string text;
  for (const char c : data.dump(-1, ' ', false, Json::error_handler_t::replace)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string make_page(std::string_view page, const std::string& title, const Json& data,
                      std::initializer_list<std::string_view> scripts) {
  std::string text;
  for (size_t at = 0; at < page.size();) {
    const size_t mark = page.find('@', at);
    const size_t end = mark == std::string_view::npos ? mark : page.find('@', mark + 1);
    if (end == std::string_view::npos) {
      text += page.substr(at);
      break;
    }
    text += page.substr(at, mark - at);
    const std::string_view name = page.substr(mark + 1, end - mark - 1);
    at = end + 1;
    if (name == "TITLE") {
      text += batch::markup(title);
    } else if (name == "STYLE") {
      text += pages::kStyle;
    } else if (name == "DATA") {
      text += data_text(data);
    } else if (name == "SCRIPT") {
      for (const std::string_view script : scripts) text += script;
    } else {
      text += '@';
      at = mark + 1;
    }
  }
  return text;
}

}  // namespace px::cli
