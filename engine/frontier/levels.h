// Strict breadth-first levels with any number of threads: entries pushed while depth d is expanded are taken only after
// all of depth d is expanded, so the first counterexample found is a shortest one.
//
// Every worker has two deques, one for the level being expanded and one for the next. A worker whose deque is empty
// steals from others. Once it has seen all deques of the level empty they stay empty (within a level no thread adds to
// them), so one pass is enough and it goes to the barrier. The last worker to arrive advances the level: since all have
// arrived, the whole level is expanded. If the next level is empty too, the search is over.
//
// Chunks are kept small enough to divide a level among all workers; their size is adapted to the size of the last
// level.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/lines.h"
#include "engine/base/log.h"
#include "engine/frontier/backoff.h"
#include "engine/frontier/chunk_deque.h"
#include "engine/frontier/chunk_frontier.h"

namespace px::frontier {

template <template <class> class Atomic = std::atomic, class Wait = Backoff>
class LevelFrontier final : public ChunkFrontier<Atomic, Wait> {
  using Base = ChunkFrontier<Atomic, Wait>;

 public:
  explicit LevelFrontier(const FrontierConfig& config)
      : Base(config),
        before_level_(config.before_level),
        fill_(kMinFill),
        worker_(std::make_unique<Worker[]>(config.workers)) {}

  bool push(uint32_t worker, const uint64_t* entries, uint32_t count) override {
    const uint32_t fill = fill_.load(std::memory_order_relaxed);
    return Base::fill_chunks(worker, entries, count, fill, [&] { return publish(worker); });
  }

  // On its first call each worker finds no level to expand and waits for the others at the barrier that opens depth 0.
  Chunk* take(uint32_t worker) override {
    while (!Base::stopped() && !finished_.load(std::memory_order_acquire)) {
      Base::pass_gate();
      if (level_.load(std::memory_order_acquire) != first_level_) {
        Chunk* chunk = worker_[worker].deque[current_parity()].pop();
        if (!chunk) chunk = steal_any(worker);
        if (chunk) {
          Base::note_taken(worker, chunk);
          return chunk;
        }
      }
      meet_others(worker);
    }
    return Base::leave(worker);
  }
  // The depth continues from where it was.
  void reopen() override {
    Base::reopen_gate();
    arrived_.store(0, std::memory_order_relaxed);
    finished_.store(false, std::memory_order_release);
  }
  std::vector<uint64_t> level_sizes() const override { return level_sizes_; }

  void for_each_waiting(const Frontier::Visit& visit) const override {
    for (uint32_t i = 0; i < workers_; ++i) {
      for (const ChunkDeque<Atomic>& deque : worker_[i].deque) {
        deque.for_each([&](Chunk* chunk) { visit(chunk->depth, chunk->entries()); });
      }
      if (const Chunk* open = Base::open(i)) visit(level_.load(std::memory_order_relaxed), open->entries());
    }
    Base::visit_aside(visit);
  }
  // Between two levels this is the upcoming one: none of it is expanded, so it may be opened again.
  LevelPosition level_position() const override {
    const uint32_t level = level_.load(std::memory_order_acquire);
    if (level == first_level_) return {level, level_sizes_};
    return {level - 1, level_sizes_};
  }
  void start_at(const LevelPosition& position) override {
    first_level_ = position.depth;
    level_.store(position.depth, std::memory_order_relaxed);
    level_sizes_ = position.sizes;
    fill_.store(Base::capacity_, std::memory_order_relaxed);  // many entries may follow
  }
  // Entries of the level after the first go into the deques from which they will be taken after the first level: those
  // of the parity from which no thread takes before.
  bool push_saved(uint32_t worker, uint32_t depth, std::span<const uint64_t> entries) override {
    const size_t words = Base::entry_words();
    auto left = static_cast<uint32_t>(entries.size() / words);
    if (depth == first_level_) return push(worker, entries.data(), left);
    PX_CHECK(depth == first_level_ + 1);
    Base::note_pushed(worker, left);
    ahead_.fetch_add(left, std::memory_order_relaxed);
    for (const uint64_t* next = entries.data(); left != 0;) {
      Chunk* chunk = Base::new_chunk(worker);
      if (!chunk) return false;
      chunk->depth = depth;
      chunk->count = std::min(left, Base::capacity_);
      std::copy_n(next, chunk->count * words, chunk->words());
      if (!worker_[worker].deque[current_parity()].push(chunk, Base::budget_)) return false;
      next += chunk->count * words;
      left -= chunk->count;
    }
    return true;
  }

 private:
  using Base::workers_;
  static constexpr uint32_t kMinFill = 8;
  static constexpr uint32_t kChunksPerWorker = 8;

  struct alignas(kSeparateBytes) Worker {
    ChunkDeque<Atomic> deque[2];
  };

  uint32_t current_parity() const { return level_.load(std::memory_order_relaxed) & 1; }
  uint32_t next_parity() const { return current_parity() ^ 1; }

  uint32_t depth_of_push() const override { return level_.load(std::memory_order_relaxed); }

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

  // Returns false if out of memory; the search is over.
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
      const bool opened = level_sizes_.size() != level;  // before the search was saved
      if (before_level_ && !opened) {
        before_level_(worker);
        if (!publish_open(worker)) return;
      }
      turn_level(level);
      return;
    }
    Wait backoff;
    while (level_.load(std::memory_order_acquire) == level && !finished_.load(std::memory_order_acquire) &&
           !Base::stopped()) {
      Base::pass_gate();
      backoff.wait();
    }
  }

  // Called by the last worker to arrive, while all others wait.
  void turn_level(uint32_t level) {
    const uint64_t ahead = level == first_level_ ? ahead_.load(std::memory_order_relaxed) : 0;
    const uint64_t pushed = Base::all_pushed() - ahead;
    const uint64_t size = pushed - pushed_before_;
    pushed_before_ = pushed;
    const bool opened = level_sizes_.size() != level;  // before the search was saved
    if (size == 0 && ahead == 0) {
      finished_.store(true, std::memory_order_release);
      // Saved when all of its last level was expanded: what comes after reopen() is of the level that follows.
      if (opened) level_.store(level + 1, std::memory_order_release);
      return;
    }
    if (!opened) level_sizes_.push_back(size);
    log_event(LogLevel::Trace, "level", {{"depth", uint64_t{level}}, {"states", size}});
    const uint64_t share = size / (uint64_t{workers_} * kChunksPerWorker);
    fill_.store(static_cast<uint32_t>(std::clamp<uint64_t>(share, kMinFill, Base::capacity_)),
                std::memory_order_relaxed);
    arrived_.store(0, std::memory_order_relaxed);
    level_.store(level + 1, std::memory_order_release);
  }

  const std::function<void(uint32_t)> before_level_;
  uint32_t first_level_ = 0;  // set before anything is pushed
  // Written at the barrier by the last to arrive; published to the others by level_.
  Atomic<uint32_t> fill_;
  uint64_t pushed_before_ = 0;
  // Entries pushed for the level after the first one. Incremented before the workers run, read at the first barrier;
  // relaxed: starting the workers orders the accesses.
  Atomic<uint64_t> ahead_{0};
  std::vector<uint64_t> level_sizes_;
  // Counts arrivals; acquire-release: the last worker to arrive sees all deques and counters as the others left them.
  alignas(kSeparateBytes) Atomic<uint32_t> arrived_{0};
  // Depth being expanded plus one (0: not started). Written by the last worker to arrive (release), read by all
  // (acquire).
  alignas(kSeparateBytes) Atomic<uint32_t> level_{0};
  // Written by the last worker to arrive if the next level is empty (release), read by all waiting workers (acquire): a
  // thread that leaves sees all writes of the others.
  Atomic<bool> finished_{false};
  std::unique_ptr<Worker[]> worker_;
};

}  // namespace px::frontier
