#include "engine/base/check.h"

#include <cstdio>
#include <cstdlib>

#include "engine/base/exit_code.h"

namespace px {

// The one place outside the command line that prints and exits: an internal error leaves nothing to return to.
void check_failed(const char* file, int line, const char* what) {
  std::fprintf(stderr, "pexplore: internal error at %s:%d: %s\nThis is a defect in pexplore: please report it.\n", file,
               line, what);
  std::fflush(stderr);
  std::_Exit(kExitInternal);
}

}  // namespace px
