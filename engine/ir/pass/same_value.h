// Whether two expressions are the same literal, the same name, or reads of the same place. A negative answer does not
// mean that they differ: larger expressions are not compared.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

bool same_value(const Program& program, ExprId a, ExprId b);
// Places of the same variable, with the same fields and indices.
bool same_place(const Program& program, PlaceId a, PlaceId b);

}  // namespace px::ir
