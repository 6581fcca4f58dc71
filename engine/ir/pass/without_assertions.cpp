#include "engine/ir/pass/without_assertions.h"

#include "engine/ir/builder.h"
#include "engine/ir/pass/failure_analysis.h"

namespace px::ir {
namespace {

bool is_assertion(const Statement& statement) {
  return statement.kind == Statement::Kind::Assert &&
         static_cast<ViolationKind>(statement.violation) == ViolationKind::Assertion;
}

std::vector<StatementId> assertions_that_can_fail_otherwise(const Program& program) {
  const FailureAnalysis failures(program);
  std::vector<StatementId> found;
  for (uint32_t s = 0; s < program.statements.size(); ++s) {
    const Statement& statement = program.statements[StatementId(s)];
    if (is_assertion(statement) && failures.can_fail(statement.exprs[0])) found.emplace_back(s);
  }
  return found;
}

}  // namespace

Program without_assertions(Program program) {
  std::vector<bool> keeps_condition(program.statements.size(), false);
  for (const StatementId s : assertions_that_can_fail_otherwise(program)) keeps_condition[s.value] = true;
  Builder builder(std::move(program));
  const ExprId always = builder.boolean(true);
  Program result = builder.take();
  std::erase_if(result.invariants, [](const Invariant& one) { return one.kind == ViolationKind::Assertion; });
  for (uint32_t s = 0; s < result.statements.size(); ++s) {
    Statement& statement = result.statements[StatementId(s)];
    if (!is_assertion(statement)) continue;
    // An `if` with two empty branches; simplify() removes those with a constant condition.
    statement.kind = Statement::Kind::If;
    if (!keeps_condition[s]) statement.exprs[0] = always;
    statement.blocks = {{}, {}};
    statement.text.clear();
    statement.violation = 0;
  }
  return result;
}

}  // namespace px::ir
