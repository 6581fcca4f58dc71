#include "engine/interp/witness.h"

#include <algorithm>

namespace px::interp {

using ir::Expr;
using ir::ExprId;
using ir::Op;
using ir::Place;
using ir::PlaceId;

Witness::Witness(const ir::Program& program, const ir::Layout& layout, SequenceTable& sequences,
                 const Evaluator& evaluator)
    : program_(program), state_(*evaluator.state), evaluator_(program, layout, sequences) {
  evaluator_.state = &state_;
  evaluator_.bindings = evaluator.bindings;
  evaluator_.timeout = evaluator.timeout;
  evaluator_.events = &ignored_;
}

std::vector<Observation> Witness::of_condition(ExprId condition, bool outcome) {
  found_.clear();
  if (condition.valid()) why(condition, outcome);
  return std::move(found_);
}

std::vector<Observation> Witness::of_event(const Event& event) {
  found_.clear();
  switch (event.kind) {
    case Event::Kind::Assertion: {
      const ir::Statement& s = program_.statements[event.statement];
      if (s.kind == ir::Statement::Kind::Assert) why(s.exprs[0], false);
      if (s.kind == ir::Statement::Kind::Fail) why_failed(event.statement);
      break;
    }
    case Event::Kind::Invariant: why(program_.invariants[event.index].condition, false); break;
    case Event::Kind::RuntimeError:
      if (event.error == Event::Error::QueueFull || event.error == Event::Error::QueueEmpty) {
        list_place(event.place, Observation::Kind::Length, event.value);
      } else if (event.expr.valid()) {
        list(event.expr);
      } else if (event.statement.valid()) {
        for (const ExprId expr : program_.statements[event.statement].exprs) list(expr);
      }
      break;
    case Event::Kind::Growth:
    case Event::Kind::Deadlock:
    case Event::Kind::Blocked: break;
  }
  return std::move(found_);
}

// If a failure is all that a branch does, the condition of the branch explains it.
void Witness::why_failed(ir::StatementId id) {
  for (const ir::Statement& s : program_.statements) {
    if (s.kind != ir::Statement::Kind::If) continue;
    for (size_t branch = 0; branch < s.blocks.size(); ++branch) {
      if (s.blocks[branch] == ir::Block{id}) return why(s.exprs[0], branch == 0);
    }
  }
}

void Witness::why(ExprId id, bool outcome) {
  const Expr& e = program_.exprs[id];
  if (e.op == Op::Not) return why(e.operands[0], !outcome);
  if (e.op == Op::And || e.op == Op::Or) {
    // One part decides a false conjunction and a true disjunction; otherwise both parts do.
    const bool one_decides = (e.op == Op::Or) == outcome;
    const bool first_decides = is_true(e.operands[0]) == outcome;
    if (!one_decides || first_decides) why(e.operands[0], outcome);
    if (!one_decides || !first_decides) why(e.operands[1], outcome);
    return;
  }
  if (e.op == Op::If) {
    const bool condition = is_true(e.operands[0]);
    why(e.operands[0], condition);
    return why(e.operands[condition ? 1 : 2], outcome);
  }
  if (e.op == Op::Forall || e.op == Op::Exists) return why_quantifier(e, outcome);
  if (e.op == Op::Eq || e.op == Op::Ne) {
    // A count is nonzero if such an element exists, and zero if none does.
    const Expr& count = program_.exprs[e.operands[0]];
    const Expr& zero = program_.exprs[e.operands[1]];
    const bool is_existence = count.op == Op::Count && zero.op == Op::Const && zero.value == 0;
    if (is_existence) return why_quantifier(count, (e.op == Op::Ne) == outcome);
  }
  list(id);
}

void Witness::why_quantifier(const Expr& e, bool outcome) {
  const int64_t first = program_.domain_first(e.domain);
  const int64_t outer = evaluator_.bindings[e.binding.value];
  // A "for all" that is true and an "exists" that is false have no single witness: every element is one.
  const bool has_witness = outcome == (e.op != Op::Forall);
  if (!has_witness) going_through_.push_back(e.binding);
  for (int64_t v = first; v < first + program_.domain_size(e.domain); ++v) {
    evaluator_.bindings[e.binding.value] = v;
    if (!has_witness && found_.size() >= kMaxWitnesses) break;
    if (is_true(e.operands[0]) != outcome) continue;
    if (has_witness) add_bound(e, v);
    why(e.operands[0], outcome);
    if (has_witness) break;
  }
  if (!has_witness) going_through_.pop_back();
  evaluator_.bindings[e.binding.value] = outer;
}

// Lists every value that the expression reads.
void Witness::list(ExprId id) {
  if (!id.valid()) return;
  const Expr& e = program_.exprs[id];
  if (e.op == Op::Binding) {
    const bool all = std::find(going_through_.begin(), going_through_.end(), e.binding) != going_through_.end();
    return all ? void() : add_bound(e, evaluator_.bindings[e.binding.value]);
  }
  if (e.op == Op::Read) return list_place(e.place, Observation::Kind::Value, evaluator_.value(id).value_or(0));
  if (e.op == Op::QueueLength) return list_place(e.place, Observation::Kind::Length, evaluator_.value(id).value_or(0));
  if (e.op == Op::At) return list_location(e);
  if (e.op == Op::CanMove) return;
  if (ir::op_is_quantifier(e.op)) return list_quantifier(e);
  for (const ExprId operand : e.operands) list(operand);
}

void Witness::list_location(const Expr& e) {
  const ir::FamilyId family = program_.locations[e.location].family;
  const std::optional<int64_t> element = evaluator_.value(e.operands[0]);
  const ir::LocationId at = element ? evaluator_.location_of(family, *element) : ir::LocationId();
  if (!at.valid()) return;
  Observation seen;
  seen.kind = Observation::Kind::Location;
  seen.family = family;
  seen.element = *element;
  seen.value = program_.locations[at].index;
  add(std::move(seen));
}

// Lists the elements that a count counts, or the items of a sum or an extremum.
void Witness::list_quantifier(const Expr& e) {
  const int64_t first = program_.domain_first(e.domain);
  const int64_t outer = evaluator_.bindings[e.binding.value];
  going_through_.push_back(e.binding);
  for (int64_t v = first; v < first + program_.domain_size(e.domain); ++v) {
    evaluator_.bindings[e.binding.value] = v;
    if (e.operands[0].valid() && !is_true(e.operands[0])) continue;
    if (e.op == Op::Count) {
      why(e.operands[0], true);
    } else {
      list(e.operands[1]);
    }
  }
  going_through_.pop_back();
  evaluator_.bindings[e.binding.value] = outer;
}

void Witness::list_place(PlaceId id, Observation::Kind kind, int64_t value) {
  Observation seen;
  seen.kind = kind;
  seen.place = id;
  seen.value = value;
  std::vector<ExprId> indices;
  for (PlaceId at = id; at.valid(); at = program_.places[at].parent) {
    const Place& place = program_.places[at];
    if (place.kind == Place::Kind::Index || place.kind == Place::Kind::Item) indices.push_back(place.index);
  }
  std::reverse(indices.begin(), indices.end());
  for (const ExprId index : indices) {
    const std::optional<int64_t> known = evaluator_.value(index);
    if (!known) return;
    seen.indices.push_back(*known);
  }
  add(std::move(seen));
  for (const ExprId index : indices) list(index);
}

void Witness::add_bound(const Expr& e, int64_t value) {
  Observation seen;
  seen.kind = Observation::Kind::Bound;
  seen.binding = e.binding;
  seen.value = value;
  add(std::move(seen));
}

void Witness::add(Observation observation) {
  if (std::find(found_.begin(), found_.end(), observation) == found_.end()) found_.push_back(std::move(observation));
}

}  // namespace px::interp
