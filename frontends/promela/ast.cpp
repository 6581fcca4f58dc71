#include "frontends/promela/ast.h"

#include <array>

namespace px::promela::ast {
namespace {

class Dumper {
 public:
  explicit Dumper(const Module& module) : module_(module) {}

  std::string run() {
    for (const Unit& unit : module_.units) dump_unit(unit);
    return std::move(out_);
  }

  std::string expr(ExprId id) const;

 private:
  std::string list(const std::vector<ExprId>& items, size_t first = 0) const {
    std::string text;
    for (size_t i = first; i < items.size(); ++i) text += (i == first ? "" : ", ") + expr(items[i]);
    return text;
  }

  std::string path(const std::vector<Selector>& selectors) const {
    std::string text;
    for (const Selector& selector : selectors) {
      if (!text.empty()) text += '.';
      text += selector.name;
      if (selector.index.valid()) text += '[' + expr(selector.index) + ']';
    }
    return text;
  }

  std::string declaration(const Declaration& declaration) const;
  void dump_unit(const Unit& unit);
  void dump_proctype(const Proctype& proctype);
  void dump_sequence(const Sequence& sequence, size_t depth);
  void dump_stmt(const Stmt& stmt, size_t depth);
  std::string simple(const Stmt& stmt) const;
  void line(size_t depth, const std::string& text) { out_ += std::string(2 * depth, ' ') + text + '\n'; }

  const Module& module_;
  std::string out_;
};

std::string Dumper::expr(ExprId id) const {
  if (!id.valid()) return "?";
  const Expr& e = module_.exprs[id];
  const auto operand = [&](size_t i) { return expr(e.operands[i]); };
  switch (e.kind) {
    case ExprKind::Number: return std::to_string(e.value);
    case ExprKind::Reference: return path(e.path);
    case ExprKind::Unary: return std::string(operator_text(e.op)) + '(' + operand(0) + ')';
    case ExprKind::Binary: return '(' + operand(0) + ' ' + std::string(operator_text(e.op)) + ' ' + operand(1) + ')';
    case ExprKind::Conditional: return '(' + operand(0) + " -> " + operand(1) + " : " + operand(2) + ')';
    case ExprKind::Run: return "run " + e.name + '(' + list(e.operands) + ')';
    case ExprKind::Len: return "len(" + operand(0) + ')';
    case ExprKind::Full: return "full(" + operand(0) + ')';
    case ExprKind::Empty: return "empty(" + operand(0) + ')';
    case ExprKind::NFull: return "nfull(" + operand(0) + ')';
    case ExprKind::NEmpty: return "nempty(" + operand(0) + ')';
    case ExprKind::Poll:
      return operand(0) +
             (e.anywhere ? "?"
                           "?["
                         : "?[") +
             list(e.operands, 1) + ']';
    case ExprKind::Timeout: return "timeout";
    case ExprKind::NonProgress: return "np_";
    case ExprKind::Enabled: return "enabled(" + operand(0) + ')';
    case ExprKind::PcValue: return "pc_value(" + operand(0) + ')';
    case ExprKind::GetPriority: return "get_priority(" + operand(0) + ')';
    case ExprKind::Eval: return "eval(" + operand(0) + ')';
    case ExprKind::RemoteLabel:
    case ExprKind::RemoteVariable: {
      const std::string process = e.operands.empty() ? e.name : e.name + '[' + operand(0) + ']';
      return e.kind == ExprKind::RemoteLabel ? process + '@' + e.label : process + ':' + path(e.path);
    }
  }
  return "?";
}

std::string type_name(const TypeName& type) {
  if (type.kind == TypeKind::User) return type.name;
  return std::string(type_text(type.kind)) + (type.name.empty() ? "" : ":" + type.name);
}

std::string Dumper::declaration(const Declaration& declaration) const {
  constexpr std::array<const char*, 4> kVisibility = {"", "hidden ", "show ", "local "};
  std::string text = kVisibility[static_cast<size_t>(declaration.visibility)] + type_name(declaration.type);
  for (const Declarator& item : declaration.items) {
    text += (&item == declaration.items.data() ? " " : ", ") + item.name;
    if (item.width != 0) text += " : " + std::to_string(item.width);
    if (item.length.valid()) text += '[' + expr(item.length) + ']';
    if (item.value.valid()) text += " = " + expr(item.value);
    if (!item.values.empty()) text += " = {" + list(item.values) + '}';
    if (item.channel != nullptr) {
      text += " = [" + expr(item.channel->capacity) + "] of {";
      for (size_t i = 0; i < item.channel->fields.size(); ++i) {
        text += (i == 0 ? "" : ", ") + type_name(item.channel->fields[i]);
      }
      text += '}';
    }
  }
  return text;
}

void Dumper::dump_unit(const Unit& unit) {
  switch (unit.kind) {
    case Unit::Kind::Variables: return line(0, declaration(module_.variables[unit.index]));
    case Unit::Kind::Mtypes: {
      const MtypeSet& set = module_.mtypes[unit.index];
      std::string text = set.name.empty() ? "mtype =" : "mtype:" + set.name + " =";
      for (const Label& member : set.members) text += ' ' + member.name;
      return line(0, text);
    }
    case Unit::Kind::Typedef:
      line(0, "typedef " + module_.typedefs[unit.index].name);
      for (const Declaration& field : module_.typedefs[unit.index].fields) line(1, declaration(field));
      return;
    case Unit::Kind::Proctype: return dump_proctype(module_.proctypes[unit.index]);
    case Unit::Kind::Formula:
      return line(0, "ltl " + module_.formulas[unit.index].name + ": " +
                         (module_.formulas[unit.index].root.valid() ? expr(module_.formulas[unit.index].root) : "?"));
  }
}

void Dumper::dump_proctype(const Proctype& proctype) {
  constexpr std::array<const char*, 5> kKinds = {"proctype ", "", "never ", "", ""};
  std::string text = kKinds[static_cast<size_t>(proctype.kind)] + proctype.name;
  if (proctype.instances.valid()) text += " [" + expr(proctype.instances) + ']';
  for (const Declaration& parameter : proctype.parameters) text += "; " + declaration(parameter);
  if (proctype.priority != 0) text += " priority " + std::to_string(proctype.priority);
  if (proctype.provided.valid()) text += " provided " + expr(proctype.provided);
  line(0, text);
  dump_sequence(proctype.body, 1);
}

void Dumper::dump_sequence(const Sequence& sequence, size_t depth) {
  for (const StmtId id : sequence) dump_stmt(module_.stmts[id], depth);
}

std::string Dumper::simple(const Stmt& stmt) const {
  const auto target = [&] { return expr(stmt.target); };
  switch (stmt.kind) {
    case StmtKind::Declare: return declaration(stmt.declaration);
    case StmtKind::Exclusive: return (stmt.receives ? "xr " : "xs ") + list(stmt.args);
    case StmtKind::Condition: return expr(stmt.args[0]);
    case StmtKind::Assign: return target() + " = " + expr(stmt.args[0]);
    case StmtKind::Increment: return target() + "++";
    case StmtKind::Decrement: return target() + "--";
    case StmtKind::Send: return target() + (stmt.sorted ? "!!" : "!") + list(stmt.args);
    case StmtKind::Receive:
      return target() +
             (stmt.anywhere ? "?"
                              "?"
                            : "?") +
             (stmt.keep ? "<" : "") + list(stmt.args) + (stmt.keep ? ">" : "");
    case StmtKind::Print: return "printf \"" + stmt.text + "\" " + list(stmt.args);
    case StmtKind::PrintMtype: return "printm " + list(stmt.args);
    case StmtKind::Assert: return "assert " + list(stmt.args);
    case StmtKind::Else: return "else";
    case StmtKind::Break: return "break";
    case StmtKind::Goto: return "goto " + stmt.text;
    case StmtKind::SetPriority: return "set_priority " + list(stmt.args);
    case StmtKind::If: return "if";
    case StmtKind::Do: return "do";
    case StmtKind::For: return "for " + target() + " : " + expr(stmt.args[0]) + " .. " + expr(stmt.args[1]);
    case StmtKind::ForIn: return "for " + target() + " in " + expr(stmt.args[0]);
    case StmtKind::Select: return "select " + target() + " : " + expr(stmt.args[0]) + " .. " + expr(stmt.args[1]);
    case StmtKind::Atomic: return "atomic";
    case StmtKind::DStep: return "d_step";
    case StmtKind::Block: return stmt.text.empty() ? "block" : "inline " + stmt.text + '(' + list(stmt.args) + ')';
    case StmtKind::Unless: return "unless";
    case StmtKind::EmptyLabel: return "(nothing)";
  }
  return "?";
}

void Dumper::dump_stmt(const Stmt& stmt, size_t depth) {
  std::string text;
  for (const Label& label : stmt.labels) text += label.name + ": ";
  line(depth, text + simple(stmt));
  for (const Sequence& sequence : stmt.sequences) {
    if (stmt.sequences.size() > 1) line(depth, "::");
    dump_sequence(sequence, depth + 1);
  }
}

}  // namespace

std::string_view type_text(TypeKind kind) {
  constexpr std::array<std::string_view, 10> kNames = {"bit", "bool",     "byte",  "pid",  "short",
                                                       "int", "unsigned", "mtype", "chan", "typedef"};
  return kNames[static_cast<size_t>(kind)];
}

std::string text_of(const Module& module, ExprId expr) {
  return Dumper(module).expr(expr);
}

std::string dump(const Module& module) {
  return Dumper(module).run();
}

}  // namespace px::promela::ast
