// A run recorded in a JSON report, fitted to a model that may have changed since.
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
  std::vector<std::vector<Action>> steps;  // the actions of each step
  std::string kind;                        // of the error at the end
  std::string message;
};

// Reads a file with a run, or standard input for "-".
Result<std::string> read_trace_text(const std::string& path);

// Reads the first error with a trace. Options that determine the states of the model (--strategy, --optimise, -D and so
// on) are taken from the report unless `options` differ from the defaults.
Result<JsonTrace> read_json_trace(const std::string& path, const std::string& text, Options& options);

// A run of the model that follows the trace as far as possible.
struct FittedTrace {
  Trace trace;
  std::string problem;    // why the run ends before the trace does; empty if it does not
  bool met = false;       // the error occurs at the end of the run
  bool within = false;    // the last step begins a sequence that ends in the error
  Violation violation{};  // that error
  Event::Kind event{};    // the kind of event that reported it
};
FittedTrace fit_trace(const driver::ModelExecution& execution, const JsonTrace& wanted);

}  // namespace px::cli
