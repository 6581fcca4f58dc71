// Accounts for all memory that the search allocates, against a hard limit.
//
// Code that maps memory whose size grows with the state space (tables, records, frontier chunks) first reserves its
// bytes here and releases them when it unmaps. A refused reservation is not an error: the search then ends with the
// verdict "incomplete" and all counts so far.
//
// If the limit applies to the whole process, memory not reserved here (the program itself, its models, compilers,
// scratch memory) is measured periodically and counted as used: see note_outside().
//
// Thread-safe. Cost: one atomic read-modify-write per reservation; reservations are per block or table, never per
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
      const uint64_t others = outside_.load(std::memory_order_relaxed);
      if (bytes > limit_ || others > limit_ - bytes || used > limit_ - bytes - others) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    raise_peak(used + bytes);
    return true;
  }

  void release(uint64_t bytes) {
    const uint64_t before = used_.fetch_sub(bytes, std::memory_order_relaxed);
    PX_CHECK(before >= bytes);
  }

  // Records how much memory of the process is not reserved here.
  void note_outside(uint64_t bytes) { outside_.store(bytes, std::memory_order_relaxed); }

  uint64_t limit() const { return limit_; }
  // The number of bytes that may still be reserved.
  uint64_t left() const {
    const uint64_t taken = used() + outside_.load(std::memory_order_relaxed);
    return limit_ - (taken < limit_ ? taken : limit_);
  }
  uint64_t used() const { return used_.load(std::memory_order_relaxed); }
  uint64_t peak() const { return peak_.load(std::memory_order_relaxed); }

 private:
  void raise_peak(uint64_t used) {
    uint64_t peak = peak_.load(std::memory_order_relaxed);
    while (peak < used && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
    }
  }

  const uint64_t limit_;
  // All three are written and read by any thread; relaxed, because they are counts and publish no other memory.
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
  std::atomic<uint64_t> outside_{0};
};

}  // namespace px
