// Assertions about our own code (never about user input). PX_CHECK is always on; PX_DCHECK only in debug builds. A
// failed check prints its location and condition and ends the process with kExitInternal.
#pragma once

namespace px {
[[noreturn]] void check_failed(const char* file, int line, const char* what);
}  // namespace px

#define PX_CHECK(condition) \
  do { \
    if (!(condition)) [[unlikely]] \
      ::px::check_failed(__FILE__, __LINE__, #condition); \
  } while (false)

#ifdef NDEBUG
#define PX_DCHECK(condition) \
  do { \
    if (false) static_cast<void>(condition); \
  } while (false)
#else
#define PX_DCHECK(condition) PX_CHECK(condition)
#endif

#define PX_UNREACHABLE(what) ::px::check_failed(__FILE__, __LINE__, "unreachable: " what)
