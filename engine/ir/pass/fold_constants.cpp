#include "engine/ir/pass/fold_constants.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/ir/fold.h"
#include "engine/ir/pass/compact.h"

namespace px::ir {
namespace {

using Kind = Statement::Kind;

class Folder {
 public:
  explicit Folder(Program& program) : p_(program), set_by_init_(program.variables.size(), false) {}

  void run() {
    for (const Statement& s : p_.statements) {
      for (PlaceId place : s.places) set_by_init_[p_.variable_of(place).value] = true;
    }
    for (Action& a : p_.actions) {
      if (a.guard.valid()) fold(a.guard);
      if (a.guard.valid() && is_constant(a.guard, 1)) a.guard = {};
      a.body = block(a.body);
    }
    for (const Invariant& i : p_.invariants) fold(i.condition);
    if (p_.deadlock.allowed.valid()) fold(p_.deadlock.allowed);
    if (p_.deadlock.allowed.valid() && is_constant(p_.deadlock.allowed, 0)) p_.deadlock.allowed = {};
    for (const Automaton& a : p_.automata) {
      for (const Automaton::Edge& e : a.edges) {
        if (e.guard.valid()) fold(e.guard);
      }
      for (const Automaton::Part& part : a.formula) {
        if (const ExprId* holds = std::get_if<ExprId>(&part.atom)) fold(*holds);
      }
    }
    p_.init = block(p_.init);
  }

 private:
  bool is_constant(ExprId id) const { return p_.exprs[id].op == Op::Const; }
  bool is_constant(ExprId id, int64_t value) const { return is_constant(id) && p_.exprs[id].value == value; }
  int64_t value(ExprId id) const { return p_.exprs[id].value; }

  void become_constant(ExprId id, int64_t value) {
    Expr constant;
    constant.type = p_.exprs[id].type;
    constant.value = value;
    constant.span = p_.exprs[id].span;
    p_.exprs[id] = constant;
  }

  void become(ExprId id, ExprId other) { p_.exprs[id] = Expr(p_.exprs[other]); }

  // ---- Expressions

  void fold(ExprId id) {
    for (ExprId operand : p_.exprs[id].operands) {
      if (operand.valid()) fold(operand);
    }
    if (p_.exprs[id].place.valid()) fold_place(p_.exprs[id].place);
    const Expr e = p_.exprs[id];
    if (op_is_quantifier(e.op)) return fold_quantifier(id, e);
    if (e.op == Op::Read) return fold_read(id, e);
    if (e.op == Op::And || e.op == Op::Or) return fold_junction(id, e);
    if (e.op == Op::If) {
      if (is_constant(e.operands[0])) become(id, e.operands[value(e.operands[0]) != 0 ? 1 : 2]);
      return;
    }
    if (e.op == Op::Check) {
      if (is_constant(e.operands[0]) && value(e.operands[0]) != 0) become(id, e.operands[1]);
      return;
    }
    const int operands = op_operands(e.op);
    if (operands == 0) return;
    for (int i = 0; i < operands; ++i) {
      if (!is_constant(e.operands[i])) return;
    }
    const std::optional<int64_t> result = operation(e);
    if (result) become_constant(id, *result);
  }

  std::optional<int64_t> operation(const Expr& e) const {
    const int64_t a = value(e.operands[0]);
    const int64_t b = e.operands[1].valid() ? value(e.operands[1]) : 0;
    if (e.op == Op::ElementAt && a < 0) return {};
    return fold_expression(p_, e, a, b);
  }

  // A constant left side decides the result or is neutral. The right side can only be dropped if it is neutral;
  // otherwise the errors of the left side would be lost.
  void fold_junction(ExprId id, const Expr& e) {
    const int64_t neutral = e.op == Op::And ? 1 : 0;
    if (is_constant(e.operands[0])) {
      if (value(e.operands[0]) == neutral) {
        become(id, e.operands[1]);
      } else {
        become_constant(id, 1 - neutral);
      }
    } else if (is_constant(e.operands[1], neutral)) {
      become(id, e.operands[0]);
    }
  }

  void fold_quantifier(ExprId id, const Expr& e) {
    const int64_t size = p_.domain_size(e.domain);
    const bool constant = e.operands[0].valid() && is_constant(e.operands[0]);
    const bool holds = constant && value(e.operands[0]) != 0;
    if (e.op == Op::Forall && (size == 0 || constant)) become_constant(id, size == 0 || holds ? 1 : 0);
    if (e.op == Op::Exists && (size == 0 || constant)) become_constant(id, size != 0 && holds ? 1 : 0);
    if (e.op == Op::Count && (size == 0 || constant)) become_constant(id, holds ? size : 0);
    // The minimum over no elements is an error, and so is `the`.
    const bool empty = size == 0 || (constant && !holds);
    if (empty && (e.op == Op::Sum || e.op == Op::Product)) become_constant(id, e.op == Op::Sum ? 0 : 1);
  }

  void fold_read(ExprId id, const Expr& e) {
    const Place& place = p_.places[e.place];
    if (place.kind != Place::Kind::Variable) return;
    const Variable& v = p_.variables[place.variable];
    if (!v.constant || set_by_init_[place.variable.value]) return;
    const int64_t lo = p_.scalar_lo(v.type);
    const bool zero_fits = lo <= 0 && p_.scalar_hi(v.type) >= 0;
    const int64_t usual = p_.types[v.type].kind == TypeKind::Element || !zero_fits ? lo : 0;
    become_constant(id, v.initial.empty() ? usual : v.initial.front());
  }

  void fold_place(PlaceId id) {
    for (; id.valid(); id = p_.places[id].parent) {
      if (p_.places[id].index.valid()) fold(p_.places[id].index);
    }
  }

  // ---- Statements

  Block block(const Block& statements) {
    Block out;
    for (StatementId id : statements) {
      for (PlaceId place : p_.statements[id].places) fold_place(place);
      for (ExprId e : p_.statements[id].exprs) fold(e);
      std::vector<Block> blocks = p_.statements[id].blocks;
      for (Block& b : blocks) b = block(b);
      p_.statements[id].blocks = std::move(blocks);
      append(out, id);
    }
    return out;
  }

  // Appends the statement, or its remainder after folding.
  void append(Block& out, StatementId id) const {
    const Statement& s = p_.statements[id];
    if (s.kind == Kind::If && is_constant(s.exprs[0])) {
      const Block& taken = s.blocks[value(s.exprs[0]) != 0 ? 0 : 1];
      out.insert(out.end(), taken.begin(), taken.end());
      return;
    }
    if (s.kind == Kind::While && is_constant(s.exprs[0], 0)) return;
    if (s.kind == Kind::For && (p_.domain_size(s.domain) == 0 || s.blocks[0].empty())) return;
    if ((s.kind == Kind::Require || s.kind == Kind::Assert) && is_constant(s.exprs[0], 1)) return;
    out.push_back(id);
  }

  Program& p_;
  std::vector<bool> set_by_init_;  // by any statement: only `init` changes constants
};

}  // namespace

Program fold_constants(Program program) {
  Folder(program).run();
  return compact(program);
}

}  // namespace px::ir
