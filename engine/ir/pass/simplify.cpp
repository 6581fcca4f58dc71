#include "engine/ir/pass/simplify.h"

#include "engine/base/check.h"
#include "engine/ir/pass/drop_unreachable.h"
#include "engine/ir/pass/fold_constants.h"
#include "engine/ir/pass/narrow_ranges.h"
#include "engine/ir/verifier.h"

namespace px::ir {

Program simplify(Program program) {
  for (const auto pass : {fold_constants, drop_unreachable, narrow_ranges}) {
    program = pass(std::move(program));
    PX_DCHECK(verify(program).empty());
  }
  return program;
}

}  // namespace px::ir
