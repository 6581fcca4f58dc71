// The rows that one worker recently inserted or found: a small direct-mapped cache from hashes to record numbers.
//
// Interleavings of independent steps soon return to the same state: many rows of a search were seen by the same worker
// within its last few thousand (figures in decision 0006). They need not be looked up in a table that is far larger
// than the caches. An entry is only a hint: the row is still compared with the record, in full.
//
// Some searches rarely revisit a state. So hits are counted over a trial of a few thousand rows; if there are too few,
// the cache is not used until the next trial.
//
// Cost: 16 bytes per entry, 64 KiB per worker, which stay in its second-level cache. Private to the worker: no atomics.
// Entries remain valid forever, because records are never changed or removed.
#pragma once

#include <cstdint>
#include <vector>

namespace px::store {

class RecentRows {
 public:
  RecentRows() {
    // The low bits of a hash follow from its place.
    for (size_t i = 0; i < entries_.size(); ++i) entries_[i].hash = ~i;
  }

  // The record number under which a row with this hash was last seen, if any.
  struct Found {
    bool known;
    uint64_t number;
  };
  Found find(uint64_t hash) const {
    const Entry& entry = entries_[place(hash)];
    return {entry.hash == hash, entry.number};
  }
  void note(uint64_t hash, uint64_t number) { entries_[place(hash)] = {hash, number}; }

  // Whether the next rows should be looked up and recorded here.
  bool pays() const { return in_use_; }
  // Reports rows that were looked up, and how many of them were found; or, between trials, rows that were not looked
  // up.
  void count(uint32_t rows, uint32_t met) {
    rows_ += rows;
    met_ += met;
    if (rows_ < (in_use_ ? kTrialRows : kPauseRows)) return;
    in_use_ = !in_use_ || met_ >= rows_ / kMinShare;
    rows_ = 0;
    met_ = 0;
  }

 private:
  struct Entry {
    uint64_t hash = 0;
    uint64_t number = 0;
  };
  static constexpr uint32_t kLog2Entries = 12;
  static constexpr uint32_t kTrialRows = 4 << kLog2Entries;
  static constexpr uint32_t kPauseRows = 16 * kTrialRows;
  static constexpr uint32_t kMinShare = 16;  // one row in this many must be found
  // Not the bits that address the table: rows that are neighbours there may be recorded together here.
  static uint64_t place(uint64_t hash) { return hash & ((uint64_t{1} << kLog2Entries) - 1); }

  bool in_use_ = true;
  uint32_t rows_ = 0;  // rows of the current trial or pause
  uint32_t met_ = 0;   // number of them found
  std::vector<Entry> entries_ = std::vector<Entry>(size_t{1} << kLog2Entries);
};

}  // namespace px::store
