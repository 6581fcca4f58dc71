#include "frontends/cli/graph_command.h"

#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

#include "frontends/cli/graph_text.h"
#include "frontends/cli/guarded_command.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/quotient_check.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/cli/text_file.h"
#include "frontends/driver/machine.h"

namespace px::cli {
namespace {

Result<StateGraph> wanted_graph(const Options& options, const driver::ModelExecution& execution) {
  const bool annotate = options.annotate || options.expand;
  Result<StateGraph> graph = build_graph(execution, options.max_nodes, annotate);
  if (!graph || !options.expand) return graph;
  return expand_graph(execution, *graph, options.max_nodes);
}

// Reports the check of bisimulation under permutations; returns the exit code.
int print_quotient_check(const Options& options, const QuotientCheck& check) {
  if (!check.complete) {
    std::cerr << "nothing was compared: there are more nodes than --max-nodes " << options.max_nodes << '\n';
    return exit_code(Verdict::Incomplete, {});
  }
  if (check.flaw) {
    std::cout << "not bisimilar under permutations: after\n";
    for (const std::string& label : check.flaw->run) std::cout << "  " << label << '\n';
    std::cout << "a state is not equivalent to its representative: " << check.flaw->text << '\n';
    return kExitInternal;
  }
  std::cout << fmt::format("bisimilar under permutations: {} classes stand for {} states; {} steps compared\n",
                           check.classes, check.states, check.steps);
  if (check.by_class != 0) {
    std::cout << fmt::format("{} of them only by the classes they lead to: the text names what is exchanged\n",
                             check.by_class);
  }
  return 0;
}

int draw(const Options& given, CommandGuard& guard) {
  Options options = given;
  // The labels of a reduced graph are those of representatives, so a graph bisimilar to it says nothing about the
  // model.
  if (options.bisimulation != GraphModulo::None) options.strategy = symmetry::StrategyId::None;
  SourceMap sources;
  const bool error_color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, error_color, std::cerr); };
  Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  print_warnings((*model)->warnings(), true, sources, error_color, std::cerr);
  driver::Session session(std::move(*model), guard.watched(options), sources);
  const Result<std::shared_ptr<driver::ModelExecution>> settled = session.settle();
  if (!settled) return fail(settled.failure());
  const driver::ModelExecution& execution = **settled;
  guard.enter(driver::Phase::Executing);
  if (options.graph_of == GraphOf::Automata) {
    if (execution.written.program().families.empty()) {
      return fail(Failure(DiagnosticKind::UsageError, "--what automata: this model has no processes",
                          "--what states draws its states"));
    }
    const std::string text = automata_text(execution.written.program(), sources, options.graph_format);
    guard.claim();
    const Result<void> written = write_file_or_output("--output", options.output, text);
    return written ? 0 : fail(written.failure());
  }
  if (options.check_quotient) {
    const Result<QuotientCheck> check = check_quotient(execution, options.max_nodes);
    return check ? print_quotient_check(options, *check) : fail(check.failure());
  }
  const Result<StateGraph> graph = wanted_graph(options, execution);
  if (!graph) return fail(graph.failure());
  std::optional<Lts> modulo;
  if (options.bisimulation != GraphModulo::None && !graph->complete) {
    std::cerr << "nothing was written: there are more nodes than --max-nodes " << options.max_nodes << '\n';
    return exit_code(Verdict::Incomplete, {});
  }
  if (options.bisimulation != GraphModulo::None) {
    const auto threads = static_cast<uint32_t>(options.threads.value_or(driver::usable_cores()));
    const bool strong = options.bisimulation == GraphModulo::Strong;
    modulo = bisimulation_quotient(execution.system->program(), *graph,
                                   strong ? Bisimulation::Strong : Bisimulation::Branching, threads);
  }
  const auto text = [&] {
    if (modulo) return aut_text(*modulo);
    if (options.graph_format != GraphFormat::Html) return graph_text(execution, *graph, options.graph_format);
    const bool classes = !options.expand && execution.reducer->kind() != Reducer::Kind::Identity;
    return html_graph(execution, *graph, options.model, classes);
  };
  const std::string drawn = text();
  guard.claim();
  const Result<void> written = write_file_or_output("--output", options.output, drawn);
  if (!written) return fail(written.failure());
  if (!options.quiet) {
    if (modulo)
      std::cerr << fmt::format("{} states, {} transitions modulo bisimulation, of\n", modulo->states,
                               modulo->edges.size());
    std::cerr << fmt::format("{} nodes, {} edges, strategy {}\n", graph->nodes.size(), graph->edges.size(),
                             options.expand ? "none, by expansion" : execution.reducer->name());
  }
  if (graph->complete) return 0;
  std::cerr << "the graph is not complete: there are more nodes than --max-nodes " << options.max_nodes << '\n';
  return exit_code(Verdict::Incomplete, {});
}

}  // namespace

int run_graph(const Options& options) {
  return run_guarded(options, [&](CommandGuard& guard) { return draw(options, guard); });
}

}  // namespace px::cli
