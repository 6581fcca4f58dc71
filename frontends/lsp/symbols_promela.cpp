// Declarations of Promela from the syntax tree, which exists even for a text with errors; macros and inlines from the
// words, since the tree contains their expansions.
#include <algorithm>
#include <set>
#include <tuple>

#include "frontends/lsp/symbols.h"
#include "frontends/promela/lexer.h"
#include "frontends/promela/parser.h"
#include "frontends/promela/pp_token.h"
#include "frontends/promela/preprocess.h"

namespace px::lsp {
namespace {

namespace ast = promela::ast;
using promela::PpKind;
using promela::PpToken;

std::string words_of(const PpToken* first, const PpToken* last) {
  std::string text;
  for (const PpToken* token = first; token != last; ++token) {
    if (token->kind == PpKind::Newline) break;
    if (token->space_before && !text.empty()) text += ' ';
    text += token->text;
  }
  return text;
}

class PromelaCollector {
 public:
  PromelaCollector(SourceMap& sources, Collected& collected) : sources_(sources), collected_(collected) {}

  void add_words(FileId file);
  void add_module(const ast::Module& module);

 private:
  // A name with its body in braces, found among the words.
  struct Body {
    std::string name;
    Stretch all;
    bool is_inline = false;
  };

  size_t end_of_body(const std::vector<PpToken>& tokens, size_t from) const;
  void add_macro(const std::vector<PpToken>& tokens, size_t name);
  void add_inline(const std::vector<PpToken>& tokens, size_t name);
  void add_proctype(const std::vector<PpToken>& tokens, size_t keyword);
  void add(Declared declared);
  Declared named(const std::string& name, SourceSpan span, SymbolKind kind, std::string written) const;
  const Body* body_at(const Stretch& place) const;
  void place_in_body(Declared& declared, const std::string& what) const;
  std::string text_of_items(const ast::Module& module, const ast::Declaration& declaration,
                            const ast::Declarator& item) const;
  void add_declaration(const ast::Module& module, const ast::Declaration& declaration, const std::string& what,
                       bool local);
  void add_statements(const ast::Module& module, const ast::Sequence& sequence, uint32_t depth);
  void add_proctype(const ast::Module& module, const ast::Proctype& proctype);
  Stretch stretch(const PpToken& token) const { return stretch_of(token.place, sources_); }

  SourceMap& sources_;
  Collected& collected_;
  std::vector<Body> bodies_;
  std::set<std::tuple<uint32_t, size_t, std::string>> known_;
};

constexpr uint32_t kMostNesting = 2000;

// The tokens before and after a word identify labels and fields.
NameSpace space_of(const std::vector<PpToken>& tokens, size_t at) {
  const auto is = [&](size_t i, std::string_view text) { return i < tokens.size() && tokens[i].text == text; };
  if (at != 0 && is(at - 1, ".")) return NameSpace::Field;
  if (at != 0 && (is(at - 1, "goto") || is(at - 1, "@"))) return NameSpace::Label;
  const bool starts = at == 0 || tokens[at - 1].kind == PpKind::Newline || is(at - 1, ";") || is(at - 1, "{") ||
                      is(at - 1, "->") || is(at - 1, "::") || is(at - 1, ":");
  if (starts && is(at + 1, ":") && !is(at + 2, ":")) return NameSpace::Label;
  return NameSpace::Plain;
}

// For P@label and P[i]@label: the P.
std::string owner_of(const std::vector<PpToken>& tokens, size_t at) {
  if (at < 2 || tokens[at - 1].text != "@") return {};
  size_t i = at - 2;
  if (tokens[i].text == "]") {
    while (i != 0 && tokens[i].text != "[") --i;
    if (i != 0) --i;
  }
  return tokens[i].kind == PpKind::Identifier ? tokens[i].text : "";
}

size_t PromelaCollector::end_of_body(const std::vector<PpToken>& tokens, size_t from) const {
  size_t depth = 0;
  for (size_t i = from; i < tokens.size(); ++i) {
    if (tokens[i].text == "{") ++depth;
    if (tokens[i].text == "}" && (depth == 0 || --depth == 0)) return i;
    if (depth == 0 && (tokens[i].text == "inline" || tokens[i].text == "proctype")) return from;
  }
  return tokens.size() - 1;
}

void PromelaCollector::add(Declared declared) {
  if (!declared.place.known() || declared.name.empty()) return;
  const std::string_view text = sources_.text(declared.place.file);
  // A declaration produced by a macro is located at the use of the macro, which has a different name.
  if (text.substr(declared.place.begin, declared.name.size()) != declared.name) return;
  declared.place.end = declared.place.begin + declared.name.size();
  if (!known_.insert({declared.place.file.value, declared.place.begin, declared.name}).second) return;
  collected_.declared.push_back(std::move(declared));
}

void PromelaCollector::add_macro(const std::vector<PpToken>& tokens, size_t name) {
  Declared macro{.name = tokens[name].text, .kind = SymbolKind::Constant, .about = "macro"};
  macro.place = stretch(tokens[name]);
  macro.written = "#define " + words_of(&tokens[name], tokens.data() + tokens.size());
  if (macro.written.size() > 200) macro.written = macro.written.substr(0, 200) + "...";
  const bool with_parameters =
      name + 1 < tokens.size() && tokens[name + 1].text == "(" && !tokens[name + 1].space_before;
  if (with_parameters) macro.kind = SymbolKind::Function;
  add(std::move(macro));
}

void PromelaCollector::add_inline(const std::vector<PpToken>& tokens, size_t name) {
  const size_t end = end_of_body(tokens, name);
  Declared definition{.name = tokens[name].text, .kind = SymbolKind::Function, .about = "inline"};
  definition.place = stretch(tokens[name]);
  definition.extent = {definition.place.file, stretch(tokens[name - 1]).begin, stretch(tokens[end]).end};
  size_t i = name + 1;
  std::vector<Declared> parameters;
  std::string written = "inline " + tokens[name].text + "(";
  for (; i < end && tokens[i].text != ")" && tokens[i].text != "{"; ++i) {
    if (tokens[i].kind != PpKind::Identifier) continue;
    Declared parameter{.name = tokens[i].text, .kind = SymbolKind::Parameter, .written = tokens[i].text};
    parameter.about = "parameter of inline " + tokens[name].text;
    parameter.place = stretch(tokens[i]);
    parameter.scope = definition.extent;
    written += (parameters.empty() ? "" : ", ") + tokens[i].text;
    parameters.push_back(std::move(parameter));
  }
  definition.written = written + ")";
  bodies_.push_back({definition.name, definition.extent, true});
  add(std::move(definition));
  for (Declared& parameter : parameters) add(std::move(parameter));
}

// The tree contains the declarations of the proctype; the words show where it ends.
void PromelaCollector::add_proctype(const std::vector<PpToken>& tokens, size_t keyword) {
  const bool has_name = keyword + 1 < tokens.size() && tokens[keyword + 1].kind == PpKind::Identifier;
  const size_t end = end_of_body(tokens, keyword + 1);
  const Stretch first = stretch(tokens[keyword]);
  bodies_.push_back({has_name ? tokens[keyword + 1].text : tokens[keyword].text,
                     {first.file, first.begin, std::max(first.end, stretch(tokens[end]).end)}});
}

void PromelaCollector::add_words(FileId file) {
  promela::PpScanner scanner(sources_.text(file), file);
  std::vector<PpToken> tokens;
  for (;;) {
    tokens.push_back(scanner.next());
    if (tokens.back().kind == PpKind::End) break;
  }
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != PpKind::Identifier) continue;
    collected_.words.push_back({tokens[i].text, stretch(tokens[i]), space_of(tokens, i), owner_of(tokens, i)});
    const bool named = i + 1 < tokens.size() && tokens[i + 1].kind == PpKind::Identifier;
    const std::string& text = tokens[i].text;
    if (text == "define" && i != 0 && tokens[i - 1].text == "#" && named) add_macro(tokens, i + 1);
    if (text == "inline" && named) add_inline(tokens, i + 1);
    if (text == "proctype" || text == "D_proctype" || text == "init" || text == "never" || text == "trace" ||
        text == "notrace") {
      add_proctype(tokens, i);
    }
  }
}

Declared PromelaCollector::named(const std::string& name, SourceSpan span, SymbolKind kind, std::string written) const {
  Declared declared{.name = name, .kind = kind, .written = std::move(written)};
  declared.place = stretch_of(span, sources_);
  return declared;
}

const PromelaCollector::Body* PromelaCollector::body_at(const Stretch& place) const {
  const Body* best = nullptr;
  for (const Body& body : bodies_) {
    if (!body.all.contains(place.file, place.begin)) continue;
    if (best == nullptr || body.all.size() < best->all.size()) best = &body;
  }
  return best;
}

void PromelaCollector::place_in_body(Declared& declared, const std::string& what) const {
  const Body* body = body_at(declared.place);
  declared.about = body == nullptr ? what : what + " of " + body->name;
  if (body != nullptr) declared.scope = body->all;
}

std::string PromelaCollector::text_of_items(const ast::Module& module, const ast::Declaration& declaration,
                                            const ast::Declarator& item) const {
  const auto type_text = [](const ast::TypeName& type) {
    const bool plain = type.name.empty();
    if (type.kind == ast::TypeKind::User) return type.name;
    const std::string text(ast::type_text(type.kind));
    return plain ? text : text + ":" + type.name;
  };
  std::string text = type_text(declaration.type) + " " + item.name;
  if (item.width != 0) text += ": " + std::to_string(item.width);
  if (item.length.valid()) text += "[" + ast::text_of(module, item.length) + "]";
  if (item.value.valid()) text += " = " + ast::text_of(module, item.value);
  if (item.channel) {
    text += " = [" + ast::text_of(module, item.channel->capacity) + "] of {";
    for (size_t i = 0; i < item.channel->fields.size(); ++i) {
      text += (i == 0 ? "" : ", ") + type_text(item.channel->fields[i]);
    }
    text += "}";
  }
  return text;
}

void PromelaCollector::add_declaration(const ast::Module& module, const ast::Declaration& declaration,
                                       const std::string& what, bool local) {
  for (const ast::Declarator& item : declaration.items) {
    const SymbolKind kind = declaration.type.kind == ast::TypeKind::Chan ? SymbolKind::Event : SymbolKind::Variable;
    Declared variable = named(item.name, item.span, kind, text_of_items(module, declaration, item));
    variable.about = what;
    if (local) place_in_body(variable, what);
    add(std::move(variable));
  }
}

void PromelaCollector::add_statements(const ast::Module& module, const ast::Sequence& sequence, uint32_t depth) {
  if (depth > kMostNesting) return;
  for (const ast::StmtId id : sequence) {
    const ast::Stmt& stmt = module.stmts[id];
    for (const ast::Label& label : stmt.labels) {
      Declared declared = named(label.name, label.span, SymbolKind::Key, label.name + ":");
      declared.space = NameSpace::Label;
      declared.listed = false;
      place_in_body(declared, "label");
      if (const Body* body = body_at(declared.place)) declared.owner = body->name;
      add(declared);
    }
    if (stmt.kind == ast::StmtKind::Declare) add_declaration(module, stmt.declaration, "local variable", true);
    for (const ast::Sequence& inner : stmt.sequences) add_statements(module, inner, depth + 1);
  }
}

void PromelaCollector::add_proctype(const ast::Module& module, const ast::Proctype& proctype) {
  static constexpr std::string_view kWords[] = {"proctype ", "init", "never ", "trace ", "notrace "};
  std::string written = (proctype.active ? "active " : "") + std::string(kWords[static_cast<size_t>(proctype.kind)]);
  const bool plain = proctype.kind == ast::ProctypeKind::Plain;
  if (proctype.kind != ast::ProctypeKind::Init) written += proctype.name;
  if (plain) {
    std::string parameters;
    for (const ast::Declaration& declaration : proctype.parameters) {
      for (const ast::Declarator& item : declaration.items) {
        parameters += (parameters.empty() ? "" : "; ") + text_of_items(module, declaration, item);
      }
    }
    written += "(" + parameters + ")";
  }
  const std::string name = proctype.kind == ast::ProctypeKind::Init ? "init" : proctype.name;
  Declared declared = named(name, proctype.span, SymbolKind::Class, written);
  if (const Body* body = body_at(declared.place)) declared.extent = body->all;
  add(declared);
  for (const ast::Declaration& declaration : proctype.parameters) {
    add_declaration(module, declaration, "parameter", true);
  }
  add_statements(module, proctype.body, 0);
}

void PromelaCollector::add_module(const ast::Module& module) {
  for (const ast::MtypeSet& set : module.mtypes) {
    for (const ast::Label& member : set.members) {
      Declared declared = named(member.name, member.span, SymbolKind::EnumMember, "mtype " + member.name);
      declared.about = set.name.empty() ? "member of mtype" : "member of mtype:" + set.name;
      add(declared);
    }
  }
  for (const ast::Typedef& type : module.typedefs) {
    add(named(type.name, type.span, SymbolKind::Struct, "typedef " + type.name));
    for (const ast::Declaration& declaration : type.fields) {
      for (const ast::Declarator& item : declaration.items) {
        Declared field = named(item.name, item.span, SymbolKind::Field, text_of_items(module, declaration, item));
        field.about = "field of typedef " + type.name;
        field.space = NameSpace::Field;
        add(field);
      }
    }
  }
  for (const ast::Declaration& declaration : module.variables) {
    add_declaration(module, declaration, "global variable", false);
  }
  for (const ast::Proctype& proctype : module.proctypes) add_proctype(module, proctype);
  for (const ast::Formula& formula : module.formulas) {
    std::string written = "ltl " + formula.name;
    if (formula.root.valid()) written += " { " + ast::text_of(module, formula.root) + " }";
    add(named(formula.name, formula.span, SymbolKind::Property, written));
  }
}

}  // namespace

Collected collect_promela(FileId file, const driver::ModelOptions& options, SourceMap& sources) {
  Diagnostics ignored;
  promela::PreprocessOptions wanted;
  wanted.include_directories = options.include_directories;
  wanted.read_file = options.read_file;
  for (const driver::Definition& definition : options.definitions) {
    if (definition.undefine) {
      wanted.undefinitions.push_back(definition.name);
    } else {
      wanted.definitions.push_back(definition.name + '=' + definition.value);
    }
  }
  const promela::PreprocessedText text = promela::preprocess(file, wanted, sources, ignored);
  const promela::TokenList tokens = promela::lex(text, ignored);
  const ast::Module module = promela::parse(tokens, ignored);
  Collected collected;
  collected.keywords = promela::reserved_words();
  PromelaCollector collector(sources, collected);
  for (const FileId read : sources.files_read()) collector.add_words(read);
  collector.add_module(module);
  return collected;
}

}  // namespace px::lsp
