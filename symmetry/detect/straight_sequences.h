// Merges uninterruptible sequences into one step: preserves the effect of a d_step or an atomic sequence, not the order
// of its statements.
//
//   before: p at s -> d1 keeps control, when g;  d1 -> d2 do a[0] := 0;  d2 -> d3 do a[1] := 0;  d3 -> s do a[2] := 0
//   after:  p at s -> s when g do { a[0] := 0; a[1] := 0; a[2] := 0 }
//
// Symmetries are found in texts. Locations impose an order that no run shows: the writes above commute, but the
// sequence of locations does not say so. And a loop that counts,
//
//   k := 0;  L: when k < 3 do { a[k] := 0; k := k + 1 } -> L,  when not k < 3 -> M
//
// treats k as a number; as "for i: 0..2 { a[i] := 0 }  k := 3" it treats all cells alike, and detection sees that the
// rounds may run in any order (loop_independence.h).
//
// A location is passed if a process arrives there with control kept, alone, and always continues, by one action without
// a guard or by one of two with opposite guards that cannot fail. States at such locations are not stored, and nothing
// observes them. An action that leads to such a location is merged with what follows, if that ends at a single place:
// the successors and the errors of all stored states are the same. Statements with several outcomes are not merged into
// deterministic sequences, where only the first outcome counts.
//
// All numbers stay: additions come at the end, and unreachable parts keep their place and do nothing.
#pragma once

#include <optional>

#include "engine/ir/program.h"

namespace px::symmetry {

// nullopt if there is no such sequence.
std::optional<ir::Program> with_straight_sequences(const ir::Program& program);

}  // namespace px::symmetry
