// Strict breadth-first levels with any number of threads: what is pushed while depth d is expanded is taken only when
// all of depth d is expanded, so the first counterexample found is a shortest one.
//
// Every worker has two deques, one for the level being expanded and one for the next. A worker whose deque is empty
// steals from others. When it finds all deques of the level empty they stay empty (within a level nobody adds to them),
// so one look is enough and it goes to the barrier. The last to arrive turns the level: all have arrived, hence
// everything of the level is expanded. If the next level is empty too, the search is over.
//
// Chunks are kept small enough that a level divides among all workers; their size follows the size of the last level.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/lines.h"
#include "engine/frontier/backoff.h"
#include "engine/frontier/chunk_deque.h"
#include "engine/frontier/chunk_frontier.h"

namespace px {

template <template <class> class Atomic = std::atomic, class Wait = Backoff>
class LevelFrontier final : public ChunkFrontier<Atomic> {
  using Base = ChunkFrontier<Atomic>;

 public:
  explicit LevelFrontier(const FrontierConfig& config)
      : Base(config),
        before_level_(config.before_level),
        fill_(kLeastFill),
        worker_(std::make_unique<Worker[]>(config.workers)) {}

  bool push(uint32_t worker, const uint64_t* entries, uint32_t count) override {
    const uint32_t fill = fill_.load(std::memory_order_relaxed);
    return Base::fill_chunks(worker, entries, count, fill, [&] { return publish(worker); });
  }

  // The first call of each worker finds no level to expand and meets the others at the barrier that opens depth 0.
  Chunk* take(uint32_t worker) override {
    while (!Base::stopped() && !finished_.load(std::memory_order_acquire)) {
      if (level_.load(std::memory_order_acquire) != 0) {
        Chunk* chunk = worker_[worker].deque[current_parity()].pop();
        if (!chunk) chunk = steal_any(worker);
        if (chunk) {
          Base::note_taken(worker, chunk);
          return chunk;
        }
      }
      meet_others(worker);
    }
    return nullptr;
  }
  // The depth goes on from where it was.
  void reopen() override {
    arrived_.store(0, std::memory_order_relaxed);
    finished_.store(false, std::memory_order_release);
  }
  std::vector<uint64_t> level_sizes() const override { return level_sizes_; }

 private:
  using Base::workers_;
  static constexpr uint32_t kLeastFill = 8;
  static constexpr uint32_t kChunksPerWorker = 8;

  struct alignas(kSeparateBytes) Worker {
    ChunkDeque<Atomic> deque[2];
  };

  uint32_t current_parity() const { return level_.load(std::memory_order_relaxed) & 1; }
  uint32_t next_parity() const { return current_parity() ^ 1; }

  bool publish(uint32_t worker) {
    Chunk*& open = Base::open(worker);
    open->depth = level_.load(std::memory_order_relaxed);
    if (!worker_[worker].deque[next_parity()].push(open, Base::budget_)) return false;
    open = nullptr;
    return true;
  }

  Chunk* steal_any(uint32_t worker) {
    for (uint32_t i = 1; i < workers_; ++i) {
      if (Chunk* chunk = worker_[(worker + i) % workers_].deque[current_parity()].steal()) {
        Base::note_steal(worker);
        return chunk;
      }
    }
    return nullptr;
  }

  // False: no memory; the search is over.
  bool publish_open(uint32_t worker) {
    const Chunk* open = Base::open(worker);
    if (!open || open->count == 0 || publish(worker)) return true;
    Base::note_dropped();
    Base::stop();
    return false;
  }

  // The barrier between two levels.
  void meet_others(uint32_t worker) {
    if (!publish_open(worker)) return;
    const uint32_t level = level_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == workers_) {
      if (before_level_) {
        before_level_(worker);
        if (!publish_open(worker)) return;
      }
      turn_level(level);
      return;
    }
    Wait backoff;
    while (level_.load(std::memory_order_acquire) == level && !finished_.load(std::memory_order_acquire) &&
           !Base::stopped()) {
      backoff.wait();
    }
  }

  // By the last to arrive, while all others wait.
  void turn_level(uint32_t level) {
    const uint64_t pushed = Base::all_pushed();
    const uint64_t size = pushed - pushed_before_;
    pushed_before_ = pushed;
    if (size == 0) {
      finished_.store(true, std::memory_order_release);
      return;
    }
    level_sizes_.push_back(size);
    const uint64_t share = size / (uint64_t{workers_} * kChunksPerWorker);
    fill_.store(static_cast<uint32_t>(std::clamp<uint64_t>(share, kLeastFill, Base::capacity_)),
                std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    level_.store(level + 1, std::memory_order_release);
  }

  const std::function<void(uint32_t)> before_level_;
  // Written at the barrier by the last to arrive; published to the others by level_.
  Atomic<uint32_t> fill_;
  uint64_t pushed_before_ = 0;
  std::vector<uint64_t> level_sizes_;
  // Counts arrivals; acquire-release: the last to arrive sees all deques and counters as the others left them.
  alignas(kSeparateBytes) Atomic<uint32_t> arrived_{0};
  // Depth being expanded plus one (0: not begun). Written by the last to arrive (release), read by all (acquire).
  alignas(kSeparateBytes) Atomic<uint32_t> level_{0};
  // Written by the last to arrive when the next level is empty (release), read by all who wait (acquire): whoever
  // leaves sees what the others did.
  Atomic<bool> finished_{false};
  std::unique_ptr<Worker[]> worker_;
};

}  // namespace px
