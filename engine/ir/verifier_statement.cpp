// Statements: the right parts, of the right types, writing only what they may write.

#include "engine/ir/limits.h"
#include "engine/ir/verifier.h"
#include "engine/ir/verifier_detail.h"

namespace px::ir {
namespace {

using Kind = Statement::Kind;

// The number of places, expressions and blocks of a statement; -1: any.
struct Parts {
  int places;
  int exprs;
  int blocks;
};
Parts parts_of(Kind kind) {
  switch (kind) {
    case Kind::Assign: return {-1, -1, 0};
    case Kind::Copy: return {2, 0, 0};
    case Kind::Reset:
    case Kind::Pop: return {1, 0, 0};
    case Kind::If: return {0, 1, 2};
    case Kind::For: return {0, 0, 1};
    case Kind::Choose: return {0, -1, 1};
    case Kind::While:
    case Kind::Let: return {0, 1, 1};
    case Kind::Either: return {0, 0, -1};
    case Kind::Require:
    case Kind::Assert:
    case Kind::Goto: return {0, 1, 0};
    case Kind::Fail:
    case Kind::Grow: return {0, 0, 0};
    case Kind::Push:
    case Kind::PushSorted: return {1, -1, 0};
    case Kind::RemoveAt: return {1, 1, 0};
    case Kind::Solve: return {-1, -1, 0};
    case Kind::Print: return {0, -1, 0};
  }
  return {};
}

bool is_count(int expected, size_t found) {
  return expected < 0 || static_cast<size_t>(expected) == found;
}

}  // namespace

size_t print_conversions(std::string_view format) {
  size_t count = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    if (i + 1 < format.size() && format[i + 1] == '%') {
      ++i;
    } else {
      ++count;
    }
  }
  return count;
}

void Verifier::block(const Block& block) {
  if (++depth_ > kMaxNesting) {
    error(DiagnosticKind::LimitExceeded, {}, "statements are nested deeper than " + std::to_string(kMaxNesting));
  } else {
    for (StatementId id : block) {
      if (!p_.statements.contains(id)) {
        error(DiagnosticKind::SyntaxError, {}, "a statement is missing");
        continue;
      }
      const SourceSpan outer = around_;
      if (p_.statements[id].span.known()) around_ = p_.statements[id].span;
      statement(p_.statements[id]);
      around_ = outer;
    }
  }
  --depth_;
}

bool Verifier::shape(const Statement& s) {
  const Parts parts = parts_of(s.kind);
  const bool good = is_count(parts.places, s.places.size()) && is_count(parts.exprs, s.exprs.size()) &&
                    is_count(parts.blocks, s.blocks.size()) && (s.kind != Kind::Either || !s.blocks.empty()) &&
                    s.violation <= static_cast<uint8_t>(ViolationKind::Assertion) &&
                    (s.kind != Kind::Grow || s.mark != 0);
  if (!good) error(DiagnosticKind::SyntaxError, s.span, "a statement with missing or superfluous parts");
  return good;
}

void Verifier::statement(const Statement& s) {
  if (!shape(s)) return;
  switch (s.kind) {
    case Kind::Assign: return assign(s);
    case Kind::Copy: {
      writable(s.places[0]);
      const TypeId to = place(s.places[0]);
      const TypeId from = place(s.places[1]);
      if (!to.valid() || !from.valid()) return;
      if (p_.types[to].is_scalar() || to != from) {
        error(DiagnosticKind::TypeMismatch, s.span,
              "only containers of the same type are copied, not " + type_name(p_, from) + " to " + type_name(p_, to));
      }
      return;
    }
    case Kind::Reset:
      writable(s.places[0]);
      static_cast<void>(place(s.places[0]));
      return;
    case Kind::If:
    case Kind::While: condition(s.exprs[0], s.kind == Kind::If ? "a condition" : "the condition of a loop"); break;
    case Kind::Either: break;
    case Kind::Require: return condition(s.exprs[0], "what is required");
    case Kind::Assert: return condition(s.exprs[0], "an assertion");
    case Kind::Fail:
    case Kind::Grow: return;
    case Kind::For:
    case Kind::Choose:
    case Kind::Let: return bind(s);
    case Kind::Push:
    case Kind::PushSorted:
    case Kind::Pop:
    case Kind::RemoveAt: return push(s);
    case Kind::Goto: return go_to(s);
    case Kind::Solve:
      if (where_ != Where::Init) error(DiagnosticKind::Unsupported, s.span, "'solve' can only be a part of init");
      for (PlaceId p : s.places) {
        writable(p);
        static_cast<void>(place(p));
      }
      for (ExprId e : s.exprs) condition(e, "a condition");
      return;
    case Kind::Print: return print(s);
  }
  for (const Block& inner : s.blocks) block(inner);
}

void Verifier::assign(const Statement& s) {
  if (s.places.size() != s.exprs.size()) {
    return error(DiagnosticKind::SyntaxError, s.span, "as many values as places must be assigned");
  }
  for (size_t i = 0; i < s.places.size(); ++i) {
    writable(s.places[i]);
    const TypeId to = place(s.places[i]);
    const TypeId value = expr(s.exprs[i]);
    if (!to.valid() || !value.valid()) continue;
    static_cast<void>(needs_alike(value, to, "the assigned value", p_.exprs[s.exprs[i]].span));
  }
}

// Only `init` may change constants.
void Verifier::writable(PlaceId id) {
  const SourceSpan span = p_.places.contains(id) ? p_.places[id].span : SourceSpan();
  while (p_.places.contains(id) && p_.places[id].parent.valid()) id = p_.places[id].parent;
  if (!p_.places.contains(id) || !p_.variables.contains(p_.places[id].variable)) return;
  const Variable& v = p_.variables[p_.places[id].variable];
  if (!v.constant || where_ == Where::Init) return;
  error(DiagnosticKind::TypeMismatch, span, "'" + v.name + "' is constant and cannot be changed",
        "constants get their values where they are declared or in the 'init' block");
}

// Push, PushSorted, Pop, RemoveAt.
void Verifier::push(const Statement& s) {
  writable(s.places[0]);
  const TypeId queue = place(s.places[0]);
  if (!queue.valid() || !needs(queue, TypeKind::Queue, "this statement", s.span)) return;
  if (s.kind == Kind::Pop) return;
  if (s.kind == Kind::RemoveAt) {
    const TypeId position = expr(s.exprs[0]);
    if (position.valid()) static_cast<void>(needs(position, TypeKind::Int, "a position", p_.exprs[s.exprs[0]].span));
    return;
  }
  const std::vector<Field>& fields = p_.types[p_.types[queue].element].fields;
  if (fields.size() != s.exprs.size()) {
    return error(DiagnosticKind::TypeMismatch, s.span,
                 "an item of this queue has " + std::to_string(fields.size()) + " fields, but " +
                     std::to_string(s.exprs.size()) + " values are given");
  }
  for (size_t i = 0; i < fields.size(); ++i) {
    const TypeId value = expr(s.exprs[i]);
    if (value.valid()) {
      static_cast<void>(
          needs_alike(value, fields[i].type, "field '" + fields[i].name + "'", p_.exprs[s.exprs[i]].span));
    }
  }
}

void Verifier::print(const Statement& s) {
  for (ExprId e : s.exprs) static_cast<void>(expr(e));
  if (print_conversions(s.text) == s.exprs.size()) return;
  error(DiagnosticKind::TypeMismatch, s.span,
        "the text has " + std::to_string(print_conversions(s.text)) + " conversions (%d and the like), but " +
            std::to_string(s.exprs.size()) + " values are given");
}

void Verifier::go_to(const Statement& s) {
  const TypeId who = expr(s.exprs[0]);
  if (!p_.locations.contains(s.location)) return error(DiagnosticKind::UnknownName, s.span, "no such location");
  if (who.valid()) static_cast<void>(process(who, p_.locations[s.location].family, s.span));
}

// For, Choose, Let.
void Verifier::bind(const Statement& s) {
  if (!p_.bindings.contains(s.binding)) return error(DiagnosticKind::SyntaxError, s.span, "a name to bind is missing");
  const TypeId type = p_.bindings[s.binding].type;
  if (s.kind == Kind::Let) {
    const TypeId value = expr(s.exprs[0]);
    if (value.valid()) static_cast<void>(needs_alike(value, type, "the bound value", p_.exprs[s.exprs[0]].span));
  } else if (!domain(s.domain, s.span) || !index(s.domain, type, s.span)) {
    return;
  }
  if (s.kind == Kind::Choose && !s.exprs.empty()) {
    const TypeId count = expr(s.exprs[0]);
    if (count.valid()) static_cast<void>(needs(count, TypeKind::Int, "how many numbers there are", s.span));
    if (s.exprs.size() > 1 || s.domain.kind != Domain::Kind::Range) {
      error(DiagnosticKind::SyntaxError, s.span, "only of a range some numbers can be chosen from");
    }
  }
  const bool outer = bound_[s.binding.value];
  bound_[s.binding.value] = true;
  block(s.blocks[0]);
  bound_[s.binding.value] = outer;
}

}  // namespace px::ir
