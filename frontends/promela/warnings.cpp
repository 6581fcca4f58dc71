#include "frontends/promela/warnings.h"

namespace px::promela {
namespace {

class Warnings {
 public:
  Warnings(const Model& model, Diagnostics& diagnostics) : model_(model), diagnostics_(diagnostics) {}

  void run() {
    for (const Variable& variable : model_.variables) check_variable(variable);
    for (const Proctype& proctype : model_.proctypes) walk(proctype.body, nullptr);
    check_proctypes();
  }

 private:
  // The innermost sequence around a statement that is executed without interruption; null: none.
  using Around = const Stmt*;

  void check_variable(const Variable& variable) {
    // `hidden` indicates that the variable is not meant to be read.
    if (variable.is_read || variable.visibility == Visibility::Hidden) return;
    if (variable.owner.valid() && !model_.proctypes[variable.owner].is_process()) return;
    diagnostics_.add(
        DiagnosticKind::NeverUsed, variable.span,
        "'" + variable.name + "' is never read" + (variable.type.is_scalar() ? " other than in prints" : ""),
        variable.owner.valid() || !variable.type.is_scalar()
            ? "remove it if nothing needs it"
            : "it is not part of the state (except with --optimise none)");
  }

  void check_proctypes() {
    std::vector<bool> runs(model_.proctypes.size());
    for (const Expr& expr : model_.exprs) {
      if (expr.kind == ExprKind::Run) runs[expr.proctype.value] = true;
    }
    for (uint32_t p = 0; p < model_.proctypes.size(); ++p) {
      const Proctype& proctype = model_.proctypes[ProctypeId(p)];
      if (proctype.kind != ProctypeKind::Plain || proctype.instances != 0 || runs[p]) continue;
      diagnostics_.add(DiagnosticKind::NeverUsed, proctype.span,
                       "no process of '" + proctype.name + "' is ever started",
                       "declare it active, or start one with run " + proctype.name + "()");
    }
  }

  void walk(const Sequence& sequence, Around around) {
    for (const StmtId id : sequence) {
      const Stmt& stmt = model_.stmts[id];
      check_statement(stmt, around);
      const bool closed = stmt.kind == StmtKind::Atomic || stmt.kind == StmtKind::DStep;
      // Within d_step, nested sequences have no additional meaning.
      const bool in_d_step = around != nullptr && around->kind == StmtKind::DStep;
      const bool chooses = stmt.kind == StmtKind::If || (stmt.kind == StmtKind::Do && !stmt.written_out);
      for (const Sequence& part : stmt.sequences) {
        if (chooses) check_skips(part);
      }
      for (const Sequence& part : stmt.sequences) walk(part, closed && !in_d_step ? &stmt : around);
    }
  }

  void check_statement(const Stmt& stmt, Around around) {
    const bool in_d_step = around != nullptr && around->kind == StmtKind::DStep;
    if (stmt.kind == StmtKind::Assign && assigns_itself(stmt)) {
      diagnostics_.add(DiagnosticKind::NoEffect, stmt.span, "this assigns a variable to itself");
    }
    if (stmt.kind == StmtKind::Condition && is_constant(stmt.args[0], false)) {
      diagnostics_.add(DiagnosticKind::NoEffect, stmt.span, "this condition is always false",
                       "the statements after it are never reached");
    }
    if (around != nullptr && (stmt.kind == StmtKind::Atomic || (in_d_step && stmt.kind == StmtKind::DStep))) {
      diagnostics_.add(DiagnosticKind::NoEffect, stmt.span,
                       std::string(stmt.kind == StmtKind::Atomic ? "atomic" : "d_step") + " inside " +
                           (in_d_step ? "d_step" : "atomic") + " has no effect");
    }
    if (!in_d_step) return;
    for (const ExprId arg : stmt.args) {
      if (mentions_timeout(arg)) {
        diagnostics_.add(DiagnosticKind::NoEffect, stmt.span, "timeout cannot become true inside d_step",
                         "other processes do not move until the d_step has ended");
      }
    }
  }

  bool is_constant(ExprId id, bool truth) const {
    const Expr& expr = model_.exprs[id];
    return expr.kind == ExprKind::Constant && (expr.value != 0) == truth;
  }

  bool is_skip(const Stmt& stmt) const {
    return stmt.kind == StmtKind::Condition && stmt.labels.empty() && is_constant(stmt.args[0], true);
  }

  // In an option, the automaton omits a skip after another one, or after a print.
  void check_skips(const Sequence& option) {
    for (size_t i = 1; i + 1 < option.size(); ++i) {
      const Stmt& before = model_.stmts[option[i - 1]];
      const Stmt& stmt = model_.stmts[option[i]];
      const bool follows = is_skip(before) || before.kind == StmtKind::Print || before.kind == StmtKind::PrintMtype;
      if (!follows || !is_skip(stmt)) continue;
      diagnostics_.add(DiagnosticKind::NoEffect, stmt.span, "this skip is not a separate step");
    }
  }

  bool assigns_itself(const Stmt& stmt) const {
    const Expr& target = model_.exprs[stmt.target];
    const Expr& value = model_.exprs[stmt.args[0]];
    return target.kind == ExprKind::Variable && value.kind == ExprKind::Variable &&
           target.place.variable == value.place.variable &&
           text_of(model_, target.place) == text_of(model_, value.place);
  }

  bool mentions_timeout(ExprId id) const {
    if (!id.valid()) return false;
    const Expr& expr = model_.exprs[id];
    if (expr.kind == ExprKind::Timeout) return true;
    for (const ExprId operand : expr.operands) {
      if (mentions_timeout(operand)) return true;
    }
    return false;
  }

  const Model& model_;
  Diagnostics& diagnostics_;
};

}  // namespace

void add_warnings(const Model& model, Diagnostics& diagnostics) {
  Warnings(model, diagnostics).run();
}

}  // namespace px::promela
