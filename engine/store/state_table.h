// The contract of all state tables: concurrent, insert-only sets of packed states. Tables know bits and words, not
// models.
//
// What it cannot do: states are never removed; a table never shrinks; the number of workers is fixed at construction;
// one worker number is used by one thread at a time.
//
// What that buys: one compare-and-swap publishes a state, nothing published ever changes, no lock is taken, and the
// table grows while all workers go on inserting. See docs/state-table.md.
//
//   packed states (rows of words) --hash_batch--> hashes --insert_batch--> references + "is new"
//
// Between the two calls a batch may be split, by hash, among machines; nothing assumes that the worker that made a
// state inserts it.
//
// A reference names a stored state for the whole life of the table, whatever growth does:
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

namespace px {

using StateRef = uint64_t;
// Refers to no state of a table that keeps satellites; for a satellite that is the reference of a parent, "none".
inline constexpr StateRef kNoState = UINT64_MAX;

// Of a table at first: little enough that small models cost nothing, enough that most models people try never grow one.
inline constexpr uint32_t kInitialSlots = 16384;

enum class TableKind : uint8_t { Exact, Tree, Hash, Bitstate };

struct TableConfig {
  TableKind kind = TableKind::Exact;
  uint32_t state_bits = 64;
  uint32_t workers = 1;
  MemoryBudget* budget = nullptr;  // outlives the table
  uint64_t seed = 0;
  bool satellites = false;                 // keep 64-bit words with each state, e.g. the reference of its parent
  uint32_t satellite_words = 1;            // so many, with satellites; exact and tree: any number
  uint32_t initial_slots = kInitialSlots;  // rounded up to a power of two
  uint32_t fingerprint_bits = 64;          // hash: 64 or 128
  uint32_t bit_functions = 3;              // bitstate: bits set per state
  uint64_t bitstate_bytes = 0;             // bitstate: size of the bit array; 0: half of what the budget has left
  NumaSpread slot_spread = NumaSpread::FirstTouch;
  // tree: typical states, (state_bits + 63) / 64 words each, by which it is shaped; read while the table is made only.
  std::span<const uint64_t> sample = {};
};

// Rows of packed states, `stride` words apart; bits above state_bits in a row's last word are zero.
struct StateBatch {
  const uint64_t* states = nullptr;
  uint32_t stride = 0;
  uint32_t count = 0;
  const uint64_t* hashes = nullptr;  // as hash_batch of the same table gives them
  const uint64_t* satellites =
      nullptr;  // a reference or kNoState per row, kept for rows that are new as the first satellite word; null: 0
};

// The first `done` rows of the batch were inserted or found. Fewer than asked for means that the memory or the space of
// references is used up: the search is over. Calling again is allowed and may succeed for rows already stored.
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

// Where the satellite words of a state are: at first + reference * stride. They are zero but for the first one when the
// state becomes visible to others; from then on they belong to the code that asked for them, which reads and writes
// them as atomics. Valid for the life of the table.
struct SatelliteRange {
  std::byte* first = nullptr;  // null: the table keeps none, or not in this way
  size_t stride = 0;

  std::byte* of(StateRef ref) const { return first + ref * stride; }
};

// What a lossy table may have missed. Exact tables: lossy is false and the rest is zero.
struct LossReport {
  bool lossy = false;
  double omission_probability = 0;  // hash: n(n-1)/2^(b+1); bitstate: chance that the next new state is taken for old
  double expected_omissions = 0;    // bitstate: sum of those chances over the states stored
  double nearest_distance = 0;      // hash: smallest distance of two stored fingerprints (of their high 64 bits)
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

  // The word by which a state is placed here (and could be placed on a machine). Any thread.
  void hash_batch(const uint64_t* states, uint32_t stride, uint32_t count, uint64_t* hashes) const;

  // Inserts the rows; refs[i] and is_new[i] are set for the first `done` rows. Of all calls with equal states, by any
  // workers, exactly one gets is_new = 1 (bitstate: at least one). Lock-free.
  virtual InsertOutcome insert_batch(uint32_t worker, const StateBatch& batch, StateRef* refs, uint8_t* is_new) = 0;

  // Whether references can be turned back into states; where not, the frontier has to carry packed states.
  virtual bool keeps_states() const { return true; }
  // Packed states of references, into rows of `stride` words. Any thread, also while others insert.
  virtual void load_batch(const StateRef* refs, uint32_t count, uint64_t* states, uint32_t stride) const = 0;
  // Reference of a state if it is stored. Only while no worker inserts.
  virtual std::optional<StateRef> find(const uint64_t* state) const = 0;
  // The satellite word stored with a state. Only with config().satellites. hash: only while no worker inserts.
  virtual uint64_t satellite(StateRef ref) const = 0;
  // All satellite words of the states, for tables whose references are numbers (exact, tree). Any thread.
  virtual SatelliteRange satellites() { return {}; }

  // What is stored, to be written elsewhere. Only while no worker inserts; see table_snapshot.h for how long.
  virtual std::unique_ptr<TableSnapshot> snapshot() const = 0;
  // For a snapshot that is written beside the workers: called at its moment and when it is written, both while no
  // worker inserts. Gives what came in between, for exclude() of the table that it is put back into, before restore();
  // nothing if there was no memory to note it: the snapshot is of no use then.
  virtual void begin_journal() {}
  virtual std::optional<std::vector<uint64_t>> end_journal() { return std::vector<uint64_t>(); }
  virtual void exclude(std::span<const uint64_t> words) { static_cast<void>(words); }
  // Puts back one block of a snapshot of a table that was configured like this one (but for workers and memory). Before
  // anything is inserted; any number of workers at a time. All blocks together make this table equal to the other, with
  // the same references.
  virtual RestoreOutcome restore(uint32_t worker, std::span<const uint64_t> block) = 0;

  // Counts; exact while no worker inserts, otherwise a little behind. Any thread.
  virtual TableStats stats() const = 0;
  // Only while no worker inserts.
  virtual LossReport loss() const { return {}; }

 protected:
  explicit StateTable(const TableConfig& config) : config_(config) {}
  const TableConfig config_;
};

// Fails when the budget or the system does not even grant the smallest table.
Result<std::unique_ptr<StateTable>> make_state_table(const TableConfig& config);

}  // namespace px
