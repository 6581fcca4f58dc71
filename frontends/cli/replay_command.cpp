#include "frontends/cli/replay_command.h"

#include <iostream>
#include <unistd.h>

#include "frontends/cli/json_trace.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/painter.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/trace_files.h"
#include "frontends/cli/trace_text.h"
#include "frontends/cli/views.h"

namespace px::cli {

int run_replay(const Options& given) {
  Options options = given;
  SourceMap sources;
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, error_color, std::cerr); };
  const Result<JsonTrace> wanted = read_json_trace(options.trace_input, options);
  if (!wanted) return fail(wanted.failure());
  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  driver::Session session(std::move(*model), session_options(options), sources);
  const Result<std::shared_ptr<driver::ModelExecution>> settled = session.settle();
  if (!settled) return fail(settled.failure());
  driver::ModelExecution& execution = **settled;
  driver::run_as_written(execution);

  const FittedTrace fitted = fit_trace(execution, *wanted);
  const SequenceText sequences = sequence_text(*execution.interpreter);
  TraceView view = show_trace(execution.system->program(), execution.system->layout(), fitted.trace, sequences);
  if (fitted.met) show_stuck(*execution.interpreter, fitted.event, fitted.trace, sequences, view);
  const Painter painter(colors_on(STDOUT_FILENO, options.color));
  if (!options.quiet && !fitted.trace.empty()) {
    write_trace(sources, view, options.trace_format, painter, std::cout);
  }
  if (!fitted.problem.empty()) {
    std::cout << "replay: the model has changed: " << fitted.problem << '\n';
    return kExitModelError;
  }
  if (!fitted.met) {
    std::cout << "replay: all " << fitted.trace.steps.size() << " steps can be taken, but the error is gone ("
              << wanted->kind << ": " << wanted->message << ")\n";
    return 0;
  }
  const Result<void> written = write_trace_files(options, execution, fitted.violation, fitted.trace, view, sources);
  if (!written) return fail(written.failure());
  std::cout << "replay: " << fitted.trace.steps.size() << " steps lead to "
            << painter.red(violation_name(fitted.violation.kind)) << ": " << fitted.violation.message << '\n';
  return exit_code(Verdict::Violated, {fitted.violation});
}

}  // namespace px::cli
