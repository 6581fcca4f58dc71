// A run as recorded in a JSON report, and how it fits a model that may have changed since.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/cli/options.h"
#include "frontends/cli/views.h"
#include "frontends/driver/execution.h"

namespace px::cli {

struct JsonTrace {
  struct Action {
    std::string action;
    std::string statement;
    std::vector<Cell> changes;
  };
  std::vector<Cell> initial;
  std::vector<std::vector<Action>> steps;  // each the actions of one step
  std::string kind;                        // of the error at the end
  std::string message;
};

// A file with a run, or standard input for "-".
Result<std::string> read_trace_text(const std::string& path);

// Reads the first error with a trace. Options that decide what the model's states are (--strategy, --optimise, -D and
// so on) are taken from the report unless `options` differ from the defaults.
Result<JsonTrace> read_json_trace(const std::string& path, const std::string& text, Options& options);

// A run of the model that does what the trace says, as far as there is one.
struct FittedTrace {
  Trace trace;
  std::string problem;    // why it ends before the trace does; empty if it does not
  bool met = false;       // the error occurs at its end
  bool within = false;    // its last step is the beginning of a sequence that ends in the error
  Violation violation{};  // that error
  Event::Kind event{};    // what met it
};
FittedTrace fit_trace(const driver::ModelExecution& execution, const JsonTrace& wanted);

}  // namespace px::cli
