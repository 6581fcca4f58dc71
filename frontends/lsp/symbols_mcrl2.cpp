// Declarations of mCRL2 from its syntax tree, which exists even for a text with errors.
#include <algorithm>
#include <memory>

#include "frontends/lsp/symbols.h"
#include "frontends/mcrl2/lexer.h"
#include "frontends/mcrl2/parser.h"

namespace px::lsp {
namespace {

class Mcrl2Collector {
 public:
  Mcrl2Collector(FileId file, const SourceMap& sources, Collected& collected)
      : file_(file), sources_(sources), collected_(collected) {}

  void add_parsed(const mcrl2::Parsed& parsed);

 private:
  void add(const mcrl2::Name& name, SymbolKind kind, const std::string& about, const Stretch& scope = {});
  void add_variables(const std::vector<mcrl2::VariableSyntax>& variables, const std::string& about);
  // From the preceding top-level name to the next one.
  Stretch section_around(const Stretch& place) const;

  FileId file_;
  const SourceMap& sources_;
  Collected& collected_;
  std::vector<size_t> tops_;
};

void Mcrl2Collector::add(const mcrl2::Name& name, SymbolKind kind, const std::string& about, const Stretch& scope) {
  Declared declared{.name = name.text, .kind = kind, .about = about, .place = stretch_of(name.span, sources_)};
  if (!declared.place.known() || name.text.empty()) return;
  const std::string_view line = sources_.line(name.span.file, name.span.line);
  const size_t first = std::min(line.find_first_not_of(' '), line.size());
  declared.written = std::string(line.substr(first, 200));
  declared.scope = scope;
  declared.listed = !scope.known();
  collected_.declared.push_back(std::move(declared));
}

Stretch Mcrl2Collector::section_around(const Stretch& place) const {
  const auto next = std::upper_bound(tops_.begin(), tops_.end(), place.begin);
  const size_t begin = next == tops_.begin() ? 0 : *std::prev(next);
  return {file_, begin, next == tops_.end() ? sources_.text(file_).size() : *next};
}

void Mcrl2Collector::add_variables(const std::vector<mcrl2::VariableSyntax>& variables, const std::string& about) {
  for (const mcrl2::VariableSyntax& variable : variables) {
    add(variable.name, SymbolKind::Variable, about, section_around(stretch_of(variable.name.span, sources_)));
  }
}

void Mcrl2Collector::add_parsed(const mcrl2::Parsed& parsed) {
  const auto top = [&](SourceSpan span) {
    if (const Stretch place = stretch_of(span, sources_); place.known()) tops_.push_back(place.begin);
  };
  for (const mcrl2::ProcessDeclaration& process : parsed.processes) top(process.name.span);
  for (const auto& section : parsed.variable_sections) {
    if (!section.empty()) top(section.front().name.span);
  }
  for (const mcrl2::ActionDeclaration& action : parsed.actions) top(action.name.span);
  std::sort(tops_.begin(), tops_.end());
  for (const mcrl2::SortDeclaration& sort : parsed.sorts) add(sort.name, SymbolKind::Struct, "sort");
  for (const mcrl2::SortSyntax& sort : parsed.sort_nodes) {
    for (const mcrl2::StructConstructor& constructor : sort.constructors) {
      add(constructor.name, SymbolKind::EnumMember, "constructor");
      if (!constructor.recogniser.text.empty()) add(constructor.recogniser, SymbolKind::Function, "recogniser");
      for (const mcrl2::StructField& field : constructor.fields) {
        if (!field.projection.empty()) add({field.projection, field.span}, SymbolKind::Field, "projection");
      }
    }
  }
  for (const mcrl2::FunctionDeclaration& function : parsed.functions) {
    add(function.name, SymbolKind::Function, function.constructor ? "constructor" : "mapping");
  }
  for (const mcrl2::ActionDeclaration& action : parsed.actions) add(action.name, SymbolKind::Event, "action");
  for (const mcrl2::ProcessDeclaration& process : parsed.processes) {
    add(process.name, SymbolKind::Class, "process");
    add_variables(process.parameters, "parameter of process " + process.name.text);
  }
  for (const auto& section : parsed.variable_sections) add_variables(section, "variable of equations");
  for (const mcrl2::VariableSyntax& global : parsed.globals) add(global.name, SymbolKind::Variable, "global variable");
  for (const mcrl2::DataSyntax& data : parsed.data_nodes) add_variables(data.variables, "bound name");
  for (const mcrl2::ProcessSyntax& process : parsed.process_nodes) add_variables(process.variables, "bound by sum");
}

}  // namespace

Collected collect_mcrl2(FileId file, const SourceMap& sources) {
  Collected collected;
  collected.keywords = {"act",  "allow", "block", "comm",   "cons", "delta", "end",    "eqn",  "exists", "forall",
                        "glob", "hide",  "init",  "lambda", "map",  "proc",  "rename", "sort", "struct", "sum",
                        "tau",  "var",   "whr",   "Bool",   "Pos",  "Nat",   "Int",    "List", "Set",    "Bag"};
  Diagnostics ignored;
  for (const mcrl2::Token& token : mcrl2::lex(file, sources, ignored)) {
    if (token.kind != mcrl2::TokenKind::Name) continue;
    collected.words.push_back({token.text, stretch_of(token.span, sources)});
  }
  Mcrl2Collector(file, sources, collected).add_parsed(*mcrl2::parse(file, sources, ignored));
  return collected;
}

}  // namespace px::lsp
