// Statements, labels, loops and declarations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontends/promela/expression_resolver.h"

namespace px::promela {

class StatementResolver : public ExpressionResolver {
 protected:
  using ExpressionResolver::ExpressionResolver;

  // Globals (resolve.cpp).
  void check_mtype_sets(Type to, ExprId value, SourceSpan span);
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

  // Expressions (resolve_expression.cpp).
  void declared_twice(SourceSpan span, const std::string& name, SourceSpan first);

  std::unordered_map<std::string, MtypeSetId> mtype_sets_;
  std::vector<LabelSpace> label_spaces_;
  uint32_t label_space_ = 0;
  std::vector<PendingGoto> gotos_;
  bool at_top_ = false;  // no statement of the body has been processed: initialisers take effect at creation
  size_t loop_depth_ = 0;
};

}  // namespace px::promela
