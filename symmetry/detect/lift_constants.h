// Locals that only identify a process become a function of the process.
//
//   before: local P.id: 0..2       start: id[P:2] := 1; id[P:3] := 2; goto P:1 -> s; ...     tok[id[p]] ...
//   after:                         start: goto P:1 -> s; ...                                 tok[index(p) - 1] ...
//
// Parameters with which a process is started, and variables that are never written, distinguish processes as the text
// of the program does; but as long as they are part of the state, exchanging processes would have to change states. The
// value of such a local is known from the location of its process: at some locations it has the value that belongs to
// the process; at all others, before the start and after the end, it is zero. So nothing is lost when it leaves the
// state, and StateTranslation restores it.
//
// Requirements: the local is written only where a literal process is sent to its start, with one literal value for each
// process; it is read only by the process itself, and only at locations where it has its value; and each location
// either has the value or does not, whichever path leads there.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/ir/program.h"

namespace px::symmetry {

struct ConstantLocal {
  ir::VariableId variable;
  std::vector<int64_t> values;  // per process of its family
  std::vector<bool> present;    // per location of its family; elsewhere it is zero
};

std::vector<ConstantLocal> constant_locals(const ir::Program& program);
// The variables stay, as arrays that are always zero; everything else keeps its number.
ir::Program lift_constants(const ir::Program& program, const std::vector<ConstantLocal>& constants);

}  // namespace px::symmetry
