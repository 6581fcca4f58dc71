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
#include <cstring>
#include <memory>
#include <vector>

#include "engine/base/check.h"
#include "engine/frontier/backoff.h"
#include "engine/frontier/chunk_deque.h"
#include "engine/frontier/chunk_pool.h"
#include "engine/frontier/frontier.h"
#include "engine/frontier/work_stealing.h"

namespace px {

template <template <class> class Atomic = std::atomic, class Wait = Backoff>
class LevelFrontier final : public Frontier {
 public:
  explicit LevelFrontier(const FrontierConfig& config)
      : workers_(config.workers),
        entry_words_(config.entry_words),
        capacity_(entries_per_chunk(config)),
        budget_(config.budget),
        before_level_(config.before_level),
        fill_(capacity_),
        worker_(std::make_unique<Worker[]>(config.workers)) {
    for (uint32_t i = 0; i < workers_; ++i) worker_[i].pool.configure(i, entry_words_, capacity_, budget_);
    fill_.store(kLeastFill, std::memory_order_relaxed);
  }

  bool push(uint32_t worker, const uint64_t* entries, uint32_t count) override {
    Worker& me = worker_[worker];
    const uint32_t fill = fill_.load(std::memory_order_relaxed);
    uint32_t pushed = 0;
    while (pushed < count) {
      if (!me.open && !(me.open = me.pool.get())) break;
      const uint32_t room = me.open->count < fill ? fill - me.open->count : 0;
      const uint32_t run = std::min(count - pushed, room);
      std::memcpy(me.open->words() + size_t{me.open->count} * entry_words_, entries + size_t{pushed} * entry_words_,
                  size_t{run} * entry_words_ * sizeof(uint64_t));
      me.open->count += run;
      pushed += run;
      if (me.open->count >= fill && !publish(me)) break;
    }
    add(me.pushed, pushed);
    if (pushed != count) dropped_.store(true, std::memory_order_release);
    return pushed == count;
  }

  // The first call of each worker finds no level to expand and meets the others at the barrier that opens depth 0.
  Chunk* take(uint32_t worker) override {
    Worker& me = worker_[worker];
    while (!stopped() && !finished_.load(std::memory_order_acquire)) {
      if (level_.load(std::memory_order_acquire) != 0) {
        Chunk* chunk = me.deque[current_parity()].pop();
        if (!chunk) chunk = steal_any(worker);
        if (chunk) {
          add(me.taken, chunk->count);
          return chunk;
        }
      }
      meet_others(me);
    }
    return nullptr;
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
    uint64_t taken = 0;
    for (uint32_t i = 0; i < workers_; ++i) taken += worker_[i].taken.load(std::memory_order_acquire);
    const uint64_t pushed = all_pushed();
    return pushed - std::min(taken, pushed);
  }
  uint32_t depth() const override {
    const uint32_t level = level_.load(std::memory_order_acquire);
    return level == 0 ? 0 : level - 1;
  }
  uint64_t steals() const override {
    uint64_t steals = 0;
    for (uint32_t i = 0; i < workers_; ++i) steals += worker_[i].steals.load(std::memory_order_relaxed);
    return steals;
  }
  std::vector<uint64_t> level_sizes() const override { return level_sizes_; }

 private:
  static constexpr uint32_t kLeastFill = 8;
  static constexpr uint32_t kChunksPerWorker = 8;

  struct alignas(kSeparateBytes) Worker {
    ChunkDeque<Atomic> deque[2];
    ChunkPool<Atomic> pool;
    // Owner only.
    Chunk* open = nullptr;
    // Written by the owner, read by the one who turns the level and by whoever asks for statistics.
    Atomic<uint64_t> pushed{0};
    Atomic<uint64_t> taken{0};
    Atomic<uint64_t> steals{0};
  };

  static void add(Atomic<uint64_t>& counter, uint64_t amount) {
    counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_release);
  }

  uint32_t current_parity() const { return level_.load(std::memory_order_relaxed) & 1; }
  uint32_t next_parity() const { return current_parity() ^ 1; }

  uint64_t all_pushed() const {
    uint64_t pushed = 0;
    for (uint32_t i = 0; i < workers_; ++i) pushed += worker_[i].pushed.load(std::memory_order_relaxed);
    return pushed;
  }

  bool publish(Worker& me) {
    me.open->depth = level_.load(std::memory_order_relaxed);
    if (!me.deque[next_parity()].push(me.open, budget_)) return false;
    me.open = nullptr;
    return true;
  }

  Chunk* steal_any(uint32_t worker) {
    for (uint32_t i = 1; i < workers_; ++i) {
      if (Chunk* chunk = worker_[(worker + i) % workers_].deque[current_parity()].steal()) {
        add(worker_[worker].steals, 1);
        return chunk;
      }
    }
    return nullptr;
  }

  // False: no memory; the search is over.
  bool publish_open(Worker& me) {
    if (!me.open || me.open->count == 0 || publish(me)) return true;
    dropped_.store(true, std::memory_order_release);
    stop();
    return false;
  }

  // The barrier between two levels.
  void meet_others(Worker& me) {
    if (!publish_open(me)) return;
    const uint32_t level = level_.load(std::memory_order_relaxed);
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == workers_) {
      if (before_level_) {
        before_level_(static_cast<uint32_t>(&me - worker_.get()));
        if (!publish_open(me)) return;
      }
      turn_level(level);
      return;
    }
    Wait backoff;
    while (level_.load(std::memory_order_acquire) == level && !finished_.load(std::memory_order_acquire) &&
           !stopped()) {
      backoff.wait();
    }
  }

  // By the last to arrive, while all others wait.
  void turn_level(uint32_t level) {
    const uint64_t pushed = all_pushed();
    const uint64_t size = pushed - pushed_before_;
    pushed_before_ = pushed;
    if (size == 0) {
      finished_.store(true, std::memory_order_release);
      return;
    }
    level_sizes_.push_back(size);
    const uint64_t share = size / (uint64_t{workers_} * kChunksPerWorker);
    fill_.store(static_cast<uint32_t>(std::clamp<uint64_t>(share, kLeastFill, capacity_)), std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    level_.store(level + 1, std::memory_order_release);
  }

  const uint32_t workers_;
  const uint32_t entry_words_;
  const uint32_t capacity_;
  MemoryBudget* const budget_;
  const std::function<void(uint32_t)> before_level_;
  // Written at the barrier by the last to arrive; published to the others by level_.
  Atomic<uint32_t> fill_;
  uint64_t pushed_before_ = 0;
  std::vector<uint64_t> level_sizes_;
  // Counts arrivals; acquire-release: the last to arrive sees all deques and counters as the others left them.
  alignas(kSeparateBytes) Atomic<uint32_t> arrived_{0};
  // Depth being expanded plus one (0: not begun). Written by the last to arrive (release), read by all (acquire).
  alignas(kSeparateBytes) Atomic<uint32_t> level_{0};
  // Written by the last to arrive when the next level is empty; read by all.
  Atomic<bool> finished_{false};
  // Written once by any thread, read by all workers at every take.
  Atomic<bool> stopped_{false};
  // Set by any worker that runs out of memory, read at the end.
  Atomic<bool> dropped_{false};
  std::unique_ptr<Worker[]> worker_;
};

}  // namespace px
