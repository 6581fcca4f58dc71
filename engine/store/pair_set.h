// Concurrent set of pairs of small numbers in 4 (or, if that does not suffice, 8) bytes per slot: the root level of the
// tree table, one entry per state; and the exact table for states that fit in a word (word_table.h).
//
// Idea: quotienting, as in Cleary, "Compact Hash Tables Using Bidirectional Linear Probing" (1984) and van der Vegt and
// Laarman, "A Parallel Compact Hash Table" (MEMICS 2011). A pair of b bits in all is scrambled by a bijection on b
// bits; the k highest bits of the result are the home position and need not be stored, because they follow from the
// position of the entry. A slot stores the rest and the displacement of the entry from its home:
//
//   31 (or 63)        10 9            0
//   [ rest: b-k bits ][ displacement ]   + 1       empty: 0     frozen: all ones
//
// What differs: plain linear probing with the displacement in the slot; lock-free insertion and growth as in the other
// tables; and the widths of the two numbers (hence b) are chosen anew by every generation, as the numbers in
// use grow. A set made for one worker sets slots by plain stores and freezes nothing.
//
// Operations
//   insert   As in record_table.h, but the slot value is the whole entry: equal values at equal displacement mean
//            "found". A number that exceeds its width, like a load above 25/32, begins growth. In a batch, the home
//            slots of the next 32 pairs are always under way.
//   grow     An entry is decoded (position, displacement and rest give back the pair) and inserted in the new layout.
//            Where only the number of slots changes, its scrambled form is the same and is all that is needed.
//
// Invariant: within one generation the map (pair) -> (home, rest) is injective, so no two pairs are confused.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/lines.h"
#include "engine/store/generations.h"
#include "engine/store/insert_journal.h"
#include "engine/store/slot.h"
#include "engine/store/state_table.h"
#include "engine/store/table_snapshot.h"
#include "engine/store/worker_counters.h"

namespace px::store {

// The inverse of an odd number modulo 2^64, by Newton's iteration.
constexpr uint64_t inverse_of(uint64_t odd) {
  uint64_t x = odd;  // right in 3 bits; every step doubles that
  for (int i = 0; i < 5; ++i) x *= 2 - odd * x;
  return x;
}

// A bijection on `bits`-bit numbers that scrambles well: xor-shifts and odd multipliers, as in murmur's finaliser.
class Scrambler {
 public:
  explicit Scrambler(uint32_t bits)
      : shift_(bits / 2 + 1), mask_(bits == 64 ? UINT64_MAX : (uint64_t{1} << bits) - 1) {}

  uint64_t scramble(uint64_t x) const {
    x ^= x >> shift_;
    x = x * kFirst & mask_;
    x ^= x >> shift_;
    x = x * kSecond & mask_;
    return x ^ x >> shift_;
  }
  // An xor-shift by more than half the width is its own inverse; an odd number has an inverse modulo 2^64.
  uint64_t unscramble(uint64_t x) const {
    x ^= x >> shift_;
    x = x * kSecondInverse & mask_;
    x ^= x >> shift_;
    x = x * kFirstInverse & mask_;
    return x ^ x >> shift_;
  }

 private:
  static constexpr uint64_t kFirst = 0xff51afd7ed558ccdULL;
  static constexpr uint64_t kSecond = 0xc4ceb9fe1a85ec53ULL;
  static constexpr uint64_t kFirstInverse = inverse_of(kFirst);
  static constexpr uint64_t kSecondInverse = inverse_of(kSecond);
  static_assert(kFirst * kFirstInverse == 1 && kSecond * kSecondInverse == 1);

  uint32_t shift_;
  uint64_t mask_;
};

// Widths of the numbers and of the slots of one generation.
struct PairLayout {
  uint32_t log2_slots = 0;
  uint32_t left_bits = 1;
  uint32_t right_bits = 1;

  static constexpr uint32_t kMinLog2 = 11;

  // Never narrower than the home position.
  uint32_t bits() const { return std::max(left_bits + right_bits, log2_slots); }
  uint32_t rest_bits() const { return bits() - log2_slots; }
  bool wide() const { return rest_bits() + kDisplacementBits > 31; }
  bool fits(uint32_t left, uint32_t right) const {
    return static_cast<uint32_t>(std::bit_width(left)) <= left_bits &&
           static_cast<uint32_t>(std::bit_width(right)) <= right_bits;
  }
  // Whether a pair has the same scrambled form in both.
  bool same_numbers(const PairLayout& other) const { return bits() == other.bits() && right_bits == other.right_bits; }
  PairLayout doubled() const { return {log2_slots + 1, left_bits, right_bits}; }
  // Wide enough for this pair as well, with one spare bit, because numbers are assigned in ascending order.
  PairLayout widened(uint32_t left, uint32_t right) const {
    const auto width = [](uint32_t value, uint32_t present) {
      const auto needed = static_cast<uint32_t>(std::bit_width(value));
      return needed <= present ? present : std::min(needed + 1, 32u);
    };
    return {log2_slots, width(left, left_bits), width(right, right_bits)};
  }

  uint64_t word() const { return uint64_t{log2_slots} << 16 | left_bits << 8 | right_bits; }
  static PairLayout from(uint64_t word) {
    return {static_cast<uint32_t>(word >> 16), static_cast<uint32_t>(word >> 8 & 0xff),
            static_cast<uint32_t>(word & 0xff)};
  }
};

struct PairSlotFormat {
  static uint64_t slot_count(uint64_t layout) {
    return (uint64_t{1} << PairLayout::from(layout).log2_slots) + kMaxDisplacement;
  }
  static uint64_t slot_bytes(uint64_t layout) { return PairLayout::from(layout).wide() ? 8 : 4; }
};

struct Pair {
  uint32_t left = 0;
  uint32_t right = 0;
};

template <template <class> class Atomic = std::atomic>
class PairSet {
 public:
  struct Config {
    uint32_t workers = 1;
    MemoryBudget* budget = nullptr;
    uint32_t initial_slots = kInitialSlots;
    NumaSpread slot_spread = NumaSpread::FirstTouch;
    // The initial widths: those for growing numbers, unless more is known.
    uint32_t left_bits = 8;
    uint32_t right_bits = 8;
  };

  explicit PairSet(const Config& config)
      : workers_(config.workers),
        sole_(config.workers == 1),
        generations_(config.workers, config.budget, config.slot_spread),
        counters_(config.workers),
        journal_(config.workers, config.budget) {
    const uint32_t slots = std::max(config.initial_slots, kMinSlotsPerWorker * config.workers);
    const auto log2_slots = static_cast<uint32_t>(std::bit_width(slots - 1));
    const PairLayout first{std::max(log2_slots, PairLayout::kMinLog2), config.left_bits, config.right_bits};
    usable_ = generations_.create_first(first.word());
  }

  bool usable() const { return usable_; }

  InsertOutcome insert(uint32_t worker, const Pair* pairs, uint32_t count, uint8_t* is_new) {
    uint32_t generation = generations_.enter(worker);
    uint32_t done = 0;
    bool full = false;
    while (done < count && !full) {
      if (generations_.is_growing(generation)) {
        generation = finish_growth(worker, generation);
        continue;
      }
      const View view(layout_of(generation), generations_.slots(generation));
      const uint32_t run = std::min(count - done, longest_run(view));
      Outcome obstacle = Outcome::Added;
      const Pair* rows = pairs + done;
      const uint32_t advanced = view.layout.wide()
                                    ? insert_run<uint64_t>(worker, view, rows, run, is_new + done, obstacle)
                                    : insert_run<uint32_t>(worker, view, rows, run, is_new + done, obstacle);
      if (journal_.on()) {
        for (uint32_t i = 0; i < advanced; ++i) {
          if (is_new[done + i]) journal_.note(worker, rows[i]);
        }
      }
      done += advanced;
      const bool loaded = counters_.is_loaded(worker, view.layout.log2_slots);
      if (obstacle == Outcome::TooWide) {
        PairLayout next = view.layout.widened(rows[advanced].left, rows[advanced].right);
        // Entries are placed anew; up to this load, plus what workers add before they notice the growth (longest_run),
        // the chance of a run near the displacement limit is below e^-25.
        if (counters_.about() > (uint64_t{1} << next.log2_slots) / 16 * 11) next = next.doubled();
        full = !generations_.propose_next(generation, next.word());
      } else if (obstacle == Outcome::Crowded || loaded) {
        const bool grows = generations_.propose_next(generation, view.layout.doubled().word());
        full = obstacle == Outcome::Crowded && !grows;
      }
    }
    generations_.leave(worker);
    return {done, full};
  }

  // Only while no thread inserts.
  bool contains(const Pair& pair) const {
    const uint32_t generation = generations_.current();
    const View view(layout_of(generation), generations_.slots(generation));
    if (!view.layout.fits(pair.left, pair.right)) return false;
    return view.layout.wide() ? contains_as<uint64_t>(view, pair) : contains_as<uint32_t>(view, pair);
  }

  // ---- Snapshots (table_snapshot.h). `part` is the first word of all blocks.

  std::unique_ptr<TableSnapshot> snapshot(uint64_t part) const { return std::make_unique<Snapshot>(*this, part); }

  // Called while no thread inserts: from now until end_journal() a snapshot may be written while the workers run.
  void begin_journal() {
    generations_.pin();
    journal_.start();
  }
  // Called while no thread inserts: returns what was inserted in the meantime, as words for exclude(); nullopt if there
  // was no room to record it.
  std::optional<std::vector<uint64_t>> end_journal() {
    generations_.unpin();
    const std::optional<std::vector<Pair>> pairs = journal_.stop();
    if (!pairs) return std::nullopt;
    std::vector<uint64_t> words;
    for (const Pair& pair : *pairs) words.push_back(uint64_t{pair.left} << 32 | pair.right);
    return words;
  }
  // Called before anything is restored: the entries that restore() must omit.
  void exclude(std::span<const uint64_t> words) {
    excluded_.insert(excluded_.end(), words.begin(), words.end());
    std::sort(excluded_.begin(), excluded_.end());
  }

  // Called by any worker before anything is inserted.
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) {
    if (block.size() < 3) return RestoreOutcome::Malformed;
    const PairLayout layout = PairLayout::from(block[1]);
    if (layout.left_bits > 32 || layout.right_bits > 32 || layout.log2_slots > 63) return RestoreOutcome::Malformed;
    const Scrambler scrambler(layout.bits());
    DifferenceReader numbers(block.subspan(3));
    Pair pairs[kLongestRun];
    uint8_t is_new[kLongestRun];
    for (uint64_t left = block[2]; left != 0;) {
      const auto run = static_cast<uint32_t>(std::min<uint64_t>(left, kLongestRun));
      uint32_t kept = 0;
      for (uint32_t i = 0; i < run; ++i) {
        uint64_t scrambled = 0;
        if (!numbers.next(scrambled)) return RestoreOutcome::Malformed;
        pairs[kept] = unscrambled(layout, scrambler, scrambled);
        kept += !is_excluded(pairs[kept]);
      }
      if (insert(worker, pairs, kept, is_new).done < kept) return RestoreOutcome::NoRoom;
      left -= run;
    }
    return RestoreOutcome::Done;
  }

  TableStats stats() const {
    TableStats stats;
    counters_.collect(stats);
    const uint32_t generation = generations_.current();
    stats.growths = generation;
    stats.slots = uint64_t{1} << layout_of(generation).log2_slots;
    stats.slot_bytes = generations_.slot_bytes();
    return stats;
  }

 private:
  static constexpr uint32_t kAhead = 32;        // pairs whose home slots are being prefetched; a power of two
  static constexpr uint32_t kLongestRun = 512;  // pairs between two checks of the load
  static constexpr uint32_t kMinSlotsPerWorker = 512;
  enum class Outcome : uint8_t { Added, Present, Frozen, Crowded, TooWide };

  struct View {
    View(const PairLayout& layout, std::byte* slots) : layout(layout), scrambler(layout.bits()), slots(slots) {}

    template <class Word>
    Atomic<Word>& slot(uint64_t position) const {
      return reinterpret_cast<Atomic<Word>*>(slots)[position];
    }
    uint64_t scrambled(const Pair& pair) const {
      return scrambler.scramble(uint64_t{pair.left} << layout.right_bits | pair.right);
    }
    uint64_t home(uint64_t scrambled) const { return scrambled >> layout.rest_bits(); }
    uint64_t rest(uint64_t scrambled) const { return scrambled & ((uint64_t{1} << layout.rest_bits()) - 1); }
    uint64_t scrambled_at(uint64_t position, uint64_t slot) const {
      const uint64_t entry = slot - 1;
      const uint64_t home = position - (entry & (kMaxDisplacement - 1));
      return home << layout.rest_bits() | entry >> kDisplacementBits;
    }
    Pair pair_at(uint64_t position, uint64_t slot) const {
      const uint64_t pair = scrambler.unscramble(scrambled_at(position, slot));
      return {static_cast<uint32_t>(pair >> layout.right_bits),
              static_cast<uint32_t>(pair & ((uint64_t{1} << layout.right_bits) - 1))};
    }

    PairLayout layout;
    Scrambler scrambler;
    std::byte* slots;
  };

  // All workers together add at most 1/32 of the slots between checks of the load.
  uint32_t longest_run(const View& view) const {
    return static_cast<uint32_t>(
        std::min<uint64_t>((uint64_t{1} << view.layout.log2_slots) / (32 * workers_), kLongestRun));
  }

  PairLayout layout_of(uint32_t generation) const { return PairLayout::from(generations_.layout(generation)); }

  template <class Word>
  static constexpr Word kFrozen = static_cast<Word>(~Word{0});

  // Inserts pairs up to the first that meets an obstacle; returns the number inserted.
  template <class Word>
  uint32_t insert_run(uint32_t worker, const View& view, const Pair* pairs, uint32_t run, uint8_t* is_new,
                      Outcome& obstacle) {
    uint64_t scrambled[kAhead];  // ring buffer for the prefetched pairs
    uint32_t fetched = 0;
    const auto fetch = [&] {
      if (fetched == run || !view.layout.fits(pairs[fetched].left, pairs[fetched].right)) return;
      const uint64_t next = view.scrambled(pairs[fetched]);
      prefetch_for_write(&view.template slot<Word>(view.home(next)));
      scrambled[fetched++ % kAhead] = next;
    };
    for (uint32_t i = 0; i < kAhead; ++i) fetch();
    GroupCounts counts;
    uint32_t done = 0;
    for (; done < fetched; ++done) {
      uint64_t length = 0;
      const Outcome outcome = put<Word>(view, scrambled[done % kAhead], length);
      if (outcome == Outcome::Frozen || outcome == Outcome::Crowded) {
        obstacle = outcome;
        break;
      }
      is_new[done] = outcome == Outcome::Added;
      counts.add_row(is_new[done], length);
      fetch();
    }
    if (done == fetched && done < run) obstacle = Outcome::TooWide;
    counters_.note(worker, counts);
    return done;
  }

  template <class Word>
  Outcome put(const View& view, uint64_t scrambled, uint64_t& length) const {
    const uint64_t home = view.home(scrambled);
    Word entry = static_cast<Word>((view.rest(scrambled) << kDisplacementBits) + 1);
    for (uint64_t displacement = 0; displacement < kMaxDisplacement; ++displacement, ++entry) {
      Atomic<Word>& target = view.template slot<Word>(home + displacement);
      Word present = target.load(std::memory_order_acquire);
      length = displacement + 1;
      if (present == 0 && set_slot(target, present, entry)) return Outcome::Added;
      if (present == entry) return Outcome::Present;
      if (present == kFrozen<Word>) return Outcome::Frozen;
    }
    return Outcome::Crowded;
  }

  // Sets a slot that was seen empty; if it is no longer empty, `seen` is its new value.
  template <class Word>
  bool set_slot(Atomic<Word>& slot, Word& seen, Word value) const {
    if (sole_) {
      slot.store(value, std::memory_order_relaxed);
      return true;
    }
    // The entry is its own content and publishes no other memory; acquire-release orders it with frozen slots.
    return slot.compare_exchange_strong(seen, value, std::memory_order_acq_rel, std::memory_order_acquire);
  }

  template <class Word>
  bool contains_as(const View& view, const Pair& pair) const {
    const uint64_t scrambled = view.scrambled(pair);
    const uint64_t home = view.home(scrambled);
    Word entry = static_cast<Word>((view.rest(scrambled) << kDisplacementBits) + 1);
    for (uint64_t displacement = 0; displacement < kMaxDisplacement; ++displacement, ++entry) {
      const Word present = view.template slot<Word>(home + displacement).load(std::memory_order_acquire);
      if (present == entry) return true;
      if (present == 0) return false;
    }
    return false;
  }

  // --- snapshots ---

  static constexpr uint64_t kBlockSlots = uint64_t{1} << 19;

  bool is_excluded(const Pair& pair) const {
    return !excluded_.empty() &&
           std::binary_search(excluded_.begin(), excluded_.end(), uint64_t{pair.left} << 32 | pair.right);
  }

  static Pair unscrambled(const PairLayout& layout, const Scrambler& scrambler, uint64_t scrambled) {
    const uint64_t pair = scrambler.unscramble(scrambled);
    return {static_cast<uint32_t>(pair >> layout.right_bits),
            static_cast<uint32_t>(pair & ((uint64_t{1} << layout.right_bits) - 1))};
  }

  class Snapshot final : public TableSnapshot {
   public:
    Snapshot(const PairSet& set, uint64_t part)
        : set_(set),
          part_(part),
          generation_(set.generations_.current()),
          slots_(PairSlotFormat::slot_count(set.generations_.layout(generation_))) {}
    uint64_t blocks() const override { return (slots_ + kBlockSlots - 1) / kBlockSlots; }
    void write(uint64_t block, std::vector<uint64_t>& words) const override {
      const View view(set_.layout_of(generation_), set_.generations_.slots(generation_));
      const uint64_t first = block * kBlockSlots;
      const uint64_t end = std::min(slots_, first + kBlockSlots);
      std::vector<uint64_t> numbers;
      if (view.layout.wide()) {
        collect<uint64_t>(view, first, end, numbers);
      } else {
        collect<uint32_t>(view, first, end, numbers);
      }
      std::sort(numbers.begin(), numbers.end());
      words.push_back(part_);
      words.push_back(view.layout.word());
      words.push_back(numbers.size());
      DifferenceWriter differences(words);
      for (const uint64_t number : numbers) differences.add(number);
    }
    bool outlasts_inserts() const override { return true; }

   private:
    template <class Word>
    static void collect(const View& view, uint64_t first, uint64_t end, std::vector<uint64_t>& numbers) {
      for (uint64_t position = first; position < end; ++position) {
        const Word slot = view.template slot<Word>(position).load(std::memory_order_acquire);
        if (slot != 0 && slot != kFrozen<Word>) numbers.push_back(view.scrambled_at(position, slot));
      }
    }

    const PairSet& set_;
    const uint64_t part_;
    const uint32_t generation_;
    const uint64_t slots_;
  };

  // --- growth ---

  uint32_t finish_growth(uint32_t worker, uint32_t generation) {
    const View from(layout_of(generation), generations_.slots(generation));
    const View to(layout_of(generation + 1), generations_.slots(generation + 1));
    generations_.help_growth(generation, [&](uint64_t first, uint64_t end) {
      if (from.layout.wide()) {
        move_block<uint64_t>(from, to, first, end);
      } else {
        move_block<uint32_t>(from, to, first, end);
      }
    });
    return generations_.enter(worker);
  }

  template <class Word>
  void move_block(const View& from, const View& to, uint64_t first, uint64_t end) const {
    const bool same_numbers = from.layout.same_numbers(to.layout);
    for (uint64_t position = first; position < end; ++position) {
      Atomic<Word>& source = from.template slot<Word>(position);
      Word slot = source.load(std::memory_order_acquire);
      if (slot == 0 && (sole_ || set_slot(source, slot, kFrozen<Word>))) continue;
      if (slot == kFrozen<Word>) continue;
      copy_entry(to, same_numbers ? from.scrambled_at(position, slot) : to.scrambled(from.pair_at(position, slot)));
    }
  }

  void copy_entry(const View& to, uint64_t scrambled) const {
    uint64_t length = 0;
    const Outcome outcome =
        to.layout.wide() ? put<uint64_t>(to, scrambled, length) : put<uint32_t>(to, scrambled, length);
    // Frozen: this helper fell behind, and the entry has already been moved.
    if (outcome == Outcome::Crowded) PX_UNREACHABLE("an entry finds no place in the next generation");
  }

  const uint64_t workers_;
  const bool sole_;
  Generations<Atomic, PairSlotFormat> generations_;
  TableCounters<Atomic> counters_;
  InsertJournal<Pair> journal_;
  std::vector<uint64_t> excluded_;  // from restored snapshots; ascending
  bool usable_ = false;
};

}  // namespace px::store
