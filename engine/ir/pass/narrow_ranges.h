// Narrows the ranges of integers to the values they can have, to save bits.
//
//   before: var k: 0..255    action step when k < 5 do k := k + 1
//   after:  var k: 0..5
//
// Idea: interval analysis [CousotCousot77]. One interval per integer of a variable (all cells of an array together,
// each field of a record or of a queue's items apart) holds all values it has in any reachable state. It starts with
// the initial and default values and grows by what every statement can assign, until a fixpoint is reached; widening
// takes an interval that keeps growing to the next constant of the program, and then to the declared range. Further
// rounds from the fixpoint narrow it. Within an action the intervals of places are sharper: what the guard and the
// conditions on the path imply about a place holds until its variable is written.
//
// Invariant: a value outside the new range is outside the declared one, so the same assignments are errors. The default
// value stays in the range, so that it remains all zero bits. Integers that are copied as part of a container share one
// interval, so that equal types stay equal. Items of interned sequences are left alone.
//
// Cost: a few dozen walks over the program.
#pragma once

#include "engine/ir/program.h"

namespace px::ir {

Program narrow_ranges(Program program);

}  // namespace px::ir
