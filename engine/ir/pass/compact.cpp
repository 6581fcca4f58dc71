#include "engine/ir/pass/compact.h"

namespace px::ir {
namespace {

class Copier {
 public:
  explicit Copier(const Program& from) : from_(from), to_(from) {
    to_.exprs = {};
    to_.places = {};
    to_.statements = {};
  }

  Program run() {
    for (Action& a : to_.actions) {
      a.guard = expr(a.guard);
      a.body = block(a.body);
    }
    for (Invariant& i : to_.invariants) i.condition = expr(i.condition);
    to_.deadlock.allowed = expr(to_.deadlock.allowed);
    for (Automaton& a : to_.automata) {
      for (Automaton::Edge& e : a.edges) e.guard = expr(e.guard);
      for (Automaton::Part& part : a.formula) {
        if (ExprId* holds = std::get_if<ExprId>(&part.atom)) *holds = expr(*holds);
      }
    }
    to_.init = block(to_.init);
    return std::move(to_);
  }

 private:
  ExprId expr(ExprId id) {
    if (!id.valid()) return id;
    Expr copy = from_.exprs[id];
    for (ExprId& operand : copy.operands) operand = expr(operand);
    copy.place = place(copy.place);
    return to_.exprs.add(copy);
  }

  PlaceId place(PlaceId id) {
    if (!id.valid()) return id;
    Place copy = from_.places[id];
    copy.parent = place(copy.parent);
    copy.index = expr(copy.index);
    return to_.places.add(copy);
  }

  Block block(const Block& statements) {
    Block copy;
    for (StatementId id : statements) copy.push_back(statement(id));
    return copy;
  }

  StatementId statement(StatementId id) {
    Statement copy = from_.statements[id];
    for (PlaceId& p : copy.places) p = place(p);
    for (ExprId& e : copy.exprs) e = expr(e);
    for (Block& b : copy.blocks) b = block(b);
    return to_.statements.add(std::move(copy));
  }

  const Program& from_;
  Program to_;
};

}  // namespace

Program compact(const Program& program) {
  return Copier(program).run();
}

}  // namespace px::ir
