// Solve: assigns values to cells one after the other, and backtracks as soon as a condition can no longer hold.
//
// While some cells are unassigned, conditions are evaluated in three-valued logic (Kleene): an expression that reads
// such a cell is unknown, `and` with a false operand is false nevertheless, and a universal quantifier is false as soon
// as one of its instances is. So "f is injective" fails with the second cell that repeats a value, and there is no need
// to find an order of the conditions beforehand.
//
// An expression that has no value although everything it reads is known is an error of the model, but only if what
// precedes it (conditions, operands of `and`) holds: as long as that is unknown, so is the error. The instances of a
// quantifier have no order: one that decides wins. A condition that has become true is not evaluated again deeper in
// the search.
//
// Conditions that may fail in this way are evaluated as a whole, in their order, at every node: the errors on a branch
// depend on what was known at each evaluation. For all others (ranges say that they cannot fail), false and true are
// final, and an unknown condition records when it is worth evaluating again. Such conditions are split at `and`, and
// universal quantifiers into their instances (as long as these are few), so that each instance depends on few cells.
// The evaluation of an unknown instance has met an unassigned cell; until that cell is assigned, the same evaluation
// takes the same path and stays unknown. Cells are assigned in a fixed order, so the instance is filed under the step
// that assigns that cell (of the parts of `a or b`, under the last, since both have to become false) and evaluated
// after this step; it is then false (backtrack), true (dropped on this branch), or unknown (filed under a later step).
// Leaving a branch removes what was filed there, last first; nothing else has to be undone, and no node allocates
// lists.
//
// If no condition can fail, there is more freedom. A comparison of sums is false as soon as the ranges of its sides
// exclude it. The lowest and highest values of a cell are cut off while they make an instance false on their own, and
// cells with a single value left are assigned first; this does not change the order of the outcomes.
#include "engine/interp/solver.h"

#include <algorithm>

#include "engine/base/check.h"

namespace px::interp {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::TypeKind;

namespace {

constexpr size_t kMaxInstances = 4096;
constexpr uint32_t kNever = UINT32_MAX;

}  // namespace

void Evaluator::run_solve(const ir::Statement& s, const std::function<void()>& done) {
  Solver(*this, s, done).run();
}

// ---- Setting up

Evaluator::Solver::Solver(Evaluator& evaluator, const ir::Statement& s, const std::function<void()>& done)
    : ev_(evaluator), program_(evaluator.program_), statement_(s), done_(done) {
  if (ev_.step_of_cell_.empty()) ev_.step_of_cell_.assign(ev_.layout_.bits() + 1, 0);
  for (ir::PlaceId place : s.places) add_cells(ev_.resolve(place));
  number_cells();
}

Evaluator::Solver::~Solver() {
  ev_.solving_ = false;
  for (const Cell& cell : cells_) ev_.step_of_cell_[cell.bit] = 0;
}

void Evaluator::Solver::add_cells(const Address& address) {
  const ir::Type& type = address.type();
  if (type.kind == TypeKind::Array) {
    for (uint32_t i = 0; i < address.cells(); ++i) add_cells(address.cell(i));
  } else if (type.kind == TypeKind::Record) {
    for (size_t f = 0; f < type.fields.size(); ++f) add_cells(address.field(f));
  } else {
    PX_CHECK(type.is_scalar());
    const ir::TypeId id = address.type_id();
    cells_.push_back({address.bit(), id, program_.scalar_lo(id), program_.scalar_hi(id)});
  }
}

void Evaluator::Solver::number_cells() {
  for (size_t i = 0; i < cells_.size(); ++i) ev_.step_of_cell_[cells_[i].bit] = static_cast<Step>(i + 1);
}

void Evaluator::Solver::run() {
  sort_conditions();
  filed_.resize(instances_.empty() ? 0 : cells_.size() + 1);
  if (file_instances() && (!fallible_conditions_.empty() || narrow_cells())) assign_from(0);
}

void Evaluator::Solver::sort_conditions() {
  held_since_.assign(statement_.exprs.size(), kNever);
  // Many a constant is one cell: watching then gains nothing.
  const bool watching = cells_.size() > 1;
  const size_t events_before = ev_.events->size();
  std::vector<ExprId> infallible;
  for (uint32_t i = 0; i < statement_.exprs.size(); ++i) {
    fallible_ = !watching;
    if (watching) range(statement_.exprs[i]);
    if (!fallible_) {
      infallible.push_back(statement_.exprs[i]);
    } else {
      fallible_conditions_.push_back(i);
    }
  }
  ev_.events->resize(events_before);
  fallible_ = false;
  for (ExprId condition : infallible) {
    if (!flatten(condition)) add_instance(condition);
  }
}

// Returns false if there would be too many instances; none has been added then.
bool Evaluator::Solver::flatten(ExprId condition) {
  const Expr& e = program_.exprs[condition];
  const size_t before = instances_.size();
  bool fits = true;
  if (e.op == Op::And) {
    fits = flatten(e.operands[0]) && flatten(e.operands[1]);
  } else if (e.op == Op::Forall) {
    fits = flatten_instances(e);
  } else {
    fits = instances_.size() < kMaxInstances && add_instance(condition);
  }
  if (!fits) instances_.resize(before);
  return fits;
}

bool Evaluator::Solver::flatten_instances(const Expr& forall) {
  const int64_t first = program_.domain_first(forall.domain);
  const int64_t size = program_.domain_size(forall.domain);
  bool fits = true;
  for (int64_t v = first; v < first + size && fits; ++v) {
    ev_.ask();
    ev_.bindings[forall.binding.value] = v;
    names_.emplace_back(forall.binding, v);
    fits = flatten(forall.operands[0]);
    names_.pop_back();
  }
  return fits;
}

// A condition that is already true needs no instance.
bool Evaluator::Solver::add_instance(ExprId condition) {
  Instance instance{condition, false, names_};
  if (look(instance).truth == Truth::True) return true;
  instance.ranged = fallible_conditions_.empty() && is_ranged(condition);
  instances_.push_back(std::move(instance));
  return true;
}

// Files all instances anew, with every cell unassigned. Returns false if there is no outcome.
bool Evaluator::Solver::file_instances() {
  for (std::vector<uint32_t>& some : filed_) some.clear();
  trail_.clear();
  return may_hold(0);
}

// ---- Cells with few values left

bool Evaluator::Solver::narrow_cells() {
  if (instances_.empty()) return true;
  for (Cell& cell : cells_) {
    Step& step = ev_.step_of_cell_[cell.bit];
    const Step own = std::exchange(step, 0);
    if (!filed_[own].empty()) {
      while (cell.lo < cell.hi && refuted(cell, cell.lo)) ++cell.lo;
      while (cell.lo < cell.hi && refuted(cell, cell.hi)) --cell.hi;
      ev_.write_scalar(cell.bit, cell.type, std::max<int64_t>(program_.scalar_lo(cell.type), 0));
    }
    step = own;
  }
  return narrowed_first();
}

// Whether this value falsifies an instance that waits for the cell, whatever the other cells hold.
bool Evaluator::Solver::refuted(const Cell& cell, int64_t value) {
  ev_.ask();
  ev_.write_scalar(cell.bit, cell.type, value);
  const std::vector<uint32_t>& waiting = filed_[static_cast<size_t>(&cell - cells_.data()) + 1];
  return std::any_of(waiting.begin(), waiting.end(),
                     [&](uint32_t i) { return look(instances_[i]).truth == Truth::False; });
}

bool Evaluator::Solver::narrowed_first() {
  const auto one_left = [](const Cell& cell) { return cell.lo == cell.hi; };
  if (std::none_of(cells_.begin(), cells_.end(), one_left)) return true;
  std::stable_partition(cells_.begin(), cells_.end(), one_left);
  number_cells();
  return file_instances();
}

// ---- Advancing and backtracking

void Evaluator::Solver::assign_from(size_t next) {
  if (next == cells_.size()) return finish();
  const Cell cell = cells_[next];
  const Step step = static_cast<Step>(next + 1);
  ev_.step_of_cell_[cell.bit] = 0;
  for (int64_t v = cell.lo;; ++v) {
    ev_.ask();
    ev_.write_scalar(cell.bit, cell.type, v);
    const size_t filed = trail_.size();
    step_ = step;
    if (may_hold(step)) assign_from(next + 1);
    undo(step, filed);
    if (v == cell.hi) break;
  }
  ev_.step_of_cell_[cell.bit] = step;
  ev_.write_scalar(cell.bit, cell.type, std::max<int64_t>(program_.scalar_lo(cell.type), 0));
}

void Evaluator::Solver::finish() {
  const PackedState found = *ev_.state;
  done_();
  *ev_.state = found;
}

// Returns false if this branch contains no outcome.
bool Evaluator::Solver::may_hold(Step step) {
  bool refuted = !look_again(step);
  bool failed = false;
  if (refuted && fallible_conditions_.empty()) return false;
  for (uint32_t index : fallible_conditions_) {
    if (held_since_[index] != kNever) continue;
    const size_t events_before = ev_.events->size();
    const Truth truth = possible_now(statement_.exprs[index]).truth;
    ev_.events->resize(events_before);
    if (truth == Truth::False && !failed) return false;
    if (truth == Truth::True) held_since_[index] = step;
    refuted = refuted || truth == Truth::False;
    failed = failed || truth == Truth::Failed;
  }
  // A false condition may come after one that has failed.
  return failed ? look_in_order() : !refuted;
}

// Re-evaluates the instances that wait for this step; at step 0, all of them.
bool Evaluator::Solver::look_again(Step step) {
  if (instances_.empty()) return true;
  const size_t count = step == 0 ? instances_.size() : filed_[step].size();
  for (size_t i = 0; i < count; ++i) {
    const uint32_t index = step == 0 ? static_cast<uint32_t>(i) : filed_[step][i];
    const Finding finding = look(instances_[index]);
    PX_CHECK(finding.truth != Truth::Failed);
    if (finding.truth == Truth::False) return false;
    if (finding.truth == Truth::True) continue;
    filed_[finding.false_at].push_back(index);
    trail_.push_back(finding.false_at);
  }
  return true;
}

void Evaluator::Solver::undo(Step step, size_t filed) {
  for (; trail_.size() > filed; trail_.pop_back()) filed_[trail_.back()].pop_back();
  for (uint32_t index : fallible_conditions_) {
    if (held_since_[index] == step) held_since_[index] = kNever;
  }
}

// Evaluates all conditions as a whole; reports a failure if all conditions before it hold.
bool Evaluator::Solver::look_in_order() {
  bool open = false;
  for (size_t i = 0; i < statement_.exprs.size(); ++i) {
    if (held_since_[i] != kNever) continue;
    const size_t events_before = ev_.events->size();
    const Truth truth = possible_now(statement_.exprs[i]).truth;
    if (truth == Truth::Failed && !open) return false;
    ev_.events->resize(events_before);
    if (truth == Truth::False) return false;
    if (truth != Truth::True) open = true;
  }
  return true;
}

Evaluator::Solver::Finding Evaluator::Solver::look(const Instance& instance) {
  for (const auto& [name, value] : instance.names) ev_.bindings[name.value] = value;
  const size_t events_before = ev_.events->size();
  Finding finding;
  if (instance.ranged) {
    needed_ = kNever;
    const Range found = range(instance.condition);
    finding = {found.single() ? (found.lo != 0 ? Truth::True : Truth::False) : Truth::Unknown, needed_, needed_};
  }
  if (!instance.ranged || (finding.truth == Truth::Unknown && needed_ == kNever)) {
    finding = possible_now(instance.condition);
  }
  ev_.events->resize(events_before);
  return finding;
}

// ---- Three-valued logic

Evaluator::Solver::Finding Evaluator::Solver::possible_now(ExprId id) {
  ev_.solving_ = true;
  const Finding finding = possible(id);
  ev_.solving_ = false;
  return finding;
}

Evaluator::Solver::Finding Evaluator::Solver::possible(ExprId id) {
  const Expr& e = program_.exprs[id];
  if (e.op == Op::Forall || e.op == Op::Exists) return possible_for_all(e);
  if (e.op == Op::Not) {
    const Finding inner = possible(e.operands[0]);
    const Truth truth = inner.truth == Truth::True    ? Truth::False
                        : inner.truth == Truth::False ? Truth::True
                                                      : inner.truth;
    return {truth, inner.true_at, inner.false_at};
  }
  if (e.op != Op::And && e.op != Op::Or) return possible_value(id);
  const bool conjunction = e.op == Op::And;
  const Truth decides = conjunction ? Truth::False : Truth::True;
  const Finding left = possible(e.operands[0]);
  if (left.truth == decides || left.truth == Truth::Failed) return left;
  const Finding right = possible(e.operands[1]);
  if (right.truth == decides || left.truth != Truth::Unknown) return right;
  Finding both = undecided_part(conjunction);
  join(both, left, conjunction);
  if (right.truth == Truth::Unknown) join(both, right, conjunction);
  return both;
}

Evaluator::Solver::Finding Evaluator::Solver::possible_value(ExprId id) {
  ev_.unknown_ = 0;
  const size_t events_before = ev_.events->size();
  try {
    const bool holds = ev_.eval(id) != 0;
    if (ev_.unknown_ != 0) return {Truth::Unknown, ev_.unknown_, ev_.unknown_};
    return {holds ? Truth::True : Truth::False};
  } catch (const RuntimeErrorMet&) {
    // An error in evaluating an unassigned cell means nothing.
    if (ev_.unknown_ == 0) return {Truth::Failed};
    ev_.events->resize(events_before);
    return {Truth::Unknown, ev_.unknown_, ev_.unknown_};
  }
}

Evaluator::Solver::Finding Evaluator::Solver::possible_for_all(const Expr& e) {
  const bool conjunction = e.op == Op::Forall;
  const Truth decides = conjunction ? Truth::False : Truth::True;
  Finding all = undecided_part(conjunction);
  all.truth = conjunction ? Truth::True : Truth::False;
  const int64_t first = program_.domain_first(e.domain);
  const int64_t size = program_.domain_size(e.domain);
  const int64_t outer = ev_.bindings[e.binding.value];
  for (int64_t v = first; v < first + size; ++v) {
    ev_.bindings[e.binding.value] = v;
    const Finding one = possible(e.operands[0]);
    if (one.truth == decides) {
      all = one;
      break;
    }
    if (one.truth == Truth::Unknown) join(all, one, conjunction);
    if (one.truth == Truth::Failed || (one.truth == Truth::Unknown && all.truth != Truth::Failed)) {
      all.truth = one.truth;
    }
  }
  ev_.bindings[e.binding.value] = outer;
  return all;
}

// The neutral finding to which unknown parts are joined.
Evaluator::Solver::Finding Evaluator::Solver::undecided_part(bool conjunction) {
  return {Truth::Unknown, conjunction ? kNever : 0, conjunction ? 0 : kNever};
}

// A conjunction is false if one part is, and true only if all are.
void Evaluator::Solver::join(Finding& whole, const Finding& part, bool conjunction) {
  const auto first = [](Step a, Step b) { return std::min(a, b); };
  const auto last = [](Step a, Step b) { return std::max(a, b); };
  whole.false_at = conjunction ? first(whole.false_at, part.false_at) : last(whole.false_at, part.false_at);
  whole.true_at = conjunction ? last(whole.true_at, part.true_at) : first(whole.true_at, part.true_at);
}

}  // namespace px::interp
