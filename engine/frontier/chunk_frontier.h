// The common base of the frontiers: every worker fills its own chunk from its own pool, counts the entries it pushes
// and takes, and stops on request. Frontiers differ in where full chunks go and who may take them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/lines.h"
#include "engine/frontier/chunk_pool.h"
#include "engine/frontier/frontier.h"
#include "engine/frontier/pause_gate.h"

namespace px::frontier {

// Entries per chunk: as configured, but a chunk of long entries stays near the size of a few pages.
inline uint32_t entries_per_chunk(const FrontierConfig& config) {
  constexpr uint32_t kMaxWords = 2048;
  return std::max(std::min(config.chunk_entries, kMaxWords / config.entry_words), 8u);
}

template <template <class> class Atomic, class Wait>
class ChunkFrontier : public Frontier {
 public:
  void pause() override { gate_.close(); }
  void resume() override { gate_.open(); }

  void recycle(uint32_t worker, Chunk* chunk) override {
    if (chunk->home == worker) {
      producer_[worker].pool.put(chunk);
    } else {
      producer_[chunk->home].pool.put_from_afar(chunk);
    }
  }

  void stop() override { stopped_.store(true, std::memory_order_release); }
  bool stopped() const override { return stopped_.load(std::memory_order_acquire); }
  bool dropped_entries() const override { return dropped_.load(std::memory_order_acquire); }

  void put_aside(uint32_t worker, uint32_t depth, std::span<const uint64_t> entries) override {
    Producer& me = producer_[worker];
    me.aside.push_back({depth, {entries.begin(), entries.end()}});
  }

  uint64_t size() const override {
    // Reads `taken` first: concurrent pushes and takes can make the result too large, but never negative.
    uint64_t taken = 0;
    for (uint32_t i = 0; i < workers_; ++i) taken += producer_[i].taken.load(std::memory_order_acquire);
    const uint64_t pushed = all_pushed();
    return pushed - std::min(taken, pushed);
  }
  uint64_t steals() const override {
    uint64_t steals = 0;
    for (uint32_t i = 0; i < workers_; ++i) steals += producer_[i].steals.load(std::memory_order_relaxed);
    return steals;
  }

 protected:
  explicit ChunkFrontier(const FrontierConfig& config)
      : workers_(config.workers),
        capacity_(entries_per_chunk(config)),
        budget_(config.budget),
        entry_words_(config.entry_words),
        producer_(std::make_unique<Producer[]>(config.workers)),
        gate_(config.workers) {
    for (uint32_t i = 0; i < workers_; ++i) producer_[i].pool.configure(i, entry_words_, capacity_, budget_);
  }

  // The chunk a worker is filling; owner only. Null if there is none.
  Chunk*& open(uint32_t worker) { return producer_[worker].open; }
  const Chunk* open(uint32_t worker) const { return producer_[worker].open; }

  // Called by a worker that holds no chunk: waits while the search is paused.
  void pass_gate() { gate_.pass(); }
  // Called when all workers have left: they will return.
  void reopen_gate() {
    for (uint32_t i = 0; i < workers_; ++i) producer_[i].has_left = false;
    gate_.return_all();
  }
  // The last call of a worker; `take` returns null.
  Chunk* leave(uint32_t worker) {
    if (!std::exchange(producer_[worker].has_left, true)) gate_.leave();
    return nullptr;
  }

  // Copies entries into the worker's open chunk and passes it to `publish` (which empties open(), or returns false)
  // whenever it holds `fill` entries. Returns false if memory runs out; the rest is dropped.
  template <class Publish>
  bool fill_chunks(uint32_t worker, const uint64_t* entries, uint32_t count, uint32_t fill, Publish&& publish) {
    Producer& me = producer_[worker];
    uint32_t pushed = 0;
    while (pushed < count) {
      if (!me.open && !(me.open = me.pool.get())) break;
      const uint32_t room = me.open->count < fill ? fill - me.open->count : 0;
      const uint32_t run = std::min(count - pushed, room);
      std::memcpy(me.open->words() + size_t{me.open->count} * entry_words_, entries + size_t{pushed} * entry_words_,
                  size_t{run} * entry_words_ * sizeof(uint64_t));
      me.open->count += run;
      pushed += run;
      if (me.open->count >= fill && !publish()) break;
    }
    add(me.pushed, pushed);
    if (pushed == count) return true;
    note_dropped();
    put_aside(worker, depth_of_push(),
              {entries + size_t{pushed} * entry_words_, size_t{count - pushed} * entry_words_});
    return false;
  }
  // Levels: the depth of the entries being pushed.
  virtual uint32_t depth_of_push() const { return 0; }

  void visit_aside(const Visit& visit) const {
    for (uint32_t i = 0; i < workers_; ++i) {
      for (const Aside& aside : producer_[i].aside) visit(aside.depth, aside.entries);
    }
  }
  // An empty chunk from the worker's pool; null if memory runs out.
  Chunk* new_chunk(uint32_t worker) { return producer_[worker].pool.get(); }
  void note_pushed(uint32_t worker, uint32_t count) { add(producer_[worker].pushed, count); }

  uint32_t entry_words() const { return entry_words_; }
  void note_dropped() { dropped_.store(true, std::memory_order_release); }
  void note_taken(uint32_t worker, const Chunk* chunk) { add(producer_[worker].taken, chunk->count); }
  void note_steal(uint32_t worker) { add(producer_[worker].steals, 1); }

  uint64_t all_pushed() const {
    uint64_t pushed = 0;
    for (uint32_t i = 0; i < workers_; ++i) pushed += producer_[i].pushed.load(std::memory_order_relaxed);
    return pushed;
  }

  const uint32_t workers_;
  const uint32_t capacity_;  // entries per chunk
  MemoryBudget* const budget_;

 private:
  struct Aside {
    uint32_t depth;
    std::vector<uint64_t> entries;
  };
  struct alignas(kSeparateBytes) Producer {
    ChunkPool<Atomic> pool;
    Chunk* open = nullptr;  // these two: owner only
    bool has_left = false;
    std::vector<Aside> aside;  // owner only, until the workers are paused or have finished
    // Written by the owner. Read by the thread that collects statistics: `taken` with acquire before `pushed`, so that
    // every entry counted as taken is also counted as pushed. At the barrier between levels read by the last to arrive,
    // ordered by the barrier.
    Atomic<uint64_t> pushed{0};
    Atomic<uint64_t> taken{0};
    Atomic<uint64_t> steals{0};
  };

  static void add(Atomic<uint64_t>& counter, uint64_t amount) {
    counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_release);
  }

  const uint32_t entry_words_;
  std::unique_ptr<Producer[]> producer_;
  PauseGate<Atomic, Wait> gate_;
  // Written once by any thread, read by all workers at every take. Release/acquire: the writes of the stopping thread
  // are visible.
  Atomic<bool> stopped_{false};
  // Set by any worker that runs out of memory (release), read at the end (acquire; joining the workers orders it
  // anyway).
  Atomic<bool> dropped_{false};
};

}  // namespace px::frontier
