// The pool from which a worker's chunks are allocated and to which they return.
//
// A chunk that another worker expanded goes back to the pool it came from: otherwise a worker that only produces would
// keep allocating while workers that only steal accumulate chunks. Chunks return through a stack that many threads push
// to and that one thread empties as a whole (so the ABA problem cannot arise).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "engine/base/arena.h"
#include "engine/base/lines.h"
#include "engine/base/memory_budget.h"
#include "engine/frontier/frontier.h"

namespace px::frontier {

template <template <class> class Atomic = std::atomic>
class alignas(kSeparateBytes) ChunkPool {
 public:
  ChunkPool() = default;
  ChunkPool(const ChunkPool&) = delete;
  ChunkPool& operator=(const ChunkPool&) = delete;
  ~ChunkPool() {
    for (const Region& block : blocks_) budget_->release(block.bytes());
  }

  // Called before first use.
  void configure(uint32_t worker, uint32_t entry_words, uint32_t entries, MemoryBudget* budget) {
    worker_ = worker;
    entry_words_ = entry_words;
    chunk_bytes_ = sizeof(Chunk) + size_t{entries} * entry_words * sizeof(uint64_t);
    budget_ = budget;
  }

  // Owner only: an empty chunk; null if memory runs out.
  Chunk* get() {
    if (!free_) free_ = returned_.exchange(nullptr, std::memory_order_acquire);
    if (free_) {
      Chunk* chunk = free_;
      free_ = chunk->next;
      chunk->count = 0;
      return chunk;
    }
    return carve();
  }

  // Owner only.
  void put(Chunk* chunk) {
    chunk->next = free_;
    free_ = chunk;
  }

  // Any other thread.
  void put_from_afar(Chunk* chunk) {
    Chunk* head = returned_.load(std::memory_order_relaxed);
    do {
      chunk->next = head;
    } while (!returned_.compare_exchange_weak(head, chunk, std::memory_order_release, std::memory_order_relaxed));
  }

 private:
  static constexpr size_t kFirstBlock = size_t{64} << 10;
  static constexpr size_t kLargestBlock = size_t{2} << 20;

  Chunk* carve() {
    if (block_left_ < chunk_bytes_ && !add_block()) return nullptr;
    auto* chunk = new (block_next_) Chunk{0, entry_words_, worker_, 0, nullptr};
    block_next_ += chunk_bytes_;
    block_left_ -= chunk_bytes_;
    return chunk;
  }

  bool add_block() {
    size_t bytes = std::min(kLargestBlock, kFirstBlock << std::min<size_t>(blocks_.size(), 8));
    bytes = std::max(bytes, (chunk_bytes_ + 4095) / 4096 * 4096);
    if (!budget_->reserve(bytes)) return false;
    Region block(bytes, Pages::Huge);
    if (!block.data()) {
      budget_->release(bytes);
      return false;
    }
    block_next_ = block.data();
    block_left_ = bytes;
    blocks_.push_back(std::move(block));
    return true;
  }

  // Owner only, except for returned_.
  Chunk* free_ = nullptr;
  std::byte* block_next_ = nullptr;
  size_t block_left_ = 0;
  std::vector<Region> blocks_;
  uint32_t worker_ = 0;
  uint32_t entry_words_ = 1;
  size_t chunk_bytes_ = 0;
  MemoryBudget* budget_ = nullptr;
  // Pushed to by any worker (release: its reads of the chunk are complete), emptied by the owner (acquire).
  alignas(kSeparateBytes) Atomic<Chunk*> returned_{nullptr};
};

}  // namespace px::frontier
