#include "frontends/lsp/uri.h"

#include <filesystem>

namespace px::lsp {
namespace {

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size();
    const int high = escape ? digit(text[i + 1]) : -1;
    const int low = escape ? digit(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return result;
}

bool needs_no_escape(char c) {
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  return letter || c == '-' || c == '.' || c == '_' || c == '~' || c == '/';
}

}  // namespace

std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file://";
  if (!uri.starts_with(kScheme)) return {};
  uri.remove_prefix(kScheme.size());
  const size_t path_begin = uri.find('/');
  if (path_begin == std::string_view::npos) return {};
  const std::string_view host = uri.substr(0, path_begin);
  if (!host.empty() && host != "localhost") return {};
  const std::string path = decoded(uri.substr(path_begin));
  if (path.find('\0') != std::string::npos) return {};
  return std::filesystem::path(path).lexically_normal().string();
}

std::string uri_of_path(std::string_view path) {
  static constexpr char kDigits[] = "0123456789ABCDEF";
  std::string uri = "file://";
  for (const char c : path) {
    if (needs_no_escape(c)) {
      uri += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return uri;
}

}  // namespace px::lsp
