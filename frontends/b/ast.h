// Formulas and substitutions. One form serves two stages: as written (names are text), and in the typed machine (names
// are symbols, every formula has its type, definitions are expanded, `*` and `-` are resolved by their types). Nodes
// live in dense stores; a node of the typed machine has exactly one parent.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/source.h"
#include "frontends/b/operator.h"
#include "frontends/b/types.h"

namespace px::b {

struct ExprTag {};
using ExprId = Id<ExprTag>;
struct SubstTag {};
using SubstId = Id<SubstTag>;
struct SymbolTag {};
using SymbolId = Id<SymbolTag>;
struct OperationTag {};
using OperationId = Id<OperationTag>;
struct ExpansionTag {};
using ExpansionId = Id<ExpansionTag>;

// A name at its declaration or binding.
struct Name {
  std::string text;
  SourceSpan span;
};

enum class ExprKind : uint8_t {
  Integer,    // value
  String,     // text, without quotes
  Name,       // text; only as written
  OldName,    // text, for x$0; only as written
  Call,       // text(operands): a definition with arguments, or a function; only as written
  Symbol,     // symbol
  OldSymbol,  // symbol: its value before the substitution (x$0)
  Operation,  // op, operands: everything in operator.def except binders
  Binder,     // op, names or bound; operands[0] is the predicate, operands[1] the expression (except for !, #, {|})
  Record,     // rec(fields): fields, operands
  RecordSet,  // struct(fields): fields, operands
  Field,      // operands[0]'text
  Let  // LET names BE ... IN last: operands are the values of the names, each of which may use the names before it,
       // then the body
};

struct Expr {
  ExprKind kind = ExprKind::Integer;
  Op op = Op::Equal;
  bool parenthesised = false;
  int64_t value = 0;
  SourceSpan span;
  TypeId type;            // in the typed machine
  SymbolId symbol;        // in the typed machine
  ExpansionId expansion;  // the use of a definition that it comes from; none if it was written here
  std::string text;
  std::vector<ExprId> operands;
  std::vector<Name> names;      // bound names as written
  std::vector<SymbolId> bound;  // the same in the typed machine
  std::vector<Name> fields;
};

enum class SubstKind : uint8_t {
  Skip,
  Assign,           // targets := values, all at once; a target is a variable x, x(i), x(i)(j), or x'field
  BecomesElement,   // targets :: values[0]
  BecomesSuchThat,  // targets :(values[0])
  Call,             // targets <-- operation(values)
  NameCall,         // the same as written: text(values), an operation or a definition
  Pre,              // branches[0]
  Assert,           // branches[0]
  Select,           // branches, `otherwise` if valid
  If,               // branches, `otherwise` if valid
  Choice,           // branches (without condition)
  Any,              // names or bound; branches[0]
  Let,              // names or bound, values of each (which may use the names before); branches[0] (without condition)
  Var,              // names or bound; branches[0] (without condition)
  Case,             // values[0] is compared; branches with labels; `otherwise` if valid
  While,            // branches[0]; values are the invariant and the variant
  Parallel,         // branches (without condition)
  Sequence          // branches (without condition)
};

struct Branch {
  ExprId condition;
  std::vector<ExprId> labels;  // of CASE
  SubstId body;
  SourceSpan span;
};

struct Subst {
  SubstKind kind = SubstKind::Skip;
  SourceSpan span;
  ExpansionId expansion;
  std::string text;
  OperationId operation;  // in the typed machine
  bool seen = false;      // a call of an operation of a machine that is only seen
  std::vector<ExprId> targets;
  std::vector<ExprId> values;
  std::vector<Name> names;
  std::vector<SymbolId> bound;
  std::vector<Branch> branches;
  SubstId otherwise;
};

struct Nodes {
  Store<ExprId, Expr> exprs;
  Store<SubstId, Subst> substs;
};

}  // namespace px::b
