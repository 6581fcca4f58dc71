#include "symmetry/detect/footprint.h"

#include <algorithm>

#include "engine/base/check.h"
#include "engine/ir/op_groups.h"

namespace px::symmetry {
namespace {

using ir::Statement;

Access::Step step_of(const ir::Program& program, ir::ExprId index) {
  const ir::Expr& e = program.exprs[index];
  if (e.op == ir::Op::Const) return {Access::Step::Of::Literal, e.value, {}};
  if (e.op == ir::Op::Binding) return {Access::Step::Of::Name, 0, e.binding};
  return {};
}

unsigned kind_bit(ir::ViolationKind kind) {
  return 1U << static_cast<unsigned>(kind);
}

// Two paths may lead to the same cell unless they differ in two literals.
bool may_overlap(const Access& a, const Access& b) {
  if (!a.same_root(b)) return false;
  const size_t steps = std::min(a.path.size(), b.path.size());
  for (size_t i = 0; i < steps; ++i) {
    const bool literals = a.path[i].of == Access::Step::Of::Literal && b.path[i].of == Access::Step::Of::Literal;
    if (literals && a.path[i].literal != b.path[i].literal) return false;
  }
  return true;
}

// Whether the condition has this truth value in every state in which it has a value: (x = first(q) or true).
bool always(const ir::Program& program, ir::ExprId id, bool truth) {
  const ir::Expr& e = program.exprs[id];
  if (e.op == ir::Op::Const) return (e.value != 0) == truth;
  if (e.op == ir::Op::Not) return always(program, e.operands[0], !truth);
  if (e.op != ir::Op::And && e.op != ir::Op::Or) return false;
  const bool first = always(program, e.operands[0], truth);
  const bool second = always(program, e.operands[1], truth);
  return (e.op == ir::Op::Or) == truth ? first || second : first && second;
}

}  // namespace

void Footprint::add_control(ir::FamilyId family, ir::ExprId process, bool write) {
  Access access;
  access.write = write;
  access.control = family;
  access.path.push_back(step_of(*program_, process));
  accesses.push_back(std::move(access));
}

void Footprint::add_expr(ir::ExprId id) {
  const ir::Expr& e = program_->exprs[id];
  if (e.place.valid()) add_place(e.place, false);
  for (const ir::ExprId operand : e.operands) {
    if (operand.valid()) add_expr(operand);
  }
  if (e.op == ir::Op::At) add_control(program_->locations[e.location].family, e.operands[0], false);
  if (e.op == ir::Op::LocationIndex) add_control(e.family, e.operands[0], false);
  if (e.op == ir::Op::CanMove || e.op == ir::Op::Timeout) barrier = true;
}

void Footprint::add_place(ir::PlaceId id, bool write) {
  if (failures_->place_can_fail(id)) {
    can_fail = wrong = true;
    error_sites.add();
  }
  Access access;
  access.write = write;
  for (ir::PlaceId p = id; p.valid(); p = program_->places[p].parent) {
    const ir::Place& place = program_->places[p];
    if (place.index.valid()) add_expr(place.index);
    switch (place.kind) {
      case ir::Place::Kind::Variable: access.variable = place.variable; break;
      case ir::Place::Kind::Index: access.path.push_back(step_of(*program_, place.index)); break;
      case ir::Place::Kind::FieldOf: access.path.push_back({Access::Step::Of::Literal, place.field, {}}); break;
      case ir::Place::Kind::Item: access.path.clear(); break;  // positions move: the queue as a whole
    }
  }
  std::reverse(access.path.begin(), access.path.end());
  accesses.push_back(std::move(access));
}

void Footprint::add_block(const ir::Block& block) {
  for (const ir::StatementId id : block) add(id);
}

void Footprint::add(ir::StatementId id) {
  const Statement& s = program_->statements[id];
  if (s.kind == Statement::Kind::Print) return;
  for (const ir::ExprId expr : s.exprs) {
    add_expr(expr);
    if (!failures_->can_fail(expr)) continue;
    can_fail = true;
    error_sites.add_expr(*program_, *failures_, expr);
    error_kinds |= kind_bit(ir::ViolationKind::Safety);
    wrong = wrong || failures_->can_go_wrong(expr);
  }
  switch (s.kind) {
    case Statement::Kind::Assign:
      for (size_t i = 0; i < s.places.size(); ++i) {
        add_place(s.places[i], true);
        if (!failures_->value_may_not_fit(s.exprs[i], program_->places[s.places[i]].type)) continue;
        can_fail = true;
        error_sites.add();
        error_kinds |= kind_bit(ir::ViolationKind::Safety);
      }
      return;
    case Statement::Kind::Copy: add_place(s.places[0], true); return add_place(s.places[1], false);
    case Statement::Kind::Reset: return add_place(s.places[0], true);
    case Statement::Kind::Push:
    case Statement::Kind::PushSorted:
    case Statement::Kind::Pop:
    case Statement::Kind::RemoveAt:
      add_place(s.places[0], true);
      can_fail = wrong = true;
      return;
    case Statement::Kind::Goto: return add_control(program_->locations[s.location].family, s.exprs[0], true);
    case Statement::Kind::If:
      for (size_t i = 0; i < s.blocks.size(); ++i) {
        if (!always(*program_, s.exprs[0], i != 0)) add_block(s.blocks[i]);
      }
      return;
    case Statement::Kind::For:
    case Statement::Kind::Let:
      for (const ir::Block& block : s.blocks) add_block(block);
      return;
    case Statement::Kind::Choose:
    case Statement::Kind::Either:
      splits = true;
      for (const ir::Block& block : s.blocks) add_block(block);
      return;
    case Statement::Kind::Require: splits = true; return;
    case Statement::Kind::Fail:
      fails = true;
      error_sites.add();
      error_kinds |= kind_bit(static_cast<ir::ViolationKind>(s.violation));
      return;
    case Statement::Kind::Grow:
      fails = true;
      error_sites.add();
      error_kinds |= kind_bit(ir::ViolationKind::Safety);
      return;
    case Statement::Kind::Assert:
      asserts = true;
      error_sites.add();
      return;
    case Statement::Kind::While:
    case Statement::Kind::Solve:
    case Statement::Kind::Print: barrier = true;
  }
}

// An operand's error belongs to the operand; the operation itself may add one of its own.
void ErrorSites::add_expr(const ir::Program& program, const ir::FailureAnalysis& failures, ir::ExprId id) {
  if (!id.valid() || !failures.can_fail(id)) return;
  const ir::Expr& e = program.exprs[id];
  for (const ir::ExprId operand : e.operands) add_expr(program, failures, operand);
  switch (e.op) {
    case ir::Op::Not:
    case ir::Op::And:
    case ir::Op::Or:
    case ir::Op::If:
    case ir::Op::Eq:
    case ir::Op::Ne:
    case ir::Op::Lt:
    case ir::Op::Le:
    case ir::Op::Gt:
    case ir::Op::Ge:
    case ir::Op::Wrap:
    case ir::Op::Let:
    case ir::Op::Forall:
    case ir::Op::Exists:
    case ir::Op::Count:
    case ir::Op::Collect: return;
    case ir::Op::Neg:
    case ir::Op::Add:
    case ir::Op::Sub:
    case ir::Op::Mul:
      if (!failures.values(id).known) add();
      return;
    case ir::Op::Check: return add_check({e.value, e.span});
    case ir::Op::Div:
    case ir::Op::Mod:
    case ir::Op::Shl:
    case ir::Op::Shr:
    case ir::Op::Sum:
    case ir::Op::Product:
    case ir::Op::Min:
    case ir::Op::Max:
    case ir::Op::The:
    case ir::Op::Fix:
    case PX_LEAF_OPS:
    case PX_TOTAL_NUMBER_OPS:
    case PX_SET_OPS:
    case PX_CONTROL_OPS:
    case PX_CONVERSION_OPS:
    case PX_SEQUENCE_OPS:
    case PX_CALL_OPS: return add();
  }
  PX_UNREACHABLE("operation");
}

void ErrorSites::add_check(const Check& check) {
  if (!check.span.known()) return add();
  if (std::find(checks_.begin(), checks_.end(), check) == checks_.end()) checks_.push_back(check);
}

bool commute(const Footprint& a, const Footprint& b) {
  if ((a.asserts && b.can_fail) || (a.can_fail && b.asserts)) return false;
  if (a.barrier || b.barrier || a.splits || b.splits || a.fails || b.fails || (a.can_fail && b.can_fail)) return false;
  for (const Access& x : a.accesses) {
    for (const Access& y : b.accesses) {
      if ((x.write || y.write) && may_overlap(x, y)) return false;
    }
  }
  return true;
}

}  // namespace px::symmetry
