#include "frontends/b/instances.h"

#include "engine/ir/builder.h"
#include "engine/ir/pass/failure_analysis.h"

namespace px::b {
namespace {

using ir::Expr;
using ir::ExprId;
using ir::Op;

void mark(const ir::Program& program, ExprId id, std::vector<bool>& marks) {
  const Expr& e = program.exprs[id];
  marks[id.value] = true;
  for (const ExprId operand : e.operands) {
    if (operand.valid()) mark(program, operand, marks);
  }
}

// for all x: P becomes: no x satisfies not P; exists x: P becomes: it is not the case that no x satisfies P.
ExprId counted(ir::Builder& b, const Expr& e) {
  const bool universal = e.op == Op::Forall;
  const ExprId body = universal ? b.unary(Op::Not, e.operands[0]) : e.operands[0];
  const ExprId count = b.quantifier(Op::Count, e.binding, e.domain, body, {}, e.span);
  return b.binary(universal ? Op::Eq : Op::Ne, count, b.integer(0), e.span);
}

}  // namespace

ir::Program look_at_all_instances(ir::Program program) {
  std::vector<bool> solved(program.exprs.size(), false);
  for (const ir::Statement& s : program.statements) {
    if (s.kind != ir::Statement::Kind::Solve) continue;
    for (const ExprId condition : s.exprs) mark(program, condition, solved);
  }
  std::vector<ExprId> fallible;
  const ir::FailureAnalysis failures(program);
  for (uint32_t i = 0; i < program.exprs.size(); ++i) {
    const Expr& e = program.exprs[ExprId(i)];
    const bool stops = e.op == Op::Forall || e.op == Op::Exists;
    if (stops && !solved[i] && failures.can_fail(e.operands[0])) fallible.push_back(ExprId(i));
  }
  if (fallible.empty()) return program;
  ir::Builder b(std::move(program));
  std::vector<std::pair<ExprId, ExprId>> replaced;
  for (const ExprId id : fallible) replaced.emplace_back(id, counted(b, Expr(b.program().exprs[id])));
  program = b.take();
  for (const auto& [id, by] : replaced) program.exprs[id] = program.exprs[by];
  return program;
}

}  // namespace px::b
