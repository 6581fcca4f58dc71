// `--store exact`: every state is kept as a bit-packed record and compared in full. References are record numbers.
#pragma once

#include <algorithm>

#include "engine/store/record_table.h"
#include "engine/store/state_table.h"

namespace px::store {

template <template <class> class Atomic = std::atomic>
class ExactTable final : public StateTable {
 public:
  explicit ExactTable(const TableConfig& config)
      : StateTable(config),
        table_({.record_bytes = (config.state_bits + 7) / 8,
                .workers = config.workers,
                .budget = config.budget,
                .seed = config.seed,
                .satellite_words = config.satellites ? config.satellite_words : 0,
                .initial_slots = config.initial_slots,
                .slot_spread = config.slot_spread}) {}

  bool usable() const { return table_.usable(); }

  InsertOutcome insert_batch(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) override {
    return table_.insert(worker, batch, refs, is_new);
  }

  void load_batch(const StateRef* refs, uint32_t count, uint64_t* states, uint32_t stride) const override {
    constexpr uint32_t kAhead = 16;
    for (uint32_t i = 0; i < std::min(count, kAhead); ++i) table_.prefetch(refs[i]);
    for (uint32_t i = 0; i < count; ++i) {
      if (i + kAhead < count) table_.prefetch(refs[i + kAhead]);
      table_.load(refs[i], states + size_t{i} * stride);
    }
  }

  std::optional<StateRef> find(const uint64_t* state) const override {
    return table_.find(state, hash_words(state, state_words(), config_.seed));
  }
  uint64_t satellite(StateRef ref) const override { return table_.satellite(ref); }
  SatelliteRange satellites() override { return table_.satellites(); }
  TableStats stats() const override { return table_.stats(); }
  std::unique_ptr<TableSnapshot> snapshot() const override { return table_.snapshot(0); }
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) override {
    return block.empty() || block[0] != 0 ? RestoreOutcome::Malformed : table_.restore(worker, block);
  }

 private:
  RecordTable<Atomic> table_;
};

}  // namespace px::store
