// `--store exact` for states that fit in one word: the state is its own record.
//
// A state of b <= 64 bits is stored in its slot, quotiented as described in pair_set.h: bits that follow from its
// position are omitted, so slots have 4 bytes while b - k <= 21 (2^k slots) and 8 otherwise. There is no second cache
// line to touch, nothing to compare but the slot, and growth needs no hash. The state is also its own reference, so
// load touches no memory at all.
//
// Not available with satellites, which are stored with records (exact_table.h). Cost: 5 to 10 bytes per state, or 10 to
// 20, where a record would cost 8 (and a slot of 8 to point to it) more or less. Threads: as state_table.h.
#pragma once

#include <algorithm>

#include "engine/store/pair_set.h"
#include "engine/store/state_table.h"

namespace px::store {

template <template <class> class Atomic = std::atomic>
class WordTable final : public StateTable {
 public:
  explicit WordTable(const TableConfig& config)
      : StateTable(config),
        states_({.workers = config.workers,
                 .budget = config.budget,
                 .initial_slots = config.initial_slots,
                 .slot_spread = config.slot_spread,
                 .left_bits = config.state_bits - std::min(config.state_bits, 32u),
                 .right_bits = std::min(config.state_bits, 32u)}) {}

  bool usable() const { return states_.usable(); }

  InsertOutcome insert_batch(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) override {
    Pair pairs[kRun];
    uint32_t done = 0;
    while (done < batch.count) {
      const uint32_t run = std::min(kRun, batch.count - done);
      for (uint32_t i = 0; i < run; ++i) {
        const uint64_t state = batch.states[size_t{done + i} * batch.stride];
        refs[done + i] = state;
        pairs[i] = halves(state);
      }
      const InsertOutcome outcome = states_.insert(worker, pairs, run, is_new + done);
      done += outcome.done;
      if (outcome.full) return {done, true};
    }
    return {done, false};
  }

  void load_batch(const StateRef* refs, uint32_t count, uint64_t* states, uint32_t stride) const override {
    for (uint32_t i = 0; i < count; ++i) states[size_t{i} * stride] = refs[i];
  }

  std::optional<StateRef> find(const uint64_t* state) const override {
    return states_.contains(halves(*state)) ? std::optional<StateRef>(*state) : std::nullopt;
  }
  uint64_t satellite(StateRef) const override {
    PX_UNREACHABLE("states that are their own records have no satellites");
  }
  TableStats stats() const override { return states_.stats(); }
  std::unique_ptr<TableSnapshot> snapshot() const override { return states_.snapshot(0); }
  void begin_journal() override { states_.begin_journal(); }
  std::optional<std::vector<uint64_t>> end_journal() override { return states_.end_journal(); }
  void exclude(std::span<const uint64_t> words) override { states_.exclude(words); }
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) override {
    return block.empty() || block[0] != 0 ? RestoreOutcome::Malformed : states_.restore(worker, block);
  }

 private:
  static constexpr uint32_t kRun = 512;

  static Pair halves(uint64_t state) { return {static_cast<uint32_t>(state >> 32), static_cast<uint32_t>(state)}; }

  PairSet<Atomic> states_;
};

}  // namespace px::store
