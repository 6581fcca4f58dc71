// The state of a search other than its table and frontier, as words of a checkpoint: counters, errors found, position.
//
// A checkpoint is a file of blocks (engine/checkpoint/block_file.h) of these kinds:
//   State       one, the first: a SearchState
//   Sequences   first handle, then per sequence its length and items; in ascending order, before what follows
//   Frontier    depth, then entries as they are
//   Table       a block of a snapshot (engine/store/table_snapshot.h)
//   Candidate   reference, is-new, parent and state of each candidate of a level (level_candidates.h)
//   Parent      references of states and of the states they came from, if the table keeps none
//   Journal     insertions into the table after the moment of the checkpoint, to be omitted (StateTable::exclude)
//   Suspect     depth and state of each suspect still to be examined under partial-order reduction (ignoring.h)
//   Complete    states in which nothing is omitted any longer
//   Extra       words of the code that runs the search
// Except for the first two kinds, blocks may come in any order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/explore/violation_log.h"
#include "engine/frontier/frontier.h"
#include "engine/model/statistic.h"

namespace px::explore {

enum class CheckpointBlock : uint32_t {
  State = 1,
  Sequences,
  Frontier,
  Table,
  Candidate,
  Parent,
  Extra,
  Journal,
  Suspect,
  Complete
};

struct SearchState {
  uint64_t transitions = 0;
  uint64_t max_depth = 0;
  uint64_t initial_states = 0;
  uint64_t set_ups = 0;
  uint64_t reduced = 0;   // these three: for partial-order reduction, as in SearchOutcome
  uint64_t suspects = 0;  // already examined
  uint64_t completed = 0;
  double seconds = 0;                // used by the search so far
  uint64_t entry_words = 1;          // of the frontier
  uint64_t bitstate_bytes = 0;       // of the bit array, where there is one
  uint32_t last_depth = UINT32_MAX;  // Levels: see SearchContext
  bool depth_limited = false;
  frontier::LevelPosition position;
  std::vector<uint64_t> sample;  // from which the tree's shape was chosen
  std::vector<FoundViolation> found;
  std::vector<uint32_t> growth;       // marks that were reached
  std::vector<Statistic> statistics;  // of the reducer

  std::vector<uint64_t> words() const;
  // nullopt if the words do not encode a search state.
  static std::optional<SearchState> from(std::span<const uint64_t> words);
};

}  // namespace px::explore
