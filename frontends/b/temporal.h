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
    Sink,    // no step leads to another state
    Joined,  // operands, by a connective
  };
  Kind kind = Kind::True;
  ltl::Connective connective = ltl::Connective::Not;
  uint32_t operands[2] = {0, 0};  // numbers of nodes
  ExprId predicate;               // Predicate; Taken, Enabled in the typed machine: what arguments say, or none
  Name operation;
  std::vector<ExprId> arguments;  // as written; none for `_`
  OperationId operation_id;       // in the typed machine
  SourceSpan span;
};

struct TemporalFormula {
  std::string name;
  SourceSpan span;
  std::string text;
  std::vector<TemporalNode> nodes;  // empty: it is not checked
  uint32_t root = 0;
};

}  // namespace px::b
