// Whether a search follows only one order of steps that do not disturb each other (engine/por), and why not.
#pragma once

#include <memory>
#include <string>

#include "engine/base/result.h"
#include "engine/interp/interpreter.h"
#include "engine/model/reducer.h"
#include "engine/por/independence.h"

namespace px::driver {

enum class PartialOrder : uint8_t {
  Auto,  // where it is sound, compatible with the other options, and saves something
  On,    // or a failure that says why not
  Off,
};

struct PartialOrderOptions {
  PartialOrder when = PartialOrder::Off;
  // Why it is impossible with the options of the search, and why its result would not be what the user expects, which
  // Auto respects. Sentences without a full stop; empty: no reason.
  std::string impossible_because{};
  std::string unwanted_because{};
};

struct PartialOrderChoice {
  std::unique_ptr<Independence> independence;  // null: every order is followed
  std::string reason;                          // why; empty: it was requested
};

// The interpreter outlives the choice.
Result<PartialOrderChoice> choose_partial_order(const PartialOrderOptions& options, const Interpreter& interpreter,
                                                const Reducer& reducer, Purpose purpose = Purpose::Safety);

// What each action reads and writes, and what it may disturb: --dump dependencies.
std::string dump_dependencies(const Interpreter& interpreter);

}  // namespace px::driver
