// What one worker has lately inserted or found: a small direct-mapped cache from hashes to record numbers.
//
// Interleavings of independent steps come back to the same state soon: a good part of all rows of a search were met by
// the same worker within its last few thousand (figures in decision 0006). Their slots need not be looked for in a
// table that is far larger than the caches. An entry is only a hint: the row is still compared with the record, in
// full.
//
// Some searches hardly ever come back. So what the cache finds is counted over a trial of some thousand rows, and where
// it is little, it is left alone until the next trial.
//
// Cost: 16 bytes per entry, 64 KiB per worker, which stay in its second-level cache. The worker's own: no atomics. An
// entry stays true for ever, because records are never changed or removed.
#pragma once

#include <cstdint>
#include <vector>

namespace px {

class RecentRows {
 public:
  RecentRows() {
    // No hash that is looked for at a place has other low bits than the place.
    for (size_t i = 0; i < entries_.size(); ++i) entries_[i].hash = ~i;
  }

  // The record number under which a row with this hash was last seen, if one was.
  struct Found {
    bool known;
    uint64_t number;
  };
  Found find(uint64_t hash) const {
    const Entry& entry = entries_[place(hash)];
    return {entry.hash == hash, entry.number};
  }
  void note(uint64_t hash, uint64_t number) { entries_[place(hash)] = {hash, number}; }

  // Whether the next rows are to be looked for and noted here.
  bool pays() const { return in_use_; }
  // Rows have been looked for, so many of them with success; or, where it does not pay, have passed by.
  void count(uint32_t rows, uint32_t met) {
    rows_ += rows;
    met_ += met;
    if (rows_ < (in_use_ ? kTrialRows : kPauseRows)) return;
    in_use_ = !in_use_ || met_ >= rows_ / kLeastShare;
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
  static constexpr uint32_t kLeastShare = 16;  // one row in so many has to be found
  // Not the bits that address the table: rows that are neighbours there may be noted together here.
  static uint64_t place(uint64_t hash) { return hash & ((uint64_t{1} << kLog2Entries) - 1); }

  bool in_use_ = true;
  uint32_t rows_ = 0;  // of the present trial or pause
  uint32_t met_ = 0;   // of them, found
  std::vector<Entry> entries_ = std::vector<Entry>(size_t{1} << kLog2Entries);
};

}  // namespace px
