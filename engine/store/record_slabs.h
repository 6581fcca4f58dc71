// Where records live: one range of address space, dealt out in blocks to workers, each of which fills its blocks in
// order.
//
//   record number   0 ........ | ........ | ........ | ........ |            (number * record_bytes = place)
//                   worker 0     worker 1   worker 0   worker 2    untouched
//
// The number of a record is its reference for ever; a second range holds one satellite word per record when asked for.
// Pages are touched first by the worker that fills them, hence lie on its NUMA node. Blocks start small (a small model
// stays small) and grow with what is stored, so at most about a sixteenth is dealt out and not used.
//
// Threads: every worker has a cursor of its own; dealing out a block is one fetch_add. A record is written before its
// reference is published and never again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/base/arena.h"
#include "engine/base/lines.h"
#include "engine/base/memory_budget.h"

namespace px {

template <template <class> class Atomic>
class RecordSlabs {
 public:
  struct Limits {
    uint32_t record_bytes = 8;
    bool satellites = false;
    uint32_t workers = 1;
    uint64_t most_records = 0;
    MemoryBudget* budget = nullptr;
  };

  explicit RecordSlabs(const Limits& limits) : limits_(limits), cursors_(std::make_unique<Cursor[]>(limits.workers)) {
    const uint64_t affordable = limits.budget->limit() / per_record() + 1;
    const uint64_t wanted = std::min(limits.most_records, affordable);
    records_ = Region::up_to(wanted * limits.record_bytes, limits.record_bytes, Pages::Huge);
    most_ = records_.bytes() / limits.record_bytes;
    if (!limits.satellites) return;
    satellites_ = Region::up_to(most_ * sizeof(uint64_t), sizeof(uint64_t), Pages::Huge);
    most_ = std::min<uint64_t>(most_, satellites_.bytes() / sizeof(uint64_t));
  }
  RecordSlabs(const RecordSlabs&) = delete;
  RecordSlabs& operator=(const RecordSlabs&) = delete;
  ~RecordSlabs() { limits_.budget->release(reserved_.load(std::memory_order_relaxed)); }

  bool usable() const { return most_ != 0; }

  // Worker only: makes sure that a free record is at hand; false when there is no memory or no number left.
  bool prepare(uint32_t worker) {
    const Cursor& cursor = cursors_[worker];
    return cursor.next != cursor.end || refill(worker);
  }
  // Worker only, after prepare: the record that the next commit hands out; may be overwritten until then.
  uint64_t candidate(uint32_t worker) const { return cursors_[worker].next; }
  void commit(uint32_t worker) {
    const std::byte* ahead = record(++cursors_[worker].next) + kPrefetchBytes;
    // A store that misses the cache would hold up the compare-and-swap after it.
    for (uint32_t at = 0; at < limits_.record_bytes; at += kLineBytes) prefetch_for_write(ahead + at);
  }

  std::byte* record(uint64_t number) { return records_.data() + number * limits_.record_bytes; }
  const std::byte* record(uint64_t number) const { return records_.data() + number * limits_.record_bytes; }
  uint64_t& satellite(uint64_t number) { return reinterpret_cast<uint64_t*>(satellites_.data())[number]; }
  uint64_t satellite(uint64_t number) const { return reinterpret_cast<const uint64_t*>(satellites_.data())[number]; }

  uint64_t record_bytes() const { return dealt() * limits_.record_bytes; }
  uint64_t satellite_bytes() const { return limits_.satellites ? dealt() * sizeof(uint64_t) : 0; }

 private:
  struct alignas(kSeparateBytes) Cursor {  // its worker only
    uint64_t next = 0;
    uint64_t end = 0;
  };
  static constexpr uint32_t kPrefetchBytes = 8 * kLineBytes;
  static constexpr uint64_t kSmallestBlock = 4096;
  static constexpr uint64_t kLargestBlock = uint64_t{2} << 20;

  uint64_t per_record() const { return limits_.record_bytes + (limits_.satellites ? sizeof(uint64_t) : 0); }
  uint64_t dealt() const { return std::min(dealt_.load(std::memory_order_relaxed), most_); }

  bool refill(uint32_t worker) {
    const uint64_t so_far = dealt();
    const uint64_t share = so_far * limits_.record_bytes / (16 * uint64_t{limits_.workers});
    const uint64_t bytes = std::clamp(share, kSmallestBlock, kLargestBlock);
    const uint64_t count = std::min(std::max<uint64_t>(bytes / limits_.record_bytes, 1), most_ - so_far);
    if (count == 0 || !limits_.budget->reserve(count * per_record())) return false;
    const uint64_t first = dealt_.fetch_add(count, std::memory_order_relaxed);
    if (first >= most_ || count > most_ - first) {
      // Others were faster; the numbers beyond `most_` are lost, which only matters at the very end of the space.
      limits_.budget->release(count * per_record());
      return false;
    }
    reserved_.fetch_add(count * per_record(), std::memory_order_relaxed);
    cursors_[worker] = Cursor{first, first + count};
    return true;
  }

  const Limits limits_;
  Region records_;
  Region satellites_;
  uint64_t most_ = 0;
  std::unique_ptr<Cursor[]> cursors_;
  // First number not dealt out yet. Any worker, fetch_add, relaxed: numbers publish nothing.
  alignas(kSeparateBytes) Atomic<uint64_t> dealt_{0};
  // Bytes reserved in the budget, to be given back at the end; relaxed.
  Atomic<uint64_t> reserved_{0};
};

}  // namespace px
