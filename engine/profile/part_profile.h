// What the scalars of a model's variables were seen to hold: how many values, between which bounds, and whether the
// bounds move on from level to level.
//
// A *part* is a scalar of a variable's type, with all cells of an array and all items of a queue together, each field
// of a record apart; the length of a queue is a part of its own. Only items that are there count.
//
// A part is said to *grow* if its bounds were passed in many levels and still were in the last of them. That is a
// guess, and a good one where the levels are many: a number that is bounded reaches its bounds early, since bounds are
// small and a search breadth first gets to them by the shortest way.
//
// Cost: the scalars of a state, for each state.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/ir/state_cursor.h"
#include "engine/profile/first_states.h"

namespace px::profile {

struct PartProfile {
  static constexpr size_t kMostValues = 4096;  // that are told apart

  ir::VariableId variable;
  std::string path;  // below the variable: "", ".x", ": length", ": field 2"
  ir::TypeId type;   // of a length: of the queue
  bool is_length = false;
  uint64_t cells = 0;  // of this part in a state
  uint32_t width = 0;  // bits of one of them
  std::unordered_set<int64_t> values{};
  int64_t lo = 0;  // of the values seen; meaningless if there are none
  int64_t hi = -1;
  uint32_t moved = 0;       // levels in which a bound was passed, the first one aside
  uint32_t last_moved = 0;  // the last of them
  bool grows = false;

  bool seen() const { return !values.empty(); }
  bool is_number(const ir::Program& program) const {
    return is_length || (program.types[type].kind == ir::TypeKind::Int && !program.types[type].external);
  }
  uint64_t bits() const { return cells * width; }
  // That would hold the values seen, all cells together.
  uint64_t bits_of_seen() const;
  // Of the type.
  int64_t least(const ir::Program& program) const;
  int64_t most(const ir::Program& program) const;
};

// In the order of the variables, without constants and hidden ones.
std::vector<PartProfile> profile_parts(const ir::Program& program, const ir::Layout& layout, const FirstStates& states);

}  // namespace px::profile
