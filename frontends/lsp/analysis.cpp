#include "frontends/lsp/analysis.h"

#include <cstring>
#include <filesystem>
#include <optional>

#include "engine/base/text_file.h"
#include "frontends/driver/read_model.h"
#include "frontends/lsp/child_process.h"
#include "frontends/lsp/model_facts.h"

namespace px::lsp {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string normalised(std::string_view path) {
  return std::filesystem::path(path).lexically_normal().string();
}

// The texts of one analysis, with their lines.
class Texts {
 public:
  explicit Texts(const SourceMap& sources) : sources_(sources) {}

  const TextMap& of(FileId file) {
    const auto known = maps_.find(file);
    if (known != maps_.end()) return known->second;
    return maps_.emplace(file, TextMap(sources_.text(file))).first->second;
  }
  Range range(SourceSpan span) { return span.known() ? of(span.file).range(span) : Range(); }

 private:
  const SourceMap& sources_;
  std::map<FileId, TextMap> maps_;
};

int severity_of(const Diagnostic& diagnostic) {
  switch (diagnostic.severity()) {
    case Severity::Error: return 1;
    case Severity::Warning: return 2;
    case Severity::Note: break;
  }
  return 3;
}

// Groups diagnostics by file; those without a location, and those about texts of options, belong to the model.
std::map<std::string, Json> by_file(const std::vector<Diagnostic>& all, const SourceMap& sources,
                                    const std::string& main) {
  std::map<std::string, Json> files;
  Texts texts(sources);
  for (const FileId file : sources.files_read()) files[normalised(sources.name(file))] = Json::array();
  files.try_emplace(main, Json::array());
  for (const Diagnostic& diagnostic : all) {
    std::string path = diagnostic.span.known() ? normalised(sources.name(diagnostic.span.file)) : main;
    std::string message = diagnostic.message;
    Range range = texts.range(diagnostic.span);
    if (!files.contains(path)) {
      message = sources.place(diagnostic.span) + ": " + message;
      path = main;
      range = {};
    }
    if (!diagnostic.hint.empty()) message += "\nhint: " + diagnostic.hint;
    files[path].push_back({{"range", to_json(range)},
                           {"severity", severity_of(diagnostic)},
                           {"source", "pexplore"},
                           {"code", diagnostic_name(diagnostic.kind)},
                           {"message", message}});
  }
  return files;
}

bool has_syntax_error(const std::vector<Diagnostic>& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    switch (diagnostic.kind) {
      case DiagnosticKind::SyntaxError:
      case DiagnosticKind::LexicalError:
      case DiagnosticKind::PreprocessorError: return true;
      default: break;
    }
  }
  return false;
}

Collected collect(driver::LanguageId language, FileId file, const driver::ModelOptions& options, SourceMap& sources) {
  switch (language) {
    case driver::LanguageId::Promela: return collect_promela(file, options, sources);
    case driver::LanguageId::B: return collect_b(file, options, sources);
    case driver::LanguageId::Px: return collect_px(file, sources);
    case driver::LanguageId::PromelaLite: return collect_promela_lite(file, sources);
    case driver::LanguageId::Mcrl2: return collect_mcrl2(file, sources);
    case driver::LanguageId::Auto: break;
  }
  return {};
}

// Converts declarations, and the facts about them, to the form that is handed over.
class IndexMaker {
 public:
  IndexMaker(const SourceMap& sources, const std::string& main) : sources_(sources), texts_(sources) {
    index_.files.push_back(main);
  }

  void add(const Collected& collected) {
    index_.keywords = collected.keywords;
    for (const Declared& declared : collected.declared) add(declared);
    for (const Use& use : find_uses(collected)) index_.uses.push_back({place(use.place), use.declared});
  }

  // `sources`: the texts that the facts refer to.
  void add(const ModelFacts& facts, const SourceMap& sources) {
    Texts texts(sources);
    for (const StatementFact& statement : facts.statements) {
      index_.statements.push_back(
          {{file_number(sources.name(statement.span.file)), texts.range(statement.span)}, statement.text});
    }
    for (const auto& [span, name] : facts.properties) {
      index_.properties.push_back({{file_number(sources.name(span.file)), texts.range(span)}, name});
    }
    std::map<std::tuple<uint32_t, Position>, const std::vector<std::string>*> by_place;
    for (const auto& [at, list] : facts.at) {
      const auto& [path, line, column] = at;
      for (const FileId file : sources.files_read()) {
        if (sources.name(file) != path) continue;
        by_place[{file_number(path), texts.range(SourceSpan{file, line, column, 1}).start}] = &list;
      }
    }
    for (IndexedSymbol& symbol : index_.symbols) {
      const auto found = by_place.find({symbol.place.file, symbol.place.range.start});
      if (found != by_place.end()) symbol.facts = *found->second;
      const auto element = facts.of_element.find(symbol.name);
      if (symbol.kind != SymbolKind::EnumMember || element == facts.of_element.end()) continue;
      symbol.facts.insert(symbol.facts.end(), element->second.begin(), element->second.end());
    }
  }

  Index take() { return std::move(index_); }

 private:
  uint32_t file_number(std::string_view name) {
    const std::string path = normalised(name);
    if (const std::optional<uint32_t> known = index_.file_of(path)) return *known;
    index_.files.push_back(path);
    return static_cast<uint32_t>(index_.files.size() - 1);
  }

  Place place(const Stretch& stretch) {
    return {file_number(sources_.name(stretch.file)), texts_.of(stretch.file).range(stretch.begin, stretch.end)};
  }

  void add(const Declared& declared) {
    IndexedSymbol symbol{
        declared.name, declared.kind, declared.space, declared.written, declared.about, {}, place(declared.place), {}};
    symbol.extent = symbol.place.range;
    if (declared.extent.known() && declared.extent.file == declared.place.file) {
      const Range extent = place(declared.extent).range;
      if (extent.contains(symbol.place.range.start) && extent.contains(symbol.place.range.end)) symbol.extent = extent;
    }
    if (declared.scope.known()) symbol.scope = place(declared.scope);
    symbol.listed = declared.listed;
    index_.symbols.push_back(std::move(symbol));
  }

  const SourceMap& sources_;
  Texts texts_;
  Index index_;
};

void write_part(const AnalysisPart& part, int output) {
  const Json json{{"diagnostics", part.diagnostics}, {"index", to_json(part.index)}, {"whole", part.whole}};
  const std::vector<uint8_t> bytes = Json::to_cbor(json);
  const uint64_t length = bytes.size();
  std::string text(sizeof length, '\0');
  std::memcpy(text.data(), &length, sizeof length);
  text.append(bytes.begin(), bytes.end());
  write_all(output, text);
}

driver::ModelOptions with_unsaved(const AnalysisRequest& request) {
  driver::ModelOptions options = request.options;
  options.read_file = [&unsaved = request.unsaved](const std::string& path) {
    const auto open = unsaved.find(normalised(path));
    return open == unsaved.end() ? text_of_file(path) : std::optional(open->second);
  };
  return options;
}

}  // namespace

void analyse(const AnalysisRequest& request, int output) {
  const driver::ModelOptions options = with_unsaved(request);
  std::string text = request.text;
  if (text.starts_with(kByteOrderMark)) text.replace(0, kByteOrderMark.size(), " ");
  AnalysisPart part;
  const Result<const driver::Language*> language = driver::language_of(request.language, request.path, text);
  SourceMap sources;
  auto model = driver::read_model(request.path, text, request.language, options, sources);
  const std::vector<Diagnostic> found = model ? (*model)->warnings() : model.failure().diagnostics;
  part.diagnostics = by_file(found, sources, request.path);
  part.whole = language.ok() && !(!model && has_syntax_error(found));
  SourceMap texts;
  Collected collected;
  if (language) collected = collect((*language)->id, texts.add(request.path, text), options, texts);
  const auto index_with = [&](const ModelFacts& facts) {
    IndexMaker maker(texts, request.path);
    maker.add(collected);
    maker.add(facts, sources);
    return maker.take();
  };
  ModelFacts facts;
  if (model) facts = facts_of(**model, sources);
  part.index = index_with(facts);
  write_part(part, output);
  if (!model) return;
  add_symmetry(**model, sources, facts);
  part.index = index_with(facts);
  write_part(part, output);
}

std::optional<AnalysisPart> take_part(std::string& written) {
  uint64_t length = 0;
  if (written.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, written.data(), sizeof length);
  if (written.size() - sizeof length < length) return std::nullopt;
  const Json json = Json::from_cbor(written.begin() + sizeof length,
                                    written.begin() + static_cast<long>(sizeof length + length), true, false);
  written.erase(0, sizeof length + length);
  AnalysisPart part;
  if (json.is_discarded()) return part;
  part.diagnostics = json["diagnostics"].get<std::map<std::string, Json>>();
  part.index = index_from(json["index"]);
  part.whole = json["whole"].get<bool>();
  return part;
}

}  // namespace px::lsp
