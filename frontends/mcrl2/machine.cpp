#include "frontends/mcrl2/machine.h"

#include <algorithm>

#include "frontends/mcrl2/code_maker.h"
#include "frontends/mcrl2/evaluator.h"

namespace px::mcrl2 {
namespace {

// Handles have 30 bits, so that words with handles have 32.
constexpr uint64_t kMaxRecords = (uint64_t{1} << 30) - 1;

// Reused by all evaluations of a thread; rebuilt when a different machine is used.
Evaluator& evaluator_of(const Machine& machine) {
  thread_local const Machine* owner = nullptr;
  thread_local SequenceTable* table = nullptr;
  thread_local std::unique_ptr<Evaluator> evaluator;
  if (owner != &machine || table != &machine.table()) {
    evaluator = std::make_unique<Evaluator>(machine);
    owner = &machine;
    table = &machine.table();
  }
  evaluator->start();
  return *evaluator;
}

// The text of an expression with numbered variables: equal for expressions that differ only in names.
void shape(const Expr& e, std::map<VariableId, size_t>& numbers, std::string& out) {
  out += '(' + std::to_string(static_cast<int>(e.kind)) + ',' + std::to_string(static_cast<int>(e.builtin)) + ',';
  if (e.kind == Expr::Kind::Variable) {
    out += 'v' + std::to_string(numbers.emplace(e.variable, numbers.size()).first->second);
  }
  if (e.symbol.valid()) out += 's' + std::to_string(e.symbol.value);
  out += e.text + ':' + std::to_string(e.sort.value);
  for (const VariableId v : e.variables) out += '.' + std::to_string(numbers.emplace(v, numbers.size()).first->second);
  for (const Expr* part : e.parts) shape(*part, numbers, out);
  out += ')';
}

void add_free(const Expr& e, std::vector<VariableId>& bound, std::vector<VariableId>& found) {
  if (e.kind == Expr::Kind::Variable) {
    const auto has = [&](const std::vector<VariableId>& list) {
      return std::find(list.begin(), list.end(), e.variable) != list.end();
    };
    if (!has(bound) && !has(found)) found.push_back(e.variable);
    return;
  }
  const size_t outer = bound.size();
  bound.insert(bound.end(), e.variables.begin(), e.variables.end());
  for (size_t i = 0; i < e.parts.size(); ++i) {
    // The definitions of `whr` cannot refer to each other; but the variables are fresh, so this does not matter.
    add_free(*e.parts[i], bound, found);
  }
  bound.resize(outer);
}

uint32_t needed_arguments(const Rule& rule) {
  uint32_t needs = 0;
  for (size_t i = 0; i < rule.patterns.size(); ++i) {
    if (rule.patterns[i].kind != Pattern::Kind::Variable) needs = static_cast<uint32_t>(i) + 1;
  }
  return needs;
}

}  // namespace

void free_variables(const Expr& e, std::vector<VariableId>& found) {
  std::vector<VariableId> bound;
  add_free(e, bound, found);
}

Machine::Machine(Spec& spec)
    : spec_(spec), table_(std::make_unique<SequenceTable>(SequenceTable::Limits{.sequences = kMaxRecords})) {
  symbol_rules_.resize(spec_.symbols.size());
  builtin_rules_.resize(256);
  constants_ = std::make_unique<std::atomic<Word>[]>(spec_.symbols.size());
  add_rules();
}

Machine::~Machine() = default;

// ---- Equations

void Machine::add_rules() {
  for (const Equation& equation : spec_.equations) add_rule(equation);
  const auto by_need = [](const Rule& a, const Rule& b) { return a.needs < b.needs; };
  for (std::vector<Rule>& rules : symbol_rules_) std::stable_sort(rules.begin(), rules.end(), by_need);
  for (std::vector<Rule>& rules : builtin_rules_) std::stable_sort(rules.begin(), rules.end(), by_need);
}

void Machine::add_rule(const Equation& equation) {
  CodeMaker maker(*this);
  Rule rule;
  rule.span = equation.span;
  // f(x)(y) has the arguments x and y.
  std::vector<const Expr*> arguments;
  const Expr* head = equation.left;
  for (; head->kind == Expr::Kind::Apply; head = head->parts[0]) {
    arguments.insert(arguments.begin(), head->parts.begin() + 1, head->parts.end());
  }
  if (head->kind == Expr::Kind::Builtin) arguments = head->parts;
  for (const Expr* argument : arguments) rule.patterns.push_back(maker.pattern(*argument));
  if (equation.condition != nullptr) rule.condition = maker.make(*equation.condition);
  rule.right = maker.make(*equation.right);
  rule.slots = maker.slots();
  rule.needs = needed_arguments(rule);
  if (head->kind == Expr::Kind::Builtin) {
    builtin_rules_[static_cast<size_t>(head->builtin)].push_back(std::move(rule));
  } else {
    symbol_rules_[head->symbol.value].push_back(std::move(rule));
  }
}

uint32_t Machine::lambda_number(const Expr& e, const std::vector<VariableId>& captured) {
  std::map<VariableId, size_t> numbers;
  for (const VariableId v : captured) numbers.emplace(v, numbers.size());
  std::string key = std::to_string(captured.size()) + '|';
  shape(e, numbers, key);
  const auto known = lambda_shapes_.find(key);
  if (known != lambda_shapes_.end()) return known->second;
  const auto number = static_cast<uint32_t>(lambdas_.size());
  lambda_shapes_.emplace(std::move(key), number);
  lambdas_.emplace_back();
  CodeMaker maker(*this);
  for (const VariableId v : captured) maker.slot(v);
  for (const VariableId v : e.variables) maker.slot(v);
  const Code* body = maker.make(*e.parts[0]);
  LambdaCode& lambda = lambdas_[number];
  lambda.captured = static_cast<uint32_t>(captured.size());
  lambda.parameters = static_cast<uint32_t>(e.variables.size());
  lambda.slots = maker.slots();
  lambda.body = body;
  lambda.source = &e;
  lambda.captured_variables = captured;
  return number;
}

// ---- Code

const Code* CodeMaker::constant(Word w, const Expr& e) {
  Code* code = m_.new_code();
  code->word = w;
  code->sort = e.sort;
  code->source = &e;
  return code;
}

const Code* CodeMaker::make(const Expr& e) {
  const auto with_parts = [&](Code::Op op) {
    Code made;
    made.op = op;
    made.sort = e.sort;
    made.source = &e;
    for (const Expr* part : e.parts) made.parts.push_back(make(*part));
    Code* code = m_.new_code();
    *code = std::move(made);
    return code;
  };
  switch (e.kind) {
    case Expr::Kind::Variable: {
      Code* code = m_.new_code();
      code->op = Code::Op::Slot;
      code->source = &e;
      code->sort = e.sort;
      const auto known = slots_.find(e.variable);
      if (known == slots_.end()) {  // a global variable, whose value is arbitrary
        code->op = Code::Op::Constant;
        code->word = m_.default_value(e.sort);
      } else {
        code->slot = known->second;
      }
      return code;
    }
    case Expr::Kind::Number: {
      Evaluator evaluator(m_);
      evaluator.start();
      const BigInt value = BigInt::parse(e.text);
      if (const auto small = value.small(); small && fits_small(*small)) return constant(small_word(*small), e);
      std::vector<int64_t> record = {static_cast<int64_t>(head_of(Tag::BigInt, 0))};
      for (const uint32_t digit : value.digits()) record.push_back(static_cast<int64_t>(digit));
      return constant(Word{m_.table_->intern(record).value_or(0)} << 2 | 2, e);
    }
    case Expr::Kind::Symbol:
    case Expr::Kind::Apply: return application(e);
    case Expr::Kind::Builtin: {
      if (e.builtin == Builtin::True || e.builtin == Builtin::False)
        return constant(truth_word(e.builtin == Builtin::True), e);
      Code* code = with_parts(Code::Op::Builtin);
      code->number = static_cast<uint32_t>(e.builtin);
      code->sort = e.parts[0]->sort;
      return code;
    }
    case Expr::Kind::List: return e.parts.empty() ? constant(kEmptyList, e) : with_parts(Code::Op::List);
    case Expr::Kind::Set: return e.parts.empty() ? constant(kEmptySet, e) : with_parts(Code::Op::Set);
    case Expr::Kind::Bag: return e.parts.empty() ? constant(kEmptyBag, e) : with_parts(Code::Op::Bag);
    case Expr::Kind::Update: return with_parts(Code::Op::Update);
    case Expr::Kind::SetOf:
    case Expr::Kind::BagOf:
    case Expr::Kind::Lambda: return closure(e);
    case Expr::Kind::Forall:
    case Expr::Kind::Exists: return quantifier(e);
    case Expr::Kind::Where: return where(e);
  }
  PX_UNREACHABLE("expression");
}

const Code* CodeMaker::application(const Expr& e) {
  std::vector<const Expr*> arguments;
  const Expr* head = &e;
  for (; head->kind == Expr::Kind::Apply; head = head->parts[0]) {
    arguments.insert(arguments.begin(), head->parts.begin() + 1, head->parts.end());
  }
  Code made;
  made.sort = e.sort;
  made.source = &e;
  if (head->kind == Expr::Kind::Symbol) {
    const Symbol& symbol = m_.spec_.symbols[head->symbol];
    if (arguments.empty() && symbol.kind == Symbol::Kind::Constructor && m_.symbol_rules_[head->symbol.value].empty()) {
      return constant(symbol_word(head->symbol.value), e);
    }
    made.op = Code::Op::Symbol;
    made.number = head->symbol.value;
  } else {
    made.op = Code::Op::Apply;
    made.parts.push_back(make(*head));
  }
  for (const Expr* argument : arguments) made.parts.push_back(make(*argument));
  Code* code = m_.new_code();
  *code = std::move(made);
  return code;
}

const Code* CodeMaker::closure(const Expr& e) {
  std::vector<VariableId> captured;
  free_variables(e, captured);
  std::erase_if(captured, [&](VariableId v) { return !knows(v); });
  Code made;
  made.op = e.kind == Expr::Kind::SetOf   ? Code::Op::SetOf
            : e.kind == Expr::Kind::BagOf ? Code::Op::BagOf
                                          : Code::Op::Lambda;
  made.sort = e.sort;
  made.source = &e;
  made.number = m_.lambda_number(e, captured);
  for (const VariableId v : captured) {
    Code* slot = m_.new_code();
    slot->op = Code::Op::Slot;
    slot->slot = slot_of(v);
    made.parts.push_back(slot);
  }
  if (e.kind == Expr::Kind::SetOf) {
    std::string ignored;
    std::unique_ptr<Plan> plan = m_.plan(e.variables, e.parts[0], captured, ignored);
    if (plan != nullptr) {
      made.plan = plan.get();
      m_.plans_.push_back(std::move(plan));
    }
  }
  Code* code = m_.new_code();
  *code = std::move(made);
  return code;
}

const Code* CodeMaker::where(const Expr& e) {
  Code made;
  made.op = Code::Op::Let;
  made.sort = e.sort;
  made.source = &e;
  std::vector<const Code*> values;
  for (size_t i = 1; i < e.parts.size(); ++i) values.push_back(make(*e.parts[i]));
  made.slot = count_;
  for (const VariableId v : e.variables) slot(v);
  made.parts.push_back(make(*e.parts[0]));
  made.parts.insert(made.parts.end(), values.begin(), values.end());
  Code* code = m_.new_code();
  *code = std::move(made);
  return code;
}

bool CodeMaker::is_closed(const Expr& e) const {
  std::vector<VariableId> found;
  free_variables(e, found);
  return found.empty();
}

Pattern CodeMaker::pattern(const Expr& e) {
  Pattern made;
  switch (e.kind) {
    case Expr::Kind::Variable:
      made.kind = knows(e.variable) ? Pattern::Kind::Repeated : Pattern::Kind::Variable;
      made.slot = knows(e.variable) ? slot_of(e.variable) : slot(e.variable);
      return made;
    case Expr::Kind::Symbol:
      made.kind = Pattern::Kind::Constant;
      made.word = symbol_word(e.symbol.value);
      return made;
    case Expr::Kind::Apply: {
      const Expr* head = &e;
      std::vector<const Expr*> arguments;
      for (; head->kind == Expr::Kind::Apply; head = head->parts[0]) {
        arguments.insert(arguments.begin(), head->parts.begin() + 1, head->parts.end());
      }
      if (head->kind != Expr::Kind::Symbol) return made;
      made.kind = Pattern::Kind::Symbol;
      made.symbol = head->symbol.value;
      for (const Expr* argument : arguments) made.parts.push_back(pattern(*argument));
      return made;
    }
    case Expr::Kind::List: {
      made.kind = Pattern::Kind::Constant;
      made.word = kEmptyList;
      std::vector<Pattern> items;
      for (const Expr* part : e.parts) items.push_back(pattern(*part));
      for (size_t i = items.size(); i-- > 0;) {
        Pattern cons;
        cons.kind = Pattern::Kind::Cons;
        cons.parts = {std::move(items[i]), std::move(made)};
        made = std::move(cons);
      }
      return made;
    }
    default: break;
  }
  if (e.kind == Expr::Kind::Builtin && e.builtin == Builtin::Prepend) {
    made.kind = Pattern::Kind::Cons;
    made.parts.push_back(pattern(*e.parts[0]));
    made.parts.push_back(pattern(*e.parts[1]));
    return made;
  }
  if (!is_closed(e)) {
    // Allocate slots for the variables even so; the pattern matches nothing, as no normal form has this form.
    std::vector<VariableId> variables;
    free_variables(e, variables);
    for (const VariableId v : variables) {
      if (!knows(v)) slot(v);
    }
    return made;
  }
  Evaluator evaluator(m_);
  evaluator.start();
  CodeMaker closed(m_);
  const Code* code = closed.make(e);
  std::vector<Word> frame(closed.slots() + 1);
  try {
    made.word = evaluator.intern(evaluator.eval(*code, frame.data()));
    made.kind = Pattern::Kind::Constant;
  } catch (const EvaluationError&) {
    // It matches nothing.
  }
  return made;
}

CompiledExpr Machine::compile(const Expr& e, const std::vector<VariableId>& parameters) {
  CodeMaker maker(*this);
  for (const VariableId v : parameters) maker.slot(v);
  const Code* code = maker.make(e);
  return {code, maker.slots(), &e};
}

// ---- Public interface

Word Machine::value(const CompiledExpr& e, std::span<const Word> parameters) const {
  Evaluator& evaluator = evaluator_of(*this);
  Word* frame = evaluator.frame(e.slots + 1);
  std::copy(parameters.begin(), parameters.end(), frame);
  return evaluator.intern(evaluator.eval(*e.code, frame));
}

Word Machine::solutions(const Plan& plan, std::span<const Word> parameters) const {
  Evaluator& evaluator = evaluator_of(*this);
  Word* frame = evaluator.frame(plan.slots + 1);
  std::copy(parameters.begin(), parameters.end(), frame);
  std::vector<int64_t> rows = {static_cast<int64_t>(head_of(Tag::Table))};
  std::vector<int64_t> seen;
  evaluator.solve(plan, frame, [&] {
    std::vector<int64_t> row = {static_cast<int64_t>(head_of(Tag::Table))};
    for (const Code* result : plan.results) {
      row.push_back(static_cast<int64_t>(evaluator.intern(evaluator.eval(*result, frame))));
    }
    const auto handle = table_->intern(row);
    if (!handle) throw EvaluationError{"there are too many terms to store"};
    rows.push_back(static_cast<int64_t>(Word{*handle} << 2 | 2));
    if (rows.size() > static_cast<size_t>(kMaxSolutions)) {
      throw EvaluationError{"a sum has more than " + std::to_string(kMaxSolutions) + " solutions of '" +
                            evaluator.text(*plan.source, {}) + "'"};
    }
    return true;
  });
  // Different derivations of the same values are one solution. The order is that of the enumeration.
  std::vector<int64_t> sorted(rows.begin() + 1, rows.end());
  std::sort(sorted.begin(), sorted.end());
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    std::vector<int64_t> once = {rows[0]};
    for (size_t i = 1; i < rows.size(); ++i) {
      const auto range = std::equal_range(sorted.begin(), sorted.end(), rows[i]);
      if (range.first == range.second) continue;
      once.push_back(rows[i]);
      sorted.erase(range.first, range.second);
    }
    rows = std::move(once);
  }
  const auto handle = table_->intern(rows);
  if (!handle) throw EvaluationError{"there are too many terms to store"};
  return Word{*handle} << 2 | 2;
}

std::span<const int64_t> Machine::parts(Word w) const {
  return table_->items(static_cast<SequenceTable::Handle>(w >> 2)).subspan(1);
}

std::string Machine::text(Word w) const {
  return evaluator_of(*this).text(w);
}

std::string Machine::text(const Expr& e) const {
  return evaluator_of(*this).text(e, {});
}

// ---- Finite sorts

std::optional<uint64_t> Machine::count_values(SortId sort, uint64_t most) const {
  std::vector<SortId> within;
  return count(sort, most, within);
}

std::optional<uint64_t> Machine::count(SortId id, uint64_t most, std::vector<SortId>& within) const {
  const Sort& sort = spec_.sorts[id];
  const auto times = [&](uint64_t a, uint64_t b) -> std::optional<uint64_t> {
    return b != 0 && a > most / b ? std::nullopt : std::optional(a * b);
  };
  switch (sort.kind) {
    case SortKind::Bool: return 2;
    case SortKind::FSet:
    case SortKind::Set: {
      const auto element = count(sort.arguments[0], 20, within);
      if (!element || uint64_t{1} << *element > most) return {};
      return uint64_t{1} << *element;
    }
    case SortKind::Arrow: {
      std::optional<uint64_t> arguments = 1;
      for (size_t i = 0; i + 1 < sort.arguments.size() && arguments; ++i) {
        const auto one = count(sort.arguments[i], 64, within);
        arguments = one ? times(*arguments, *one) : std::nullopt;
      }
      const auto result = arguments ? count(sort.arguments.back(), most, within) : std::nullopt;
      if (!result) return {};
      std::optional<uint64_t> all = 1;
      for (uint64_t i = 0; i < *arguments && all; ++i) all = times(*all, *result);
      return all;
    }
    case SortKind::Named: break;
    default: return {};
  }
  if (std::find(within.begin(), within.end(), id) != within.end()) return {};
  const NamedSort& named = spec_.named(id);
  if (named.constructors.empty()) return {};
  within.push_back(id);
  uint64_t all = 0;
  for (const SymbolId c : named.constructors) {
    std::optional<uint64_t> ways = 1;
    for (const SortId argument : spec_.symbols[c].domain) {
      const auto one = count(argument, most, within);
      ways = one ? times(*ways, *one) : std::nullopt;
      if (!ways) break;
    }
    if (!ways || (all += *ways) > most) {
      within.pop_back();
      return {};
    }
  }
  within.pop_back();
  return all;
}

const Domain& Machine::domain(SortId sort) const {
  {
    const std::lock_guard lock(domains_lock_);
    const auto known = domains_.find(sort);
    if (known != domains_.end()) return *known->second;
  }
  auto made = std::make_unique<Domain>();
  fill_domain(sort, *made);
  const std::lock_guard lock(domains_lock_);
  return *domains_.emplace(sort, std::move(made)).first->second;
}

namespace {

// Calls visit(choice) for each way to choose one value of each domain, with the last one varying fastest.
template <class Visit>
void for_each_choice(const std::vector<const Domain*>& domains, const Visit& visit) {
  std::vector<Word> chosen(domains.size());
  const std::function<void(size_t)> choose = [&](size_t i) {
    if (i == domains.size()) return visit(chosen);
    for (const Word w : *domains[i]) {
      chosen[i] = w;
      choose(i + 1);
    }
  };
  choose(0);
}

}  // namespace

void Machine::fill_domain(SortId id, Domain& domain) const {
  const Sort& sort = spec_.sorts[id];
  Evaluator evaluator(*this);
  evaluator.start();
  const auto add = [&](Word head, const std::vector<Word>& parts) {
    domain.push_back(evaluator.intern(evaluator.make(head, parts)));
  };
  switch (sort.kind) {
    case SortKind::Bool: domain = {kFalse, kTrue}; return;
    case SortKind::FSet:
    case SortKind::Set: {
      const Domain& elements = this->domain(sort.arguments[0]);
      for (uint64_t mask = 0; mask < uint64_t{1} << elements.size(); ++mask) {
        std::vector<Word> items;
        for (size_t i = 0; i < elements.size(); ++i) {
          if ((mask >> i & 1) != 0) items.push_back(elements[i]);
        }
        domain.push_back(evaluator.intern(evaluator.finite_set(std::move(items))));
      }
      return;
    }
    case SortKind::Arrow: {
      size_t arguments = 1;
      for (size_t i = 0; i + 1 < sort.arguments.size(); ++i) arguments *= this->domain(sort.arguments[i]).size();
      const std::vector<const Domain*> values(arguments, &this->domain(sort.arguments.back()));
      for_each_choice(values, [&](const std::vector<Word>& chosen) { add(head_of(Tag::Table, id.value), chosen); });
      return;
    }
    default: break;
  }
  for (const SymbolId c : spec_.named(id).constructors) {
    std::vector<const Domain*> arguments;
    for (const SortId argument : spec_.symbols[c].domain) arguments.push_back(&this->domain(argument));
    for_each_choice(arguments, [&](const std::vector<Word>& chosen) {
      // Equations may rewrite constructors.
      const Word w = evaluator.apply_symbol(c.value, chosen.data(), chosen.size());
      const Word interned = evaluator.intern(w);
      if (std::find(domain.begin(), domain.end(), interned) == domain.end()) domain.push_back(interned);
    });
  }
}

// The first value in the order of constructors; none for an abstract sort.
Word Machine::default_value(SortId id) const {
  const Sort& sort = spec_.sorts[id];
  switch (sort.kind) {
    case SortKind::Bool: return kFalse;
    case SortKind::Pos: return small_word(1);
    case SortKind::Nat:
    case SortKind::Int:
    case SortKind::Real: return small_word(0);
    case SortKind::List: return kEmptyList;
    case SortKind::FSet:
    case SortKind::Set: return kEmptySet;
    case SortKind::FBag:
    case SortKind::Bag: return kEmptyBag;
    default: break;
  }
  if (sort.kind == SortKind::Named) {
    for (const SymbolId c : spec_.named(id).constructors) {
      if (spec_.symbols[c].domain.empty()) return symbol_word(c.value);
    }
    if (const auto finite = count_values(id, 1000)) return domain(id).front();
  }
  return kNothing;
}

}  // namespace px::mcrl2
