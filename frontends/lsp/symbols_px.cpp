// Declarations of the text form from its syntax tree.
#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "engine/ir/text_reader_lexer.h"
#include "engine/ir/text_reader_parser.h"
#include "frontends/lsp/symbols.h"

namespace px::lsp {
namespace {

namespace text = ir::text;

// In expressions, statements and clauses: those that users write.
constexpr std::string_view kOtherWords[] = {
    "and",     "as",     "assert", "at",     "bool",   "card",    "check", "choose", "collect", "count",  "distinct",
    "do",      "either", "else",   "exists", "fail",   "false",   "fix",   "for",    "forall",  "goto",   "if",
    "implies", "in",     "int",    "len",    "let",    "limit",   "max",   "min",    "none",    "not",    "or",
    "pop",     "print",  "push",   "queue",  "remove", "require", "reset", "set",    "start",   "subset", "sum",
    "the",     "then",   "true",   "union",  "unless", "when",    "where", "while",  "with"};

class PxCollector {
 public:
  PxCollector(FileId file, const SourceMap& sources, Collected& collected)
      : file_(file), sources_(sources), collected_(collected) {}

  void add_words(const std::vector<text::Token>& tokens);
  void add_tree(const text::SyntaxTree& tree);

 private:
  void add(const text::Name& name, SymbolKind kind, const std::string& about, NameSpace space = NameSpace::Plain);
  void add_local(const text::Name& name, const std::string& about);
  void add_parts(const text::Declaration& declaration);
  void add_block(const text::SyntaxBlock& block);
  void own(const text::Name& name, const std::string& owner);
  void own_locations(const text::Declaration& declaration);
  Stretch place(const text::Name& name) const { return stretch_of(name.span, sources_); }
  // The line of the declaration, up to the start of its body.
  std::string written(const Stretch& at) const;

  FileId file_;
  const SourceMap& sources_;
  Collected& collected_;
  Stretch extent_;  // of the current declaration
  std::unordered_map<size_t, size_t> word_at_;
};

void PxCollector::add_words(const std::vector<text::Token>& tokens) {
  for (size_t i = 0; i < tokens.size(); ++i) {
    const text::Token& token = tokens[i];
    const bool is_name = token.kind == text::TokenKind::Word || token.kind == text::TokenKind::QuotedWord ||
                         token.kind == text::TokenKind::Element;
    if (!is_name) continue;
    Word word{token.text, stretch_of(token.span, sources_)};
    if (i != 0 && tokens[i - 1].text == ".") word.space = NameSpace::Field;
    if (i != 0 && tokens[i - 1].text == "at") word.space = NameSpace::Label;
    word_at_[word.place.begin] = collected_.words.size();
    collected_.words.push_back(std::move(word));
  }
}

std::string PxCollector::written(const Stretch& at) const {
  const std::string_view all = sources_.text(file_);
  const size_t begin = all.rfind('\n', at.begin) + 1;
  const size_t end = std::min(all.find('\n', at.begin), all.size());
  std::string line(all.substr(begin, end - begin));
  while (!line.empty() && (line.back() == '{' || line.back() == ' ' || line.back() == '\r')) line.pop_back();
  while (!line.empty() && line.front() == ' ') line.erase(0, 1);
  return line.substr(0, 200);
}

void PxCollector::add(const text::Name& name, SymbolKind kind, const std::string& about, NameSpace space) {
  Declared declared{.name = name.text, .kind = kind, .space = space, .about = about, .place = place(name)};
  if (!declared.place.known() || name.text.empty()) return;
  declared.written = written(declared.place);
  declared.extent = extent_;
  collected_.declared.push_back(std::move(declared));
}

void PxCollector::add_local(const text::Name& name, const std::string& about) {
  Declared declared{.name = name.text, .kind = SymbolKind::Variable, .about = about, .place = place(name)};
  if (!declared.place.known() || name.text.empty()) return;
  declared.written = name.text;
  declared.scope = extent_;
  declared.listed = false;
  collected_.declared.push_back(std::move(declared));
}

// A location belongs to its process: the word at this place refers only to the location of that process.
void PxCollector::own(const text::Name& name, const std::string& owner) {
  const Stretch at = place(name);
  const auto word = word_at_.find(at.begin);
  if (!at.known() || word == word_at_.end()) return;
  collected_.words[word->second].space = NameSpace::Label;
  collected_.words[word->second].owner = owner;
}

void PxCollector::own_locations(const text::Declaration& declaration) {
  for (const text::Name& start : declaration.start) own(start, declaration.name.text);
  for (const text::SyntaxEdge& edge : declaration.edges) {
    own(edge.from, declaration.name.text);
    own(edge.to, declaration.name.text);
  }
  for (size_t i = 0; i < declaration.movers.size(); ++i) {
    const text::SyntaxMover& mover = declaration.movers[i];
    for (const text::SyntaxParameter& parameter : declaration.parameters) {
      const bool its =
          mover.parameter ? parameter.name.text == mover.parameter->text : declaration.parameters.size() == 1;
      const std::string family = parameter.domain.family.text;
      if (!its || family.empty()) continue;
      own(mover.from.name, mover.from.family ? mover.from.family->text : family);
      own(mover.to.name, mover.to.family ? mover.to.family->text : family);
    }
  }
}

void PxCollector::add_block(const text::SyntaxBlock& block) {
  for (const text::SyntaxStatement& statement : block) {
    if (!statement.binding.text.empty()) add_local(statement.binding, "name bound by a statement");
    for (const text::SyntaxBlock& inner : statement.blocks) add_block(inner);
  }
}

void PxCollector::add_parts(const text::Declaration& declaration) {
  const std::string& name = declaration.name.text;
  for (const text::Name& element : declaration.elements)
    add(element, SymbolKind::EnumMember, "element of sort " + name);
  for (const text::SyntaxLocationDeclaration& location : declaration.locations) {
    add(location.name, SymbolKind::Key, "location of process " + name, NameSpace::Label);
    if (!collected_.declared.empty()) collected_.declared.back().owner = name;
  }
  for (const text::SyntaxAutomatonState& state : declaration.states) {
    add(state.name, SymbolKind::Key, "state of automaton " + name, NameSpace::Label);
    if (!collected_.declared.empty()) collected_.declared.back().owner = name;
  }
  for (const text::SyntaxParameter& parameter : declaration.parameters) {
    add_local(parameter.name, "parameter over " + parameter.domain.family.text);
  }
  add_block(declaration.body);
}

void PxCollector::add_tree(const text::SyntaxTree& tree) {
  static constexpr SymbolKind kKinds[] = {SymbolKind::Module,   SymbolKind::Constant, SymbolKind::Enum,
                                          SymbolKind::Enum,     SymbolKind::Class,    SymbolKind::Variable,
                                          SymbolKind::Function, SymbolKind::Property, SymbolKind::Property,
                                          SymbolKind::Property, SymbolKind::Property, SymbolKind::Function};
  static constexpr std::string_view kWords[] = {"program", "constant",  "sort",     "family",    "process",  "variable",
                                                "action",  "invariant", "deadlock", "automaton", "property", "init"};
  const auto begin_of = [&](size_t i) {
    return i < tree.declarations.size() ? stretch_of(tree.declarations[i].span, sources_).begin
                                        : sources_.text(file_).size();
  };
  std::vector<Stretch> extents;
  for (size_t i = 0; i < tree.declarations.size(); ++i) {
    const text::Declaration& declaration = tree.declarations[i];
    const auto kind = static_cast<size_t>(declaration.kind);
    extent_ = {file_, begin_of(i), std::max(begin_of(i), begin_of(i + 1))};
    const std::string of = declaration.owner.text.empty() ? "" : " of " + declaration.owner.text;
    add(declaration.name, kKinds[kind], std::string(kWords[kind]) + of);
    add_parts(declaration);
    own_locations(declaration);
    extents.push_back(extent_);
  }
  for (const text::SyntaxExpr& expr : tree.exprs) {
    if (expr.kind != text::SyntaxExpr::Kind::Quantifier && expr.kind != text::SyntaxExpr::Kind::NamedValue) continue;
    const Stretch at = place(expr.name);
    const auto behind = std::upper_bound(extents.begin(), extents.end(), at.begin,
                                         [](size_t begin, const Stretch& extent) { return begin < extent.begin; });
    if (!at.known() || behind == extents.begin()) continue;
    extent_ = *std::prev(behind);
    add_local(expr.name, "bound name");
  }
  for (const text::SyntaxType& type : tree.types) {
    extent_ = {};
    for (const text::SyntaxField& field : type.fields) {
      add(field.name, SymbolKind::Field, "field of a record", NameSpace::Field);
    }
  }
}

}  // namespace

Collected collect_px(FileId file, const SourceMap& sources) {
  Diagnostics ignored;
  std::vector<text::Token> tokens = text::tokenize(sources, file, ignored);
  Collected collected;
  collected.keywords = text::declaration_words();
  collected.keywords.insert(collected.keywords.end(), std::begin(kOtherWords), std::end(kOtherWords));
  PxCollector collector(file, sources, collected);
  collector.add_words(tokens);
  const std::string whole(sources.text(file));
  collector.add_tree(text::Parser(whole, std::move(tokens), ignored).parse());
  return collected;
}

}  // namespace px::lsp
