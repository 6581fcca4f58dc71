// A checker for the part of JSON Schema that docs/report.schema.json uses. An unknown keyword is an error, so that the
// schema cannot contain a constraint that is not checked.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace px::cli {

class SchemaCheck {
 public:
  explicit SchemaCheck(const nlohmann::json& schema) : root_(schema) {}

  // The violations of the schema, as "path: complaint"; empty if the document conforms.
  std::vector<std::string> complaints(const nlohmann::json& document) const {
    std::vector<std::string> found;
    check(root_, document, "$", found);
    return found;
  }

 private:
  using Json = nlohmann::json;

  static bool has_type(const Json& value, const std::string& type) {
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return value.type_name() == type;
  }

  void check(const Json& schema, const Json& value, const std::string& path, std::vector<std::string>& found) const {
    for (const auto& [keyword, rule] : schema.items()) {
      if (keyword == "$ref") {
        check(root_.at(Json::json_pointer(rule.get<std::string>().substr(1))), value, path, found);
      } else if (keyword == "type") {
        bool fits = false;
        for (const Json& type : rule.is_array() ? rule : Json::array({rule})) fits |= has_type(value, type);
        if (!fits) found.push_back(path + ": has type " + value.type_name());
      } else if (keyword == "enum") {
        if (std::find(rule.begin(), rule.end(), value) == rule.end()) found.push_back(path + ": " + value.dump());
      } else if (keyword == "minimum") {
        if (value.is_number() && value < rule) found.push_back(path + ": too small");
      } else if (keyword == "required") {
        for (const std::string name : rule) {
          if (!value.contains(name)) found.push_back(path + ": lacks " + name);
        }
      } else if (keyword == "anyOf") {
        check_any(rule, value, path, found);
      } else if (keyword == "items") {
        for (size_t i = 0; i < value.size(); ++i) check(rule, value[i], path + '/' + std::to_string(i), found);
      } else if (keyword == "additionalProperties") {
        check_members(schema, value, path, found);
      } else if (keyword != "properties" && keyword != "$schema" && keyword != "$defs" && keyword != "title") {
        found.push_back("schema: unknown keyword " + keyword);
      }
    }
  }

  void check_any(const Json& alternatives, const Json& value, const std::string& path,
                 std::vector<std::string>& found) const {
    for (const Json& alternative : alternatives) {
      std::vector<std::string> complaints;
      check(alternative, value, path, complaints);
      if (complaints.empty()) return;
    }
    found.push_back(path + ": fits no alternative");
  }

  void check_members(const Json& schema, const Json& value, const std::string& path,
                     std::vector<std::string>& found) const {
    const Json& others = schema.at("additionalProperties");
    const Json properties = schema.value("properties", Json::object());
    for (const auto& [name, member] : value.items()) {
      if (properties.contains(name)) {
        check(properties.at(name), member, path + '/' + name, found);
      } else if (others.is_object()) {
        check(others, member, path + '/' + name, found);
      } else {
        found.push_back(path + ": has " + name + ", which the schema does not know");
      }
    }
  }

  const nlohmann::json& root_;
};

}  // namespace px::cli
