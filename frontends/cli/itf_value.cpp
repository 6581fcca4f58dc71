#include "frontends/cli/itf_value.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>

namespace px::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMapsTo = "|->";

class ValueReader {
 public:
  explicit ValueReader(std::string_view text) : rest_(text) {}

  std::optional<Json> run() {
    std::optional<Json> value = pairs();
    skip();
    return rest_.empty() ? value : std::nullopt;
  }

 private:
  void skip() {
    while (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  bool accept(std::string_view token) {
    skip();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  // a |-> b |-> c is ((a, b), c).
  std::optional<Json> pairs() {
    std::optional<Json> left = single();
    while (left && accept(kMapsTo)) {
      std::optional<Json> right = single();
      if (!right) return std::nullopt;
      left = Json{{"#tup", Json::array({std::move(*left), std::move(*right)})}};
    }
    return left;
  }

  std::optional<Json> single() {
    if (accept("{")) {
      std::optional<Json> members = list('}');
      if (!members) return std::nullopt;
      return Json{{"#set", std::move(*members)}};
    }
    if (accept("[")) return list(']');
    if (accept("rec(")) return record();
    if (accept("(")) {
      std::optional<Json> inner = pairs();
      return accept(")") ? inner : std::nullopt;
    }
    return word();
  }

  std::optional<Json> list(char end) {
    Json items = Json::array();
    const std::string close(1, end);
    if (accept(close)) return items;
    do {
      std::optional<Json> item = pairs();
      if (!item) return std::nullopt;
      items.push_back(std::move(*item));
    } while (accept(","));
    return accept(close) ? std::optional<Json>(std::move(items)) : std::nullopt;
  }

  std::optional<Json> record() {
    Json object = Json::object();
    do {
      skip();
      const size_t end = rest_.find(':');
      if (end == std::string_view::npos) return std::nullopt;
      const std::string name(rest_.substr(0, end));
      rest_.remove_prefix(end + 1);
      std::optional<Json> value = pairs();
      if (!value) return std::nullopt;
      object[name] = std::move(*value);
    } while (accept(","));
    return accept(")") ? std::optional<Json>(std::move(object)) : std::nullopt;
  }

  // A number, TRUE, FALSE, a string in quotes or a name.
  std::optional<Json> word() {
    skip();
    if (rest_.starts_with('"')) return quoted();
    const size_t end = std::min(rest_.find_first_of(",{}()[] |"), rest_.size());
    const std::string_view text = rest_.substr(0, end);
    if (text.empty()) return std::nullopt;
    rest_.remove_prefix(end);
    if (text == "TRUE" || text == "FALSE") return Json(text == "TRUE");
    int64_t number = 0;
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || last != text.data() + text.size()) return Json(std::string(text));
    // Numbers beyond what every reader of JSON keeps exactly are written in the format's own way.
    const bool exact = number <= int64_t{1} << 53 && number >= -(int64_t{1} << 53);
    return exact ? Json(number) : Json{{"#bigint", std::string(text)}};
  }

  std::optional<Json> quoted() {
    const size_t end = rest_.find('"', 1);
    if (end == std::string_view::npos) return std::nullopt;
    Json text(std::string(rest_.substr(1, end - 1)));
    rest_.remove_prefix(end + 1);
    return text;
  }

  std::string_view rest_;
};

}  // namespace

Json itf_value(std::string_view text) {
  std::optional<Json> value = ValueReader(text).run();
  return value ? std::move(*value) : Json(std::string(text));
}

}  // namespace px::cli
