#include "engine/model/sequence_table.h"

#include <algorithm>
#include <bit>

#include "engine/base/check.h"
#include "engine/base/hash.h"

namespace px {
namespace {

constexpr uint64_t kSeed = 0x5e9;

uint64_t hash_of(std::span<const int64_t> items) {
  static_assert(sizeof(int64_t) == sizeof(uint64_t));
  // Signed and unsigned types of the same size may alias.
  return hash_words(reinterpret_cast<const uint64_t*>(items.data()), items.size(), kSeed);
}

size_t segment_of(SequenceTable::Handle handle) {
  return static_cast<size_t>(std::bit_width(handle)) - 1;
}

}  // namespace

SequenceTable::SequenceTable(Limits limits) : limits_(limits) {}

SequenceTable::~SequenceTable() {
  for (std::atomic<Slot*>& segment : segments_) delete[] segment.load(std::memory_order_relaxed);
}

// ---- Reading

std::span<const int64_t> SequenceTable::items(Handle sequence) const {
  if (sequence == kEmpty) return {};
  const size_t number = segment_of(sequence);
  const Slot* slots = segments_[number].load(std::memory_order_acquire);
  // Acquire pairs with the release in insert(): the record is complete.
  const int64_t* record = slots[sequence - (Handle{1} << number)].load(std::memory_order_acquire);
  return {record + 1, static_cast<size_t>(record[0])};
}

std::optional<int64_t> SequenceTable::at(Handle sequence, int64_t position) const {
  const std::span<const int64_t> all = items(sequence);
  if (position < 0 || static_cast<uint64_t>(position) >= all.size()) return {};
  return all[static_cast<size_t>(position)];
}

// ---- Interning

std::optional<SequenceTable::Handle> SequenceTable::intern(std::span<const int64_t> items) {
  if (items.empty()) return kEmpty;
  const uint64_t hash = hash_of(items);
  Shard& shard = shards_[hash >> (64 - kShardBits)];
  const std::lock_guard guard(shard.lock);
  if (!shard.slots.empty()) {
    const size_t mask = shard.slots.size() - 1;
    for (size_t i = hash & mask; shard.slots[i].handle != kEmpty; i = (i + 1) & mask) {
      if (shard.slots[i].hash == hash && std::ranges::equal(this->items(shard.slots[i].handle), items)) {
        return shard.slots[i].handle;
      }
    }
  }
  const std::optional<Handle> handle = insert(shard, hash, items);
  if (!handle) full_.store(true, std::memory_order_relaxed);
  return handle;
}

// Everything that can fail is done before a handle is taken, so that a full table has no gaps.
std::optional<SequenceTable::Handle> SequenceTable::insert(Shard& shard, uint64_t hash,
                                                           std::span<const int64_t> items) {
  if (shard.used + 1 > shard.slots.size() / 4 * 3 && !grow(shard)) return {};
  int64_t* record = allocate(shard, items.size() + 1);
  if (record == nullptr) return {};
  uint64_t before = count_.load(std::memory_order_relaxed);
  do {
    if (before >= std::min<uint64_t>(limits_.sequences, UINT32_MAX)) return {};
  } while (!count_.compare_exchange_weak(before, before + 1, std::memory_order_relaxed));
  const auto handle = static_cast<Handle>(before + 1);
  const size_t number = segment_of(handle);
  record[0] = static_cast<int64_t>(items.size());
  std::copy(items.begin(), items.end(), record + 1);
  segment(number)[handle - (Handle{1} << number)].store(record, std::memory_order_release);
  place(shard.slots, hash, handle);
  ++shard.used;
  return handle;
}

void SequenceTable::place(std::vector<IndexSlot>& slots, uint64_t hash, Handle handle) {
  const size_t mask = slots.size() - 1;
  size_t i = hash & mask;
  while (slots[i].handle != kEmpty) i = (i + 1) & mask;
  slots[i] = {hash, handle};
}

bool SequenceTable::grow(Shard& shard) {
  const size_t size = std::max(kFirstSlots, 2 * shard.slots.size());
  if (!take_bytes((size - shard.slots.size()) * sizeof(IndexSlot))) return false;
  std::vector<IndexSlot> larger(size);
  for (const IndexSlot& slot : shard.slots) {
    if (slot.handle != kEmpty) place(larger, slot.hash, slot.handle);
  }
  shard.slots = std::move(larger);
  return true;
}

// Allocates a record in the shard's last block, or in a new block of twice its size.
int64_t* SequenceTable::allocate(Shard& shard, size_t words) {
  if (shard.block_words - shard.block_used < words) {
    const size_t usual = shard.blocks.empty() ? kFirstBlockWords : std::min(2 * shard.block_words, kMaxBlockWords);
    const size_t size = std::max(usual, words);
    if (!take_bytes(size * sizeof(int64_t))) return nullptr;
    shard.blocks.push_back(std::make_unique_for_overwrite<int64_t[]>(size));
    shard.block_words = size;
    shard.block_used = 0;
  }
  int64_t* record = shard.blocks.back().get() + shard.block_used;
  shard.block_used += words;
  return record;
}

// The handle has already been assigned, so the few bytes of a segment are allocated even beyond the limit.
SequenceTable::Slot* SequenceTable::segment(size_t number) {
  Slot* slots = segments_[number].load(std::memory_order_acquire);
  if (slots != nullptr) return slots;
  auto fresh = std::make_unique<Slot[]>(size_t{1} << number);
  if (segments_[number].compare_exchange_strong(slots, fresh.get(), std::memory_order_acq_rel)) {
    bytes_.fetch_add((uint64_t{1} << number) * sizeof(Slot), std::memory_order_relaxed);
    return fresh.release();
  }
  return slots;
}

bool SequenceTable::take_bytes(uint64_t bytes) {
  const uint64_t before = bytes_.fetch_add(bytes, std::memory_order_relaxed);
  if (before <= limits_.bytes && bytes <= limits_.bytes - before) return true;
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

// ---- Operations

namespace {

// A scratch buffer in which sequences are assembled before they are interned; one per thread, to avoid allocating each
// time.
std::vector<int64_t>& scratch() {
  thread_local std::vector<int64_t> items;
  items.clear();
  return items;
}

}  // namespace

std::optional<SequenceTable::Handle> SequenceTable::append(Handle sequence, int64_t item) {
  std::vector<int64_t>& all = scratch();
  const std::span<const int64_t> old = items(sequence);
  all.insert(all.end(), old.begin(), old.end());
  all.push_back(item);
  return intern(all);
}

std::optional<SequenceTable::Handle> SequenceTable::prepend(int64_t item, Handle sequence) {
  std::vector<int64_t>& all = scratch();
  all.push_back(item);
  const std::span<const int64_t> old = items(sequence);
  all.insert(all.end(), old.begin(), old.end());
  return intern(all);
}

std::optional<SequenceTable::Handle> SequenceTable::tail(Handle sequence) {
  const std::span<const int64_t> all = items(sequence);
  PX_CHECK(!all.empty());
  return intern(all.subspan(1));
}

std::optional<SequenceTable::Handle> SequenceTable::front(Handle sequence) {
  const std::span<const int64_t> all = items(sequence);
  PX_CHECK(!all.empty());
  return intern(all.first(all.size() - 1));
}

std::optional<SequenceTable::Handle> SequenceTable::concat(Handle first, Handle second) {
  std::vector<int64_t>& all = scratch();
  for (const Handle part : {first, second}) {
    const std::span<const int64_t> old = items(part);
    all.insert(all.end(), old.begin(), old.end());
  }
  return intern(all);
}

}  // namespace px
