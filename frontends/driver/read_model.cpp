#include "frontends/driver/read_model.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace px::driver {
namespace {

// A lexer's messages about a file that is not text would be useless.
bool looks_binary(const std::string& text) {
  return text.find('\0') != std::string::npos;
}

// Standard input can be read only once, but a model may be read again with other options.
const std::string& standard_input() {
  static const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  return text;
}

}  // namespace

Result<std::string> read_file(const std::string& path, FileUse use) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Failure(DiagnosticKind::FileUnreadable, fmt::format("'{}' is a directory, not a {}", path, use.what),
                   fmt::format("give a file in it, e.g. {}/{}", path, use.example));
  }
  if (path == "-") return standard_input();
  std::ifstream file(path, std::ios::binary);
  if (!file) return Failure(DiagnosticKind::FileUnreadable, "cannot read '" + path + "': " + std::strerror(errno));
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) {
    return Failure(DiagnosticKind::FileUnreadable, "cannot read '" + path + "': " + std::strerror(errno));
  }
  std::string result = std::move(text).str();
  // Some editors put a byte order mark before UTF-8 text.
  if (constexpr std::string_view kMark = "\xEF\xBB\xBF"; result.starts_with(kMark)) result.erase(0, kMark.size());
  if (looks_binary(result)) return Failure(DiagnosticKind::FileUnreadable, "'" + path + "' is not a text file");
  return result;
}

Result<std::string> read_model_text(const std::string& path, FileUse use, const SourceMap& sources) {
  if (!sources.reads_saved()) return read_file(path, use);
  if (const std::string* saved = sources.saved_text(path)) return *saved;
  return Failure(DiagnosticKind::FileUnreadable, "'" + path + "' is not in the checkpoint");
}

Result<const Language*> language_of(LanguageId id, const std::string& name, std::string_view text) {
  if (const Language* language = find_language(id, name)) return language;
  if (const Language* guessed = guess_language(text)) return guessed;
  std::string known;
  for (size_t i = 0; i < kLanguages.size(); ++i) {
    known += fmt::format("{}--lang {}", i == 0 ? "" : i + 1 == kLanguages.size() ? " or " : ", ", kLanguages[i].name);
  }
  return Failure(DiagnosticKind::UsageError, "cannot tell the language of '" + name + "' from its name or its text",
                 "say " + known);
}

Result<std::unique_ptr<ModelSource>> read_model(const std::string& name, std::string text, LanguageId id,
                                                const ModelOptions& options, SourceMap& sources) {
  Result<const Language*> language = language_of(id, name, text);
  if (!language) return language.failure();
  return (*language)->read(sources.add(name, std::move(text)), options, sources);
}

Result<std::unique_ptr<ModelSource>> read_model_file(const std::string& path, LanguageId id,
                                                     const ModelOptions& options, SourceMap& sources) {
  Result<std::string> text = read_model_text(path, {"model", "model.pml"}, sources);
  if (!text) return text.failure();
  return read_model(path, std::move(*text), id, options, sources);
}

}  // namespace px::driver
