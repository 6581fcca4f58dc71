// Storage for records: one range of address space, handed to workers in blocks of units; each worker fills its blocks
// in order.
//
//   unit number     0 ........ | ........ | ........ | ........ |            (number * unit_bytes = place)
//                   worker 0     worker 1   worker 0   worker 2    untouched
//
// A record is one unit or, if records differ in length, several; the number of its first unit is its permanent
// reference. A second range holds satellite words, a fixed number per unit, if requested. Space at the end of a block
// that might be too small for a record stays unused. Pages are first touched by the worker that fills them, so they are
// on its NUMA node. Blocks start small (a small model stays small) and grow with the amount stored, so at most about a
// sixteenth is allocated but unused.
//
// Threads: every worker has its own cursor; allocating a block is one fetch_add. A record is written before its
// reference is published and never again.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/base/arena.h"
#include "engine/base/lines.h"
#include "engine/base/memory_budget.h"
#include "engine/store/mapped_log.h"
#include "engine/store/state_table.h"

namespace px::store {

template <template <class> class Atomic>
class RecordSlabs {
 public:
  struct Limits {
    uint32_t unit_bytes = 8;
    uint32_t most_units = 1;  // of a record
    uint32_t satellite_words = 0;
    uint32_t workers = 1;
    uint64_t most_numbers = 0;
    MemoryBudget* budget = nullptr;
  };

  explicit RecordSlabs(const Limits& limits) : limits_(limits), cursors_(std::make_unique<Cursor[]>(limits.workers)) {
    const uint64_t affordable = limits.budget->limit() / per_unit() + 1;
    const uint64_t wanted = std::min(limits.most_numbers, affordable);
    records_ = Region::up_to(wanted * limits.unit_bytes, limits.unit_bytes, Pages::Huge);
    most_ = records_.bytes() / limits.unit_bytes;
    if (limits.satellite_words == 0) return;
    satellites_ = Region::up_to(most_ * per_satellite(), per_satellite(), Pages::Huge);
    most_ = std::min<uint64_t>(most_, satellites_.bytes() / per_satellite());
  }
  RecordSlabs(const RecordSlabs&) = delete;
  RecordSlabs& operator=(const RecordSlabs&) = delete;
  ~RecordSlabs() { limits_.budget->release(reserved_.load(std::memory_order_relaxed)); }

  bool usable() const { return most_ != 0; }

  // Worker only: ensures that there is room for a record; returns false if no memory or no number is left.
  bool prepare(uint32_t worker) {
    const Cursor& cursor = cursors_[worker];
    return cursor.end - cursor.next >= limits_.most_units || refill(worker);
  }
  // Worker only, after prepare: the record that the next commit will return; may be overwritten until then.
  uint64_t candidate(uint32_t worker) const { return cursors_[worker].next; }
  void commit(uint32_t worker, uint64_t units) {
    const std::byte* ahead = unit(cursors_[worker].next += units) + kPrefetchBytes;
    // A store that misses the cache would delay the compare-and-swap after it.
    for (uint64_t at = 0; at < units * limits_.unit_bytes; at += kLineBytes) prefetch_for_write(ahead + at);
  }

  std::byte* unit(uint64_t number) { return records_.data() + number * limits_.unit_bytes; }
  const std::byte* unit(uint64_t number) const { return records_.data() + number * limits_.unit_bytes; }
  uint64_t* satellite(uint64_t number) {
    return reinterpret_cast<uint64_t*>(satellites_.data()) + number * limits_.satellite_words;
  }
  const uint64_t* satellite(uint64_t number) const {
    return reinterpret_cast<const uint64_t*>(satellites_.data()) + number * limits_.satellite_words;
  }
  SatelliteRange satellites() { return {satellites_.data(), per_satellite()}; }

  // Units that hold records, in ascending order; a record lies within one run and a run begins with a record. While
  // no thread writes.
  struct Run {
    uint64_t first = 0;
    uint64_t units = 0;
  };
  std::vector<Run> used_runs() const {
    std::vector<Run> runs;
    for (uint32_t i = 0; i < limits_.workers; ++i) {
      const Cursor& cursor = cursors_[i];
      cursor.filled.for_each([&](const Run& run) { runs.push_back(run); });
      if (cursor.next != cursor.begin) runs.push_back({cursor.begin, cursor.next - cursor.begin});
    }
    std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.first < b.first; });
    return runs;
  }
  // Called by any worker before any record is written here: claims a run of another table's record numbers, so that the
  // caller can fill it. Returns false if memory runs out or the numbers are invalid.
  bool adopt(uint32_t worker, const Run& run) {
    if (run.first > most_ || run.units > most_ - run.first) return false;
    if (!limits_.budget->reserve(run.units * per_unit())) return false;
    if (!cursors_[worker].filled.push(run, limits_.budget)) {
      limits_.budget->release(run.units * per_unit());
      return false;
    }
    reserved_.fetch_add(run.units * per_unit(), std::memory_order_relaxed);
    uint64_t dealt = dealt_.load(std::memory_order_relaxed);
    while (dealt < run.first + run.units &&
           !dealt_.compare_exchange_weak(dealt, run.first + run.units, std::memory_order_relaxed)) {
    }
    return true;
  }

  uint64_t unit_bytes() const { return dealt() * limits_.unit_bytes; }  // of all units allocated
  uint64_t satellite_bytes() const { return dealt() * per_satellite(); }

 private:
  struct alignas(kSeparateBytes) Cursor {  // its worker only
    uint64_t begin = 0;
    uint64_t next = 0;
    uint64_t end = 0;
    MappedLog<Run> filled;  // the used parts of earlier blocks
  };
  static constexpr uint32_t kPrefetchBytes = 8 * kLineBytes;
  static constexpr uint64_t kMinBlock = 4096;
  static constexpr uint64_t kLargestBlock = uint64_t{2} << 20;
  static constexpr uint64_t kMinRecords = 4;  // per block, of the longest there are

  uint64_t per_satellite() const { return limits_.satellite_words * sizeof(uint64_t); }
  uint64_t per_unit() const { return limits_.unit_bytes + per_satellite(); }
  uint64_t dealt() const { return std::min(dealt_.load(std::memory_order_relaxed), most_); }

  bool refill(uint32_t worker) {
    const uint64_t so_far = dealt();
    const uint64_t share = so_far * limits_.unit_bytes / (16 * uint64_t{limits_.workers});
    Cursor& cursor = cursors_[worker];
    if (cursor.next != cursor.begin) {
      if (!cursor.filled.push({cursor.begin, cursor.next - cursor.begin}, limits_.budget)) return false;
      cursor.begin = cursor.next = cursor.end;
    }
    const uint64_t least = kMinRecords * limits_.most_units;
    const uint64_t bytes = std::clamp(share, kMinBlock, kLargestBlock);
    const uint64_t count = std::min(std::max(bytes / limits_.unit_bytes, least), most_ - so_far);
    if (count < limits_.most_units || !limits_.budget->reserve(count * per_unit())) return false;
    const uint64_t first = dealt_.fetch_add(count, std::memory_order_relaxed);
    if (first >= most_ || count > most_ - first) {
      // Others were faster; the numbers beyond `most_` are lost, which only matters at the very end of the space.
      limits_.budget->release(count * per_unit());
      return false;
    }
    reserved_.fetch_add(count * per_unit(), std::memory_order_relaxed);
    cursor.begin = cursor.next = first;
    cursor.end = first + count;
    return true;
  }

  const Limits limits_;
  Region records_;
  Region satellites_;
  uint64_t most_ = 0;
  std::unique_ptr<Cursor[]> cursors_;
  // First number not allocated yet. Changed by any worker with fetch_add, relaxed: numbers publish nothing.
  alignas(kSeparateBytes) Atomic<uint64_t> dealt_{0};
  // Bytes reserved in the budget, increased by any worker, released by the destructor; relaxed: a sum.
  Atomic<uint64_t> reserved_{0};
};

}  // namespace px::store
