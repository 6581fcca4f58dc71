// The machine as a whole: sets, constants, variables, operations, properties.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/pass/compact.h"
#include "engine/ir/pass/simplify.h"
#include "engine/ir/print_marks.h"
#include "engine/ir/verifier.h"
#include "frontends/b/instances.h"
#include "frontends/b/lowerer.h"
#include "frontends/b/lowering_error.h"

namespace px::b {

using ir::Block;

namespace {

Info meet(const Info& x, const Info& y) {
  Info r = x;
  r.lo = std::max(x.lo, y.lo);
  r.hi = std::min(x.hi, y.hi);
  r.functional = x.functional || y.functional;
  r.total = x.total || y.total;
  r.sequence = x.sequence || y.sequence;
  r.named = x.named || y.named;
  r.longest = x.longest == 0 ? y.longest : y.longest == 0 ? x.longest : std::min(x.longest, y.longest);
  if (x.parts.empty()) r.parts = y.parts;
  for (size_t i = 0; i < r.parts.size() && i < y.parts.size() && i < x.parts.size(); ++i) {
    r.parts[i] = meet(x.parts[i], y.parts[i]);
  }
  return r;
}

}  // namespace

SetLowering::SetLowering(const Machine& machine, const World& world, const LowerOptions& options)
    : m_(machine),
      world_(world),
      options_(options),
      b_(machine.name),
      o_(machine, world, b_),
      shapes_(o_, options.growths, options.bound_numbers) {}

Lowered Lowerer::run() {
  declare_sets();
  Block init = properties_and_constants();
  if (options_.only_properties) {
    b_.init(std::move(init));
    lowered_.program = b_.take();
    return std::move(lowered_);
  }
  declare_variables();
  append(init, initialise());
  b_.init(std::move(init));
  invariants();
  open_quantifiers();
  declare_marks();
  for (uint32_t i = 0; i < m_.operations.size(); ++i) {
    const OperationId id(i);
    if (m_.operations[id].exported) add_operation(id);
  }
  temporal_formulas();
  ir::DeadlockRule deadlock;
  deadlock.errors_move = false;
  b_.deadlock_rule(deadlock);
  lowered_.limits_set = world_.limits_set;
  for (const TemporalFormula& f : m_.temporal) {
    (f.nodes.empty() ? lowered_.not_checked : lowered_.temporal).push_back(f.name);
  }
  for (const Conjunct& link : m_.linking) {
    lowered_.not_checked.push_back(text_of(m_, link.predicate) + " (it refers to variables of the abstraction)");
  }
  lowered_.has_set_ups = !m_.constants.empty() || !m_.properties.empty();
  lowered_.growth = shapes_.take_marks();
  lowered_.program = b_.take();
  return std::move(lowered_);
}

// ---- Sets

void Lowerer::find_strings() {
  for (const Expr& e : m_.exprs) {
    if (e.kind != ExprKind::String) continue;
    if (std::find(o_.string_texts.begin(), o_.string_texts.end(), e.text) == o_.string_texts.end()) {
      o_.string_texts.push_back(e.text);
    }
  }
}

void Lowerer::declare_sets() {
  for (uint32_t i = 0; i < m_.sets.size(); ++i) {
    const GivenSet& set = m_.sets[GivenSetId(i)];
    std::vector<std::string> names;
    for (SymbolId element : set.elements) names.push_back(m_.symbols[element].name);
    if (names.empty()) {
      for (uint32_t n = 1; n <= world_.sizes[i]; ++n) names.push_back(set.name + std::to_string(n));
    }
    o_.sorts.push_back(b_.sort(set.name, world_.sizes[i], set.span, std::move(names)));
  }
  find_strings();
}

// ---- Bounds of a variable or constant from the conditions on it

bool Lowerer::narrow(Info& info, ExprId id, SymbolId symbol) {
  const Expr& e = m_.exprs[id];
  if (e.kind != ExprKind::Operation || e.operands.size() != 2) return false;
  const auto is_symbol = [&](ExprId x) { return m_.exprs[x].kind == ExprKind::Symbol && m_.exprs[x].symbol == symbol; };
  const auto evaluate = [&](ExprId x) -> V {
    if (mentions(x, symbol)) return nullptr;
    try {
      return value(x);
    } catch (const LoweringError&) {
      typing_waits_ = true;
      return nullptr;
    }
  };
  const Expr& listed = m_.exprs[e.operands[0]];
  const bool in_list = e.op == Op::Subset && listed.kind == ExprKind::Operation && listed.op == Op::SetOf &&
                       std::any_of(listed.operands.begin(), listed.operands.end(), is_symbol);
  const bool left = is_symbol(e.operands[0]);
  const bool right = is_symbol(e.operands[1]);
  // x |-> y : S, as in `x, y : S * T`, is not analysed.
  if ((left && e.op == Op::Member) || in_list) {
    const V set = evaluate(e.operands[1]);
    if (!set || set->info.parts.empty()) return false;
    info = meet(info, set->info.parts[0]);
    return true;
  }
  if (left && (e.op == Op::Subset || e.op == Op::StrictSubset)) {
    const V set = evaluate(e.operands[1]);
    if (!set || set->info.parts.empty()) return false;
    Info sub;
    sub.parts = {set->info.parts[0]};
    sub.functional = set->info.functional;
    info = meet(info, sub);
    return true;
  }
  if (e.op == Op::Equal && (left || right)) {
    const V v = evaluate(e.operands[left ? 1 : 0]);
    if (!v) return false;
    Info known = v->info;
    known.total = false;
    known.sequence = v->length != nullptr;
    // x = {} would bound x to no elements at all; but a value that violates an invariant has to be stored, too.
    if (is_set(v) && (known.parts.empty() || known.parts[0].lo > known.parts[0].hi)) return false;
    info = meet(info, known);
    return true;
  }
  if (!left && !right && e.op == Op::Equal) {
    return narrow_size(info, e, symbol, 0) || narrow_size(info, e, symbol, 1);
  }
  const bool less = e.op == Op::Less || e.op == Op::LessEqual;
  if (!less && e.op != Op::Greater && e.op != Op::GreaterEqual) return false;
  if (!left && !right) return narrow_size(info, e, symbol, less ? 0 : 1);
  const V other = evaluate(e.operands[left ? 1 : 0]);
  if (!other) return false;
  const int64_t strict = e.op == Op::Less || e.op == Op::Greater ? 1 : 0;
  if (less == left && other->info.hi != std::numeric_limits<int64_t>::max()) {
    info.hi = std::min(info.hi, other->info.hi - strict);
  }
  if (less != left && other->info.lo != std::numeric_limits<int64_t>::min()) {
    info.lo = std::max(info.lo, other->info.lo + strict);
  }
  return true;
}

// size(s) <= 3, card(s) < n, size(s) = 3: `side` is the operand with the size.
bool Lowerer::narrow_size(Info& info, const Expr& e, SymbolId symbol, int side) {
  const Expr& size = m_.exprs[e.operands[side]];
  const bool of_symbol = size.kind == ExprKind::Operation && (size.op == Op::Size || size.op == Op::Card) &&
                         m_.exprs[size.operands[0]].kind == ExprKind::Symbol &&
                         m_.exprs[size.operands[0]].symbol == symbol;
  if (!of_symbol || mentions(e.operands[1 - side], symbol)) return false;
  try {
    const V bound = value(e.operands[1 - side]);
    if (!bound->info.bounded()) return false;
    const int64_t most = bound->info.hi - (e.op == Op::Less || e.op == Op::Greater ? 1 : 0);
    info.longest = info.longest == 0 ? most : std::min(info.longest, most);
    return true;
  } catch (const LoweringError&) {
    return false;
  }
}

Info Lowerer::typing(SymbolId symbol, const std::vector<Conjunct>& clauses) {
  Info info;
  const std::vector<ExprId> parts = conjuncts_of(m_, clauses);
  const std::optional<std::set<size_t>> all;
  const auto& only = &clauses == &m_.properties ? options_.only_properties : all;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (only && !only->contains(i)) continue;
    Info more = info;
    if (narrow(more, parts[i], symbol)) info = more;
  }
  return info;
}

void SubstitutionLowering::declare(SymbolId id, const Shape& shape, bool constant) {
  const Symbol& symbol = m_.symbols[id];
  Storage s;
  s.name = symbol.name;
  s.shape = shape;
  // The content of a place before its initialisation must not distinguish elements; for whole places this is detected
  // anyway.
  if (s.shape.has_tuple()) s.shape = shapes_.sparse(std::move(s.shape));
  s.variable = b_.variable(symbol.name, s.shape.stored, {}, symbol.span);
  b_.variable_info(s.variable).constant = constant;
  b_.variable_info(s.variable).growth = shapes_.mark({symbol.name, GrowthCause::Numbers});
  b_.variable_info(s.variable).notation = shapes_.notation(s.shape);
  s.place = [this, v = s.variable] { return b_.place(v); };
  storages_.emplace(id, std::move(s));
}

void Lowerer::declare_variables() {
  // Variables whose conjuncts refer to others come after them, as far as possible.
  std::vector<SymbolId> waiting = m_.variables;
  bool stuck = false;  // some depend on bounds that are never known
  while (!waiting.empty()) {
    std::vector<SymbolId> later;
    for (SymbolId id : waiting) {
      const Symbol& symbol = m_.symbols[id];
      try {
        typing_waits_ = false;
        const Info info = typing(id, m_.invariants);
        if (typing_waits_ && !stuck) {
          later.push_back(id);
          continue;
        }
        const bool bound = options_.bound_numbers && o_.is_scalar(symbol.type);
        declare(id,
                bound ? shapes_.growing_shape_of(symbol.type, info, symbol.span, symbol.name)
                      : shapes_.shape_of(symbol.type, info, symbol.span, symbol.name),
                false);
        stuck = false;
      } catch (const LoweringError&) {
        later.push_back(id);
      }
    }
    if (later.size() == waiting.size() && !stuck) {
      stuck = true;
    } else if (later.size() == waiting.size()) {
      const SymbolId id = later.front();
      const Symbol& symbol = m_.symbols[id];
      declare(id, shapes_.growing_shape_of(symbol.type, typing(id, m_.invariants), symbol.span, symbol.name), false);
      later.erase(later.begin());
    }
    waiting = std::move(later);
  }
}

// ---- Initial states

Block Lowerer::initialise() {
  std::set<SymbolId> initialised;
  if (m_.initialisation.valid()) written(m_.initialisation, initialised);
  for (SymbolId id : m_.variables) {
    if (initialised.contains(id)) continue;
    give_up(DiagnosticKind::NotAssignable, m_.symbols[id].span,
            "the INITIALISATION gives no value to '" + m_.symbols[id].name + "'",
            "e.g. " + m_.symbols[id].name + " := ..., or " + m_.symbols[id].name + " :: ...");
  }
  return m_.initialisation.valid() ? substitution(m_.initialisation) : Block{};
}

// ---- Properties of states

void Lowerer::invariants() {
  const auto add = [&](const std::vector<Conjunct>& clauses, ir::ViolationKind kind) {
    for (const Conjunct& clause : clauses) {
      std::vector<ExprId> parts;
      conjuncts(clause.predicate, parts);
      for (ExprId part : parts) {
        const ir::ExprId holds = predicate(part);
        if (!o_.is_constant(holds, 1)) b_.invariant(text_of(m_, part), holds, m_.exprs[part].span, kind);
      }
    }
  };
  add(m_.invariants, ir::ViolationKind::Safety);
  add(m_.assertions, ir::ViolationKind::Assertion);
  if (m_.goal.valid() && options_.goal) {
    lowered_.goal_invariant = b_.program().invariants.size();
    b_.invariant("GOAL", o_.negated(predicate(m_.goal)), m_.exprs[m_.goal].span);
  }
}

// ---- Operations

void Lowerer::add_operation(OperationId id) {
  const Operation& op = m_.operations[id];
  const Names outer = bound_;
  SubstId body = op.body;
  const Guards guards = guards_of(op, body);
  Walks walks;
  if (op.parameters.empty()) {
    Walk walk;
    for (ExprId condition : guards.own) {
      const ir::ExprId holds = predicate(condition);
      if (!o_.is_constant(holds, 1)) walk.steps.push_back(ValueOps::filter(holds));
    }
    walks.push_back(walk);
  } else {
    walks = solve(op.parameters, guards.own, guards.hints, op.span, {.guesses = true, .once = true});
  }
  for (const Walk& walk : walks) {
    add_action(id, body, walk);
    bound_ = outer;
  }
}

// The bounds for the parameters of an operation: its precondition; without one, the condition at the start of its body,
// which is only a hint if the body binds names of its own.
Lowerer::Guards Lowerer::guards_of(const Operation& op, SubstId& body) const {
  Guards guards;
  const Subst* s = &m_.substs[body];
  while (s->kind == SubstKind::Pre) {
    conjuncts(s->branches[0].condition, guards.own);
    body = s->branches[0].body;
    s = &m_.substs[body];
  }
  if (op.parameters.empty()) return guards;
  const bool one = s->branches.size() == 1 && !s->otherwise.valid();
  if (s->kind == SubstKind::Select && one) conjuncts(s->branches[0].condition, guards.hints);
  if (s->kind == SubstKind::Any) {
    std::vector<ExprId> all;
    conjuncts(s->branches[0].condition, all);
    const std::set<SymbolId> own(s->bound.begin(), s->bound.end());
    std::copy_if(all.begin(), all.end(), std::back_inserter(guards.hints),
                 [&](ExprId e) { return !mentions_any(e, own); });
  }
  return guards;
}

// Adds the action for one walk through the parameters.
void Lowerer::add_action(OperationId id, SubstId body, const Walk& walk) {
  const Operation& op = m_.operations[id];
  ir::Action action;
  action.name = op.name;
  action.span = op.span;
  ir::ExprId guard = o_.truth(true);
  std::vector<std::pair<ir::BindingId, ir::ExprId>> names;
  for (const Step& step : walk.steps) {
    if (step.kind == Step::Kind::Loop) action.parameters.push_back({step.binding, step.domain});
    if (step.kind == Step::Kind::Filter) guard = o_.both(guard, with_steps(names, step.expr));
    if (step.kind == Step::Kind::Name) names.emplace_back(step.binding, step.expr);
  }
  if (walk.element) bind_tuple(op.parameters, walk.element, bound_);
  taken_.clear();
  action.body = set_marks(id);
  const bool marked = !action.body.empty() || marks_changes();
  print_computed_arguments(op, walk, action.body);
  ir::ExprId own_guard = o_.truth(true);
  append(action.body, with_changes([&] { return operation_body(op, body, own_guard); }));
  if (!o_.is_constant(own_guard, 1)) guard = o_.both(guard, with_steps(names, own_guard));
  for (size_t i = names.size(); i-- > 0;) {
    action.body = {b_.let(names[i].first, names[i].second, std::move(action.body))};
  }
  action.distinct = marked || branches_out(action.body);
  if (!o_.is_constant(guard, 1)) action.guard = guard;
  b_.action(std::move(action));
}

// Arguments determined by an equation are not parameters of the action.
void Lowerer::print_computed_arguments(const Operation& op, const Walk& walk, Block& block) {
  for (SymbolId parameter : op.parameters) {
    const V& v = bound_.at(parameter);
    std::vector<V> atoms;
    const bool scalars = !is_set(v) && o_.atoms_of(v, atoms);
    if (!scalars) atoms = {v};
    const bool shown = std::any_of(walk.steps.begin(), walk.steps.end(), [&](const Step& step) {
      return step.kind == Step::Kind::Loop &&
             std::any_of(atoms.begin(), atoms.end(), [&](const V& atom) { return o_.is_named(atom, step.binding); });
    });
    if (!shown) print(std::string(ir::kArgumentMark) + m_.symbols[parameter].name, v, block);
  }
}

// A condition over names that were bound before.
ir::ExprId Lowerer::with_steps(const std::vector<std::pair<ir::BindingId, ir::ExprId>>& names, ir::ExprId condition) {
  for (size_t i = names.size(); i-- > 0;) condition = b_.let_in(names[i].first, names[i].second, condition);
  return condition;
}

Block Lowerer::operation_body(const Operation& op, SubstId body, ir::ExprId& guard) {
  // A SELECT with one branch is a guard.
  const Subst& s = m_.substs[body];
  if (s.kind == SubstKind::Select && s.branches.size() == 1 && !s.otherwise.valid()) {
    guard = predicate(s.branches[0].condition);
    body = s.branches[0].body;
  }
  Block block = with_places(op.results, [&] { return substitution(body); });
  const bool branching = branches_out(block);
  for (SymbolId result : op.results) {
    const Storage& place = storages_.at(result);
    bool& transient = b_.variable_info(place.variable).transient;
    transient = transient || branching;
    print(std::string(ir::kResultMark) + m_.symbols[result].name, shapes_.read(place.shape, place.place), block);
    if (!branching) block.push_back(b_.reset(place.place()));
  }
  return block;
}

// Whether the block can have several outcomes.
bool Lowerer::branches_out(const Block& block) const {
  return std::any_of(block.begin(), block.end(), [&](ir::StatementId id) {
    const ir::Statement& s = b_.program().statements[id];
    if (s.kind == ir::Statement::Kind::Choose || s.kind == ir::Statement::Kind::Either) return true;
    return std::any_of(s.blocks.begin(), s.blocks.end(), [&](const Block& inner) { return branches_out(inner); });
  });
}

std::vector<ExprId> conjuncts_of(const Machine& machine, const std::vector<Conjunct>& clause) {
  std::vector<ExprId> all;
  const std::function<void(ExprId)> add = [&](ExprId id) {
    const Expr& e = machine.exprs[id];
    if (e.kind != ExprKind::Operation || e.op != Op::And) return all.push_back(id);
    add(e.operands[0]);
    add(e.operands[1]);
  };
  for (const Conjunct& c : clause) add(c.predicate);
  return all;
}

Result<Lowered> lower_machine(const Machine& machine, const LowerOptions& options) {
  Result<World> world = find_world(machine, options.world);
  if (!world) return world.failure();
  try {
    Lowered lowered = placed_at(machine.span, [&] { return Lowerer(machine, *world, options).run(); });
    lowered.program = ir::compact(look_at_all_instances(std::move(lowered.program)));
    if (std::vector<Diagnostic> problems = ir::verify(lowered.program); !problems.empty()) {
      return Failure(std::move(problems));
    }
    return lowered;
  } catch (const LoweringError& error) {
    if (options.bound_numbers) return error.failure;
    LowerOptions bounded = options;
    bounded.bound_numbers = true;
    Result<Lowered> lowered = lower_machine(machine, bounded);
    return lowered ? std::move(lowered) : Result<Lowered>(error.failure);
  }
}

}  // namespace px::b
