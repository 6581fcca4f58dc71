// A double-ended queue of chunks with one owner and many thieves: the owner pushes and pops at the bottom, thieves take
// the oldest chunk at the top.
//
// Idea: Chase and Lev, "Dynamic Circular Work-Stealing Deque" (SPAA 2005), with the orders of Lê, Pop, Cohen and Zappa
// Nardelli, "Correct and Efficient Work-Stealing for Weak Memory Models" (PPoPP 2013). What differs: their two fences
// are replaced by sequentially consistent accesses of top and bottom (thread sanitizers see those, and a chunk is
// hundreds of states, so the cost does not matter); the ring doubles in budgeted memory, and old rings live as long as
// the deque, because a slow thief may still read one.
//
// Invariant: chunks lie at indices [top, bottom) of the ring. Only the owner moves bottom; top only grows, by
// compare-and-swap; the thread that moves top over an index owns that chunk. For the last chunk the owner competes by
// the same compare-and-swap.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "engine/base/arena.h"
#include "engine/base/lines.h"
#include "engine/base/memory_budget.h"

namespace px::frontier {

struct Chunk;

template <template <class> class Atomic = std::atomic>
class alignas(kSeparateBytes) ChunkDeque {
 public:
  ChunkDeque() = default;
  ChunkDeque(const ChunkDeque&) = delete;
  ChunkDeque& operator=(const ChunkDeque&) = delete;
  ~ChunkDeque() {
    for (uint32_t i = 0; i < ring_count_; ++i) {
      if (rings_[i].budget) rings_[i].budget->release(rings_[i].region.bytes());
    }
  }

  // Owner only. Returns false if the ring is full and no memory is left for a larger one.
  bool push(Chunk* chunk, MemoryBudget* budget) {
    const int64_t bottom = bottom_.load(std::memory_order_relaxed);
    const int64_t top = top_.load(std::memory_order_acquire);
    uint32_t ring = ring_.load(std::memory_order_relaxed);
    if (ring_count_ == 0 || bottom - top >= capacity(ring)) {
      if (!enlarge(top, bottom, budget)) return false;
      ring = ring_count_ - 1;
    }
    slot(ring, bottom).store(chunk, std::memory_order_relaxed);
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
    return true;
  }

  // Owner only: the newest chunk, or null.
  Chunk* pop() {
    const int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    if (ring_count_ == 0) return nullptr;
    bottom_.store(bottom, std::memory_order_seq_cst);
    int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);
      return nullptr;
    }
    Chunk* chunk = slot(ring_.load(std::memory_order_relaxed), bottom).load(std::memory_order_relaxed);
    if (top == bottom) {
      if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst)) chunk = nullptr;
      bottom_.store(bottom + 1, std::memory_order_relaxed);
    }
    return chunk;
  }

  // Any thread: the oldest chunk; null only if the deque was empty at some moment of the call.
  Chunk* steal() {
    int64_t top = top_.load(std::memory_order_seq_cst);
    while (top < bottom_.load(std::memory_order_seq_cst)) {
      const uint32_t ring = ring_.load(std::memory_order_acquire);
      Chunk* chunk = slot(ring, top).load(std::memory_order_relaxed);
      if (top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst)) return chunk;
    }
    return nullptr;
  }

  // Called while no thread pushes, pops or steals.
  template <class Visit>
  void for_each(Visit&& visit) const {
    if (ring_count_ == 0) return;
    const uint32_t ring = ring_.load(std::memory_order_acquire);
    const int64_t bottom = bottom_.load(std::memory_order_acquire);
    for (int64_t i = top_.load(std::memory_order_acquire); i < bottom; ++i) {
      visit(slot(ring, i).load(std::memory_order_relaxed));
    }
  }

  // Any thread: a hint; for the owner, "is empty" is exact if no thief is active.
  bool looks_empty() const { return bottom_.load(std::memory_order_seq_cst) <= top_.load(std::memory_order_seq_cst); }

 private:
  using Slot = Atomic<Chunk*>;
  struct Ring {
    Region region;
    MemoryBudget* budget = nullptr;
  };
  static constexpr uint32_t kMaxRings = 40;
  static constexpr int64_t kFirstCapacity = 512;

  static int64_t capacity(uint32_t ring) { return kFirstCapacity << ring; }
  Slot& slot(uint32_t ring, int64_t index) const {
    return reinterpret_cast<Slot*>(rings_[ring].region.data())[index & (capacity(ring) - 1)];
  }

  bool enlarge(int64_t top, int64_t bottom, MemoryBudget* budget) {
    if (ring_count_ == kMaxRings) return false;
    const uint32_t next = ring_count_;
    const size_t bytes = static_cast<size_t>(capacity(next)) * sizeof(Slot);
    if (!budget->reserve(bytes)) return false;
    Region region(bytes, Pages::Huge);
    if (!region.data()) {
      budget->release(bytes);
      return false;
    }
    rings_[next] = Ring{std::move(region), budget};
    for (int64_t i = top; next != 0 && i < bottom; ++i) {
      slot(next, i).store(slot(next - 1, i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    }
    ring_count_ = next + 1;
    ring_.store(next, std::memory_order_release);
    return true;
  }

  // Written by thieves and, for the last chunk, by the owner; read by all. Sequentially consistent, see above.
  Atomic<int64_t> top_{0};
  alignas(kSeparateBytes)
      // Written by the owner, read by all. Its increment publishes the slot and the chunk behind it.
      Atomic<int64_t> bottom_{0};
  // Written by the owner; release/acquire publishes the ring's memory to thieves.
  Atomic<uint32_t> ring_{0};
  uint32_t ring_count_ = 0;  // owner only
  std::array<Ring, kMaxRings> rings_;
};

}  // namespace px::frontier
