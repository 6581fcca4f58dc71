// From the name of a strategy to a Reducer.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/ir/layout.h"
#include "engine/ir/program.h"
#include "engine/model/reducer.h"
#include "symmetry/perm/symmetry_group.h"

namespace px {

struct ReducerOptions {
  uint32_t marker_rounds = 2;  // exact-markers, approx-markers
  // sorted-main, segmented: the array to sort by, indexed by a family; empty: control locations.
  std::string main_array;
};

// All names that make_reducer knows, in the order in which they are shown.
const std::vector<std::string>& strategy_names();

// Whether the strategy may merge classes of states, so that it cannot say `holds`.
bool is_approximate(std::string_view strategy);

// `program` and `layout` must outlive the reducer. `group` is what symmetry/detect found valid for the program, or a
// subgroup of it; every strategy trusts it. With a trivial group every strategy is the identity.
// Fails for unknown names (UnknownName), for states that cannot be permuted (Unsupported), and for groups that are too
// large to be enumerated where the strategy does so (LimitExceeded).
Result<std::unique_ptr<Reducer>> make_reducer(std::string_view strategy, const ir::Program& program,
                                              const ir::Layout& layout, const SymmetryGroup& group,
                                              const ReducerOptions& options = {});

}  // namespace px
