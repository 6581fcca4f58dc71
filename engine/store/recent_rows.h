// What one worker has lately inserted or found: a small direct-mapped cache from hashes to record numbers.
//
// Interleavings of independent steps come back to the same state soon: between a third and two thirds of all rows of a
// search were met by the same worker within its last few thousand. Their slots need not be looked for in a table that
// is far larger than the caches. An entry is only a hint: the row is still compared with the record, in full.
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

 private:
  struct Entry {
    uint64_t hash = 0;
    uint64_t number = 0;
  };
  static constexpr uint32_t kLog2Entries = 12;
  // Not the bits that address the table: rows that are neighbours there may be noted together here.
  static uint64_t place(uint64_t hash) { return hash & ((uint64_t{1} << kLog2Entries) - 1); }

  std::vector<Entry> entries_ = std::vector<Entry>(size_t{1} << kLog2Entries);
};

}  // namespace px
