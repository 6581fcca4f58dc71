// The Program: the intermediate representation to which every front end lowers, and from which everything else is
// derived.
//
// A state is the value of all variables plus one control location per process. A step is one action: its movers
// stand at the locations it leaves, its guard holds, its body runs, its movers arrive. A process that arrives at an
// atomic location holds control: only its actions run until it arrives elsewhere or is blocked; intermediate states are
// not states of the search. So atomicity, d_step and rendezvous (an action with two movers) need no special treatment
// elsewhere.
//
// Expressions, places and statements are nodes in dense stores, referred to by id; nodes are never shared between
// two parents except constants. Programs are made by Builder only and are immutable once verified; they may then be
// read by any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/source.h"
#include "engine/ir/externals.h"
#include "engine/ir/type.h"

namespace px::ltl {
enum class Connective : uint8_t;  // engine/ltl/connective.h, for code that needs to know which
}

namespace px::ir {

struct VariableTag {};
struct BindingTag {};
struct ExprTag {};
struct PlaceTag {};
struct StatementTag {};
struct ActionTag {};
using VariableId = Id<VariableTag>;
using BindingId = Id<BindingTag>;
using ExprId = Id<ExprTag>;
using PlaceId = Id<PlaceTag>;
using StatementId = Id<StatementTag>;
using ActionId = Id<ActionTag>;

enum class Op : uint8_t {
#define PX_OP(name, ...) name,
#include "engine/ir/op_kind.def"
#undef PX_OP
};
// The columns of op_kind.def, which explains them.
enum class ResultClass : uint8_t { Truth, Number, First, Second, Singleton, Item, Own };
enum class OpSyntax : uint8_t {
  Form,
  Call,
  Quantifier,
  // Operators, loosest first. Until: in formulas only.
  Or,
  And,
  Until,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Prefix,
};
inline constexpr Op kAllOps[] = {
#define PX_OP(name, ...) Op::name,
#include "engine/ir/op_kind.def"
#undef PX_OP
};
std::string_view op_text(Op op);
OpSyntax op_syntax(Op op);
int op_operands(Op op);  // how many of Expr::operands are used
ResultClass op_result(Op op);
bool op_may_fail(Op op);  // even if its operands and its place have values
bool op_has_interval_rule(Op op);
bool op_is_quantifier(Op op);
bool op_binds_value(Op op);  // Let and Fix
bool op_is_comparison(Op op);
// For comparisons: `a op_negated(op) b` is true where `a op b` is false; `b op_mirrored(op) a` is the same as `a op b`.
Op op_negated(Op op);
Op op_mirrored(Op op);

// A name for a value within an action: a parameter, a quantified, chosen, loop or let-bound name.
struct Binding {
  std::string name;
  TypeId type;
};

struct Expr {
  Op op = Op::Const;
  TypeId type;
  int64_t value = 0;    // Const; Check: index into Program::texts; Call: number of the function
  BindingId binding;    // Binding, quantifiers, Let, Fix
  PlaceId place;        // Read, QueueLength
  Domain domain;        // quantifiers
  LocationId location;  // At
  FamilyId family;      // LocationIndex, CanMove
  ExprId operands[3];
  SourceSpan span;
};

// A path to a part of the state: a variable, then indices, fields and queue items.
struct Place {
  enum class Kind : uint8_t {
    Variable,  // variable
    Index,     // parent[index]; outside the domain is an error of the model
    FieldOf,   // parent.field
    Item,      // the item at position `index` (0 = front) of the queue `parent`; beyond its length: an error
  };
  Kind kind = Kind::Variable;
  TypeId type;
  VariableId variable;
  PlaceId parent;
  ExprId index;
  uint32_t field = 0;
  SourceSpan span;
};

using Block = std::vector<StatementId>;

struct Statement {
  enum class Kind : uint8_t {
    Assign,      // places[i] := exprs[i], all right sides and indices first; a value outside the type is an error
    Copy,        // places[0] := the container at places[1] of the same type
    Reset,       // places[0], scalar or container, to all-zero bits: the canonical dead value
    If,          // exprs[0]; blocks[0] else blocks[1]
    For,         // binding over domain, in order: blocks[0]
    While,       // exprs[0]: blocks[0], at most `limit` rounds, then an error
    Let,         // binding = exprs[0]: blocks[0]
    Choose,      // one outcome per element of the domain: binding, blocks[0]; with exprs[0], only the first
                 // exprs[0] numbers of the range
    Either,      // one outcome per block
    Require,     // exprs[0] false: this outcome does not exist
    Assert,      // exprs[0] false: violation `violation` with `text`; the outcome continues
    Fail,        // violation `violation` with `text`; this outcome ends
    Grow,        // this outcome exceeds what the translation provides for, by `mark`; it ends. See docs/ir.md.
    Push,        // queue places[0], one expr per field; when full: an error
    PushSorted,  // Push before the first item that is greater in field order (Promela's !!)
    Pop,         // removes the front of places[0]
    RemoveAt,    // removes the item at position exprs[0] of places[0]
    Goto,        // process exprs[0] of location's family goes to `location` (creation and death of processes)
    Solve,  // `init` only: one outcome for each way to give the places values of their types such that all exprs hold
    Print,  // shown in replay and simulation: text with printf conversions, exprs
  };
  Kind kind = Kind::Assign;
  std::vector<PlaceId> places;
  std::vector<ExprId> exprs;
  std::vector<Block> blocks;
  BindingId binding;
  Domain domain;
  LocationId location;
  LocationId from{};  // Goto: the process is at this location whenever the statement runs; invalid: unknown
  uint64_t limit = 0;
  uint8_t violation = 0;  // ViolationKind
  uint32_t mark = 0;      // Grow: what the front end has to provide for; never 0
  std::string text;
  // For: the front end guarantees that the iterations have the same outcomes in any order, prints included. For a loop
  // written by users this is unknown, but symmetry detection may prove it.
  bool any_order = false;
  SourceSpan span;
};

// The kinds of violations, in the order of the exit codes 10 to 14.
enum class ViolationKind : uint8_t { Assumption, Deadlock, Safety, Liveness, Assertion };

struct Parameter {
  BindingId binding;
  Domain domain;
};

// Whether a process keeps control after a step: see docs/ir.md.
enum class Control : uint8_t { Release, Atomic, Deterministic };

// A process that participates in an action, given by a parameter.
struct Mover {
  uint32_t parameter = 0;
  LocationId from;
  LocationId to;
  // For the last mover: it keeps control even if `to` does not ask for it. (A location both entered from outside and
  // returned to within an atomic sequence cannot decide this for every arrival.) Deterministic only if `to` is, too.
  Control control = Control::Release;
};

struct Action {
  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Mover> movers;  // two movers are never the same process; control goes to the last one
  ExprId guard;               // may be absent
  Block body;
  std::string label;            // the statement as written by the user, for traces
  std::vector<Origin> origins;  // the same, split into single statements in the order of execution; may be empty
  SourceSpan span;
  // Equal outcomes for the same arguments, transient variables included, count as one.
  bool distinct = false;
};

struct Variable {
  std::string name;
  TypeId type;
  FamilyId owner;                 // a local of this family: type is an array over it; else invalid
  bool constant = false;          // set by `init` only
  bool hidden = false;            // not shown in traces
  bool cells_by_element = false;  // an array over a family whose elements' names denote its cells
  uint32_t growth = 0;            // not 0: assigning a value outside the type is not an error but a growth by this mark
  bool transient = false;         // zeroed after each outcome of a distinct action, once it has distinguished outcomes
  std::string notation;           // the users' notation for its value as a whole; empty: cell by cell
  std::vector<int64_t> initial;   // empty: all zero; one: every scalar; else one per scalar, in layout-free order
  SourceSpan span;
};

struct Invariant {
  std::string name;
  ExprId condition;
  ViolationKind kind = ViolationKind::Safety;
  SourceSpan span;
};

// A state without an enabled action is a deadlock, unless the program has processes and all of them stand at valid end
// locations, or `allowed` holds.
struct DeadlockRule {
  bool check = true;
  ExprId allowed;
  SourceSpan span;
  // Whether a step that ends in an error counts as a move. If not, a state whose only steps end in errors is a
  // deadlock.
  bool errors_move = true;
};

// A never claim or the automaton of an LTL formula; the liveness search composes it synchronously with the model.
struct Automaton {
  // An edge's test of the system's step that it is combined with; its guard refers to the state before the step.
  struct StepTest {
    enum class Kind : uint8_t {
      Taken,     // the step sets the mark
      Possible,  // this state has a step that sets the mark, not necessarily this one
      Stops,     // this state has no step
      Stays,     // no step leads to another state
    };
    Kind kind = Kind::Taken;
    bool negated = false;
    std::string mark;  // Taken, Possible: the name of a hidden transient variable of type bool

    bool operator==(const StepTest&) const = default;
  };
  struct Edge {
    uint32_t from = 0;
    uint32_t to = 0;
    ExprId guard;
    SourceSpan span;
    std::vector<StepTest> tests{};  // all must hold
  };
  // A part of the formula from which the automaton is made, for displaying runs: no search reads it, and the text form
  // does not contain it.
  struct Part {
    std::string text;                             // in the syntax of the language, truncated if long
    std::optional<ltl::Connective> connective{};  // none: an atom
    std::vector<uint32_t> operands{};             // numbers of parts, all smaller; And and Or may have any number
    std::variant<bool, ExprId, StepTest> atom{};  // of an atom: a constant, a condition on states, or one on steps
    SourceSpan span{};
  };
  std::string name;
  std::vector<std::string> states;
  std::vector<bool> accepting;
  uint32_t initial = 0;
  std::vector<Edge> edges;
  SourceSpan span;
  // Known to be insensitive to repeated states of a run: from a formula without `next`, about states only.
  bool next_free = false;
  std::vector<Part> formula{};  // the whole is the last one; empty: a claim
  // For one conjunct of a formula: the number of the automaton of the whole formula, which is the property.
  std::optional<uint32_t> conjunct_of{};
  bool paths_end = false;  // in the formula's semantics, a state in which nothing can move has no next state
};

struct Program {
  std::string name;
  FileId text_file;  // the .px file it was read from, if any: the writer omits positions in that file
  Store<SortId, Sort> sorts;
  Store<FamilyId, Family> families;
  Store<LocationId, Location> locations;
  Store<NamesId, ValueNames> value_names;
  Store<TypeId, Type> types;
  Store<VariableId, Variable> variables;
  Store<BindingId, Binding> bindings;
  Store<ExprId, Expr> exprs;
  Store<PlaceId, Place> places;
  Store<StatementId, Statement> statements;
  Store<ActionId, Action> actions;
  std::vector<Invariant> invariants;
  DeadlockRule deadlock;
  std::vector<Automaton> automata;
  std::vector<std::string> texts;  // the messages of Check
  // A step is labelled with what its action prints: actions of process algebras carry values.
  bool labels_are_printed = false;
  std::shared_ptr<const Externals> externals;  // the functions for Call; null if there are no calls
  Block init;                                  // run on the initial values; every outcome is an initial state

  // The variable that a place is a part of.
  VariableId variable_of(PlaceId place) const;
  uint32_t domain_size(const Domain& domain) const;
  int64_t domain_first(const Domain& domain) const;  // value of its first element
  // Smallest and largest value of a scalar type.
  int64_t scalar_lo(TypeId type) const;
  int64_t scalar_hi(TypeId type) const;
  // Number of scalars in a value of this type (a queue: its length and all its slots).
  uint64_t scalar_count(TypeId type) const;
  std::string element_name(SortId sort, int64_t value) const;
  // The arguments of a call, first to last.
  std::vector<ExprId> call_arguments(const Expr& call) const;
  // A value of a Bool, Int or Element type as text for users.
  std::string value_text(TypeId type, int64_t value) const;
  // Control after an action with movers, as requested by its last mover or the location it reaches.
  Control control_after(const Action& action) const;
};

}  // namespace px::ir
