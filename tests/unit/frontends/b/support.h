// Runs the front end on texts in memory, for the tests of this folder.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontends/b/machine.h"

namespace px::b {

using Files = std::map<std::string, std::string>;

struct Loaded {
  SourceMap sources;
  std::optional<Machine> machine;
  std::vector<Diagnostic> diagnostics;  // errors, or the warnings of a loaded machine

  // "Kind file:line:column" of every message.
  std::vector<std::string> messages() const {
    std::vector<std::string> texts;
    for (const Diagnostic& item : diagnostics) {
      texts.push_back(std::string(diagnostic_name(item.kind)) + ' ' + sources.place(item.span));
    }
    return texts;
  }
  std::string first_text() const { return diagnostics.empty() ? "" : render(diagnostics.front(), sources); }
  // The type of the last declared symbol of that name.
  std::string type_of(const std::string& name) const {
    std::string found = "none";
    if (!machine) return first_text();
    for (const Symbol& symbol : machine->symbols) {
      if (symbol.name == name) found = text_of(machine->types, symbol.type);
    }
    return found;
  }
};

// The text is the main machine; other machines are looked up in `files`.
inline Loaded load_text(const std::string& text, const Files& files = {}) {
  Loaded loaded;
  LoadOptions options;
  options.read_file = [&](const std::string& path) -> std::optional<std::string> {
    const auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
  Result<Machine> result = load_machine(loaded.sources.add("M.mch", text), options, loaded.sources);
  if (result) {
    loaded.diagnostics = result->warnings;
    loaded.machine = std::move(*result);
  } else {
    loaded.diagnostics = std::move(result.failure().diagnostics);
  }
  return loaded;
}

}  // namespace px::b
