// The memory use of this process as reported by the system.
#pragma once

#include <cstdint>

namespace px {

// Whether memory limits can be compared with the resident set: sanitizers keep shadow memory in it.
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

// Resident set in bytes: current and peak. 0 if the system does not report it.
uint64_t resident_bytes();
uint64_t peak_resident_bytes();

}  // namespace px
