// Solve: gives cells values one after the other, and goes back as soon as a condition cannot hold any more.
//
// A condition is evaluated while some cells have no value yet, in three-valued logic (Kleene): what reads such a cell
// is unknown, `and` with something false is false all the same, and a universal quantifier is false as soon as one of
// its instances is. So "f is injective" fails with the second cell that repeats a value, and no order of the conditions
// has to be found beforehand. Conditions that have become true are not asked again further down.
//
// What has no value although all that it reads is known is an error of the model, but only if what stands before it
// (conditions, operands of `and`) holds: as long as that is unknown, so is this. Among instances of a quantifier there
// is no before: one that decides wins.
#include <algorithm>

#include "engine/base/check.h"
#include "engine/interp/evaluator.h"

namespace px {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::TypeKind;

void Evaluator::add_cells(const Address& address, std::vector<Cell>& cells) const {
  const ir::Type& type = program_.types[address.type];
  const ir::TypeShape& shape = layout_.shape(address.type);
  if (type.kind == TypeKind::Array) {
    const bool own = address.variable != nullptr && address.dimension < address.variable->strides.size();
    const uint64_t stride = own ? address.variable->strides[address.dimension] : shape.stride;
    for (uint32_t i = 0; i < program_.domain_size(type.domain); ++i) {
      add_cells(Address{address.bit + i * stride, type.element, address.variable, address.dimension + 1}, cells);
    }
  } else if (type.kind == TypeKind::Record) {
    for (size_t f = 0; f < type.fields.size(); ++f) {
      add_cells(Address{address.bit + shape.field_offsets[f], type.fields[f].type, nullptr, 0}, cells);
    }
  } else {
    PX_CHECK(type.is_scalar());
    cells.push_back({address.bit, address.type});
  }
}

void Evaluator::run_solve(const ir::Statement& s, const std::function<void()>& done) {
  std::vector<Cell> cells;
  for (ir::PlaceId place : s.places) {
    if (const auto address = resolve(place)) add_cells(*address, cells);
  }
  unassigned_.assign(layout_.bits() + 1, false);
  for (const Cell& cell : cells) unassigned_[cell.bit] = true;
  assign_cell(cells, 0, s.exprs, done);
}

void Evaluator::assign_cell(const std::vector<Cell>& cells, size_t next, const std::vector<ExprId>& conditions,
                            const std::function<void()>& done) {
  ask();
  std::vector<ExprId> open;
  for (ExprId condition : conditions) {
    solving_ = true;
    const size_t events_before = events->size();
    Truth truth = possible(condition);
    solving_ = false;
    if (truth == Truth::Failed && open.empty()) return;
    if (truth == Truth::Failed) truth = Truth::Unknown;
    events->resize(events_before);
    if (truth == Truth::False) return;
    if (truth == Truth::Unknown) open.push_back(condition);
  }
  if (next == cells.size()) {
    if (!open.empty()) return;  // an error, which is reported
    const PackedState found = *state;
    const std::vector<bool> unassigned = unassigned_;
    done();
    *state = found;
    unassigned_ = unassigned;
    return;
  }
  const Cell& cell = cells[next];
  unassigned_[cell.bit] = false;
  const int64_t hi = program_.scalar_hi(cell.type);
  for (int64_t v = program_.scalar_lo(cell.type);; ++v) {
    write_scalar(cell.bit, cell.type, v);
    assign_cell(cells, next + 1, open, done);
    if (v == hi) break;
  }
  unassigned_[cell.bit] = true;
  write_scalar(cell.bit, cell.type, std::max<int64_t>(program_.scalar_lo(cell.type), 0));
}

Evaluator::Truth Evaluator::possible(ExprId id) {
  const Expr& e = program_.exprs[id];
  switch (e.op) {
    case Op::Not: {
      const Truth truth = possible(e.operands[0]);
      return truth == Truth::True ? Truth::False : truth == Truth::False ? Truth::True : truth;
    }
    case Op::And:
    case Op::Or: {
      const Truth decides = e.op == Op::And ? Truth::False : Truth::True;
      const Truth left = possible(e.operands[0]);
      if (left == decides || left == Truth::Failed) return left;
      const Truth right = possible(e.operands[1]);
      return right == decides || left != Truth::Unknown ? right : Truth::Unknown;
    }
    case Op::Forall:
    case Op::Exists: return possible_for_all(e);
    default: break;
  }
  unknown_ = false;
  const size_t events_before = events->size();
  try {
    const bool holds = eval(id) != 0;
    return unknown_ ? Truth::Unknown : holds ? Truth::True : Truth::False;
  } catch (const RuntimeErrorMet&) {
    // Met with a value that is not there yet, it says nothing.
    if (!unknown_) return Truth::Failed;
    events->resize(events_before);
    return Truth::Unknown;
  }
}

Evaluator::Truth Evaluator::possible_for_all(const Expr& e) {
  const Truth decides = e.op == Op::Forall ? Truth::False : Truth::True;
  Truth all = e.op == Op::Forall ? Truth::True : Truth::False;
  const int64_t first = program_.domain_first(e.domain);
  const int64_t size = program_.domain_size(e.domain);
  const int64_t outer = bindings[e.binding.value];
  for (int64_t v = first; v < first + size; ++v) {
    bindings[e.binding.value] = v;
    const Truth one = possible(e.operands[0]);
    if (one == decides) {
      all = one;
      break;
    }
    if (one == Truth::Failed || (one == Truth::Unknown && all != Truth::Failed)) all = one;
  }
  bindings[e.binding.value] = outer;
  return all;
}

}  // namespace px
