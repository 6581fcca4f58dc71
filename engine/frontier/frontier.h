// The contract of all frontiers: where workers put new states and take states to expand, and how they learn that the
// search is over.
//
// Limits: entries have no order beyond what the kind of frontier promises; only the worker that took a chunk removes
// its entries; the number of workers is fixed at construction.
//
// An entry is a fixed number of opaque words: a reference into the store, or a packed state if the store keeps none.
// Entries travel in chunks of a few hundred, so the overhead (stealing, counting, waiting) is paid once per chunk. A
// worker's loop:
//
//   while (Chunk* chunk = frontier.take(worker)) {   // waits; null: all work is done, or stop() was called
//     ... expand chunk->entries(), push() what is new ...
//     frontier.recycle(worker, chunk);
//   }
//
// Every worker must run this loop: take() returns null only when all workers have run out of work. The memory of chunks
// is reserved in the MemoryBudget; if a reservation is refused, push() returns false.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/memory_budget.h"
#include "engine/base/result.h"

namespace px::frontier {

enum class SearchOrder : uint8_t {
  Levels,        // strict breadth first: an entry of depth d is taken only when all of depth d-1 are expanded
  WorkStealing,  // a worker's newest chunk first, others' oldest chunk when it has none: cheap, small frontier
};

struct FrontierConfig {
  SearchOrder order = SearchOrder::WorkStealing;
  uint32_t workers = 1;
  uint32_t entry_words = 1;
  uint32_t chunk_entries = 256;    // fewer if entries are long; see Chunk
  MemoryBudget* budget = nullptr;  // must outlive the frontier
  // Levels: called at the barrier before each level, by one worker (its number) while all others wait; it may push.
  std::function<void(uint32_t worker)> before_level{};
};

// A block of entries with one owner at a time: the worker filling it, the deque that holds it, or the worker expanding
// it.
struct Chunk {
  uint32_t count = 0;  // entries in it
  uint32_t entry_words = 1;
  uint32_t home = 0;      // worker whose pool it returns to
  uint32_t depth = 0;     // Levels: distance from the initial states of all its entries
  Chunk* next = nullptr;  // link within its pool

  uint64_t* words() { return reinterpret_cast<uint64_t*>(this + 1); }
  const uint64_t* entry(uint32_t index) { return words() + size_t{index} * entry_words; }
  const uint64_t* words() const { return reinterpret_cast<const uint64_t*>(this + 1); }
  std::span<const uint64_t> entries() const { return {words(), size_t{count} * entry_words}; }
};
static_assert(sizeof(Chunk) % alignof(uint64_t) == 0);

// The position of a search by levels: entries of `depth` are being expanded.
struct LevelPosition {
  uint32_t depth = 0;
  std::vector<uint64_t> sizes;  // for the levels up to this one; excludes this one if it has not been opened yet
};

class Frontier {
 public:
  virtual ~Frontier() = default;
  Frontier(const Frontier&) = delete;
  Frontier& operator=(const Frontier&) = delete;

  // Adds entries (count * entry_words words). Returns false if out of memory; the entries that did not fit are set
  // aside, no thread takes them, and the search must end as incomplete. Called by the worker's thread (before the
  // search starts: by any single thread).
  virtual bool push(uint32_t worker, const uint64_t* entries, uint32_t count) = 0;
  // The next chunk to expand; waits while other workers may still produce some. Null for all workers once nothing is
  // left or stop() was called.
  virtual Chunk* take(uint32_t worker) = 0;
  // Returns a chunk to its pool after expansion.
  virtual void recycle(uint32_t worker, Chunk* chunk) = 0;
  // Ends the search early: take() returns null from now on. Any thread.
  virtual void stop() = 0;
  virtual bool stopped() const = 0;
  // Call after take() has returned null to all workers, by one thread, while no worker runs: afterwards entries can be
  // pushed and taken again.
  virtual void reopen() = 0;
  // Sets entries of this depth (Levels) aside: those that a worker has not expanded when the search ends early.
  virtual void put_aside(uint32_t worker, uint32_t depth, std::span<const uint64_t> entries) = 0;
  // True once push() has set entries aside for lack of memory: the search is incomplete. Any thread.
  virtual bool dropped_entries() const = 0;

  // Stops all workers between two chunks: within the time it takes to expand one chunk, every entry is in the frontier,
  // and no thread pushes or takes until resume(). Called by one thread that is not a worker, while workers run or after
  // they have finished.
  virtual void pause() = 0;
  virtual void resume() = 0;
  // The waiting entries and those set aside, chunk by chunk, with the depth of each chunk's entries (Levels). Only
  // during a pause or after the workers have finished.
  using Visit = std::function<void(uint32_t depth, std::span<const uint64_t> entries)>;
  virtual void for_each_waiting(const Visit& visit) const = 0;
  // Levels: the current position. Only during a pause or after the workers have finished.
  virtual LevelPosition level_position() const { return {}; }
  // Levels, before anything is pushed: continues at this position.
  virtual void start_at(const LevelPosition& position) { static_cast<void>(position); }
  // Called before the workers run, by any number of threads, each with a worker's number: adds entries that were
  // waiting at this depth when another search was saved. Returns false if out of memory.
  virtual bool push_saved(uint32_t worker, uint32_t depth, std::span<const uint64_t> entries) = 0;

  // Entries waiting (not those being expanded); approximate while workers run. Any thread.
  virtual uint64_t size() const = 0;
  // Chunks taken from other workers so far. Any thread.
  virtual uint64_t steals() const = 0;
  // Levels: the number of entries at each depth whose expansion was started. WorkStealing: empty. Only after the
  // workers have finished.
  virtual std::vector<uint64_t> level_sizes() const { return {}; }

 protected:
  Frontier() = default;
};

std::unique_ptr<Frontier> make_frontier(const FrontierConfig& config);

}  // namespace px::frontier
