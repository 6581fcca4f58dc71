// `--store bitstate`: a state is represented by k bits of one large bit array (Holzmann, "An Analysis of Bitstate
// Hashing", FMSD 1998; the positions are h1 + i*h2 as in Dillinger and Manolios, "Bloom Filters in Probabilistic
// Verification", FMCAD 2004). A state whose bits are all set already is considered old: states may be missed, but none
// is ever invented.
//
// The array has a fixed size; nothing grows. Its pages are allocated on first touch, small ones at first: huge pages
// are requested only after enough states that most of them would be touched anyway.
//
// A state is new for the worker that set one of its bits. Two workers who insert equal states at the same moment may
// each set some of them and both report "new": the state is then expanded twice and counted twice, but not lost.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>

#include "engine/base/arena.h"
#include "engine/base/check.h"
#include "engine/base/hash.h"
#include "engine/base/lines.h"
#include "engine/store/state_table.h"
#include "engine/store/worker_counters.h"

namespace px::store {

template <template <class> class Atomic = std::atomic>
class BitstateTable final : public StateTable {
 public:
  explicit BitstateTable(const TableConfig& config)
      : StateTable(config), functions_(std::clamp(config.bit_functions, 1u, kMaxFunctions)), counters_(config.workers) {
    const uint64_t bytes = (config.bitstate_bytes ? config.bitstate_bytes : config.budget->left() / 2) / 8 * 8;
    if (bytes == 0 || !config.budget->reserve(bytes)) return;
    bits_ = Region(bytes, Pages::Small, config.slot_spread);
    if (!bits_.data()) config.budget->release(bytes);
    words_ = bits_.bytes() / 8;
  }
  ~BitstateTable() override {
    if (usable()) config_.budget->release(bits_.bytes());
  }

  bool usable() const { return bits_.data() != nullptr; }

  InsertOutcome insert_batch(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) override {
    GroupCounts counts;
    for (uint32_t done = 0; done < batch.count; done += kGroup) {
      const uint32_t group = std::min(kGroup, batch.count - done);
      Place places[kGroup][kMaxFunctions];
      for (uint32_t i = 0; i < group; ++i) {
        const uint32_t row = done + i;
        find_places(batch.states + size_t{row} * batch.stride, batch.hashes[row], places[i]);
        for (uint32_t f = 0; f < functions_; ++f) prefetch_for_write(&cell(places[i][f].word));
      }
      for (uint32_t i = 0; i < group; ++i) {
        const uint32_t row = done + i;
        is_new[row] = set_bits(places[i]);
        refs[row] = batch.hashes[row];
        counts.add_row(is_new[row], functions_);
      }
    }
    counters_.note(worker, counts);
    if (counters_.is_loaded(worker, huge_page_log2())) use_huge_pages();
    return {batch.count, false};
  }

  bool keeps_states() const override { return false; }
  void load_batch(const StateRef*, uint32_t, uint64_t*, uint32_t) const override {
    PX_UNREACHABLE("bits do not give a state back");
  }
  std::optional<StateRef> find(const uint64_t* state) const override {
    const uint64_t hash = hash_words(state, state_words(), config_.seed);
    Place places[kMaxFunctions];
    find_places(state, hash, places);
    for (uint32_t f = 0; f < functions_; ++f) {
      if ((cell(places[f].word).load(std::memory_order_relaxed) & places[f].mask) == 0) return std::nullopt;
    }
    return hash;
  }
  uint64_t satellite(StateRef) const override { PX_UNREACHABLE("a bit array keeps no satellites"); }

  std::unique_ptr<TableSnapshot> snapshot() const override { return std::make_unique<Snapshot>(*this); }
  RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) override {
    if (block.size() < 4 || block[1] != words_) return RestoreOutcome::Malformed;
    const uint64_t first = block[2];
    const std::span<const uint64_t> bits = block.subspan(4);
    if (first > words_ || bits.size() > words_ - first) return RestoreOutcome::Malformed;
    for (size_t i = 0; i < bits.size(); ++i) cell(first + i).store(bits[i], std::memory_order_relaxed);
    GroupCounts counts;
    counts.added = block[3];
    counters_.note(worker, counts);
    return RestoreOutcome::Done;
  }

  TableStats stats() const override {
    TableStats stats;
    counters_.collect(stats);
    stats.slots = words_ * 64;
    stats.slot_bytes = bits_.bytes();
    return stats;
  }

  // With m bits, the n-th different state finds all of its k bits set with probability p(n) = (1 - e^(-kn/m))^k. So of
  // n different states the integral of 1 - p is stored; n is found from what was stored by integrating dn = ds / (1 -
  // p(n)). This counts states that were generated and omitted, not those that were never generated as a consequence.
  LossReport loss() const override {
    const auto bits = static_cast<double>(words_ * 64);
    const auto states = static_cast<double>(stats().states);
    const double k = functions_;
    const auto taken_for_old = [&](double n) { return std::pow(-std::expm1(-k * n / bits), k); };
    constexpr int kSteps = 4096;
    double reached = 0;
    for (int i = 0; i < kSteps; ++i) {
      const double step = states / kSteps;
      const double halfway = reached + step / 2 / (1 - taken_for_old(reached));
      reached += step / (1 - taken_for_old(halfway));
    }
    return {.lossy = true,
            .omission_probability = taken_for_old(reached),
            .expected_omissions = reached - states,
            .coverage = reached > 0 ? states / reached : 1};
  }

 private:
  using Cell = Atomic<uint64_t>;
  static constexpr uint32_t kGroup = 32;
  static constexpr uint32_t kMaxFunctions = 16;

  struct Place {
    uint64_t word;
    uint64_t mask;
  };

  // Blocks: part (0), words in all, first word, states (in the first block; else 0), words.
  class Snapshot final : public TableSnapshot {
   public:
    explicit Snapshot(const BitstateTable& table) : table_(table), states_(table.stats().states) {}
    uint64_t blocks() const override { return (table_.words_ + kBlockWords - 1) / kBlockWords; }
    void write(uint64_t block, std::vector<uint64_t>& words) const override {
      const uint64_t first = block * kBlockWords;
      words.insert(words.end(), {0, table_.words_, first, block == 0 ? states_ : 0});
      for (uint64_t i = first; i < std::min(table_.words_, first + kBlockWords); ++i) {
        words.push_back(table_.cell(i).load(std::memory_order_relaxed));
      }
    }
    bool outlasts_inserts() const override { return false; }

   private:
    static constexpr uint64_t kBlockWords = uint64_t{1} << 19;
    const BitstateTable& table_;
    const uint64_t states_;
  };

  Cell& cell(uint64_t word) const { return reinterpret_cast<Cell*>(bits_.data())[word]; }

  void find_places(const uint64_t* state, uint64_t hash, Place* places) const {
    const uint64_t step = second_hash_words(state, state_words(), config_.seed) | 1;
    for (uint32_t f = 0; f < functions_; ++f) {
      const uint64_t position = hash + f * step;
      const auto word = static_cast<uint64_t>((static_cast<hash_detail::Product>(position) * words_) >> 64);
      // The bit within the word comes from the low end of the hash; the word came from its high end.
      places[f] = Place{word, uint64_t{1} << (position & 63)};
    }
  }

  // Relaxed: the bits publish no other memory; each fetch_or alone decides who set a bit.
  bool set_bits(const Place* places) {
    bool any_set = false;
    for (uint32_t f = 0; f < functions_; ++f) {
      Cell& target = cell(places[f].word);
      if (target.load(std::memory_order_relaxed) & places[f].mask) continue;
      any_set |= (target.fetch_or(places[f].mask, std::memory_order_relaxed) & places[f].mask) == 0;
    }
    return any_set;
  }

  // Once states times hash functions exceed the number of huge pages a few times, most of these have been touched.
  uint32_t huge_page_log2() const {
    return std::max(static_cast<uint32_t>(std::bit_width(bits_.bytes() / kHugePageBytes)), 10u);
  }
  void use_huge_pages() {
    if (!huge_.exchange(true, std::memory_order_relaxed)) advise_huge(bits_.data(), bits_.bytes());
  }

  const uint32_t functions_;
  Region bits_;
  uint64_t words_ = 0;
  TableCounters<Atomic> counters_;
  // Set once by the worker that requests huge pages; relaxed.
  Atomic<bool> huge_{false};
};

}  // namespace px::store
