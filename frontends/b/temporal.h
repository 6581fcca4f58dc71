// Formulas of linear temporal logic, as ProB writes them. One structure for what was parsed and for what was resolved:
// in the typed machine predicates are typed ones, and an operation with arguments has the equations of its parameters.
#pragma once

#include <string>
#include <vector>

#include "engine/ltl/connective.h"
#include "frontends/b/ast.h"

namespace px::b {

struct TemporalNode {
  enum class Kind : uint8_t {
    True,
    False,
    Predicate,  // {predicate}
    Taken,      // [operation(arguments)]: the next step is that
    Enabled,    // e(operation)
    Deadlock,
    Sink,     // no step leads to another state
    Joined,   // operands, by a connective
    Changed,  // what the next step does to the value of an expression
    Unchanged,
    Increasing,
    Decreasing,
    BeforeAfter  // the same, as a predicate in which x$0 is what x was
  };
  Kind kind = Kind::True;
  ltl::Connective connective = ltl::Connective::Not;
  uint32_t operands[2] = {0, 0};  // numbers of nodes
  // Predicate; Taken, Enabled in the typed machine: what arguments say, or none. Changed and the like: the expression,
  // in the typed machine a comparison of what it was and what it is.
  ExprId predicate;
  Name operation;
  std::vector<ExprId> arguments;  // as written; none for `_`
  OperationId operation_id;       // in the typed machine
  SourceSpan span;
};

// What the next step does to values: changed({x}), BA({x > x$0}).
constexpr bool is_about_change(TemporalNode::Kind kind) {
  return kind >= TemporalNode::Kind::Changed;
}

struct TemporalFormula {
  std::string name;
  SourceSpan span;
  std::string text;
  std::vector<TemporalNode> nodes;  // empty: it is not checked
  uint32_t root = 0;
};

}  // namespace px::b
