// Runs in the formats of other tools. Each function returns the whole text of a file.
#pragma once

#include <string>

#include "engine/base/source.h"
#include "engine/interp/interpreter.h"
#include "engine/model/trace.h"
#include "frontends/cli/views.h"
#include "frontends/driver/property_view.h"

namespace px::cli {

// The Informal Trace Format of Apalache and Quint: one JSON object per state, variables with typed values. Each process
// family has a variable for the locations of its processes.
std::string itf_trace(const interp::Interpreter& interpreter, const Trace& trace, const std::string& description);

// A trail for `spin -k FILE -p MODEL`: "step:pid:statement" per executed statement. `error` is the position of the
// error: of the action in which it occurred, only the statements up to that position were executed. `pids`: of the
// elements of the sort of processes.
std::string spin_trail(const ir::Program& program, const std::vector<uint32_t>& pids, const Trace& trace,
                       SourceSpan error);

// A Mermaid sequence diagram, and a message sequence chart as a picture.
std::string mermaid_trace(const TraceView& trace);
std::string svg_trace(const SourceMap& sources, const TraceView& trace, const std::string& title);

// The contents of a page besides the run.
struct TracePage {
  std::string title;    // "deadlock: ..."
  std::string message;  // of the error
  std::string model;
  std::string tool;  // name and version
  SourceSpan error;
  std::vector<driver::PropertyPart> parts;
};

// A self-contained page for stepping through the run.
std::string html_trace(const SourceMap& sources, const TraceView& trace, const TracePage& page);

}  // namespace px::cli
