// Creates the Reducer of a strategy for the symmetries of a program.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/model/reducer.h"
#include "symmetry/canon/strategy.h"
#include "symmetry/perm/symmetry_group.h"

namespace px::symmetry {

struct ReducerOptions {
  uint32_t marker_rounds = 2;  // exact-markers, approx-markers
  // sorted-main, segmented: the array to sort by, indexed by a family; empty: control locations.
  std::string main_array;
};

// `program` and `layout` must outlive the reducer, and so must `strategy`. `group` is what symmetry/detect found valid
// for the program, or a subgroup of it; every strategy trusts it. With a trivial group every strategy is the identity.
// Fails for states that cannot be permuted (Unsupported), and for groups too large for a strategy that enumerates them
// (LimitExceeded).
Result<std::unique_ptr<Reducer>> make_reducer(const Strategy& strategy, const ir::Program& program,
                                              const ir::Layout& layout, const SymmetryGroup& group,
                                              const ReducerOptions& options = {});
// By the name of a built-in strategy; fails for others (UnknownName).
Result<std::unique_ptr<Reducer>> make_reducer(std::string_view strategy, const ir::Program& program,
                                              const ir::Layout& layout, const SymmetryGroup& group,
                                              const ReducerOptions& options = {});
// The strategy of this name or alias; UnknownName with all names if there is none.
Result<const Strategy*> strategy_named(std::string_view name);

}  // namespace px::symmetry
