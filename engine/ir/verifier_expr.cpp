// Expressions and places: types of operands, and what may be used where.
#include "engine/base/check.h"
#include "engine/ir/limits.h"
#include "engine/ir/op_groups.h"
#include "engine/ir/verifier.h"
#include "engine/ir/verifier_detail.h"

namespace px::ir {

// ---- Types

bool Verifier::alike(TypeId a, TypeId b) const {
  if (!scalar_type(a) || !scalar_type(b)) return false;
  const Type& x = p_.types[a];
  const Type& y = p_.types[b];
  if (x.kind != y.kind) return false;
  switch (x.kind) {
    case TypeKind::Element: return x.sort == y.sort;
    case TypeKind::Set: return x.domain == y.domain;
    case TypeKind::Sequence: return alike(x.element, y.element);
    default: return true;
  }
}

bool Verifier::needs_alike(TypeId found, TypeId expected, std::string_view what, SourceSpan span) {
  if (alike(found, expected)) return true;
  error(DiagnosticKind::TypeMismatch, span,
        std::string(what) + " has the type " + type_name(p_, found) + ", expected " + type_name(p_, expected));
  return false;
}

bool Verifier::needs(TypeId found, TypeKind kind, std::string_view what, SourceSpan span) {
  constexpr std::string_view kNames[] = {
      "bool", "an integer", "an element of a sort", "a set", "a sequence", "an array", "a record", "a queue"};
  if (is(found, kind)) return true;
  std::string hint;
  if (kind == TypeKind::Int && is(found, TypeKind::Bool)) hint = "if b then 1 else 0 makes an integer of a truth value";
  if (kind == TypeKind::Bool && is(found, TypeKind::Int)) hint = "x != 0 makes a truth value of an integer";
  if (kind == TypeKind::Int && is(found, TypeKind::Element)) hint = "index(e) is the number of an element";
  error(DiagnosticKind::TypeMismatch, span,
        std::string(what) + " must be " + std::string(kNames[static_cast<size_t>(kind)]) + ", not " +
            type_name(p_, found),
        std::move(hint));
  return false;
}

void Verifier::condition(ExprId id, std::string_view what) {
  const TypeId type = expr(id);
  if (type.valid()) static_cast<void>(needs(type, TypeKind::Bool, what, p_.exprs[id].span));
}

// Whether values of the type can be elements of the domain.
bool Verifier::index(const Domain& domain, TypeId type, SourceSpan span) {
  if (domain.is_subsets()) {
    if (is(type, TypeKind::Set) && p_.types[type].domain == domain.base()) return true;
    error(DiagnosticKind::TypeMismatch, span, "expected a set, not " + type_name(p_, type));
    return false;
  }
  if (!domain.is_family()) return needs(type, TypeKind::Int, "an element of a range", span);
  const SortId sort = p_.families[domain.family].sort;
  if (is(type, TypeKind::Element) && p_.types[type].sort == sort) return true;
  error(DiagnosticKind::TypeMismatch, span,
        "expected an element of '" + p_.sorts[sort].name + "', not " + type_name(p_, type),
        is(type, TypeKind::Int) ? "element(n, " + p_.sorts[sort].name + ") is the element of a number" : "");
  return false;
}

bool Verifier::process(TypeId operand, FamilyId family, SourceSpan span) {
  if (!p_.families.contains(family) || !p_.families[family].is_process()) {
    error(DiagnosticKind::TypeMismatch, span, "expected a family of processes, one with locations");
    return false;
  }
  return index(Domain::of(family), operand, span);
}

// ---- Expressions

TypeId Verifier::expr(ExprId id) {
  if (!p_.exprs.contains(id)) {
    error(DiagnosticKind::SyntaxError, {}, "an expression is missing");
    return {};
  }
  const Expr& e = p_.exprs[id];
  if (!scalar_type(e.type)) {
    error(DiagnosticKind::TypeMismatch, e.span, "an expression without a scalar type");
    return {};
  }
  if (++depth_ > kMaxNesting) {
    error(DiagnosticKind::LimitExceeded, e.span,
          "expressions and statements are nested deeper than " + std::to_string(kMaxNesting));
    --depth_;
    return {};
  }
  const TypeId found = expr_node(e);
  --depth_;
  if (!found.valid()) return {};
  // Front ends may set types themselves, and everything downstream relies on them.
  if (!alike(found, e.type)) return needs_alike(found, e.type, "an expression", e.span) ? found : TypeId();
  return e.type;
}

TypeId Verifier::expr_node(const Expr& e) {
  if (op_is_quantifier(e.op)) return quantifier(e);
  if (op_binds_value(e.op)) return named_value(e);
  switch (e.op) {
    case Op::Const: return constant(e);
    case Op::Binding:
      if (p_.bindings.contains(e.binding) && bound_[e.binding.value]) return p_.bindings[e.binding].type;
      error(DiagnosticKind::UnknownName, e.span, "a name is used outside of what binds it");
      return {};
    case Op::Read: return place(e.place);
    case Op::Timeout:
      if (where_ == Where::Guard) return e.type;
      error(DiagnosticKind::Unsupported, e.span, "'timeout' can only be a part of the guard of an action");
      return {};
    case Op::QueueLength: {
      const TypeId queue = place(e.place);
      return queue.valid() && needs(queue, TypeKind::Queue, "what len(...) measures", e.span) ? e.type : TypeId();
    }
    case Op::Wrap:
    case Op::If:
    case Op::Check:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS:
    case PX_SET_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: break;
  }
  TypeId operands[3];
  for (int i = 0; i < op_operands(e.op); ++i) operands[i] = expr(e.operands[i]);
  for (int i = 0; i < op_operands(e.op); ++i) {
    if (!operands[i].valid()) return {};
  }
  return operation(e, operands);
}

TypeId Verifier::constant(const Expr& e) {
  const Type& type = p_.types[e.type];
  const bool good = e.value >= p_.scalar_lo(e.type) && e.value <= p_.scalar_hi(e.type) &&
                    (type.kind != TypeKind::Sequence || e.value == 0);
  if (good) return e.type;
  error(DiagnosticKind::ValueOutOfRange, e.span,
        "the constant " + std::to_string(e.value) + " is not of type " + type_name(p_, e.type));
  return {};
}

TypeId Verifier::quantifier(const Expr& e) {
  if (!p_.bindings.contains(e.binding) || !domain(e.domain, e.span) ||
      !index(e.domain, p_.bindings[e.binding].type, e.span)) {
    return {};
  }
  const bool has_value = op_operands(e.op) == 2;
  const bool outer = bound_[e.binding.value];
  bound_[e.binding.value] = true;
  if (!has_value || e.operands[0].valid())
    condition(e.operands[0], has_value ? "a filter" : "the quantified condition");
  const TypeId value = has_value ? expr(e.operands[1]) : TypeId();
  bound_[e.binding.value] = outer;
  if (has_value && (!value.valid() || !needs(value, TypeKind::Int, "the value", e.span))) return {};
  if (e.op == Op::Collect) {
    const bool set = is(e.type, TypeKind::Set) && p_.types[e.type].domain == e.domain;
    if (!set) error(DiagnosticKind::TypeMismatch, e.span, "a set is collected that is not of its elements' type");
    return set ? e.type : TypeId();
  }
  return e.type;
}

TypeId Verifier::named_value(const Expr& e) {
  if (!p_.bindings.contains(e.binding)) return {};
  const TypeId named = p_.bindings[e.binding].type;
  const TypeId value = expr(e.operands[0]);
  if (!value.valid() || !needs_alike(value, named, "the named value", e.span)) return {};
  const bool outer = bound_[e.binding.value];
  bound_[e.binding.value] = true;
  const TypeId body = expr(e.operands[1]);
  bound_[e.binding.value] = outer;
  if (!body.valid() || e.op == Op::Let) return body;
  if (!needs(value, TypeKind::Set, "what a fixpoint starts from", e.span)) return {};
  return needs_alike(body, value, "the step of a fixpoint", e.span) ? value : TypeId();
}

// Operations whose operands are all valid. The result has the type that the expression declares, unless the operands
// determine it; expr() compares the two.
TypeId Verifier::operation(const Expr& e, const TypeId* operands) {
  const TypeId a = operands[0];
  const TypeId b = operands[1];
  const auto span_of = [&](int i) { return p_.exprs[e.operands[i]].span; };
  const std::string name = "an operand of '" + std::string(op_text(e.op)) + "'";
  const auto all_are = [&](TypeKind kind) {
    bool good = true;
    for (int i = 0; i < op_operands(e.op); ++i) good = needs(operands[i], kind, name, span_of(i)) && good;
    return good;
  };
  const auto gives = [&](bool good, TypeKind kind) {
    return good && needs(e.type, kind, "the result of '" + std::string(op_text(e.op)) + "'", e.span) ? e.type
                                                                                                     : TypeId();
  };
  switch (e.op) {
    case Op::Not:
    case Op::And:
    case Op::Or: return gives(all_are(TypeKind::Bool), TypeKind::Bool);
    case Op::Eq:
    case Op::Ne: return gives(needs_alike(b, a, "the right side", span_of(1)), TypeKind::Bool);
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge: return gives(all_are(TypeKind::Int), TypeKind::Bool);
    case Op::If: {
      const bool good = needs(a, TypeKind::Bool, "the condition of 'if'", span_of(0));
      return good && needs_alike(operands[2], b, "the second value of 'if'", span_of(2)) ? b : TypeId();
    }
    case Op::Check: {
      const bool known = e.value >= 0 && static_cast<size_t>(e.value) < p_.texts.size();
      if (!known) error(DiagnosticKind::SyntaxError, e.span, "a check without a text");
      return known && needs(a, TypeKind::Bool, "the condition of 'check'", span_of(0)) ? b : TypeId();
    }
    case Op::Wrap: {
      if (!gives(all_are(TypeKind::Int), TypeKind::Int).valid()) return {};
      const Type& t = p_.types[e.type];
      const uint64_t size_minus_1 = static_cast<uint64_t>(t.hi) - static_cast<uint64_t>(t.lo);
      if ((size_minus_1 & (size_minus_1 + 1)) == 0) return e.type;
      error(DiagnosticKind::ValueOutOfRange, e.span, "wrap needs a range whose size is a power of two");
      return {};
    }
    case Op::IndexOf: return gives(all_are(TypeKind::Element), TypeKind::Int);
    case Op::ElementAt: return gives(all_are(TypeKind::Int), TypeKind::Element);
    case Op::At:
    case Op::LocationIndex:
    case Op::CanMove: return process_operation(e, a);
    case Op::SetOf:
    case Op::Member:
    case Op::Union:
    case Op::Intersect:
    case Op::Difference:
    case Op::Subset:
    case Op::Card: return set_operation(e, operands);
    case Op::Call:
    case Op::With: return call_operation(e, operands);
    case Op::SeqLength:
    case Op::SeqAt:
    case Op::SeqAppend:
    case Op::SeqPrepend:
    case Op::SeqTail:
    case Op::SeqFront:
    case Op::SeqConcat: return sequence_operation(e, operands);
    case PX_LEAF_OPS:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_NAMING_OPS: return gives(all_are(TypeKind::Int), TypeKind::Int);
  }
  PX_UNREACHABLE("operation");
}

TypeId Verifier::process_operation(const Expr& e, TypeId operand) {
  FamilyId family = e.family;
  if (e.op == Op::At) {
    if (!p_.locations.contains(e.location)) {
      error(DiagnosticKind::UnknownName, e.span, "no such location");
      return {};
    }
    family = p_.locations[e.location].family;
  }
  return process(operand, family, e.span) ? e.type : TypeId();
}

TypeId Verifier::set_operation(const Expr& e, const TypeId* operands) {
  const auto span_of = [&](int i) { return p_.exprs[e.operands[i]].span; };
  const std::string name = "an operand of '" + std::string(op_text(e.op)) + "'";
  if (e.op == Op::SetOf) {
    if (!needs(e.type, TypeKind::Set, "the result of {...}", e.span)) return {};
    return index(p_.types[e.type].domain, operands[0], span_of(0)) ? e.type : TypeId();
  }
  if (e.op == Op::Member) {
    if (!needs(operands[1], TypeKind::Set, "the right side of 'in'", span_of(1))) return {};
    return index(p_.types[operands[1]].domain, operands[0], span_of(0)) ? e.type : TypeId();
  }
  if (!needs(operands[0], TypeKind::Set, name, span_of(0))) return {};
  if (e.op == Op::Card) return e.type;
  if (!needs_alike(operands[1], operands[0], "the right side", span_of(1))) return {};
  return e.op == Op::Subset ? e.type : operands[0];
}

TypeId Verifier::call_operation(const Expr& e, const TypeId* operands) {
  const Expr& list = p_.exprs[e.operands[0]];
  const bool is_list = list.op == Op::With || (list.op == Op::Const && is(list.type, TypeKind::Bool));
  if (!is_list) {
    error(DiagnosticKind::TypeMismatch, e.span, "a list of arguments that is none");
    return {};
  }
  if (e.op == Op::With) {
    if (is(operands[1], TypeKind::Bool) || is(operands[1], TypeKind::Int)) return e.type;
    error(DiagnosticKind::TypeMismatch, e.span, "an argument of a call that is neither a truth value nor an integer");
    return {};
  }
  if (p_.externals == nullptr || e.value < 0) {
    error(DiagnosticKind::Unsupported, e.span, "a call of a function that is not there");
    return {};
  }
  return needs(e.type, TypeKind::Int, "the result of a call", e.span) ? e.type : TypeId();
}

TypeId Verifier::sequence_operation(const Expr& e, const TypeId* operands) {
  const int at = e.op == Op::SeqPrepend ? 1 : 0;  // the number of the sequence operand
  const auto span_of = [&](int i) { return p_.exprs[e.operands[i]].span; };
  const TypeId sequence = operands[at];
  if (!needs(sequence, TypeKind::Sequence, "an operand of '" + std::string(op_text(e.op)) + "'", span_of(at))) {
    return {};
  }
  const TypeId item = p_.types[sequence].element;
  if (e.op == Op::SeqLength) return e.type;
  if (e.op == Op::SeqAt) return needs(operands[1], TypeKind::Int, "a position", span_of(1)) ? item : TypeId();
  if (e.op == Op::SeqAppend || e.op == Op::SeqPrepend) {
    return needs_alike(operands[1 - at], item, "an item of the sequence", span_of(1 - at)) ? sequence : TypeId();
  }
  if (e.op == Op::SeqConcat) {
    return needs_alike(operands[1], sequence, "the right side", span_of(1)) ? sequence : TypeId();
  }
  return sequence;
}

// ---- Places

TypeId Verifier::place(PlaceId id) {
  if (!p_.places.contains(id)) {
    error(DiagnosticKind::SyntaxError, {}, "a variable is missing");
    return {};
  }
  if (++depth_ > kMaxNesting) {
    error(DiagnosticKind::LimitExceeded, p_.places[id].span,
          "expressions and statements are nested deeper than " + std::to_string(kMaxNesting));
    --depth_;
    return {};
  }
  const Place& p = p_.places[id];
  const TypeId found = place_node(p);
  --depth_;
  if (!found.valid() || found == p.type) return found;
  error(DiagnosticKind::TypeMismatch, p.span, "a place whose type is not that of its variable");
  return {};
}

TypeId Verifier::place_node(const Place& p) {
  if (p.kind == Place::Kind::Variable) {
    if (p_.variables.contains(p.variable)) return p_.variables[p.variable].type;
    error(DiagnosticKind::UnknownName, p.span, "no such variable");
    return {};
  }
  const TypeId parent = place(p.parent);
  if (!parent.valid()) return {};
  const Type& type = p_.types[parent];
  if (p.kind == Place::Kind::FieldOf) {
    if (!needs(parent, TypeKind::Record, "what has fields", p.span)) return {};
    if (p.field < type.fields.size()) return type.fields[p.field].type;
    error(DiagnosticKind::UnknownName, p.span, "no such field");
    return {};
  }
  const TypeId position = expr(p.index);
  if (!position.valid()) return {};
  const SourceSpan span = p_.exprs[p.index].span;
  if (p.kind == Place::Kind::Item) {
    if (!needs(parent, TypeKind::Queue, "what has items", p.span)) return {};
    return needs(position, TypeKind::Int, "the position of an item", span) ? type.element : TypeId();
  }
  if (!needs(parent, TypeKind::Array, "what has an index", p.span)) return {};
  return index(type.domain, position, span) ? type.element : TypeId();
}

}  // namespace px::ir
