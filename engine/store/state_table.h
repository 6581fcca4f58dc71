// The contract of all state tables: concurrent, insert-only sets of packed states. Tables know bits and words, not
// models.
//
// What it cannot do: states are never removed; a table never shrinks; the number of workers is fixed at construction;
// one worker number is used by one thread at a time.
//
// What that buys: one compare-and-swap publishes a state, published data never changes, no locks are taken, and the
// table grows while all workers keep inserting. See docs/state-table.md.
//
//   packed states (rows of words) --hash_batch--> hashes --insert_batch--> references + "is new"
//
// Between the two calls a batch may be split by hash among machines; nothing assumes that the worker that generated a
// state inserts it.
//
// A reference identifies a stored state for the lifetime of the table, regardless of growth:
//   exact       number of the record                      load_batch gives the state back
//   tree        the root pair, or a record number         load_batch gives the state back
//   hash        the fingerprint (its high 64 bits)        no state is kept: the frontier carries packed states
//   bitstate    the 64-bit hash; names, but does not find as above
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/arena.h"
#include "engine/base/memory_budget.h"
#include "engine/base/result.h"
#include "engine/store/table_snapshot.h"

namespace px::store {

using StateRef = uint64_t;
// Refers to no state of a table that keeps satellites; as a satellite that refers to a parent it means "none".
inline constexpr StateRef kNoState = UINT64_MAX;

// The initial size of a table: small enough that small models cost nothing, large enough that most models people try
// never grow one.
inline constexpr uint32_t kInitialSlots = 16384;

enum class TableKind : uint8_t { Exact, Tree, Hash, Bitstate };

struct TableConfig {
  TableKind kind = TableKind::Exact;
  uint32_t state_bits = 64;
  uint32_t workers = 1;
  MemoryBudget* budget = nullptr;  // must outlive the table
  uint64_t seed = 0;
  bool satellites = false;                 // keep 64-bit words with each state, e.g. the reference of its parent
  uint32_t satellite_words = 1;            // number of satellite words; exact and tree: any number
  uint32_t initial_slots = kInitialSlots;  // rounded up to a power of two
  uint32_t fingerprint_bits = 64;          // hash: 64 or 128
  uint32_t bit_functions = 3;              // bitstate: bits set per state
  uint64_t bitstate_bytes = 0;             // bitstate: size of the bit array; 0: half of what the budget has left
  NumaSpread slot_spread = NumaSpread::FirstTouch;
  // tree: typical states, (state_bits + 63) / 64 words each, from which its shape is chosen; only read during
  // construction.
  std::span<const uint64_t> sample = {};
};

// Rows of packed states, `stride` words apart; bits above state_bits in a row's last word are zero.
struct StateBatch {
  const uint64_t* states = nullptr;
  uint32_t stride = 0;
  uint32_t count = 0;
  const uint64_t* hashes = nullptr;  // as computed by hash_batch of the same table
  const uint64_t* satellites =
      nullptr;  // a reference or kNoState per row, stored as the first satellite word of new rows; null: 0
};

// The first `done` rows of the batch were inserted or found. Fewer than requested means that the memory or the
// reference space is exhausted: the search is over. Calling again is allowed and may succeed for rows already stored.
struct InsertOutcome {
  uint32_t done = 0;
  bool full = false;
};

struct TableStats {
  uint64_t states = 0;
  uint64_t slots = 0;            // of the (root) table
  uint64_t slot_bytes = 0;       // all slots, including those of inner tables
  uint64_t record_bytes = 0;     // blocks of records handed to workers
  uint64_t satellite_bytes = 0;  // blocks of satellite words handed to workers
  uint64_t shared_nodes = 0;     // tree: inner nodes stored
  uint64_t inserts = 0;          // calls for a row, new or not
  uint64_t probes = 0;           // slots inspected
  uint64_t longest_probe = 0;
  uint32_t growths = 0;
  uint64_t bytes() const { return slot_bytes + record_bytes + satellite_bytes; }
};

// The location of a state's satellite words: first + reference * stride. All but the first are zero when the state
// becomes visible to other threads; from then on they belong to the code that requested them, which reads and writes
// them as atomics. Valid for the lifetime of the table.
struct SatelliteRange {
  std::byte* first = nullptr;  // null if the table keeps none, or not in this form
  size_t stride = 0;

  std::byte* of(StateRef ref) const { return first + ref * stride; }
};

// How much a lossy table may have missed. For exact tables lossy is false and the rest is zero.
struct LossReport {
  bool lossy = false;
  double omission_probability = 0;  // hash: n(n-1)/2^(b+1); bitstate: probability that the next new state is considered
                                    // old
  double expected_omissions = 0;    // bitstate: sum of those probabilities over the states stored
  double nearest_distance = 0;      // hash: smallest distance between two stored fingerprints (between their high 64
                                    // bits)
  double coverage = 1;              // bitstate: estimated share of the reached states that were not omitted
};

class StateTable {
 public:
  virtual ~StateTable() = default;
  StateTable(const StateTable&) = delete;
  StateTable& operator=(const StateTable&) = delete;

  uint32_t state_bits() const { return config_.state_bits; }
  uint32_t state_words() const { return (config_.state_bits + 63) / 64; }
  const TableConfig& config() const { return config_; }

  // The hash words that determine the position of each state in the table (and could select a machine). Any thread.
  void hash_batch(const uint64_t* states, uint32_t stride, uint32_t count, uint64_t* hashes) const;

  // Inserts the rows; refs[i] and is_new[i] are set for the first `done` rows. Among all calls with equal states, by
  // any workers, exactly one gets is_new = 1 (bitstate: at least one). Lock-free.
  virtual InsertOutcome insert_batch(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) = 0;

  // Whether references can be turned back into states; if not, the frontier must carry packed states.
  virtual bool keeps_states() const { return true; }
  // Loads the packed states of references into rows of `stride` words. Any thread, even while others insert.
  virtual void load_batch(const StateRef* refs, uint32_t count, uint64_t* states, uint32_t stride) const = 0;
  // Reference of a state if it is stored. Only while no worker inserts.
  virtual std::optional<StateRef> find(const uint64_t* state) const = 0;
  // The satellite word stored with a state. Only with config().satellites. hash: only while no worker inserts.
  virtual uint64_t satellite(StateRef ref) const = 0;
  // Access to all satellite words of the states, for tables whose references are numbers (exact, tree). Any thread.
  virtual SatelliteRange satellites() { return {}; }

  // A snapshot of the content. Taken only while no worker inserts; see table_snapshot.h for how long it is valid.
  virtual std::unique_ptr<TableSnapshot> snapshot() const = 0;
  // For a snapshot that is written while the workers run: called at the moment of the snapshot and after it is written,
  // both while no worker inserts. Returns what was inserted in between, to be passed to exclude() of the table that is
  // restored, before restore(); nullopt if there was no memory to record it: the snapshot is then useless.
  virtual void begin_journal() {}
  virtual std::optional<std::vector<uint64_t>> end_journal() { return std::vector<uint64_t>(); }
  virtual void exclude(std::span<const uint64_t> words) { static_cast<void>(words); }
  // Restores one block of a snapshot of a table that was configured like this one (except for workers and memory).
  // Called before anything is inserted, by any number of workers concurrently. All blocks together make this table
  // equal to the other, with the same references.
  virtual RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) = 0;

  // Statistics; exact while no worker inserts, otherwise slightly behind. Any thread.
  virtual TableStats stats() const = 0;
  // Only while no worker inserts.
  virtual LossReport loss() const { return {}; }

 protected:
  explicit StateTable(const TableConfig& config) : config_(config) {}
  const TableConfig config_;
};

// Fails if the budget or the system does not grant even the smallest table.
Result<std::unique_ptr<StateTable>> make_state_table(const TableConfig& config);

}  // namespace px::store
