// Names, expressions and messages. The resolver is a chain of classes, shared only by the resolve*.cpp files:
// ExpressionResolver, StatementResolver (with declarations), Resolver (the whole model). Each knows only those before
// it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/promela/resolve.h"

namespace px::promela {

class ExpressionResolver {
 protected:
  ExpressionResolver(const ast::Module& module, Diagnostics& diagnostics)
      : module_(module), diagnostics_(diagnostics) {}

  struct Symbol {
    enum class Kind : uint8_t { Variable, MtypeMember, Proctype, Structure } kind;
    uint32_t id = 0;  // of the variable, the mtype set, the proctype or the structure
    int32_t value = 0;
    SourceSpan span;
  };
  struct Scope {
    std::unordered_map<std::string, VariableId> names;
    VariableId loop_counter;  // of for-in loops over channels
  };
  // Each expansion of an inline has its own labels; gotos search from the innermost scope outwards.
  struct LabelSpace {
    uint32_t parent = 0;
    std::unordered_map<std::string, LabelId> names;
  };
  struct PendingGoto {
    StmtId stmt;
    uint32_t space;
    std::string name;
    SourceSpan span;
  };
  struct PendingRemote {
    ExprId expr;
    ast::ExprId source;
    ProctypeId from;
  };

  // Declarations (resolve_declaration.cpp).
  void note_priority(SourceSpan span);

  // Statements (resolve_statement.cpp, resolve_loop.cpp).
  ExprId constant(int32_t value, SourceSpan span);
  ExprId variable(VariableId id, SourceSpan span);
  ExprId binary(Operator op, ExprId left, ExprId right, SourceSpan span);

  // Expressions (resolve_expression.cpp).
  ExprId resolve_expr(ast::ExprId id);
  // Where run is allowed: alone, as a condition, or on the right-hand side of an assignment.
  ExprId resolve_expr_or_run(ast::ExprId id);
  void refuse_computed_channels(ExprId value);
  ExprId resolve_reference(const ast::Expr& source, bool as_value);
  ExprId resolve_target(ast::ExprId id);
  ExprId resolve_channel_ref(ast::ExprId id);
  ExprId resolve_special(const ast::Expr& source);
  ExprId resolve_run(const ast::Expr& source);
  ExprId resolve_remote(const ast::Expr& source, ast::ExprId id);
  void finish_remotes();
  bool resolve_path(const std::vector<ast::Selector>& path, VariableId root, Place& place, Type& type,
                    bool index_needed);
  std::optional<VariableId> lookup_variable(const std::string& name) const;
  void mark_read(VariableId id);
  void mark_reads_in(ast::ExprId id);
  bool index_fits(ast::ExprId id, int32_t length) const;
  bool indices_fit(const std::vector<ast::Selector>& path) const;
  bool may_fail(ast::ExprId id) const;
  bool divides_by_zero(const ast::Expr& expr) const;
  bool decides_failure(const ast::Expr& expr, size_t operand) const;
  std::vector<ExprId> resolve_message(const std::vector<ast::ExprId>& items);
  std::vector<Pattern> resolve_pattern(const std::vector<ast::ExprId>& items, size_t first);
  void expand_structure(ExprId place, std::vector<ExprId>& out);
  bool refers_to_other_process(ExprId id) const;
  void check_distinct(const std::vector<Pattern>& patterns, SourceSpan span);
  void check_arity(ExprId channel, size_t count, SourceSpan span, bool sending);
  std::optional<int32_t> fold(ExprId id) const;
  std::optional<int32_t> constant_value(ast::ExprId id, const char* what);
  ExprId add_expr(Expr expr, SourceSpan span);
  void error(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});
  void unknown_name(SourceSpan span, std::string message, std::string_view name, const std::vector<std::string>& known);
  std::vector<std::string> visible_names() const;
  std::vector<std::string> proctype_names() const;
  const ast::Expr& ast_expr(ast::ExprId id) const { return module_.exprs[id]; }
  struct OpenInline {
    std::string name;
    SourceSpan call;
  };

  const ast::Module& module_;
  Diagnostics& diagnostics_;
  Model model_;
  std::unordered_map<std::string, Symbol> globals_;
  std::vector<Scope> scopes_;
  std::vector<OpenInline> inlines_;  // whose bodies are being resolved, the innermost last
  std::vector<PendingRemote> remotes_;
  std::vector<ExprId> runs_;
  ProctypeId proctype_;  // the current one
  size_t d_step_depth_ = 0;
  SourceSpan priority_use_;  // the last one
  bool printing_ = false;    // inside the arguments of a print
  bool in_claim_ = false;
};

}  // namespace px::promela
