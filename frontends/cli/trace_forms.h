// Runs in the forms that other tools read. Each function returns the whole text of a file.
#pragma once

#include <string>

#include "engine/base/source.h"
#include "engine/interp/interpreter.h"
#include "engine/model/trace.h"
#include "frontends/cli/views.h"
#include "frontends/driver/property_view.h"

namespace px::cli {

// The Informal Trace Format of Apalache and Quint: one JSON object per state, variables with typed values. Families of
// processes have a variable of their own, the location of each.
std::string itf_trace(const Interpreter& interpreter, const Trace& trace, const std::string& description);

// A trail for `spin -k FILE -p MODEL`: "step:pid:statement" per statement that was executed. `error` is the place of
// the error: of the action in which it was met, only the statements up to there were executed.
// `pids`: of the elements of the sort of processes.
std::string spin_trail(const ir::Program& program, const std::vector<uint32_t>& pids, const Trace& trace,
                       SourceSpan error);

// A sequence diagram of Mermaid, and a message sequence chart as a picture.
std::string mermaid_trace(const TraceView& trace);
std::string svg_trace(const SourceMap& sources, const TraceView& trace, const std::string& title);

// What a page says beside the run.
struct TracePage {
  std::string title;    // "deadlock: ..."
  std::string message;  // of the error
  std::string model;
  std::string tool;  // name and version
  SourceSpan error;
  std::vector<driver::PropertyPart> parts;
};

// A page to click through, which needs no other file.
std::string html_trace(const SourceMap& sources, const TraceView& trace, const TracePage& page);

}  // namespace px::cli
