// Runs as text for people. docs/counterexamples.md shows and explains each form.
#pragma once

#include <ostream>

#include "engine/base/source.h"
#include "frontends/cli/options.h"
#include "frontends/cli/painter.h"
#include "frontends/cli/views.h"

namespace px::cli {

// One line per action, followed by its changes (diff) or the whole state (full); or one column per process. If the view
// has a formula, its value is shown along the run.
void write_trace(const SourceMap& sources, const TraceView& trace, TraceFormat format, const Painter& painter,
                 std::ostream& out);
// The beginning and the end of a run in the form "diff": the values that are neither 0 nor empty; what fails and why,
// after the actions of the sequence in which it fails.
void write_start(const TraceView& trace, const Painter& painter, std::ostream& out);
void write_ending(const SourceMap& sources, const TraceView& trace, const Painter& painter, std::ostream& out);
// One action in the form "diff", preceded by `number`, for tools that step through a run.
void write_step(const SourceMap& sources, const StepView& step, const std::string& number, const Painter& painter,
                std::ostream& out);
// All cells of a state except those of processes that are not running.
std::vector<Cell> running_cells(const std::vector<Cell>& cells);
void write_state(const std::vector<Cell>& cells, std::ostream& out);
// "client.pml:12": the file without its folders, and the line number.
std::string short_place(const SourceMap& sources, SourceSpan span);

}  // namespace px::cli
