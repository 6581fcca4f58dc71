// Text of expressions and statements as in SPIN's state tables, and the dump of a model.
#include <array>

#include "frontends/promela/model.h"

namespace px::promela {
namespace {

template <class Items, class Show>
std::string joined(const Items& items, Show show) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "" : ",") + show(item);
  return text;
}

std::string expr_list(const Model& model, const std::vector<ExprId>& items) {
  return joined(items, [&](ExprId item) { return text_of(model, item); });
}

std::string pattern_list(const Model& model, const std::vector<Pattern>& patterns) {
  return joined(patterns, [&](const Pattern& pattern) -> std::string {
    if (pattern.kind == Pattern::Kind::Ignore) return "_";
    const std::string text = text_of(model, pattern.expr);
    return pattern.is_eval ? "eval(" + text + ")" : text;
  });
}

std::string process_text(const Model& model, const Expr& expr) {
  const std::string& name = model.proctypes[expr.proctype].name;
  return expr.operands.empty() ? name : name + '[' + text_of(model, expr.operands[0]) + ']';
}

std::string constant_text(const Model& model, const Expr& expr) {
  if (!expr.mtype_set.valid()) return std::to_string(expr.value);
  return model.mtype_sets[expr.mtype_set].members[static_cast<size_t>(expr.value - 1)];
}

std::string operation_text(const Model& model, const Expr& expr) {
  const auto operand = [&](size_t i) { return text_of(model, expr.operands[i]); };
  const std::string op(operator_text(expr.op));
  switch (expr.kind) {
    case ExprKind::Unary: return op + '(' + operand(0) + ')';
    case ExprKind::Binary: return '(' + operand(0) + op + operand(1) + ')';
    default: return "( (" + operand(0) + ") -> (" + operand(1) + ") : (" + operand(2) + ") )";
  }
}

std::string_view function_name(ExprKind kind) {
  switch (kind) {
    case ExprKind::Len: return "len";
    case ExprKind::Full: return "full";
    case ExprKind::Empty: return "empty";
    case ExprKind::NFull: return "nfull";
    case ExprKind::NEmpty: return "nempty";
    case ExprKind::Enabled: return "enabled";
    case ExprKind::PcValue: return "pc_value";
    default: return "get_priority";
  }
}

class ModelDumper {
 public:
  ModelDumper(const Model& model, const SourceMap& sources) : model_(model), sources_(sources) {}

  std::string run() {
    for (const MtypeSet& set : model_.mtype_sets) dump_set(set);
    for (const Structure& structure : model_.structures) {
      line(0, "typedef " + structure.name);
      for (const Cell& field : structure.fields) line(1, cell(field));
    }
    for (const VariableId id : model_.globals) line(0, variable(id));
    for (const Proctype& proctype : model_.proctypes) dump_proctype(proctype);
    for (const Formula& formula : model_.formulas) {
      line(0, "ltl " + formula.name + ": " + (formula.root.valid() ? text_of(model_, formula.root) : "?"));
    }
    return std::move(out_);
  }

 private:
  void line(size_t depth, const std::string& text) { out_ += std::string(2 * depth, ' ') + text + '\n'; }

  void dump_set(const MtypeSet& set) {
    std::string text = set.name.empty() ? "mtype" : "mtype:" + set.name;
    for (size_t i = 0; i < set.members.size(); ++i) text += ' ' + set.members[i] + '=' + std::to_string(i + 1);
    line(0, text);
  }

  std::string cell(const Cell& cell) const {
    std::string text = text_of(model_, cell.type) + ' ' + cell.name;
    if (cell.is_array) text += '[' + std::to_string(cell.length) + ']';
    if (!cell.cell_initials.empty()) {
      text += " = {" + expr_list(model_, cell.cell_initials) + '}';
    } else if (cell.initial.valid()) {
      text += " = " + text_of(model_, cell.initial);
    }
    if (cell.channel) {
      text += " = [" + std::to_string(cell.channel->capacity) + "] of {" +
              joined(cell.channel->declared, [&](Type type) { return text_of(model_, type); }) + '}';
    }
    return text;
  }

  std::string variable(VariableId id) const {
    constexpr std::array<const char*, 4> kVisibility = {"", "hidden ", "show ", "local "};
    const Variable& variable = model_.variables[id];
    std::string text = kVisibility[static_cast<size_t>(variable.visibility)] + cell(variable);
    if (variable.is_parameter) text += " (parameter)";
    if (variable.exclusive_receive) text += " (xr)";
    if (variable.exclusive_send) text += " (xs)";
    if (!variable.is_read && variable.type.is_scalar()) text += " (never read)";
    return text;
  }

  void dump_proctype(const Proctype& proctype) {
    constexpr std::array<const char*, 5> kKinds = {"proctype ", "init ", "never ", "trace ", "notrace "};
    std::string text = kKinds[static_cast<size_t>(proctype.kind)] + proctype.name;
    if (proctype.instances != 0) text += " instances " + std::to_string(proctype.instances);
    if (proctype.priority_given) text += " priority " + std::to_string(proctype.priority);
    if (proctype.provided.valid()) text += " provided " + text_of(model_, proctype.provided);
    line(0, text);
    for (const VariableId id : proctype.locals) line(1, variable(id));
    dump_sequence(proctype.body, 1);
  }

  void dump_sequence(const Sequence& sequence, size_t depth) {
    for (const StmtId id : sequence) {
      const Stmt& stmt = model_.stmts[id];
      std::string text;
      for (const LabelId label : stmt.labels) text += model_.labels[label].name + ": ";
      line(depth, text + text_of(model_, stmt) + "  // " + sources_.place(stmt.span));
      for (const Sequence& inner : stmt.sequences) {
        if (stmt.sequences.size() > 1) line(depth, "::");
        dump_sequence(inner, depth + 1);
      }
    }
  }

  const Model& model_;
  const SourceMap& sources_;
  std::string out_;
};

}  // namespace

std::string text_of(const Model& model, const Place& place) {
  if (!place.variable.valid()) return "?";
  const Variable& variable = model.variables[place.variable];
  std::string text = variable.name;
  if (place.index.valid()) text += '[' + text_of(model, place.index) + ']';
  Type type = variable.type;
  for (const Place::Access& access : place.accesses) {
    const Cell& field = model.structures[type.structure].fields[access.field];
    text += '.' + field.name;
    if (access.index.valid()) text += '[' + text_of(model, access.index) + ']';
    type = field.type;
  }
  return text;
}

std::string text_of(const Model& model, ExprId id) {
  const Expr& expr = model.exprs[id];
  switch (expr.kind) {
    case ExprKind::Constant: return constant_text(model, expr);
    case ExprKind::Variable: return text_of(model, expr.place);
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::Conditional: return operation_text(model, expr);
    case ExprKind::Run:
      return "run " + model.proctypes[expr.proctype].name + '(' + expr_list(model, expr.operands) + ')';
    case ExprKind::Poll:
      return text_of(model, expr.operands[0]) +
             (expr.anywhere ? "?"
                              "?["
                            : "?[") +
             pattern_list(model, expr.patterns) + ']';
    case ExprKind::Timeout: return "timeout";
    case ExprKind::NonProgress: return "np_";
    case ExprKind::RemoteLabel:
      return '(' + process_text(model, expr) + "._p==" + (expr.label.valid() ? model.labels[expr.label].name : "?") +
             ')';
    case ExprKind::RemoteVariable: return process_text(model, expr) + '.' + text_of(model, expr.place);
    case ExprKind::Pid: return "_pid";
    case ExprKind::NrProcesses: return "_nr_pr";
    case ExprKind::Last: return "_last";
    case ExprKind::Priority: return "_priority";
    default: return std::string(function_name(expr.kind)) + '(' + text_of(model, expr.operands[0]) + ')';
  }
}

std::string text_of(const Model& model, const Stmt& stmt) {
  const auto target = [&] { return text_of(model, stmt.target); };
  switch (stmt.kind) {
    case StmtKind::Condition: return '(' + text_of(model, stmt.args[0]) + ')';
    case StmtKind::Assign: return target() + " = " + text_of(model, stmt.args[0]);
    case StmtKind::Send:  // of a trace: with patterns
      return target() + (stmt.sorted ? "!!" : "!") +
             (stmt.patterns.empty() ? expr_list(model, stmt.args) : pattern_list(model, stmt.patterns));
    case StmtKind::Receive:
      return target() +
             (stmt.anywhere ? "?"
                              "?"
                            : "?") +
             (stmt.keep ? "<" : "") + pattern_list(model, stmt.patterns) + (stmt.keep ? ">" : "");
    case StmtKind::Print:
      return "printf('" + stmt.text + '\'' + (stmt.args.empty() ? "" : ",") + expr_list(model, stmt.args) + ')';
    case StmtKind::PrintMtype: return "printm(" + text_of(model, stmt.args[0]) + ')';
    case StmtKind::Assert: return "assert(" + text_of(model, stmt.args[0]) + ')';
    case StmtKind::Else: return "else";
    case StmtKind::Break: return "break";
    case StmtKind::Goto: return "goto " + (stmt.label.valid() ? model.labels[stmt.label].name : "?");
    case StmtKind::SetPriority:
      if (stmt.target.valid()) return "_priority = " + text_of(model, stmt.args[1]);
      return "set_priority(" + expr_list(model, stmt.args) + ')';
    case StmtKind::Nothing: return "";
    case StmtKind::If: return "IF";
    case StmtKind::Do: return "DO";
    case StmtKind::Atomic: return "ATOMIC";
    case StmtKind::DStep: return "D_STEP";
    case StmtKind::Block: return stmt.text.empty() ? "BLOCK" : "INLINE " + stmt.text;
    case StmtKind::Unless: return "UNLESS";
  }
  return "?";
}

std::string dump(const Model& model, const SourceMap& sources) {
  return ModelDumper(model, sources).run();
}

}  // namespace px::promela
