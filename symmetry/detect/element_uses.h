// Finds the elements whose identity a program can observe other than by naming them: their number, or their position in
// an order. Such elements are fixed by every symmetry considered.
//
//   numbers   index(e), element(i), arithmetic, <, <=, min, max on elements; an element where an integer belongs or the
//             reverse; sets as integers; interned sequences of elements
//   order     loops over a family whose rounds are not independent; the first enabled choice of an element in a
//             deterministic sequence; sorted insertion by an element; quantifiers that an error can cut short
#pragma once

#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/ir/program.h"
#include "symmetry/perm/element_space.h"

namespace px::symmetry {

struct ElementUses {
  std::vector<bool> fixed;        // per point
  std::vector<Diagnostic> notes;  // SymmetryLost, one per place
};

ElementUses find_element_uses(const ir::Program& program, const ElementSpace& space);

}  // namespace px::symmetry
