#include "frontends/cli/simulate_command.h"

#include <algorithm>
#include <iostream>
#include <random>
#include <unistd.h>

#include "frontends/cli/breakpoint.h"
#include "frontends/cli/guarded_command.h"
#include "frontends/cli/initial_choice.h"
#include "frontends/cli/json_trace.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/painter.h"
#include "frontends/cli/random_runs.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/trace_text.h"
#include "frontends/cli/views.h"

namespace px::cli {
namespace {

class Simulation {
 public:
  Simulation(const Options& options, const SourceMap& sources, const driver::ModelExecution& execution,
             const Painter& painter)
      : options_(options),
        sources_(sources),
        execution_(execution),
        program_(execution.system->program()),
        sequence_text_(sequence_text(*execution.interpreter)),
        initial_(*execution.interpreter, sequence_text_),
        painter_(painter),
        random_(options.seed) {}

  int run() {
    if (!restart()) return kExitModelError;
    if (!options_.break_when.empty() && !set_breakpoint(options_.break_when)) return kExitUsage;
    return options_.interactive ? interact() : run_at_random();
  }

  // Follows the steps of a trace, up to a breakpoint; from there on the user may choose.
  int follow(const FittedTrace& fitted) {
    state_ = fitted.trace.initial;
    if (!state_.empty()) show_beginning();
    if (!options_.break_when.empty() && !set_breakpoint(options_.break_when)) return kExitUsage;
    bool stopped = at_breakpoint();
    // A sequence that fails in the middle leads to no state; it is shown with the error.
    const size_t whole = fitted.trace.steps.size() - (fitted.within ? 1 : 0);
    for (size_t i = 0; i < whole && !stopped; ++i) {
      take(fitted.trace.steps[i]);
      stopped = at_breakpoint();
    }
    const bool unfit = !stopped && !fitted.problem.empty();
    if (unfit) std::cout << "the trace ends here: " << fitted.problem << '\n';
    look();
    if (options_.interactive) return interact();
    if (unfit) return kExitModelError;
    report_events();
    return 0;
  }

 private:
  // A run that ends in an error has still shown what was requested.
  static constexpr int kExitEnded = 0;

  bool restart() {
    if (initial_.count() == 0) {
      std::cout << "the model has no initial state\n";
      return false;
    }
    begin(chosen_ ? *chosen_ : initial_.count() == 1 ? 0 : static_cast<uint32_t>(random_() % initial_.count()));
    return true;
  }

  void begin(uint32_t number) {
    state_ = initial_.state(number);
    history_.clear();
    if (initial_.count() > 1) {
      std::cout << "initial state " << number + 1 << " of " << initial_.count()
                << (options_.interactive ? "; 'initial' lists them\n" : "\n");
    }
    show_beginning();
    look();
  }

  // `initial`, `initial 12` or `initial k = 3`.
  void choose_beginning(const std::string& which) {
    if (which.empty() || !is_number(which)) return initial_.write(which, std::cout);
    const unsigned long long number = which.size() > 9 ? 0 : std::stoull(which);
    if (number == 0 || number > initial_.count()) {
      std::cout << "there are initial states 1 to " << initial_.count() << '\n';
      return;
    }
    chosen_ = static_cast<uint32_t>(number - 1);
    begin(*chosen_);
    list_choices();
  }

  static bool is_number(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
  }

  void look() { now_ = execution_.interpreter->explain(state_.data()); }
  std::vector<Cell> show(const std::vector<uint64_t>& state) const {
    return show_state(program_, execution_.system->layout(), state.data(), sequence_text_);
  }
  std::vector<Cell> cells() const { return show(state_); }
  StepView show(const MicroStep& step, const std::vector<Cell>& before) const {
    return show_step(program_, execution_.system->layout(), step, before, sequence_text_);
  }
  TraceView view_of(const Trace& trace) const {
    return show_trace(program_, execution_.system->layout(), trace, sequence_text_);
  }

  void show_beginning() const {
    Trace trace;
    trace.initial = state_;
    write_start(view_of(trace), painter_, std::cout);
  }

  void take(const TraceStep& step) {
    history_.push_back(state_);
    std::vector<Cell> before = cells();
    bool first = true;
    for (const MicroStep& micro : step.micro_steps) {
      const StepView view = show(micro, before);
      write_step(sources_, view, first ? std::to_string(history_.size()) : "+", painter_, std::cout);
      before = show(micro.state);
      first = false;
    }
    state_ = step.state();
  }

  void explain(const Explanation::LocatedEvent& located) const {
    Trace trace;
    trace.initial = state_;
    Explanation::end_in(located, trace);
    TraceView view = view_of(trace);
    show_stuck(*execution_.interpreter, located.event.kind, trace, sequence_text_, view);
    write_ending(sources_, view, painter_, std::cout);
  }

  // Prints the errors in the current state; returns whether there are any.
  bool report_events() {
    for (const Explanation::LocatedEvent& located : now_.events) {
      std::cout << "      !  " << painter_.red(violation_name(violation_of(located.event, program_))) << ": "
                << describe(located.event, program_);
      const SourceSpan span = span_of(located.event, program_);
      if (span.known()) std::cout << "  " << painter_.dim(short_place(sources_, span));
      std::cout << '\n';
      explain(located);
    }
    return !now_.events.empty();
  }

  bool at_breakpoint() {
    if (!breakpoint_ || !breakpoint_->holds(cells())) return false;
    std::cout << "breakpoint: " << breakpoint_->text() << '\n';
    return true;
  }

  bool set_breakpoint(const std::string& text) {
    Result<Breakpoint> parsed = Breakpoint::parse(text);
    if (!parsed) return print_failure(parsed.failure(), sources_, false, std::cerr) == 0;
    breakpoint_ = std::move(*parsed);
    const std::string unknown = state_.empty() ? "" : breakpoint_->unknown_cell(cells());
    if (unknown.empty()) return true;
    if (options_.interactive) {
      std::cout << "there is no '" << unknown << "'; 'state' lists the names\n";
      return true;
    }
    const Failure failure(DiagnosticKind::UsageError, "--break: the model has no '" + unknown + "'",
                          "names are those that 'state' shows in an interactive run: simulate -i");
    return print_failure(failure, sources_, false, std::cerr) == 0;
  }

  int run_at_random() {
    std::cout << "seed " << options_.seed << '\n';
    for (uint64_t i = 0; i < options_.steps; ++i) {
      if (report_events() || at_breakpoint()) return kExitEnded;
      if (now_.steps.empty()) {
        std::cout << "the run has ended\n";
        return 0;
      }
      take(now_.steps[random_() % now_.steps.size()]);
      look();
    }
    report_events();
    return 0;
  }

  void list_choices() {
    report_events();
    if (now_.steps.empty()) std::cout << "nothing can move\n";
    for (size_t i = 0; i < now_.steps.size(); ++i) {
      const StepView view = show(now_.steps[i].micro_steps.front(), cells());
      std::string actors;
      for (const PartView& part : view.parts) actors += (actors.empty() ? "" : " -> ") + part.process;
      std::cout << fmt::format("  {:>3})  {}  {}  {}\n", i + 1, actors, short_place(sources_, view.span), view.title);
    }
  }

  // Reads commands until the end of the input.
  int interact() {
    std::cout << "a number takes a step; 'help' lists the other commands\n";
    list_choices();
    std::string line;
    while (prompt() && std::getline(std::cin, line)) {
      line = trimmed(line);
      if (line == "quit" || line == "q") break;
      obey(line);
    }
    return 0;
  }

  bool prompt() const {
    if (isatty(STDIN_FILENO)) std::cout << "> " << std::flush;
    return true;
  }

  void obey(const std::string& line) {
    if (line.empty()) return;
    if (is_number(line)) return choose(line);
    if (line == "initial" || line.starts_with("initial ")) return choose_beginning(trimmed(line.substr(7)));
    if (line == "back" || line == "b") return back();
    if (line == "restart") return static_cast<void>(restart()), list_choices();
    if (line == "state" || line == "s") return write_state(cells(), std::cout);
    if (line == "list" || line == "l") return list_choices();
    if (line == "random" || line == "r") return go_on();
    if (line.starts_with("break ")) return static_cast<void>(set_breakpoint(line.substr(6)));
    if (line != "help") std::cout << "'" << line << "' is not a command\n";
    std::cout
        << "  NUMBER         take this step\n"
           "  list           the possible steps\n"
           "  state          all variables\n"
           "  back           undo one step\n"
           "  restart        start again\n"
           "  initial        the states in which a run can begin; with a condition, those; with a number, begin there\n"
           "  break CONDITION  stop there, e.g.: break n = 3 and not (phil:1 at line 9 or q[0] >= m)\n"
           "  random         continue at random until an error, a breakpoint or the limit of --steps\n"
           "  quit\n";
  }

  void choose(const std::string& line) {
    const unsigned long long number = line.size() > 9 ? 0 : std::stoull(line);
    if (number == 0 || number > now_.steps.size()) {
      std::cout << "there is no choice " << line << '\n';
      return;
    }
    take(now_.steps[number - 1]);
    look();
    at_breakpoint();
    list_choices();
  }

  void back() {
    if (history_.empty()) {
      std::cout << "this is the beginning\n";
      return;
    }
    state_ = history_.back();
    history_.pop_back();
    look();
    list_choices();
  }

  void go_on() {
    for (uint64_t i = 0; i < options_.steps && now_.events.empty() && !now_.steps.empty(); ++i) {
      take(now_.steps[random_() % now_.steps.size()]);
      look();
      if (at_breakpoint()) break;
    }
    list_choices();
  }

  const Options& options_;
  const SourceMap& sources_;
  const driver::ModelExecution& execution_;
  const ir::Program& program_;
  const SequenceText sequence_text_;
  const InitialChoice initial_;
  std::optional<uint32_t> chosen_;  // by hand
  const Painter& painter_;
  std::mt19937_64 random_;
  std::vector<uint64_t> state_;
  std::vector<std::vector<uint64_t>> history_;  // the previous states
  Explanation now_;
  std::optional<Breakpoint> breakpoint_;
};

int simulate(const Options& given, CommandGuard& guard) {
  Options options = given;
  SourceMap sources;
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, error_color, std::cerr); };
  // A single run has no use for symmetry classes or native code; it proceeds statement by statement, and must show
  // printed output even though no state depends on it.
  options.strategy = symmetry::StrategyId::None;
  options.optimise = Optimise::None;
  options.execution = ExecutionMode::Interp;
  std::optional<JsonTrace> guide;
  if (!options.guide.empty()) {
    options.strategy = default_options().strategy;
    options.optimise = given.optimise;
    const Result<std::string> text = read_trace_text(options.guide);
    if (!text) return fail(text.failure());
    Result<JsonTrace> read = read_json_trace(options.guide, *text, options);
    if (!read) return fail(read.failure());
    guide = std::move(*read);
  }
  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  print_warnings((*model)->warnings(), true, sources, colors_on(STDERR_FILENO, options.color), std::cerr);
  driver::Session session(std::move(*model), guard.watched(options), sources);
  const Result<std::shared_ptr<driver::ModelExecution>> settled = session.settle();
  if (!settled) return fail(settled.failure());
  driver::ModelExecution& execution = **settled;
  driver::run_as_written(execution);
  guard.enter(driver::Phase::Executing);
  const Painter painter(colors_on(STDOUT_FILENO, options.color));
  Simulation simulation(options, sources, execution, painter);
  return guide ? simulation.follow(fit_trace(execution, *guide)) : simulation.run();
}

}  // namespace

int run_simulate(const Options& options) {
  return run_guarded(options, [&](CommandGuard& guard) {
    return options.runs ? run_random_runs(options, guard) : simulate(options, guard);
  });
}

}  // namespace px::cli
