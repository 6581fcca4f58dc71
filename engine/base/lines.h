// Cache-line helpers: the distance between two fields that avoids false sharing, prefetch hints, and the pause
// instruction for spin loops.
#pragma once

#include <cstddef>
#include <cstdint>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace px {

inline constexpr size_t kLineBytes = 64;
// Fields with different writers are two lines apart, because x86 prefetches lines in pairs.
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
