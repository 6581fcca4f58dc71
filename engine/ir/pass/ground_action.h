// The ground actions of a program, one for each choice of the participating processes, and the edges along which
// processes move.
//
//   action send(p: node, q: node) at p: s1 -> s2, q: t1 -> t2      6 nodes: 30 ground actions, 2 edges each
//
// Other parameters stay open. An edge says that a ground action takes a process from one location to another; a Goto is
// an edge from the known location of the process, or from anywhere. The edges of a process are its control graph, which
// the dependency analysis searches for what the process may do later.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/ir/pass/cell_space.h"
#include "engine/ir/program.h"

namespace px::ir {

struct GroundAction {
  ActionId action;
  std::vector<uint32_t> processes;  // of its movers, in their order

  bool is_free() const { return processes.empty(); }
};

struct GroundEdge {
  uint32_t action = 0;   // number of the ground action
  uint32_t process = 0;  // kNoProcess: of a free action, which may happen in any state
  LocationId from;       // invalid: wherever the process is
  LocationId to;         // invalid: of a free action
  bool by_goto = false;  // another process moves (starts) this one
};

class GroundActions {
 public:
  static constexpr size_t kMaxActions = 6000;

  // nullopt if there are more than kMaxActions.
  static std::optional<GroundActions> make(const Program& program, const CellSpace& cells);

  const std::vector<GroundAction>& all() const { return actions_; }
  const std::vector<GroundEdge>& edges() const { return edges_; }
  const GroundAction& operator[](uint32_t number) const { return actions_[number]; }
  size_t size() const { return actions_.size(); }
  // The ground actions whose first mover is the process, standing at the location; in the program's order.
  const std::vector<uint32_t>& leaving(uint32_t process, LocationId location) const;
  const std::vector<uint32_t>& free() const { return free_; }

 private:
  void add_instances(const Program& program, const CellSpace& cells, ActionId id, GroundAction& partial);
  void add_gotos(const Program& program, const CellSpace& cells, uint32_t number, const Block& block);
  void index(const Program& program, const CellSpace& cells);

  std::vector<GroundAction> actions_;
  std::vector<GroundEdge> edges_;
  std::vector<uint32_t> free_;
  std::vector<std::vector<std::vector<uint32_t>>> leaving_;  // by process and index of the location
  std::vector<uint32_t> location_index_;                     // by location
  std::vector<uint32_t> none_;
};

}  // namespace px::ir
