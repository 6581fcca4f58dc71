// The footprint of an action: the cells it reads and writes, and the atoms of its guard. It shows whether two actions
// commute, and which actions can make a guard true.
//
// The action is evaluated abstractly, over sets of values (value_set.h). The caller supplies what is known about a
// cell: a process whose channel is known touches only that channel's cells. If nothing is known, an index may have any
// value, and the footprint contains every cell it may select. An index outside its array selects the first cell, as in
// docs/ir.md.
//
// A guard is split at its conjunctions into atoms: while the action is disabled some atom is false, and the action
// stays disabled until that atom becomes true. Atoms are split into leaves; for a comparison with a constant, and for
// the length of a queue, the analysis knows which writes can make it true and which false:
//
//   x = 3          made true by x := 3 only, made false by all other writes of x
//   len(q) > 0     made true by a push, made false by a pop
//   x > 3          made true by x := x + 1, never made false by it
//   x = 3          never made true by 'when x = 1 do x := 2', never made false by 'when x = 1 do x := 3'
//
// Cost: linear in the size of the action times the number of its cells.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "engine/ir/pass/cell_space.h"
#include "engine/ir/pass/ground_action.h"
#include "engine/ir/pass/value_set.h"
#include "engine/ir/program.h"

namespace px::ir {

struct CellWrite {
  enum class Kind : uint8_t {
    Assign,  // one of `values`
    Add,     // `amount` more than before
    Other,   // anything
  };
  uint32_t cell = 0;
  Kind kind = Kind::Other;
  ValueSet values{};
  int64_t amount = 0;
  // Add: whether it commutes with other ones of the same `modulus` (0: it never leaves the cell's range).
  bool commutes = false;
  uint64_t modulus = 0;
  // The write happens only as part of starting this process, which does not run yet.
  uint32_t starts = CellSpace::kNoProcess;
  // The cell's possible values before the write, by the action's guard and its movers' locations; empty: nothing is
  // known. A condition that already holds is not made true: 'x = 0 -> x := 1' makes no 'x = 0' true, and no 'x = 1'
  // false.
  ValueSet before{};
};

// A condition on one cell, or an unanalysed condition on several.
struct GuardLeaf {
  enum class Kind : uint8_t { Compare, Any };
  Kind kind = Kind::Any;
  Op op = Op::Eq;  // Compare: the cell's value against `constant`
  int64_t constant = 0;
  Interval range;               // Compare: the range of the cell
  std::vector<uint32_t> cells;  // Compare: a single cell
};

bool may_make_true(const CellWrite& write, const GuardLeaf& leaf);
bool may_make_false(const CellWrite& write, const GuardLeaf& leaf);

// A part of a guard that must hold for the action to be enabled.
struct GuardAtom {
  ExprId expr;                                       // evaluated with these names, and the action's parameters
  std::vector<std::pair<BindingId, int64_t>> names;  // of enclosing quantifiers
  std::vector<GuardLeaf> leaves;                     // at least one of them has to change for the atom to change
  bool open = false;   // holds if it does for some values of the parameters that are not given
  bool exact = false;  // cannot fail, and is equivalent to its only leaf, a comparison
};

struct Footprint {
  std::vector<uint32_t> reads;  // the cells that its outcomes depend on; ascending
  std::vector<CellWrite> writes;
  std::vector<GuardAtom> atoms;
  bool never = false;       // the guard cannot be true
  bool uncertain = false;   // may have no outcome although its guard is true
  bool everything = false;  // depends on every action
};

class FootprintFinder {
 public:
  // The possible values of a cell; called for scalars of variables.
  using ValuesOf = std::function<ValueSet(uint32_t cell, TypeId type)>;

  FootprintFinder(const Program& program, const CellSpace& cells);  // must outlive this

  // The footprint of the action alone: the later actions of an atomic sequence have footprints of their own.
  Footprint find(const GroundAction& ground, const ValuesOf& values);
  // The cells that a condition depends on; sets `everything` if it depends on more than cells.
  std::vector<uint32_t> cells_of(ExprId condition, const ValuesOf& values, bool& everything);
  // The leaves, at least one of which has to change for the condition to change; sets `everything` if other changes
  // matter.
  std::vector<GuardLeaf> leaves_of(ExprId condition, const ValuesOf& values, bool& everything);
  // The variables that determine which processes an action concerns: those in indices, and those by which actions of
  // several processes choose among processes (Promela's rendezvous compares channel numbers).
  static std::vector<bool> variables_that_choose(const Program& program);

 private:
  // A value's part that may be at several places: the cells where it may begin, and its type.
  struct Target {
    std::vector<uint32_t> cells;
    TypeId type;
    bool one_cell = false;  // the whole variable is one cell
  };
  using Names = std::vector<std::pair<BindingId, int64_t>>;

  ValueSet eval(ExprId id);
  ValueSet eval_read(const Expr& e);
  ValueSet eval_truth(const Expr& e);
  ValueSet eval_comparison(Op op, const ValueSet& a, const ValueSet& b);
  ValueSet eval_arithmetic(Op op, const ValueSet& a, const ValueSet& b);
  ValueSet eval_quantifier(const Expr& e);
  ValueSet eval_check(const Expr& e);
  ValueSet eval_sets(const Expr& e, const ValueSet& a);
  ValueSet eval_control(const Expr& e, const ValueSet& a);
  ValueSet of_type(TypeId type) const;
  ValueSet of_domain(const Domain& domain) const;

  Target resolve(PlaceId id, bool& front);
  Target resolve(PlaceId id) {
    bool front = false;
    return resolve(id, front);
  }
  void read_cells(const Target& target);
  void read(uint32_t cell) { reads_.push_back(cell); }
  void read_queue(const Target& queue, CellSpace::QueueCell part);

  void block(const Block& block);
  void statement(StatementId id);
  void assign(const Statement& s);
  void assign_one(const Target& target, PlaceId place, ExprId value);
  uint32_t started_by(PlaceId place, uint32_t cell) const;
  bool adds(const Target& target, ExprId value, CellWrite& write);
  void push(const Statement& s);
  void pop(const Statement& s);
  void write_all(const Target& target);
  void reset_all(uint32_t cell, TypeId type);
  void write(CellWrite write);
  void note_before(const GuardAtom& atom);
  void go_to(const Statement& s);
  void move(uint32_t process, LocationId from, LocationId to);

  void guard(ExprId id, Footprint& footprint);
  void add_atom(ExprId id, Footprint& footprint);
  bool leaves(ExprId id, bool positive, std::vector<GuardLeaf>& out);
  bool compare_leaf(const Expr& e, bool positive, std::vector<GuardLeaf>& out);
  void note_lengths(const GuardAtom& atom);
  bool mentions_open(ExprId id) const;
  bool place_mentions_open(PlaceId id) const;
  void add_open_atom(ExprId guard, Footprint& footprint);

  const Program& program_;
  const CellSpace& cells_;
  const ValuesOf* values_ = nullptr;
  std::vector<ValueSet> bindings_;
  std::vector<bool> bound_;
  std::vector<uint32_t> reads_;
  std::vector<CellWrite> writes_;
  std::vector<bool> open_;  // parameters that are not given, by binding
  Names names_;             // of quantifiers being unrolled
  bool may_fail_ = false;
  bool everything_ = false;
  bool uncertain_ = false;
  bool guard_may_fail_ = false;                        // in a part examined so far
  std::vector<uint32_t> nonempty_, not_full_;          // queues for which the guard ensures this, by their first cells
  std::vector<std::pair<uint32_t, ValueSet>> before_;  // the values that the guard allows a cell
  BindingId born_;                                     // the process that the current block starts; invalid: none
  std::vector<uint32_t> capacities_;                   // of the queue at a cell; 0: none
};

}  // namespace px::ir
