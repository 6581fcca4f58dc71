// Which variables, and which fields of them, tell nothing that a step or a property ever looks at.
//
// A value matters if a guard, a condition, an index or a property reads it, or an assignment to something that matters
// does: the least set with that, found by going over the statements until nothing is added. So a counter that only
// counts itself does not matter, although it is read. What matters to invariants alone is told apart, since leaving
// such a variable out leaves out what is checked. Prints do not count, unless they are what steps are called, nor
// whether the value fits its type.
//
// Of records the fields of the outermost one are told apart, and of queues their length.
//
// Cost: a few walks over the program.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/ir/layout.h"
#include "engine/ir/program.h"

namespace px::profile {

struct UnreadPart {
  ir::VariableId variable;
  std::optional<uint32_t> field;  // of the outermost record; none: all of it
  bool invariants_read = false;   // and nothing else does
};

// In the order of the variables, without constants and hidden ones.
std::vector<UnreadPart> find_unread(const ir::Program& program);

// The words of a state in which just the bits of this part are set.
std::vector<uint64_t> bits_of_part(const ir::Program& program, const ir::Layout& layout, const UnreadPart& part);

}  // namespace px::profile
