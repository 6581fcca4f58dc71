// Trails that SPIN's verifier wrote, or another tool in its form, followed through a model: `pan -r` and `spin -t`.
//
// A line "step:pid:statement" makes process `pid` execute the statement with SPIN's number `statement`. "-2:k:-2" says
// that a claim runs along as process 0, so the others are numbered from 1 on; its own lines are left out here.
// "-4:-4:-4" says that merged statements have one line, with the number of the first. "-1:-1:-1" stands where the
// cycle of an endless run begins; "-3" and "-5" to "-8" describe kinds of search that make no difference to a run.
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
  size_t cycle = kNoCycle;  // before which of them it begins
};

// Whether a text begins like a trail.
bool looks_like_spin_trail(std::string_view text);
// A UsageError for a text that is none; `path` is what it is called.
Result<SpinTrail> read_spin_trail(const std::string& path, std::string_view text);

// The run of a trail, as far as the model has it.
struct FollowedTrail {
  std::shared_ptr<ModelExecution> execution;  // of whose program the trace speaks
  Trace trace;
  std::string problem;           // why it ends before the trail does; empty if it does not
  std::optional<Event> event{};  // what was met at its end
  std::optional<Violation> error{};
  size_t done = 0;  // with a problem: so many lines of the trail were followed
  // Lines that are left after it: SPIN continues after an index outside its array, and such a run ends there.
  size_t left = 0;
};

// Follows the trail by search: several steps of a model can have one number, and merged ones have one line. Translates
// the model again where the run starts processes that were not foreseen. Cost: a state of the trail is explained by the
// interpreter once, as a rule.
Result<FollowedTrail> follow_spin_trail(const Refinement& refinement, const SpinTrail& trail);

}  // namespace px::driver
