#include "frontends/b/library.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>

#include "engine/base/text_file.h"
#include "frontends/b/parser.h"
#include "frontends/b/temporal_parser.h"

namespace px::b {
namespace {

constexpr std::array<std::string_view, 4> kExtensions = {".mch", ".ref", ".imp", ".sys"};

// Files that come with ProB and declare functions written in Prolog.
constexpr std::string_view kProBLibrary[] = {
    "LibraryStrings.def", "LibraryFiles.def", "LibraryIO.def",    "LibraryMath.def",  "LibraryProB.def",
    "LibraryMeta.def",    "LibraryCSV.def",   "LibraryJSON.def",  "LibraryXML.def",   "LibraryHash.def",
    "LibraryRandom.def",  "LibraryRegex.def", "LibrarySVG.def",   "LibraryReals.def", "LibraryTimeNow.def",
    "CHOOSE.def",         "SCCS.def",         "SORT.def",         "LibraryBits.def",  "LibraryZMQ_RPC.def",
    "LibraryTypes.def",   "LibraryUnits.def", "VARIANT_TYPES.def"};

class Loader {
 public:
  Loader(const LoadOptions& options, SourceMap& sources, Diagnostics& diagnostics)
      : options_(options), sources_(sources), diagnostics_(diagnostics) {}

  Library run(FileId file) {
    ParsedMachine parsed = parse_machine(file, sources_, diagnostics_);
    library_.main = add(file, std::move(parsed));
    LoadedMachine& main = *library_.machines.at(library_.main->parsed.name.text);
    read_temporal(main);
    read_values(main);
    return std::move(library_);
  }

 private:
  std::optional<std::string> read(const std::string& path) const {
    if (sources_.reads_saved()) {
      const std::string* saved = sources_.saved_text(path);
      return saved != nullptr ? std::optional(*saved) : std::nullopt;
    }
    return options_.read_file ? options_.read_file(path) : text_of_file(path);
  }

  std::string beside(FileId file, const std::string& name) const {
    return (std::filesystem::path(sources_.name(file)).parent_path() / name).string();
  }

  const LoadedMachine* add(FileId file, ParsedMachine parsed) {
    const std::string name = parsed.name.text;
    auto owned = std::make_unique<LoadedMachine>();
    LoadedMachine& machine = *owned;
    machine.file = file;
    machine.parsed = std::move(parsed);
    library_.machines[name] = std::move(owned);
    open_.push_back(name);
    read_definition_files(machine);
    index_definitions(machine);
    if (!machine.parsed.refines.text.empty()) machine.refines = find(machine, machine.parsed.refines, "refined");
    for (const MachineUse& use : machine.parsed.uses) machine.uses.push_back(find(machine, use.name, "used"));
    open_.pop_back();
    return &machine;
  }

  // The machine of that name; reads it at the first use.
  const LoadedMachine* find(const LoadedMachine& user, const Name& name, std::string_view how) {
    if (std::find(open_.begin(), open_.end(), name.text) != open_.end()) {
      std::string cycle;
      for (auto it = std::find(open_.begin(), open_.end(), name.text); it != open_.end(); ++it) cycle += *it + " -> ";
      diagnostics_.add(DiagnosticKind::DuplicateName, name.span,
                       "the machines refer to each other in a cycle: " + cycle + name.text);
      return nullptr;
    }
    const auto known = library_.machines.find(name.text);
    if (known != library_.machines.end()) return known->second.get();
    for (const std::string_view extension : kExtensions) {
      const std::string path = beside(user.file, name.text + std::string(extension));
      std::optional<std::string> text = read(path);
      if (!text) continue;
      const FileId file = sources_.add(path, std::move(*text));
      ParsedMachine parsed = parse_machine(file, sources_, diagnostics_);
      if (parsed.name.text != name.text) {
        diagnostics_.add(DiagnosticKind::UnknownName, name.span,
                         "'" + path + "' holds the machine '" + parsed.name.text + "', not '" + name.text + "'");
        return nullptr;
      }
      return add(file, std::move(parsed));
    }
    diagnostics_.add(DiagnosticKind::FileUnreadable, name.span,
                     "the machine '" + name.text + "' that is " + std::string(how) + " here cannot be read",
                     "it should be in the file '" + beside(user.file, name.text + ".mch") + "' (or .ref, .imp, .sys)");
    return nullptr;
  }

  // Files may name further files, which are appended to the list during the iteration.
  void read_definition_files(LoadedMachine& machine) {
    std::vector<std::string> seen;
    for (size_t i = 0; i < machine.parsed.definition_files.size(); ++i) {
      const Name file = machine.parsed.definition_files[i];
      if (std::find(seen.begin(), seen.end(), file.text) != seen.end()) continue;
      seen.push_back(file.text);
      const std::string path = beside(file.span.file, file.text);
      std::optional<std::string> text = read(path);
      if (text) {
        parse_definition_file(sources_.add(path, std::move(*text)), sources_, machine.parsed, diagnostics_);
      } else if (std::find(std::begin(kProBLibrary), std::end(kProBLibrary), file.text) != std::end(kProBLibrary)) {
        machine.unsupported_files.push_back(file.text);
      } else {
        diagnostics_.add(DiagnosticKind::FileUnreadable, file.span,
                         "the definition file '" + path + "' cannot be read");
      }
    }
  }

  // Only for the main machine: formulas of other machines concern only those machines.
  void read_temporal(LoadedMachine& machine) {
    for (const Definition& definition : machine.parsed.definitions) {
      if (!definition.parameters.empty() || !is_ltl_definition(definition.name.text)) continue;
      parse_temporal({definition.name.text, definition.name.span, definition.text, definition.text_span},
                     machine.parsed, diagnostics_);
    }
    for (const AddedFormula& formula : options_.formulas) {
      const FileId file = sources_.add(formula.option, formula.text);
      const SourceSpan start{file, 1, 1, 1};
      parse_temporal({formula.name, start, formula.text, start}, machine.parsed, diagnostics_);
    }
  }

  // Whether `name` has a value rather than being a set: parameters in capitals are sets.
  static bool is_value(const ParsedMachine& machine, const std::string& name) {
    const auto is_name = [&](const Name& known) { return known.text == name; };
    const auto is_constant = [&](const DeclaredName& known) { return known.name.text == name; };
    return (std::ranges::any_of(machine.parameters, is_name) && !is_set_parameter(name)) ||
           std::ranges::any_of(machine.constants, is_constant);
  }

  void read_values(LoadedMachine& machine) {
    std::map<std::string, const GivenValue*> last;
    for (const GivenValue& value : options_.values) {
      if (is_value(machine.parsed, value.name)) last[value.name] = &value;
    }
    for (const auto& [name, value] : last) {
      const FileId file = sources_.add_made_up(value->option, value->text);
      const ExprId formula = parse_formula_text(value->text, file, machine.parsed, diagnostics_);
      if (formula.valid()) machine.parsed.values.push_back({{name, {file, 1, 1, 1}}, formula});
      machine.given_values.insert(name);
    }
  }

  void index_definitions(LoadedMachine& machine) {
    for (const Definition& definition : machine.parsed.definitions) {
      const auto [known, added] = machine.definitions.emplace(definition.name.text, &definition);
      // The machine's own definitions precede those of files, and take precedence.
      if (added || definition.name.span.file != known->second->name.span.file) continue;
      diagnostics_.add(DiagnosticKind::DuplicateName, definition.name.span,
                       "'" + definition.name.text + "' is defined a second time; the first definition is at " +
                           sources_.place(known->second->name.span));
    }
  }

  const LoadOptions& options_;
  SourceMap& sources_;
  Diagnostics& diagnostics_;
  Library library_;
  std::vector<std::string> open_;  // machines being loaded, to detect cycles
};

}  // namespace

bool is_set_parameter(const std::string& name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return std::islower(static_cast<unsigned char>(c)); });
}

Library load_library(FileId file, const LoadOptions& options, SourceMap& sources, Diagnostics& diagnostics) {
  return Loader(options, sources, diagnostics).run(file);
}

}  // namespace px::b
