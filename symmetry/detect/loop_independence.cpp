#include "symmetry/detect/loop_independence.h"

#include <algorithm>

#include "symmetry/detect/footprint.h"

namespace px::symmetry {
namespace {

bool indexes_own_cell(const std::vector<const Access*>& accesses, ir::BindingId element) {
  const size_t shortest = (*std::min_element(accesses.begin(), accesses.end(), [](const Access* a, const Access* b) {
                            return a->path.size() < b->path.size();
                          }))->path.size();
  for (size_t level = 0; level < shortest; ++level) {
    const bool own = std::all_of(accesses.begin(), accesses.end(), [&](const Access* a) {
      return a->path[level].of == Access::Step::Of::Name && a->path[level].name == element;
    });
    if (own) return true;
  }
  return false;
}

}  // namespace

bool rounds_are_independent(const ir::Program& program, const ir::FailureAnalysis& failures, const ir::Statement& loop,
                            bool deterministic) {
  if (loop.any_order && !deterministic) return true;
  Footprint body(program, failures);
  body.add_block(loop.blocks[0]);
  // If two errors are possible at different places, the first ends the loop. (An assertion does not; but another error
  // may.)
  const bool only_asserts = body.error_kinds == 0 && !body.can_fail;
  const bool may_differ = body.wrong || (body.error_sites.count() > 1 && !only_asserts);
  // A round without an outcome hides the errors of later ones.
  const bool may_hide = body.splits && (body.can_fail || body.asserts || body.fails);
  if (body.barrier || may_differ || may_hide || (deterministic && body.splits)) return false;
  for (const Access& write : body.accesses) {
    if (!write.write) continue;
    std::vector<const Access*> same;
    for (const Access& other : body.accesses) {
      if (other.same_root(write)) same.push_back(&other);
    }
    if (!indexes_own_cell(same, loop.binding)) return false;
  }
  return true;
}

}  // namespace px::symmetry
