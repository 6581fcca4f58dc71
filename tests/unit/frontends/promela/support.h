// Runs stages of the Promela front end on a text, for the tests of this folder.
#pragma once

#include <string>
#include <vector>

#include "frontends/promela/parser.h"
#include "frontends/promela/resolve.h"

namespace px::promela {

struct Loaded {
  SourceMap sources;
  Diagnostics diagnostics;
  ast::Module module;
  Model model;

  // "kind line:column" of every message.
  std::vector<std::string> messages() const {
    std::vector<std::string> texts;
    for (const Diagnostic& item : diagnostics.items()) {
      texts.push_back(std::string(diagnostic_name(item.kind)) + ' ' + std::to_string(item.span.line) + ':' +
                      std::to_string(item.span.column));
    }
    return texts;
  }
};

inline Loaded load_text(const std::string& text) {
  Loaded loaded;
  const FileId file = loaded.sources.add("m.pml", text);
  const PreprocessedText preprocessed = preprocess(file, {}, loaded.sources, loaded.diagnostics);
  loaded.module = parse(lex(preprocessed, loaded.diagnostics), loaded.diagnostics);
  if (!loaded.diagnostics.has_errors()) loaded.model = resolve(loaded.module, loaded.diagnostics);
  return loaded;
}

}  // namespace px::promela
