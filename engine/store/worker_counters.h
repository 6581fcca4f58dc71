// The counters of each worker while it inserts, and the shared count by which a table decides to grow.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/lines.h"
#include "engine/store/state_table.h"

namespace px::store {

// Sums over a group of rows, added once per group.
struct GroupCounts {
  uint64_t inserts = 0;
  uint64_t added = 0;
  uint64_t probes = 0;
  uint64_t longest_probe = 0;

  void add_row(bool is_new, uint64_t probe_length) {
    ++inserts;
    added += is_new;
    probes += probe_length;
    longest_probe = std::max(longest_probe, probe_length);
  }
};

template <template <class> class Atomic>
class TableCounters {
 public:
  explicit TableCounters(uint32_t workers) : workers_(workers), counters_(std::make_unique<Counters[]>(workers)) {}

  // Worker only.
  void note(uint32_t worker, const GroupCounts& group) {
    Counters& mine = counters_[worker];
    mine.unreported += group.added;
    add(mine.added, group.added);
    add(mine.inserts, group.inserts);
    add(mine.probes, group.probes);
    if (group.longest_probe > mine.longest_probe.load(std::memory_order_relaxed)) {
      mine.longest_probe.store(group.longest_probe, std::memory_order_relaxed);
    }
  }

  // Worker only: whether a table of 2^log2_slots is loaded to 25/32. Checks the shared count only occasionally; the
  // entries that all workers together have not reported yet are less than a 64th of the slots (or one entry each).
  bool is_loaded(uint32_t worker, uint32_t log2_slots) {
    Counters& mine = counters_[worker];
    const uint64_t slots = uint64_t{1} << log2_slots;
    const uint64_t share = slots / (64 * std::max<uint64_t>(workers_, 4));
    if (mine.unreported < std::clamp<uint64_t>(share, 1, 1024)) return false;
    const uint64_t count = count_.fetch_add(mine.unreported, std::memory_order_relaxed) + mine.unreported;
    mine.unreported = 0;
    return count > slots / 32 * 25;
  }

  // The number of entries, slightly behind. Any thread.
  uint64_t about() const { return count_.load(std::memory_order_relaxed); }

  // Any thread.
  void collect(TableStats& stats) const {
    for (uint32_t i = 0; i < workers_; ++i) {
      const Counters& worker = counters_[i];
      stats.states += worker.added.load(std::memory_order_relaxed);
      stats.inserts += worker.inserts.load(std::memory_order_relaxed);
      stats.probes += worker.probes.load(std::memory_order_relaxed);
      stats.longest_probe = std::max(stats.longest_probe, worker.longest_probe.load(std::memory_order_relaxed));
    }
  }

 private:
  // Written by one worker, read by the thread that collects statistics; relaxed, because they publish nothing.
  struct alignas(kSeparateBytes) Counters {
    uint64_t unreported = 0;  // added but not yet in count_; private to the worker
    Atomic<uint64_t> added{0};
    Atomic<uint64_t> inserts{0};
    Atomic<uint64_t> probes{0};
    Atomic<uint64_t> longest_probe{0};
  };

  static void add(Atomic<uint64_t>& counter, uint64_t amount) {
    counter.store(counter.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
  }

  const uint32_t workers_;
  std::unique_ptr<Counters[]> counters_;
  // The number of entries, slightly behind; written and read by any worker, relaxed: it only decides when to grow.
  alignas(kSeparateBytes) Atomic<uint64_t> count_{0};
};

}  // namespace px::store
