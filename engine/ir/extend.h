// Additions to an existing Program, for passes and rewriting for symmetry (Builder creates new ones).
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

// The id of this type, which is added if the program does not have it.
TypeId type_id(Program& program, Type type);

// Adds the sort together with the family of all its elements, which has its name.
SortId add_sort(Program& program, Sort sort);

}  // namespace px::ir
