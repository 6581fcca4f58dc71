// The typed flat machine: the combination of a B machine with all machines that it sees, uses, includes, extends,
// imports or refines. Names are resolved to symbols (those of a renamed machine are called x.name), definitions are
// expanded, every formula has its type, and no other file is needed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "frontends/b/ast.h"
#include "frontends/b/temporal.h"
#include "frontends/b/types.h"

namespace px::b {

enum class SymbolKind : uint8_t {
  Set,        // a given set: value `set`, type POW(set)
  Element,    // of an enumerated set
  Constant,   // concrete or abstract; also scalar parameters of the machine
  Variable,   // concrete or abstract
  Abstract,   // a variable of the abstraction that a refinement does not keep: occurs only in `linking`
  Bound,      // of a binder, ANY, LET or VAR
  Parameter,  // of an operation
  Result      // of an operation
};

struct Symbol {
  SymbolKind kind = SymbolKind::Bound;
  bool concrete = false;   // a constant or variable is a concrete one
  bool changeable = true;  // false for the variables of a machine that is only seen or used
  std::string name;
  SourceSpan span;
  TypeId type;
  GivenSetId set;        // of sets and elements
  uint32_t element = 0;  // the index of an element in its set
};

struct GivenSet {
  std::string name;
  SourceSpan span;
  SymbolId symbol;
  TypeId type;              // the type of its elements
  bool enumerated = false;  // if so, `elements` lists all of them; otherwise the set is deferred
  bool parameter = false;   // of the machine
  std::vector<SymbolId> elements;
};

// A conjunct of a clause; `machine` names the machine that it comes from.
struct Conjunct {
  ExprId predicate;
  std::string machine;
};

struct Operation {
  std::string name;
  SourceSpan span;
  std::string machine;
  std::vector<SymbolId> parameters;
  std::vector<SymbolId> results;
  SubstId body;
  bool exported = true;  // false: only called from other operations
};

// SET_PREF_MAXINT == 5, MAX_OPERATIONS == 10, scope_S == 3: definitions that address the tool.
struct Setting {
  std::string name;  // as defined
  SourceSpan span;
  std::string text;  // the right-hand side as written, strings without quotes
  ExprId value;      // the typed right-hand side, if it is an expression of the machine
};

// The use of a definition: nodes from its body refer to it.
struct Expansion {
  std::string name;
  SourceSpan span;
  ExpansionId parent;  // the use of the definition in whose body this use occurs
};

enum class MachineKind : uint8_t { Machine, Refinement, Implementation };

struct Machine : Nodes {
  MachineKind kind = MachineKind::Machine;
  std::string name;
  SourceSpan span;
  TypeTable types;
  Store<SymbolId, Symbol> symbols;
  Store<GivenSetId, GivenSet> sets;
  Store<OperationId, Operation> operations;
  Store<ExpansionId, Expansion> expansions;
  std::vector<SymbolId> constants;   // in declaration order, included machines first
  std::vector<SymbolId> variables;   // likewise
  std::vector<Conjunct> properties;  // also CONSTRAINTS, and values of IMPLEMENTATIONs as equations
  std::vector<Conjunct> invariants;
  std::vector<Conjunct> linking;  // conjuncts of a refinement's invariant that refer to Abstract symbols: not checked
  std::vector<Conjunct> assertions;
  SubstId initialisation;  // those of included machines first, in sequence; none if there are no variables
  ExprId goal;             // the definition GOAL
  std::vector<Setting> settings;
  std::vector<TemporalFormula> temporal;
  std::set<std::string> given_values;  // names in LoadOptions::values that are constants of it
  std::vector<Diagnostic> warnings;
};

// A temporal formula to check in addition to those of the machine. Messages about it refer to a text named `option`.
struct AddedFormula {
  std::string name;
  std::string option;
  std::string text;
};

// The value of a constant or of a parameter of the main machine, as if VALUES gave it.
struct GivenValue {
  std::string name;
  std::string option;  // what messages call the text
  std::string text;
};

struct LoadOptions {
  // Reads a file: its text, or nothing if it does not exist. Default: the file system.
  std::function<std::optional<std::string>(const std::string& path)> read_file;
  std::vector<AddedFormula> formulas{};
  std::vector<GivenValue> values{};  // the last one of a name counts; others than those of constants are left alone
};

// The main file must be in `sources`; the files of other machines and of definitions are searched for in the same
// folder, and added.
Result<Machine> load_machine(FileId file, const LoadOptions& options, SourceMap& sources);

// The formula and the substitution as B text, with the fewest parentheses.
std::string text_of(const Machine& machine, ExprId expr);
// With these texts in place of symbols.
std::string text_of(const Machine& machine, ExprId expr, const std::map<SymbolId, std::string>& texts);
std::string text_of(const Machine& machine, SubstId subst);
// The whole machine as a B machine, every declaration with its type as a comment (--dump ast).
std::string dump(const Machine& machine);
// The types of all named objects, one per line (--dump types).
std::string dump_types(const Machine& machine);

}  // namespace px::b
