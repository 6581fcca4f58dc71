// Data expressions: infer() bottom-up, check_expr() top-down.
#include <algorithm>

#include "engine/base/spelling.h"
#include "frontends/mcrl2/checker_impl.h"

namespace px::mcrl2 {

using Kind = DataSyntax::Kind;

namespace {

Expr node(Expr::Kind kind, SortId sort, SourceSpan span) {
  Expr e;
  e.kind = kind;
  e.sort = sort;
  e.span = span;
  return e;
}

}  // namespace

const std::vector<SymbolId>* Checker::symbols(const std::string& name) const {
  const auto found = symbols_.find(name);
  return found == symbols_.end() ? nullptr : &found->second;
}

// ---- Bottom-up

SortId Checker::infer(const DataSyntax& e) {
  const auto known = inferred_.find(&e);
  if (known != inferred_.end()) return known->second;
  const SortId sort = infer_now(e);
  inferred_[&e] = sort;
  return sort;
}

SortId Checker::infer_now(const DataSyntax& e) {
  switch (e.kind) {
    case Kind::Number: return sorts_.basic(e.text == "0" ? SortKind::Nat : SortKind::Pos);
    case Kind::Name: return infer_name(e);
    case Kind::Apply: return infer_apply(e);
    case Kind::List:
    case Kind::Set:
    case Kind::Bag: return infer_container(e);
    case Kind::Forall:
    case Kind::Exists: return sorts_.basic(SortKind::Bool);
    case Kind::Update: return infer(*e.parts[0]);
    case Kind::Collect:
    case Kind::Lambda:
    case Kind::Where: return infer_within(e);
  }
  return {};
}

SortId Checker::infer_name(const DataSyntax& e) {
  if (e.text == "true" || e.text == "false") return sorts_.basic(SortKind::Bool);
  const VariableId variable = find_variable(e.text);
  if (variable.valid()) return spec_.variables[variable].sort;
  const std::vector<SymbolId>* known = symbols(e.text);
  if (known == nullptr) return {};
  for (const SymbolId s : *known) {
    if (spec_.symbols[s].domain.empty()) return spec_.symbols[s].sort;
  }
  return known->size() == 1 ? spec_.symbols[known->front()].sort : SortId();
}

// With the variables that it binds in scope.
SortId Checker::infer_within(const DataSyntax& e) {
  const size_t outer = scope_.size();
  SortId result;
  try {
    std::vector<SortId> bound;
    for (const VariableSyntax& v : e.variables) {
      bound.push_back(sort(*v.sort));
      bind(v.name.text, spec_.variables.add({v.name.text, bound.back()}));
    }
    std::vector<std::pair<Name, SortId>> defined;
    for (size_t i = 0; i < e.names.size(); ++i) defined.emplace_back(e.names[i], infer(*e.parts[i + 1]));
    for (const auto& [name, s] : defined) {
      if (s.valid()) bind(name.text, spec_.variables.add({name.text, s}));
    }
    const SortId body = infer(*e.parts[0]);
    if (!body.valid()) {
      result = {};
    } else if (e.kind == Kind::Lambda) {
      result = sorts_.arrow(bound, body);
    } else if (e.kind == Kind::Collect) {
      result = sorts_.container(sorts_.is_number(body) ? SortKind::Bag : SortKind::Set, bound[0]);
    } else {
      result = body;
    }
  } catch (const Wrong&) {
    // check_expr() encounters it again, and reports it.
  }
  scope_.resize(outer);
  return result;
}

SortId Checker::infer_container(const DataSyntax& e) {
  const bool bag = e.kind == Kind::Bag;
  SortId element = sorts_.basic(SortKind::Unknown);
  for (size_t i = 0; i < e.parts.size(); i += bag ? 2 : 1) {
    const SortId next = infer(*e.parts[i]);
    if (next.valid()) element = sorts_.join(element, next);
    if (!next.valid() || !element.valid()) return {};
  }
  return sorts_.container(bag ? SortKind::FBag : e.kind == Kind::List ? SortKind::List : SortKind::FSet, element);
}

std::vector<SortId> Checker::infer_all(const Arguments& arguments) {
  std::vector<SortId> found;
  for (const DataSyntax* a : arguments) found.push_back(infer(*a));
  return found;
}

SortId Checker::infer_apply(const DataSyntax& e) {
  const DataSyntax& head = *e.parts[0];
  const std::vector<SortId> arguments = infer_all(arguments_of(e));
  const bool named = head.kind == Kind::Name && !find_variable(head.text).valid();
  if (named) {
    const SymbolId best = best_symbol(head.text, arguments, sorts_.basic(SortKind::Unknown));
    if (best.valid()) return spec_.symbols[best].result;
    const auto signature = find_builtin(sorts_, head.text, arguments);
    if (signature) return signature->result;
  }
  const SortId function = infer(head);
  if (!function.valid() || sorts_.arity(function) != arguments.size()) return {};
  return sorts_.result(function);
}

// The best match among the functions of that name; invalid if none matches.
SymbolId Checker::best_symbol(const std::string& name, const std::vector<SortId>& arguments, SortId wanted) const {
  const std::vector<SymbolId>* known = symbols(name);
  if (known == nullptr) return {};
  SymbolId best;
  size_t best_exact = 0;
  for (const SymbolId id : *known) {
    const Symbol& symbol = spec_.symbols[id];
    if (symbol.domain.empty() || symbol.domain.size() != arguments.size()) continue;
    size_t exact = 1;
    bool good = sorts_.fits(symbol.result, wanted);
    for (size_t i = 0; good && i < arguments.size(); ++i) {
      good = !arguments[i].valid() || sorts_.fits(arguments[i], symbol.domain[i]);
      if (arguments[i] == symbol.domain[i]) exact += 2;
      // Among two targets of a conversion, the nearer one.
      if (good && arguments[i].valid() && sorts_.is_number(symbol.domain[i]) &&
          symbol.domain[i] < sorts_.basic(SortKind::Int))
        ++exact;
    }
    if (!good || (best.valid() && exact <= best_exact)) continue;
    best = id;
    best_exact = exact;
  }
  return best;
}

// ---- Top-down

const Expr* Checker::expect(const Expr* e, SortId wanted) {
  if (sorts_.fits_declared(e->sort, wanted)) return e;
  std::string hint;
  if (sorts_.is_number(e->sort) && sorts_.is_number(wanted)) {
    hint = sorts_.text(e->sort) + " has more values than " + sorts_.text(wanted) + "; convert it by " +
           sorts_.text(e->sort) + "2" + sorts_.text(wanted) + "(...)";
  }
  wrong(DiagnosticKind::TypeMismatch, e->span,
        "this is " + sorts_.text(e->sort) + ", but " + sorts_.text(wanted) + " is needed", hint);
}

const Expr* Checker::check_expr(const DataSyntax& e, SortId wanted) {
  switch (e.kind) {
    case Kind::Number: {
      Expr number = node(Expr::Kind::Number, infer(e), e.span);
      number.text = e.text;
      return expect(spec_.add(std::move(number)), wanted);
    }
    case Kind::Name: return check_name(e, wanted);
    case Kind::Apply: return check_apply(e, wanted);
    case Kind::List:
    case Kind::Set:
    case Kind::Bag: return check_container(e, wanted);
    case Kind::Collect:
    case Kind::Lambda:
    case Kind::Forall:
    case Kind::Exists: return check_binder(e, wanted);
    case Kind::Update: return check_update(e, wanted);
    case Kind::Where: return check_where(e, wanted);
  }
  return nullptr;
}

const Expr* Checker::check_name(const DataSyntax& e, SortId wanted) {
  if (e.text == "true" || e.text == "false") {
    Expr truth = node(Expr::Kind::Builtin, sorts_.basic(SortKind::Bool), e.span);
    truth.builtin = e.text == "true" ? Builtin::True : Builtin::False;
    return expect(spec_.add(std::move(truth)), wanted);
  }
  if (const VariableId variable = find_variable(e.text); variable.valid()) {
    return expect(spec_.use(variable, e.span), wanted);
  }
  const std::vector<SymbolId>* known = symbols(e.text);
  if (known == nullptr) {
    std::vector<std::string> names;
    for (const auto& [name, ignored] : symbols_) names.push_back(name);
    for (const auto& [name, ignored] : scope_) names.push_back(name);
    const bool action = actions_.contains(e.text) || processes_.contains(e.text);
    wrong(DiagnosticKind::UnknownName, e.span, "there is no variable, mapping or constructor '" + e.text + "'",
          action ? "'" + e.text + "' is an action or a process, which has no value" : suggestion(e.text, names));
  }
  SymbolId chosen;
  for (const SymbolId id : *known) {
    const bool fits = sorts_.fits_declared(spec_.symbols[id].sort, wanted);
    const bool better = !chosen.valid() || spec_.symbols[id].domain.empty();
    if (fits && better) chosen = id;
  }
  if (!chosen.valid()) chosen = known->front();
  Expr symbol = node(Expr::Kind::Symbol, spec_.symbols[chosen].sort, e.span);
  symbol.symbol = chosen;
  return expect(spec_.add(std::move(symbol)), wanted);
}

std::vector<const Expr*> Checker::check_all(const Arguments& arguments, const std::vector<SortId>& wanted) {
  std::vector<const Expr*> checked;
  for (size_t i = 0; i < arguments.size(); ++i) checked.push_back(check_expr(*arguments[i], wanted[i]));
  return checked;
}

const Expr* Checker::check_apply(const DataSyntax& e, SortId wanted) {
  const DataSyntax& head = *e.parts[0];
  const Arguments arguments = arguments_of(e);
  const std::vector<SortId> found = infer_all(arguments);
  if (head.kind == Kind::Name && !find_variable(head.text).valid()) {
    SymbolId best = best_symbol(head.text, found, wanted);
    if (!best.valid()) best = best_symbol(head.text, found, sorts_.basic(SortKind::Unknown));
    if (best.valid()) {
      const Symbol& symbol = spec_.symbols[best];
      const std::vector<SortId> domain = symbol.domain;
      const SortId result = symbol.result;
      Expr function = node(Expr::Kind::Symbol, symbol.sort, head.span);
      function.symbol = best;
      Expr call = node(Expr::Kind::Apply, result, e.span);
      call.parts = check_all(arguments, domain);
      call.parts.insert(call.parts.begin(), spec_.add(std::move(function)));
      return expect(spec_.add(std::move(call)), wanted);
    }
    if (const auto signature = find_builtin(sorts_, head.text, found)) return check_builtin(e, *signature, wanted);
    if (symbols(head.text) == nullptr || sorts_.arity(infer(head)) != arguments.size()) no_function(e, found, wanted);
  }
  const Expr* function = check_expr(head, sorts_.basic(SortKind::Unknown));
  if (sorts_.arity(function->sort) != arguments.size()) {
    wrong(DiagnosticKind::WrongArity, e.span,
          "this is applied to " + std::to_string(arguments.size()) + " arguments, but it is " +
              sorts_.text(function->sort));
  }
  std::vector<SortId> domain = sorts_[function->sort].arguments;
  Expr call = node(Expr::Kind::Apply, domain.back(), e.span);
  domain.pop_back();
  call.parts = check_all(arguments, domain);
  call.parts.insert(call.parts.begin(), function);
  return expect(spec_.add(std::move(call)), wanted);
}

std::string Checker::list_text(const std::vector<SortId>& list) const {
  std::string out;
  for (const SortId s : list) out += (out.empty() ? "" : " # ") + sorts_.text(s);
  return out;
}

// Reports errors within the arguments first, if there are any.
void Checker::no_function(const DataSyntax& e, const std::vector<SortId>& found, SortId wanted) {
  static_cast<void>(wanted);
  const DataSyntax& head = *e.parts[0];
  for (const DataSyntax* a : arguments_of(e)) {
    if (!infer(*a).valid()) static_cast<void>(check_expr(*a, sorts_.basic(SortKind::Unknown)));
  }
  const std::vector<SymbolId>* known = symbols(head.text);
  std::string hint;
  if (known != nullptr) {
    for (const SymbolId id : *known) {
      hint += (hint.empty() ? "it is declared as " : ", and as ") + sorts_.text(spec_.symbols[id].sort);
    }
  }
  const bool plain = is_builtin_function(head.text) || known != nullptr;
  const bool operation =
      !plain && !head.text.empty() && !std::isalpha(static_cast<unsigned char>(head.text[0])) && head.text[0] != '_';
  if (operation || plain || head.text == "in" || head.text == "div" || head.text == "mod") {
    if (head.text == "if") hint = "if(c, a, b) needs a Bool, and two values of one sort";
    wrong(DiagnosticKind::TypeMismatch, head.span, "'" + head.text + "' cannot be applied to " + list_text(found),
          hint);
  }
  std::vector<std::string> names;
  for (const auto& [name, ignored] : symbols_) names.push_back(name);
  const bool action = actions_.contains(head.text) || processes_.contains(head.text);
  wrong(DiagnosticKind::UnknownName, head.span, "there is no mapping or constructor '" + head.text + "'",
        action ? "'" + head.text + "' is an action or a process, which has no value" : suggestion(head.text, names));
}

// The expected sort of a container, if it is more specific than the inferred one.
SortId Checker::handed_down(SortId inferred, SortId wanted) {
  if (!sorts_.fits(inferred, wanted) || sorts_.kind(wanted) == SortKind::Unknown) return inferred;
  if (sorts_.is_set(inferred) || sorts_.is_bag(inferred)) {
    return sorts_.container(sorts_.kind(inferred), sorts_.element(wanted));
  }
  return wanted;
}

const Expr* Checker::check_builtin(const DataSyntax& e, const Signature& signature, SortId wanted) {
  std::vector<SortId> domain = signature.domain;
  SortId result = signature.result;
  if (signature.op == Builtin::Size) domain[0] = sorts_.basic(SortKind::Unknown);
  if (hands_down_sort(signature.op)) {
    result = handed_down(result, wanted);
    for (SortId& argument : domain) {
      if (argument == signature.result) {
        argument = result;
      } else if (signature.op == Builtin::Prepend || signature.op == Builtin::Append) {
        argument = sorts_.element(result);
      } else if ((sorts_.is_set(argument) && sorts_.is_set(result)) ||
                 (sorts_.is_bag(argument) && sorts_.is_bag(result))) {
        argument = sorts_.container(sorts_.kind(argument), sorts_.element(result));
      }
    }
  }
  Expr made = node(Expr::Kind::Builtin, result, e.span);
  made.builtin = signature.op;
  made.parts = check_all(arguments_of(e), domain);
  return expect(spec_.add(std::move(made)), wanted);
}

const Expr* Checker::check_container(const DataSyntax& e, SortId wanted) {
  const bool bag = e.kind == Kind::Bag;
  SortId inferred = infer(e);
  if (e.kind == Kind::Set && e.parts.empty() && wanted.valid() && sorts_.is_bag(wanted)) {
    wrong(DiagnosticKind::TypeMismatch, e.span, "{} is a set, but a bag is needed", "the empty bag is {:}");
  }
  SortId element;
  if (wanted.valid() && sorts_.kind(wanted) != SortKind::Unknown) {
    const bool same_kind = e.kind == Kind::List ? sorts_.is_list(wanted)
                           : bag                ? sorts_.is_bag(wanted)
                                                : sorts_.is_set(wanted);
    if (!same_kind) {
      wrong(DiagnosticKind::TypeMismatch, e.span,
            std::string("this is a ") +
                (bag                    ? "bag"
                 : e.kind == Kind::List ? "list"
                                        : "set") +
                ", but " + sorts_.text(wanted) + " is needed");
    }
    element = sorts_.element(wanted);
  }
  if (!element.valid() || sorts_.has_unknown(element)) {
    if (!inferred.valid()) {
      for (size_t i = 0; i < e.parts.size(); i += bag ? 2 : 1) {
        static_cast<void>(check_expr(*e.parts[i], sorts_.basic(SortKind::Unknown)));
      }
      wrong(DiagnosticKind::TypeMismatch, e.span, "the elements are of different sorts");
    }
    element = sorts_.element(inferred);
  }
  Expr made = node(bag ? Expr::Kind::Bag : e.kind == Kind::List ? Expr::Kind::List : Expr::Kind::Set, {}, e.span);
  for (size_t i = 0; i < e.parts.size(); ++i) {
    const bool count = bag && i % 2 == 1;
    const bool empty_set = e.kind == Kind::Set && e.parts[i]->kind == Kind::Set && e.parts[i]->parts.empty();
    if (empty_set && sorts_.has_unknown(infer(*e.parts[i])) && e.parts.size() > 1 &&
        !(wanted.valid() && sorts_.kind(wanted) != SortKind::Unknown)) {
      wrong(DiagnosticKind::TypeUnknown, e.parts[i]->span, "the sort of the elements of this {} cannot be inferred",
            "write an expression with a sort, e.g. {1} - {1}");
    }
    made.parts.push_back(check_expr(*e.parts[i], count ? sorts_.basic(SortKind::Nat) : element));
  }
  made.sort = sorts_.container(bag ? SortKind::FBag : e.kind == Kind::List ? SortKind::List : SortKind::FSet, element);
  return expect(spec_.add(std::move(made)), wanted);
}

const Expr* Checker::check_binder(const DataSyntax& e, SortId wanted) {
  const size_t outer = scope_.size();
  std::vector<SortId> bound;
  Expr made = node(Expr::Kind::Lambda, {}, e.span);
  for (const VariableSyntax& v : e.variables) {
    made.variables.push_back(new_variable(v));
    bound.push_back(spec_.variables[made.variables.back()].sort);
  }
  for (size_t i = 0; i < bound.size(); ++i) bind(e.variables[i].name.text, made.variables[i]);
  const SortId boolean = sorts_.basic(SortKind::Bool);
  const SortId inferred = infer(*e.parts[0]);
  SortId body = sorts_.basic(SortKind::Unknown);
  switch (e.kind) {
    case Kind::Forall:
    case Kind::Exists:
      made.kind = e.kind == Kind::Forall ? Expr::Kind::Forall : Expr::Kind::Exists;
      body = boolean;
      break;
    case Kind::Collect: {
      const bool bag = (inferred.valid() && sorts_.is_number(inferred)) || (wanted.valid() && sorts_.is_bag(wanted));
      made.kind = bag ? Expr::Kind::BagOf : Expr::Kind::SetOf;
      body = bag ? sorts_.basic(SortKind::Nat) : boolean;
      break;
    }
    default:
      if (sorts_.kind(wanted) == SortKind::Arrow && sorts_.arity(wanted) == bound.size()) body = sorts_.result(wanted);
  }
  made.parts.push_back(check_expr(*e.parts[0], body));
  scope_.resize(outer);
  switch (made.kind) {
    case Expr::Kind::SetOf: made.sort = sorts_.container(SortKind::Set, bound[0]); break;
    case Expr::Kind::BagOf: made.sort = sorts_.container(SortKind::Bag, bound[0]); break;
    case Expr::Kind::Lambda: {
      const bool told = sorts_.kind(body) != SortKind::Unknown && !sorts_.has_unknown(body);
      made.sort = sorts_.arrow(bound, told ? body : made.parts[0]->sort);
      break;
    }
    default: made.sort = boolean;
  }
  return expect(spec_.add(std::move(made)), wanted);
}

// The definitions cannot refer to each other.
const Expr* Checker::check_where(const DataSyntax& e, SortId wanted) {
  Expr made = node(Expr::Kind::Where, {}, e.span);
  std::vector<const Expr*> values;
  for (size_t i = 0; i < e.names.size(); ++i) {
    values.push_back(check_expr(*e.parts[i + 1], sorts_.basic(SortKind::Unknown)));
  }
  const size_t outer = scope_.size();
  for (size_t i = 0; i < values.size(); ++i) made.variables.push_back(new_variable(e.names[i], values[i]->sort));
  for (size_t i = 0; i < values.size(); ++i) bind(e.names[i].text, made.variables[i]);
  made.parts.push_back(check_expr(*e.parts[0], wanted));
  scope_.resize(outer);
  made.sort = made.parts[0]->sort;
  made.parts.insert(made.parts.end(), values.begin(), values.end());
  return spec_.add(std::move(made));
}

const Expr* Checker::check_update(const DataSyntax& e, SortId wanted) {
  const Expr* function = check_expr(*e.parts[0], wanted);
  if (sorts_.arity(function->sort) != 1) {
    wrong(DiagnosticKind::TypeMismatch, e.span,
          "f[x -> y] needs a function of one argument, but this is " + sorts_.text(function->sort));
  }
  const std::vector<SortId> arrow = sorts_[function->sort].arguments;
  Expr made = node(Expr::Kind::Update, function->sort, e.span);
  made.parts = {function, check_expr(*e.parts[1], arrow[0]), check_expr(*e.parts[2], arrow[1])};
  return expect(spec_.add(std::move(made)), wanted);
}

}  // namespace px::mcrl2
