// The resolver class, shared by the resolve*.cpp files only.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/base/diagnostic.h"
#include "frontends/promela/resolve.h"

namespace px::promela {

class Resolver {
 public:
  Resolver(const ast::Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}
  Model run();

 private:
  struct Symbol {
    enum class Kind : uint8_t { Variable, MtypeMember, Proctype, Structure } kind;
    uint32_t id = 0;  // of the variable, the set of mtypes, the proctype or the structure
    int32_t value = 0;
    SourceSpan span;
  };
  struct Scope {
    std::unordered_map<std::string, VariableId> names;
    VariableId loop_counter;  // of for-in loops over channels
  };
  // Labels of an inline are its own at every expansion; gotos look from the inside out.
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

  // Globals (resolve.cpp).
  void register_proctypes();
  void register_global(const std::string& name, Symbol symbol);
  void resolve_unit(const ast::Unit& unit);
  void resolve_formula(const ast::Formula& source);
  void resolve_mtypes(const ast::MtypeSet& set);
  void resolve_structure(const ast::Typedef& source);
  void resolve_proctype(const ast::Proctype& source, ProctypeId id);
  void resolve_parameters(const ast::Proctype& source, ProctypeId id);
  void check_provided(ExprId id);
  void check_runs();
  void check_whole_model();
  void check_mtype_sets(Type to, ExprId value, SourceSpan span);
  void check_formula(ExprId root, bool temporal_allowed);
  MtypeSetId mtype_set(const std::string& name);

  // Declarations (resolve_declaration.cpp).
  Type resolve_type(const ast::TypeName& source, uint8_t width);
  void resolve_cell(const ast::TypeName& type, const ast::Declarator& source, Cell& cell);
  std::optional<int32_t> array_length(const ast::Declarator& source);
  void resolve_initialiser(const ast::Declarator& source, Cell& cell);
  void resolve_initial_list(const ast::Declarator& source, Cell& cell);
  ChannelInit resolve_channel(const ast::ChannelInit& source, SourceSpan span);
  void flatten(Type type, SourceSpan span, std::vector<Type>& fields);
  void add_field_channels(VariableId id);
  void add_field_channels(VariableId id, StructureId structure, const std::string& name, int32_t cells,
                          std::vector<uint32_t>& path);
  VariableId declare_variable(const ast::Declaration& declaration, const ast::Declarator& item);
  void note_priority(SourceSpan span);
  bool check_redeclaration(const ast::Declarator& item);
  void declare_local(const ast::Declaration& declaration, Sequence& out);
  void declaration_step(VariableId id, const ast::Declarator& item, Sequence& out);

  // Statements (resolve_statement.cpp, resolve_loop.cpp).
  Sequence resolve_sequence(const ast::Sequence& source);
  void resolve_into(ast::StmtId id, Sequence& out);
  void resolve_core(const ast::Stmt& source, Sequence& out);
  void resolve_simple(const ast::Stmt& source, Stmt& stmt);
  void resolve_assignment(const ast::Stmt& source, Stmt& stmt);
  bool is_own_priority(ast::ExprId target) const;
  void resolve_step(const ast::Stmt& source, Stmt& stmt);
  void resolve_send(const ast::Stmt& source, Stmt& stmt);
  void resolve_receive(const ast::Stmt& source, Stmt& stmt);
  void resolve_goto(const ast::Stmt& source, StmtId id);
  void resolve_exclusive(const ast::Stmt& source);
  void resolve_block(const ast::Stmt& source, Stmt& stmt);
  void resolve_options(const ast::Stmt& source, Stmt& stmt);
  void attach_labels(const std::vector<ast::Label>& labels, StmtId stmt);
  void finish_gotos();
  void resolve_for(const ast::Stmt& source, Sequence& out);
  void resolve_for_in(const ast::Stmt& source, Sequence& out);
  void resolve_for_in_channel(const ast::Stmt& source, ExprId channel, Sequence& out);
  void resolve_select(const ast::Stmt& source, Sequence& out);
  void counting_loop(ExprId counter, ExprId first, ExprId condition, Sequence prefix, const ast::Sequence& body,
                     SourceSpan span, Sequence& out);
  VariableId loop_counter(SourceSpan span);

  // Building blocks of core statements.
  StmtId add_stmt(Stmt stmt, SourceSpan span);
  StmtId assign(ExprId target, ExprId value, SourceSpan span);
  StmtId condition(ExprId value);
  ExprId constant(int32_t value, SourceSpan span);
  ExprId variable(VariableId id, SourceSpan span);
  ExprId binary(Operator op, ExprId left, ExprId right, SourceSpan span);

  // Expressions (resolve_expression.cpp).
  ExprId resolve_expr(ast::ExprId id);
  // Where run may stand: alone, as a condition or on the right of an assignment.
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
  bool may_fail(ast::ExprId id) const;
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
  void declared_twice(SourceSpan span, const std::string& name, SourceSpan first);
  std::vector<std::string> visible_names() const;
  std::vector<std::string> proctype_names() const;
  const ast::Expr& ast_expr(ast::ExprId id) const { return module_.exprs[id]; }

  const ast::Module& module_;
  Diagnostics& diagnostics_;
  Model model_;
  std::unordered_map<std::string, Symbol> globals_;
  std::unordered_map<std::string, MtypeSetId> mtype_sets_;
  std::vector<Scope> scopes_;
  std::vector<LabelSpace> label_spaces_;
  uint32_t label_space_ = 0;
  struct OpenInline {
    std::string name;
    SourceSpan call;
  };
  std::vector<OpenInline> inlines_;  // whose bodies are being resolved, the innermost last
  std::vector<PendingGoto> gotos_;
  std::vector<PendingRemote> remotes_;
  std::vector<ExprId> runs_;
  ProctypeId proctype_;  // the one being resolved
  bool at_top_ = false;  // no statement of the body has been seen: initialisers hold at creation
  size_t loop_depth_ = 0;
  size_t d_step_depth_ = 0;
  SourceSpan priority_use_;  // the last one
  bool printing_ = false;    // inside the arguments of a print
  bool in_claim_ = false;
};

}  // namespace px::promela
