// Formulas of linear temporal logic in ProB's syntax. One structure serves parsed and resolved formulas: in the typed
// machine predicates are typed, and an operation with arguments has equations for its parameters.
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
    Taken,      // [operation(arguments)]: the next step executes it
    Enabled,    // e(operation)
    Deadlock,
    Sink,    // no step leads to another state
    Joined,  // operands, by a connective
    Forall,  // operands[0] for all that `names` can be such that the predicate holds, or for some
    Exists,
    Changed,  // whether the next step changes the value of an expression
    Unchanged,
    Increasing,
    Decreasing,
    BeforeAfter  // the same, as a predicate in which x$0 is the old value of x
  };
  Kind kind = Kind::True;
  ltl::Connective connective = ltl::Connective::Not;
  uint32_t operands[2] = {0, 0};  // numbers of nodes
  // Predicate, Forall, Exists; Taken, Enabled in the typed machine: the equations for arguments, or none. Changed and
  // the like: the expression; in the typed machine, a comparison of its old and its new value.
  ExprId predicate;
  std::vector<Name> names;      // Forall, Exists
  std::vector<SymbolId> bound;  // the same, in the typed machine
  uint32_t first = 0;           // Forall, Exists: the nodes from this number on are within
  uint32_t instance = 0;        // once quantifiers have been opened (open_quantifiers.cpp): what names stand for
  Name operation;
  std::vector<ExprId> arguments;  // as written; none for `_`
  OperationId operation_id;       // in the typed machine
  SourceSpan span;
};

// The effect of the next step on values: changed({x}), BA({x > x$0}).
constexpr bool is_about_change(TemporalNode::Kind kind) {
  return kind >= TemporalNode::Kind::Changed;
}

constexpr bool is_quantifier(TemporalNode::Kind kind) {
  return kind == TemporalNode::Kind::Forall || kind == TemporalNode::Kind::Exists;
}

struct TemporalFormula {
  std::string name;
  SourceSpan span;
  std::string text;
  std::vector<TemporalNode> nodes;  // operands before the nodes they belong to; empty: not checked
  uint32_t root = 0;
};

}  // namespace px::b
