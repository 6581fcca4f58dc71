// The declarations of a text, and the words that refer to them.
//
// The front ends resolve names, but do not keep the places of uses: macros and inlines are gone, definitions are
// expanded. So the lexer of the language reads the words of the files once more, and each is looked up among the
// declarations that its parser saw: those in the smallest scope around the word, and of these the last one before it.
// This requires only a syntax tree, which the parsers build even for a text with errors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/source.h"
#include "frontends/driver/model_options.h"

namespace px::lsp {

// With the protocol's numbers.
enum class SymbolKind : uint8_t {
  Module = 2,
  Class = 5,
  Property = 7,
  Field = 8,
  Enum = 10,
  Function = 12,
  Variable = 13,
  Constant = 14,
  Key = 20,
  EnumMember = 22,
  Struct = 23,
  Event = 24,
  Operator = 25,
  Parameter = 26,
};

// What a word can refer to at its place: fields and labels have name spaces of their own.
enum class NameSpace : uint8_t { Plain, Field, Label };

// A part of a file, in bytes.
struct Stretch {
  FileId file;
  size_t begin = 0;
  size_t end = 0;

  bool known() const { return file.valid(); }
  bool contains(FileId of, size_t at) const { return file == of && begin <= at && at < end; }
  size_t size() const { return end - begin; }
  bool operator==(const Stretch&) const = default;
};

struct Declared {
  std::string name;
  SymbolKind kind = SymbolKind::Variable;
  NameSpace space = NameSpace::Plain;
  std::string written{};  // "byte count[3] = 0"
  std::string about{};    // "parameter of proctype P"; may be empty
  Stretch place{};        // of the name
  Stretch extent{};       // of the whole declaration; unknown: only the place
  Stretch scope{};        // unknown: everywhere
  std::string owner{};    // for labels: the process, whose name may precede them
  bool listed = true;     // in the outline of its file
};

struct Word {
  std::string name;
  Stretch place;
  NameSpace space = NameSpace::Plain;
  std::string owner{};  // if not empty, the process whose label it is; then scopes do not matter
};

struct Use {
  Stretch place;
  uint32_t declared = 0;  // index into Collected::declared
};

struct Collected {
  std::vector<Declared> declared;
  std::vector<Word> words;
  std::vector<std::string> keywords;
};

// The words that refer to a declaration, including the declarations themselves.
std::vector<Use> find_uses(const Collected& collected);

// The location of a span in its file; unknown if it has no column.
Stretch stretch_of(SourceSpan span, const SourceMap& sources);
// One function per language. The main file is in `sources`; others are added. `options` are those of the reader.
Collected collect_promela(FileId file, const driver::ModelOptions& options, SourceMap& sources);
Collected collect_b(FileId file, const driver::ModelOptions& options, SourceMap& sources);
Collected collect_px(FileId file, const SourceMap& sources);
Collected collect_promela_lite(FileId file, SourceMap& sources);
Collected collect_mcrl2(FileId file, const SourceMap& sources);

}  // namespace px::lsp
