// One round of the interval analysis of narrow_ranges: from the intervals of all integers to the values that statements
// can assign. Private to narrow_ranges.
#pragma once

#include <vector>

#include "engine/ir/interval.h"
#include "engine/ir/program.h"

namespace px::ir {

// The integers of all variables: one leaf per integer of a variable's type, shared by all cells of an array (and all
// items of a queue). Leaves connected by a Copy form one class.
class Leaves {
 public:
  explicit Leaves(const Program& program);
  uint32_t count() const { return static_cast<uint32_t>(class_.size()); }
  // The class of the first leaf of a place; the others of its type follow in order of their leaf numbers.
  uint32_t first(PlaceId place) const;
  uint32_t first(VariableId variable) const { return first_[variable.value]; }
  uint32_t class_of(uint32_t leaf) const;
  uint32_t in(TypeId type) const;  // the number of leaves of a type

 private:
  void unite(uint32_t a, uint32_t b);

  const Program& p_;
  std::vector<uint32_t> first_;  // per variable
  std::vector<uint32_t> class_;  // per leaf: another leaf of its class, or itself
};

using Ranges = std::vector<Interval>;  // per leaf; a class keeps its range at class_of()

class RangeWalk {
 public:
  RangeWalk(const Program& program, const Leaves& leaves, const Ranges& now)
      : p_(program), leaves_(leaves), now_(now), bindings_(program.bindings.size()) {}

  // Joins to `next` everything that some statement can assign when all integers are within `now`.
  void run(Ranges& next);

 private:
  // What is known about a place or a binding at a point of the program.
  struct Fact {
    PlaceId place;
    BindingId binding;
    Interval range;
  };
  struct Facts {
    std::vector<Fact> all;
    bool dead = false;  // this point is never reached
  };

  Interval value(ExprId id, const Facts& facts);
  Interval read(PlaceId place, const Facts& facts);
  Interval quantifier(const Expr& e, const Facts& facts);
  Interval scalar_range(TypeId type) const;
  void assume(ExprId condition, bool truth, Facts& facts);
  void assume_comparison(Op op, ExprId a, ExprId b, Facts& facts);
  void know(const Expr& e, Interval range, Facts& facts);
  static const Fact* known(const Facts& facts, BindingId binding);
  const Fact* known(const Facts& facts, PlaceId place) const;

  void block(const Block& block, Facts& facts);
  void statement(const Statement& s, Facts& facts);
  void branches(const Statement& s, Facts& facts);
  void assign(const Statement& s, Facts& facts);
  void push(const Statement& s, Facts& facts);
  void write(uint32_t leaf, TypeId declared, Interval range);
  void write_all(TypeId type, uint32_t& leaf);
  void bind(BindingId binding, const Domain& domain);
  void forget(VariableId variable, Facts& facts) const;
  void forget_written(const Block& block, Facts& facts) const;

  bool same(ExprId a, ExprId b) const;
  bool same_place(PlaceId a, PlaceId b) const;
  bool mentions(ExprId id, VariableId variable) const;
  bool place_mentions(PlaceId id, VariableId variable) const;
  bool has_index(PlaceId id) const;

  const Program& p_;
  const Leaves& leaves_;
  const Ranges& now_;
  Ranges* next_ = nullptr;
  std::vector<Interval> bindings_;  // the ranges of the bindings in scope
};

}  // namespace px::ir
