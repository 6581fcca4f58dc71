// Concurrent set of records with stable numbers: slots (slot.h) that point to records (record_store.h), in
// generations that grow (generations.h). The `exact` table is one of these; the `tree` table keeps its nodes in one.
//
// Memory
//
//   slots of the current generation, 2^k + 1024            slabs
//   +----------+----------+----------+----                 +----------+----------+----------+----
//   | tag | #3 |  empty   | tag | #0 | ...                 | record 0 | record 1 | record 2 | ...
//   +----------+----------+----------+----                 +----------+----------+----------+----
//
// Operations
//   insert   Probe linearly from the home position (the k highest bits of the hash). A slot with our tag: compare the
//            record; equal means found. An empty slot: write the record into our own slab, then one compare-and-swap
//            of the slot publishes it. Lost the race: examine the slot's new value and continue. A frozen slot: growth
//            is under way; help to finish it, then continue in the next generation.
//   grow     Started by the thread that sees the load above 25/32, or a run longer than the displacement limit. See
//            generations.h; an entry's new home follows from its position and its tag.
//   load     Number times size: no probing.
//
// A batch passes through a pipeline, a group of rows at a time, so that cache misses of many rows are always in flight
// and no time is spent waiting for all of them:
//   sort out  rows that the same worker met recently (recent_rows.h) from rows to look up; prefetch the record of the
//             former, the home slot of the latter. The outcome is unpredictable, so this is done without branches.
//   foresee   some stretches later: the slot where the row will be decided; prefetch the record to which it points.
//   decide    as in "insert" above.
//
// A table with one worker publishes by plain stores and freezes nothing: there is no other thread to race with.
//
// For the proof that no state is lost or stored twice, and that it is lock-free, see docs/state-table.md.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/base/lines.h"
#include "engine/store/generations.h"
#include "engine/store/recent_rows.h"
#include "engine/store/record_store.h"
#include "engine/store/slot.h"
#include "engine/store/state_table.h"
#include "engine/store/table_snapshot.h"
#include "engine/store/worker_counters.h"

namespace px::store {

struct RecordTableConfig {
  uint32_t record_bytes = 8;
  uint32_t workers = 1;
  MemoryBudget* budget = nullptr;
  uint64_t seed = 0;
  uint32_t satellite_words = 0;  // kept with each record
  uint32_t initial_slots = kInitialSlots;
  uint64_t most_records = Slot::kMaxRecords;
  NumaSpread slot_spread = NumaSpread::FirstTouch;
};

template <template <class> class Atomic = std::atomic>
class RecordTable {
 public:
  explicit RecordTable(const RecordTableConfig& config)
      : config_(config),
        sole_(config.workers == 1),
        records_({config.record_bytes, config.satellite_words, config.workers,
                  std::min(config.most_records, Slot::kMaxRecords), config.budget}),
        generations_(config.workers, config.budget, config.slot_spread),
        counters_(config.workers),
        recent_(config.workers),
        scratch_(config.workers, std::vector<uint64_t>(records_.words())) {
    const auto log2_slots = static_cast<uint32_t>(std::bit_width(std::max(config.initial_slots, 2u) - 1));
    usable_ = records_.usable() && generations_.create_first(SlotLayout::fresh(std::max(log2_slots, kMinLog2)).word());
  }

  // False if not even the smallest table fits the budget; nothing may be inserted then.
  bool usable() const { return usable_; }

  InsertOutcome insert(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) {
    uint32_t generation = generations_.enter(worker);
    uint32_t done = 0;
    bool full = false;
    while (done < batch.count && !full) {
      if (generations_.is_growing(generation)) {
        generation = finish_growth(worker, generation);
        continue;
      }
      const View view = view_of(generation);
      const uint32_t run_end = std::min(batch.count, done + kLongestRun);
      Obstacle obstacle = Obstacle::None;
      done = insert_run(worker, view, batch, done, run_end, refs, is_new, obstacle);
      full = obstacle == Obstacle::NoRecord;
      if (obstacle == Obstacle::Crowded) full = !generations_.propose_next(generation, view.layout.doubled().word());
      // If growth is refused for lack of memory, the current table is used until a run exceeds the displacement limit.
      if (obstacle == Obstacle::None && counters_.is_loaded(worker, view.layout.log2_slots)) {
        static_cast<void>(generations_.propose_next(generation, view.layout.doubled().word()));
      }
    }
    generations_.leave(worker);
    return {done, full};
  }

  void load(uint64_t number, uint64_t* words) const { records_.read(number, words); }
  void prefetch(uint64_t number) const { records_.prefetch(number); }
  uint64_t satellite(uint64_t number) const { return records_.satellite(number); }
  SatelliteRange satellites() { return records_.satellites(); }

  // Only while no thread inserts.
  std::optional<uint64_t> find(const uint64_t* words, uint64_t hash) const {
    const View view = view_of(generations_.current());
    const uint64_t tag = view.layout.tag(hash);
    uint64_t position = view.layout.home(hash);
    for (uint64_t end = position + kMaxDisplacement; position < end; ++position) {
      const uint64_t slot = view.slots[position].load(std::memory_order_acquire);
      if (slot == Slot::kEmpty) break;
      if (matches(slot, tag, words)) return Slot::number(slot);
    }
    return std::nullopt;
  }

  // ---- Snapshots (table_snapshot.h). `part` is the first word of all blocks.

  std::unique_ptr<TableSnapshot> snapshot(uint64_t part) const { return std::make_unique<Snapshot>(*this, part); }

  // Called by any worker before anything is inserted.
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) {
    if (block.size() < 2) return RestoreOutcome::Malformed;
    const uint64_t count = block[1];
    if (count > block.size() / 2 || block.size() < 2 + 2 * count) return RestoreOutcome::Malformed;
    const uint64_t* runs = block.data() + 2;
    std::span<const uint64_t> content = block.subspan(2 + 2 * count);
    for (uint64_t i = 0; i < count; ++i) {
      const Run run{runs[2 * i], runs[2 * i + 1]};
      if (run.units > kMaxRunUnits || records_.run_words(run) > content.size()) return RestoreOutcome::Malformed;
      if (!records_.adopt_run(worker, run, content.data())) return RestoreOutcome::NoRoom;
      content = content.subspan(records_.run_words(run));
      const RestoreOutcome outcome = place_run(worker, run);
      if (outcome != RestoreOutcome::Done) return outcome;
    }
    return content.empty() ? RestoreOutcome::Done : RestoreOutcome::Malformed;
  }

  TableStats stats() const {
    TableStats stats;
    counters_.collect(stats);
    const uint32_t generation = generations_.current();
    stats.growths = generation;
    stats.slots = uint64_t{1} << SlotLayout::from(generations_.layout(generation)).log2_slots;
    stats.slot_bytes = generations_.slot_bytes();
    stats.record_bytes = records_.record_bytes();
    stats.satellite_bytes = records_.satellite_bytes();
    return stats;
  }

 private:
  using SlotCell = Atomic<uint64_t>;
  static constexpr uint32_t kStretch = 16;      // rows that pass through one pipeline stage together
  static constexpr uint32_t kPrefetch = 32;     // rows whose home slots are being prefetched
  static constexpr uint32_t kLongestRun = 512;  // rows between two checks of the load
  static constexpr uint32_t kMinLog2 = kDisplacementBits;

  enum class Obstacle : uint8_t {
    None,
    Frozen,   // growth is under way
    Crowded,  // no slot within the displacement limit
    NoRecord  // no memory or number for a new record
  };

  struct View {
    uint32_t generation;
    SlotLayout layout;
    SlotCell* slots;
  };

  // The position at which a row is looked up.
  struct Probe {
    uint64_t tag;
    uint64_t home;
    uint64_t position;
  };

  View view_of(uint32_t generation) const {
    return {generation, SlotLayout::from(generations_.layout(generation)),
            reinterpret_cast<SlotCell*>(generations_.slots(generation))};
  }

  bool matches(uint64_t slot, uint64_t tag, const uint64_t* words) const {
    return Slot::tag(slot) == tag && Slot::is_entry(slot) && records_.equals(Slot::number(slot), words);
  }

  // Ring buffer for the rows of a run that must be looked up in the slots; their home slots are being prefetched.
  struct Queue {
    static constexpr uint32_t kSize = 64;
    static_assert(kSize >= kPrefetch + 2 * kStretch);
    uint32_t rows[kSize];
    uint32_t begin = 0;
    uint32_t end = 0;

    uint32_t size() const { return end - begin; }
    uint32_t row(uint32_t offset) const { return rows[(begin + offset) % kSize]; }
    void add_if(bool wanted, uint32_t row) {
      rows[end % kSize] = row;
      end += wanted;
    }
    // Rows are decided in order, so that "done up to here" holds.
    void add_in_order(uint32_t row) {
      uint32_t place = end++;
      for (; place != begin && rows[(place - 1) % kSize] > row; --place) {
        rows[place % kSize] = rows[(place - 1) % kSize];
      }
      rows[place % kSize] = row;
    }
  };

  // Inserts rows [first, end) of the batch; returns the first one that could not be inserted, or end.
  uint32_t insert_run(uint32_t worker, const View view, const StateBatch batch, uint32_t first, uint32_t end,
                      StateRef* refs, uint8_t* is_new, Obstacle& obstacle) {
    std::memset(is_new + first, 0, end - first);
    RecentRows& recent = recent_[worker];
    const bool remembers = recent.pays();
    Queue queue;
    GroupCounts counts;
    uint32_t next = first;
    uint32_t met = 0;
    while (next < end || queue.size() != 0) {
      while (next < end && queue.size() < kPrefetch + kStretch) {
        const uint32_t stop = std::min(next + kStretch, end);
        if (remembers) {
          met += sort_out(recent, view, batch, next, stop, refs, queue);
        } else {
          queue_all(view, batch, next, stop, queue);
        }
        next = stop;
      }
      const uint32_t count = std::min(queue.size(), kStretch);
      Probe probes[kStretch];
      for (uint32_t i = 0; i < count; ++i) probes[i] = foresee(view, batch.hashes[queue.row(i)]);
      for (uint32_t i = 0; i < count; ++i) {
        const uint32_t row = queue.row(i);
        obstacle = decide(worker, view, probes[i], batch, row, refs[row], is_new[row]);
        if (obstacle != Obstacle::None) {
          counts.inserts = row - first;
          counters_.note(worker, counts);
          return row;
        }
        if (remembers) recent.note(batch.hashes[row], refs[row]);
        counts.add_row(is_new[row], probes[i].position - probes[i].home + 1);
      }
      queue.begin += count;
    }
    counts.inserts = end - first;  // also those that needed no probing
    counters_.note(worker, counts);
    recent.count(end - first, met);
    return end;
  }

  // Resolves those of the rows [first, end) that the worker saw recently and returns their number; queues the others.
  uint32_t sort_out(const RecentRows& recent, const View& view, const StateBatch& batch, uint32_t first, uint32_t end,
                    StateRef* refs, Queue& queue) const {
    uint32_t met[kStretch];
    uint32_t met_count = 0;
    for (uint32_t row = first; row < end; ++row) {
      const uint64_t hash = batch.hashes[row];
      const RecentRows::Found found = recent.find(hash);
      met[met_count] = row;
      met_count += found.known;
      queue.add_if(!found.known, row);
      refs[row] = found.number;
      prefetch_for_write(found.known ? records_.address(found.number)
                                     : static_cast<const void*>(&view.slots[view.layout.home(hash)]));
    }
    for (uint32_t i = 0; i < met_count; ++i) {
      const uint32_t row = met[i];
      if (!records_.equals(refs[row], batch.states + size_t{row} * batch.stride)) [[unlikely]]
        queue.add_in_order(row);
    }
    return met_count;
  }

  void queue_all(const View& view, const StateBatch& batch, uint32_t first, uint32_t end, Queue& queue) const {
    for (uint32_t row = first; row < end; ++row) {
      queue.add_if(true, row);
      prefetch_for_write(&view.slots[view.layout.home(batch.hashes[row])]);
    }
  }

  // Finds the slot where a row will be decided and prefetches the record behind it. It skips only entries with other
  // tags, and entries never change.
  Probe foresee(const View& view, uint64_t hash) const {
    const uint64_t home = view.layout.home(hash);
    Probe probe{view.layout.tag(hash), home, home};
    const uint64_t end = probe.home + kMaxDisplacement;
    for (; probe.position < end; ++probe.position) {
      const uint64_t slot = view.slots[probe.position].load(std::memory_order_acquire);
      if (!Slot::is_entry(slot)) break;
      if (Slot::tag(slot) == probe.tag) {
        records_.prefetch(Slot::number(slot));
        break;
      }
    }
    return probe;
  }

  Obstacle decide(uint32_t worker, const View& view, Probe& probe, const StateBatch& batch, uint32_t row, StateRef& ref,
                  uint8_t& is_new) {
    const uint64_t* words = batch.states + size_t{row} * batch.stride;
    const uint64_t end = probe.home + kMaxDisplacement;
    uint64_t written = 0;  // the slot value that publishes our record, once it is written
    while (probe.position < end) {
      uint64_t slot = view.slots[probe.position].load(std::memory_order_acquire);
      if (slot == Slot::kEmpty) {
        if (written == 0 && (written = write_candidate(worker, probe.tag, words, batch, row)) == 0) {
          return Obstacle::NoRecord;
        }
        if (set_slot(view.slots[probe.position], slot, written)) {
          records_.commit(worker);
          ref = Slot::number(written);
          is_new = 1;
          return Obstacle::None;
        }
      }
      if (slot == Slot::kFrozen) return Obstacle::Frozen;
      if (matches(slot, probe.tag, words)) {
        ref = Slot::number(slot);
        return Obstacle::None;
      }
      ++probe.position;
    }
    return Obstacle::Crowded;
  }

  // Sets a slot that was seen empty; if it is no longer empty, `seen` is its new value.
  bool set_slot(SlotCell& cell, uint64_t& seen, uint64_t value) const {
    if (sole_) {
      cell.store(value, std::memory_order_release);
      return true;
    }
    // Release: the record is visible to every thread that sees the slot. Acquire on failure: so is the other's to us.
    return cell.compare_exchange_strong(seen, value, std::memory_order_acq_rel, std::memory_order_acquire);
  }

  // Writes the row as the worker's next record, which is invisible until a slot points to it. Returns 0 if out of
  // memory.
  uint64_t write_candidate(uint32_t worker, uint64_t tag, const uint64_t* words, const StateBatch& batch,
                           uint32_t row) {
    const uint64_t number = records_.write(worker, words, batch.satellites ? batch.satellites[row] : 0);
    return number == RecordStore<Atomic>::kNone ? 0 : Slot::make(tag, number);
  }

  // --- restoring ---

  using Run = typename RecordStore<Atomic>::Run;
  static constexpr uint64_t kMaxRunUnits = uint64_t{1} << 32;
  static constexpr uint64_t kBlockWords = uint64_t{1} << 19;

  class Snapshot final : public TableSnapshot {
   public:
    Snapshot(const RecordTable& table, uint64_t part) : table_(table), part_(part) {
      uint64_t words = 0;
      for (const Run& run : table.records_.used_runs()) {
        for (const Run& piece : table.pieces_of(run)) {
          if (begins_.empty() || words >= kBlockWords) {
            begins_.push_back(runs_.size());
            words = 0;
          }
          words += table.records_.run_words(piece);
          runs_.push_back(piece);
        }
      }
    }
    uint64_t blocks() const override { return begins_.size(); }
    void write(uint64_t block, std::vector<uint64_t>& words) const override {
      const size_t end = block + 1 < begins_.size() ? begins_[block + 1] : runs_.size();
      const std::span<const Run> runs(runs_.data() + begins_[block], end - begins_[block]);
      words.push_back(part_);
      words.push_back(runs.size());
      for (const Run& run : runs) {
        words.push_back(run.first);
        words.push_back(run.units);
      }
      for (const Run& run : runs) table_.records_.append_run(run, words);
    }
    // Records do not change, nor does a single satellite word, which refers to a parent; additional ones belong to the
    // code that requested them.
    bool outlasts_inserts() const override { return table_.config_.satellite_words <= 1; }

   private:
    const RecordTable& table_;
    const uint64_t part_;
    std::vector<Run> runs_;
    std::vector<size_t> begins_;  // of blocks, in runs_
  };

  // Records of equal length can be split anywhere.
  std::vector<Run> pieces_of(const Run& run) const {
    if (records_.sparse()) return {run};
    const uint64_t most = std::max<uint64_t>(8 * kBlockWords / std::max(config_.record_bytes, 1u), 1);
    std::vector<Run> pieces;
    for (uint64_t done = 0; done < run.units; done += most) {
      pieces.push_back({run.first + done, std::min(most, run.units - done)});
    }
    return pieces;
  }

  // Creates slots for records that are already in place, in groups so that their slots are fetched together.
  RestoreOutcome place_run(uint32_t worker, const Run& run) {
    const uint64_t end = run.first + run.units;
    uint64_t numbers[kPrefetch];
    uint64_t hashes[kPrefetch];
    for (uint64_t number = run.first; number < end;) {
      uint32_t count = 0;
      const View view = view_of(generations_.current());
      for (; count < kPrefetch && number < end; ++count) {
        uint64_t* words = scratch_[worker].data();
        if (records_.sparse() && !records_.is_sound(number, end)) return RestoreOutcome::Malformed;
        load(number, words);
        numbers[count] = number;
        hashes[count] = hash_words(words, records_.words(), config_.seed);
        // Only a hint: if the table has grown in the meantime, this is another record's slot.
        prefetch_for_write(&view.slots[view.layout.home(hashes[count])]);
        number = records_.next_number(number);
      }
      if (!place_records(worker, numbers, hashes, count)) return RestoreOutcome::NoRoom;
    }
    return RestoreOutcome::Done;
  }

  bool place_records(uint32_t worker, const uint64_t* numbers, const uint64_t* hashes, uint32_t count) {
    uint32_t generation = generations_.enter(worker);
    GroupCounts counts;
    bool full = false;
    for (uint32_t done = 0; done < count && !full;) {
      if (generations_.is_growing(generation)) {
        generation = finish_growth(worker, generation);
        continue;
      }
      const View view = view_of(generation);
      const Obstacle obstacle = place_record(view, numbers[done], hashes[done]);
      if (obstacle == Obstacle::None) {
        ++done;
        ++counts.added;
      }
      if (obstacle == Obstacle::Crowded) full = !generations_.propose_next(generation, view.layout.doubled().word());
    }
    counters_.note(worker, counts);
    const SlotLayout layout = SlotLayout::from(generations_.layout(generation));
    if (!full && counters_.is_loaded(worker, layout.log2_slots)) {
      static_cast<void>(generations_.propose_next(generation, layout.doubled().word()));
    }
    generations_.leave(worker);
    return !full;
  }

  // A record that is not in the slots yet and equals no other.
  Obstacle place_record(const View& view, uint64_t number, uint64_t hash) const {
    const uint64_t slot = Slot::make(view.layout.tag(hash), number);
    const uint64_t home = view.layout.home(hash);
    for (uint64_t position = home; position < home + kMaxDisplacement; ++position) {
      uint64_t present = view.slots[position].load(std::memory_order_acquire);
      if (present == Slot::kEmpty && set_slot(view.slots[position], present, slot)) return Obstacle::None;
      if (present == Slot::kFrozen) return Obstacle::Frozen;
    }
    return Obstacle::Crowded;
  }

  // --- growth ---

  uint32_t finish_growth(uint32_t worker, uint32_t generation) {
    const View from = view_of(generation);
    const View to = view_of(generation + 1);
    const bool hashes_again = to.layout.window != from.layout.window;
    generations_.help_growth(generation, [&](uint64_t first, uint64_t end) {
      for (uint64_t position = first; position < end; ++position) {
        if (hashes_again && position + kPrefetch < end) prefetch_record(from, position + kPrefetch);
        move_slot(worker, from, to, position);
      }
    });
    return generations_.enter(worker);
  }

  void prefetch_record(const View& view, uint64_t position) const {
    const uint64_t slot = view.slots[position].load(std::memory_order_acquire);
    if (Slot::is_entry(slot)) records_.prefetch(Slot::number(slot));
  }

  void move_slot(uint32_t worker, const View& from, const View& to, uint64_t position) {
    uint64_t slot = from.slots[position].load(std::memory_order_acquire);
    if (slot == Slot::kEmpty && (sole_ || set_slot(from.slots[position], slot, Slot::kFrozen))) return;
    if (slot != Slot::kFrozen) copy_entry(worker, from, to, position, slot);
  }

  // Idempotent: an entry is identified by its number, and entries are only ever added, so a second thread finds it
  // before it finds an empty slot.
  void copy_entry(uint32_t worker, const View& from, const View& to, uint64_t position, uint64_t slot) {
    uint64_t home = 0;
    uint64_t tag = Slot::tag(slot);
    if (to.layout.window == from.layout.window) {
      home = from.layout.doubled_home_from(position, tag);
    } else {
      uint64_t* words = scratch_[worker].data();
      load(Slot::number(slot), words);
      const uint64_t hash = hash_words(words, records_.words(), config_.seed);
      home = to.layout.home(hash);
      tag = to.layout.tag(hash);
    }
    const uint64_t copy = Slot::make(tag, Slot::number(slot));
    for (uint64_t at = home; at < home + kMaxDisplacement; ++at) {
      uint64_t present = to.slots[at].load(std::memory_order_acquire);
      if (present == Slot::kEmpty && set_slot(to.slots[at], present, copy)) return;
      if (present == copy) return;
      // Only for a helper that fell behind: a frozen slot means that all entries have already arrived here.
      if (present == Slot::kFrozen) return;
    }
    // Doubling halves the runs; a run that grows beyond the limit would take hundreds of equal hashes.
    PX_UNREACHABLE("an entry finds no place in a table twice as large");
  }

  const RecordTableConfig config_;
  const bool sole_;
  RecordStore<Atomic> records_;
  Generations<Atomic, RecordSlotFormat> generations_;
  TableCounters<Atomic> counters_;
  std::vector<RecentRows> recent_;              // per worker
  std::vector<std::vector<uint64_t>> scratch_;  // per worker: a record's words, for recomputing its hash
  bool usable_ = false;
};

}  // namespace px::store
