// A checked specification: every name is resolved, every expression has a sort.
//
// Each binding of a variable creates a variable of its own, so substitution never captures. Nodes live in the arenas of
// the Spec, are immutable once created, and may be shared.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/source.h"
#include "frontends/mcrl2/builtin.h"
#include "frontends/mcrl2/sorts.h"

namespace px::mcrl2 {

struct VariableTag {};
struct SymbolTag {};
struct ActionTag {};
struct ProcessTag {};
using VariableId = Id<VariableTag>;
using SymbolId = Id<SymbolTag>;
using ActionId = Id<ActionTag>;
using ProcessId = Id<ProcessTag>;

struct Variable {
  std::string name;
  SortId sort;
};

struct Expr {
  enum class Kind : uint8_t {
    Variable,
    Number,   // text
    Symbol,   // a mapping, constructor, projection or recogniser without arguments
    Apply,    // parts[0] to the others
    Builtin,  // builtin of parts
    List,     // of parts
    Set,
    Bag,    // element, count, element, count, ...
    SetOf,  // { variables[0] | parts[0] }
    BagOf,
    Lambda,  // variables, parts[0]
    Forall,
    Exists,
    Update,  // parts[0][parts[1] -> parts[2]]
    Where,   // parts[0], where variables[i] denotes parts[i + 1]
  };
  Kind kind = Kind::Number;
  Builtin builtin = Builtin::True;
  SortId sort;
  VariableId variable;
  SymbolId symbol;
  std::string text;
  std::vector<VariableId> variables;
  std::vector<const Expr*> parts;
  SourceSpan span;
};

struct Symbol {
  enum class Kind : uint8_t { Mapping, Constructor, Projection, Recogniser };
  Kind kind = Kind::Mapping;
  std::string name;
  SortId sort{};                 // a function sort if there are arguments
  std::vector<SortId> domain{};  // of the outermost arrow
  SortId result{};               // after the outermost arrow
  uint32_t index = 0;            // Constructor: its number among those of its sort
  bool of_struct = false;
  // Projection and Recogniser: per constructor (by index) the projected argument, or 0 if recognised; -1: not
  // applicable.
  std::vector<int> targets{};
  SourceSpan span;
};

struct NamedSort {
  std::string name;
  SortId id;
  bool is_struct = false;
  std::vector<SymbolId> constructors;
  SourceSpan span;
};

struct Equation {
  std::vector<VariableId> variables;
  const Expr* condition = nullptr;
  const Expr* left = nullptr;
  const Expr* right = nullptr;
  SourceSpan span;
};

struct Action {
  std::string name;
  std::vector<SortId> sorts;
  SourceSpan span;
};

struct ActionCall {
  ActionId action;
  std::vector<const Expr*> arguments;
  SourceSpan span;
};

struct CommRule {
  std::vector<std::string> from;  // sorted
  std::string to;                 // empty: tau
};

struct Process {
  enum class Kind : uint8_t {
    Delta,
    Multi,     // actions; none: tau
    Call,      // process, arguments (one per parameter)
    Sequence,  // parts
    Choice,
    Sum,  // variables, parts[0]
    If,   // condition, parts[0], perhaps parts[1]
    Parallel,
    Block,  // names
    Hide,
    Rename,  // names -> targets
    Allow,   // multi_names, each sorted
    Comm,    // rules
  };
  Kind kind = Kind::Delta;
  std::vector<ActionCall> actions;
  ProcessId process;
  std::vector<const Expr*> arguments;
  const Expr* condition = nullptr;
  std::vector<VariableId> variables;
  std::vector<const Process*> parts;
  std::vector<std::string> names;
  std::vector<std::string> targets;
  std::vector<std::vector<std::string>> multi_names;
  std::vector<CommRule> rules;
  SourceSpan span;
};

struct ProcessDefinition {
  std::string name;
  std::vector<VariableId> parameters;
  const Process* body = nullptr;
  SourceSpan span;
};

struct Spec {
  SortTable sorts;
  std::vector<NamedSort> named_sorts;
  Store<VariableId, Variable> variables;
  Store<SymbolId, Symbol> symbols;
  std::vector<Equation> equations;
  std::vector<VariableId> globals;
  Store<ActionId, Action> actions;
  Store<ProcessId, ProcessDefinition> processes;
  const Process* init = nullptr;

  std::deque<Expr> expr_nodes;
  std::deque<Process> process_nodes;

  const Expr* add(Expr e) { return &expr_nodes.emplace_back(std::move(e)); }
  const Process* add(Process p) { return &process_nodes.emplace_back(std::move(p)); }
  const NamedSort& named(SortId id) const { return named_sorts[sorts[id].named]; }
  bool is_constant(SymbolId id) const { return symbols[id].domain.empty(); }
  // Whether it is a struct or cons sort all of whose constructors are constants.
  bool is_enumerated(SortId id) const;

  // Shorthands for creating expressions.
  const Expr* use(VariableId variable, SourceSpan span = {});
  const Expr* apply(Builtin op, SortId sort, std::vector<const Expr*> parts, SourceSpan span = {});
  const Expr* truth(bool value);
};

}  // namespace px::mcrl2
