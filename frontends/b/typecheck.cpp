#include "frontends/b/typecheck.h"

#include <algorithm>
#include <array>

#include "frontends/b/type_checker.h"

namespace px::b {
namespace {

std::string_view signature_of(Op op) {
  switch (op) {
#define PX_B_SIGNATURE(name, text) \
  case Op::name: \
    return text;
#include "frontends/b/signature.def"
#undef PX_B_SIGNATURE
    default: return {};
  }
}

}  // namespace

TypeChecker::TypeChecker(Machine& machine, const SourceMap& sources, Diagnostics& diagnostics)
    : machine_(machine), sources_(sources), diagnostics_(diagnostics), unifier_(machine) {
  exprs_.resize(machine.exprs.size());
  for (const Symbol& symbol : machine.symbols) {
    TermId term = unifier_.variable();
    if (symbol.kind == SymbolKind::Set) term = unifier_.power(unifier_.given(symbol.set));
    if (symbol.kind == SymbolKind::Element) term = unifier_.given(symbol.set);
    symbols_.push_back(term);
  }
}

void TypeChecker::run() {
  conjuncts(machine_.properties, "PROPERTIES");
  conjuncts(machine_.invariants, "INVARIANT");
  conjuncts(machine_.linking, "INVARIANT");
  conjuncts(machine_.assertions, "ASSERTIONS");
  if (machine_.initialisation.valid()) substitution(machine_.initialisation);
  for (uint32_t i = 0; i < machine_.operations.size(); ++i) {
    const SubstId body = machine_.operations[OperationId(i)].body;
    if (body.valid()) substitution(body);
    settle_open(false);
  }
  if (machine_.goal.valid()) predicate(machine_.goal, "GOAL");
  for (const TemporalFormula& formula : machine_.temporal) {
    for (const TemporalNode& node : formula.nodes) {
      if (node.predicate.valid()) predicate(node.predicate, "temporal formula");
    }
  }
  for (const Setting& setting : machine_.settings) {
    if (setting.value.valid()) infer(setting.value);
  }
  settle_open(false);
  settle_open(true);
  store_types();
}

void TypeChecker::conjuncts(const std::vector<Conjunct>& list, std::string_view what) {
  for (const Conjunct& conjunct : list) {
    predicate(conjunct.predicate, what);
    settle_open(false);
  }
}

void TypeChecker::predicate(ExprId id, std::string_view what) {
  infer(id);
  expect(id, unifier_.base(TypeKind::Predicate), {{}, what});
}

TermId TypeChecker::infer(ExprId id) {
  const TermId term = infer_kind(id);
  exprs_[id.value] = term;
  return term;
}

TermId TypeChecker::infer_kind(ExprId id) {
  const Expr& expr = machine_.exprs[id];
  switch (expr.kind) {
    case ExprKind::Integer: return unifier_.base(TypeKind::Integer);
    case ExprKind::String: return unifier_.base(TypeKind::String);
    case ExprKind::Symbol:
    case ExprKind::OldSymbol: return term_of(expr.symbol);
    case ExprKind::Operation: return infer_operation(id);
    case ExprKind::Binder: return infer_binder(id);
    case ExprKind::Record:
    case ExprKind::RecordSet: return infer_record(id);
    case ExprKind::Field: {
      infer(expr.operands[0]);
      const Open open{id, unifier_.variable()};
      if (!settle_field(open)) open_.push_back(open);
      return open.result;
    }
    case ExprKind::Let: return infer_let(id);
    default: return unifier_.variable();  // an unknown name, already reported
  }
}

TermId TypeChecker::infer_operation(ExprId id) {
  const Op op = machine_.exprs[id].op;
  if (op == Op::SetOf) return infer_elements(id, false);
  if (op == Op::SequenceOf) return infer_elements(id, true);
  if (op == Op::If) return infer_if(id);
  if (op != Op::Subtract && op != Op::Multiply) return infer_signature(id, signature_of(op));
  for (const ExprId operand : machine_.exprs[id].operands) infer(operand);
  const Open open{id, unifier_.variable()};
  if (!settle(open, false)) open_.push_back(open);
  return open.result;
}

TermId TypeChecker::read_signature(std::string_view signature, size_t& at, std::map<char, TermId>& letters) {
  const char c = signature[at++];
  switch (c) {
    case 'I': return unifier_.base(TypeKind::Integer);
    case 'B': return unifier_.base(TypeKind::Boolean);
    case 'S': return unifier_.base(TypeKind::String);
    case 'Q': return unifier_.base(TypeKind::Predicate);
    case 'P': return unifier_.power(read_signature(signature, at, letters));
    case '*': {
      const TermId left = read_signature(signature, at, letters);
      return unifier_.product(left, read_signature(signature, at, letters));
    }
    default: {
      TermId& letter = letters[c];
      if (!letter.valid()) letter = unifier_.variable();
      return letter;
    }
  }
}

TermId TypeChecker::infer_signature(ExprId id, std::string_view signature) {
  std::map<char, TermId> letters;
  size_t at = 0;
  ExprId before;
  const size_t count = machine_.exprs[id].operands.size();
  for (size_t i = 0; i < count; ++i) {
    const ExprId operand = machine_.exprs[id].operands[i];
    infer(operand);
    const bool shared = signature.find_first_of("abcd", at) != std::string_view::npos;
    expect(operand, read_signature(signature, at, letters),
           {shared ? before : ExprId(), info(machine_.exprs[id].op).text});
    before = operand;
    if (i + 1 < count) ++at;
  }
  ++at;  // the colon
  return read_signature(signature, at, letters);
}

TermId TypeChecker::infer_elements(ExprId id, bool sequence) {
  const TermId element = unifier_.variable();
  const std::vector<ExprId> operands = machine_.exprs[id].operands;
  for (size_t i = 0; i < operands.size(); ++i) {
    infer(operands[i]);
    expect(operands[i], element, {i == 0 ? ExprId() : operands[0], sequence ? "a sequence" : "a set"});
  }
  if (!sequence) return unifier_.power(element);
  return unifier_.power(unifier_.product(unifier_.base(TypeKind::Integer), element));
}

// Also between predicates.
TermId TypeChecker::infer_if(ExprId id) {
  const std::vector<ExprId> operands = machine_.exprs[id].operands;
  predicate(operands[0], "IF");
  const TermId result = infer(operands[1]);
  infer(operands[2]);
  expect(operands[2], result, {operands[1], "IF"});
  return result;
}

TermId TypeChecker::product_of(const std::vector<SymbolId>& symbols) {
  TermId product = term_of(symbols.front());
  for (size_t i = 1; i < symbols.size(); ++i) product = unifier_.product(product, term_of(symbols[i]));
  return product;
}

TermId TypeChecker::infer_binder(ExprId id) {
  const Op op = machine_.exprs[id].op;
  if (op != Op::Comprehension && op != Op::Lambda) return infer_signature(id, signature_of(op));
  const std::vector<ExprId> operands = machine_.exprs[id].operands;
  const TermId bound = product_of(machine_.exprs[id].bound);
  predicate(operands[0], op == Op::Lambda ? "%" : "{ | }");
  if (op == Op::Comprehension) return unifier_.power(bound);
  const TermId value = unifier_.variable();
  infer(operands[1]);
  expect(operands[1], value, {{}, "%"});
  return unifier_.power(unifier_.product(bound, value));
}

TermId TypeChecker::infer_record(ExprId id) {
  std::map<std::string, TermId> fields;
  const Expr expr = machine_.exprs[id];
  for (size_t i = 0; i < expr.fields.size(); ++i) {
    const TermId value = unifier_.variable();
    infer(expr.operands[i]);
    expect(expr.operands[i], expr.kind == ExprKind::Record ? value : unifier_.power(value), {{}, "a record"});
    if (!fields.emplace(expr.fields[i].text, value).second) {
      diagnostics_.add(DiagnosticKind::DuplicateName, expr.fields[i].span,
                       "the record has two fields '" + expr.fields[i].text + "'");
    }
  }
  const TermId record = unifier_.record(std::move(fields));
  return expr.kind == ExprKind::Record ? record : unifier_.power(record);
}

TermId TypeChecker::infer_let(ExprId id) {
  const std::vector<ExprId> operands = machine_.exprs[id].operands;
  const std::vector<SymbolId> bound = machine_.exprs[id].bound;
  for (size_t i = 0; i < bound.size(); ++i) {
    infer(operands[i]);
    expect(operands[i], term_of(bound[i]), {{}, "LET"});
  }
  return infer(operands.back());
}

// Whether the kinds of the operands are known, or default to numbers.
bool TypeChecker::settle(const Open& open, bool force) {
  const Expr& expr = machine_.exprs[open.expr];
  if (expr.kind == ExprKind::Field) return settle_field(open);
  const bool product = expr.op == Op::Multiply;
  const std::array<TermId, 3> terms = {term_of(expr.operands[0]), term_of(expr.operands[1]), open.result};
  const auto known = std::find_if(terms.begin(), terms.end(), [&](TermId term) { return !unifier_.is_variable(term); });
  if (known == terms.end() && !force) return false;
  const bool sets = known != terms.end() && unifier_.kind(*known) == TypeKind::Power;
  std::array<TermId, 2> expected = {unifier_.base(TypeKind::Integer), unifier_.base(TypeKind::Integer)};
  TermId result = expected[0];
  if (sets) {
    machine_.exprs[open.expr].op = product ? Op::CartesianProduct : Op::SetDifference;
    const TermId left = unifier_.variable();
    const TermId right = product ? unifier_.variable() : left;
    expected = {unifier_.power(left), unifier_.power(right)};
    result = product ? unifier_.power(unifier_.product(left, right)) : expected[0];
  }
  const std::vector<ExprId> operands = expr.operands;
  for (size_t i = 0; i < 2; ++i) {
    expect(operands[i], expected[i], {i == 0 || product ? ExprId() : operands[0], product ? "*" : "-"});
  }
  exprs_[open.expr.value] = result;
  expect(open.expr, open.result, {{}, product ? "*" : "-"});
  return true;
}

bool TypeChecker::settle_field(const Open& open) {
  const Expr& expr = machine_.exprs[open.expr];
  const TermId record = term_of(expr.operands[0]);
  if (unifier_.is_variable(record)) return false;
  if (unifier_.kind(record) != TypeKind::Record) {
    diagnostics_.add(DiagnosticKind::TypeMismatch, expr.span,
                     quoted(expr.operands[0]) + " is " + unifier_.text(record) + ", not a record with a field '" +
                         expr.text + "'" + expansion_note(expr.expansion),
                     where_typed(expr.operands[0]));
    return true;
  }
  const auto field = unifier_.fields(record).find(expr.text);
  if (field == unifier_.fields(record).end()) {
    diagnostics_.add(
        DiagnosticKind::UnknownName, expr.span,
        "the record has no field '" + expr.text + "'; it is " + unifier_.text(record) + expansion_note(expr.expansion));
    return true;
  }
  exprs_[open.expr.value] = field->second;
  expect(open.expr, open.result, {{}, "'"});
  return true;
}

// A type inferred for one of them may determine others.
void TypeChecker::settle_open(bool force) {
  bool changed = !open_.empty();
  while (changed) {
    changed = false;
    for (size_t i = 0; i < open_.size();) {
      const Open open = open_[i];
      if (!settle(open, false)) {
        ++i;
        continue;
      }
      open_.erase(open_.begin() + static_cast<long>(i));
      changed = true;
    }
    if (changed || !force || open_.empty()) continue;
    // Record fields without any information cannot be resolved; everything else defaults to numbers.
    const auto arithmetic = std::find_if(open_.begin(), open_.end(),
                                         [&](const Open& o) { return machine_.exprs[o.expr].kind != ExprKind::Field; });
    if (arithmetic == open_.end()) break;
    const Open open = *arithmetic;
    open_.erase(arithmetic);
    settle(open, true);
    changed = true;
  }
  if (!force) return;
  for (const Open& open : open_) {
    const ExprId record = machine_.exprs[open.expr].operands[0];
    diagnostics_.add(DiagnosticKind::TypeUnknown, machine_.exprs[record].span,
                     "the type of the record " + quoted(record) + " cannot be found",
                     "say what it is, e.g. r : struct(" + machine_.exprs[open.expr].text + " : ...)");
  }
}

void TypeChecker::store_types() {
  const bool errors = diagnostics_.has_errors();
  for (uint32_t i = 0; i < symbols_.size(); ++i) {
    Symbol& symbol = machine_.symbols[SymbolId(i)];
    const bool open = !unifier_.complete(symbols_[i]);
    symbol.type = unifier_.type(symbols_[i]);
    // After other errors, this would only be a consequence.
    if (!open || errors || symbol.kind == SymbolKind::Abstract) continue;
    const std::string known = unifier_.text(symbols_[i]);
    diagnostics_.add(DiagnosticKind::TypeUnknown, symbol.span,
                     known == "_" ? "the type of '" + symbol.name + "' cannot be found"
                                  : "of the type of '" + symbol.name + "' nothing but " + known + " is known",
                     "say which set it belongs to, e.g. " + symbol.name + " : INTEGER");
  }
  for (uint32_t i = 0; i < exprs_.size(); ++i) {
    if (exprs_[i].valid()) machine_.exprs[ExprId(i)].type = unifier_.type(exprs_[i]);
  }
}

void check_types(Machine& machine, const SourceMap& sources, Diagnostics& diagnostics) {
  TypeChecker(machine, sources, diagnostics).run();
}

}  // namespace px::b
