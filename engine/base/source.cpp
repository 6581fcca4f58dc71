#include "engine/base/source.h"

#include <set>

#include "engine/base/letters.h"

namespace px {

FileId SourceMap::add(std::string name, std::string text) {
  return add_file(std::move(name), std::move(text), true);
}

FileId SourceMap::add_made_up(std::string name, std::string text) {
  return add_file(std::move(name), std::move(text), false);
}

FileId SourceMap::add_file(std::string name, std::string text, bool was_read) {
  File file{std::move(name), std::move(text), {0}, was_read};
  for (uint32_t i = 0; i < file.text.size(); ++i) {
    if (file.text[i] == '\n') file.line_starts.push_back(i + 1);
  }
  return files_.add(std::move(file));
}

FileId SourceMap::find_or_add(std::string_view name) {
  for (uint32_t i = 0; i < files_.size(); ++i) {
    if (files_[FileId(i)].name == name) return FileId(i);
  }
  return add_file(std::string(name), "", false);
}

std::vector<FileId> SourceMap::files_read() const {
  std::vector<FileId> read;
  std::set<std::string_view> names;
  for (uint32_t i = 0; i < files_.size(); ++i) {
    const File& file = files_[FileId(i)];
    if (file.was_read && names.insert(file.name).second) read.push_back(FileId(i));
  }
  return read;
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
  if (span.column != 0) place += ':' + std::to_string(column_in_letters(line(span.file, span.line), span.column));
  return place;
}

}  // namespace px
