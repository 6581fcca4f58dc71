#include "frontends/promela/expression_resolver.h"

namespace px::promela {
namespace {

int64_t apply(Operator op, int64_t a, int64_t b) {
  switch (op) {
    case Operator::Or: return a != 0 || b != 0;
    case Operator::And: return a != 0 && b != 0;
    case Operator::BitOr: return a | b;
    case Operator::BitXor: return a ^ b;
    case Operator::BitAnd: return a & b;
    case Operator::Equal: return a == b;
    case Operator::NotEqual: return a != b;
    case Operator::Less: return a < b;
    case Operator::Greater: return a > b;
    case Operator::LessEqual: return a <= b;
    case Operator::GreaterEqual: return a >= b;
    case Operator::ShiftLeft: return static_cast<int64_t>(static_cast<uint64_t>(a) << (b & 31));
    case Operator::ShiftRight: return a >> (b & 31);
    case Operator::Add: return a + b;
    case Operator::Subtract: return a - b;
    case Operator::Multiply: return a * b;
    case Operator::Divide: return a / b;
    case Operator::Modulo: return a % b;
    default: return 0;
  }
}

ExprKind call_kind(ast::ExprKind kind) {
  switch (kind) {
    case ast::ExprKind::Len: return ExprKind::Len;
    case ast::ExprKind::Full: return ExprKind::Full;
    case ast::ExprKind::Empty: return ExprKind::Empty;
    case ast::ExprKind::NFull: return ExprKind::NFull;
    case ast::ExprKind::NEmpty: return ExprKind::NEmpty;
    case ast::ExprKind::Enabled: return ExprKind::Enabled;
    case ast::ExprKind::PcValue: return ExprKind::PcValue;
    default: return ExprKind::GetPriority;
  }
}

bool is_probe(ExprKind kind) {
  return kind == ExprKind::Full || kind == ExprKind::Empty || kind == ExprKind::NFull || kind == ExprKind::NEmpty;
}

}  // namespace

ExprId ExpressionResolver::add_expr(Expr expr, SourceSpan span) {
  expr.span = span;
  return model_.exprs.add(std::move(expr));
}

ExprId ExpressionResolver::constant(int32_t value, SourceSpan span) {
  Expr expr;
  expr.value = value;
  return add_expr(std::move(expr), span);
}

ExprId ExpressionResolver::variable(VariableId id, SourceSpan span) {
  Expr expr;
  expr.kind = ExprKind::Variable;
  expr.place.variable = id;
  expr.type = model_.variables[id].type;
  return add_expr(std::move(expr), span);
}

ExprId ExpressionResolver::binary(Operator op, ExprId left, ExprId right, SourceSpan span) {
  Expr expr;
  expr.kind = ExprKind::Binary;
  expr.op = op;
  expr.operands = {left, right};
  return add_expr(std::move(expr), span);
}

std::optional<VariableId> ExpressionResolver::lookup_variable(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto local = scope->names.find(name);
    if (local != scope->names.end()) return local->second;
  }
  const auto global = globals_.find(name);
  if (global == globals_.end() || global->second.kind != Symbol::Kind::Variable) return std::nullopt;
  return VariableId(global->second.id);
}

void ExpressionResolver::mark_read(VariableId id) {
  if (!printing_) model_.variables[id].is_read = true;
}

// Whether an index is statically within an array: a number, or the result of any expression masked by `& number`.
bool ExpressionResolver::index_fits(ast::ExprId id, int32_t length) const {
  const ast::Expr& index = ast_expr(id);
  if (index.kind == ast::ExprKind::Number) return index.value >= 0 && index.value < length;
  if (index.kind != ast::ExprKind::Binary || index.op != Operator::BitAnd || may_fail(id)) return false;
  return std::any_of(index.operands.begin(), index.operands.end(), [&](ast::ExprId operand) {
    return ast_expr(operand).kind == ast::ExprKind::Number && index_fits(operand, length);
  });
}

// Whether all indices are statically within their arrays.
bool ExpressionResolver::indices_fit(const std::vector<ast::Selector>& path) const {
  const auto is_indexed = [](const ast::Selector& selector) { return selector.index.valid(); };
  if (std::none_of(path.begin(), path.end(), is_indexed)) return true;
  const auto root = lookup_variable(path.front().name);
  if (!root) return false;
  Type type = model_.variables[*root].type;
  int32_t length = model_.variables[*root].length;
  for (size_t i = 0; i < path.size(); ++i) {
    if (i > 0) {
      if (type.kind != TypeKind::Structure) return false;
      const std::vector<Cell>& fields = model_.structures[type.structure].fields;
      const auto field =
          std::find_if(fields.begin(), fields.end(), [&](const Cell& cell) { return cell.name == path[i].name; });
      if (field == fields.end()) return false;
      type = field->type;
      length = field->length;
    }
    if (path[i].index.valid() && !index_fits(path[i].index, length)) return false;
  }
  return true;
}

// Whether evaluating it can be an error. Includes every expression for which ExpressionLowering::may_fail is true.
bool ExpressionResolver::may_fail(ast::ExprId id) const {
  const ast::Expr& expr = ast_expr(id);
  const bool reference = expr.kind == ast::ExprKind::Reference;
  if (!expr.path.empty() && !(reference && indices_fit(expr.path))) return true;
  return divides_by_zero(expr) || std::any_of(expr.operands.begin(), expr.operands.end(), [&](ast::ExprId operand) {
           return operand.valid() && may_fail(operand);
         });
}

// Whether it is a division by anything but a nonzero number.
bool ExpressionResolver::divides_by_zero(const ast::Expr& expr) const {
  if (expr.kind != ast::ExprKind::Binary || !operator_may_fail(expr.op)) return false;
  const ast::Expr& divisor = ast_expr(expr.operands[1]);
  return divisor.kind != ast::ExprKind::Number || divisor.value == 0;
}

// Whether an operand can decide if evaluating the whole is an error, other than by an error of its own.
bool ExpressionResolver::decides_failure(const ast::Expr& expr, size_t operand) const {
  switch (expr.kind) {
    case ast::ExprKind::Conditional: return operand == 0 && (may_fail(expr.operands[1]) || may_fail(expr.operands[2]));
    case ast::ExprKind::Binary:
      if (expr.op == Operator::And || expr.op == Operator::Or) return operand == 0 && may_fail(expr.operands[1]);
      return operand == 1 && divides_by_zero(expr);
    default: return false;
  }
}

// The arguments of an inline count as read, whatever the inline does with them.
void ExpressionResolver::mark_reads_in(ast::ExprId id) {
  const ast::Expr& expr = ast_expr(id);
  for (const ast::ExprId operand : expr.operands) mark_reads_in(operand);
  if (expr.kind != ast::ExprKind::Reference) return;
  if (const auto variable = lookup_variable(expr.path.front().name)) mark_read(*variable);
  for (const ast::Selector& selector : expr.path) {
    if (selector.index.valid()) mark_reads_in(selector.index);
  }
}

ExprId ExpressionResolver::resolve_expr(ast::ExprId id) {
  const ast::Expr& source = ast_expr(id);
  switch (source.kind) {
    case ast::ExprKind::Number: return constant(source.value, source.span);
    case ast::ExprKind::Reference: return resolve_reference(source, true);
    case ast::ExprKind::Run:
      error(DiagnosticKind::Unsupported, source.span, "run must stand alone, as a statement or as v = run ...");
      return constant(0, source.span);
    case ast::ExprKind::RemoteLabel:
    case ast::ExprKind::RemoteVariable: return resolve_remote(source, id);
    case ast::ExprKind::Unary:
    case ast::ExprKind::Binary:
    case ast::ExprKind::Conditional: break;
    default: {
      const bool printing = std::exchange(printing_, printing_ && !may_fail(id));
      const ExprId special = resolve_special(source);
      printing_ = printing;
      return special;
    }
  }
  Expr expr;
  expr.kind = source.kind == ast::ExprKind::Unary    ? ExprKind::Unary
              : source.kind == ast::ExprKind::Binary ? ExprKind::Binary
                                                     : ExprKind::Conditional;
  expr.op = source.op;
  // Printed expressions are evaluated only for their errors: only the parts that decide about errors count as read.
  for (size_t i = 0; i < source.operands.size(); ++i) {
    const bool printing = std::exchange(printing_, printing_ && !decides_failure(source, i));
    expr.operands.push_back(resolve_expr(source.operands[i]));
    printing_ = printing;
  }
  const bool logical = source.kind == ast::ExprKind::Binary &&
                       (source.op == Operator::And || source.op == Operator::Or || is_temporal(source.op));
  for (const ExprId operand : expr.operands) {
    const Expr& part = model_.exprs[operand];
    if (part.type.kind == TypeKind::Structure) {
      error(DiagnosticKind::TypeMismatch, part.span, "a structure is not a value", "name one of its fields");
    }
    if (is_probe(part.kind) && !logical && !in_claim_) {
      error(DiagnosticKind::TypeMismatch, part.span, "full, empty, nfull and nempty can only be joined by && and ||",
            "use nfull for the opposite of full, nempty for that of empty");
    }
  }
  return add_expr(std::move(expr), source.span);
}

// As in SPIN: the assigned value may be a channel, but not an operation on channels. Indices and len are not checked.
void ExpressionResolver::refuse_computed_channels(ExprId value) {
  const Expr& operation = model_.exprs[value];
  const bool computes = operation.kind == ExprKind::Unary || operation.kind == ExprKind::Binary ||
                        operation.kind == ExprKind::Conditional;
  if (!computes) return;
  for (const ExprId operand : operation.operands) {
    const Expr& part = model_.exprs[operand];
    if (part.kind == ExprKind::Variable && part.type.kind == TypeKind::Chan) {
      return error(DiagnosticKind::TypeMismatch, part.span, "a channel cannot be part of a computed value",
                   "choose with if :: condition -> c = a :: else -> c = b fi, compare in a condition");
    }
    refuse_computed_channels(operand);
  }
}

ExprId ExpressionResolver::resolve_expr_or_run(ast::ExprId id) {
  const ast::Expr& source = ast_expr(id);
  if (source.kind != ast::ExprKind::Run) return resolve_expr(id);
  if (d_step_depth_ > 0)
    error(DiagnosticKind::Unsupported, source.span, "run is not allowed inside d_step", "use atomic");
  return resolve_run(source);
}

bool ExpressionResolver::refers_to_other_process(ExprId id) const {
  const Expr& expr = model_.exprs[id];
  if (expr.kind == ExprKind::RemoteLabel || expr.kind == ExprKind::RemoteVariable) return true;
  for (const ExprId operand : expr.operands) {
    if (refers_to_other_process(operand)) return true;
  }
  return false;
}

ExprId ExpressionResolver::resolve_special(const ast::Expr& source) {
  Expr expr;
  switch (source.kind) {
    case ast::ExprKind::Timeout:
      expr.kind = ExprKind::Timeout;
      model_.features.timeout = true;
      return add_expr(std::move(expr), source.span);
    case ast::ExprKind::NonProgress:
      expr.kind = ExprKind::NonProgress;
      model_.features.non_progress = true;
      if (!in_claim_) error(DiagnosticKind::TypeMismatch, source.span, "np_ is for never claims and formulas only");
      return add_expr(std::move(expr), source.span);
    case ast::ExprKind::Poll:
      expr.kind = ExprKind::Poll;
      expr.anywhere = source.anywhere;
      expr.operands = {resolve_channel_ref(source.operands[0])};
      expr.patterns = resolve_pattern(source.operands, 1);
      check_arity(expr.operands[0], expr.patterns.size(), source.span, false);
      return add_expr(std::move(expr), source.span);
    case ast::ExprKind::Eval: return resolve_expr(source.operands[0]);
    default: break;
  }
  expr.kind = call_kind(source.kind);
  const bool of_channel = expr.kind == ExprKind::Len || is_probe(expr.kind);
  expr.operands = {of_channel ? resolve_channel_ref(source.operands[0]) : resolve_expr(source.operands[0])};
  model_.features.enabled |= expr.kind == ExprKind::Enabled;
  model_.features.pc_value |= expr.kind == ExprKind::PcValue;
  if (expr.kind == ExprKind::GetPriority) note_priority(source.span);
  return add_expr(std::move(expr), source.span);
}

ExprId ExpressionResolver::resolve_reference(const ast::Expr& source, bool as_value) {
  const std::string& name = source.path.front().name;
  Expr expr;
  const auto variable = lookup_variable(name);
  if (variable) {
    expr.kind = ExprKind::Variable;
    if (!resolve_path(source.path, *variable, expr.place, expr.type, true)) return constant(0, source.span);
    if (as_value) mark_read(*variable);
    return add_expr(std::move(expr), source.span);
  }
  const auto global = globals_.find(name);
  if (global != globals_.end() && global->second.kind == Symbol::Kind::MtypeMember && source.path.size() == 1) {
    expr.value = global->second.value;
    expr.mtype_set = MtypeSetId(global->second.id);
    expr.type.kind = TypeKind::Mtype;
    expr.type.mtype_set = expr.mtype_set;
    return add_expr(std::move(expr), source.span);
  }
  expr.kind = name == "_pid"        ? ExprKind::Pid
              : name == "_nr_pr"    ? ExprKind::NrProcesses
              : name == "_last"     ? ExprKind::Last
              : name == "_priority" ? ExprKind::Priority
                                    : ExprKind::Constant;
  if (expr.kind == ExprKind::Constant) {
    const bool is_channel_word = name == "_";
    const std::string message = is_channel_word ? "'_' has no value: it can only be used in the pattern of a receive"
                                                : "'" + name + "' is not declared";
    unknown_name(source.span, message, name, is_channel_word ? std::vector<std::string>() : visible_names());
  }
  model_.features.nr_processes |= expr.kind == ExprKind::NrProcesses;
  model_.features.last |= expr.kind == ExprKind::Last;
  if (expr.kind == ExprKind::Priority) note_priority(source.span);
  return add_expr(std::move(expr), source.span);
}

// Assignable places.
ExprId ExpressionResolver::resolve_target(ast::ExprId id) {
  const ast::Expr& source = ast_expr(id);
  if (source.kind != ast::ExprKind::Reference) {
    error(DiagnosticKind::TypeMismatch, source.span, "only a variable can be assigned to");
    return constant(0, source.span);
  }
  if (source.path.front().name == "_") {
    error(DiagnosticKind::Unsupported, source.span,
          "'_' cannot be assigned to: it can only be used in the pattern of a receive",
          "remove the assignment: its value is lost");
    return constant(0, source.span);
  }
  const ExprId target = resolve_reference(source, false);
  const ExprKind kind = model_.exprs[target].kind;
  const bool unknown = kind == ExprKind::Constant && !model_.exprs[target].mtype_set.valid();
  if (kind != ExprKind::Variable && !unknown) {
    error(DiagnosticKind::TypeMismatch, source.span,
          "'" + source.path.front().name + "' cannot be assigned to: it is not a variable");
  }
  return target;
}

ExprId ExpressionResolver::resolve_channel_ref(ast::ExprId id) {
  const ast::Expr& source = ast_expr(id);
  const ExprId channel = resolve_expr(id);
  const Expr& expr = model_.exprs[channel];
  const bool unknown = expr.kind == ExprKind::Constant && !expr.mtype_set.valid();
  if (expr.type.kind != TypeKind::Chan && !unknown) {
    error(DiagnosticKind::TypeMismatch, source.span, "a channel is expected here",
          "only a variable declared as chan is a channel");
  }
  return channel;
}

bool ExpressionResolver::resolve_path(const std::vector<ast::Selector>& path, VariableId root, Place& place, Type& type,
                                      bool index_needed) {
  place.variable = root;
  type = model_.variables[root].type;
  bool is_array = model_.variables[root].is_array;
  int32_t length = model_.variables[root].length;
  for (size_t i = 0; i < path.size(); ++i) {
    const ast::Selector& selector = path[i];
    if (i > 0) {
      if (type.kind != TypeKind::Structure) {
        error(DiagnosticKind::TypeMismatch, selector.span, "'" + path[i - 1].name + "' has no fields");
        return false;
      }
      const std::vector<Cell>& fields = model_.structures[type.structure].fields;
      uint32_t field = 0;
      while (field < fields.size() && fields[field].name != selector.name) ++field;
      if (field == fields.size()) {
        std::vector<std::string> names;
        for (const Cell& known : fields) names.push_back(known.name);
        unknown_name(selector.span,
                     "type '" + model_.structures[type.structure].name + "' has no field '" + selector.name + "'",
                     selector.name, names);
        return false;
      }
      type = fields[field].type;
      is_array = fields[field].is_array;
      length = fields[field].length;
      place.accesses.push_back({field, {}});
    }
    if (selector.index.valid() && !is_array) {
      error(DiagnosticKind::TypeMismatch, selector.span, "'" + selector.name + "' is not an array");
      return false;
    }
    if (!selector.index.valid() && is_array && (index_needed || i + 1 < path.size())) {
      error(DiagnosticKind::TypeMismatch, selector.span, "the array '" + selector.name + "' needs an index");
      return false;
    }
    if (!selector.index.valid()) continue;
    // An index out of bounds is an error, printed or not.
    const bool printing = std::exchange(printing_, printing_ && index_fits(selector.index, length));
    const ExprId index = resolve_expr(selector.index);
    printing_ = printing;
    (i == 0 ? place.index : place.accesses.back().index) = index;
    const auto value = fold(index);
    if (value && (*value < 0 || *value >= length)) {
      error(DiagnosticKind::IndexOutOfRange, selector.span,
            "the index " + std::to_string(*value) + " is outside of '" + selector.name + "', which has " +
                std::to_string(length) + " cell(s)");
    }
  }
  return true;
}

ExprId ExpressionResolver::resolve_run(const ast::Expr& source) {
  Expr expr;
  expr.kind = ExprKind::Run;
  expr.value = source.priority;
  const auto found = globals_.find(source.name);
  if (found == globals_.end() || found->second.kind != Symbol::Kind::Proctype) {
    unknown_name(source.span, "there is no proctype '" + source.name + "' to run", source.name, proctype_names());
    return constant(0, source.span);
  }
  expr.proctype = ProctypeId(found->second.id);
  for (const ast::ExprId argument : source.operands) expand_structure(resolve_expr(argument), expr.operands);
  model_.features.run = true;
  if (source.priority != 0) note_priority(source.span);
  const ExprId id = add_expr(std::move(expr), source.span);
  runs_.push_back(id);
  return id;
}

ExprId ExpressionResolver::resolve_remote(const ast::Expr& source, ast::ExprId id) {
  Expr expr;
  expr.kind = source.kind == ast::ExprKind::RemoteLabel ? ExprKind::RemoteLabel : ExprKind::RemoteVariable;
  const auto found = globals_.find(source.name);
  if (found == globals_.end() || found->second.kind != Symbol::Kind::Proctype) {
    unknown_name(source.span, "there is no proctype '" + source.name + "'", source.name, proctype_names());
    return constant(0, source.span);
  }
  expr.proctype = ProctypeId(found->second.id);
  if (proctype_.valid() && expr.proctype > proctype_) {
    error(DiagnosticKind::UnknownName, source.span, "proctype '" + source.name + "' is declared only later",
          "move it before this one");
    return constant(0, source.span);
  }
  if (expr.kind == ExprKind::RemoteLabel && expr.proctype == proctype_) {
    error(DiagnosticKind::Unsupported, source.span, "a process cannot refer to labels of its own proctype");
  }
  for (const ast::ExprId operand : source.operands) expr.operands.push_back(resolve_expr(operand));
  if (expr.kind == ExprKind::RemoteVariable && source.path.front().index.valid()) {
    expr.place.index = resolve_expr(source.path.front().index);
  }
  (expr.kind == ExprKind::RemoteLabel ? model_.features.remote_label : model_.features.remote_variable) = true;
  const ExprId remote = add_expr(std::move(expr), source.span);
  remotes_.push_back({remote, id, proctype_});
  return remote;
}

void ExpressionResolver::finish_remotes() {
  for (const PendingRemote& pending : remotes_) {
    Expr& expr = model_.exprs[pending.expr];
    const ast::Expr& source = ast_expr(pending.source);
    const Proctype& proctype = model_.proctypes[expr.proctype];
    if (expr.kind == ExprKind::RemoteLabel) {
      for (const LabelId label : proctype.labels) {
        if (!expr.label.valid() && model_.labels[label].name == source.label) expr.label = label;
      }
      if (expr.label.valid()) {
        model_.labels[expr.label].remotely_used = true;
      } else {
        std::vector<std::string> names;
        for (const LabelId label : proctype.labels) names.push_back(model_.labels[label].name);
        unknown_name(source.span, "proctype '" + proctype.name + "' has no label '" + source.label + "'", source.label,
                     names);
      }
      continue;
    }
    const std::string& name = source.path.front().name;
    for (const VariableId local : proctype.locals) {
      if (!expr.place.variable.valid() && model_.variables[local].name == name) expr.place.variable = local;
    }
    if (!expr.place.variable.valid()) {
      std::vector<std::string> names;
      for (const VariableId local : proctype.locals) names.push_back(model_.variables[local].name);
      unknown_name(source.span, "proctype '" + proctype.name + "' has no variable '" + name + "'", name, names);
    } else if (source.path.size() > 1) {
      error(DiagnosticKind::Unsupported, source.span, "a field of another process cannot be read");
    } else {
      expr.type = model_.variables[expr.place.variable].type;
      mark_read(expr.place.variable);
    }
  }
}

std::optional<int32_t> ExpressionResolver::fold(ExprId id) const {
  const Expr& expr = model_.exprs[id];
  if (expr.kind == ExprKind::Constant) return expr.value;
  if (expr.kind != ExprKind::Unary && expr.kind != ExprKind::Binary && expr.kind != ExprKind::Conditional) return {};
  std::vector<int32_t> values;
  for (const ExprId operand : expr.operands) {
    const auto value = fold(operand);
    if (!value) return {};
    values.push_back(*value);
  }
  if (expr.kind == ExprKind::Conditional) return values[0] != 0 ? values[1] : values[2];
  if (expr.kind == ExprKind::Unary) {
    if (is_temporal(expr.op)) return {};
    const int64_t value = values[0];
    return static_cast<int32_t>(expr.op == Operator::Negate       ? -value
                                : expr.op == Operator::Complement ? ~value
                                                                  : static_cast<int64_t>(value == 0));
  }
  if (is_temporal(expr.op)) return {};
  if ((expr.op == Operator::Divide || expr.op == Operator::Modulo) && values[1] == 0) return {};
  return static_cast<int32_t>(apply(expr.op, values[0], values[1]));
}

std::optional<int32_t> ExpressionResolver::constant_value(ast::ExprId id, const char* what) {
  const auto value = fold(resolve_expr(id));
  if (!value) error(DiagnosticKind::TypeMismatch, ast_expr(id).span, std::string(what) + " must be a constant");
  return value;
}

}  // namespace px::promela
