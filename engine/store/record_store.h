// States kept as records (record.h) in slabs (record_slabs.h), by number.
//
// The form of the records depends on their length: states of kSparseWords or more words are stored without their zero
// words, shorter ones in full (one bit per word would be a large overhead, and few of their words are zero).
//
// Threads: as record_slabs.h.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/base/lines.h"
#include "engine/store/record.h"
#include "engine/store/record_slabs.h"

namespace px::store {

template <template <class> class Atomic = std::atomic>
class RecordStore {
 public:
  struct Config {
    uint32_t record_bytes = 8;
    uint32_t satellite_words = 0;
    uint32_t workers = 1;
    uint64_t most_numbers = 0;
    MemoryBudget* budget = nullptr;
  };

  explicit RecordStore(const Config& config)
      : bytes_(config.record_bytes),
        words_((config.record_bytes + 7) / 8),
        sparse_(words_ >= kSparseWords),
        satellite_words_(config.satellite_words),
        slabs_({.unit_bytes = unit_bytes(),
                .most_units = sparse_ ? most_sparse_units() : 1,
                .satellite_words = sparse_ ? 0 : satellite_words_,
                .workers = config.workers,
                .most_numbers = config.most_numbers,
                .budget = config.budget}) {}

  bool usable() const { return slabs_.usable(); }
  uint32_t words() const { return words_; }

  // Worker only: writes a state as the worker's next record, which is private until commit; returns its number, or
  // kNone if there is no memory. Writing again before commit replaces it.
  static constexpr uint64_t kNone = UINT64_MAX;
  uint64_t write(uint32_t worker, const uint64_t* words, uint64_t satellite) {
    if (!slabs_.prepare(worker)) return kNone;
    const uint64_t number = slabs_.candidate(worker);
    if (!sparse_) {
      write_record(slabs_.unit(number), words, bytes_);
      if (satellite_words_ != 0) *slabs_.satellite(number) = satellite;
      return number;
    }
    uint64_t* record = sparse_record(number);
    if (satellite_words_ != 0) {
      *record = satellite;
      std::fill(record + 1, record + satellite_words_, 0);  // an uncommitted record may have been here
      record += satellite_words_;
    }
    write_sparse_record(record, words, words_);
    return number;
  }
  // Worker only, after write: the record is published now and never written again.
  void commit(uint32_t worker) { slabs_.commit(worker, sparse_ ? units_of(slabs_.candidate(worker)) : 1); }

  bool equals(uint64_t number, const uint64_t* words) const {
    return sparse_ ? equals_sparse_record(state_of(number), words, words_)
                   : equals_record(slabs_.unit(number), words, bytes_);
  }
  void read(uint64_t number, uint64_t* words) const {
    if (sparse_) {
      read_sparse_record(state_of(number), words, words_);
    } else {
      read_record(slabs_.unit(number), words, bytes_);
    }
  }
  const void* address(uint64_t number) const { return slabs_.unit(number); }
  void prefetch(uint64_t number) const {
    const std::byte* record = slabs_.unit(number);
    prefetch_for_read(record);
    if (bytes_ > kLineBytes) prefetch_for_read(record + kLineBytes);
  }
  uint64_t satellite(uint64_t number) const { return sparse_ ? *sparse_record(number) : *slabs_.satellite(number); }
  SatelliteRange satellites() {
    if (satellite_words_ == 0) return {};
    return sparse_ ? SatelliteRange{slabs_.unit(0), sizeof(uint64_t)} : slabs_.satellites();
  }

  // ---- Taking records out as they lie, and back (table_snapshot.h)

  using Run = typename RecordSlabs<Atomic>::Run;
  std::vector<Run> used_runs() const { return slabs_.used_runs(); }
  uint64_t run_words(const Run& run) const { return run.units * words_beside() + (run.units * unit_bytes() + 7) / 8; }
  void append_run(const Run& run, std::vector<uint64_t>& words) const {
    const size_t begin = words.size();
    words.resize(begin + run_words(run));
    uint64_t* to = words.data() + begin;
    if (words_beside() != 0) to = std::copy_n(slabs_.satellite(run.first), run.units * words_beside(), to);
    std::memcpy(to, slabs_.unit(run.first), run.units * unit_bytes());
  }
  // Called by any worker. Returns false if there is no room.
  bool adopt_run(uint32_t worker, const Run& run, const uint64_t* words) {
    if (!slabs_.adopt(worker, run)) return false;
    if (words_beside() != 0) {
      std::copy_n(words, run.units * words_beside(), slabs_.satellite(run.first));
      words += run.units * words_beside();
    }
    std::memcpy(slabs_.unit(run.first), words, run.units * unit_bytes());
    return true;
  }
  // The number of the record after this one in the same run.
  uint64_t next_number(uint64_t number) const { return number + (sparse_ ? units_of(number) : 1); }
  bool sparse() const { return sparse_; }
  // Whether a sparse record can end before `end`; only then it may be read.
  bool is_sound(uint64_t number, uint64_t end) const {
    const uint64_t head = satellite_words_ + (words_ + 63) / 64;
    return number + head <= end && number + units_of(number) <= end;
  }

  uint64_t record_bytes() const { return slabs_.unit_bytes(); }
  uint64_t satellite_bytes() const { return slabs_.satellite_bytes(); }

 private:
  static constexpr uint32_t kSparseWords = 16;

  // Satellite words that are stored in a separate range.
  uint32_t words_beside() const { return sparse_ ? 0 : satellite_words_; }
  uint32_t unit_bytes() const { return sparse_ ? uint32_t{sizeof(uint64_t)} : bytes_; }
  uint32_t most_sparse_units() const { return static_cast<uint32_t>(sparse_record_words(words_)) + satellite_words_; }
  uint64_t* sparse_record(uint64_t number) { return reinterpret_cast<uint64_t*>(slabs_.unit(number)); }
  const uint64_t* sparse_record(uint64_t number) const {
    return reinterpret_cast<const uint64_t*>(slabs_.unit(number));
  }
  const uint64_t* state_of(uint64_t number) const { return sparse_record(number) + satellite_words_; }
  uint64_t units_of(uint64_t number) const {
    const uint64_t* state = state_of(number);
    uint64_t units = satellite_words_ + (words_ + 63) / 64;
    for (uint32_t i = 0; i < (words_ + 63) / 64; ++i) units += static_cast<uint64_t>(std::popcount(state[i]));
    return units;
  }

  const uint32_t bytes_;
  const uint32_t words_;
  const bool sparse_;
  const uint32_t satellite_words_;
  RecordSlabs<Atomic> slabs_;
};

}  // namespace px::store
