// One account of all memory the search allocates, against a hard cap.
//
// Whoever maps memory whose size grows with the state space (tables, records, frontier chunks) reserves its bytes here
// first and releases them when it unmaps. A refused reservation is an answer, not an error: the search then ends with
// verdict "incomplete" and everything counted so far.
//
// Threads: any. Cost: one atomic read-modify-write per reservation; reservations are per block or table, never per
// state.
#pragma once

#include <atomic>
#include <cstdint>

#include "engine/base/check.h"

namespace px {

class MemoryBudget {
 public:
  explicit MemoryBudget(uint64_t limit_bytes) : limit_(limit_bytes) {}
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;

  [[nodiscard]] bool reserve(uint64_t bytes) {
    uint64_t used = used_.load(std::memory_order_relaxed);
    do {
      if (bytes > limit_ || used > limit_ - bytes) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    raise_peak(used + bytes);
    return true;
  }

  void release(uint64_t bytes) {
    const uint64_t before = used_.fetch_sub(bytes, std::memory_order_relaxed);
    PX_CHECK(before >= bytes);
  }

  uint64_t limit() const { return limit_; }
  uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }

 private:
  void raise_peak(uint64_t used) {
    uint64_t peak = peak_.load(std::memory_order_relaxed);
    while (peak < used && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
    }
  }

  const uint64_t limit_;
  // Both: written and read by any thread, relaxed; they are counts and publish no other memory.
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
};

}  // namespace px
