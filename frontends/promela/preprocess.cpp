#include "frontends/promela/preprocess.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "engine/base/spelling.h"
#include "frontends/promela/pp_condition.h"

namespace px::promela {
namespace {

constexpr size_t kMaxIncludeDepth = 200;

struct Conditional {
  SourceSpan place;
  bool outer_active = true;  // whether the surrounding text is active
  bool active = true;        // whether the current branch is active
  bool taken = false;        // whether some branch has been active
  bool else_seen = false;
};

class Preprocessor {
 public:
  Preprocessor(const PreprocessOptions& options, SourceMap& sources, Diagnostics& diagnostics)
      : options_(options), sources_(sources), diagnostics_(diagnostics), macros_(diagnostics) {}

  PreprocessedText run(FileId file) {
    for (const std::string& definition : options_.definitions) define_from_option(definition);
    for (const std::string& name : options_.undefinitions) macros_.undefine(name);
    process_file(file, {});
    for (const FileId more : options_.appended) process_file(more, {});
    report_without_effect();
    return std::move(out_);
  }

 private:
  struct File {
    FileId id;
    PpScanner scanner;
    size_t outer_conditionals;
  };

  void process_file(FileId file, SourceSpan used_at);
  void define_from_option(const std::string& definition);
  void report_without_effect();
  void emit(const PpToken& token);
  void emit_newline();

  void directive(File& file, const PpToken& hash);
  bool conditional_directive(const std::string& name, const PpToken& at, const std::vector<PpToken>& rest);
  void open_conditional(const PpToken& at, bool value);
  void alternative(const PpToken& at, const std::vector<PpToken>& rest, bool is_else);
  void define(const PpToken& at, const std::vector<PpToken>& rest);
  FileId read(const std::string& path, SourceSpan used_at);
  void include(File& file, const PpToken& at, const std::vector<PpToken>& rest);
  void line_mark(File& file, const PpToken& at, const std::vector<PpToken>& rest);
  std::string find_include(const std::string& name, bool quoted, FileId from) const;
  void error(SourceSpan place, std::string message) {
    diagnostics_.add(DiagnosticKind::PreprocessorError, place, std::move(message));
  }
  bool active() const { return conditionals_.empty() || conditionals_.back().active; }

  const PreprocessOptions& options_;
  SourceMap& sources_;
  Diagnostics& diagnostics_;
  MacroTable macros_;
  std::vector<Conditional> conditionals_;
  std::vector<FileId> open_files_;
  PreprocessedText out_;
  bool previous_verbatim_ = true;
};

void Preprocessor::define_from_option(const std::string& definition) {
  const size_t equals = definition.find('=');
  const std::string name = definition.substr(0, equals);
  const FileId file = sources_.add_made_up(
      "<option -D" + definition + ">", equals == std::string::npos ? std::string("1") : definition.substr(equals + 1));
  Macro macro;
  const std::string text(sources_.text(file));
  PpScanner scanner(text, file);
  for (PpToken token = scanner.next(); token.kind != PpKind::End; token = scanner.next()) macro.body.push_back(token);
  macros_.define_given(name, std::move(macro));
}

// Reports a macro that was given but changes nothing: a different instance may be checked than intended.
void Preprocessor::report_without_effect() {
  for (const MacroTable::Given& given : macros_.given()) {
    if (given.replaced.known()) {
      diagnostics_.add(DiagnosticKind::DefinitionWithoutEffect, given.replaced,
                       "-D" + given.name + " has no effect" + (given.used ? " from here on" : "") +
                           ": the model itself defines '" + given.name + "'",
                       "write #ifndef " + given.name + " before it in the model, and #endif after it");
    } else if (!given.used) {
      std::vector<std::string> names(macros_.asked().begin(), macros_.asked().end());
      for (const auto& [name, place] : out_.macros) names.push_back(name);
      std::erase(names, given.name);
      std::ranges::sort(names);
      diagnostics_.add(DiagnosticKind::DefinitionWithoutEffect, {},
                       "-D" + given.name + " has no effect: the model does not use '" + given.name + "'",
                       suggestion(given.name, names));
    }
  }
}

void Preprocessor::process_file(FileId id, SourceSpan used_at) {
  if (open_files_.size() >= kMaxIncludeDepth) {
    error(used_at, "#include is nested more than " + std::to_string(kMaxIncludeDepth) + " deep");
    return;
  }
  open_files_.push_back(id);
  const std::string text(sources_.text(id));  // adding files may move the texts of the source map
  File file{id, PpScanner(text, id), conditionals_.size()};
  PpSource source(&file.scanner);
  bool line_start = true;
  for (;;) {
    const bool from_file = !source.has_pending();
    PpToken token = source.next();
    if (token.kind == PpKind::End) break;
    if (token.kind == PpKind::Newline) {
      emit_newline();
      line_start |= from_file;
      continue;
    }
    if (line_start && from_file && token.text == "#") {
      directive(file, token);
      continue;
    }
    line_start = false;
    if (active() && !macros_.expand(token, source)) emit(token);
  }
  if (file.scanner.unterminated_comment().known()) {
    error(file.scanner.unterminated_comment(), "this comment has no end");
  }
  while (conditionals_.size() > file.outer_conditionals) {
    error(conditionals_.back().place, "this conditional has no #endif");
    conditionals_.pop_back();
  }
  emit_newline();
  open_files_.pop_back();
}

void Preprocessor::emit_newline() {
  out_.text += '\n';
}

void Preprocessor::emit(const PpToken& token) {
  const bool separate = token.space_before || token.verbatim != previous_verbatim_ || !token.verbatim;
  if (separate && !out_.text.empty() && out_.text.back() != '\n') out_.text += ' ';
  const auto begin = static_cast<uint32_t>(out_.text.size());
  const TextPiece* last = out_.pieces.empty() ? nullptr : &out_.pieces.back();
  const bool continues = last != nullptr && last->verbatim && token.verbatim && last->place.file == token.place.file &&
                         last->place.line == token.place.line &&
                         token.place.column - last->place.column == begin - last->begin;
  if (!continues) out_.pieces.push_back({begin, token.verbatim, token.place});
  out_.text += token.text;
  previous_verbatim_ = token.verbatim;
}

void Preprocessor::directive(File& file, const PpToken& hash) {
  PpToken name = file.scanner.next(true);
  std::vector<PpToken> rest;
  if (name.kind != PpKind::Newline && name.kind != PpKind::End) {
    for (PpToken token = file.scanner.next(true);; token = file.scanner.next(true)) {
      if (token.kind == PpKind::Newline || token.kind == PpKind::End) break;
      rest.push_back(std::move(token));
    }
  }
  emit_newline();
  if (name.kind == PpKind::Newline || name.kind == PpKind::End) return;
  if (conditional_directive(name.text, name, rest) || !active()) return;
  if (name.text == "define") {
    define(name, rest);
  } else if (name.text == "undef") {
    if (rest.size() != 1 || rest.front().kind != PpKind::Identifier) {
      error(name.place, "#undef needs the name of one macro");
    } else {
      macros_.undefine(rest.front().text, rest.front().place);
    }
  } else if (name.text == "include") {
    include(file, name, rest);
  } else if (name.text == "line") {
    line_mark(file, name, rest);
  } else if (name.kind == PpKind::Number) {
    rest.insert(rest.begin(), name);
    line_mark(file, name, rest);
  } else if (name.text == "error" || name.text == "warning") {
    std::string text;
    for (const PpToken& token : rest) text += (text.empty() ? "" : " ") + token.text;
    diagnostics_.add(name.text == "error" ? DiagnosticKind::PreprocessorError : DiagnosticKind::UserWarning, name.place,
                     "#" + name.text + " " + text);
  } else if (name.text != "pragma" && name.text != "ident") {
    error({hash.place.file, hash.place.line, hash.place.column, 1}, "unknown directive '#" + name.text + "'");
  }
}

bool Preprocessor::conditional_directive(const std::string& name, const PpToken& at, const std::vector<PpToken>& rest) {
  if (name == "if") {
    open_conditional(at, active() && evaluate_condition(rest, at.place, macros_, diagnostics_).value_or(0) != 0);
  } else if (name == "ifdef" || name == "ifndef") {
    if (rest.empty() || rest.front().kind != PpKind::Identifier) error(at.place, "#" + name + " needs a name");
    open_conditional(at, !rest.empty() && macros_.defined(rest.front().text) == (name == "ifdef"));
  } else if (name == "elif" || name == "else") {
    alternative(at, rest, name == "else");
  } else if (name == "endif") {
    if (conditionals_.empty()) {
      error(at.place, "#endif without #if");
    } else {
      conditionals_.pop_back();
    }
  } else {
    return false;
  }
  return true;
}

void Preprocessor::open_conditional(const PpToken& at, bool value) {
  const bool outer = active();
  conditionals_.push_back({at.place, outer, outer && value, value, false});
}

void Preprocessor::alternative(const PpToken& at, const std::vector<PpToken>& rest, bool is_else) {
  if (conditionals_.empty()) return error(at.place, "#" + at.text + " without #if");
  Conditional& conditional = conditionals_.back();
  if (conditional.else_seen) return error(at.place, "#" + at.text + " after #else");
  const bool open = conditional.outer_active && !conditional.taken;
  const bool value = is_else || (open && evaluate_condition(rest, at.place, macros_, diagnostics_).value_or(0) != 0);
  conditional.active = open && value;
  conditional.taken |= value;
  conditional.else_seen = is_else;
}

void Preprocessor::define(const PpToken& at, const std::vector<PpToken>& rest) {
  if (rest.empty() || rest.front().kind != PpKind::Identifier) return error(at.place, "#define needs a name");
  Macro macro;
  macro.place = rest.front().place;
  size_t next = 1;
  if (next < rest.size() && rest[next].text == "(" && !rest[next].space_before) {
    macro.takes_arguments = true;
    for (++next; next < rest.size() && rest[next].text != ")"; ++next) {
      if (rest[next].text == ",") continue;
      if (rest[next].kind != PpKind::Identifier) return error(rest[next].place, "expected the name of a parameter");
      macro.parameters.push_back(rest[next].text);
    }
    if (next == rest.size()) return error(macro.place, "the parameters of the macro have no closing ')'");
    ++next;
  }
  macro.body.assign(rest.begin() + static_cast<std::ptrdiff_t>(next), rest.end());
  out_.macros.emplace(rest.front().text, macro.place);
  macros_.define(rest.front().text, std::move(macro));
}

std::string Preprocessor::find_include(const std::string& name, bool quoted, FileId from) const {
  namespace fs = std::filesystem;
  std::error_code ignored;
  std::vector<fs::path> candidates;
  if (quoted || fs::path(name).is_absolute()) candidates.push_back(fs::path(sources_.name(from)).parent_path() / name);
  for (const std::string& directory : options_.include_directories) candidates.push_back(fs::path(directory) / name);
  for (const fs::path& candidate : candidates) {
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
  }
  return {};
}

FileId Preprocessor::read(const std::string& path, SourceSpan used_at) {
  if (!options_.read_file) return read_source(path, used_at, sources_, diagnostics_);
  if (std::optional<std::string> text = options_.read_file(path)) return sources_.add(path, std::move(*text));
  diagnostics_.add(DiagnosticKind::FileUnreadable, used_at, "cannot read '" + path + "'");
  return {};
}

void Preprocessor::include(File& file, const PpToken& at, const std::vector<PpToken>& unexpanded) {
  const bool literal = !unexpanded.empty() && unexpanded.front().kind != PpKind::Identifier;
  const std::vector<PpToken> rest = literal ? unexpanded : macros_.expand_all(unexpanded);
  std::string name;
  const bool quoted = !rest.empty() && rest.front().kind == PpKind::String && rest.front().text.size() > 2;
  if (quoted) {
    name = rest.front().text.substr(1, rest.front().text.size() - 2);
  } else if (rest.size() > 2 && rest.front().text == "<" && rest.back().text == ">") {
    for (size_t i = 1; i + 1 < rest.size(); ++i) name += rest[i].text;
  } else {
    return error(at.place, "#include needs \"file\" or <file>");
  }
  const std::string path = find_include(name, quoted, file.id);
  if (path.empty()) {
    diagnostics_.add(DiagnosticKind::FileUnreadable, rest.front().place, "cannot find '" + name + "'",
                     "add its directory with -I");
    return;
  }
  const FileId included = read(path, rest.front().place);
  if (included.valid()) process_file(included, rest.front().place);
}

void Preprocessor::line_mark(File& file, const PpToken& at, const std::vector<PpToken>& rest) {
  const bool named = rest.size() > 1 && rest[1].kind == PpKind::String && rest[1].text.size() >= 2;
  if (rest.empty() || rest.front().kind != PpKind::Number) return error(at.place, "a line mark needs a line number");
  const FileId id = named ? sources_.find_or_add(rest[1].text.substr(1, rest[1].text.size() - 2)) : at.place.file;
  file.scanner.set_line(id, static_cast<uint32_t>(std::strtoul(rest.front().text.c_str(), nullptr, 10)));
}

}  // namespace

SourceSpan place_of(const PreprocessedText& preprocessed, uint32_t begin, uint32_t end, size_t& hint) {
  const std::vector<TextPiece>& pieces = preprocessed.pieces;
  if (pieces.empty()) return {};
  if (hint >= pieces.size() || pieces[hint].begin > begin) hint = 0;
  while (hint + 1 < pieces.size() && pieces[hint + 1].begin <= begin) ++hint;
  SourceSpan place = pieces[hint].place;
  if (!pieces[hint].verbatim) return place;
  place.column += begin - pieces[hint].begin;
  place.length = end - begin;
  return place;
}

FileId read_source(const std::string& path, SourceSpan used_at, SourceMap& sources, Diagnostics& diagnostics) {
  if (sources.reads_saved()) {
    if (const std::string* saved = sources.saved_text(path)) return sources.add(path, *saved);
    diagnostics.add(DiagnosticKind::FileUnreadable, used_at, "'" + path + "' is not in the checkpoint");
    return {};
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  if (!stream) {
    diagnostics.add(DiagnosticKind::FileUnreadable, used_at, "cannot read '" + path + "'");
    return {};
  }
  return sources.add(path, std::move(text));
}

PreprocessedText preprocess(FileId file, const PreprocessOptions& options, SourceMap& sources,
                            Diagnostics& diagnostics) {
  return Preprocessor(options, sources, diagnostics).run(file);
}

}  // namespace px::promela
