// Many small incomplete searches instead of one that does not fit: the remaining option if there are too many states to
// store, and errors lie too deep for random runs.
//
// The idea (Holzmann, Joshi, Groce, "Swarm verification techniques", IEEE TSE 37(6), 2011): a search that represents
// each state by a few bits (engine/store/bitstate_table.h) in an array that is too small misses most of a large space,
// but which part it misses depends on where it went first. Searches that differ in everything irrelevant to correctness
// (the order of successors, the hash functions, the number of bits per state, the depth limit, the size of the array)
// miss different parts. They share nothing, so every core runs its own.
//
// A search runs depth first. Its stack holds the states themselves, each with the position of its predecessor, so the
// run to an error is available as soon as the error is found. Up to `width` siblings are expanded at a time: 1 is
// strictly depth first, more is wider and cheaper per state.
//
//   stack   | s0* | s1  s2* | s3  s4  s5* | ...      * expanded: its children lie above it; removed after them
//
// The course of search k is determined by k and the seed. If an error ends the swarm, it is that of the search with the
// smallest number, and searches with greater numbers are ignored, so the outcome does not depend on the number of
// threads or their speed. A time limit or Ctrl-C ends searches wherever they are.
//
// The number of distinct states that all searches visited is estimated (engine/explore/state_estimate.h), and from the
// overlap of the searches, the total number of states: Schnabel's estimate for animals that are caught, marked and
// caught again. Searches favour the same regions, so it is too low rather than too high.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/explore/explorer.h"
#include "engine/explore/options.h"
#include "engine/explore/violation_log.h"
#include "engine/model/reducer.h"
#include "engine/model/transition_system.h"
#include "engine/model/verdict.h"

namespace px::explore {

struct SwarmOptions {
  uint64_t searches = 64;
  uint64_t array_bytes = 0;         // of each search; 0: the first have 1 MiB, doubled every 16 searches
  uint64_t max_depth = UINT64_MAX;  // of every search, in addition to its own limits
  uint64_t seed = 0;
  uint32_t threads = 1;
  uint64_t memory_bytes = uint64_t{1} << 30;       // of all concurrent searches
  bool all_errors = false;                         // continue after errors; else end at the first search with one
  bool growth_is_error = true;                     // of a model that cannot be translated again
  double max_seconds = 0;                          // of all searches together; 0: no limit
  const std::atomic<bool>* interrupted = nullptr;  // set externally (by a signal handler) to end all searches
  double progress_interval = 0.2;                  // seconds
  std::function<void(const SearchProgress&)> on_progress{};  // called from one thread at a time; may be empty
  // Called with the first error as soon as it is found, by the thread that found it; may be empty.
  std::function<void(const Event&, const ir::Program&)> on_first_error{};
};

// The order of a state's successors. Permuted: random, but the same in every state, so that some processes run far
// ahead of others, which choices made anew in every state hardly ever allow.
enum class SwarmOrder : uint8_t { AsGiven, Reversed, Random, Permuted };
std::string_view order_name(SwarmOrder order);

// The settings of one search.
struct SwarmPlan {
  uint64_t seed = 0;  // of the hash functions, and of random orders
  SwarmOrder order = SwarmOrder::AsGiven;
  uint32_t width = 1;      // siblings expanded at a time
  uint32_t functions = 3;  // bits set per state
  uint64_t array_bytes = 0;
  uint64_t max_depth = UINT64_MAX;
};

// No array is larger than `most_bytes`.
SwarmPlan plan_of(const SwarmOptions& options, uint64_t number, uint64_t most_bytes);

// Why a search ended.
enum class SwarmEnd : uint8_t {
  Done,   // no state was waiting
  Full,   // half of its bits were set: beyond that, it would mistake too many new states for old ones
  Error,  // with the first error
  Ended,  // by a limit or a signal, with all others
};
std::string_view end_name(SwarmEnd end);

struct SwarmSearch {
  uint64_t number = 0;
  SwarmPlan plan;
  SwarmEnd end = SwarmEnd::Done;
  uint64_t states = 0;  // stored
  uint64_t transitions = 0;
  uint64_t depth = 0;
  uint64_t left_out = 0;     // states visited but not followed: beyond its depth or its space for waiting states
  double omitted = 0;        // new states mistaken for old ones; an estimate
  uint64_t actions = 0;      // of the program, taken by it
  uint64_t new_actions = 0;  // of these, those that no search with a smaller number took
  double new_states = 0;     // the same for states; an estimate
};

struct SwarmError {
  FoundViolation found;        // `source` is the number of the search
  std::vector<uint64_t> path;  // the states from an initial one to the one with the error
};

struct SwarmOutcome {
  std::vector<SwarmSearch> searches;  // by their numbers
  std::vector<SwarmError> errors;     // one per location, from the shortest run to it
  std::vector<bool> taken;            // by action of the program: whether a search took it
  uint64_t initial_states = 0;
  double states = 0;               // distinct states visited; an estimate
  std::optional<double> in_all{};  // estimated total; absent: the overlaps are too small to tell
  std::vector<uint32_t> growth;    // marks that were reached; if any, everything else is invalid
  StopReason stop = StopReason::None;
};

// Fails if memory does not suffice for the smallest search.
Result<SwarmOutcome> run_swarm(const TransitionSystem& system, const Reducer& reducer, const SwarmOptions& options);

// The states of a path with references to their predecessors, as left by a search that kept parents (trace_builder.h),
// along the shortest path through states of the path. `found` becomes its error.
Result<SearchOutcome> outcome_of_path(const TransitionSystem& system, const Reducer& reducer,
                                      const std::vector<uint64_t>& path, FoundViolation& found);

}  // namespace px::explore
