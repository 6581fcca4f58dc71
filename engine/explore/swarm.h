// Many small incomplete searches in place of one that does not fit: what is left where the states are too many to
// store, and errors lie too deep for runs at random.
//
// The idea (Holzmann, Joshi, Groce, "Swarm verification techniques", IEEE TSE 37(6), 2011): a search whose states stand
// for a few bits each (engine/store/bitstate_table.h) in an array that is too small misses most of a large space, but
// which part it misses depends on where it went first. Searches that differ in everything that does not matter for
// correctness (the order of successors, the hash functions, how many bits a state sets, how far they go, how large the
// array is) miss different parts. They share nothing, so every core has one of its own.
//
// A search goes depth first. Its stack holds the states themselves, each with the place of the one it came from, so the
// run to an error is there when the error is. Up to `width` siblings are expanded at a time: 1 is depth first in the
// strict sense, more is wider and cheaper per state.
//
//   stack   | s0* | s1  s2* | s3  s4  s5* | ...      * expanded: its children lie above it; goes when they are gone
//
// How search k goes is determined by k and the seed. Where an error ends the swarm it is that of the search with the
// least number, and searches with greater numbers count for nothing, so what comes out does not depend on the number of
// threads or on their speed. A limit of time or Ctrl-C ends searches wherever they are.
//
// How many different states all of them met together is estimated (engine/explore/state_estimate.h), and from how much
// the searches overlap, how many there may be in all: Schnabel's estimate for animals that are caught, marked and
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

namespace px {

struct SwarmOptions {
  uint64_t searches = 64;
  uint64_t array_bytes = 0;         // of each search; 0: the first have 1 MiB, and every 16 searches it doubles
  uint64_t max_depth = UINT64_MAX;  // of every search, in addition to limits of its own
  uint64_t seed = 0;
  uint32_t threads = 1;
  uint64_t memory_bytes = uint64_t{1} << 30;       // of all searches that go on at a time
  bool all_errors = false;                         // go on after errors; else end with the first search that meets one
  bool growth_is_error = true;                     // of a model that cannot be translated again
  double max_seconds = 0;                          // of all searches together; 0: no limit
  const std::atomic<bool>* interrupted = nullptr;  // set from outside (a signal handler) to end all searches
  double progress_interval = 0.2;                  // seconds
  std::function<void(const SearchProgress&)> on_progress{};  // called from one thread at a time; may be empty
  // Called with the first error, the moment it is found, by the thread that found it; may be empty.
  std::function<void(const Event&, const ir::Program&)> on_first_error{};
};

// Of the successors of a state; Permuted: at random, but in every state in the same way, so that some processes run far
// ahead of others, which choices that are made anew in every state hardly ever let them.
enum class SwarmOrder : uint8_t { AsGiven, Reversed, Random, Permuted };
std::string_view order_name(SwarmOrder order);

// How one search goes.
struct SwarmPlan {
  uint64_t seed = 0;  // of the hash functions, and of the order where it is left to chance
  SwarmOrder order = SwarmOrder::AsGiven;
  uint32_t width = 1;      // siblings that are expanded at a time
  uint32_t functions = 3;  // bits that a state sets
  uint64_t array_bytes = 0;
  uint64_t max_depth = UINT64_MAX;
};

// `most_bytes`: no array is larger.
SwarmPlan plan_of(const SwarmOptions& options, uint64_t number, uint64_t most_bytes);

// Why a search ended.
enum class SwarmEnd : uint8_t {
  Done,   // no state was waiting
  Full,   // half of its bits were set: beyond, it would take too many new states for old ones
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
  uint64_t left_out = 0;     // states that it met and did not follow: beyond its depth or its room for waiting states
  double omitted = 0;        // new states that it took for old ones; an estimate
  uint64_t actions = 0;      // of the program, that it took
  uint64_t new_actions = 0;  // and no search with a smaller number
  double new_states = 0;     // the same of states; an estimate
};

struct SwarmError {
  FoundViolation found;        // `source` is the number of the search
  std::vector<uint64_t> path;  // the states from an initial one to the one with the error
};

struct SwarmOutcome {
  std::vector<SwarmSearch> searches;  // by their numbers
  std::vector<SwarmError> errors;     // one per place, of the shortest run to it
  std::vector<bool> taken;            // by action of the program: whether a search took it
  uint64_t initial_states = 0;
  double states = 0;               // different ones that were met; an estimate
  std::optional<double> in_all{};  // that there may be; absent: the overlaps are too small to tell
  std::vector<uint32_t> growth;    // marks that were met; then everything else is of no use
  StopReason stop = StopReason::None;
};

// Fails if memory does not suffice for the smallest search.
Result<SwarmOutcome> run_swarm(const TransitionSystem& system, const Reducer& reducer, const SwarmOptions& options);

// The states of a path with references to the states they come from, as a search that kept parents leaves them
// (trace_builder.h), over the shortest way along states of the path. `found` becomes its error.
Result<SearchOutcome> outcome_of_path(const TransitionSystem& system, const Reducer& reducer,
                                      const std::vector<uint64_t>& path, FoundViolation& found);

}  // namespace px
