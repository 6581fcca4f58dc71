// A resolved model: every name is an id, every type is known, constants are folded, and shorthand (for, select, x++,
// declarations between statements) is expanded into core statements.
//
// Ids index the stores of one Model. The model is immutable once resolve() has returned it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/source.h"
#include "frontends/promela/operator.h"

namespace px::promela {

struct VariableTag {};
using VariableId = Id<VariableTag>;
struct ExprTag {};
using ExprId = Id<ExprTag>;
struct StmtTag {};
using StmtId = Id<StmtTag>;
struct ProctypeTag {};
using ProctypeId = Id<ProctypeTag>;
struct StructureTag {};
using StructureId = Id<StructureTag>;
struct MtypeSetTag {};
using MtypeSetId = Id<MtypeSetTag>;
struct LabelTag {};
using LabelId = Id<LabelTag>;

enum class TypeKind : uint8_t { Bit, Bool, Byte, Pid, Short, Int, Unsigned, Mtype, Chan, Structure };

struct Type {
  TypeKind kind = TypeKind::Int;
  uint8_t width = 0;      // bits, of an Unsigned
  StructureId structure;  // of a Structure
  MtypeSetId mtype_set;   // of an Mtype

  bool is_scalar() const { return kind != TypeKind::Structure && kind != TypeKind::Chan; }
  bool operator==(const Type&) const = default;
};

// A value is reduced to its type when it is stored: the low bits, sign-extended for Short and Int.
int32_t wrapped(Type type, int64_t value);
int32_t least_value(Type type);
int64_t greatest_value(Type type);

struct ChannelInit {
  int32_t capacity = 0;        // 0 is a rendezvous
  std::vector<Type> declared;  // as written
  std::vector<Type> fields;    // structures and their arrays flattened: the contents of a message
};

enum class Visibility : uint8_t { Plain, Hidden, Show, Local };

// The common part of variables and fields of structures.
struct Cell {
  std::string name;
  SourceSpan span;
  Type type;
  bool is_array = false;
  bool cells_are_bits =
      false;  // as declared: the cells of a bit array are bytes, but their parts of a message are bits
  int32_t length = 1;
  ExprId initial;                      // of every cell, evaluated at creation; invalid means 0
  std::vector<ExprId> cell_initials;   // initial values of the first cells; `initial` is that of all others
  std::optional<ChannelInit> channel;  // created with the variable, one per cell
};

struct Variable : Cell {
  ProctypeId owner;  // invalid for a global
  Visibility visibility = Visibility::Plain;
  bool is_parameter = false;
  ExprId late_initial;  // for a declaration between statements: the value assigned there; `initial` is invalid
  bool exclusive_receive = false;  // xr, of a channel
  bool exclusive_send = false;     // xs
  // Whether SPIN counts it as read other than by a print (a write-only variable does not count as state).
  bool is_read = false;
  // For a structure with fields that create channels: each such field has a variable of its own, which has no name in
  // the text and declares the channels of this field in all cells, in order of the cells.
  struct FieldChannels {
    std::vector<uint32_t> path;  // of fields, starting from the variable
    VariableId channels;
  };
  std::vector<FieldChannels> field_channels;
  bool is_made_for_fields = false;  // this is such a variable
};

struct Structure {
  std::string name;
  SourceSpan span;
  std::vector<Cell> fields;
};

struct MtypeSet {
  std::string name;                  // empty for the unnamed set
  std::vector<std::string> members;  // members[i] has the value i + 1
};

// variable[index].field[index]...
struct Place {
  struct Access {
    uint32_t field = 0;
    ExprId index;  // invalid if the field is not an array
  };
  VariableId variable;
  ExprId index;
  std::vector<Access> accesses;
};

enum class ExprKind : uint8_t {
  Constant,     // value
  Variable,     // place
  Unary,        // op, operands[0]
  Binary,       // op, operands[0..1]
  Conditional,  // operands[0] -> operands[1] : operands[2]
  Run,          // proctype, operands are the arguments, value is the priority (0: none)
  Len,          // operands[0] is the channel in this and the next five
  Full,
  Empty,
  NFull,
  NEmpty,
  Poll,  // patterns; anywhere for ??
  Timeout,
  NonProgress,
  Enabled,         // operands[0] is the process
  PcValue,         // likewise
  GetPriority,     // likewise
  RemoteLabel,     // proctype, operands[0] is the process if given, label
  RemoteVariable,  // proctype, operands[0] is the process if given, place (a local of the proctype)
  Pid,             // _pid
  NrProcesses,     // _nr_pr
  Last,            // _last
  Priority,        // _priority
};

struct Pattern {
  enum class Kind : uint8_t { Store, Match, Ignore } kind = Kind::Ignore;
  ExprId expr;           // Store: a Variable; Match: the value; Ignore: none
  bool is_eval = false;  // written eval(...)
};

struct Expr {
  ExprKind kind = ExprKind::Constant;
  Operator op = Operator::Or;
  bool anywhere = false;
  Type type;
  int32_t value = 0;
  SourceSpan span;
  Place place;
  ProctypeId proctype;
  LabelId label;
  MtypeSetId mtype_set;  // of a Constant that was written as a member of the set
  std::vector<ExprId> operands;
  std::vector<Pattern> patterns;
};

using Sequence = std::vector<StmtId>;

enum class StmtKind : uint8_t {
  Condition,   // args[0]
  Assign,      // target, args[0]
  Send,        // target is the channel, args (missing ones count as 0); sorted for !!
  Receive,     // target is the channel, patterns (missing ones match all); anywhere for ??, keep for <>
  Print,       // text, args
  PrintMtype,  // args[0]
  Assert,      // args[0]
  Else,
  Break,
  Goto,         // label
  SetPriority,  // args[0] is the process, args[1] the priority; with a target: `_priority = args[1]`
  Nothing,      // the step that SPIN makes for a structure declared between statements
  If,           // sequences are the options
  Do,
  Atomic,  // sequences[0]
  DStep,
  Block,
  Unless,  // sequences[0] main, sequences[1] escape
};

struct Stmt {
  StmtKind kind = StmtKind::Condition;
  bool anywhere = false;
  bool sorted = false;
  bool keep = false;
  bool written_out = false;  // a Do expanded from a `for`
  SourceSpan span;
  std::vector<LabelId> labels;
  ExprId target;
  LabelId label;
  std::string text;
  std::string written;  // as it stands in its line; empty: not known (written_text.h)
  std::vector<ExprId> args;
  std::vector<Pattern> patterns;
  std::vector<Sequence> sequences;
};

struct Label {
  std::string name;
  SourceSpan span;
  ProctypeId proctype;
  StmtId stmt;  // the statement that it is attached to
  bool remotely_used = false;
};

enum class ProctypeKind : uint8_t { Plain, Init, Never, Trace, NoTrace };

struct Proctype {
  ProctypeKind kind = ProctypeKind::Plain;
  std::string name;
  SourceSpan span;
  SourceSpan end;  // its closing brace
  bool deterministic = false;
  int32_t instances = 0;  // number of its processes in the initial state
  int32_t priority = 1;
  bool priority_given = false;
  ExprId provided;
  std::vector<VariableId> parameters;
  std::vector<ExprId>
      parameter_parts;             // the places that arguments are assigned to: for a structure parameter, its fields
  std::vector<VariableId> locals;  // in order of declaration, parameters first
  std::vector<LabelId> labels;
  Sequence body;

  bool is_process() const { return kind == ProctypeKind::Plain || kind == ProctypeKind::Init; }
};

struct Formula {
  std::string name;
  SourceSpan span;
  ExprId root;  // temporal operators occur as Unary and Binary; invalid: not parsed, and not checked
  // Its diagnostics: the number of messages before it, and the number including it.
  size_t first_message = 0, last_message = 0;
};

// Features that occur anywhere in the model.
struct Features {
  bool rendezvous = false;
  bool remote_variable = false;
  bool remote_label = false;
  bool provided = false;
  bool unless = false;
  bool timeout = false;
  bool last = false;
  bool nr_processes = false;
  bool enabled = false;
  bool pc_value = false;
  bool non_progress = false;
  bool priority = false;  // any priority clause, _priority, get_priority or set_priority
  bool run = false;
};

struct Model {
  Store<ExprId, Expr> exprs;
  Store<StmtId, Stmt> stmts;
  Store<VariableId, Variable> variables;
  Store<StructureId, Structure> structures;
  Store<MtypeSetId, MtypeSet> mtype_sets;
  Store<ProctypeId, Proctype> proctypes;  // in textual order, including claims and traces
  Store<LabelId, Label> labels;
  std::vector<VariableId> globals;  // in order of declaration
  std::vector<Formula> formulas;
  Features features;
  std::vector<std::string> included;  // by FileId, the names of the included files; empty for the model itself
};

// Finds the channels of the fields of a structure while its cells are enumerated in order.
class FieldChannelCursor {
 public:
  explicit FieldChannelCursor(const Variable& variable) : variable_(variable), used_(variable.field_channels.size()) {}

  void enter(uint32_t field) { path_.push_back(field); }
  void leave() { path_.pop_back(); }
  // For the field entered last: the variable that declares its channels, and the index of the first of the next
  // `length`.
  std::pair<VariableId, uint32_t> take(uint32_t length);

 private:
  const Variable& variable_;
  std::vector<uint32_t> path_;
  std::vector<uint32_t> used_;  // by field
};

// The type of what `place` denotes.
Type type_of(const Model& model, const Place& place);

// Expressions and simple statements in the notation of SPIN's state tables, e.g. "g = (g+1)", "((g==1))".
std::string text_of(const Model& model, ExprId expr);
std::string text_of(const Model& model, const Stmt& stmt);
std::string text_of(const Model& model, const Place& place);
std::string text_of(const Model& model, Type type);

std::string dump(const Model& model, const SourceMap& sources);

}  // namespace px::promela
