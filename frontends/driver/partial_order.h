// Whether a search explores only one order of independent steps (engine/por), and if not, why.
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/interp/interpreter.h"
#include "engine/model/reducer.h"
#include "engine/por/independence.h"

namespace px::driver {

enum class PartialOrder : uint8_t {
  Auto,  // if it is sound, compatible with the other options, and saves states
  On,    // or fail, with the reason why not
  Off,
};

struct PartialOrderOptions {
  PartialOrder when = PartialOrder::Off;
  // Why the search options rule it out, and why its result would not be what the user expects; Auto respects the
  // latter. Sentences without a full stop; empty: no reason.
  std::string impossible_because{};
  std::string unwanted_because{};
};

struct PartialOrderChoice {
  std::unique_ptr<por::Independence> independence;  // null: explore every order
  std::string reason;                               // why; empty: it was requested
};

// The interpreter must outlive the choice.
Result<PartialOrderChoice> choose_partial_order(const PartialOrderOptions& options,
                                                const interp::Interpreter& interpreter, const Reducer& reducer,
                                                por::Purpose purpose = por::Purpose::Safety);

// What each action reads and writes, and which actions depend on it: --dump dependencies.
std::string dump_dependencies(const interp::Interpreter& interpreter);

}  // namespace px::driver
