// Which actions may interfere with each other, now or later: the dependency matrices for partial-order reduction.
//
// All rows range over the edges of the ground actions (ground_action.h). In a state, an edge is *current* if its
// process stands where it begins; the edges of a Goto and of free actions are always current. Intersected with the
// current edges, the rows answer three questions about an action a, in every state:
//
//   conflicts(a)       a is enabled: which edges are a first step towards an action that does not commute with a or
//                      disables it?
//   enablers(a, i)     part i of a's guard is false: which edges are a first step towards an action that makes it true?
//   leads(p, l)        process p does not stand at l: which edges of p lead towards l?
//
// "Towards" means along a path in the control graph of one process; the first step may be the action itself. So an
// action that another process can only reach in ten steps counts, and one that it can no longer reach does not.
// docs/partial-order.md argues that the sets made of these rows are stubborn.
//
// Two actions conflict if one writes what the other reads or writes (additions commute), or makes an atom of the
// other's guard false. The rest of an atomic sequence belongs to the action that begins it: in the rest, guards are
// reads like any other, since no other process runs in between that could wait for them.
#pragma once

#include <string>
#include <vector>

#include "engine/base/bits.h"
#include "engine/ir/pass/footprint.h"
#include "engine/ir/pass/ground_action.h"
#include "engine/ir/program.h"

namespace px::ir {

class Dependencies {
 public:
  using ValuesFor = std::function<ValueSet(const GroundAction& reader, uint32_t cell, TypeId type)>;
  struct Assumptions {
    ValuesFor values;      // the values that a reader may find in a cell
    Bits dead;             // ground actions that can no longer happen; empty: none
    bool watched = false;  // infinite runs matter: to automata, or else to accept labels
  };

  // The program, cells and ground actions must outlive this.
  Dependencies(const Program& program, const CellSpace& cells, const GroundActions& ground, const Assumptions& given);

  struct Row {
    GuardAtom atom;
    Bits enablers;
  };
  struct Entry {
    Bits conflicts;
    std::vector<Row> atoms;
    Bits undecided;          // if `uncertain`: the edges that can change whether there is an outcome
    bool uncertain = false;  // it may have no outcome although its guard is true
    bool never = false;      // it cannot happen
  };
  const Entry& operator[](uint32_t action) const { return entries_[action]; }
  const Bits& leads(uint32_t process, LocationId location) const;
  size_t edges() const { return ground_.edges().size(); }
  bool conflict(uint32_t a, uint32_t b) const { return conflict_[a].test(b); }
  const std::vector<Footprint>& footprints() const { return footprints_; }
  // The actions of atomic sequences that begin with the action, itself first.
  const std::vector<uint32_t>& sequence(uint32_t action) const { return sequences_[action]; }
  // Cells that properties read: actions that write them keep their order.
  const Bits& visible_cells() const { return visible_; }
  bool is_visible(uint32_t action) const;
  // With Assumptions::watched: whether the action may change the truth of a state condition on an edge of an automaton,
  // or, if there are no automata, whether a process is at an accept label.
  bool is_watched(uint32_t action) const { return watched_.test(action); }

 private:
  void find_footprints(const Assumptions& given);
  void find_visible(const Assumptions& given);
  void find_watched(const Assumptions& given);
  std::vector<GuardLeaf> watched_leaves(const Assumptions& given, bool& everything);
  void find_sequences();
  void follow(uint32_t action, std::vector<uint32_t>& sequence) const;
  void find_conflicts();
  void find_reach();
  void fill_entries();
  Bits edges_to(const Bits& actions, const std::vector<uint32_t>& preferred = {}) const;

  const Program& program_;
  const CellSpace& cells_;
  const GroundActions& ground_;
  std::vector<Footprint> footprints_;
  std::vector<std::vector<uint32_t>> sequences_;
  std::vector<Bits> conflict_;
  Bits visible_;
  bool everything_visible_ = false;
  Bits watched_;                          // by action; empty unless asked for
  std::vector<std::vector<Bits>> reach_;  // by process and index of location: indices of locations
  std::vector<std::vector<Bits>> leads_;  // by process and index of location
  std::vector<Entry> entries_;
};

}  // namespace px::ir
