// The result of a search: the verdict, the violations with their locations, and all counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/exit_code.h"
#include "engine/base/source.h"
#include "engine/ir/program.h"
#include "engine/model/trace.h"

namespace px {

using ir::ViolationKind;

enum class Verdict : uint8_t {
  Holds,         // the whole (reduced) state space was explored with an exact strategy and a lossless store
  NoErrorFound,  // the frontier was exhausted, but classes or states may have been missed
  Violated,      // an error was found: Violation says which
  Incomplete,    // a limit ended the search; no error had been found
  Interrupted,   // the user ended it
};

enum class Guarantee : uint8_t { Exact, Approximate };

// Why a search ended before its frontier was empty.
enum class StopReason : uint8_t {
  None,
  FirstError,
  StateLimit,
  DepthLimit,
  TimeLimit,
  MemoryLimit,
  Signal,
  NeedsRefinement,  // a run exceeded the bounds of the model's translation (Event::Growth): translate again with larger
                    // bounds
};

// An error of the model at one location. With --all-errors, errors at the same location are one Violation that counts
// its occurrences.
struct Violation {
  ViolationKind kind = ViolationKind::Safety;
  std::string called{};  // the users' word for it if it differs from the kind, such as "goal"; usually empty
  std::string message;
  SourceSpan span;
  uint64_t occurrences = 0;
  Trace trace;  // empty if traces are off
};

struct SearchResult {
  Verdict verdict = Verdict::Incomplete;
  StopReason stop = StopReason::None;
  Guarantee guarantee = Guarantee::Exact;
  std::string caveat;                 // why the guarantee is approximate, or what was left out; empty if nothing was
  std::vector<Violation> violations;  // the first one decides the verdict
  uint64_t states = 0;                // stored
  uint64_t transitions = 0;           // edges between stored states (every successor counts, new or not)
  uint64_t initial_states = 0;
  uint64_t set_ups = 0;  // different values of the constants in initial states
  uint64_t max_depth = 0;
  double seconds = 0;
  uint64_t state_bytes = 0;          // packed
  double store_bytes_per_state = 0;  // table and packed states together
  uint64_t peak_memory_bytes = 0;    // resident set as reported by the system
};

int exit_code(Verdict verdict, const std::vector<Violation>& violations);
std::string_view verdict_name(Verdict verdict);       // names as in the JSON report
std::string_view violation_name(ViolationKind kind);  // "deadlock", "assertion", ...
std::string_view stop_reason_name(StopReason reason);

}  // namespace px
