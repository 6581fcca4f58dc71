// Declarations of Promela-Lite from its syntax tree; a text with an error has none.
#include "frontends/lsp/symbols.h"
#include "frontends/promela_lite/lexer.h"
#include "frontends/promela_lite/parser.h"

namespace px::lsp {
namespace {

namespace lite = promela_lite;

// The line that contains a name.
std::string line_of(const Stretch& place, const SourceMap& sources) {
  const std::string_view text = sources.text(place.file);
  const size_t begin = text.substr(0, place.begin).rfind('\n') + 1;
  std::string line(text.substr(begin, std::min(text.find('\n', place.begin), text.size()) - begin));
  while (!line.empty() && (line.back() == '{' || line.back() == ' ' || line.back() == '\r')) line.pop_back();
  while (!line.empty() && line.front() == ' ') line.erase(0, 1);
  return line.substr(0, 200);
}

}  // namespace

Collected collect_promela_lite(FileId file, SourceMap& sources) {
  Collected collected;
  collected.keywords = {"atomic", "chan", "do", "init", "int",      "len", "ltl", "nempty", "nfull",
                        "null",   "od",   "of", "pid",  "proctype", "rec", "run", "skip"};
  Diagnostics ignored;
  for (const lite::Token& token : lite::tokenize(sources.text(file), file, ignored)) {
    if (token.kind == lite::Token::Kind::Word) {
      collected.words.push_back({token.text, {file, token.begin, token.end}});
    }
  }
  const Result<lite::Specification> read = lite::parse(sources, file);
  if (!read) return collected;
  const auto add = [&](const lite::Name& name, SymbolKind kind, const std::string& about, const Stretch& scope) {
    Declared declared{.name = name.text, .kind = kind, .about = about, .place = stretch_of(name.span, sources)};
    if (!declared.place.known()) return;
    declared.written = line_of(declared.place, sources);
    declared.scope = scope;
    collected.declared.push_back(std::move(declared));
  };
  for (const lite::Channel& channel : read->channels) add(channel.name, SymbolKind::Event, "channel", {});
  for (const lite::Global& global : read->globals) add(global.name, SymbolKind::Variable, "global variable", {});
  for (size_t i = 0; i < read->proctypes.size(); ++i) {
    const lite::Proctype& proctype = read->proctypes[i];
    add(proctype.name, SymbolKind::Class, "proctype", {});
    const Stretch begin = stretch_of(proctype.name.span, sources);
    const bool last = i + 1 == read->proctypes.size();
    const size_t end = last ? sources.text(file).size() : stretch_of(read->proctypes[i + 1].name.span, sources).begin;
    for (const lite::Parameter& parameter : proctype.parameters) {
      add(parameter.name, SymbolKind::Parameter, "parameter of proctype " + proctype.name.text,
          {file, begin.begin, std::max(begin.begin, end)});
    }
  }
  for (const lite::Formula& formula : read->formulas) add(formula.name, SymbolKind::Property, "formula", {});
  return collected;
}

}  // namespace px::lsp
