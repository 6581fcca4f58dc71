#include "engine/base/source.h"

namespace px {

FileId SourceMap::add(std::string name, std::string text) {
  File file{std::move(name), std::move(text), {0}};
  for (uint32_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  }
  return files_.add(std::move(file));
}

FileId SourceMap::find_or_add(std::string_view name) {
  for (uint32_t i = 0; i < files_.size(); ++i) {
    if (files_[FileId(i)].name == name) return FileId(i);
  }
  return add(std::string(name), "");
}

std::string_view SourceMap::name(FileId file) const {
  return files_.contains(file) ? std::string_view(files_[file].name) : "?";
}

std::string_view SourceMap::text(FileId file) const {
  return files_.contains(file) ? std::string_view(files_[file].text) : std::string_view();
}

std::string_view SourceMap::line(FileId file, uint32_t line_number) const {
  if (!files_.contains(file) || line_number == 0) return {};
  const File& f = files_[file];
  if (line_number > f.line_starts.size()) return {};
  const uint32_t begin = f.line_starts[line_number - 1];
  std::string_view rest = std::string_view(f.text).substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (rest.ends_with('\r')) rest.remove_suffix(1);
  return rest;
}

std::string SourceMap::place(SourceSpan span) const {
  if (!span.known()) return "?";
  std::string place(name(span.file));
  place += ':' + std::to_string(span.line);
  if (span.column != 0) place += ':' + std::to_string(span.column);
  return place;
}

}  // namespace px
