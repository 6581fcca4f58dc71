#include "frontends/cli/result_files.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>

#include "frontends/batch/markup.h"

namespace px::cli {

Result<void> make_result_folder(const std::string& path, std::string_view option) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (!error && std::filesystem::is_directory(path)) return {};
  return Failure(DiagnosticKind::UsageError,
                 fmt::format("{}: cannot make the folder '{}': {}", option, path,
                             error ? error.message() : std::string("there is a file of this name")));
}

void NoteLine::show(const std::string& text) {
  if (mode_ == ProgressMode::None) return;
  if (mode_ == ProgressMode::Tty) {
    // Leave one column free: a full line would make some terminals advance to the next one.
    out_ << "\r\033[K" << batch::first_letters(text, width_ > 1 ? width_ - 1 : width_);
  } else if (mode_ == ProgressMode::Json) {
    // Names of files and values may contain bytes that are not UTF-8.
    const nlohmann::json step = {{"event", "step"}, {"what", text}};
    out_ << step.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  } else {
    out_ << text << '\n';
  }
  out_.flush();
}

void NoteLine::clear() {
  if (mode_ == ProgressMode::Tty) out_ << "\r\033[K" << std::flush;
}

}  // namespace px::cli
