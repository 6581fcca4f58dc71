#include "engine/ir/pass/footprint.h"

#include <algorithm>
#include <limits>

#include "engine/ir/fold.h"

namespace px::ir {
namespace {

constexpr uint32_t kUnrolled = 64;  // elements of a quantifier's domain that become separate atoms

bool touches(const CellWrite& write, const GuardLeaf& leaf) {
  return std::find(leaf.cells.begin(), leaf.cells.end(), write.cell) != leaf.cells.end();
}

bool may_change_to(const CellWrite& write, Op op, int64_t constant) {
  switch (write.kind) {
    case CellWrite::Kind::Assign:
      if (!write.values.listed()) return true;
      return std::any_of(write.values.values().begin(), write.values.values().end(),
                         [&](int64_t value) { return compares(op, value, constant); });
    case CellWrite::Kind::Add:
      if (write.modulus != 0 || op == Op::Eq || op == Op::Ne) return true;
      return (op == Op::Gt || op == Op::Ge) == (write.amount > 0);
    case CellWrite::Kind::Other: return true;
  }
  return true;
}

bool may_be_before(const CellWrite& write, Op op, int64_t constant) {
  if (write.before.empty() || !write.before.listed()) return true;
  const std::vector<int64_t>& values = write.before.values();
  return std::any_of(values.begin(), values.end(), [&](int64_t value) { return compares(op, value, constant); });
}

// The process bound by a Let whose block starts it: `let born = ... { x[born] := ...; goto born -> start }`, with a
// known location before the goto. Invalid if the block starts none.
BindingId whom_it_starts(const Program& program, const Statement& let) {
  for (const StatementId id : let.blocks[0]) {
    const Statement& s = program.statements[id];
    if (s.kind != Statement::Kind::Goto || !s.from.valid()) continue;
    const Expr& who = program.exprs[s.exprs[0]];
    if (who.op == Op::Binding && who.binding == let.binding) return let.binding;
  }
  return {};
}

bool mentions(const Program& program, ExprId id, Op op) {
  const Expr& e = program.exprs[id];
  return e.op == op || std::any_of(std::begin(e.operands), std::end(e.operands),
                                   [&](ExprId operand) { return operand.valid() && mentions(program, operand, op); });
}

void sort_and_unite(std::vector<uint32_t>& cells) {
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

}  // namespace

bool may_make_true(const CellWrite& write, const GuardLeaf& leaf) {
  if (!touches(write, leaf)) return false;
  if (leaf.kind == GuardLeaf::Kind::Any) return true;
  return may_be_before(write, op_negated(leaf.op), leaf.constant) && may_change_to(write, leaf.op, leaf.constant);
}

bool may_make_false(const CellWrite& write, const GuardLeaf& leaf) {
  if (!touches(write, leaf)) return false;
  if (leaf.kind == GuardLeaf::Kind::Any) return true;
  return may_be_before(write, leaf.op, leaf.constant) && may_change_to(write, op_negated(leaf.op), leaf.constant);
}

FootprintFinder::FootprintFinder(const Program& program, const CellSpace& cells)
    : program_(program),
      cells_(cells),
      bindings_(program.bindings.size()),
      bound_(program.bindings.size(), false),
      open_(program.bindings.size(), false) {}

Footprint FootprintFinder::find(const GroundAction& ground, const ValuesOf& values) {
  const Action& action = program_.actions[ground.action];
  values_ = &values;
  reads_.clear();
  writes_.clear();
  nonempty_.clear();
  not_full_.clear();
  before_.clear();
  everything_ = uncertain_ = guard_may_fail_ = false;
  for (const Parameter& parameter : action.parameters) {
    bindings_[parameter.binding.value] = of_domain(parameter.domain);
    bound_[parameter.binding.value] = true;
    open_[parameter.binding.value] = true;
  }
  for (size_t m = 0; m < action.movers.size(); ++m) {
    const BindingId binding = action.parameters[action.movers[m].parameter].binding;
    bindings_[binding.value] = ValueSet::of(cells_.element_of(ground.processes[m]));
    open_[binding.value] = false;
  }
  Footprint footprint;
  if (action.guard.valid()) {
    guard(action.guard, footprint);
    add_open_atom(action.guard, footprint);
  }
  reads_.clear();  // the atoms contain the guard's reads
  block(action.body);
  for (size_t m = 0; m < action.movers.size(); ++m) {
    CellWrite arrival{.cell = ground.processes[m], .kind = CellWrite::Kind::Assign};
    arrival.values = ValueSet::of(program_.locations[action.movers[m].to].index);
    arrival.before = ValueSet::of(program_.locations[action.movers[m].from].index);
    write(std::move(arrival));
    move(ground.processes[m], action.movers[m].from, action.movers[m].to);
  }
  for (const Parameter& parameter : action.parameters) open_[parameter.binding.value] = false;
  sort_and_unite(reads_);
  footprint.reads = std::move(reads_);
  footprint.writes = std::move(writes_);
  footprint.everything = everything_;
  footprint.uncertain = uncertain_;
  return footprint;
}

std::vector<uint32_t> FootprintFinder::cells_of(ExprId condition, const ValuesOf& values, bool& everything) {
  values_ = &values;
  reads_.clear();
  nonempty_.clear();
  not_full_.clear();
  everything_ = false;
  eval(condition);
  everything = everything || everything_;
  sort_and_unite(reads_);
  return std::move(reads_);
}

std::vector<GuardLeaf> FootprintFinder::leaves_of(ExprId condition, const ValuesOf& values, bool& everything) {
  values_ = &values;
  nonempty_.clear();
  not_full_.clear();
  everything_ = false;
  std::vector<GuardLeaf> found;
  leaves(condition, true, found);
  everything = everything || everything_ || mentions(program_, condition, Op::Timeout);
  return found;
}

std::vector<bool> FootprintFinder::variables_that_choose(const Program& program) {
  std::vector<bool> found(program.variables.size(), false);
  const std::function<void(ExprId)> visit = [&](ExprId id) {
    const Expr& e = program.exprs[id];
    if (e.op == Op::Read) {
      for (PlaceId p = e.place; p.valid(); p = program.places[p].parent) {
        if (program.places[p].variable.valid()) found[program.places[p].variable.value] = true;
      }
    }
    for (const ExprId operand : e.operands) {
      if (operand.valid()) visit(operand);
    }
  };
  for (const Place& place : program.places) {
    if (place.index.valid()) visit(place.index);
  }
  for (const Action& action : program.actions) {
    if (action.movers.size() > 1 && action.guard.valid()) visit(action.guard);
  }
  return found;
}

// ---- Statements

void FootprintFinder::block(const Block& block) {
  for (const StatementId id : block) statement(id);
}

void FootprintFinder::statement(StatementId id) {
  const Statement& s = program_.statements[id];
  const auto bind = [&](const ValueSet& value) {
    bindings_[s.binding.value] = value;
    bound_[s.binding.value] = true;
  };
  switch (s.kind) {
    case Statement::Kind::Assign: return assign(s);
    case Statement::Kind::Copy: read_cells(resolve(s.places[1])); return write_all(resolve(s.places[0]));
    case Statement::Kind::Reset: {
      const Target target = resolve(s.places[0]);
      if (target.one_cell || target.cells.size() != 1) return write_all(target);
      return reset_all(target.cells[0], target.type);
    }
    case Statement::Kind::If: {
      const ValueSet condition = eval(s.exprs[0]);
      if (condition.empty() || condition.may_be_true()) block(s.blocks[0]);
      if (s.blocks.size() > 1 && (condition.empty() || condition.may_be(0))) block(s.blocks[1]);
      return;
    }
    case Statement::Kind::For:
    case Statement::Kind::While:
      nonempty_.clear();  // a round may have invalidated what the guard ensures
      not_full_.clear();
      if (s.kind == Statement::Kind::For) bind(of_domain(s.domain));
      if (s.kind == Statement::Kind::While) eval(s.exprs[0]);
      return block(s.blocks[0]);
    case Statement::Kind::Let: {
      bind(eval(s.exprs[0]));
      const BindingId outer = std::exchange(born_, whom_it_starts(program_, s));
      if (!born_.valid()) born_ = outer;
      block(s.blocks[0]);
      born_ = outer;
      return;
    }
    case Statement::Kind::Choose:
      bind(of_domain(s.domain));
      if (program_.domain_size(s.domain) == 0) uncertain_ = true;
      return block(s.blocks[0]);
    case Statement::Kind::Either:
      for (const Block& branch : s.blocks) block(branch);
      return;
    case Statement::Kind::Require:
      eval(s.exprs[0]);
      uncertain_ = true;
      return;
    case Statement::Kind::Assert: eval(s.exprs[0]); return;
    case Statement::Kind::Fail:
    case Statement::Kind::Grow: return;
    case Statement::Kind::Push: return push(s);
    case Statement::Kind::Pop: return pop(s);
    case Statement::Kind::PushSorted:
    case Statement::Kind::RemoveAt: {
      for (const ExprId expr : s.exprs) eval(expr);
      const Target queue = resolve(s.places[0]);
      read_cells(queue);
      return write_all(queue);
    }
    case Statement::Kind::Goto: return go_to(s);
    case Statement::Kind::Solve: everything_ = true; return;
    case Statement::Kind::Print:
      for (const ExprId expr : s.exprs) eval(expr);
      return;
  }
}

void FootprintFinder::assign(const Statement& s) {
  for (size_t i = 0; i < s.places.size(); ++i) assign_one(resolve(s.places[i]), s.places[i], s.exprs[i]);
}

// If `place` belongs to an array indexed by the process being started: the process whose element this cell is.
uint32_t FootprintFinder::started_by(PlaceId place, uint32_t cell) const {
  if (!born_.valid()) return CellSpace::kNoProcess;
  PlaceId index;
  for (; !program_.places[place].variable.valid(); place = program_.places[place].parent) index = place;
  if (!index.valid() || !program_.places[index].index.valid()) return CellSpace::kNoProcess;
  const Expr& who = program_.exprs[program_.places[index].index];
  const VariableId variable = program_.places[place].variable;
  const Type& type = program_.types[program_.variables[variable].type];
  if (who.op != Op::Binding || who.binding != born_ || type.kind != TypeKind::Array || !type.domain.is_family())
    return CellSpace::kNoProcess;
  const uint32_t number = (cell - cells_.first(variable)) / std::max<uint32_t>(cells_.size(type.element), 1);
  return cells_.process(type.domain.family, program_.domain_first(type.domain) + number);
}

void FootprintFinder::assign_one(const Target& target, PlaceId place, ExprId value) {
  CellWrite made;
  if (!target.one_cell && target.cells.size() == 1 && adds(target, value, made)) return write(std::move(made));
  const ValueSet values = eval(value);
  for (const uint32_t cell : target.cells) {
    CellWrite one{.cell = cell, .starts = started_by(place, cell)};
    // If several cells are possible, all but one keep their values.
    if (!target.one_cell && !values.empty()) {
      one.kind = CellWrite::Kind::Assign;
      one.values = values.within(program_.scalar_lo(target.type), program_.scalar_hi(target.type));
    }
    write(std::move(one));
  }
}

// x := x + 1, also modulo the size of a type. Returns false if the value has another form; then nothing was read.
bool FootprintFinder::adds(const Target& target, ExprId value, CellWrite& made) {
  const Expr* e = &program_.exprs[value];
  uint64_t modulus = 0;
  if (e->op == Op::Wrap) {
    modulus =
        static_cast<uint64_t>(program_.scalar_hi(e->type)) - static_cast<uint64_t>(program_.scalar_lo(e->type)) + 1;
    if (modulus == 0) return false;
    e = &program_.exprs[e->operands[0]];
  }
  if (e->op != Op::Add && e->op != Op::Sub) return false;
  const Expr* read = &program_.exprs[e->operands[0]];
  const Expr* constant = &program_.exprs[e->operands[1]];
  if (e->op == Op::Add && read->op == Op::Const) std::swap(read, constant);
  if (read->op != Op::Read || constant->op != Op::Const) return false;
  if (constant->value <= -1000000 || constant->value >= 1000000) return false;
  bool front = false;
  const std::vector<uint32_t> before = reads_;
  const Target source = resolve(read->place, front);
  if (source.one_cell || front || source.cells != target.cells) {
    reads_ = before;
    return false;
  }
  made.cell = target.cells[0];
  made.kind = CellWrite::Kind::Add;
  made.amount = e->op == Op::Add ? constant->value : -constant->value;
  made.modulus = modulus;
  made.commutes = modulus != 0;
  const ValueSet now = (*values_)(made.cell, target.type);
  const int64_t lo = program_.scalar_lo(target.type);
  const int64_t hi = program_.scalar_hi(target.type);
  const bool fits = now.range().lo >= lo - std::min<int64_t>(made.amount, 0) &&
                    now.range().hi <= hi - std::max<int64_t>(made.amount, 0);
  if (fits) {
    // Wrapping has no effect on a value that fits.
    made.commutes = true;
    made.modulus = 0;
  } else if (modulus == 0) {
    read_cells(target);  // the value determines whether it is an error
  }
  return true;
}

void FootprintFinder::push(const Statement& s) {
  for (const ExprId expr : s.exprs) eval(expr);
  const Target queue = resolve(s.places[0]);
  if (queue.one_cell) {
    read_cells(queue);
    return write_all(queue);
  }
  for (const uint32_t first : queue.cells) {
    const bool has_room =
        queue.cells.size() == 1 && std::find(not_full_.begin(), not_full_.end(), first) != not_full_.end();
    if (!has_room) read(first + CellSpace::kLength);
    write({.cell = first + CellSpace::kTail});
    write({.cell = first + CellSpace::kLength, .kind = CellWrite::Kind::Add, .amount = 1, .commutes = true});
    write({.cell = first + CellSpace::kItems, .kind = CellWrite::Kind::Add, .amount = 1, .commutes = true});
    std::erase(not_full_, first);
  }
}

void FootprintFinder::pop(const Statement& s) {
  const Target queue = resolve(s.places[0]);
  if (queue.one_cell) {
    read_cells(queue);
    return write_all(queue);
  }
  for (const uint32_t first : queue.cells) {
    const bool has_item =
        queue.cells.size() == 1 && std::find(nonempty_.begin(), nonempty_.end(), first) != nonempty_.end();
    if (!has_item) read(first + CellSpace::kLength);
    write({.cell = first + CellSpace::kHead});
    write({.cell = first + CellSpace::kLength, .kind = CellWrite::Kind::Add, .amount = -1, .commutes = true});
    write({.cell = first + CellSpace::kItems, .kind = CellWrite::Kind::Add, .amount = -1, .commutes = true});
    std::erase(nonempty_, first);
  }
}

void FootprintFinder::write_all(const Target& target) {
  const uint32_t each = target.one_cell ? 1 : cells_.size(target.type);
  for (const uint32_t cell : target.cells) {
    for (uint32_t i = 0; i < each; ++i) write({.cell = cell + i});
    std::erase(nonempty_, cell);
    std::erase(not_full_, cell);
  }
}

void FootprintFinder::reset_all(uint32_t cell, TypeId id) {
  const Type& type = program_.types[id];
  switch (type.kind) {
    case TypeKind::Array:
      for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
        reset_all(cell + i * cells_.size(type.element), type.element);
      }
      return;
    case TypeKind::Record:
      for (const Field& field : type.fields) {
        reset_all(cell, field.type);
        cell += cells_.size(field.type);
      }
      return;
    case TypeKind::Queue: return write_all({{cell}, id, false});
    default: break;
  }
  const bool none = type.kind == TypeKind::Element && type.allows_none;
  const int64_t zero = none ? -1 : type.kind == TypeKind::Int && (type.lo > 0 || type.hi < 0) ? type.lo : 0;
  CellWrite made{.cell = cell, .kind = CellWrite::Kind::Assign};
  made.values = ValueSet::of(zero);
  write(std::move(made));
}

void FootprintFinder::write(CellWrite write) {
  const auto known = std::find_if(before_.begin(), before_.end(), [&](const auto& b) { return b.first == write.cell; });
  if (known != before_.end() && write.before.empty()) write.before = known->second;
  writes_.push_back(std::move(write));
}

void FootprintFinder::go_to(const Statement& s) {
  const ValueSet who = eval(s.exprs[0]);
  const Location& location = program_.locations[s.location];
  const Family& family = program_.families[location.family];
  for (uint32_t i = 0; i < family.count; ++i) {
    const int64_t element = static_cast<int64_t>(family.first) + i;
    if (!who.empty() && !who.may_be(element)) continue;
    CellWrite made{.cell = cells_.process(location.family, element), .kind = CellWrite::Kind::Assign};
    made.values = ValueSet::of(location.index);
    if (s.from.valid()) {
      made.before = ValueSet::of(program_.locations[s.from].index);
      made.starts = made.cell;
    }
    const uint32_t process = made.cell;
    write(std::move(made));
    move(process, s.from, s.location);
  }
}

// Writes the cells "the process stands at a location". `from` invalid: from anywhere.
void FootprintFinder::move(uint32_t process, LocationId from, LocationId to) {
  if (from == to) return;
  for (const LocationId location : cells_.asked_about(process)) {
    if (from.valid() && location != from && location != to) continue;
    CellWrite made{.cell = cells_.standing_at(process, location), .kind = CellWrite::Kind::Assign};
    made.values = ValueSet::of(location == to ? 1 : 0);
    if (from.valid()) made.before = ValueSet::of(location == from ? 1 : 0);
    write(std::move(made));
  }
}

// ---- Guards

bool FootprintFinder::place_mentions_open(PlaceId id) const {
  for (PlaceId p = id; p.valid(); p = program_.places[p].parent) {
    if (program_.places[p].index.valid() && mentions_open(program_.places[p].index)) return true;
  }
  return false;
}

bool FootprintFinder::mentions_open(ExprId id) const {
  const Expr& e = program_.exprs[id];
  if (e.op == Op::Binding) return open_[e.binding.value];
  if (e.place.valid() && place_mentions_open(e.place)) return true;
  return std::any_of(std::begin(e.operands), std::end(e.operands),
                     [&](ExprId operand) { return operand.valid() && mentions_open(operand); });
}

void FootprintFinder::guard(ExprId id, Footprint& footprint) {
  const Expr& e = program_.exprs[id];
  if (e.op == Op::And) {
    guard(e.operands[0], footprint);
    return guard(e.operands[1], footprint);
  }
  if (e.op == Op::Forall && !e.domain.is_subsets() && program_.domain_size(e.domain) <= kUnrolled) {
    for (uint32_t i = 0; i < program_.domain_size(e.domain); ++i) {
      const int64_t value = program_.domain_first(e.domain) + i;
      names_.emplace_back(e.binding, value);
      bindings_[e.binding.value] = ValueSet::of(value);
      bound_[e.binding.value] = true;
      guard(e.operands[0], footprint);
      names_.pop_back();
    }
    return;
  }
  if (e.op == Op::Check && eval(e.operands[0]).must_be_true()) return guard(e.operands[1], footprint);
  if (mentions_open(id)) return;  // left to add_open_atom
  add_atom(id, footprint);
}

void FootprintFinder::add_atom(ExprId id, Footprint& footprint) {
  may_fail_ = false;
  const ValueSet value = eval(id);
  const bool fails = may_fail_;
  if (!fails && !everything_) {
    if (value.must_be_true()) return;
    // Not if an earlier part may fail: its error would still be reported.
    if (value.must_be(0) && !guard_may_fail_) footprint.never = true;
  }
  guard_may_fail_ = guard_may_fail_ || fails;
  GuardAtom atom{.expr = id, .names = names_, .leaves = {}};
  leaves(id, true, atom.leaves);
  atom.exact = !fails && atom.leaves.size() == 1 && atom.leaves[0].kind == GuardLeaf::Kind::Compare;
  note_lengths(atom);
  note_before(atom);
  footprint.atoms.push_back(std::move(atom));
}

// The parts that mention parameters without a given value form one atom: a single choice has to satisfy them all.
void FootprintFinder::add_open_atom(ExprId guard, Footprint& footprint) {
  if (!mentions_open(guard)) return;
  GuardAtom atom{.expr = guard, .names = {}, .leaves = {}, .open = true};
  GuardLeaf leaf;
  reads_.clear();
  const std::vector<uint32_t> nonempty = std::exchange(nonempty_, {});
  eval(guard);
  nonempty_ = nonempty;
  leaf.cells = reads_;
  sort_and_unite(leaf.cells);
  atom.leaves.push_back(std::move(leaf));
  footprint.atoms.push_back(std::move(atom));
}

// Collects the leaves that have to change for the condition (or its negation, unless `positive`) to become true. Always
// returns true.
bool FootprintFinder::leaves(ExprId id, bool positive, std::vector<GuardLeaf>& out) {
  const Expr& e = program_.exprs[id];
  reads_.clear();
  may_fail_ = false;
  const ValueSet value = eval(id);
  if (!may_fail_) {
    if (value.single()) return true;  // never changes
    if (e.op == Op::And || e.op == Op::Or) {
      return leaves(e.operands[0], positive, out) && leaves(e.operands[1], positive, out);
    }
    if (e.op == Op::Not) return leaves(e.operands[0], !positive, out);
    if (e.op == Op::Check) return leaves(e.operands[1], positive, out);
    const bool quantified = e.op == Op::Forall || e.op == Op::Exists;
    if (quantified && !e.domain.is_subsets() && program_.domain_size(e.domain) <= kUnrolled) {
      for (uint32_t i = 0; i < program_.domain_size(e.domain); ++i) {
        bindings_[e.binding.value] = ValueSet::of(program_.domain_first(e.domain) + i);
        bound_[e.binding.value] = true;
        leaves(e.operands[0], positive, out);
      }
      return true;
    }
    if (!quantified && compare_leaf(e, positive, out)) return true;
    reads_.clear();
    eval(id);
  }
  GuardLeaf leaf;
  leaf.cells = std::move(reads_);
  sort_and_unite(leaf.cells);
  reads_.clear();
  out.push_back(std::move(leaf));
  return true;
}

// A comparison of one cell with a constant.
bool FootprintFinder::compare_leaf(const Expr& e, bool positive, std::vector<GuardLeaf>& out) {
  GuardLeaf leaf;
  leaf.kind = GuardLeaf::Kind::Compare;
  Interval range;
  const auto take_cell = [&](const Expr& side) {
    bool front = false;
    if (side.op == Op::Read) {
      const Target target = resolve(side.place, front);
      if (target.one_cell || front || target.cells.size() != 1) return false;
      const TypeKind kind = program_.types[target.type].kind;
      if (kind == TypeKind::Set || kind == TypeKind::Sequence) return false;
      leaf.cells = target.cells;
      range = {program_.scalar_lo(target.type), program_.scalar_hi(target.type)};
      return true;
    }
    if (side.op != Op::QueueLength) return false;
    const Target queue = resolve(side.place, front);
    if (queue.one_cell || queue.cells.size() != 1) return false;
    leaf.cells = {queue.cells[0] + CellSpace::kLength};
    range = {0, program_.types[queue.type].capacity};
    return true;
  };
  leaf.op = Op::Ne;
  leaf.constant = 0;
  if (e.op == Op::At) {
    const ValueSet who = eval(e.operands[0]);
    if (!who.single()) return false;
    const Location& location = program_.locations[e.location];
    const uint32_t process = cells_.process(location.family, who.value());
    if (process == CellSpace::kNoProcess) return false;
    leaf.cells = {process};
    leaf.op = Op::Eq;
    leaf.constant = location.index;
    range = {0, static_cast<int64_t>(program_.families[location.family].locations.size()) - 1};
  } else if (e.op >= Op::Eq && e.op <= Op::Ge) {
    const Expr* cell = &program_.exprs[e.operands[0]];
    ExprId other = e.operands[1];
    leaf.op = e.op;
    if (cell->op != Op::Read && cell->op != Op::QueueLength) {
      cell = &program_.exprs[e.operands[1]];
      other = e.operands[0];
      leaf.op = op_mirrored(e.op);
    }
    reads_.clear();
    const ValueSet constant = eval(other);
    if (!constant.single() || !reads_.empty() || !take_cell(*cell)) return false;
    leaf.constant = constant.value();
  } else if (!take_cell(e)) {
    return false;
  }
  leaf.range = range;
  if (!positive) leaf.op = op_negated(leaf.op);
  // At the ends of the range an equality is an inequality, which only writes in one direction can change.
  if (leaf.constant == range.lo && leaf.op == Op::Eq) leaf.op = Op::Le;
  if (leaf.constant == range.lo && leaf.op == Op::Ne) leaf.op = Op::Gt;
  if (leaf.constant == range.hi && leaf.op == Op::Eq) leaf.op = Op::Ge;
  if (leaf.constant == range.hi && leaf.op == Op::Ne) leaf.op = Op::Lt;
  out.push_back(std::move(leaf));
  return true;
}

// Notes the values that a cell holds wherever the guard is true.
void FootprintFinder::note_before(const GuardAtom& atom) {
  if (!atom.exact) return;
  const GuardLeaf& leaf = atom.leaves[0];
  const uint32_t cell = leaf.cells[0];
  const VariableId variable = cells_.variable_of(cell);
  if (!variable.valid()) return;
  auto known = std::find_if(before_.begin(), before_.end(), [&](const auto& b) { return b.first == cell; });
  if (known == before_.end()) {
    known = before_.insert(before_.end(), {cell, ValueSet::between(leaf.range.lo, leaf.range.hi)});
  }
  if (!known->second.listed()) return;
  ValueSet left;
  for (const int64_t value : known->second.values()) {
    if (compares(leaf.op, value, leaf.constant)) left.add(value);
  }
  known->second = left;
}

// Notes the bounds on queue lengths that hold wherever the guard is true.
void FootprintFinder::note_lengths(const GuardAtom& atom) {
  if (atom.leaves.size() != 1 || atom.leaves[0].kind != GuardLeaf::Kind::Compare) return;
  const GuardLeaf& leaf = atom.leaves[0];
  const VariableId variable = cells_.variable_of(leaf.cells[0]);
  if (!variable.valid()) return;
  const std::optional<uint32_t> capacity = cells_.capacity_at(leaf.cells[0] - CellSpace::kLength);
  if (!capacity) return;
  const uint32_t queue = leaf.cells[0] - CellSpace::kLength;
  const int64_t c = leaf.constant;
  const int64_t full = *capacity;
  const bool present = (leaf.op == Op::Gt && c >= 0) || ((leaf.op == Op::Ge || leaf.op == Op::Eq) && c >= 1);
  const bool room = (leaf.op == Op::Lt && c <= full) || ((leaf.op == Op::Le || leaf.op == Op::Eq) && c < full);
  if (present) nonempty_.push_back(queue);
  if (room) not_full_.push_back(queue);
}

}  // namespace px::ir
