// Cache-line helpers: how far apart two fields must lie so that their writers do not disturb each other, prefetch
// hints, and the pause of a spinning thread.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace px {

inline constexpr size_t kLineBytes = 64;
// Fields of different writers are kept two lines apart: x86 fetches lines in pairs.
inline constexpr size_t kSeparateBytes = 128;

inline void prefetch_for_read(const void* address) {
  __builtin_prefetch(address, 0, 3);
}
inline void prefetch_for_write(const void* address) {
  __builtin_prefetch(address, 1, 3);
}

inline void spin_pause() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace px
