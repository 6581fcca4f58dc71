#include "engine/ir/program.h"

#include <algorithm>
#include <array>
#include <limits>

#include "engine/base/check.h"

namespace px::ir {
namespace {

enum class Failure : uint8_t { Never, Sometimes };

struct OpInfo {
  std::string_view text;
  OpSyntax syntax;
  int operands;
  ResultClass result;
  Failure failure;
  bool has_interval_rule;
};

constexpr std::array kOps = {
#define PX_OP(name, text, syntax, operands, result, failure, interval) \
  OpInfo{ \
      text, OpSyntax::syntax, operands, ResultClass::result, Failure::failure, std::string_view(#interval) != "none"},
#include "engine/ir/op_kind.def"
#undef PX_OP
};

}  // namespace

std::string_view op_text(Op op) {
  return kOps[static_cast<size_t>(op)].text;
}
int op_operands(Op op) {
  return kOps[static_cast<size_t>(op)].operands;
}
ResultClass op_result(Op op) {
  return kOps[static_cast<size_t>(op)].result;
}
bool op_may_fail(Op op) {
  return kOps[static_cast<size_t>(op)].failure == Failure::Sometimes;
}
bool op_has_interval_rule(Op op) {
  return kOps[static_cast<size_t>(op)].has_interval_rule;
}
OpSyntax op_syntax(Op op) {
  return kOps[static_cast<size_t>(op)].syntax;
}
bool op_is_quantifier(Op op) {
  return op_syntax(op) == OpSyntax::Quantifier;
}
bool op_binds_value(Op op) {
  return op == Op::Let || op == Op::Fix;
}
bool op_is_comparison(Op op) {
  return op >= Op::Eq && op <= Op::Ge;
}
Op op_negated(Op op) {
  PX_DCHECK(op_is_comparison(op));
  if (op == Op::Eq) return Op::Ne;
  if (op == Op::Ne) return Op::Eq;
  if (op == Op::Lt) return Op::Ge;
  if (op == Op::Ge) return Op::Lt;
  return op == Op::Le ? Op::Gt : Op::Le;
}
Op op_mirrored(Op op) {
  PX_DCHECK(op_is_comparison(op));
  if (op == Op::Lt) return Op::Gt;
  if (op == Op::Gt) return Op::Lt;
  if (op == Op::Le) return Op::Ge;
  return op == Op::Ge ? Op::Le : op;
}

VariableId Program::variable_of(PlaceId place) const {
  while (places[place].parent.valid()) place = places[place].parent;
  return places[place].variable;
}

uint32_t Program::domain_size(const Domain& domain) const {
  if (domain.is_subsets()) {
    const uint32_t elements = domain_size(domain.base());
    return elements < 32 ? uint32_t{1} << elements : UINT32_MAX;  // either way more than the verifier accepts
  }
  if (domain.is_family()) return families[domain.family].count;
  return domain.hi < domain.lo ? 0 : static_cast<uint32_t>(domain.hi - domain.lo + 1);
}

int64_t Program::domain_first(const Domain& domain) const {
  if (domain.is_subsets()) return 0;
  return domain.is_family() ? families[domain.family].first : domain.lo;
}

int64_t Program::scalar_lo(TypeId id) const {
  const Type& type = types[id];
  switch (type.kind) {
    case TypeKind::Int: return type.lo;
    case TypeKind::Element: return type.allows_none ? -1 : 0;
    // A mask of 64 elements uses the sign bit, so its smallest value as an integer is negative.
    case TypeKind::Set: return domain_size(type.domain) == 64 ? std::numeric_limits<int64_t>::min() : 0;
    default: return 0;
  }
}

int64_t Program::scalar_hi(TypeId id) const {
  const Type& type = types[id];
  switch (type.kind) {
    case TypeKind::Bool: return 1;
    case TypeKind::Int: return type.hi;
    case TypeKind::Element: return static_cast<int64_t>(sorts[type.sort].size) - 1;
    case TypeKind::Set: {
      const uint32_t size = domain_size(type.domain);
      return size >= 63 ? std::numeric_limits<int64_t>::max() : (int64_t{1} << size) - 1;
    }
    case TypeKind::Sequence: return std::numeric_limits<uint32_t>::max();
    default: PX_UNREACHABLE("range of a container");
  }
}

uint64_t Program::scalar_count(TypeId id) const {
  const Type& type = types[id];
  switch (type.kind) {
    case TypeKind::Array: return domain_size(type.domain) * scalar_count(type.element);
    case TypeKind::Record: {
      uint64_t count = 0;
      for (const Field& field : type.fields) count += scalar_count(field.type);
      return count;
    }
    case TypeKind::Queue: return 1 + type.capacity * scalar_count(type.element);
    default: return 1;
  }
}

std::string Program::element_name(SortId sort, int64_t value) const {
  if (value < 0) return "none";
  const Sort& s = sorts[sort];
  if (static_cast<size_t>(value) < s.element_names.size()) return s.element_names[static_cast<size_t>(value)];
  return s.name + '#' + std::to_string(value);
}

std::vector<ExprId> Program::call_arguments(const Expr& call) const {
  std::vector<ExprId> arguments;
  for (ExprId list = call.operands[0]; exprs[list].op == Op::With; list = exprs[list].operands[0]) {
    arguments.push_back(exprs[list].operands[1]);
  }
  std::reverse(arguments.begin(), arguments.end());
  return arguments;
}

static std::string number_text(const Program& program, NamesId id, int64_t value) {
  if (id.valid()) {
    const ValueNames& named = program.value_names[id];
    const int64_t index = value - named.first;
    if (index >= 0 && index < static_cast<int64_t>(named.names.size())) return named.names[static_cast<size_t>(index)];
  }
  return std::to_string(value);
}

std::string Program::value_text(TypeId id, int64_t value) const {
  const Type& type = types[id];
  if (type.kind == TypeKind::Bool) return value != 0 ? "true" : "false";
  if (type.kind == TypeKind::Element) return element_name(type.sort, value);
  if (type.kind == TypeKind::Set) {
    std::string list;
    for (uint32_t i = 0; i < domain_size(type.domain); ++i) {
      if ((static_cast<uint64_t>(value) >> i & 1) == 0) continue;
      const int64_t member = domain_first(type.domain) + i;
      const bool element = type.domain.is_family();
      list += list.empty() ? "" : ", ";
      list +=
          element ? element_name(families[type.domain.family].sort, member) : number_text(*this, type.names, member);
    }
    return '{' + list + '}';
  }
  if (type.external && externals != nullptr) return externals->value_text(value);
  return number_text(*this, type.names, value);
}

Control Program::control_after(const Action& action) const {
  if (action.movers.empty()) return Control::Release;
  const Mover& last = action.movers.back();
  if (locations[last.to].deterministic) return Control::Deterministic;
  return locations[last.to].atomic ? std::max(last.control, Control::Atomic) : last.control;
}

}  // namespace px::ir
