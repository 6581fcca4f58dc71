// The checker class, shared only by the checker*.cpp files.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontends/mcrl2/checker.h"

namespace px::mcrl2 {

class Checker {
 public:
  Checker(const Parsed& parsed, Spec& spec, Diagnostics& diagnostics)
      : parsed_(parsed), spec_(spec), sorts_(spec.sorts), diagnostics_(diagnostics) {}
  void run();

 private:
  // Thrown for an ill-formed expression or process (already reported), caught at the next declaration.
  struct Wrong {};
  using Arguments = std::vector<const DataSyntax*>;

  // Declarations (checker.cpp).
  void declare_sorts();
  void declare_functions();
  void declare_actions();
  void declare_processes();
  void check_equations();
  void check_equation(const EquationSyntax& syntax);
  void find_variables(const Expr& e, std::set<VariableId>& found) const;
  void check_pattern(const Expr& e);
  void check_not_empty();
  SortId sort(const SortSyntax& syntax);
  SortId sort_by_name(const std::string& name, SourceSpan span);
  SortId structure(const SortSyntax& syntax, const std::string& name);
  void constructors(const SortSyntax& syntax, SortId own);
  void add_symbol(Symbol symbol);
  bool is_taken(const std::string& name) const;

  // Data (checker_data.cpp).
  SortId infer(const DataSyntax& e);
  SortId infer_now(const DataSyntax& e);
  SortId infer_name(const DataSyntax& e);
  SortId infer_apply(const DataSyntax& e);
  SortId infer_container(const DataSyntax& e);
  SortId infer_within(const DataSyntax& e);
  const Expr* check_expr(const DataSyntax& e, SortId wanted);
  const Expr* check_name(const DataSyntax& e, SortId wanted);
  const Expr* check_apply(const DataSyntax& e, SortId wanted);
  const Expr* check_builtin(const DataSyntax& e, const Signature& signature, SortId wanted);
  const Expr* check_container(const DataSyntax& e, SortId wanted);
  const Expr* check_binder(const DataSyntax& e, SortId wanted);
  const Expr* check_where(const DataSyntax& e, SortId wanted);
  const Expr* check_update(const DataSyntax& e, SortId wanted);
  const Expr* expect(const Expr* e, SortId wanted);
  std::vector<const Expr*> check_all(const Arguments& arguments, const std::vector<SortId>& wanted);
  const std::vector<SymbolId>* symbols(const std::string& name) const;
  SymbolId best_symbol(const std::string& name, const std::vector<SortId>& arguments, SortId wanted) const;
  std::vector<SortId> infer_all(const Arguments& arguments);
  SortId handed_down(SortId inferred, SortId wanted);
  [[noreturn]] void no_function(const DataSyntax& e, const std::vector<SortId>& arguments, SortId wanted);
  std::string list_text(const std::vector<SortId>& sorts) const;
  static Arguments arguments_of(const ProcessSyntax& p) { return {p.arguments.begin(), p.arguments.end()}; }
  static Arguments arguments_of(const DataSyntax& e) { return {e.parts.begin() + 1, e.parts.end()}; }

  // Variables in scope, innermost last.
  struct Scope;
  VariableId find_variable(const std::string& name) const;
  VariableId new_variable(const VariableSyntax& syntax);
  VariableId new_variable(const Name& name, SortId sort);
  void bind(const std::string& name, VariableId variable) { scope_.emplace_back(name, variable); }

  // Processes (checker_process.cpp).
  const Process* process(const ProcessSyntax& p);
  const Process* call(const ProcessSyntax& p);
  const Process* assigned_call(const ProcessSyntax& p);
  const Process* multi(const ProcessSyntax& p);
  const Process* operation(const ProcessSyntax& p);
  void operation_rules(const ProcessSyntax& p, Process& made);
  void comm_rules(const ProcessSyntax& p, Process& made);
  void check_comm_sorts(const CommSyntax& comm);
  std::vector<SortId> parameter_sorts(ProcessId id) const;
  void known_action(const Name& name);
  [[noreturn]] void no_such_call(const ProcessSyntax& p);

  [[noreturn]] void wrong(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});
  template <class Body>
  void guarded(Body&& body) {
    const size_t outer = scope_.size();
    try {
      body();
    } catch (const Wrong&) {
    }
    scope_.resize(outer);
  }

  const Parsed& parsed_;
  Spec& spec_;
  SortTable& sorts_;
  Diagnostics& diagnostics_;

  std::map<std::string, const SortDeclaration*> sort_syntax_;
  std::map<std::string, SortId> sort_ids_;
  std::set<std::string> resolving_;
  std::map<const SortSyntax*, SortId> structures_;
  std::map<std::string, std::vector<SymbolId>> symbols_;
  std::map<std::string, std::vector<ActionId>> actions_;
  std::map<std::string, std::vector<ProcessId>> processes_;
  std::vector<const SortSyntax*> waiting_structures_;
  std::vector<SortId> waiting_sorts_;
  std::vector<std::pair<std::string, VariableId>> scope_;
  std::unordered_map<const DataSyntax*, SortId> inferred_;
  int depth_ = 0;
};

}  // namespace px::mcrl2
