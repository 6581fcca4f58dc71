// Work stealing: every worker has a deque of chunks. It works on its own newest chunk (states still in the cache, small
// frontier, much like depth-first) and, when it has none, takes the oldest chunk of another worker.
//
// A chunk is published when it is full; while some worker is idle, already when it holds a few entries, so that narrow
// state spaces spread as well. Termination: see termination.h, whose rules `take` obeys (comments there name them).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>

#include "engine/base/check.h"
#include "engine/frontier/backoff.h"
#include "engine/frontier/chunk_deque.h"
#include "engine/frontier/chunk_pool.h"
#include "engine/frontier/frontier.h"
#include "engine/frontier/termination.h"

namespace px {

// Entries per chunk: as configured, but a chunk of long entries stays near the size of a few pages.
inline uint32_t entries_per_chunk(const FrontierConfig& config) {
  constexpr uint32_t kMostWords = 2048;
  return std::max(std::min(config.chunk_entries, kMostWords / config.entry_words), 8u);
}

template <template <class> class Atomic = std::atomic, class Wait = Backoff>
class WorkStealingFrontier final : public Frontier {
 public:
  explicit WorkStealingFrontier(const FrontierConfig& config)
      : workers_(config.workers),
        entry_words_(config.entry_words),
        capacity_(entries_per_chunk(config)),
        budget_(config.budget),
        detector_(config.workers),
        worker_(std::make_unique<Worker[]>(config.workers)) {
    for (uint32_t i = 0; i < workers_; ++i) {
      worker_[i].pool.configure(i, entry_words_, capacity_, budget_);
      worker_[i].victim = (i + 1) % workers_;
    }
  }

  bool push(uint32_t worker, const uint64_t* entries, uint32_t count) override {
    Worker& me = worker_[worker];
    uint32_t pushed = 0;
    while (pushed < count) {
      if (!me.open && !(me.open = me.pool.get())) break;
      const uint32_t run = std::min(count - pushed, capacity_ - me.open->count);
      std::memcpy(me.open->words() + size_t{me.open->count} * entry_words_, entries + size_t{pushed} * entry_words_,
                  size_t{run} * entry_words_ * sizeof(uint64_t));
      me.open->count += run;
      pushed += run;
      if (me.open->count == capacity_ && !publish(me)) break;
    }
    add(me.pushed, pushed);
    if (me.open && me.open->count >= kLeastShared && detector_.idle() != 0 && me.deque.looks_empty()) publish(me);
    if (pushed != count) dropped_.store(true, std::memory_order_release);
    return pushed == count;
  }

  Chunk* take(uint32_t worker) override {
    Worker& me = worker_[worker];
    if (stopped()) return nullptr;
    Chunk* chunk = me.deque.pop();
    if (!chunk && me.open && me.open->count != 0) {
      chunk = me.open;
      me.open = nullptr;
    }
    if (!chunk) chunk = steal_any(worker);
    if (!chunk) chunk = wait_for_work(worker);
    if (chunk) add(me.taken, chunk->count);
    return chunk;
  }

  void recycle(uint32_t worker, Chunk* chunk) override {
    if (chunk->home == worker) {
      worker_[worker].pool.put(chunk);
    } else {
      worker_[chunk->home].pool.put_from_afar(chunk);
    }
  }

  void stop() override { stopped_.store(true, std::memory_order_release); }
  bool stopped() const override { return stopped_.load(std::memory_order_acquire); }
  bool dropped_entries() const override { return dropped_.load(std::memory_order_acquire); }

  uint64_t size() const override {
    // Taken first: what is pushed and taken in between makes the answer too large, never negative.
    uint64_t taken = 0;
    uint64_t pushed = 0;
    for (uint32_t i = 0; i < workers_; ++i) taken += worker_[i].taken.load(std::memory_order_acquire);
    for (uint32_t i = 0; i < workers_; ++i) pushed += worker_[i].pushed.load(std::memory_order_relaxed);
    return pushed - std::min(taken, pushed);
  }
  uint32_t depth() const override { return 0; }
  uint64_t steals() const override {
    uint64_t steals = 0;
    for (uint32_t i = 0; i < workers_; ++i) steals += worker_[i].steals.load(std::memory_order_relaxed);
    return steals;
  }

 private:
  static constexpr uint32_t kLeastShared = 8;

  struct alignas(kSeparateBytes) Worker {
    ChunkDeque<Atomic> deque;
    ChunkPool<Atomic> pool;
    // Owner only.
    Chunk* open = nullptr;
    uint32_t victim = 0;
    // Written by the owner, read by whoever asks for statistics.
    Atomic<uint64_t> pushed{0};
    Atomic<uint64_t> taken{0};
    Atomic<uint64_t> steals{0};
  };

  static void add(Atomic<uint64_t>& counter, uint64_t amount) {
    counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_release);
  }

  bool publish(Worker& me) {
    if (!me.deque.push(me.open, budget_)) return false;
    me.open = nullptr;
    return true;
  }

  // Goes once round all other workers, starting with the one that last had something.
  Chunk* steal_any(uint32_t worker) {
    Worker& me = worker_[worker];
    for (uint32_t i = 0; i < workers_; ++i) {
      const uint32_t victim = (me.victim + i) % workers_;
      if (victim == worker) continue;
      if (Chunk* chunk = worker_[victim].deque.steal()) {
        me.victim = victim;
        add(me.steals, 1);
        return chunk;
      }
    }
    return nullptr;
  }

  bool somebody_has_work() const {
    for (uint32_t i = 0; i < workers_; ++i) {
      if (!worker_[i].deque.looks_empty()) return true;
    }
    return false;
  }

  Chunk* wait_for_work(uint32_t worker) {
    if (detector_.declare_idle()) return nullptr;
    Wait backoff;
    while (!stopped() && !detector_.finished()) {
      if (somebody_has_work()) {
        if (!detector_.withdraw()) return nullptr;
        if (Chunk* chunk = steal_any(worker)) return chunk;
        if (detector_.declare_idle()) return nullptr;
      }
      backoff.wait();
    }
    return nullptr;
  }

  const uint32_t workers_;
  const uint32_t entry_words_;
  const uint32_t capacity_;
  MemoryBudget* const budget_;
  TerminationDetector<Atomic> detector_;
  std::unique_ptr<Worker[]> worker_;
  // Written once by any thread, read by all workers at every take. Release/acquire: what the stopper wrote is visible.
  Atomic<bool> stopped_{false};
  // Set by any worker that runs out of memory, read at the end.
  Atomic<bool> dropped_{false};
};

}  // namespace px
