// Statements of the text form: from syntax to nodes.
#include <algorithm>
#include <utility>

#include "engine/ir/text_reader_resolver.h"

namespace px::ir::text {

using Kind = Statement::Kind;

Block Resolver::block(const SyntaxBlock& statements) {
  Block block;
  for (const SyntaxStatement& s : statements) {
    const std::optional<SourceSpan> outer = position_;
    if (s.position) position_ = to_span(*s.position);
    const StatementId id = statement(s);
    if (id.valid()) block.push_back(id);
    position_ = outer;
  }
  return block;
}

StatementId Resolver::statement(const SyntaxStatement& s) {
  const SourceSpan span = place_of(s.span);
  switch (s.kind) {
    case Kind::Assign:
    case Kind::Copy: return assignment(s, span);
    case Kind::For:
    case Kind::Choose:
    case Kind::Let: return binding_statement(s, span);
    case Kind::Push:
    case Kind::PushSorted: return push(s, span);
    case Kind::RemoveAt: return remove(s, span);
    case Kind::Goto: return go_to(s, span);
    case Kind::Assert:
    case Kind::Fail: return violation(s, span);
    case Kind::Grow: return b_.grow(mark(s.exprs[0]), *s.text, span);
    case Kind::Reset:
    case Kind::Pop: {
      const PlaceId p = place(s.places[0]);
      if (!p.valid()) return {};
      return s.kind == Kind::Pop ? b_.pop(p, span) : b_.reset(p, span);
    }
    case Kind::If: {
      const ExprId condition = expr(s.exprs[0]);
      Block then = block(s.blocks[0]);
      Block otherwise = block(s.blocks[1]);
      return condition.valid() ? b_.if_else(condition, std::move(then), std::move(otherwise), span) : StatementId();
    }
    case Kind::While: {
      const ExprId condition = expr(s.exprs[0]);
      const std::optional<int64_t> limit = constant(s.exprs[1]);
      Block body = block(s.blocks[0]);
      if (!condition.valid() || !limit) return {};
      if (*limit >= 0) return b_.while_loop(condition, std::move(body), static_cast<uint64_t>(*limit), span);
      error(DiagnosticKind::ValueOutOfRange, s.span, "the limit of a loop is a number from 0 on");
      return {};
    }
    case Kind::Either: {
      std::vector<Block> branches;
      for (const SyntaxBlock& branch : s.blocks) branches.push_back(block(branch));
      return b_.either(std::move(branches), span);
    }
    case Kind::Require: {
      const ExprId condition = expr(s.exprs[0]);
      return condition.valid() ? b_.require(condition, span) : StatementId();
    }
    case Kind::Solve: {
      std::vector<PlaceId> places;
      std::vector<ExprId> conditions;
      for (SyntaxExprId p : s.places) places.push_back(place(p));
      for (SyntaxExprId e : s.exprs) conditions.push_back(expr(e));
      const bool good = std::all_of(places.begin(), places.end(), [](PlaceId p) { return p.valid(); }) &&
                        std::all_of(conditions.begin(), conditions.end(), [](ExprId e) { return e.valid(); });
      return good ? b_.solve(std::move(places), std::move(conditions), span) : StatementId();
    }
    case Kind::Print: {
      std::vector<ExprId> arguments;
      for (SyntaxExprId e : s.exprs) arguments.push_back(expr(e));
      for (ExprId e : arguments) {
        if (!e.valid()) return {};
      }
      return b_.print(*s.text, std::move(arguments), span);
    }
  }
  return {};
}

// Containers are copied, scalars assigned.
StatementId Resolver::assignment(const SyntaxStatement& s, SourceSpan span) {
  if (s.places.size() != s.exprs.size()) {
    error(DiagnosticKind::SyntaxError, s.span,
          std::to_string(s.places.size()) + " places, but " + std::to_string(s.exprs.size()) + " values to assign");
    return {};
  }
  std::vector<PlaceId> places;
  std::vector<ExprId> values;
  for (size_t i = 0; i < s.places.size(); ++i) {
    const PlaceId to = place(s.places[i]);
    if (!to.valid()) return {};
    if (!type_of_place(to).is_scalar()) {
      if (s.places.size() > 1 || s.update != Op::Const || !is_place(s.exprs[0])) {
        error(DiagnosticKind::TypeMismatch, s.span,
              "only scalars can be assigned a value; this place is " + type_text(b_.program().places[to].type),
              "whole containers are copied: a := b, or emptied: reset a");
        return {};
      }
      const PlaceId from = place(s.exprs[0]);
      return from.valid() ? b_.copy(to, from, span) : StatementId();
    }
    ExprId value = expr(s.exprs[i], b_.program().places[to].type);
    if (!value.valid()) return {};
    if (s.update != Op::Const) {
      const ExprId old = b_.read(b_.clone_place(to), place_of(s.span));
      value = b_.binary(s.update, old, value, span);
    }
    places.push_back(to);
    values.push_back(value);
  }
  return b_.assign_all(std::move(places), std::move(values), span);
}

StatementId Resolver::binding_statement(const SyntaxStatement& s, SourceSpan span) {
  if (s.kind != Kind::Let) {
    const std::optional<Domain> range = domain(s.domain);
    if (!range) return {};
    const BindingId binding = b_.binding_over(s.binding.text, *range);
    scope_.push_back({s.binding.text, binding, *range});
    Block body = block(s.blocks[0]);
    scope_.pop_back();
    return s.kind == Kind::For ? b_.for_each(binding, *range, std::move(body), span)
                               : b_.choose(binding, *range, std::move(body), span);
  }
  TypeId binding_type;
  if (s.type.valid()) {
    binding_type = type(s.type);
    if (!binding_type.valid()) return {};
  }
  const ExprId value = expr(s.exprs[0], binding_type);
  if (!value.valid()) return {};
  const BindingId binding = b_.binding(s.binding.text, binding_type.valid() ? binding_type : type_id_of(value));
  scope_.push_back({s.binding.text, binding, {}});
  Block body = block(s.blocks[0]);
  scope_.pop_back();
  return b_.let(binding, value, std::move(body), span);
}

StatementId Resolver::push(const SyntaxStatement& s, SourceSpan span) {
  const PlaceId queue = place(s.places[0]);
  if (!queue.valid()) return {};
  const Program& program = b_.program();
  std::vector<TypeId> expected(s.exprs.size());
  const Type& type = type_of_place(queue);
  if (type.kind == TypeKind::Queue) {
    const std::vector<Field>& fields = program.types[type.element].fields;
    for (size_t i = 0; i < std::min(fields.size(), expected.size()); ++i) expected[i] = fields[i].type;
  }
  std::vector<ExprId> values;
  for (size_t i = 0; i < s.exprs.size(); ++i) {
    values.push_back(expr(s.exprs[i], expected[i]));
    if (!values.back().valid()) return {};
  }
  return s.kind == Kind::Push ? b_.push(queue, std::move(values), span)
                              : b_.push_sorted(queue, std::move(values), span);
}

StatementId Resolver::remove(const SyntaxStatement& s, SourceSpan span) {
  const SyntaxExpr& item = tree_.exprs[s.places[0]];
  if (item.kind != SyntaxExpr::Kind::Index) {
    error(DiagnosticKind::SyntaxError, item.span, "'remove' needs the item of a queue", "as in: remove q[0]");
    return {};
  }
  const PlaceId queue = place(item.args[0]);
  const ExprId position = expr(item.args[1]);
  if (!queue.valid() || !position.valid()) return {};
  return b_.remove_at(queue, position, span);
}

StatementId Resolver::go_to(const SyntaxStatement& s, SourceSpan span) {
  const ExprId process = expr(s.exprs[0]);
  if (!process.valid()) return {};
  const LocationId to = location_of(s.location, process);
  return to.valid() ? b_.go_to(process, to, span) : StatementId();
}

StatementId Resolver::violation(const SyntaxStatement& s, SourceSpan span) {
  if (s.kind == Kind::Fail) return b_.fail(*s.text, span, s.violation.value_or(ViolationKind::Safety));
  const ExprId condition = expr(s.exprs[0]);
  if (!condition.valid()) return {};
  return b_.assertion(condition, *s.text, span, s.violation.value_or(ViolationKind::Assertion));
}

uint32_t Resolver::mark(SyntaxExprId number) {
  const std::optional<int64_t> value = constant(number);
  if (value && (*value < 1 || *value > INT32_MAX)) {
    error(DiagnosticKind::ValueOutOfRange, tree_.exprs[number].span, "a mark is a number from 1 on");
  }
  return static_cast<uint32_t>(value.value_or(1));
}

}  // namespace px::ir::text
