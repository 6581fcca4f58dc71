#include "frontends/cli/replay_command.h"

#include <iostream>
#include <unistd.h>

#include "frontends/cli/guarded_command.h"
#include "frontends/cli/json_trace.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/painter.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/trace_files.h"
#include "frontends/cli/trace_text.h"
#include "frontends/cli/views.h"
#include "frontends/driver/spin_trail.h"

namespace px::cli {

namespace {

// What replaying a JSON trace and a SPIN trail have in common.
class Replay {
 public:
  Replay(const Options& options, CommandGuard& guard) : options_(options), guard_(guard) {}

  int run() {
    const Result<std::string> text = read_trace_text(options_.trace_input);
    if (!text) return fail(text.failure());
    return driver::looks_like_spin_trail(*text) ? run_trail(*text) : run_report(*text);
  }

 private:
  int fail(const Failure& failure) {
    return print_failure(failure, sources_, colors_on(STDERR_FILENO, options_.color), std::cerr);
  }

  int run_report(const std::string& text) {
    const Result<JsonTrace> wanted = read_json_trace(options_.trace_input, text, options_);
    if (!wanted) return fail(wanted.failure());
    Result<std::unique_ptr<driver::ModelSource>> model = load_model(options_, sources_);
    if (!model) return fail(model.failure());
    print_warnings((*model)->warnings(), true, sources_, colors_on(STDERR_FILENO, options_.color), std::cerr);
    driver::Session session(std::move(*model), guard_.watched(options_), sources_);
    const Result<std::shared_ptr<driver::ModelExecution>> settled = session.settle();
    if (!settled) return fail(settled.failure());
    driver::ModelExecution& execution = **settled;
    driver::run_as_written(execution);
    guard_.enter(driver::Phase::Executing);

    const FittedTrace fitted = fit_trace(execution, *wanted);
    const TraceView view = show(execution, fitted.trace, fitted.met ? std::optional(fitted.event) : std::nullopt);
    if (!fitted.problem.empty()) {
      std::cout << "replay: the model has changed: " << fitted.problem << '\n';
      return kExitModelError;
    }
    if (!fitted.met) {
      std::cout << "replay: all " << fitted.trace.steps.size() << " steps can be taken, but the error is gone ("
                << wanted->kind << ": " << wanted->message << ")\n";
      return 0;
    }
    return tell_error(execution, fitted.violation, fitted.trace, view);
  }

  // A trail does not say how SPIN translated the model: try SPIN's default translation, then statement by statement, as
  // for verifiers built by `spin -o1 -o2 -o3`.
  int run_trail(const std::string& text) {
    const Result<driver::SpinTrail> trail = driver::read_spin_trail(options_.trace_input, text);
    if (!trail) return fail(trail.failure());
    if (trail->claim) options_.progress_cycles = true;  // the claim may be the one that `pan -l` adds
    options_.strategy = symmetry::StrategyId::None;
    Result<driver::FollowedTrail> run = follow(options_, *trail);
    if (run && !run->problem.empty() && options_.optimise == Optimise::Spin) {
      Options other = options_;
      other.optimise = Optimise::None;
      Result<driver::FollowedTrail> unmerged = follow(other, *trail);
      if (unmerged && unmerged->problem.empty()) run = std::move(unmerged);
    }
    if (!run) return fail(run.failure());
    const TraceView view =
        show(*run->execution, run->trace, run->event ? std::optional(run->event->kind) : std::nullopt);
    if (!run->problem.empty()) {
      std::cout << "replay: this is not a run of the model: " << run->problem << '\n';
      return kExitModelError;
    }
    if (!run->error) {
      std::cout << "replay: all " << trail->lines.size() << " lines of the trail can be taken; "
                << (run->trace.loop == Trace::kNoLoop ? "there is no error at its end"
                                                      : "its cycle is closed, but no property forbids it")
                << '\n';
      return 0;
    }
    const int code = tell_error(*run->execution, *run->error, run->trace, view);
    if (run->left != 0) std::cout << "replay: the trail continues after this error, lines: " << run->left << '\n';
    return code;
  }

  Result<driver::FollowedTrail> follow(const Options& options, const driver::SpinTrail& trail) {
    sources_ = SourceMap();
    Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources_);
    if (!model) return model.failure();
    if ((*model)->process_ids().empty()) {
      return Failure(DiagnosticKind::UsageError, "a SPIN trail is a run of a Promela model, and this is not one");
    }
    print_warnings((*model)->warnings(), true, sources_, colors_on(STDERR_FILENO, options.color), std::cerr);
    driver::SessionOptions session = session_options(options);
    session.execution.mode = driver::ExecutionMode::Interp;
    guard_.enter(driver::Phase::Executing);
    return driver::follow_spin_trail({session.execution, session.reduction, **model, sources_}, trail);
  }

  TraceView show(const driver::ModelExecution& execution, const Trace& trace, std::optional<Event::Kind> met) {
    const SequenceText sequences = sequence_text(*execution.interpreter);
    TraceView view = show_trace(execution.system->program(), execution.system->layout(), trace, sequences);
    if (met) show_stuck(*execution.interpreter, *met, trace, sequences, view);
    const Painter painter(colors_on(STDOUT_FILENO, options_.color));
    if (!options_.quiet && !trace.empty()) write_trace(sources_, view, options_.trace_format, painter, std::cout);
    return view;
  }

  int tell_error(const driver::ModelExecution& execution, const Violation& violation, const Trace& trace,
                 const TraceView& view) {
    const Result<void> written = write_trace_files(options_, execution, violation, trace, view, sources_);
    if (!written) return fail(written.failure());
    const Painter painter(colors_on(STDOUT_FILENO, options_.color));
    std::cout << "replay: " << trace.steps.size() << " steps lead to " << painter.red(violation_name(violation.kind))
              << ": " << violation.message << '\n';
    return exit_code(Verdict::Violated, {violation});
  }

  Options options_;
  CommandGuard& guard_;
  SourceMap sources_;
};

}  // namespace

int run_replay(const Options& options) {
  return run_guarded(options, [&](CommandGuard& guard) { return Replay(options, guard).run(); });
}

}  // namespace px::cli
