// Types, domains, constants and names of the text form.
#include <algorithm>
#include <limits>

#include "engine/base/spelling.h"
#include "engine/ir/fold.h"
#include "engine/ir/limits.h"
#include "engine/ir/text_reader_type_resolver.h"
#include "engine/ir/verifier.h"

namespace px::ir::text {

using Kind = SyntaxExpr::Kind;

// ---- Types and domains

TypeId TypeResolver::type(SyntaxTypeId id) {
  const SyntaxType& t = tree_.types[id];
  switch (t.kind) {
    case SyntaxType::Kind::Bool: return b_.bool_type();
    case SyntaxType::Kind::Int: return b_.integer_type();
    case SyntaxType::Kind::Range: return range_type(t);
    case SyntaxType::Kind::Record: return record_type(t);
    case SyntaxType::Kind::Named: {
      const auto sort = sorts_.find(t.name.text);
      if (sort != sorts_.end()) return b_.element_type(sort->second, t.none);
      const auto family = families_.find(t.name.text);
      Names known = names_of(sorts_);
      known.insert(known.begin(), {"bool", "int"});
      std::string hint;
      if (family != families_.end()) {
        const Family& f = b_.program().families[family->second];
        hint = "'" + t.name.text + "' is a family; its elements have the type " + b_.program().sorts[f.sort].name;
      }
      unknown("type", t.name, hint.empty() ? known : Names(), hint);
      return {};
    }
    case SyntaxType::Kind::Set: {
      const std::optional<Domain> over = domain(t.domain);
      return over ? set_type(*over, t.domain.span) : TypeId();
    }
    case SyntaxType::Kind::Sequence: {
      const TypeId item = type(t.element);
      return item.valid() ? sequence_type(item, t.span) : TypeId();
    }
    case SyntaxType::Kind::Array: {
      const std::optional<Domain> over = domain(t.domain);
      const TypeId item = type(t.element);
      return over && item.valid() ? b_.array_type(*over, item) : TypeId();
    }
    case SyntaxType::Kind::Queue: {
      const std::optional<int64_t> capacity = constant(t.lo);
      const TypeId item = type(t.element);
      if (!capacity || !item.valid()) return {};
      if (*capacity >= 0 && *capacity <= kMaxQueueCapacity) {
        return b_.queue_type(static_cast<uint32_t>(*capacity), item);
      }
      error(DiagnosticKind::LimitExceeded, t.span,
            "a queue has room for 0 to " + std::to_string(kMaxQueueCapacity) + " items, not " +
                std::to_string(*capacity));
      return {};
    }
  }
  return {};
}

TypeId TypeResolver::range_type(const SyntaxType& t) {
  const std::optional<int64_t> lo = constant(t.lo);
  const std::optional<int64_t> hi = constant(t.hi);
  if (!lo || !hi) return {};
  if (*lo <= *hi) return b_.int_type(*lo, *hi);
  error(DiagnosticKind::ValueOutOfRange, t.span,
        "the range " + std::to_string(*lo) + ".." + std::to_string(*hi) + " has no value");
  return {};
}

TypeId TypeResolver::record_type(const SyntaxType& t) {
  std::vector<Field> fields;
  std::set<std::string> seen;
  bool good = true;
  for (const SyntaxField& f : t.fields) {
    if (!declare(seen, f.name, "field of this record")) good = false;
    const TypeId field_type = type(f.type);
    if (!field_type.valid()) good = false;
    fields.push_back({f.name.text, field_type});
  }
  return good ? b_.record_type(std::move(fields)) : TypeId();
}

std::optional<Domain> TypeResolver::domain(const SyntaxDomain& d) {
  if (d.subsets) {
    SyntaxDomain base = d;
    base.subsets = false;
    const std::optional<Domain> over = domain(base);
    if (!over || !fits_into_set(*over, d.span)) return {};
    return Domain::subsets(*over);
  }
  if (!d.is_range) {
    const FamilyId family = family_named(d.family, "family or sort");
    if (!family.valid()) return {};
    return Domain::of(family);
  }
  const std::optional<int64_t> lo = constant(d.lo);
  const std::optional<int64_t> hi = constant(d.hi);
  if (!lo || !hi) return {};
  // A range with its bounds reversed is empty, however far apart they are.
  if (*hi < *lo) return Domain::range(*lo, *lo == std::numeric_limits<int64_t>::min() ? *lo : *lo - 1);
  if (static_cast<uint64_t>(*hi) - static_cast<uint64_t>(*lo) < static_cast<uint64_t>(kMaxRangeSize)) {
    return Domain::range(*lo, *hi);
  }
  error(DiagnosticKind::LimitExceeded, d.span,
        "the range " + std::to_string(*lo) + ".." + std::to_string(*hi) + " has more than " +
            std::to_string(kMaxRangeSize) + " values");
  return {};
}

bool TypeResolver::fits_into_set(const Domain& of, SourceSpan span) {
  // The range of `int` has more elements than domain_size() can represent.
  const bool is_range = !of.is_family() && !of.is_subsets();
  const bool fits = is_range
                        ? of.hi < of.lo || static_cast<uint64_t>(of.hi) - static_cast<uint64_t>(of.lo) < kMaxSetSize
                        : b_.program().domain_size(of) <= kMaxSetSize;
  if (fits) return true;
  const std::string found = is_range ? "; " + std::to_string(of.lo) + ".." + std::to_string(of.hi) + " has more"
                                     : ", not " + std::to_string(b_.program().domain_size(of));
  error(DiagnosticKind::LimitExceeded, span,
        "a set is made of at most " + std::to_string(kMaxSetSize) + " elements" + found,
        "an array of bool can be larger, and a few values can be compared one by one");
  return false;
}

TypeId TypeResolver::set_type(const Domain& of, SourceSpan span) {
  return fits_into_set(of, span) ? b_.set_type(of) : TypeId();
}

TypeId TypeResolver::sequence_type(TypeId item, SourceSpan span) {
  if (b_.program().types[item].is_scalar()) return b_.sequence_type(item);
  error(DiagnosticKind::TypeMismatch, span, "the items of a sequence must be scalars");
  return {};
}

// ---- Constants

std::optional<int64_t> TypeResolver::constant(SyntaxExprId id) {
  const SyntaxExpr& e = tree_.exprs[id];
  if (e.kind == Kind::Number || e.kind == Kind::Bool) return e.value;
  if (e.kind == Kind::Name) {
    const auto found = constants_.find(e.name.text);
    if (found != constants_.end()) return found->second;
    if (broken_.contains(e.name.text)) return {};
    unknown("constant", e.name, names_of(constants_), "constants are declared before their use, as in: define N = 5");
    return {};
  }
  if (e.kind == Kind::Operation) return constant_operation(e);
  error(DiagnosticKind::TypeMismatch, e.span, "this is not a constant number",
        "constants are made of numbers, defined names and arithmetic");
  return {};
}

std::optional<int64_t> TypeResolver::constant_operation(const SyntaxExpr& e) {
  int64_t v[3] = {};
  for (size_t i = 0; i < e.args.size(); ++i) {
    const std::optional<int64_t> value = constant(e.args[i]);
    if (!value) return {};
    v[i] = *value;
  }
  if (const std::optional<int64_t> result = fold_operation(e.op, v[0], v[1], v[2])) return result;
  error(DiagnosticKind::ValueOutOfRange, e.span, "this constant has no value of 64 bits",
        "overflow, division by zero, or an operator that constants do not have");
  return {};
}

// A constant of a scalar type, such as an initial value.
std::optional<int64_t> TypeResolver::value_of_type(SyntaxExprId id, TypeId type_id) {
  const SyntaxExpr& e = tree_.exprs[id];
  const Type type = b_.program().types[type_id];
  switch (type.kind) {
    case TypeKind::Int: return constant(id);
    case TypeKind::Bool:
      if (e.kind == Kind::Bool) return e.value;
      break;
    case TypeKind::Element:
      if (e.kind == Kind::None) return -1;
      if (e.kind == Kind::Element || e.kind == Kind::Name) return element_value(e, type.sort);
      break;
    case TypeKind::Set:
      if (e.kind == Kind::SetDisplay || e.kind == Kind::SetLiteral) return set_value(e, type.domain);
      break;
    case TypeKind::Sequence:
      if ((e.kind == Kind::SetDisplay || e.kind == Kind::SeqDisplay) && e.args.empty()) return 0;
      error(DiagnosticKind::TypeMismatch, e.span, "the initial value of a sequence is {}",
            "an 'init' block gives it others: init { s := seq[0..9]{1, 2} }");
      return {};
    default: break;
  }
  error(DiagnosticKind::TypeMismatch, e.span, "expected a constant of type " + type_text(type_id));
  return {};
}

// An element given as Sort#number or by its own name.
std::optional<int64_t> TypeResolver::element_value(const SyntaxExpr& e, SortId sort) {
  const Sort& s = b_.program().sorts[sort];
  if (e.kind == Kind::Element) {
    if (e.name.text == s.name && e.value >= -1 && e.value < s.size) return e.value;
    if (e.name.text == s.name) {
      error(DiagnosticKind::ValueOutOfRange, e.span,
            "the sort '" + s.name + "' has " + std::to_string(s.size) + " elements, counted from 0");
    } else {
      error(DiagnosticKind::TypeMismatch, e.span, "expected an element of '" + s.name + "'");
    }
    return {};
  }
  const auto found = elements_.find(e.name.text);
  if (found != elements_.end()) {
    for (const auto& [of, value] : found->second) {
      if (of == sort) return value;
    }
  }
  unknown("element of '" + s.name + "'", e.name, s.element_names,
          "elements are written " + s.name + "#0, " + s.name + "#1, ...");
  return {};
}

std::optional<int64_t> TypeResolver::set_value(const SyntaxExpr& e, const Domain& over) {
  const Program& program = b_.program();
  uint64_t mask = 0;
  const int64_t first = program.domain_first(over);
  const uint32_t size = program.domain_size(over);
  for (SyntaxExprId arg : e.args) {
    const SyntaxExpr& member = tree_.exprs[arg];
    std::optional<int64_t> value;
    if (!over.is_family()) {
      value = constant(arg);
    } else if (member.kind == Kind::Element || member.kind == Kind::Name) {
      value = element_value(member, program.families[over.family].sort);
    } else {
      error(DiagnosticKind::TypeMismatch, member.span, "expected an element of the set's sort");
    }
    if (!value) return {};
    if (*value < first || *value >= first + size || *value >= first + kMaxSetSize) {
      error(DiagnosticKind::ValueOutOfRange, member.span, "this is not an element of what the set is made of");
      return {};
    }
    mask |= uint64_t{1} << (*value - first);
  }
  return static_cast<int64_t>(mask);
}

// ---- Names

LocationId TypeResolver::location(const SyntaxLocation& l, FamilyId family) {
  if (l.family) {
    family = family_named(*l.family, "family");
    if (!family.valid()) return {};
  }
  Names known;
  for (LocationId id : b_.program().families[family].locations) {
    if (b_.program().locations[id].name == l.name.text) return id;
    known.push_back(b_.program().locations[id].name);
  }
  unknown("location of '" + b_.program().families[family].name + "'", l.name, known);
  return {};
}

// A location for the given process: of the named family, of the family a bound name ranges over, or of the only
// family of its sort that has a location of this name.
LocationId TypeResolver::location_of(const SyntaxLocation& l, ExprId process) {
  const Program& program = b_.program();
  if (l.family) return location(l, {});
  const Type& type = type_of(process);
  if (type.kind != TypeKind::Element) {
    error(DiagnosticKind::TypeMismatch, l.name.span,
          "only a process can be at a location, not " + type_text(type_id_of(process)));
    return {};
  }
  std::vector<LocationId> found;
  Names known;
  for (const Location& location : program.locations) {
    if (program.families[location.family].sort != type.sort) continue;
    known.push_back(location.name);
    if (location.name == l.name.text) found.push_back(program.families[location.family].locations[location.index]);
  }
  if (found.size() == 1) return found.front();
  const FamilyId bound_family = family_of_binding(process);
  for (LocationId id : found) {
    if (program.locations[id].family == bound_family) return id;
  }
  if (found.empty()) {
    unknown("location", l.name, known);
  } else {
    error(DiagnosticKind::UnknownName, l.name.span, "several families have a location '" + l.name.text + "'",
          "write it with its family: " + program.families[program.locations[found[0]].family].name + '.' + l.name.text);
  }
  return {};
}

FamilyId TypeResolver::family_of_binding(ExprId process) const {
  const Expr& e = b_.program().exprs[process];
  if (e.op != Op::Binding) return {};
  for (const Bound& b : scope_) {
    if (b.binding == e.binding && b.domain.is_family()) return b.domain.family;
  }
  return {};
}

FamilyId TypeResolver::process_family(const Name& name, ExprId process, SourceSpan span) {
  if (!name.text.empty()) return family_named(name, "family");
  const Program& program = b_.program();
  const Type& type = type_of(process);
  std::vector<FamilyId> found;
  for (size_t f = 0; f < program.families.size(); ++f) {
    const Family& family = program.families[program.families.id_at(f)];
    if (type.kind == TypeKind::Element && family.sort == type.sort && family.is_process()) {
      found.push_back(program.families.id_at(f));
    }
  }
  if (found.size() == 1) return found.front();
  const FamilyId bound_family = family_of_binding(process);
  if (std::find(found.begin(), found.end(), bound_family) != found.end()) return bound_family;
  if (found.empty()) {
    error(DiagnosticKind::TypeMismatch, span, "this needs a process, but the family of the argument has no locations");
  } else {
    error(DiagnosticKind::UnknownName, span, "the process may be of several families",
          "name the family as the second argument, as in: pc(p, " + program.families[found[0]].name + ")");
  }
  return {};
}

FamilyId TypeResolver::family_named(const Name& name, std::string_view what) {
  const auto found = families_.find(name.text);
  if (found != families_.end()) return found->second;
  unknown(what, name, names_of(families_));
  return {};
}

SortId TypeResolver::sort_named(const Name& name, std::string otherwise) {
  const auto found = sorts_.find(name.text);
  if (found != sorts_.end()) return found->second;
  unknown("sort", name, names_of(sorts_), std::move(otherwise));
  return {};
}

BindingId TypeResolver::bound(const std::string& name) const {
  const auto found = std::find_if(scope_.rbegin(), scope_.rend(), [&](const Bound& b) { return b.name == name; });
  return found == scope_.rend() ? BindingId() : found->binding;
}

// A global, or the only local of that name.
VariableId TypeResolver::variable_named(const std::string& name) const {
  const auto global = globals_.find(name);
  if (global != globals_.end()) return global->second;
  VariableId only;
  for (const auto& [key, id] : locals_) {
    if (key.second != name) continue;
    if (only.valid()) return {};
    only = id;
  }
  return only;
}

TypeResolver::Names TypeResolver::names_in_scope() const {
  Names names;
  for (const Bound& b : scope_) names.push_back(b.name);
  for (const auto& [name, id] : globals_) names.push_back(name);
  for (const auto& [key, id] : locals_) names.push_back(key.second);
  for (const auto& [name, value] : constants_) names.push_back(name);
  for (const auto& [name, value] : elements_) names.push_back(name);
  return names;
}

// ---- Messages

// An error in a declaration has been reported there; its uses are not reported again.
void TypeResolver::unknown(std::string_view what, const Name& name, const Names& known, std::string otherwise) {
  if (broken_.contains(name.text)) return;
  std::string hint = suggestion(name.text, known);
  if (hint.empty()) hint = std::move(otherwise);
  error(DiagnosticKind::UnknownName, name.span, "unknown " + std::string(what) + " '" + name.text + "'",
        std::move(hint));
}

void TypeResolver::error(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
}

bool TypeResolver::declare(std::set<std::string>& names, const Name& name, std::string_view what) {
  if (names.insert(name.text).second) return true;
  error(DiagnosticKind::DuplicateName, name.span,
        "'" + name.text + "' is already the name of another " + std::string(what));
  return false;
}

std::string TypeResolver::type_text(TypeId id) const {
  return type_name(b_.program(), id);
}

SourceSpan TypeResolver::to_span(const Position& position) {
  const FileId file = position.file == sources_.name(file_) ? file_ : sources_.find_or_add(position.file);
  return {file, position.line, position.column, position.length};
}

}  // namespace px::ir::text
