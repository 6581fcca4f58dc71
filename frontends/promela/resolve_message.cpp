// Messages: fields sent through channels and matched on receipt.
#include "frontends/promela/expression_resolver.h"

namespace px::promela {

// A structure counts as its scalar parts, in order.
void ExpressionResolver::expand_structure(ExprId place, std::vector<ExprId>& out) {
  const Expr expr = model_.exprs[place];
  if (expr.type.kind != TypeKind::Structure) {
    out.push_back(place);
    return;
  }
  const std::vector<Cell> fields = model_.structures[expr.type.structure].fields;
  for (uint32_t field = 0; field < fields.size(); ++field) {
    for (int32_t i = 0; i < fields[field].length; ++i) {
      Expr part = expr;
      part.type = fields[field].type;
      part.place.accesses.push_back({field, fields[field].is_array ? constant(i, expr.span) : ExprId()});
      expand_structure(add_expr(std::move(part), expr.span), out);
    }
  }
}

std::vector<ExprId> ExpressionResolver::resolve_message(const std::vector<ast::ExprId>& items) {
  std::vector<ExprId> message;
  for (const ast::ExprId item : items) expand_structure(resolve_expr(item), message);
  return message;
}

std::vector<Pattern> ExpressionResolver::resolve_pattern(const std::vector<ast::ExprId>& items, size_t first) {
  std::vector<Pattern> patterns;
  for (size_t i = first; i < items.size(); ++i) {
    const ast::Expr& source = ast_expr(items[i]);
    if (source.kind == ast::ExprKind::Eval) {
      std::vector<ExprId> values;
      expand_structure(resolve_expr(items[i]), values);
      for (const ExprId value : values) patterns.push_back({Pattern::Kind::Match, value, true});
      continue;
    }
    if (source.kind == ast::ExprKind::Reference && source.path.size() == 1 && source.path[0].name == "_") {
      patterns.push_back({});
      continue;
    }
    const ExprId item = resolve_expr(items[i]);
    const ExprKind kind = model_.exprs[item].kind;
    if (kind != ExprKind::Variable && kind != ExprKind::Constant) {
      error(DiagnosticKind::TypeMismatch, source.span, "a pattern can only contain variables and constants",
            "write eval(...) to compare the field with a computed value, or with _pid");
    }
    std::vector<ExprId> parts;
    expand_structure(item, parts);
    for (const ExprId part : parts) {
      patterns.push_back({kind == ExprKind::Variable ? Pattern::Kind::Store : Pattern::Kind::Match, part, false});
    }
  }
  return patterns;
}

void ExpressionResolver::check_distinct(const std::vector<Pattern>& patterns, SourceSpan span) {
  std::vector<VariableId> stored;
  for (const Pattern& pattern : patterns) {
    if (pattern.kind != Pattern::Kind::Store) continue;
    const Place& place = model_.exprs[pattern.expr].place;
    if (place.index.valid() || !place.accesses.empty()) continue;
    for (const VariableId other : stored) {
      if (other != place.variable) continue;
      error(DiagnosticKind::DuplicateName, span, "'" + model_.variables[other].name + "' would be received into twice");
    }
    stored.push_back(place.variable);
  }
}

// Checked only if the declaration of the variable determines the channel. SPIN sends 0 for missing fields and ignores
// those that are not received.
void ExpressionResolver::check_arity(ExprId channel, size_t count, SourceSpan span, bool sending) {
  const Expr& expr = model_.exprs[channel];
  if (expr.kind != ExprKind::Variable || expr.type.kind != TypeKind::Chan) return;
  const Cell* cell = &model_.variables[expr.place.variable];
  for (const Place::Access& access : expr.place.accesses) {
    cell = &model_.structures[cell->type.structure].fields[access.field];
  }
  if (!cell->channel || cell->channel->fields.size() == count) return;
  const bool missing = count < cell->channel->fields.size();
  error(missing ? DiagnosticKind::FieldsMissing : DiagnosticKind::WrongArity, span,
        "a message of '" + cell->name + "' has " + std::to_string(cell->channel->fields.size()) + " field(s), but " +
            std::to_string(count) + (sending ? " are sent" : " are received"),
        !missing  ? ""
        : sending ? "the others are sent as 0"
                  : "the others are ignored");
}

}  // namespace px::promela
