// Expressions and places of the text form: from syntax to nodes.
#include <utility>

#include "engine/ir/op_groups.h"
#include "engine/ir/text_reader_expression_resolver.h"

namespace px::ir::text {

using Kind = SyntaxExpr::Kind;

ExprId ExpressionResolver::expr(SyntaxExprId id, TypeId expected) {
  const SyntaxExpr& e = tree_.exprs[id];
  const SourceSpan span = place_of(e.span);
  switch (e.kind) {
    case Kind::Number: return b_.integer(e.value, span);
    case Kind::Bool: return b_.boolean(e.value != 0, span);
    case Kind::None:
      if (expected.valid() && b_.program().types[expected].kind == TypeKind::Element) {
        return b_.constant(b_.element_type(b_.program().types[expected].sort, true), -1, span);
      }
      error(DiagnosticKind::TypeMismatch, e.span, "cannot tell of which sort this 'none' is",
            "'none' stands beside an element, as in: turn[k] = none");
      return {};
    case Kind::Element: return element(e);
    case Kind::Name:
    case Kind::Field:
    case Kind::Index: return name_or_place(id);
    case Kind::Operation: return operation(e, expected);
    case Kind::Implies: {
      const ExprId premise = expr(e.args[0]);
      const ExprId conclusion = expr(e.args[1]);
      if (!premise.valid() || !conclusion.valid()) return {};
      return b_.binary(Op::Or, b_.unary(Op::Not, premise, span), conclusion, span);
    }
    case Kind::Quantifier: return quantifier(e, expected);
    case Kind::NamedValue: return named_value(e, expected);
    case Kind::Check: {
      const ExprId condition = expr(e.args[0]);
      const ExprId value = expr(e.args[1], expected);
      return condition.valid() && value.valid() ? b_.check(condition, value, e.name.text, span) : ExprId();
    }
    case Kind::SetDisplay: return set_display(e, expected);
    case Kind::SetLiteral: {
      const std::optional<Domain> over = domain(e.domain);
      const TypeId set = over ? set_type(*over, e.domain.span) : TypeId();
      const std::optional<int64_t> mask = set.valid() ? set_value(e, *over) : std::nullopt;
      return mask ? b_.constant(set, *mask, span) : ExprId();
    }
    case Kind::SetOf: return set_of(e);
    case Kind::SeqDisplay: return sequence_display(e);
    case Kind::Wrap: {
      const ExprId value = expr(e.args[0]);
      const TypeId to = type(e.type);
      return value.valid() && to.valid() ? b_.wrap(value, to, span) : ExprId();
    }
    case Kind::ElementAt: return element_at(e);
    case Kind::Length: return length(e);
    case Kind::At: return at(e);
    case Kind::OfProcess: return of_process(e);
    case Kind::Temporal:
      error(
          DiagnosticKind::TypeMismatch, e.span, "a formula about what is to come has no value in a state",
          "temporal operators stand outermost, below 'not', 'and', 'or', 'implies', 'iff', 'forall' and 'exists' only");
      return {};
  }
  return {};
}

// Whether the expression takes its type from the context.
bool ExpressionResolver::needs_type(SyntaxExprId id) const {
  const SyntaxExpr& e = tree_.exprs[id];
  if (e.kind == Kind::None) return true;
  if (e.kind == Kind::SetDisplay) return e.args.empty() || tree_.exprs[e.args[0]].kind == Kind::Number;
  if (e.kind == Kind::Operation && e.op == Op::If) return needs_type(e.args[1]) && needs_type(e.args[2]);
  if (e.kind == Kind::Operation && (e.op == Op::Union || e.op == Op::Intersect || e.op == Op::Difference)) {
    return needs_type(e.args[0]) && needs_type(e.args[1]);
  }
  return false;
}

// Two operands that must have the same type: one without a type of its own takes the other's.
std::pair<ExprId, ExprId> ExpressionResolver::alike(SyntaxExprId a, SyntaxExprId b, TypeId expected) {
  if (needs_type(a) && !needs_type(b)) {
    const ExprId right = expr(b, expected);
    const ExprId left = right.valid() ? expr(a, type_id_of(right)) : ExprId();
    return {left, right};
  }
  const ExprId left = expr(a, expected);
  const ExprId right = left.valid() ? expr(b, expected.valid() ? expected : type_id_of(left)) : ExprId();
  return {left, right};
}

ExprId ExpressionResolver::operation(const SyntaxExpr& e, TypeId expected) {
  const SourceSpan span = place_of(e.span);
  switch (e.op) {
    case Op::Timeout: return b_.timeout(span);
    case Op::Eq:
    case Op::Ne:
    case Op::Subset: expected = {}; [[fallthrough]];
    case Op::Union:
    case Op::Intersect:
    case Op::Difference: {
      const auto [a, b] = alike(e.args[0], e.args[1], expected);
      return a.valid() && b.valid() ? b_.binary(e.op, a, b, span) : ExprId();
    }
    case Op::If: {
      const ExprId condition = expr(e.args[0]);
      const auto [a, b] = alike(e.args[1], e.args[2], expected);
      return condition.valid() && a.valid() && b.valid() ? b_.conditional(condition, a, b, span) : ExprId();
    }
    case Op::Member: {
      const ExprId member = expr(e.args[0]);
      if (!member.valid()) return {};
      TypeId set;
      if (needs_type(e.args[1])) {
        const Type t = type_of(member);
        const bool is_set = t.kind == TypeKind::Element || t.kind == TypeKind::Int;
        if (t.kind == TypeKind::Element) set = set_type(Domain::of(b_.whole(t.sort)), tree_.exprs[e.args[1]].span);
        if (t.kind == TypeKind::Int) set = set_type(Domain::range(t.lo, t.hi), tree_.exprs[e.args[1]].span);
        if (is_set && !set.valid()) return {};
      }
      const ExprId right = expr(e.args[1], set);
      return right.valid() ? b_.binary(e.op, member, right, span) : ExprId();
    }
    case Op::Const:
    case Op::Binding:
    case Op::Read:
    case Op::Wrap:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
    case Op::Check:
    case Op::QueueLength:
    case Op::SetOf:
    case Op::Card:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_LOGIC_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: break;
  }
  ExprId operands[3];
  for (size_t i = 0; i < e.args.size(); ++i) operands[i] = expr(e.args[i]);
  for (size_t i = 0; i < e.args.size(); ++i) {
    if (!operands[i].valid()) return {};
  }
  return b_.binary(e.op, operands[0], operands[1], span);
}

// ---- Names and places

// A name other than a variable: bound, constant, element. Invalid, without a message, if it is none of these.
ExprId ExpressionResolver::named_constant(const SyntaxExpr& e) {
  const SourceSpan span = place_of(e.span);
  if (const BindingId binding = bound(e.name.text); binding.valid()) return b_.use(binding, span);
  if (variable_named(e.name.text).valid()) return {};
  if (const auto constant = constants_.find(e.name.text); constant != constants_.end()) {
    return constant->second ? b_.integer(*constant->second, span) : ExprId();
  }
  const auto elements = elements_.find(e.name.text);
  if (elements == elements_.end()) return {};
  const auto [sort, value] = elements->second.front();
  if (elements->second.size() > 1) {
    error(DiagnosticKind::UnknownName, e.span, "several sorts have an element '" + e.name.text + "'",
          "write it with its sort and number: " + b_.program().sorts[sort].name + '#' + std::to_string(value));
    return {};
  }
  return b_.constant(b_.element_type(sort), value, span);
}

ExprId ExpressionResolver::name_or_place(SyntaxExprId id) {
  const SyntaxExpr& e = tree_.exprs[id];
  if (e.kind == Kind::Name && !variable_named(e.name.text).valid()) {
    const size_t before = diagnostics_.error_count();
    const ExprId value = named_constant(e);
    if (value.valid() || diagnostics_.error_count() != before) return value;
  } else if (e.kind == Kind::Name) {
    const BindingId binding = bound(e.name.text);
    if (binding.valid()) return b_.use(binding, place_of(e.span));
  }
  const PlaceId p = place(id);
  if (!p.valid()) return {};
  if (type_of_place(p).is_scalar()) return b_.read(p, place_of(e.span));
  const bool queue = type_of_place(p).kind == TypeKind::Queue;
  error(DiagnosticKind::TypeMismatch, e.span,
        "this place is " + type_text(b_.program().places[p].type) + " and has no value of its own",
        queue ? "its items are q[0].field, its length is len(q)" : "an element or a field of it has a value");
  return {};
}

// Whether this is the name of a part of the state, with any indices and fields after it.
bool ExpressionResolver::is_place(SyntaxExprId id) const {
  const SyntaxExpr* e = &tree_.exprs[id];
  while (e->kind == Kind::Index || e->kind == Kind::Field) e = &tree_.exprs[e->args[0]];
  return e->kind == Kind::Name && !bound(e->name.text).valid() &&
         (variable_named(e->name.text).valid() || families_.contains(e->name.text));
}

PlaceId ExpressionResolver::place(SyntaxExprId id) {
  const SyntaxExpr& e = tree_.exprs[id];
  switch (e.kind) {
    case Kind::Name: return named_place(e);
    case Kind::Field: return field_place(e);
    case Kind::Index: return index_place(e);
    default: break;
  }
  error(DiagnosticKind::TypeMismatch, e.span, "expected a variable or a part of one");
  return {};
}

PlaceId ExpressionResolver::named_place(const SyntaxExpr& e) {
  if (bound(e.name.text).valid() || (constants_.contains(e.name.text) && !variable_named(e.name.text).valid())) {
    error(DiagnosticKind::TypeMismatch, e.span,
          "'" + e.name.text +
              "' is a value, not a variable: it has no parts and "
              "cannot be changed");
    return {};
  }
  const VariableId variable = variable_named(e.name.text);
  if (variable.valid()) return b_.place(variable, place_of(e.span));
  bool several = false;
  for (const auto& [key, id] : locals_) several = several || key.second == e.name.text;
  if (several) {
    error(DiagnosticKind::UnknownName, e.span, "several families have a local '" + e.name.text + "'",
          "write it with its family, as in: Family." + e.name.text);
  } else {
    unknown("variable", e.name, names_in_scope());
  }
  return {};
}

PlaceId ExpressionResolver::field_place(const SyntaxExpr& e) {
  const SyntaxExpr& of = tree_.exprs[e.args[0]];
  if (of.kind == Kind::Name && !bound(of.name.text).valid()) {
    const auto family = families_.find(of.name.text);
    if (family != families_.end()) {
      const auto local = locals_.find({family->second.value, e.name.text});
      if (local != locals_.end()) return b_.place(local->second, place_of(e.span));
      if (!globals_.contains(of.name.text)) {
        Names known;
        for (const auto& [key, id] : locals_) {
          if (key.first == family->second.value) known.push_back(key.second);
        }
        unknown("local of '" + of.name.text + "'", e.name, known);
        return {};
      }
    }
  }
  const PlaceId parent = place(e.args[0]);
  if (!parent.valid()) return {};
  const Type& type = type_of_place(parent);
  Names known;
  for (uint32_t i = 0; i < type.fields.size(); ++i) {
    if (type.fields[i].name == e.name.text) return b_.field(parent, i, place_of(e.span));
    known.push_back(type.fields[i].name);
  }
  if (type.kind == TypeKind::Record) {
    unknown("field", e.name, known);
  } else {
    error(DiagnosticKind::TypeMismatch, e.span,
          "only records have fields; this place is " + type_text(b_.program().places[parent].type));
  }
  return {};
}

PlaceId ExpressionResolver::index_place(const SyntaxExpr& e) {
  const PlaceId parent = place(e.args[0]);
  const ExprId index = expr(e.args[1]);
  if (!parent.valid() || !index.valid()) return {};
  const TypeKind kind = type_of_place(parent).kind;
  if (kind == TypeKind::Array) return b_.index(parent, index, place_of(e.span));
  if (kind == TypeKind::Queue) return b_.item(parent, index, place_of(e.span));
  error(DiagnosticKind::TypeMismatch, e.span,
        "only arrays and queues have an index; this place is " + type_text(b_.program().places[parent].type),
        kind == TypeKind::Sequence ? "an item of a sequence is seq_at(s, i)" : "");
  return {};
}

// ---- Elements, sets, sequences, processes

ExprId ExpressionResolver::element(const SyntaxExpr& e) {
  const SortId sort = sort_named(e.name);
  if (!sort.valid()) return {};
  const std::optional<int64_t> value = element_value(e, sort);
  return value ? b_.constant(b_.element_type(sort, *value < 0), *value, place_of(e.span)) : ExprId();
}

ExprId ExpressionResolver::quantifier(const SyntaxExpr& e, TypeId expected) {
  const std::optional<Domain> over = domain(e.domain);
  if (!over) return {};
  const SourceSpan span = place_of(e.span);
  const BindingId binding = b_.binding_over(e.name.text, *over);
  scope_.push_back({e.name.text, binding, *over});
  ExprId filter;
  ExprId value;
  if (e.args.size() == 1) {
    filter = expr(e.args[0]);
  } else {
    filter = e.args[0].valid() ? expr(e.args[0]) : b_.boolean(true, span);
    value = expr(e.args[1], expected);
  }
  scope_.pop_back();
  if (!filter.valid() || (e.args.size() == 2 && !value.valid())) return {};
  return b_.quantifier(e.op, binding, *over, filter, value, span);
}

ExprId ExpressionResolver::named_value(const SyntaxExpr& e, TypeId expected) {
  const ExprId value = expr(e.args[0], e.op == Op::Fix ? expected : TypeId());
  if (!value.valid()) return {};
  const TypeId type = b_.program().exprs[value].type;
  const BindingId binding = b_.binding(e.name.text, type);
  scope_.push_back({e.name.text, binding, Domain()});
  const ExprId body = expr(e.args[1], e.op == Op::Fix ? type : expected);
  scope_.pop_back();
  if (!body.valid()) return {};
  const SourceSpan span = place_of(e.span);
  return e.op == Op::Let ? b_.let_in(binding, value, body, span) : b_.fixpoint(binding, value, body, span);
}

ExprId ExpressionResolver::set_display(const SyntaxExpr& e, TypeId expected) {
  const SourceSpan span = place_of(e.span);
  const TypeKind kind = expected.valid() ? b_.program().types[expected].kind : TypeKind::Bool;
  if (e.args.empty()) {
    if (kind == TypeKind::Set || kind == TypeKind::Sequence) return b_.constant(expected, 0, span);
    error(DiagnosticKind::TypeMismatch, e.span, "cannot tell what this '{}' is empty of",
          "write set[User]{} or seq[0..9]{}");
    return {};
  }
  ExprId all;
  for (SyntaxExprId arg : e.args) {
    const ExprId member = expr(arg);
    if (!member.valid()) return {};
    if (kind != TypeKind::Set && type_of(member).kind != TypeKind::Element) {
      error(DiagnosticKind::TypeMismatch, e.span, "cannot tell of which range this set is",
            "write set[0..9](n) for {n}, with the range of the numbers");
      return {};
    }
    const TypeId set = kind == TypeKind::Set ? expected : set_type(Domain::of(b_.whole(type_of(member).sort)), e.span);
    if (!set.valid()) return {};
    const ExprId one = b_.set_of(member, set, span);
    all = all.valid() ? b_.binary(Op::Union, all, one, span) : one;
  }
  return all;
}

ExprId ExpressionResolver::set_of(const SyntaxExpr& e) {
  const std::optional<Domain> over = domain(e.domain);
  const ExprId member = expr(e.args[0]);
  const TypeId set = over && member.valid() ? set_type(*over, e.domain.span) : TypeId();
  return set.valid() ? b_.set_of(member, set, place_of(e.span)) : ExprId();
}

ExprId ExpressionResolver::sequence_display(const SyntaxExpr& e) {
  const TypeId item = type(e.type);
  if (!item.valid()) return {};
  const SourceSpan span = place_of(e.span);
  const TypeId sequences = sequence_type(item, e.span);
  if (!sequences.valid()) return {};
  ExprId sequence = b_.constant(sequences, 0, span);
  for (SyntaxExprId arg : e.args) {
    const ExprId value = expr(arg, item);
    if (!value.valid()) return {};
    sequence = b_.binary(Op::SeqAppend, sequence, value, span);
  }
  return sequence;
}

ExprId ExpressionResolver::length(const SyntaxExpr& e) {
  const PlaceId queue = is_place(e.args[0]) ? place(e.args[0]) : PlaceId();
  if (is_place(e.args[0]) && !queue.valid()) return {};
  if (queue.valid() && type_of_place(queue).kind == TypeKind::Queue) return b_.queue_length(queue, place_of(e.span));
  error(DiagnosticKind::TypeMismatch, e.span, "len(...) is the length of a queue",
        "the length of a sequence is seq_len(s), the size of a set card(s)");
  return {};
}

ExprId ExpressionResolver::at(const SyntaxExpr& e) {
  const ExprId process = expr(e.args[0]);
  if (!process.valid()) return {};
  const LocationId there = location_of(e.location, process);
  return there.valid() ? b_.at(process, there, place_of(e.span)) : ExprId();
}

ExprId ExpressionResolver::of_process(const SyntaxExpr& e) {
  const ExprId process = expr(e.args[0]);
  if (!process.valid()) return {};
  const FamilyId family = process_family(e.name, process, e.span);
  if (!family.valid()) return {};
  const SourceSpan span = place_of(e.span);
  return e.op == Op::CanMove ? b_.can_move(process, family, span) : b_.location_index(process, family, span);
}

ExprId ExpressionResolver::element_at(const SyntaxExpr& e) {
  const ExprId index = expr(e.args[0]);
  const SortId sort = sort_named(e.name);
  return index.valid() && sort.valid() ? b_.element_at(index, sort, place_of(e.span)) : ExprId();
}

}  // namespace px::ir::text
