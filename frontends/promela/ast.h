// The syntax tree, after inline expansion and before name resolution.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/source.h"
#include "frontends/promela/operator.h"

namespace px::promela::ast {

struct ExprTag {};
using ExprId = Id<ExprTag>;
struct StmtTag {};
using StmtId = Id<StmtTag>;
using Sequence = std::vector<StmtId>;

enum class ExprKind : uint8_t {
  Number,       // value
  Reference,    // path
  Unary,        // op, operands[0]
  Binary,       // op, operands[0..1]
  Conditional,  // operands[0] -> operands[1] : operands[2]
  Run,          // name, operands are the arguments; priority
  Len,          // operands[0] is the channel in this and the next four
  Full,
  Empty,
  NFull,
  NEmpty,
  Poll,  // operands[0] is the channel, the others the pattern; `anywhere` for ??
  Timeout,
  NonProgress,
  Enabled,         // operands[0] is the process
  PcValue,         // likewise
  GetPriority,     // likewise
  RemoteLabel,     // name[operands[0]]@label, where operands may be empty
  RemoteVariable,  // name[operands[0]]:path
  Eval,            // eval(operands[0]), in patterns only
};

// One step of a reference: name or name[index].
struct Selector {
  std::string name;
  ExprId index;
  SourceSpan span;
};

struct Expr {
  ExprKind kind = ExprKind::Number;
  Operator op = Operator::Or;
  bool anywhere = false;
  bool parenthesised = false;
  int32_t value = 0;
  int32_t priority = 0;  // of a run; 0 if none is given
  SourceSpan span;
  std::string name;
  std::string label;
  std::vector<Selector> path;
  std::vector<ExprId> operands;
};

enum class TypeKind : uint8_t { Bit, Bool, Byte, Pid, Short, Int, Unsigned, Mtype, Chan, User };

struct TypeName {
  TypeKind kind = TypeKind::Int;
  std::string name;  // of a typedef, or of a set of mtypes (empty for the unnamed set)
  SourceSpan span;
};

struct ChannelInit {
  ExprId capacity;
  std::vector<TypeName> fields;
};

struct Declarator {
  std::string name;
  SourceSpan span;
  ExprId length;               // of an array
  int32_t width = 0;           // of an unsigned type
  ExprId value;                // the initialiser, or
  std::vector<ExprId> values;  // that of each cell, or
  std::unique_ptr<ChannelInit> channel;
};

enum class Visibility : uint8_t { Plain, Hidden, Show, Local };

struct Declaration {
  TypeName type;
  Visibility visibility = Visibility::Plain;
  std::vector<Declarator> items;
};

enum class StmtKind : uint8_t {
  Declare,     // declaration
  Exclusive,   // xr or xs: receives; args are channels
  Condition,   // args[0]
  Assign,      // target, args[0]
  Increment,   // target
  Decrement,   // target
  Send,        // target, args; sorted for !!
  Receive,     // target, args are patterns; anywhere for ??, keep for <>
  Print,       // text, args
  PrintMtype,  // args[0]
  Assert,      // args[0]
  Else,
  Break,
  Goto,         // text
  SetPriority,  // args[0], args[1]
  If,           // sequences are the options
  Do,
  For,        // target, args[0] .. args[1], sequences[0]
  ForIn,      // target, args[0] is the array or channel, sequences[0]
  Select,     // target, args[0] .. args[1]
  Atomic,     // sequences[0]
  DStep,      // sequences[0]
  Block,      // sequences[0]; for the body of an inline, text is its name and args are the arguments
  Unless,     // sequences[0] is the main part, sequences[1] the escape
  EmptyLabel  // a label with no statement after it
};

struct Label {
  std::string name;
  SourceSpan span;
};

struct Stmt {
  StmtKind kind = StmtKind::Condition;
  bool anywhere = false;
  bool sorted = false;
  bool keep = false;
  bool receives = false;
  bool is_choice = false;  // of a select: SPIN turns it into a choice if the bounds are close together
  SourceSpan span;
  SourceSpan call;  // of an inline's body
  std::vector<Label> labels;
  std::string text;
  ExprId target;
  std::vector<ExprId> args;
  std::vector<Sequence> sequences;
  Declaration declaration;
};

struct MtypeSet {
  std::string name;  // empty for the unnamed set
  std::vector<Label> members;
};

struct Typedef {
  std::string name;
  SourceSpan span;
  std::vector<Declaration> fields;
};

enum class ProctypeKind : uint8_t { Plain, Init, Never, Trace, NoTrace };

struct Proctype {
  ProctypeKind kind = ProctypeKind::Plain;
  bool deterministic = false;  // D_proctype
  bool active = false;
  std::string name;
  SourceSpan span;
  SourceSpan end;    // its closing brace
  ExprId instances;  // of `active [n]`
  std::vector<Declaration> parameters;
  int32_t priority = 0;  // 0 if none is given
  ExprId provided;
  Sequence body;
};

struct Formula {
  std::string name;
  SourceSpan span;
  ExprId root;  // invalid: the formula could not be parsed
  // Its diagnostics: the number of messages before it, and the number including it.
  size_t first_message = 0, last_message = 0;
};

// A unit of the text, in textual order.
struct Unit {
  enum class Kind : uint8_t { Variables, Mtypes, Typedef, Proctype, Formula } kind;
  uint32_t index;
};

struct Module {
  Store<ExprId, Expr> exprs;
  Store<StmtId, Stmt> stmts;
  std::vector<Declaration> variables;
  std::vector<MtypeSet> mtypes;
  std::vector<Typedef> typedefs;
  std::vector<Proctype> proctypes;
  std::vector<Formula> formulas;
  std::vector<Unit> units;
};

std::string_view type_text(TypeKind kind);
std::string text_of(const Module& module, ExprId expr);
std::string dump(const Module& module);

}  // namespace px::promela::ast
