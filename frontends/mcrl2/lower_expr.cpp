// Expressions: the Program computes with packed values, all others become calls of the rewriter.
#include <algorithm>

#include "frontends/mcrl2/code_maker.h"
#include "frontends/mcrl2/expression_lowering.h"
#include "frontends/mcrl2/rewrite_expr.h"

namespace px::mcrl2 {
namespace {

using Kind = Expr::Kind;

constexpr int kMaxUnfoldings = 12;
constexpr size_t kMaxListed = 64;

}  // namespace

void ExpressionLowering::wrong(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  diagnostics_.add(kind, span, std::move(message), std::move(hint));
  throw Wrong{};
}

// ---- Representations

// Constants that no equation identifies, and for whose equality there is no equation.
bool ExpressionLowering::is_element_sort(SortId sort) const {
  if (!spec_.is_enumerated(sort)) return false;
  const NamedSort& named = spec_.named(sort);
  if (named.is_struct) return true;
  return false;
}

Typed ExpressionLowering::type_of(SortId sort) const {
  const SortKind kind = spec_.sorts.kind(sort);
  if (kind == SortKind::Bool) return {Form::Truth, sort};
  if (kind == SortKind::Pos || kind == SortKind::Nat || kind == SortKind::Int) return {Form::Number, sort};
  if (is_element_sort(sort)) return {Form::Element, sort};
  return {Form::Term, sort};
}

// The sort of the Program for a sort of constants, created on demand: the Program does not contain sorts that occur
// only in terms, so their constants are not considered interchangeable.
ir::SortId ExpressionLowering::element_sort(SortId id) {
  const auto known = element_sorts_.find(id);
  if (known != element_sorts_.end()) return known->second;
  const NamedSort& named = spec_.named(id);
  std::vector<std::string> names;
  for (const SymbolId c : named.constructors) names.push_back(spec_.symbols[c].name);
  return element_sorts_[id] = b_.sort(named.name, static_cast<uint32_t>(names.size()), named.span, names);
}

ir::TypeId ExpressionLowering::program_type(Typed type, SortId sort) {
  switch (type.form) {
    case Form::Truth: return b_.bool_type();
    case Form::Element: return b_.element_type(element_sort(type.sort), true);
    case Form::Number: return number_type();
    case Form::Term: break;
  }
  if (!spec_.sorts.is_number(sort)) return b_.external_type(0, UINT32_MAX);
  return b_.external_type(INT64_MIN, INT64_MAX);
}

std::vector<VariableId> ExpressionLowering::variables_of(const Expr& e) const {
  std::vector<VariableId> found;
  free_variables(e, found);
  std::erase_if(found, [&](VariableId v) {
    return std::find(spec_.globals.begin(), spec_.globals.end(), v) != spec_.globals.end();
  });
  return found;
}

// The value of an expression without variables; unset if it has variables, or its evaluation fails.
std::optional<Word> ExpressionLowering::closed_value(const Expr& e) {
  const auto known = closed_values_.find(&e);
  if (known != closed_values_.end()) return known->second;
  std::optional<Word> value;
  if (is_closed(e)) {
    try {
      value = m_.value(m_.compile(e, {}), {});
    } catch (const EvaluationError&) {
      // It fails again where it is needed.
    }
  }
  closed_values_[&e] = value;
  return value;
}

const Expr* ExpressionLowering::unfold(const Expr& e) {
  const auto known = unfolded_.find(&e);
  if (known != unfolded_.end()) return known->second;
  const Expr* made = unfolded(spec_, &e);
  unfolded_[&e] = made;
  return made;
}

// ---- Operations that the Program can compute itself

bool ExpressionLowering::is_native(const Expr& e, int depth) {
  const Typed type = type_of(e.sort);
  if (type.form == Form::Term) return false;
  if (is_closed(e)) {
    const std::optional<Word> value = closed_value(e);
    if (value) {
      const auto held = functions_->to_program(*value, type);
      return held && (type.form != Form::Number || (*held >= -kMaxNumber && *held <= kMaxNumber));
    }
  }
  switch (e.kind) {
    case Kind::Variable: return scope_.contains(e.variable) && scope_.at(e.variable).type.form != Form::Term;
    case Kind::Builtin: return is_native_operation(e, depth);
    case Kind::Apply: {
      if (is_tabled(e, depth)) return true;
      const Expr* inner = depth < kMaxUnfoldings ? unfold(e) : nullptr;
      return inner != nullptr && is_native(*inner, depth + 1);
    }
    case Kind::Forall:
    case Kind::Exists: {
      for (const VariableId v : e.variables) {
        const Typed bound = type_of(spec_.variables[v].sort);
        if (bound.form != Form::Truth && bound.form != Form::Element) return false;
        scope_[v] = {bound, {}, {}, {}};
      }
      return is_native(*e.parts[0], depth);
    }
    default: return false;
  }
}

bool ExpressionLowering::is_native_operation(const Expr& e, int depth) {
  const auto all = [&](size_t from) {
    return std::all_of(e.parts.begin() + static_cast<std::ptrdiff_t>(from), e.parts.end(),
                       [&](const Expr* part) { return is_native(*part, depth); });
  };
  switch (e.builtin) {
    case Builtin::True:
    case Builtin::False: return true;
    case Builtin::Not:
    case Builtin::And:
    case Builtin::Or:
    case Builtin::Implies:
    case Builtin::If:
    case Builtin::Add:
    case Builtin::Sub:
    case Builtin::Mul:
    case Builtin::Neg:
    case Builtin::Succ:
    case Builtin::Pred:
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Abs:
    case Builtin::ToPos:
    case Builtin::ToNat:
    case Builtin::ToInt:
    case Builtin::Eq:
    case Builtin::Ne:
    case Builtin::Lt:
    case Builtin::Le:
    case Builtin::Gt:
    case Builtin::Ge:
    case Builtin::Div:
    case Builtin::Mod: return all(0);
    case Builtin::In: return is_native(*e.parts[0], depth) && is_short_list(*e.parts[1], depth);
    default: return false;
  }
}

bool ExpressionLowering::is_short_list(const Expr& e, int depth) {
  if (e.kind != Kind::List && e.kind != Kind::Set) return false;
  return e.parts.size() <= kMaxListed &&
         std::all_of(e.parts.begin(), e.parts.end(), [&](const Expr* part) { return is_native(*part, depth); });
}

// ---- Making expressions

ir::ExprId ExpressionLowering::constant(Word w, Typed type, SourceSpan span) {
  const int64_t value = functions_->to_program(w, type).value_or(0);
  switch (type.form) {
    case Form::Truth: return b_.boolean(value != 0, span);
    case Form::Element: return b_.constant(b_.element_type(element_sort(type.sort)), value, span);
    default: return b_.integer(value, span);
  }
}

ir::ExprId ExpressionLowering::read(const Source& source, SourceSpan span) {
  if (source.binding.valid()) {
    const ir::ExprId value = b_.use(source.binding, span);
    // Names over a domain are numbers or elements.
    return source.type.form == Form::Truth ? b_.binary(ir::Op::Ne, value, b_.integer(0), span) : value;
  }
  return b_.read(b_.index(b_.place(source.variable, span), b_.use(source.process, span), span), span);
}

ir::ExprId ExpressionLowering::truth(const Expr& e) {
  if (is_native(e)) return native(e);
  if (e.kind == Kind::Builtin) {
    switch (e.builtin) {
      case Builtin::Not: return b_.unary(ir::Op::Not, truth(*e.parts[0]), e.span);
      case Builtin::And: return b_.binary(ir::Op::And, truth(*e.parts[0]), truth(*e.parts[1]), e.span);
      case Builtin::Or: return b_.binary(ir::Op::Or, truth(*e.parts[0]), truth(*e.parts[1]), e.span);
      case Builtin::Implies:
        return b_.binary(ir::Op::Or, b_.unary(ir::Op::Not, truth(*e.parts[0]), e.span), truth(*e.parts[1]), e.span);
      default: break;
    }
  }
  return called(e, {Form::Truth, e.sort});
}

ir::ExprId ExpressionLowering::as(const Expr& e, Typed wanted) {
  if (wanted.form == Form::Truth) return truth(e);
  if (wanted.form != Form::Term && is_native(e)) return native(e);
  if (const auto value = closed_value(e); value && wanted.form == Form::Term) {
    return b_.integer(static_cast<int64_t>(*value), e.span);
  }
  const auto source = e.kind == Kind::Variable ? scope_.find(e.variable) : scope_.end();
  const bool is_term = source != scope_.end() && source->second.type.form == Form::Term;
  if (is_term && wanted.form == Form::Term) return read(source->second, e.span);
  return called(e, wanted);
}

// Values of variables as arguments for a call of the rewriter: elements are passed by their numbers.
std::vector<ir::ExprId> ExpressionLowering::arguments_of(const std::vector<VariableId>& variables,
                                                         std::vector<Typed>& forms) {
  std::vector<ir::ExprId> arguments;
  for (const VariableId v : variables) {
    const Source& source = scope_.at(v);
    const ir::ExprId value = read(source, {});
    arguments.push_back(source.type.form == Form::Element ? b_.unary(ir::Op::IndexOf, value) : value);
    forms.push_back(source.type);
  }
  return arguments;
}

ir::ExprId ExpressionLowering::called(const Expr& e, Typed result) {
  const std::vector<VariableId> variables = variables_of(e);
  std::vector<Typed> forms;
  const std::vector<ir::ExprId> arguments = arguments_of(variables, forms);
  uint32_t function = 0;
  try {
    function = functions_->evaluation(e, variables, forms, result);
  } catch (const EvaluationError& error) {
    wrong(DiagnosticKind::Unsupported, e.span, error.text);
  }
  switch (result.form) {
    case Form::Truth: {
      const ir::ExprId call = b_.call(function, arguments, b_.int_type(0, 1), e.span);
      return b_.binary(ir::Op::Ne, call, b_.integer(0), e.span);
    }
    case Form::Element: {
      const auto size = static_cast<int64_t>(spec_.named(result.sort).constructors.size());
      return b_.element_at(b_.call(function, arguments, b_.int_type(0, size - 1), e.span), element_sort(result.sort),
                           e.span);
    }
    case Form::Number: return b_.call(function, arguments, number_type(), e.span);
    case Form::Term: break;
  }
  return b_.call(function, arguments, program_type(result, e.sort), e.span);
}

ir::ExprId ExpressionLowering::native(const Expr& e) {
  const Typed type = type_of(e.sort);
  if (const auto value = closed_value(e)) return constant(*value, type, e.span);
  switch (e.kind) {
    case Kind::Variable: return read(scope_.at(e.variable), e.span);
    case Kind::Builtin: return native_operation(e);
    case Kind::Forall:
    case Kind::Exists: return native_quantifier(e);
    default: return is_tabled(e, 0) ? tabled(e) : native(*unfold(e));
  }
}

ir::ExprId ExpressionLowering::native_operation(const Expr& e) {
  const auto part = [&](size_t i) { return native(*e.parts[i]); };
  const auto binary = [&](ir::Op op) { return b_.binary(op, part(0), part(1), e.span); };
  const auto compared = [&](ir::Op op) {
    const auto number = [&](size_t i) {
      const Form form = type_of(e.parts[i]->sort).form;
      const ir::ExprId value = part(i);
      if (form == Form::Element) return b_.unary(ir::Op::IndexOf, value, e.span);
      return form == Form::Truth ? b_.conditional(value, b_.integer(1), b_.integer(0), e.span) : value;
    };
    return b_.binary(op, number(0), number(1), e.span);
  };
  const auto at_least = [&](int64_t least, const char* what) {
    const ir::ExprId good = b_.binary(ir::Op::Ge, part(0), b_.integer(least), e.span);
    return b_.check(good, part(0), std::string(what) + ": the result is not of the sort", e.span);
  };
  switch (e.builtin) {
    case Builtin::True:
    case Builtin::False: return b_.boolean(e.builtin == Builtin::True, e.span);
    case Builtin::Not: return b_.unary(ir::Op::Not, part(0), e.span);
    case Builtin::And: return binary(ir::Op::And);
    case Builtin::Or: return binary(ir::Op::Or);
    case Builtin::Implies: return b_.binary(ir::Op::Or, b_.unary(ir::Op::Not, part(0), e.span), part(1), e.span);
    case Builtin::If: return b_.conditional(part(0), part(1), part(2), e.span);
    case Builtin::Eq: return binary(ir::Op::Eq);
    case Builtin::Ne: return binary(ir::Op::Ne);
    case Builtin::Lt: return compared(ir::Op::Lt);
    case Builtin::Le: return compared(ir::Op::Le);
    case Builtin::Gt: return compared(ir::Op::Gt);
    case Builtin::Ge: return compared(ir::Op::Ge);
    case Builtin::Add: return binary(ir::Op::Add);
    case Builtin::Sub: return binary(ir::Op::Sub);
    case Builtin::Mul: return binary(ir::Op::Mul);
    case Builtin::Neg: return b_.unary(ir::Op::Neg, part(0), e.span);
    case Builtin::Succ: return b_.binary(ir::Op::Add, part(0), b_.integer(1), e.span);
    case Builtin::Pred: return b_.binary(ir::Op::Sub, part(0), b_.integer(1), e.span);
    case Builtin::Min: return binary(ir::Op::Lesser);
    case Builtin::Max: return binary(ir::Op::Greater);
    case Builtin::Abs: {
      const ir::ExprId negative = b_.binary(ir::Op::Lt, part(0), b_.integer(0), e.span);
      return b_.conditional(negative, b_.unary(ir::Op::Neg, part(0), e.span), part(0), e.span);
    }
    case Builtin::ToInt: return part(0);
    case Builtin::ToNat: return at_least(0, "a conversion to Nat of a negative number");
    case Builtin::ToPos: return at_least(1, "a conversion to Pos of a number below 1");
    case Builtin::Div:
    case Builtin::Mod: return divided(e);
    case Builtin::In: {
      std::vector<ir::ExprId> equal;
      for (const Expr* item : e.parts[1]->parts) {
        equal.push_back(b_.binary(ir::Op::Eq, part(0), native(*item), e.span));
      }
      return b_.any_of(equal);
    }
    default: PX_UNREACHABLE("operation");
  }
}

// Rounded down; the operations of the Program round towards zero.
ir::ExprId ExpressionLowering::divided(const Expr& e) {
  const bool quotient = e.builtin == Builtin::Div;
  const auto part = [&](size_t i) { return native(*e.parts[i]); };
  const ir::Op op = quotient ? ir::Op::Div : ir::Op::Mod;
  const ir::ExprId plain = b_.binary(op, part(0), part(1), e.span);
  if (spec_.sorts.kind(e.parts[0]->sort) != SortKind::Int) return plain;
  const ir::ExprId rest = b_.binary(ir::Op::Mod, part(0), part(1), e.span);
  const ir::ExprId below = b_.binary(ir::Op::Lt, rest, b_.integer(0), e.span);
  const ir::ExprId again = b_.binary(op, part(0), part(1), e.span);
  const ir::ExprId moved =
      quotient ? b_.binary(ir::Op::Sub, again, b_.integer(1), e.span) : b_.binary(ir::Op::Add, again, part(1), e.span);
  return b_.conditional(below, moved, plain, e.span);
}

ir::ExprId ExpressionLowering::native_quantifier(const Expr& e) {
  std::vector<std::pair<ir::BindingId, ir::Domain>> bound;
  for (const VariableId v : e.variables) {
    const Typed type = type_of(spec_.variables[v].sort);
    const ir::Domain domain =
        type.form == Form::Truth ? ir::Domain::range(0, 1) : ir::Domain::of(b_.whole(element_sort(type.sort)));
    const ir::BindingId binding = b_.binding_over(spec_.variables[v].name, domain);
    bound.emplace_back(binding, domain);
    scope_[v] = {type, binding, {}, {}};
  }
  ir::ExprId result = native(*e.parts[0]);
  const ir::Op op = e.kind == Kind::Forall ? ir::Op::Forall : ir::Op::Exists;
  for (size_t i = bound.size(); i-- > 0;)
    result = b_.quantifier(op, bound[i].first, bound[i].second, result, {}, e.span);
  return result;
}

}  // namespace px::mcrl2
