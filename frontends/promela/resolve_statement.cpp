#include "engine/base/check.h"
#include "frontends/promela/statement_resolver.h"

namespace px::promela {

StmtId StatementResolver::add_stmt(Stmt stmt, SourceSpan span) {
  stmt.span = span;
  return model_.stmts.add(std::move(stmt));
}

StmtId StatementResolver::assign(ExprId target, ExprId value, SourceSpan span) {
  Stmt stmt;
  stmt.kind = StmtKind::Assign;
  stmt.target = target;
  stmt.args = {value};
  return add_stmt(std::move(stmt), span);
}

StmtId StatementResolver::condition(ExprId value) {
  Stmt stmt;
  stmt.args = {value};
  return add_stmt(std::move(stmt), model_.exprs[value].span);
}

Sequence StatementResolver::resolve_sequence(const ast::Sequence& source) {
  Sequence out;
  for (const ast::StmtId id : source) resolve_into(id, out);
  return out;
}

// A source statement may become several core statements, or none.
void StatementResolver::resolve_into(ast::StmtId id, Sequence& out) {
  const ast::Stmt& source = module_.stmts[id];
  if (source.kind == ast::StmtKind::Declare) return declare_local(source.declaration, out);
  if (source.kind == ast::StmtKind::Exclusive) return resolve_exclusive(source);
  at_top_ = false;
  const size_t first = out.size();
  switch (source.kind) {
    case ast::StmtKind::For: resolve_for(source, out); break;
    case ast::StmtKind::ForIn: resolve_for_in(source, out); break;
    case ast::StmtKind::Select: resolve_select(source, out); break;
    default: resolve_core(source, out);
  }
  // A label before `for` or `select` names the loop, not the assignment before it: jumping to it does not restart it.
  if (first < out.size()) attach_labels(source.labels, out.back());
}

void StatementResolver::resolve_core(const ast::Stmt& source, Sequence& out) {
  Stmt stmt;
  switch (source.kind) {
    case ast::StmtKind::Block: resolve_block(source, stmt); break;
    case ast::StmtKind::Atomic:
    case ast::StmtKind::DStep:
      stmt.kind = source.kind == ast::StmtKind::Atomic ? StmtKind::Atomic : StmtKind::DStep;
      scopes_.emplace_back();
      if (stmt.kind == StmtKind::DStep) ++d_step_depth_;
      stmt.sequences.push_back(resolve_sequence(source.sequences[0]));
      if (stmt.kind == StmtKind::DStep) --d_step_depth_;
      scopes_.pop_back();
      break;
    case ast::StmtKind::If:
    case ast::StmtKind::Do: resolve_options(source, stmt); break;
    case ast::StmtKind::Unless:
      stmt.kind = StmtKind::Unless;
      for (const ast::Sequence& part : source.sequences) {
        Sequence resolved = resolve_sequence(part);
        // For a `for`, the escape covers only the loop itself; the assignment before it precedes the unless.
        while (resolved.size() > 1) {
          out.push_back(resolved.front());
          resolved.erase(resolved.begin());
        }
        stmt.sequences.push_back(std::move(resolved));
      }
      model_.features.unless = true;
      break;
    default: resolve_simple(source, stmt);
  }
  for (const Sequence& sequence : stmt.sequences) {
    if (sequence.empty()) {
      error(DiagnosticKind::SyntaxError, source.span, "a sequence must have at least one statement");
    }
  }
  const StmtId id = add_stmt(std::move(stmt), source.span);
  if (source.kind == ast::StmtKind::Goto) resolve_goto(source, id);
  out.push_back(id);
}

void StatementResolver::resolve_block(const ast::Stmt& source, Stmt& stmt) {
  stmt.kind = StmtKind::Block;
  const uint32_t outer = label_space_;
  if (!source.text.empty()) {  // an inline
    for (const ast::ExprId argument : source.args) mark_reads_in(argument);
    label_space_ = static_cast<uint32_t>(label_spaces_.size());
    label_spaces_.push_back({outer, {}});
    stmt.text = source.text;
    inlines_.push_back({source.text, source.call});
  }
  scopes_.emplace_back();
  stmt.sequences.push_back(resolve_sequence(source.sequences[0]));
  scopes_.pop_back();
  if (!source.text.empty()) inlines_.pop_back();
  label_space_ = outer;
}

void StatementResolver::resolve_options(const ast::Stmt& source, Stmt& stmt) {
  stmt.kind = source.kind == ast::StmtKind::If ? StmtKind::If : StmtKind::Do;
  if (stmt.kind == StmtKind::Do) ++loop_depth_;
  size_t elses = 0;
  for (const ast::Sequence& option : source.sequences) {
    stmt.sequences.push_back(resolve_sequence(option));
    if (stmt.sequences.back().empty()) continue;
    if (model_.stmts[stmt.sequences.back().front()].kind == StmtKind::Else && ++elses == 2) {
      error(DiagnosticKind::SyntaxError, model_.stmts[stmt.sequences.back().front()].span,
            "there is more than one else");
    }
  }
  if (stmt.kind == StmtKind::Do) --loop_depth_;
}

void StatementResolver::attach_labels(const std::vector<ast::Label>& labels, StmtId stmt) {
  for (const ast::Label& source : labels) {
    Label label;
    label.name = source.name;
    label.span = source.span;
    label.proctype = proctype_;
    label.stmt = stmt;
    const LabelId id = model_.labels.add(std::move(label));
    const auto [first, added] = label_spaces_[label_space_].names.emplace(source.name, id);
    if (!added) {
      error(DiagnosticKind::DuplicateName, source.span, "label '" + source.name + "' is defined twice",
            "the first definition is in line " + std::to_string(model_.labels[first->second].span.line));
    }
    model_.proctypes[proctype_].labels.push_back(id);
    model_.stmts[stmt].labels.push_back(id);
  }
}

void StatementResolver::resolve_goto(const ast::Stmt& source, StmtId id) {
  gotos_.push_back({id, label_space_, source.text, source.span});
}

void StatementResolver::finish_gotos() {
  for (const PendingGoto& pending : gotos_) {
    LabelId found;
    for (uint32_t space = pending.space;; space = label_spaces_[space].parent) {
      const auto label = label_spaces_[space].names.find(pending.name);
      if (label != label_spaces_[space].names.end()) found = label->second;
      if (found.valid() || space == 0) break;
    }
    if (!found.valid()) {
      std::vector<std::string> names;
      for (const LabelId label : model_.proctypes[proctype_].labels) names.push_back(model_.labels[label].name);
      unknown_name(pending.span, "there is no label '" + pending.name + "' to go to", pending.name, names);
    }
    model_.stmts[pending.stmt].label = found;
  }
  gotos_.clear();
}

void StatementResolver::resolve_exclusive(const ast::Stmt& source) {
  for (const ast::ExprId item : source.args) {
    const ExprId channel = resolve_channel_ref(item);
    if (model_.exprs[channel].kind != ExprKind::Variable) continue;
    Variable& variable = model_.variables[model_.exprs[channel].place.variable];
    (source.receives ? variable.exclusive_receive : variable.exclusive_send) = true;
  }
}

void StatementResolver::resolve_simple(const ast::Stmt& source, Stmt& stmt) {
  switch (source.kind) {
    case ast::StmtKind::Condition:
      stmt.args = {resolve_expr_or_run(source.args[0])};
      if (d_step_depth_ > 0 && refers_to_other_process(stmt.args[0])) {
        error(DiagnosticKind::Unsupported, source.span, "a condition inside d_step cannot refer to another process");
      }
      return;
    case ast::StmtKind::EmptyLabel: stmt.args = {constant(1, source.span)}; return;
    case ast::StmtKind::Assign: return resolve_assignment(source, stmt);
    case ast::StmtKind::Increment:
    case ast::StmtKind::Decrement: return resolve_step(source, stmt);
    case ast::StmtKind::Send: return resolve_send(source, stmt);
    case ast::StmtKind::Receive: return resolve_receive(source, stmt);
    case ast::StmtKind::Print:
    case ast::StmtKind::PrintMtype:
      stmt.kind = source.kind == ast::StmtKind::Print ? StmtKind::Print : StmtKind::PrintMtype;
      stmt.text = source.text;
      printing_ = true;
      for (const ast::ExprId item : source.args) stmt.args.push_back(resolve_expr(item));
      printing_ = false;
      return;
    case ast::StmtKind::Assert:
      stmt.kind = StmtKind::Assert;
      stmt.args = {resolve_expr(source.args[0])};
      return;
    case ast::StmtKind::SetPriority:
      stmt.kind = StmtKind::SetPriority;
      for (const ast::ExprId item : source.args) stmt.args.push_back(resolve_expr(item));
      note_priority(source.span);
      return;
    case ast::StmtKind::Else: stmt.kind = StmtKind::Else; return;
    case ast::StmtKind::Goto: stmt.kind = StmtKind::Goto; return;
    case ast::StmtKind::Break:
      stmt.kind = StmtKind::Break;
      if (loop_depth_ == 0) error(DiagnosticKind::SyntaxError, source.span, "break is outside of any loop");
      return;
    default: PX_UNREACHABLE("not a simple statement");
  }
}

// `_priority = n` is equivalent to set_priority(_pid, n), but affects only the process itself.
bool StatementResolver::is_own_priority(ast::ExprId target) const {
  const ast::Expr& source = ast_expr(target);
  return source.kind == ast::ExprKind::Reference && source.path.size() == 1 && source.path.front().name == "_priority";
}

void StatementResolver::resolve_assignment(const ast::Stmt& source, Stmt& stmt) {
  if (is_own_priority(source.target)) {
    Expr self;
    self.kind = ExprKind::Pid;
    const ExprId process = add_expr(std::move(self), source.span);
    stmt.kind = StmtKind::SetPriority;
    stmt.target = resolve_expr(source.target);
    stmt.args = {process, resolve_expr(source.args[0])};
    return note_priority(source.span);
  }
  stmt.kind = StmtKind::Assign;
  stmt.target = resolve_target(source.target);
  stmt.args = {resolve_expr_or_run(source.args[0])};
  const Type type = model_.exprs[stmt.target].type;
  const Type from = model_.exprs[stmt.args[0]].type;
  if (type.kind == TypeKind::Structure || from.kind == TypeKind::Structure) {
    return error(DiagnosticKind::TypeMismatch, source.span, "structures cannot be assigned as a whole",
                 "assign field by field");
  }
  check_mtype_sets(type, stmt.args[0], source.span);
  refuse_computed_channels(stmt.args[0]);
  const auto value = fold(stmt.args[0]);
  // As in SPIN: channels in structures may be assigned a number, channels by name may not.
  if (type.kind == TypeKind::Chan && value && model_.exprs[stmt.target].place.accesses.empty()) {
    error(DiagnosticKind::TypeMismatch, source.span, "a number cannot be assigned to a channel variable");
  }
  if (value && type.is_scalar() && wrapped(type, *value) != *value) {
    error(DiagnosticKind::ValueTruncated, source.span,
          "the value " + std::to_string(*value) + " does not fit " + text_of(model_, type) + " and becomes " +
              std::to_string(wrapped(type, *value)));
  }
}

// A named member of one set cannot be stored where another named set is expected.
void StatementResolver::check_mtype_sets(Type to, ExprId value, SourceSpan span) {
  const Expr& expr = model_.exprs[value];
  if (to.kind != TypeKind::Mtype || !expr.mtype_set.valid() || to.mtype_set == expr.mtype_set) return;
  if (model_.mtype_sets[to.mtype_set].name.empty()) return;
  error(DiagnosticKind::TypeMismatch, span,
        "a value of " + text_of(model_, expr.type) + " is given to a variable of " + text_of(model_, to));
}

// x++ is x = x+1; it does not count as reading x.
void StatementResolver::resolve_step(const ast::Stmt& source, Stmt& stmt) {
  stmt.kind = StmtKind::Assign;
  stmt.target = resolve_target(source.target);
  if (!model_.exprs[stmt.target].type.is_scalar()) {
    error(DiagnosticKind::TypeMismatch, source.span, "only a number can be incremented or decremented");
  }
  const Operator op = source.kind == ast::StmtKind::Increment ? Operator::Add : Operator::Subtract;
  stmt.args = {binary(op, stmt.target, constant(1, source.span), source.span)};
}

void StatementResolver::resolve_send(const ast::Stmt& source, Stmt& stmt) {
  stmt.kind = StmtKind::Send;
  stmt.sorted = source.sorted;
  stmt.target = resolve_channel_ref(source.target);
  const ProctypeKind kind = model_.proctypes[proctype_].kind;
  if (kind == ProctypeKind::Trace || kind == ProctypeKind::NoTrace) {  // an event to match: a pattern, as in a receive
    stmt.patterns = resolve_pattern(source.args, 0);
    return check_arity(stmt.target, stmt.patterns.size(), source.span, false);
  }
  stmt.args = resolve_message(source.args);
  check_arity(stmt.target, stmt.args.size(), source.span, true);
}

void StatementResolver::resolve_receive(const ast::Stmt& source, Stmt& stmt) {
  stmt.kind = StmtKind::Receive;
  stmt.anywhere = source.anywhere;
  stmt.keep = source.keep;
  stmt.target = resolve_channel_ref(source.target);
  stmt.patterns = resolve_pattern(source.args, 0);
  check_arity(stmt.target, stmt.patterns.size(), source.span, false);
  check_distinct(stmt.patterns, source.span);
}

}  // namespace px::promela
