// Additions to an existing Program, for passes and rewriting for symmetry (Builder creates new ones).
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

// The id of this type; adds the type if the program does not have it.
TypeId type_id(Program& program, Type type);

// Adds the sort, and the family of all its elements under the same name.
SortId add_sort(Program& program, Sort sort);

}  // namespace px::ir
