// Interned sequences of numbers (hash-consing): every distinct sequence is stored once and identified by a 32-bit
// handle. States hold handles, so equal sequences give equal states.
//
//   handle h -> segments_[bit_width(h) - 1][h - 2^(bit_width(h) - 1)] -> | length | item 0 | item 1 | ... |
//
// Handle 0 is the empty sequence and has no record. Segment s has 2^s slots and is allocated when its first handle is
// assigned, so small tables stay small and no slot ever moves. Records are immutable and live as long as the table.
//
// To intern, the shard that the hash selects is locked, its open-addressing index (hash and handle per slot, linear
// probing, at most 3/4 full) is searched, and a new record is written to the shard's own blocks. Handles come from a
// single counter, so the handle of a sequence depends on the threads' timing; only equality of handles is meaningful.
//
// Threads: all functions are thread-safe. Reading (length, at, items) takes no lock. Limits: `Limits`; once one is
// reached, operations that need a new sequence return nullopt from then on; stored sequences remain valid. `full()`
// reports this. Cost: interning a sequence of n items takes O(n) and one uncontended lock; a stored one takes 8 n + 8
// bytes, 8 for its slot and 16 to 43 in the index.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace px {

class SequenceTable {
 public:
  using Handle = uint32_t;
  static constexpr Handle kEmpty = 0;

  struct Limits {
    uint64_t bytes = UINT64_MAX;      // of records, slots and index together
    uint64_t sequences = UINT32_MAX;  // besides the empty one; handles have 32 bits
  };

  SequenceTable() : SequenceTable(Limits()) {}
  explicit SequenceTable(Limits limits);
  ~SequenceTable();
  SequenceTable(const SequenceTable&) = delete;
  SequenceTable& operator=(const SequenceTable&) = delete;

  // The handle of a sequence; nullopt if it is new and the table is full.
  std::optional<Handle> intern(std::span<const int64_t> items);

  // Handles must come from this table. The span is valid for the lifetime of the table.
  std::span<const int64_t> items(Handle sequence) const;
  uint64_t length(Handle sequence) const { return items(sequence).size(); }
  // nullopt if the position is out of range.
  std::optional<int64_t> at(Handle sequence, int64_t position) const;

  // New sequences; nullopt if the table is full. tail (all but the first item) and front (all but the last) must not be
  // called on an empty sequence: check the length first.
  std::optional<Handle> append(Handle sequence, int64_t item);
  std::optional<Handle> prepend(int64_t item, Handle sequence);
  std::optional<Handle> tail(Handle sequence);
  std::optional<Handle> front(Handle sequence);
  std::optional<Handle> concat(Handle first, Handle second);

  bool full() const { return full_.load(std::memory_order_relaxed); }
  uint64_t size() const { return count_.load(std::memory_order_relaxed); }   // without the empty sequence
  uint64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }  // memory taken

 private:
  static constexpr size_t kShardBits = 6;
  static constexpr size_t kFirstSlots = 16;  // of a shard's index
  static constexpr size_t kFirstBlockWords = 64;
  static constexpr size_t kMaxBlockWords = size_t{1} << 16;

  struct IndexSlot {
    uint64_t hash = 0;
    Handle handle = kEmpty;  // kEmpty: free
  };
  // Written and read only while holding its lock.
  struct alignas(64) Shard {
    std::mutex lock;
    std::vector<IndexSlot> slots;
    size_t used = 0;
    std::vector<std::unique_ptr<int64_t[]>> blocks;
    size_t block_words = 0;  // of the last block
    size_t block_used = 0;
  };
  using Slot = std::atomic<const int64_t*>;

  std::optional<Handle> insert(Shard& shard, uint64_t hash, std::span<const int64_t> items);
  bool grow(Shard& shard);
  static void place(std::vector<IndexSlot>& slots, uint64_t hash, Handle handle);
  int64_t* allocate(Shard& shard, size_t words);
  Slot* segment(size_t number);
  bool take_bytes(uint64_t bytes);

  const Limits limits_;
  std::array<Shard, size_t{1} << kShardBits> shards_;
  // Written once, by the thread that assigns the first handle of the segment (compare-exchange, release: the slots are
  // zero before they become visible); read by all (acquire).
  std::array<std::atomic<Slot*>, 32> segments_{};
  // The next two are plain counters, changed by inserting threads and read by any thread; they publish nothing, so they
  // are relaxed.
  std::atomic<uint64_t> count_{0};
  std::atomic<uint64_t> bytes_{0};
  // Set by the thread that first reaches a limit, never reset; relaxed, because it is only reported.
  std::atomic<bool> full_{false};
};

}  // namespace px
