// What the system says of the memory of this process.
#pragma once

#include <cstdint>

namespace px {

// Resident set, in bytes: now, and at its largest so far. 0 where the system does not tell.
uint64_t resident_bytes();
uint64_t peak_resident_bytes();

}  // namespace px
