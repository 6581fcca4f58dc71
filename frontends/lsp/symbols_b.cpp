// Declarations of B from the machines as written; their types from the typed machine, if there is one.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>

#include "frontends/b/lexer.h"
#include "frontends/b/library.h"
#include "frontends/lsp/symbols.h"

namespace px::lsp {
namespace {

constexpr std::string_view kKeywords[] = {
#define PX_B_TOKEN(name, text)
#define PX_B_SYMBOL(name, ascii, unicode)
#define PX_B_KEYWORD(name, text) text,
#define PX_B_CLAUSE(name, text) text,
#include "frontends/b/token_kind.def"
#undef PX_B_TOKEN
#undef PX_B_SYMBOL
#undef PX_B_KEYWORD
#undef PX_B_CLAUSE
};

class BCollector {
 public:
  BCollector(SourceMap& sources, Collected& collected) : sources_(sources), collected_(collected) {}

  // `sources`: those of the machine, whose files have different numbers but the same names.
  void add_types(const b::Machine& machine, const SourceMap& sources);
  void add_words(FileId file);
  void add_machine(const b::LoadedMachine& machine);

 private:
  Declared named(const b::Name& name, SymbolKind kind, const std::string& word, const std::string& about) const;
  void add(Declared declared);
  void add_operations(const std::vector<b::ParsedOperation>& operations);
  void add_operation(const b::ParsedOperation& operation, const Stretch& extent);
  void add_definition(const b::Definition& definition);
  void add_bound(const std::vector<b::Name>& names);
  // The part of the text that begins with the nearest preceding operation, definition or clause.
  Stretch part_around(const Stretch& place) const;
  size_t clause_end(FileId file, size_t from) const;

  SourceMap& sources_;
  Collected& collected_;
  std::map<std::tuple<std::string, uint32_t, uint32_t>, std::string> types_;  // of names, by file, line and column
  std::map<FileId, std::vector<size_t>> clauses_;                             // where they begin
  std::vector<Stretch> parts_;                                                // operations and definitions
};

void BCollector::add_types(const b::Machine& machine, const SourceMap& sources) {
  for (const b::Symbol& symbol : machine.symbols) {
    if (!symbol.span.known() || !symbol.type.valid()) continue;
    types_[{std::string(sources.name(symbol.span.file)), symbol.span.line, symbol.span.column}] =
        b::text_of(machine.types, symbol.type);
  }
}

void BCollector::add_words(FileId file) {
  Diagnostics ignored;
  for (const b::Token& token : b::lex(file, sources_, ignored)) {
    if (b::begins_clause(token.kind)) clauses_[file].push_back(token.begin);
    if (token.kind != b::TokenKind::Name) continue;
    collected_.words.push_back({token.text, {file, token.begin, token.end}});
  }
  clauses_[file].push_back(sources_.text(file).size());
}

Declared BCollector::named(const b::Name& name, SymbolKind kind, const std::string& word,
                           const std::string& about) const {
  Declared declared{.name = name.text, .kind = kind, .written = name.text, .about = word};
  if (!about.empty()) declared.about += " of " + about;
  declared.place = stretch_of(name.span, sources_);
  const auto type = types_.find({std::string(sources_.name(name.span.file)), name.span.line, name.span.column});
  if (type != types_.end()) declared.written += " : " + type->second;
  return declared;
}

void BCollector::add(Declared declared) {
  if (declared.place.known() && !declared.name.empty()) collected_.declared.push_back(std::move(declared));
}

size_t BCollector::clause_end(FileId file, size_t from) const {
  const auto found = clauses_.find(file);
  if (found == clauses_.end()) return from;
  const auto next = std::upper_bound(found->second.begin(), found->second.end(), from);
  return next == found->second.end() ? from : *next;
}

Stretch BCollector::part_around(const Stretch& place) const {
  const Stretch* best = nullptr;
  for (const Stretch& part : parts_) {
    if (part.contains(place.file, place.begin) && (best == nullptr || part.size() < best->size())) best = &part;
  }
  if (best != nullptr) return *best;
  const auto found = clauses_.find(place.file);
  if (found == clauses_.end()) return {};
  const auto next = std::upper_bound(found->second.begin(), found->second.end(), place.begin);
  if (next == found->second.begin() || next == found->second.end()) return {};
  return {place.file, *std::prev(next), *next};
}

void BCollector::add_operation(const b::ParsedOperation& operation, const Stretch& extent) {
  Declared declared = named(operation.name, SymbolKind::Function, "operation", "");
  std::string results;
  std::string parameters;
  for (const b::Name& result : operation.results) results += (results.empty() ? "" : ", ") + result.text;
  for (const b::Name& parameter : operation.parameters) {
    parameters += (parameters.empty() ? "" : ", ") + named(parameter, SymbolKind::Parameter, "", "").written;
  }
  declared.written = (results.empty() ? "" : results + " <-- ") + operation.name.text;
  if (!parameters.empty()) declared.written += "(" + parameters + ")";
  declared.extent = extent;
  add(declared);
  for (const b::Name& name : operation.parameters) {
    Declared parameter = named(name, SymbolKind::Parameter, "parameter", "operation " + operation.name.text);
    parameter.scope = extent;
    add(parameter);
  }
  for (const b::Name& name : operation.results) {
    Declared result = named(name, SymbolKind::Parameter, "result", "operation " + operation.name.text);
    result.scope = extent;
    add(result);
  }
}

void BCollector::add_operations(const std::vector<b::ParsedOperation>& operations) {
  std::vector<Stretch> begins;
  for (const b::ParsedOperation& operation : operations) {
    Stretch begin = stretch_of(operation.name.span, sources_);
    for (const b::Name& result : operation.results) {
      const Stretch place = stretch_of(result.span, sources_);
      if (place.file == begin.file) begin.begin = std::min(begin.begin, place.begin);
    }
    begins.push_back(begin);
  }
  for (size_t i = 0; i < operations.size(); ++i) {
    if (!begins[i].known()) continue;
    const size_t next = i + 1 < operations.size() ? begins[i + 1].begin : SIZE_MAX;
    const size_t end = std::max(begins[i].begin, std::min(next, clause_end(begins[i].file, begins[i].begin)));
    const Stretch extent{begins[i].file, begins[i].begin, end};
    parts_.push_back(extent);
    add_operation(operations[i], extent);
  }
}

void BCollector::add_definition(const b::Definition& definition) {
  Declared declared = named(definition.name, SymbolKind::Operator, "definition", "");
  std::string parameters;
  for (const b::Name& parameter : definition.parameters) {
    parameters += (parameters.empty() ? "" : ", ") + parameter.text;
  }
  if (!parameters.empty()) declared.written += "(" + parameters + ")";
  declared.written += " == " + definition.text.substr(0, 200);
  const Stretch text = stretch_of(definition.text_span, sources_);
  if (text.known() && declared.place.known()) {
    declared.extent = {text.file, declared.place.begin, text.begin + definition.text.size()};
    parts_.push_back(declared.extent);
  }
  add(declared);
  for (const b::Name& name : definition.parameters) {
    Declared parameter = named(name, SymbolKind::Parameter, "parameter", "definition " + definition.name.text);
    parameter.scope = declared.extent;
    add(parameter);
  }
}

void BCollector::add_bound(const std::vector<b::Name>& names) {
  for (const b::Name& name : names) {
    Declared bound = named(name, SymbolKind::Variable, "bound name", "");
    bound.scope = part_around(bound.place);
    bound.listed = false;
    add(bound);
  }
}

void BCollector::add_machine(const b::LoadedMachine& machine) {
  const b::ParsedMachine& parsed = machine.parsed;
  static constexpr std::string_view kMachineWords[] = {"MACHINE ", "REFINEMENT ", "IMPLEMENTATION "};
  Declared module = named(parsed.name, SymbolKind::Module, "machine", "");
  module.written = std::string(kMachineWords[static_cast<size_t>(parsed.kind)]) + parsed.name.text;
  add(module);
  const std::string of = "machine " + parsed.name.text;
  for (const b::Name& name : parsed.parameters) add(named(name, SymbolKind::Parameter, "parameter", of));
  for (const b::SetDeclaration& set : parsed.sets) {
    Declared declared = named(set.name, SymbolKind::Enum, set.enumerated ? "enumerated set" : "deferred set", of);
    if (set.enumerated) {
      declared.written = set.name.text + " = {";
      for (const b::Name& element : set.elements) {
        declared.written += (element.span == set.elements.front().span ? "" : ", ") + element.text;
      }
      declared.written += "}";
    }
    add(declared);
    for (const b::Name& element : set.elements) {
      add(named(element, SymbolKind::EnumMember, "element", "set " + set.name.text));
    }
  }
  for (const b::DeclaredName& name : parsed.constants) add(named(name.name, SymbolKind::Constant, "constant", of));
  for (const b::DeclaredName& name : parsed.variables) add(named(name.name, SymbolKind::Variable, "variable", of));
  for (const b::Definition& definition : parsed.definitions) add_definition(definition);
  add_operations(parsed.operations);
  add_operations(parsed.local_operations);
  for (const b::Expr& expr : parsed.nodes.exprs) add_bound(expr.names);
  for (const b::Subst& subst : parsed.nodes.substs) add_bound(subst.names);
}

}  // namespace

Collected collect_b(FileId file, const driver::ModelOptions& options, SourceMap& sources) {
  b::LoadOptions load;
  load.read_file = options.read_file;
  Collected collected;
  collected.keywords.assign(std::begin(kKeywords), std::end(kKeywords));
  BCollector collector(sources, collected);
  SourceMap for_types = sources;
  if (const Result<b::Machine> machine = b::load_machine(file, load, for_types)) {
    collector.add_types(*machine, for_types);
  }
  Diagnostics ignored;
  const b::Library library = b::load_library(file, load, sources, ignored);
  for (const FileId read : sources.files_read()) collector.add_words(read);
  for (const auto& [name, machine] : library.machines) collector.add_machine(*machine);
  return collected;
}

}  // namespace px::lsp
