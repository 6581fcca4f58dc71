// Source files and places in them. A place survives preprocessing and lowering: every action, statement and
// property of a Program can be traced to the user's file, line and column.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/ids.h"

namespace px {

struct FileTag {};
using FileId = Id<FileTag>;

// A span within one source line. Lines and columns count from 1; line 0 means "no place".
struct SourceSpan {
  FileId file;
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t length = 0;

  bool known() const { return file.valid() && line != 0; }
  bool operator==(const SourceSpan&) const = default;
};

// The source texts of a model. Not safe for concurrent writing; read-only once the model is loaded.
class SourceMap {
 public:
  // From now on the model consists of exactly these files, by name, whatever is on disk: for a run resumed from a
  // checkpoint. Code that reads a file asks here first.
  void use_saved(std::map<std::string, std::string> files) { saved_ = std::move(files); }
  bool reads_saved() const { return saved_.has_value(); }
  // Null if there is no such file. Only if reads_saved().
  const std::string* saved_text(const std::string& name) const {
    const auto found = saved_->find(name);
    return found == saved_->end() ? nullptr : &found->second;
  }
  // Registers a file that has been read.
  FileId add(std::string name, std::string text);
  // Registers a text that is not in a file, such as the value of an option; its name is used in messages.
  FileId add_made_up(std::string name, std::string text);
  // The file of that name, added without text if not yet known: a .px file may refer to places in a .pml file.
  FileId find_or_add(std::string_view name);
  // The files that were read, in order and without duplicates.
  std::vector<FileId> files_read() const;

  std::string_view name(FileId file) const;
  std::string_view text(FileId file) const;
  // The text of a line without its line ending; empty if unknown.
  std::string_view line(FileId file, uint32_t line_number) const;
  // "name:line:column", or "name:line" if the column is unknown, or "?".
  std::string place(SourceSpan span) const;

 private:
  struct File {
    std::string name;
    std::string text;
    std::vector<uint32_t> line_starts;
    bool was_read;
  };
  FileId add_file(std::string name, std::string text, bool was_read);

  Store<FileId, File> files_;
  std::optional<std::map<std::string, std::string>> saved_;
};

}  // namespace px
