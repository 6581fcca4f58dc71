// A 64-bit slot of a table whose entries are records.
//
//   63            40 39                     0
//   [  tag: 24 bits ][ record number + 1     ]      empty: 0      frozen: tag 1, number field 0
//
// The tag is a window of the hash: its bits from `window` (counted from the most significant bit, 0) to window + 23.
// The table of 2^k slots is addressed by the k highest bits. The window begins at most k bits from the top, so that it
// covers the k - window lowest bits of the home position (from which the home of an entry displaced by linear probing
// is recovered) and the bits that follow (which distinguish entries, and one of which each doubling consumes for
// addressing):
//
//   hash     |<------- k: home -------->|
//            .............[---- tag, 24 bits ----].........
//            ^ window ----^    10..20   |  4..14
//
// When fewer than 4 bits would follow, the next growth moves the window, which needs the hash from the record: once in
// ten doublings. With fewer of these bits more records are compared needlessly, at worst by one row in 2^4 for each
// entry with the same home; this costs far less than moving the window earlier would.
#pragma once

#include <cstdint>

#include "engine/base/check.h"

namespace px::store {

// Displacement from home is less than this; a longer run makes the table grow.
inline constexpr uint32_t kDisplacementBits = 10;
inline constexpr uint32_t kMaxDisplacement = 1u << kDisplacementBits;

struct SlotLayout {
  uint32_t log2_slots = 0;
  uint32_t window = 0;
  static constexpr uint32_t kTagBits = 24;
  static constexpr uint32_t kMinFollowing = 4;

  static SlotLayout fresh(uint32_t log2_slots) {
    return {log2_slots, log2_slots > kDisplacementBits ? log2_slots - kDisplacementBits : 0};
  }
  // The layout of twice as many slots, keeping the window as long as enough bits follow.
  SlotLayout doubled() const {
    const SlotLayout same_window{log2_slots + 1, window};
    return log2_slots + 1 + kMinFollowing <= window + kTagBits ? same_window : fresh(log2_slots + 1);
  }

  uint64_t home(uint64_t hash) const {
    PX_DCHECK(log2_slots >= 1 && log2_slots <= 64);
    return hash >> (64 - log2_slots);
  }
  uint64_t tag(uint64_t hash) const { return (hash << window) >> (64 - kTagBits); }
  // The home of an entry with this tag found at `position`.
  uint64_t home_from(uint64_t position, uint64_t tag) const {
    PX_DCHECK(log2_slots >= window && log2_slots - window < kTagBits);
    const uint32_t known = log2_slots - window;
    const uint64_t low = tag >> (kTagBits - known);
    return position - ((position - low) & ((uint64_t{1} << known) - 1));
  }
  // Home of the same entry in a table with twice as many slots and the same window.
  uint64_t doubled_home_from(uint64_t position, uint64_t tag) const {
    const uint32_t known = log2_slots - window;
    return 2 * home_from(position, tag) + ((tag >> (kTagBits - known - 1)) & 1);
  }

  // Encoded as the word that Generations agrees upon.
  uint64_t word() const { return uint64_t{log2_slots} << 8 | window; }
  static SlotLayout from(uint64_t word) {
    return {static_cast<uint32_t>(word >> 8), static_cast<uint32_t>(word & 0xff)};
  }
};

struct Slot {
  static constexpr uint32_t kNumberBits = 40;
  static constexpr uint64_t kNumberMask = (uint64_t{1} << kNumberBits) - 1;
  static constexpr uint64_t kEmpty = 0;
  static constexpr uint64_t kFrozen = uint64_t{1} << kNumberBits;
  static constexpr uint64_t kMaxRecords = kNumberMask;

  static uint64_t make(uint64_t tag, uint64_t number) {
    PX_DCHECK(number < kMaxRecords && tag >> SlotLayout::kTagBits == 0);
    return tag << kNumberBits | (number + 1);
  }
  static uint64_t tag(uint64_t slot) { return slot >> kNumberBits; }
  static uint64_t number(uint64_t slot) {
    PX_DCHECK(is_entry(slot));
    return (slot & kNumberMask) - 1;
  }
  static bool is_entry(uint64_t slot) { return (slot & kNumberMask) != 0; }
};

// What Generations needs to know about these arrays: after the 2^k home positions there is room for the overflow of the
// last ones, so that probing never wraps around.
struct RecordSlotFormat {
  static uint64_t slot_count(uint64_t layout) {
    return (uint64_t{1} << SlotLayout::from(layout).log2_slots) + kMaxDisplacement;
  }
  static uint64_t slot_bytes(uint64_t) { return sizeof(uint64_t); }
};

}  // namespace px::store
