// `--store hash`: only a fingerprint of 64 or 128 bits is kept of every state. Two states with equal fingerprints are
// considered equal, so a search may miss states; loss() gives the bound and the smallest distance between stored
// fingerprints.
//
// With n states and b bits, the expected number of pairs that collide is n(n-1)/2^(b+1), which bounds the probability
// that anything was missed (for fingerprints that behave as if drawn at random; they depend on the seed). The smallest
// distance between two stored fingerprints is an independent check of that assumption: for random ones it is about
// 2^b / n^2 (as in TLC; Yu, Manolios and Lamport, "Model Checking TLA+ Specifications", 1999).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/hash.h"
#include "engine/store/key_table.h"
#include "engine/store/state_table.h"

namespace px::store {

template <template <class> class Atomic = std::atomic>
class FingerprintTable final : public StateTable {
 public:
  explicit FingerprintTable(const TableConfig& config)
      : StateTable(config),
        key_words_(config.fingerprint_bits == 128 ? 2 : 1),
        table_({.key_words = key_words_,
                .satellites = config.satellites,
                .workers = config.workers,
                .budget = config.budget,
                .initial_slots = config.initial_slots,
                .slot_spread = config.slot_spread}) {}

  bool usable() const { return table_.usable(); }

  InsertOutcome insert_batch(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) override {
    constexpr uint32_t kRun = 64;
    KeySlot rows[kRun];
    uint32_t done = 0;
    while (done < batch.count) {
      const uint32_t run = std::min(kRun, batch.count - done);
      for (uint32_t i = 0; i < run; ++i) {
        const uint32_t row = done + i;
        rows[i] = key_of(batch.states + size_t{row} * batch.stride, batch.hashes[row]);
        if (config_.satellites) {
          rows[i].word[key_words_] = Table::encode_satellite(batch.satellites ? batch.satellites[row] : kNoState);
        }
        refs[row] = rows[i].word[0];
      }
      const InsertOutcome outcome = table_.insert(worker, rows, run, is_new + done);
      done += outcome.done;
      if (outcome.full) return {done, true};
    }
    return {done, false};
  }

  bool keeps_states() const override { return false; }
  void load_batch(const StateRef*, uint32_t, uint64_t*, uint32_t) const override {
    PX_UNREACHABLE("a fingerprint does not give its state back");
  }
  std::optional<StateRef> find(const uint64_t* state) const override {
    const KeySlot key = key_of(state, hash_words(state, state_words(), config_.seed));
    if (table_.find(key, key_words_).word[0] == 0) return std::nullopt;
    return key.word[0];
  }
  uint64_t satellite(StateRef ref) const override {
    const KeySlot slot = table_.find(KeySlot{{ref}}, 1);
    PX_CHECK(slot.word[0] != 0);
    return Table::decode_satellite(slot.word[key_words_]);
  }

  TableStats stats() const override { return table_.stats(); }
  std::unique_ptr<TableSnapshot> snapshot() const override { return table_.snapshot(0); }
  void begin_journal() override { table_.begin_journal(); }
  std::optional<std::vector<uint64_t>> end_journal() override { return table_.end_journal(); }
  void exclude(std::span<const uint64_t> words) override { table_.exclude(words); }
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) override {
    return block.empty() || block[0] != 0 ? RestoreOutcome::Malformed : table_.restore(worker, block);
  }

  LossReport loss() const override {
    const auto states = static_cast<double>(table_.stats().states);
    const double bound = std::ldexp(states * (states - 1), -static_cast<int>(64 * key_words_ + 1));
    return {.lossy = true, .omission_probability = std::min(bound, 1.0), .nearest_distance = nearest_distance()};
  }

 private:
  using Table = KeyTable<Atomic>;

  KeySlot key_of(const uint64_t* state, uint64_t hash) const {
    KeySlot key{{Table::encode_key(hash)}};
    if (key_words_ == 2) {
      key.word[1] = Table::encode_key(second_hash_words(state, state_words(), config_.seed));
    }
    return key;
  }

  // Slots lie in ascending order except within a cluster (a run without an empty slot), so sorting cluster by cluster
  // gives the whole order.
  double nearest_distance() const {
    double nearest = std::ldexp(1.0, 64);
    uint64_t last = 0;
    bool any = false;
    std::vector<uint64_t> cluster;
    const auto close_cluster = [&] {
      std::sort(cluster.begin(), cluster.end());
      for (const uint64_t key : cluster) {
        if (any) nearest = std::min(nearest, static_cast<double>(key - last));
        any = true;
        last = key;
      }
      cluster.clear();
    };
    table_.for_each([&](const KeySlot& slot) {
      if (slot.word[0] == 0) {
        close_cluster();
      } else {
        cluster.push_back(slot.word[0]);
      }
    });
    close_cluster();
    return nearest;
  }

  const uint32_t key_words_;
  Table table_;
};

}  // namespace px::store
