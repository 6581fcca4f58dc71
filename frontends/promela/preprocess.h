// The C preprocessor as far as Promela models use it: includes, macros (object- and function-like, with # and ##),
// conditionals, line continuation, comments, line marks. The result is text for the lexer, with the location of every
// piece in the user's files: a piece produced by a macro is located where the macro is used.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/base/source.h"

namespace px::promela {

struct PreprocessOptions {
  std::vector<std::string> include_directories;
  // As on the command line, in order: "NAME" (defined as 1), "NAME=text" (-D); and names to undefine (-U).
  std::vector<std::string> definitions;
  std::vector<std::string> undefinitions;
  std::vector<FileId> appended{};  // texts appended to the end of the file
  // Reads an included file: its text, or nothing. Default: the file system.
  std::function<std::optional<std::string>(const std::string& path)> read_file{};
};

// From `begin` up to the next piece, the text is located at `place`. Verbatim text advances column by column with the
// source line; expanded text is located at `place` as a whole.
struct TextPiece {
  uint32_t begin = 0;
  bool verbatim = true;
  SourceSpan place;
};

struct PreprocessedText {
  std::string text;
  std::vector<TextPiece> pieces;                       // ascending by begin
  std::unordered_map<std::string, SourceSpan> macros;  // location of their first definition in the files
};

// The location of text[begin, end). `hint` is the index of the piece at which to start searching; it is advanced.
SourceSpan place_of(const PreprocessedText& preprocessed, uint32_t begin, uint32_t end, size_t& hint);

// Preprocesses a file already in `sources`. Included files are read from the directory of the including file, then
// from the include directories, and added to `sources`. Errors go to `diagnostics`; the text is usable regardless.
PreprocessedText preprocess(FileId file, const PreprocessOptions& options, SourceMap& sources,
                            Diagnostics& diagnostics);

// Reads a file into `sources`; an invalid id (and a message) if it cannot be read.
FileId read_source(const std::string& path, SourceSpan used_at, SourceMap& sources, Diagnostics& diagnostics);

}  // namespace px::promela
