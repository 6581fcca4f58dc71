// What the system says of the memory of this process.
#pragma once

#include <cstdint>

namespace px {

// Whether limits of memory can be held against the resident set: sanitizers keep shadows of all memory in it.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kMeasuresProcess = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kMeasuresProcess = false;
#else
inline constexpr bool kMeasuresProcess = true;
#endif
#else
inline constexpr bool kMeasuresProcess = true;
#endif

// Resident set, in bytes: now, and at its largest so far. 0 where the system does not tell.
uint64_t resident_bytes();
uint64_t peak_resident_bytes();

}  // namespace px
