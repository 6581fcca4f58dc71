#include "frontends/driver/error_view.h"

#include "frontends/driver/formula_view.h"
#include "frontends/driver/sequence_text.h"
#include "frontends/driver/stuck_view.h"

namespace px::driver {

TraceView show_error(const ErrorReport& error) {
  const WrittenModel& written = error.execution->written;
  const SequenceText sequences = sequence_text(*written.interpreter);
  TraceView view = show_trace(written.program(), written.layout(), error.trace, sequences);
  if (!error.trace.empty()) view.formula = show_formula(*written.interpreter, error.trace);
  show_stuck(*written.interpreter, error.event.kind, error.trace, sequences, view);
  return view;
}

}  // namespace px::driver
