#include "engine/base/check.h"

#include <cstdio>
#include <cstdlib>

#include "engine/base/exit_code.h"

namespace px {

// The only place outside the command line that prints and exits: there is nothing to return to after an internal error.
void check_failed(const char* file, int line, const char* what) {
  std::fprintf(stderr, "pexplore: internal error at %s:%d: %s\nThis is a defect in pexplore: please report it.\n", file,
               line, what);
  std::fflush(stderr);
  std::_Exit(kExitInternal);
}

}  // namespace px
