// A self-contained HTML page, usable offline: a template, a style, scripts, and data.
#pragma once

#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace px::cli {

std::string make_page(std::string_view page, const std::string& title, const nlohmann::ordered_json& data,
                      std::initializer_list<std::string_view> scripts);

}  // namespace px::cli
