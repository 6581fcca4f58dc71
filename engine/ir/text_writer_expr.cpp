#include <algorithm>
#include <map>

#include "engine/base/check.h"
#include "engine/ir/limits.h"
#include "engine/ir/op_groups.h"
#include "engine/ir/text_syntax.h"
#include "engine/ir/text_writer_detail.h"
#include "engine/ir/verifier.h"

namespace px::ir {

std::string type_name(const Program& program, TypeId type) {
  return text::type_text(program, type);
}

namespace text {
namespace {

std::string escaped(std::string_view text, char quote) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string out(1, quote);
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += kHex[byte / 16];
      out += kHex[byte % 16];
    } else {
      out += c;
    }
  }
  return out + quote;
}

bool is_plain_word(std::string_view name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  if (name.empty() || !letter(name.front())) return false;
  return std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace

std::string quoted_name(std::string_view name) {
  return is_plain_word(name) && !is_reserved(name) ? std::string(name) : escaped(name, '`');
}

std::string quoted_string(std::string_view text) {
  return escaped(text, '"');
}

std::string domain_text(const Program& program, const Domain& domain) {
  if (domain.is_subsets()) return "subsets(" + domain_text(program, domain.base()) + ")";
  if (domain.is_family()) return quoted_name(program.families[domain.family].name);
  return std::to_string(domain.lo) + ".." + std::to_string(domain.hi);
}

std::string type_text(const Program& program, TypeId id) {
  const Type& type = program.types[id];
  switch (type.kind) {
    case TypeKind::Bool: return "bool";
    case TypeKind::Int:
      if (type.lo == INT64_MIN && type.hi == INT64_MAX) return "int";
      return std::to_string(type.lo) + ".." + std::to_string(type.hi);
    case TypeKind::Element: return quoted_name(program.sorts[type.sort].name) + (type.allows_none ? " none" : "");
    case TypeKind::Set: return "set[" + domain_text(program, type.domain) + "]";
    case TypeKind::Sequence: return "seq[" + type_text(program, type.element) + "]";
    case TypeKind::Array: return "[" + domain_text(program, type.domain) + "] " + type_text(program, type.element);
    case TypeKind::Queue: return "queue[" + std::to_string(type.capacity) + "] " + type_text(program, type.element);
    case TypeKind::Record: {
      std::string out = "{";
      for (const Field& field : type.fields) {
        if (out.size() > 1) out += ", ";
        out += quoted_name(field.name) + ": " + type_text(program, field.type);
      }
      return out + "}";
    }
  }
  PX_UNREACHABLE("kind of type");
}

// ---- Names

ExprWriter::ExprWriter(const Program& program) : program_(program) {
  std::map<std::string, int> variables;
  for (const Variable& v : program.variables) ++variables[v.name];
  for (const Variable& v : program.variables) {
    taken_.insert(v.name);
    if (v.owner.valid() && variables[v.name] > 1) ambiguous_.insert(v.name);
  }
  for (const Family& f : program.families) taken_.insert(f.name);
  for (const Sort& s : program.sorts) {
    for (const std::string& element : s.element_names) {
      // On its own, the name would mean a variable of that name, or an element of another sort.
      if (!taken_.insert(element).second) ambiguous_elements_.insert(element);
    }
  }
}

std::string ExprWriter::bind(BindingId id) {
  const std::string base = program_.bindings[id].name.empty() ? "x" : program_.bindings[id].name;
  const auto used = [&](const std::string& name) {
    return taken_.contains(name) ||
           std::any_of(scope_.begin(), scope_.end(), [&](const auto& bound) { return bound.second == name; });
  };
  std::string name = base;
  for (int n = 2; used(name); ++n) name = base + '_' + std::to_string(n);
  scope_.emplace_back(id, name);
  return quoted_name(name);
}

std::string ExprWriter::variable(VariableId id) const {
  const Variable& v = program_.variables[id];
  if (!v.owner.valid() || !ambiguous_.contains(v.name)) return quoted_name(v.name);
  return quoted_name(program_.families[v.owner].name) + '.' + quoted_name(v.name);
}

std::string ExprWriter::element(SortId sort_id, int64_t value) const {
  const Sort& sort = program_.sorts[sort_id];
  if (value < 0) return quoted_name(sort.name) + "#none";
  if (!sort.element_names.empty()) {
    const std::string& name = sort.element_names[static_cast<size_t>(value)];
    if (!ambiguous_elements_.contains(name)) return quoted_name(name);
  }
  return quoted_name(sort.name) + '#' + std::to_string(value);
}

std::string ExprWriter::location(LocationId id) const {
  const Location& wanted = program_.locations[id];
  const SortId sort = program_.families[wanted.family].sort;
  const auto same = std::count_if(program_.locations.begin(), program_.locations.end(), [&](const Location& l) {
    return l.name == wanted.name && program_.families[l.family].sort == sort;
  });
  if (same == 1) return quoted_name(wanted.name);
  return quoted_name(program_.families[wanted.family].name) + '.' + quoted_name(wanted.name);
}

// ---- Values

std::string ExprWriter::scalar(TypeId id, int64_t value) const {
  const Type& type = program_.types[id];
  switch (type.kind) {
    case TypeKind::Bool: return value != 0 ? "true" : "false";
    case TypeKind::Element: return element(type.sort, value);
    case TypeKind::Sequence: return type_text(program_, id) + "{}";
    case TypeKind::Set: {
      std::string out;
      for (uint32_t i = 0; i < program_.domain_size(type.domain) && i < kMaxSetSize; ++i) {
        if ((static_cast<uint64_t>(value) >> i & 1) == 0) continue;
        const int64_t member = program_.domain_first(type.domain) + i;
        if (!out.empty()) out += ", ";
        out += type.domain.is_family() ? element(program_.families[type.domain.family].sort, member)
                                       : std::to_string(member);
      }
      return type_text(program_, id) + '{' + out + '}';
    }
    default: return std::to_string(value);
  }
}

bool ExprWriter::is_none(ExprId id) const {
  const Expr& e = program_.exprs[id];
  return e.op == Op::Const && program_.types[e.type].kind == TypeKind::Element && e.value < 0;
}

std::string ExprWriter::typed_expr(ExprId id) {
  return is_none(id) ? "none" : expr(id);
}

// ---- Expressions

std::string ExprWriter::at_level(ExprId id, int level) {
  auto [out, own] = text(program_.exprs[id]);
  return own < level ? '(' + out + ')' : std::move(out);
}

// One of two operands, where the other may determine the type.
std::string ExprWriter::side(ExprId id, ExprId other, int level) {
  return is_none(id) && !is_none(other) ? "none" : at_level(id, level);
}

std::pair<std::string, int> ExprWriter::text(const Expr& e) {
  if (op_is_quantifier(e.op)) return {quantifier(e), 0};
  switch (e.op) {
    case Op::Const: return {scalar(e.type, e.value), kPostfixLevel};
    case Op::Binding: {
      const auto bound =
          std::find_if(scope_.rbegin(), scope_.rend(), [&](const auto& b) { return b.first == e.binding; });
      return {quoted_name(bound == scope_.rend() ? program_.bindings[e.binding].name : bound->second), kPostfixLevel};
    }
    case Op::Read: return {place(e.place), kPostfixLevel};
    case Op::Timeout: return {"timeout", kPostfixLevel};
    case Op::QueueLength: return {"len(" + place(e.place) + ')', kPostfixLevel};
    case Op::Wrap: return {"wrap(" + expr(e.operands[0]) + ", " + type_text(program_, e.type) + ')', kPostfixLevel};
    case Op::ElementAt: {
      const std::string& sort = program_.sorts[program_.types[e.type].sort].name;
      return {"element(" + expr(e.operands[0]) + ", " + quoted_name(sort) + ')', kPostfixLevel};
    }
    case Op::At: return {at_level(e.operands[0], kCompareLevel + 1) + " at " + location(e.location), kCompareLevel};
    case Op::LocationIndex:
    case Op::CanMove: return {process_call(e), kPostfixLevel};
    case Op::SetOf: return {set_of(e), kPostfixLevel};
    case Op::If: return {conditional(e), 0};
    case Op::Let:
    case Op::Fix: return {named_value(e), 0};
    case Op::Check:
      return {"check(" + expr(e.operands[0]) + ", " + typed_expr(e.operands[1]) + ", " +
                  quoted_string(program_.texts[static_cast<size_t>(e.value)]) + ')',
              kPostfixLevel};
    case Op::Call: return {external_call(e), kPostfixLevel};
    case Op::Member:
    case Op::Union:
    case Op::Intersect:
    case Op::Difference:
    case Op::Subset:
    case Op::Card:
    case Op::IndexOf:
    case Op::With:
    case PX_ARITHMETIC_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_LOGIC_OPS:
    case PX_COMPARISON_OPS:
    case PX_QUANTIFIER_OPS:
    case PX_SEQUENCE_OPS: return operation(e);
  }
  PX_UNREACHABLE("operation");
}

// For human readers: the text form has no Externals, so a program with calls cannot be read back.
std::string ExprWriter::external_call(const Expr& e) {
  std::string out = "call " + quoted_name(program_.externals->function_name(static_cast<uint32_t>(e.value))) + '(';
  bool first = true;
  for (const ExprId argument : program_.call_arguments(e)) {
    out += (first ? "" : ", ") + expr(argument);
    first = false;
  }
  return out + ')';
}

std::pair<std::string, int> ExprWriter::operation(const Expr& e) {
  const int level = level_of(op_syntax(e.op));
  const std::string op(op_text(e.op));
  if (level == 0) return {call(e), kPostfixLevel};
  if (e.op == Op::Not) return {"not " + at_level(e.operands[0], level), level};
  if (op_operands(e.op) == 1) {
    // -5 is a literal; the negation of the literal 5 is -(5).
    const bool literal = program_.exprs[e.operands[0]].op == Op::Const;
    std::string inner = at_level(e.operands[0], level);
    return {op + (literal ? '(' + inner + ')' : std::move(inner)), level};
  }
  // Comparisons do not chain; all else associates to the left.
  const int left = level == kCompareLevel ? level + 1 : level;
  const std::string a = side(e.operands[0], e.operands[1], left);
  return {a + ' ' + op + ' ' + side(e.operands[1], e.operands[0], level + 1), level};
}

std::string ExprWriter::call(const Expr& e) {
  std::string out(op_text(e.op));
  out += '(';
  for (int i = 0; i < op_operands(e.op); ++i) {
    if (i > 0) out += ", ";
    out += expr(e.operands[i]);
  }
  return out + ')';
}

std::string ExprWriter::quantifier(const Expr& e) {
  std::string out(op_text(e.op));
  const std::string over = domain_text(program_, e.domain);
  out += ' ' + bind(e.binding) + ": " + over;
  if (op_operands(e.op) == 1) {
    out += ". " + expr(e.operands[0]);
  } else {
    const ExprId filter = e.operands[0];
    const bool all = !filter.valid() || (program_.exprs[filter].op == Op::Const && program_.exprs[filter].value != 0);
    out += ". " + at_level(e.operands[1], all ? 0 : 1);
    if (!all) out += " where " + expr(filter);
  }
  unbind();
  return out;
}

std::string ExprWriter::named_value(const Expr& e) {
  const std::string value = expr(e.operands[0]);
  std::string out = std::string(op_text(e.op)) + ' ' + bind(e.binding) + " = " + value + " then ";
  out += expr(e.operands[1]);
  unbind();
  return out;
}

std::string ExprWriter::conditional(const Expr& e) {
  return "if " + expr(e.operands[0]) + " then " + side(e.operands[1], e.operands[2], 0) + " else " +
         side(e.operands[2], e.operands[1], 0);
}

std::string ExprWriter::set_of(const Expr& e) {
  const Domain& over = program_.types[e.type].domain;
  const bool whole = over.is_family() && program_.sorts[program_.families[over.family].sort].whole == over.family;
  if (whole) return '{' + expr(e.operands[0]) + '}';
  return "set[" + domain_text(program_, over) + "](" + expr(e.operands[0]) + ')';
}

std::string ExprWriter::process_call(const Expr& e) {
  const SortId sort = program_.families[e.family].sort;
  const auto families = std::count_if(program_.families.begin(), program_.families.end(),
                                      [&](const Family& f) { return f.sort == sort && f.is_process(); });
  std::string out = std::string(op_text(e.op)) + '(' + expr(e.operands[0]);
  if (families > 1) out += ", " + quoted_name(program_.families[e.family].name);
  return out + ')';
}

std::string ExprWriter::place(PlaceId id) {
  const Place& p = program_.places[id];
  switch (p.kind) {
    case Place::Kind::Variable: return variable(p.variable);
    case Place::Kind::Index:
    case Place::Kind::Item: return place(p.parent) + '[' + expr(p.index) + ']';
    case Place::Kind::FieldOf: {
      const Type& record = program_.types[program_.places[p.parent].type];
      return place(p.parent) + '.' + quoted_name(record.fields[p.field].name);
    }
  }
  PX_UNREACHABLE("kind of place");
}

}  // namespace text
}  // namespace px::ir
