// One account of all memory the search allocates, against a hard cap.
//
// Code that maps memory whose size grows with the state space (tables, records, frontier chunks) reserves its bytes
// here first and releases them when it unmaps. A refused reservation is an answer, not an error: the search then ends
// with verdict "incomplete" and everything counted so far.
//
// Where the limit is that of the whole process, what is not reserved here (the program itself, its models, compilers,
// scratch memory) is measured now and then and counts as used: see note_outside().
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

  // So much memory of the process is not reserved here.
  void note_outside(uint64_t bytes) { outside_.store(bytes, std::memory_order_relaxed); }

  uint64_t limit() const { return limit_; }
  // What may still be reserved.
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
  // All: written and read by any thread, relaxed; they are counts and publish no other memory.
  std::atomic<uint64_t> used_{0};
  std::atomic<uint64_t> peak_{0};
  std::atomic<uint64_t> outside_{0};
};

}  // namespace px
