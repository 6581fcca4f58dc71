// The content of a table at one moment, in blocks of a few megabytes that any number of threads can write in any order,
// and restore into a fresh table in the same way.
//
// References remain valid: a record gets its old number again, and other entries are their own references. So a
// frontier or satellites that hold references need not know that the table is a different one.
//
//   block of records        part | runs | (first, units) per run | satellites | records, as they lie in the slabs
//   block of pairs or keys  part | layout | count | the slots' content: ascending, as differences of 1 to 10 bytes
//   block of bits           part | first word | states | words
//
// Slots that point to records are not written: they are rebuilt from the records, which takes no longer than reading
// twice as much data. Pairs and keys are stored quotiented, so that neighbouring slots hold neighbouring numbers, and
// their differences take about as many bits as the numbers have beyond those implied by their position.
//
// Threads: a snapshot is taken while no thread inserts. If it `outlasts_inserts()`, it may be written while workers
// insert again: records are never changed, and entries added to slots in the meantime are recorded (insert_journal.h).
// Otherwise it must be written before they do.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace px::store {

class TableSnapshot {
 public:
  virtual ~TableSnapshot() = default;
  TableSnapshot(const TableSnapshot&) = delete;
  TableSnapshot& operator=(const TableSnapshot&) = delete;

  virtual uint64_t blocks() const = 0;
  // Appends the words of a block. Any thread.
  virtual void write(uint64_t block, std::vector<uint64_t>& words) const = 0;
  virtual bool outlasts_inserts() const = 0;

 protected:
  TableSnapshot() = default;
};

// The blocks of the first, then those of the second, and so on.
std::unique_ptr<TableSnapshot> join_snapshots(std::vector<std::unique_ptr<TableSnapshot>> parts);

enum class RestoreOutcome : uint8_t {
  Done,
  NoRoom,    // the memory or the reference space is too small
  Malformed  // not a block of such a table
};

// Numbers in ascending order as differences, 7 bits per byte, the last byte of each with the high bit clear; packed
// into words.
class DifferenceWriter {
 public:
  explicit DifferenceWriter(std::vector<uint64_t>& words) : words_(words) {}
  void add(uint64_t number) {
    uint64_t difference = number - last_;
    last_ = number;
    for (; difference >= 0x80; difference >>= 7) put(static_cast<uint8_t>(difference | 0x80));
    put(static_cast<uint8_t>(difference));
  }

 private:
  void put(uint8_t byte) {
    if (shift_ == 0) words_.push_back(0);
    words_.back() |= uint64_t{byte} << shift_;
    shift_ = (shift_ + 8) & 63;
  }
  std::vector<uint64_t>& words_;
  uint64_t last_ = 0;
  uint32_t shift_ = 0;
};

class DifferenceReader {
 public:
  explicit DifferenceReader(std::span<const uint64_t> words) : words_(words) {}
  // Returns false if there are no further words.
  bool next(uint64_t& number) {
    uint64_t difference = 0;
    for (uint32_t shift = 0;; shift += 7) {
      if (at_ == 8 * words_.size() || shift > 63) return false;
      const auto byte = static_cast<uint8_t>(words_[at_ / 8] >> (at_ % 8 * 8));
      ++at_;
      difference |= uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) break;
    }
    number = last_ += difference;
    return true;
  }

 private:
  std::span<const uint64_t> words_;
  size_t at_ = 0;
  uint64_t last_ = 0;
};

}  // namespace px::store
