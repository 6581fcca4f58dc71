// Large blocks of memory mapped directly from the system: zero-filled, populated on first touch, on huge pages where
// available.
//
// A Region is address space. Pages are allocated when they are first written, on the NUMA node of the writer (or
// interleaved over all nodes on request), so reserving generously costs nothing and a small model stays small.
//
// Ownership: a Region owns its mapping. Threads: one thread constructs and destroys it; synchronising access to the
// memory is up to the user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace px {

inline constexpr size_t kHugePageBytes = size_t{2} << 20;

enum class Pages : uint8_t {
  Small,  // the system's ordinary pages: for memory that is touched sparsely
  Huge    // ask for huge pages when the region is large enough to hold one
};

enum class NumaSpread : uint8_t {
  FirstTouch,  // each page on the node of the thread that first writes it
  Interleave   // pages interleaved over all nodes: for memory that all threads access at random
};

// Maps `bytes` of zero-filled memory (aligned to a huge page if at least that large); null if the system refuses.
void* map_zeroed(size_t bytes, Pages pages, NumaSpread spread = NumaSpread::FirstTouch);
void unmap(void* memory, size_t bytes);
// Requests huge pages for memory that is already mapped; pages touched from now on may be huge.
void advise_huge(void* memory, size_t bytes);

class Region {
 public:
  Region() = default;
  Region(size_t bytes, Pages pages, NumaSpread spread = NumaSpread::FirstTouch)
      : memory_(map_zeroed(bytes, pages, spread)), bytes_(memory_ ? bytes : 0) {}
  Region(Region&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Region& operator=(Region&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Region() {
    if (memory_) unmap(memory_, bytes_);
  }

  // The largest region the system grants: tries `bytes` first and halves down to `least_bytes`; empty if all are
  // refused.
  static Region up_to(size_t bytes, size_t least_bytes, Pages pages, NumaSpread spread = NumaSpread::FirstTouch) {
    for (size_t size = bytes; size >= least_bytes && size != 0; size /= 2) {
      Region region(size, pages, spread);
      if (region.data()) return region;
    }
    return Region();
  }

  std::byte* data() const { return static_cast<std::byte*>(memory_); }
  size_t bytes() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  size_t bytes_ = 0;
};

}  // namespace px
