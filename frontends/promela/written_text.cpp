#include "frontends/promela/written_text.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace px::promela {
namespace {

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// How far text[0, ...) reaches if it begins with '(': behind the parenthesis that closes it. 0: it is not closed.
size_t parenthesised(std::string_view text) {
  int open = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (quoted) continue;
    open += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (open == 0) return i + 1;
  }
  return 0;
}

bool is_balanced(std::string_view text) {
  return parenthesised("(" + std::string(text) + ")") == text.size() + 2;
}

// As in "x, 4", the arguments of a macro that begins with its first one.
bool has_outer_comma(std::string_view text) {
  int open = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) quoted = !quoted;
    if (quoted) continue;
    open += text[i] == '(' || text[i] == '[' || text[i] == '{' ? 1 : 0;
    open -= text[i] == ')' || text[i] == ']' || text[i] == '}' ? 1 : 0;
    if (text[i] == ',' && open == 0) return true;
  }
  return false;
}

std::string with_single_blanks(std::string_view text) {
  if (text.find('"') != std::string_view::npos) return std::string(text);
  std::string narrow;
  for (const char c : text) {
    if (!is_blank(c)) {
      narrow += c;
    } else if (!narrow.empty() && narrow.back() != ' ') {
      narrow += ' ';
    }
  }
  return narrow;
}

class WrittenTexts {
 public:
  WrittenTexts(Model& model, const SourceMap& sources) : model_(model), sources_(sources) {}

  void run() {
    for (uint32_t s = 0; s < model_.stmts.size(); ++s) {
      Stmt& stmt = model_.stmts[StmtId(s)];
      if (!is_shown(stmt) || !stmt.span.known() || stmt.span.length == 0) continue;
      made_[key(stmt)].insert(std::hash<std::string>()(text_of(model_, stmt)));
      const std::string_view text = slice(stmt);
      if (is_whole(stmt, text)) stmt.written = with_single_blanks(text);
    }
    for (uint32_t s = 0; s < model_.stmts.size(); ++s) {
      Stmt& stmt = model_.stmts[StmtId(s)];
      if (!stmt.written.empty() && made_[key(stmt)].size() > 1) stmt.written.clear();
    }
  }

 private:
  using Key = std::tuple<uint32_t, uint32_t, uint32_t>;

  static Key key(const Stmt& stmt) { return {stmt.span.file.value, stmt.span.line, stmt.span.column}; }

  static bool is_shown(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::Condition:
      case StmtKind::Assign:
      case StmtKind::Send:
      case StmtKind::Receive:
      case StmtKind::Print:
      case StmtKind::PrintMtype:
      case StmtKind::Assert:
      case StmtKind::SetPriority: return true;
      case StmtKind::Else:
      case StmtKind::Break:
      case StmtKind::Goto:
      case StmtKind::Nothing:
      case StmtKind::If:
      case StmtKind::Do:
      case StmtKind::Atomic:
      case StmtKind::DStep:
      case StmtKind::Block:
      case StmtKind::Unless: return false;
    }
    return false;
  }

  // A macro with arguments lies where its name stands, so that a statement that ends with one is longer than its span.
  std::string_view slice(const Stmt& stmt) const {
    const std::string_view line = sources_.line(stmt.span.file, stmt.span.line);
    const size_t begin = stmt.span.column - 1;
    if (stmt.span.column == 0 || begin + stmt.span.length > line.size()) return {};
    size_t end = begin + stmt.span.length;
    size_t next = end;
    while (next < line.size() && is_blank(line[next])) ++next;
    if (next < line.size() && line[next] == '(' && is_word(line[end - 1])) {
      const size_t more = parenthesised(line.substr(next));
      if (more == 0) return {};
      end = next + more;
    }
    return line.substr(begin, end - begin);
  }

  bool is_whole(const Stmt& stmt, std::string_view text) const {
    if (text.empty() || !is_balanced(text)) return false;
    if (text.find("/*") != std::string_view::npos || text.find("//") != std::string_view::npos) return false;
    const bool message = stmt.kind == StmtKind::Send || stmt.kind == StmtKind::Receive;
    SourceSpan span = stmt.span;
    span.length = static_cast<uint32_t>(text.size());
    return (message || !has_outer_comma(text)) && looks_like(stmt, text) && stands_within(stmt, span);
  }

  // A word that is not the variable or channel that the statement begins with, alone or with arguments.
  bool is_macro_use(const Stmt& stmt, std::string_view text) const {
    if (!stmt.target.valid()) return false;
    const size_t word = static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_word) - text.begin());
    const Place& place = model_.exprs[stmt.target].place;
    if (word == 0 || !place.variable.valid() || text.substr(0, word) == model_.variables[place.variable].name)
      return false;
    return word == text.size() || parenthesised(text.substr(word)) == text.size() - word;
  }

  // What a statement of this kind has at least, unless a macro hides it.
  bool looks_like(const Stmt& stmt, std::string_view text) const {
    const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    if (is_macro_use(stmt, text)) return true;
    switch (stmt.kind) {
      case StmtKind::Assign: return has("=") || has("++") || has("--");
      case StmtKind::Send: return has("!");
      case StmtKind::Receive: return has("?");
      case StmtKind::Print:
      case StmtKind::PrintMtype:
      case StmtKind::Assert: return text.ends_with(')');
      case StmtKind::SetPriority: return has("=") || text.ends_with(')');
      case StmtKind::Condition:
        return model_.exprs[stmt.args[0]].kind != ExprKind::Run || text.ends_with(')') || !text.starts_with("run");
      default: return false;
    }
  }

  bool stands_within(const Stmt& stmt, SourceSpan span) const {
    bool within = !stmt.target.valid() || stands_within(stmt.target, span);
    for (const ExprId arg : stmt.args) within = within && stands_within(arg, span);
    for (const Pattern& pattern : stmt.patterns) {
      within = within && (!pattern.expr.valid() || stands_within(pattern.expr, span));
    }
    return within;
  }

  bool stands_within(ExprId id, SourceSpan span) const {
    const Expr& expr = model_.exprs[id];
    const SourceSpan own = expr.span;
    if (own.file != span.file || own.line != span.line) return false;
    if (own.column < span.column || own.column >= span.column + span.length) return false;
    const auto inside = [&](ExprId part) { return !part.valid() || stands_within(part, span); };
    const auto is_inside = [&](const Pattern& pattern) { return inside(pattern.expr); };
    const auto indexed = [&](const Place::Access& access) { return inside(access.index); };
    return std::all_of(expr.operands.begin(), expr.operands.end(), inside) &&
           std::all_of(expr.patterns.begin(), expr.patterns.end(), is_inside) && inside(expr.place.index) &&
           std::all_of(expr.place.accesses.begin(), expr.place.accesses.end(), indexed);
  }

  Model& model_;
  const SourceMap& sources_;
  std::map<Key, std::set<size_t>> made_;  // hashes of what the statements at a place do
};

}  // namespace

void find_written_texts(Model& model, const SourceMap& sources) {
  WrittenTexts(model, sources).run();
}

}  // namespace px::promela
