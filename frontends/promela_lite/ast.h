// Syntax of Promela-Lite ([DM08] Fig. 8), annotated by the type checker: the declarations that names refer to, and the
// types of literals.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/source.h"
#include "engine/ltl/connective.h"
#include "frontends/promela_lite/types.h"

namespace px::promela_lite {

struct TypeSyntaxTag {};
struct ExprTag {};
using TypeSyntaxId = Id<TypeSyntaxTag>;
using ExprId = Id<ExprTag>;

struct Symbol {
  enum class Kind : uint8_t { Unknown, Channel, Global, Parameter, Proctype };
  Kind kind = Kind::Unknown;
  uint32_t index = 0;  // of the declaration; for a parameter, within its proctype
};

struct Name {
  std::string text;
  SourceSpan span;
  Symbol symbol;
};

struct TypeSyntax {
  enum class Kind : uint8_t { Int, Pid, Channel, Variable };
  Kind kind = Kind::Int;
  std::string name;                  // Variable; Channel: the X of "rec X .", or empty
  std::vector<TypeSyntaxId> fields;  // Channel
  SourceSpan span;
};

// Expressions and guards.
struct Expr {
  enum class Kind : uint8_t {
    Number,
    Null,
    Pid,
    Name,  // leaves
    Len,
    NotFull,
    NotEmpty,  // of the channel `name`
    Add,
    Sub,
    Mul,  // two operands
    Equal,
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    And,
    Or,     // two operands
    Not,    // one operand
    Remote  // in formulas: the parameter `name` of process `number`, of proctype `proctype`
  };
  Kind kind = Kind::Number;
  int64_t number = 0;
  Name name;
  Name proctype;
  ExprId operands[2];
  uint32_t depth = 1;
  TypeId type;  // of a number or null, in its context; of a name. Set by the type checker
  SourceSpan span;
};

struct Update {
  enum class Kind : uint8_t { Skip, Assign, Receive, Send };
  Kind kind = Kind::Skip;
  Name target;                 // Assign: the variable; Receive, Send: the channel
  std::vector<Name> targets;   // Receive
  std::vector<ExprId> values;  // Assign: one; Send
  SourceSpan span;
};

struct Statement {
  ExprId guard;
  std::vector<Update> updates;
  std::string text;
  SourceSpan span;
};

struct Parameter {
  Name name;
  TypeSyntaxId syntax;
  TypeId type;
};

struct Channel {
  Name name;
  TypeSyntaxId declared;  // the type before the name; invalid for plain "chan"
  int64_t capacity = 0;
  std::vector<TypeSyntaxId> fields;
  TypeId type;
  SourceSpan capacity_span;
};

struct Global {
  Name name;
  TypeSyntaxId syntax;
  TypeId type;
  ExprId initial;
};

struct Proctype {
  Name name;
  std::vector<Parameter> parameters;
  std::vector<Statement> statements;
};

struct Run {
  Name proctype;
  std::vector<ExprId> arguments;
  SourceSpan span;
};

// A part of a temporal formula; operands are node numbers.
struct FormulaNode {
  ltl::Connective connective = ltl::Connective::Not;
  uint32_t operands[2] = {0, 0};
  ExprId condition;    // valid: this node is a condition, without operands
  std::string text{};  // of the condition
};

// ltl name { ... }
struct Formula {
  Name name;
  std::vector<FormulaNode> nodes;
  uint32_t root = 0;
};

struct Specification {
  Store<TypeSyntaxId, TypeSyntax> type_syntax;
  Store<ExprId, Expr> exprs;
  std::vector<Channel> channels;
  std::vector<Global> globals;
  std::vector<Proctype> proctypes;
  std::vector<Run> runs;  // the i-th starts process i, counted from 1
  std::vector<Formula> formulas;
  TypeTable types;
};

}  // namespace px::promela_lite
