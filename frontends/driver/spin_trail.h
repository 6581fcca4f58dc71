// Trails written by SPIN's verifier, or by another tool in its format, followed through a model like `pan -r` and `spin
// -t`.
//
// A line "step:pid:statement" makes process `pid` execute the statement with SPIN's number `statement`. "-2:k:-2" says
// that a claim runs as process 0, so the other processes are numbered from 1; the claim's own lines are omitted here.
// "-4:-4:-4" says that merged statements have one line, with the number of the first. "-1:-1:-1" marks the start of the
// cycle of an infinite run; "-3" and "-5" to "-8" describe kinds of search that do not affect a run.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/trace.h"
#include "frontends/driver/refinement.h"

namespace px::driver {

struct SpinTrail {
  static constexpr size_t kNoCycle = SIZE_MAX;

  struct Line {
    uint32_t pid = 0;
    uint32_t statement = 0;
    uint32_t line = 0;  // of the file, from 1
  };
  std::vector<Line> lines;  // of processes of the model
  bool claim = false;
  size_t cycle = kNoCycle;  // index of the line before which the cycle begins
};

// Whether a text starts like a trail.
bool looks_like_spin_trail(std::string_view text);
// Parses a trail; a UsageError if the text is not one. `path` is its name in messages.
Result<SpinTrail> read_spin_trail(const std::string& path, std::string_view text);

// The run of a trail, as far as the model follows it.
struct FollowedTrail {
  std::shared_ptr<ModelExecution> execution;  // the trace refers to its program
  Trace trace;
  std::string problem;           // why the run ends before the trail does; empty if it does not
  std::optional<Event> event{};  // the event at its end
  std::optional<Violation> error{};
  size_t done = 0;  // if there is a problem: the number of matched lines
  // Lines left over: SPIN continues after an index outside its array, but such a run ends there.
  size_t left = 0;
};

// Follows the trail by search: several steps of a model can have the same number, and merged ones have one line.
// Translates the model again if the run exceeds the assumed processes. Cost: usually, the interpreter explains each
// state of the trail once.
Result<FollowedTrail> follow_spin_trail(const Refinement& refinement, const SpinTrail& trail);

}  // namespace px::driver
