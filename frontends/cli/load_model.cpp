#include "frontends/cli/load_model.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "engine/ir/text.h"
#include "frontends/cli/option_rules.h"
#include "frontends/mcrl2/model.h"
#include "frontends/promela_lite/model.h"

namespace px::cli {
namespace {

Language language_of(const Options& options) {
  if (options.language != Language::Auto) return options.language;
  const std::string extension = std::filesystem::path(options.model).extension();
  if (extension == ".px") return Language::Px;
  if (extension == ".mch" || extension == ".ref" || extension == ".imp") return Language::B;
  if (extension == ".pml-lite") return Language::PromelaLite;
  if (extension == ".mcrl2") return Language::Mcrl2;
  if (extension == ".pml" || extension == ".prom" || extension == ".promela" || extension == ".spin") {
    return Language::Promela;
  }
  return Language::Auto;
}

// What a file that is no text would make of the lexers' messages is of no use to anybody.
bool looks_binary(const std::string& text) {
  return text.find('\0') != std::string::npos;
}

Result<LoadedModel> load_px(const Options& options, SourceMap& sources, std::string text) {
  ir::Definitions definitions;
  for (const Definition& definition : options.definitions) {
    if (definition.undefine) {
      definitions.erase(definition.name);
    } else {
      definitions[definition.name] = definition.value;
    }
  }
  const FileId file = sources.add(options.model, std::move(text));
  Result<ir::Program> program = ir::read_program(sources, file, definitions);
  if (!program) return program.failure();
  return LoadedModel{std::make_shared<const ir::Program>(std::move(*program)), Language::Px, {}, nullptr, nullptr};
}

Result<LoadedModel> load_promela(const Options& options, SourceMap& sources, std::string text) {
  const FileId file = sources.add(options.model, std::move(text));
  Result<std::unique_ptr<PromelaModel>> model = PromelaModel::read(options, file, sources);
  if (!model) return model.failure();
  LoadedModel loaded;
  loaded.program = (*model)->program();
  loaded.language = Language::Promela;
  loaded.warnings = (*model)->warnings();
  loaded.promela = std::move(*model);
  return loaded;
}

Result<LoadedModel> load_promela_lite(const Options& options, SourceMap& sources, std::string text) {
  if (!options.definitions.empty()) {
    return Failure(DiagnosticKind::UsageError, "Promela-Lite has no macros and no parameters to define",
                   "leave out -D, or write the model in Promela (.pml)");
  }
  Result<promela_lite::Model> model = promela_lite::read_model(sources, sources.add(options.model, std::move(text)));
  if (!model) return model.failure();
  LoadedModel loaded;
  loaded.program = std::make_shared<const ir::Program>(std::move(model->program));
  loaded.language = Language::PromelaLite;
  loaded.channels = std::move(model->channels);
  return loaded;
}

Result<LoadedModel> load_mcrl2(const Options& options, SourceMap& sources, std::string text) {
  if (!options.definitions.empty()) {
    return Failure(DiagnosticKind::UsageError, "mCRL2 has no macros and no parameters to define",
                   "leave out -D, and change the mapping in the specification, e.g. eqn N = 4;");
  }
  Result<mcrl2::Model> model =
      mcrl2::read_model(sources, sources.add(options.model, std::move(text)), {options.actions});
  if (!model) return model.failure();
  LoadedModel loaded;
  loaded.program = std::make_shared<const ir::Program>(std::move(model->program));
  loaded.language = Language::Mcrl2;
  loaded.warnings = std::move(model->warnings);
  return loaded;
}

// ProB has many preferences, most of them about how it solves constraints; those that matter here are few.
std::vector<Diagnostic> unknown_preferences(const Options& options) {
  static constexpr std::string_view kKnown[] = {"MININT", "MAXINT", "DEFAULT_SETSIZE", "MAX_OPERATIONS",
                                                "MAX_INITIALISATIONS"};
  Diagnostics unknown;
  for (const Definition& preference : options.preferences) {
    if (std::ranges::find(kKnown, preference.name) != std::end(kKnown)) continue;
    unknown.add(DiagnosticKind::NotChecked, {}, "the preference '" + preference.name + "' has no effect here");
  }
  return unknown.take();
}

Result<LoadedModel> load_b(const Options& options, SourceMap& sources, std::string text) {
  const FileId file = sources.add(options.model, std::move(text));
  Result<std::unique_ptr<BModel>> model = BModel::read(options, file, sources);
  if (!model) return model.failure();
  LoadedModel loaded;
  loaded.program = (*model)->program();
  loaded.language = Language::B;
  loaded.warnings = (*model)->machine().warnings;
  for (Diagnostic& warning : unknown_preferences(options)) loaded.warnings.push_back(std::move(warning));
  loaded.b = std::move(*model);
  return loaded;
}

}  // namespace

Result<std::string> read_file(const std::string& path, FileUse use) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return Failure(DiagnosticKind::FileUnreadable, fmt::format("'{}' is a directory, not a {}", path, use.what),
                   fmt::format("name a file in it, e.g. {}/{}", path, use.example));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    return Failure(DiagnosticKind::FileUnreadable, "cannot read '" + path + "': " + std::strerror(errno),
                   path == "-" ? "standard input is /dev/stdin, with --lang for its language" : "");
  }
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) {
    return Failure(DiagnosticKind::FileUnreadable, "cannot read '" + path + "': " + std::strerror(errno));
  }
  std::string result = std::move(text).str();
  // Some editors put a byte order mark before text in UTF-8.
  if (constexpr std::string_view kMark = "\xEF\xBB\xBF"; result.starts_with(kMark)) result.erase(0, kMark.size());
  if (looks_binary(result)) return Failure(DiagnosticKind::FileUnreadable, "'" + path + "' is not a text file");
  return result;
}

Result<LoadedModel> load_model(const Options& options, SourceMap& sources) {
  Result<std::string> text = read_file(options.model, {"model", "model.pml"});
  if (!text) return text.failure();
  const Language language = language_of(options);
  if (std::optional<Failure> failure = find_foreign_option(options, language)) return std::move(*failure);
  switch (language) {
    case Language::Px: return load_px(options, sources, std::move(*text));
    case Language::Promela: return load_promela(options, sources, std::move(*text));
    case Language::PromelaLite: return load_promela_lite(options, sources, std::move(*text));
    case Language::Mcrl2: return load_mcrl2(options, sources, std::move(*text));
    case Language::B: return load_b(options, sources, std::move(*text));
    case Language::Auto: break;
  }
  return Failure(DiagnosticKind::UsageError, "cannot tell the language of '" + options.model + "' from its name",
                 "say --lang promela, --lang b, --lang mcrl2, --lang promela-lite or --lang px");
}

}  // namespace px::cli
