#include "frontends/cli/text_file.h"

#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <system_error>

namespace px::cli {

Result<void> write_file(std::string_view option, const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file) return {};
  const int problem = errno;
  std::error_code error;
  // A truncated file must not pass for a complete one.
  if (std::filesystem::is_regular_file(path, error)) std::filesystem::remove(path, error);
  return Failure(DiagnosticKind::UsageError,
                 fmt::format("{}{}cannot write '{}': {}", option, option.empty() ? "" : ": ", path,
                             std::generic_category().message(problem)));
}

Result<void> replace_file(const std::string& path, const std::string& text) {
  const std::string unfinished = path + ".new";
  if (Result<void> written = write_file("", unfinished, text); !written) return written;
  std::error_code error;
  std::filesystem::rename(unfinished, path, error);
  if (!error) return {};
  std::error_code ignored;
  std::filesystem::remove(unfinished, ignored);
  return Failure(DiagnosticKind::UsageError, fmt::format("cannot write '{}': {}", path, error.message()));
}

Result<void> write_file_or_output(std::string_view option, const std::string& path, const std::string& text) {
  if (path != "-") return write_file(option, path, text);
  std::cout << text;  // main.cpp checks once whether it could be written
  return {};
}

}  // namespace px::cli
