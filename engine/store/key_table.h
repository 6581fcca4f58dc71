// Concurrent set of keys of one or two words that are hashes themselves (fingerprints), with a satellite word beside
// each key if requested. All data is in the slots.
//
// Memory: generations (generations.h) of 2^k + 1024 slots of 1 to 3 words, addressed by the k highest bits of word 0:
//
//   | key 0 |        | key 0 | key 1 |        | key 0 | satellite |        | key 0 | key 1 | satellite |
//
// Operations
//   insert   Words are set in order, each by compare-and-swap from zero, so no compare-and-swap of several words is
//            needed. A key word with another value: not our slot, try the next. The row is new for the worker that set
//            the last word. A thread that finds a slot begun by another does not wait: it sets the next word itself.
//   grow     Zero words are frozen. A slot whose words are not all set holds no entry: its inserter meets the frozen
//            word and continues in the next generation.
//
// Invariant: a word that is not zero never changes; so a slot's key is settled once its key words are set, and of
// several inserters of one key exactly one sets the last word. Papers as in record_table.h; setting slots step by step
// is ours.
#pragma once

#include <algorithm>
#include <array>
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

inline constexpr uint32_t kMaxKeySlotWords = 3;

// One slot's words. Neither zero nor frozen; see encode_*.
struct KeySlot {
  uint64_t word[kMaxKeySlotWords] = {};
};

struct KeySlotFormat {
  static uint64_t layout(uint32_t log2_slots, uint32_t words) { return uint64_t{log2_slots} << 8 | words; }
  static uint32_t log2_slots(uint64_t layout) { return static_cast<uint32_t>(layout >> 8); }
  static uint64_t slot_count(uint64_t layout) { return (uint64_t{1} << log2_slots(layout)) + kMaxDisplacement; }
  static uint64_t slot_bytes(uint64_t layout) { return 8 * (layout & 0xff); }
};

template <template <class> class Atomic = std::atomic>
class KeyTable {
 public:
  static constexpr uint64_t kFrozen = UINT64_MAX;

  // Converts a hash to a key word; the few reserved values are mapped to their neighbours.
  static uint64_t encode_key(uint64_t hash) { return std::clamp<uint64_t>(hash, 1, UINT64_MAX - 3); }
  // A satellite is the reference of another entry (a key word) or kNoState.
  static uint64_t encode_satellite(uint64_t ref) { return ref == kNoState ? UINT64_MAX - 1 : ref + 1; }
  static uint64_t decode_satellite(uint64_t word) { return word == UINT64_MAX - 1 ? kNoState : word - 1; }

  struct Config {
    uint32_t key_words = 1;
    bool satellites = false;
    uint32_t workers = 1;
    MemoryBudget* budget = nullptr;
    uint32_t initial_slots = kInitialSlots;
    NumaSpread slot_spread = NumaSpread::FirstTouch;
  };

  explicit KeyTable(const Config& config)
      : key_words_(config.key_words),
        slot_words_(config.key_words + (config.satellites ? 1 : 0)),
        generations_(config.workers, config.budget, config.slot_spread),
        counters_(config.workers),
        journal_(config.workers, config.budget) {
    const auto log2_slots = static_cast<uint32_t>(std::bit_width(std::max(config.initial_slots, 2u) - 1));
    usable_ = generations_.create_first(KeySlotFormat::layout(log2_slots, slot_words_));
  }

  bool usable() const { return usable_; }

  InsertOutcome insert(uint32_t worker, const KeySlot* rows, uint32_t count, uint8_t* is_new) {
    uint32_t generation = generations_.enter(worker);
    uint32_t done = 0;
    bool full = false;
    while (done < count && !full) {
      if (generations_.is_growing(generation)) {
        generation = finish_growth(worker, generation);
        continue;
      }
      const View view = view_of(generation);
      const uint32_t group = std::min(count - done, kGroup);
      Outcome obstacle = Outcome::Added;
      const uint32_t advanced = insert_group(worker, view, rows + done, group, is_new + done, obstacle);
      if (journal_.on()) {
        for (uint32_t i = done; i < done + advanced; ++i) {
          if (is_new[i]) journal_.note(worker, rows[i]);
        }
      }
      done += advanced;
      const bool loaded = counters_.is_loaded(worker, view.log2_slots);
      if (obstacle == Outcome::Crowded || loaded) {
        const bool grows = generations_.propose_next(generation, doubled(view));
        full = obstacle == Outcome::Crowded && !grows;
      }
    }
    generations_.leave(worker);
    return {done, full};
  }

  // Calls visit(const KeySlot&) for every entry, clusters in ascending order of word 0. Only while no thread inserts.
  template <class Visit>
  void for_each(Visit&& visit) const {
    const View view = view_of(generations_.current());
    const uint64_t slots = (uint64_t{1} << view.log2_slots) + kMaxDisplacement;
    for (uint64_t position = 0; position < slots; ++position) {
      KeySlot slot;
      for (uint32_t i = 0; i < slot_words_; ++i) slot.word[i] = cell(view, position, i).load(std::memory_order_acquire);
      visit(slot);
    }
  }

  // The slot of a key, given by its first `key_words` words; all zero if there is none. Only while no thread inserts.
  KeySlot find(const KeySlot& key, uint32_t key_words) const {
    const View view = view_of(generations_.current());
    uint64_t position = home(view, key.word[0]);
    for (const uint64_t end = position + kMaxDisplacement; position < end; ++position) {
      KeySlot slot;
      for (uint32_t i = 0; i < slot_words_; ++i) slot.word[i] = cell(view, position, i).load(std::memory_order_acquire);
      if (slot.word[0] == 0) break;
      if (std::equal(key.word, key.word + key_words, slot.word)) return slot;
    }
    return {};
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
    const std::optional<std::vector<KeySlot>> rows = journal_.stop();
    if (!rows) return std::nullopt;
    std::vector<uint64_t> words;
    for (const KeySlot& row : *rows) words.insert(words.end(), row.word, row.word + key_words_);
    return words;
  }
  // Called before anything is restored: the entries that restore() must omit.
  void exclude(std::span<const uint64_t> words) {
    for (size_t i = 0; i + key_words_ <= words.size(); i += key_words_) excluded_.push_back(key_of(&words[i]));
    std::sort(excluded_.begin(), excluded_.end());
  }

  // Called by any worker before anything is inserted.
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) {
    if (block.size() < 3 || block[1] != slot_words_) return RestoreOutcome::Malformed;
    const uint64_t count = block[2];
    const uint64_t others = slot_words_ - 1;
    if (count > 8 * block.size() || 3 + count * others > block.size()) return RestoreOutcome::Malformed;
    const uint64_t* other = block.data() + 3;
    DifferenceReader keys(block.subspan(3 + count * others));
    KeySlot rows[kGroup];
    uint8_t is_new[kGroup];
    for (uint64_t left = count; left != 0;) {
      const auto run = static_cast<uint32_t>(std::min<uint64_t>(left, kGroup));
      uint32_t kept = 0;
      for (uint32_t i = 0; i < run; ++i) {
        KeySlot& row = rows[kept];
        if (!keys.next(row.word[0])) return RestoreOutcome::Malformed;
        for (uint32_t w = 1; w < slot_words_; ++w) row.word[w] = *other++;
        kept += excluded_.empty() || !std::binary_search(excluded_.begin(), excluded_.end(), key_of(row.word));
      }
      if (insert(worker, rows, kept, is_new).done < kept) return RestoreOutcome::NoRoom;
      left -= run;
    }
    return RestoreOutcome::Done;
  }

  TableStats stats() const {
    TableStats stats;
    counters_.collect(stats);
    const uint32_t generation = generations_.current();
    stats.growths = generation;
    stats.slots = uint64_t{1} << KeySlotFormat::log2_slots(generations_.layout(generation));
    stats.slot_bytes = generations_.slot_bytes();
    return stats;
  }

 private:
  using Cell = Atomic<uint64_t>;
  static constexpr uint32_t kGroup = 32;

  enum class Outcome : uint8_t { Added, Present, Frozen, Crowded };
  enum class SlotOutcome : uint8_t { Added, Present, Frozen, Other };

  struct View {
    uint32_t log2_slots;
    Cell* cells;
  };

  View view_of(uint32_t generation) const {
    return {KeySlotFormat::log2_slots(generations_.layout(generation)),
            reinterpret_cast<Cell*>(generations_.slots(generation))};
  }
  uint64_t doubled(const View& view) const { return KeySlotFormat::layout(view.log2_slots + 1, slot_words_); }
  static uint64_t home(const View& view, uint64_t word) { return word >> (64 - view.log2_slots); }
  Cell& cell(const View& view, uint64_t position, uint32_t word) const {
    return view.cells[position * slot_words_ + word];
  }

  uint32_t insert_group(uint32_t worker, const View& view, const KeySlot* rows, uint32_t group, uint8_t* is_new,
                        Outcome& obstacle) {
    for (uint32_t i = 0; i < group; ++i) prefetch_for_write(&cell(view, home(view, rows[i].word[0]), 0));
    GroupCounts counts;
    uint32_t done = 0;
    for (; done < group; ++done) {
      uint64_t length = 0;
      const Outcome outcome = put(view, rows[done], length);
      if (outcome == Outcome::Frozen || outcome == Outcome::Crowded) {
        obstacle = outcome;
        break;
      }
      is_new[done] = outcome == Outcome::Added;
      counts.add_row(is_new[done], length);
    }
    counters_.note(worker, counts);
    return done;
  }

  Outcome put(const View& view, const KeySlot& row, uint64_t& length) {
    const uint64_t first = home(view, row.word[0]);
    for (uint64_t position = first; position < first + kMaxDisplacement; ++position) {
      const SlotOutcome outcome = put_into(view, position, row);
      length = position - first + 1;
      if (outcome == SlotOutcome::Added) return Outcome::Added;
      if (outcome == SlotOutcome::Present) return Outcome::Present;
      if (outcome == SlotOutcome::Frozen) return Outcome::Frozen;
    }
    return Outcome::Crowded;
  }

  SlotOutcome put_into(const View& view, uint64_t position, const KeySlot& row) {
    bool mine = false;  // whether we set the word inspected last
    for (uint32_t i = 0; i < slot_words_; ++i) {
      Cell& target = cell(view, position, i);
      uint64_t word = target.load(std::memory_order_acquire);
      // Acquire-release: one slot's words are read in the order in which they were set.
      mine = word == 0 &&
             target.compare_exchange_strong(word, row.word[i], std::memory_order_acq_rel, std::memory_order_acquire);
      if (mine) continue;
      if (word == kFrozen) return SlotOutcome::Frozen;
      if (i < key_words_ && word != row.word[i]) return SlotOutcome::Other;
    }
    return mine ? SlotOutcome::Added : SlotOutcome::Present;
  }

  // --- snapshots ---

  static constexpr uint64_t kBlockSlots = uint64_t{1} << 18;

  using Key = std::array<uint64_t, 2>;
  Key key_of(const uint64_t* words) const { return {words[0], key_words_ == 2 ? words[1] : 0}; }

  class Snapshot final : public TableSnapshot {
   public:
    Snapshot(const KeyTable& table, uint64_t part)
        : table_(table),
          part_(part),
          generation_(table.generations_.current()),
          slots_(KeySlotFormat::slot_count(table.generations_.layout(generation_))) {}
    uint64_t blocks() const override { return (slots_ + kBlockSlots - 1) / kBlockSlots; }
    void write(uint64_t block, std::vector<uint64_t>& words) const override {
      const View view = table_.view_of(generation_);
      const uint64_t first = block * kBlockSlots;
      std::vector<KeySlot> entries;
      for (uint64_t position = first; position < std::min(slots_, first + kBlockSlots); ++position) {
        KeySlot slot;
        for (uint32_t i = 0; i < table_.slot_words_; ++i) {
          slot.word[i] = table_.cell(view, position, i).load(std::memory_order_acquire);
        }
        // An entry whose words are not all set is being inserted, so it came later.
        const uint64_t last = slot.word[table_.slot_words_ - 1];
        if (slot.word[0] != 0 && slot.word[0] != kFrozen && last != 0 && last != kFrozen) entries.push_back(slot);
      }
      std::sort(entries.begin(), entries.end(),
                [](const KeySlot& a, const KeySlot& b) { return a.word[0] < b.word[0]; });
      words.push_back(part_);
      words.push_back(table_.slot_words_);
      words.push_back(entries.size());
      for (const KeySlot& entry : entries) words.insert(words.end(), entry.word + 1, entry.word + table_.slot_words_);
      DifferenceWriter keys(words);
      for (const KeySlot& entry : entries) keys.add(entry.word[0]);
    }
    bool outlasts_inserts() const override { return true; }

   private:
    const KeyTable& table_;
    const uint64_t part_;
    const uint32_t generation_;
    const uint64_t slots_;
  };

  // --- growth ---

  uint32_t finish_growth(uint32_t worker, uint32_t generation) {
    const View from = view_of(generation);
    const View to = view_of(generation + 1);
    generations_.help_growth(generation, [&](uint64_t first, uint64_t end) {
      for (uint64_t position = first; position < end; ++position) move_slot(from, to, position);
    });
    return generations_.enter(worker);
  }

  void move_slot(const View& from, const View& to, uint64_t position) {
    KeySlot slot;
    for (uint32_t i = 0; i < slot_words_; ++i) {
      Cell& source = cell(from, position, i);
      uint64_t word = source.load(std::memory_order_acquire);
      if (word == 0 &&
          source.compare_exchange_strong(word, kFrozen, std::memory_order_acq_rel, std::memory_order_acquire)) {
        return;
      }
      if (word == kFrozen) return;
      slot.word[i] = word;
    }
    uint64_t length = 0;
    // Frozen: this helper fell behind, and the entry has already been moved.
    if (put(to, slot, length) == Outcome::Crowded) {
      PX_UNREACHABLE("an entry finds no place in a table twice as large");
    }
  }

  const uint32_t key_words_;
  const uint32_t slot_words_;
  Generations<Atomic, KeySlotFormat> generations_;
  TableCounters<Atomic> counters_;
  InsertJournal<KeySlot> journal_;
  std::vector<Key> excluded_;  // from restored snapshots; ascending
  bool usable_ = false;
};

}  // namespace px::store
