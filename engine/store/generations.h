// The slot arrays of one growing table: who may access which, how a larger one takes over, when the old one is freed.
//
// Idea: growth as in Maier, Sanders and Dementiev, "Concurrent Hash Tables: Fast and General(?)!" (PPoPP 2016 / TOPC
// 2019): all threads move blocks of the old array to the new one. What differs: because tables here only ever gain
// entries, an occupied slot never changes again, so only empty slots have to be frozen, and copying an entry is
// idempotent ("insert unless this very entry is there"). Therefore no thread ever waits for a block that another thread
// has taken and not finished: it simply moves the block again. This makes growth lock-free, not just cooperative.
//
//   generation g          generation g+1
//   [ slots ... | done ]  [ slots ... | done ]       done: one flag per block of g that says "moved to g+1"
//        |                     ^
//        +---- move blocks ----+          current_: the generation new states go to; g until all blocks are done
//
// Rules
//   1. What describes generation g+1 (its layout word, then its memory) is agreed upon by compare-and-swap: the first
//      proposal wins and all workers use it.
//   2. Entries enter g+1 only by moving blocks of g, until all blocks are done; then current_ becomes g+1.
//   3. A worker announces the generation it works in before it touches slots, and checks afterwards that it is still
//      current; memory of g is returned when current_ > g and no worker announces g or less.
//
// Threads: every worker owns one announcement; everything else is shared. Cost: one sequentially consistent store per
// batch.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>

#include "engine/base/arena.h"
#include "engine/base/check.h"
#include "engine/base/lines.h"
#include "engine/base/memory_budget.h"

namespace px::store {

// What a table needs to know about an array of slots, agreed upon as one word. Zero means "not agreed yet".
using LayoutWord = uint64_t;

template <template <class> class Atomic, class Format>
class Generations {
 public:
  static constexpr uint32_t kMaxGenerations = 128;

  Generations(uint32_t workers, MemoryBudget* budget, NumaSpread spread)
      : workers_(workers), budget_(budget), spread_(spread), announced_(std::make_unique<Announcement[]>(workers)) {}
  Generations(const Generations&) = delete;
  Generations& operator=(const Generations&) = delete;
  ~Generations() {
    for (uint32_t g = 0; g < kMaxGenerations; ++g) release_memory(g);
  }

  // Called before use by workers. Returns false if out of memory.
  bool create_first(LayoutWord layout) { return propose(0, layout); }

  // --- a worker's stay ---

  uint32_t enter(uint32_t worker) {
    uint32_t g = current_.load(std::memory_order_acquire);
    for (;;) {
      // Sequentially consistent, as is the load after it and the scan in release_old(): either the scan sees this
      // announcement, or this thread sees that the generation is no longer current.
      announced_[worker].generation.store(g + 1, std::memory_order_seq_cst);
      const uint32_t now = current_.load(std::memory_order_seq_cst);
      if (now == g) return g;
      g = now;
    }
  }
  void leave(uint32_t worker) {
    announced_[worker].generation.store(0, std::memory_order_release);
    if (oldest_.load(std::memory_order_relaxed) != current_.load(std::memory_order_relaxed)) release_old();
  }

  // Called while no thread has entered: keeps the memory of the current generation until unpin(), and returns its
  // number.
  uint32_t pin() {
    const uint32_t g = current_.load(std::memory_order_acquire);
    pinned_.store(g + 1, std::memory_order_seq_cst);
    return g;
  }
  void unpin() { pinned_.store(0, std::memory_order_seq_cst); }

  // --- one generation; the caller has entered at g or before, or pinned it ---

  LayoutWord layout(uint32_t g) const { return generation_[g].layout.load(std::memory_order_acquire); }
  std::byte* slots(uint32_t g) const { return generation_[g].memory.load(std::memory_order_acquire); }
  bool is_growing(uint32_t g) const {
    return g + 1 < kMaxGenerations && generation_[g + 1].memory.load(std::memory_order_acquire) != nullptr;
  }
  uint32_t current() const { return current_.load(std::memory_order_acquire); }

  // Creates generation g+1, with this layout unless another was agreed upon first. Returns false if no memory is
  // available (yet).
  bool propose_next(uint32_t g, LayoutWord layout) { return g + 1 < kMaxGenerations && propose(g + 1, layout); }

  // Completes growth from g to g+1, together with all other callers. move_block(first, end) moves the slots [first,
  // end) of g; it may be called more than once for a block, by several threads at once.
  template <class MoveBlock>
  void help_growth(uint32_t g, MoveBlock&& move_block) {
    Generation& old = generation_[g];
    const uint64_t slots = Format::slot_count(layout(g));
    const uint64_t size = block_slots(slots);
    const uint64_t blocks = block_count(slots);
    Atomic<uint8_t>* done = done_flags(g);
    const auto move = [&](uint64_t block) {
      move_block(block * size, std::min(slots, (block + 1) * size));
      done[block].store(1, std::memory_order_release);
    };
    while (old.next_block.load(std::memory_order_relaxed) < blocks) {
      const uint64_t block = old.next_block.fetch_add(1, std::memory_order_relaxed);
      if (block < blocks) move(block);
    }
    // Blocks that other threads took but have not finished: those threads may be descheduled, so no thread waits for
    // them.
    for (uint64_t block = 0; block < blocks; ++block) {
      if (done[block].load(std::memory_order_acquire) == 0) move(block);
    }
    uint32_t expected = g;
    current_.compare_exchange_strong(expected, g + 1, std::memory_order_seq_cst);
  }

  uint64_t slot_bytes() const { return slot_bytes_.load(std::memory_order_relaxed); }

 private:
  struct alignas(kLineBytes) Generation {
    // Agreed by compare-and-swap from zero; then constant. Acquire/release.
    Atomic<LayoutWord> layout{0};
    // Set by compare-and-swap from null (release: the mapping is zero-filled before), read by workers (acquire); null
    // again when freed, which cannot happen while a worker may still read it (rule 3).
    Atomic<std::byte*> memory{nullptr};
    // Next block to move; written and read by any worker, relaxed: only the number matters, the moved data is published
    // by `done`.
    Atomic<uint64_t> next_block{0};
  };
  struct alignas(kSeparateBytes) Announcement {
    // Generation + 1 that the worker is in, 0 if outside. Written by the worker, read by the thread that frees memory.
    Atomic<uint32_t> generation{0};
  };

  // Small tables are divided finely too, so that all workers can help.
  static uint64_t block_slots(uint64_t slots) { return std::clamp<uint64_t>(std::bit_floor(slots) / 16, 64, 4096); }
  static uint64_t block_count(uint64_t slots) { return (slots + block_slots(slots) - 1) / block_slots(slots); }
  static uint64_t flags_offset(LayoutWord layout) {
    return (Format::slot_count(layout) * Format::slot_bytes(layout) + kLineBytes - 1) / kLineBytes * kLineBytes;
  }
  static uint64_t total_bytes(LayoutWord layout) {
    return flags_offset(layout) + block_count(Format::slot_count(layout));
  }
  // One per block: 1 once it is moved. Written by the thread that moved it (release: its slots are frozen or copied),
  // read by all helpers before they make the next generation current (acquire).
  Atomic<uint8_t>* done_flags(uint32_t g) {
    return reinterpret_cast<Atomic<uint8_t>*>(slots(g) + flags_offset(layout(g)));
  }

  bool propose(uint32_t g, LayoutWord layout) {
    Generation& generation = generation_[g];
    if (generation.memory.load(std::memory_order_acquire)) return true;
    LayoutWord agreed = 0;
    if (generation.layout.compare_exchange_strong(agreed, layout, std::memory_order_acq_rel)) agreed = layout;
    const uint64_t bytes = total_bytes(agreed);
    if (!budget_->reserve(bytes)) return generation.memory.load(std::memory_order_acquire) != nullptr;
    auto* memory = static_cast<std::byte*>(map_zeroed(bytes, Pages::Huge, spread_));
    std::byte* none = nullptr;
    if (memory && generation.memory.compare_exchange_strong(none, memory, std::memory_order_acq_rel)) {
      slot_bytes_.fetch_add(bytes, std::memory_order_relaxed);
      return true;
    }
    budget_->release(bytes);
    if (memory) unmap(memory, bytes);
    return none != nullptr;
  }

  void release_old() {
    const uint32_t current = current_.load(std::memory_order_seq_cst);
    uint32_t needed = current;
    for (uint32_t i = 0; i < workers_; ++i) {
      const uint32_t announced = announced_[i].generation.load(std::memory_order_seq_cst);
      if (announced != 0) needed = std::min(needed, announced - 1);
    }
    const uint32_t pinned = pinned_.load(std::memory_order_seq_cst);
    if (pinned != 0) needed = std::min(needed, pinned - 1);
    for (uint32_t g = oldest_.load(std::memory_order_relaxed); g < needed; ++g) release_memory(g);
    uint32_t oldest = oldest_.load(std::memory_order_relaxed);
    while (oldest < needed && !oldest_.compare_exchange_weak(oldest, needed, std::memory_order_relaxed)) {
    }
  }

  void release_memory(uint32_t g) {
    std::byte* memory = generation_[g].memory.exchange(nullptr, std::memory_order_acq_rel);
    if (!memory) return;
    const uint64_t bytes = total_bytes(layout(g));
    unmap(memory, bytes);
    budget_->release(bytes);
    slot_bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  }

  const uint32_t workers_;
  MemoryBudget* const budget_;
  const NumaSpread spread_;
  std::array<Generation, kMaxGenerations> generation_;
  std::unique_ptr<Announcement[]> announced_;
  // The generation that new states go to. Advanced by workers that finished moving (seq_cst, see enter), read by all.
  alignas(kSeparateBytes) Atomic<uint32_t> current_{0};
  // All generations below have been freed. A hint for when to check; written and read by any worker, relaxed.
  Atomic<uint32_t> oldest_{0};
  // Generation + 1 that a reader uses concurrently with the workers, 0 if none. Written while no thread has entered,
  // and reset to 0 when the reader is done; read by the thread that frees memory.
  Atomic<uint32_t> pinned_{0};
  // Bytes of all arrays currently mapped; a statistic.
  Atomic<uint64_t> slot_bytes_{0};
};

}  // namespace px::store
