#include "frontends/cli/option_table.h"

#include <array>

#include "frontends/cli/option_member.h"
#include "frontends/cli/option_rows_checkpoints.h"
#include "frontends/cli/option_rows_checks.h"
#include "frontends/cli/option_rows_figures.h"
#include "frontends/cli/option_rows_graph.h"
#include "frontends/cli/option_rows_many.h"

namespace px::cli {
namespace {

template <Action Chosen>
void act(Options& options, const OptionValue& value) {
  options.action = Chosen;
  if (Chosen == Action::Completion) options.completion_shell = static_cast<Shell>(value.choice);
}

constexpr auto kCommands = std::to_array<CommandRow>({
    {Command::Check, "check", "MODEL", "visit every state of a model and check its properties"},
    {Command::Replay, "replay", "TRACE MODEL", "step through a counterexample"},
    {Command::Simulate, "simulate", "MODEL", "run a model at random or by hand"},
    {Command::Swarm, "swarm", "MODEL", "look for errors in a model too large to visit, by many searches that differ"},
    {Command::Graph, "graph", "MODEL", "write the state space as a graph"},
    {Command::Symmetry, "symmetry", "MODEL", "show the symmetries of a model"},
    {Command::Independence, "independence", "MODEL", "show which steps of a model depend on each other"},
    {Command::Why, "why", "MODEL", "say why a model is big, and what to do about it"},
    {Command::Study, "study", "MODEL", "measure how a model scales with threads, strategies and parameters"},
    {Command::Resume, "resume", "DIR", "continue a check from its last checkpoint"},
    {Command::Checkpoint, "checkpoint", "DIR", "show what a checkpoint folder contains and whether it is intact"},
    {Command::Lsp, "lsp", "", "serve an editor (Language Server Protocol)"},
});

constexpr auto kGroups = std::to_array<GroupRow>({
    {OptionGroup::Model, "The model", ""},
    {OptionGroup::Checks, "What is checked",
     "Assertions, invariants and deadlocks are checked unless switched off. The search ends at the first error."},
    {OptionGroup::Search, "How it is searched",
     "With an exact strategy and store, none of these options changes the verdict, and only --por changes the number "
     "of states."},
    {OptionGroup::Symmetry, "Symmetry",
     "States that differ only in the names of interchangeable processes, channels or values are stored once. "
     "Only an exact strategy can give the verdict 'holds'."},
    {OptionGroup::Limits, "Limits",
     "A search that reaches a limit ends with the verdict 'incomplete' and reports everything counted so far."},
    {OptionGroup::Checkpoints, "Checkpoints",
     "The progress of a search, saved in files from which 'pexplore resume' continues."},
    {OptionGroup::Simulation, "Simulation", ""},
    {OptionGroup::Swarm, "The swarm", ""},
    {OptionGroup::Graph, "The graph", ""},
    {OptionGroup::Many, "Many runs",
     "Each run is a separate process, so that its memory and start-up time are measured accurately."},
    {OptionGroup::Output, "Output", "The result goes to standard output, progress and messages to standard error."},
    {OptionGroup::Help, "Help", ""},
});

// "auto", and the languages of the driver.
constexpr auto kLanguages = [] {
  std::array<Choice, driver::kLanguages.size() + 1> choices{};
  choices[0] = {"auto", "from the file name"};
  for (size_t i = 0; i < driver::kLanguages.size(); ++i) {
    choices[i + 1] = {driver::kLanguages[i].name, driver::kLanguages[i].help};
  }
  return choices;
}();

constexpr auto kOptimisations = std::to_array<Choice>({
    {"spin", "the same states and transitions as SPIN with its default options"},
    {"none", "every statement is a step: the same as spin -o1 -o2 -o3"},
    {"full", "fewer states than SPIN, where the properties cannot see the difference"},
});

// In the order of SpinOptimisation.
constexpr auto kSpinOptimisations = std::to_array<Choice>({
    {"1", "dead locals are not reset"},
    {"2", "dead locals are not reset, and write-only globals stay in the state"},
    {"3", "statements are not merged"},
});

constexpr auto kOrders = std::to_array<Choice>({
    {"bfs", "breadth first, level by level: shortest counterexamples"},
    {"dfs", "roughly depth first: threads follow their newest states and steal when idle; fastest"},
});

constexpr auto kExecutions = std::to_array<Choice>({
    {"auto", "the interpreter at first, native code as soon as compiling pays off"},
    {"jit", "native code generated for the model, from the start"},
    {"interp", "the reference interpreter: simple and slow"},
    {"both", "both, comparing every step"},
});

constexpr auto kStores = std::to_array<Choice>({
    {"exact", "every state, packed"},
    {"tree", "every state; parts that states have in common are stored once"},
    {"hash", "fingerprints only; the probability of an omission is printed"},
    {"bitstate", "a few bits per state; covers as many states as fit"},
});

constexpr auto kStrategyChoices = [] {
  std::array<Choice, symmetry::kStrategies.size() + 1> choices{};
  for (size_t i = 0; i < symmetry::kStrategies.size(); ++i) {
    choices[i] = {symmetry::kStrategies[i].name, symmetry::kStrategies[i].help, true, symmetry::kStrategies[i].alias};
  }
  choices.back() = {"normalize", "exact if your rules are: your rewrite rules, until none applies", false};
  return choices;
}();

constexpr auto kPartialOrders = std::to_array<Choice>({
    {"auto", "if it preserves the verdict, works with the other options, and saves states"},
    {"on", "always; if that is impossible, an error says why"},
    {"off", "every order is explored"},
});

constexpr auto kTraceModes = std::to_array<Choice>({
    {"auto",
     "by further searches after an error was found, at no cost until then: the shortest run or, if the error is deep, "
     "some run"},
    {"on", "from links kept by the search: 8 bytes per state, no further search"},
    {"off", "not at all"},
});

constexpr auto kTraceFormats = std::to_array<Choice>({
    {"diff", "each step with its changes"},
    {"full", "each step with the full state"},
    {"columns", "one column per process"},
});

constexpr auto kDumpStages = std::to_array<Choice>({
    {"text", "the text after preprocessing (Promela only, like the next six)"},
    {"tokens", "the tokens with their positions"},
    {"ast", "the syntax tree"},
    {"model", "the model with all names resolved and abbreviations expanded"},
    {"statements", "the numbered statements of each process, before gotos are resolved"},
    {"optimised", "which statements are merged, which locals are reset, which variables are removed"},
    {"automata", "the control flow of each process, as 'pan -d' lists it"},
    {"types", "the inferred types and sorts"},
    {"ir", "the model as pexplore represents it"},
    {"layout", "where each variable lies in the state vector"},
    {"dependencies", "what each step reads, writes and waits for, and what it may disturb"},
    {"llvm", "the generated LLVM code"},
    {"asm", "the generated machine code"},
});

constexpr auto kProgressModes = std::to_array<Choice>({
    {"auto", "tty on a terminal, otherwise plain"},
    {"tty", "one line, rewritten in place"},
    {"plain", "a line from time to time"},
    {"json", "JSON, one object per line"},
    {"none", "nothing"},
});

constexpr auto kColorModes = std::to_array<Choice>({
    {"auto", "on a terminal, unless NO_COLOR is set"},
    {"always", "also in files and pipes"},
    {"never", "plain text"},
});

constexpr auto kLogLevels = std::to_array<Choice>({
    {"off", "nothing"},
    {"error", "errors"},
    {"warning", "also warnings"},
    {"info", "also the parts of the run: model, search, result"},
    {"debug", "also decisions of the engine: growth, compilation, limits, placement"},
    {"trace", "also frequent events: each level of a breadth-first search"},
});

constexpr auto kShells = std::to_array<Choice>({{"bash", ""}, {"zsh", ""}, {"fish", ""}});

using enum OptionGroup;
using enum ValueKind;

constexpr auto kModelOptions = std::to_array<OptionRow>({
    {.group = Model,
     .name = "lang",
     .kind = Choice,
     .placeholder = "NAME",
     .help = "language of the model",
     .default_value = "auto",
     .choices = kLanguages,
     .commands = kOfModels,
     .apply = set<&Options::language>,
     .show = show<&Options::language>},
    {.group = Model,
     .name = "define",
     .letter = 'D',
     .kind = Define,
     .placeholder = "NAME[=VALUE]",
     .help = "define a macro or set a parameter of the model; for a B machine, the size of a deferred set, or the "
             "value of a parameter or constant",
     .commands = kOfModels,
     .apply = set<&Options::definitions>,
     .show = show<&Options::definitions>},
    {.group = Model,
     .name = "card",
     .kind = Define,
     .placeholder = "SET=N",
     .help = "number of elements of a deferred set of a B machine",
     .commands = kOfModels,
     .apply = set<&Options::cardinalities>,
     .show = show<&Options::cardinalities>},
    {.group = Model,
     .name = "preference",
     .kind = Define,
     .placeholder = "NAME=VALUE",
     .help = "set a ProB preference for a B machine: MININT, MAXINT, DEFAULT_SETSIZE; the same as -p NAME VALUE",
     .commands = kOfModels,
     .apply = set<&Options::preferences>,
     .show = show<&Options::preferences>},
    {.group = Model,
     .name = "undefine",
     .letter = 'U',
     .kind = Undefine,
     .placeholder = "NAME",
     .help = "remove a definition",
     .commands = kOfModels,
     .apply = set<&Options::definitions>},
    {.group = Model,
     .name = "include",
     .letter = 'I',
     .kind = Directory,
     .placeholder = "DIR",
     .help = "also look for included files in this folder",
     .commands = kOfModels,
     .apply = set<&Options::include_directories>,
     .show = show<&Options::include_directories>},
    {.group = Model,
     .name = "optimise",
     .kind = Choice,
     .placeholder = "LEVEL",
     .help = "which steps of a Promela model are merged and which variables are removed",
     .default_value = "spin",
     .choices = kOptimisations,
     .commands = kOfModels,
     .apply = set<&Options::optimise>,
     .show = show<&Options::optimise>},
    {.group = Model,
     .name = "spin-without",
     .kind = Choice,
     .placeholder = "N",
     .help = "turn off one of SPIN's optimisations, like spin -oN; may be given several times",
     .choices = kSpinOptimisations,
     .commands = kOfModels,
     .apply = set<&Options::spin_without>,
     .show = show<&Options::spin_without>},
    {.group = Model,
     .name = "lossy-channels",
     .help = "in a Promela model, a send to a full channel does not block: the message is lost (spin -m)",
     .commands = kOfModels,
     .apply = set<&Options::lossy_channels>,
     .show = show<&Options::lossy_channels>},
    {.group = Model,
     .name = "dump",
     .kind = Choice,
     .placeholder = "STAGE",
     .help = "print a stage of the translation instead of searching; may be given several times",
     .choices = kDumpStages,
     .apply = set<&Options::dumps>,
     .show = show<&Options::dumps>},
});

constexpr auto kSearchOptions = std::to_array<OptionRow>({
    {.group = Search,
     .name = "threads",
     .letter = 't',
     .kind = Count,
     .placeholder = "N",
     .help = "number of worker threads",
     .default_note = "all cores available to the process",
     .least = 1,
     .most = kMaxThreads,
     .commands = kRunning | only(Command::Simulate) | kSwarm,
     .apply = set<&Options::threads>,
     .show = show<&Options::threads>,
     .append = set<&Options::thread_counts>},
    {.group = Search,
     .name = "order",
     .kind = Choice,
     .placeholder = "NAME",
     .help = "which states are expanded first",
     .default_value = "dfs",
     .choices = kOrders,
     .commands = kSearching,
     .apply = set<&Options::order>,
     .show = show<&Options::order>},
    {.group = Search,
     .name = "store",
     .kind = Choice,
     .placeholder = "NAME",
     .help = "how visited states are stored; all but 'exact' and 'tree' may omit states, and the verdict says so",
     .default_value = "exact",
     .choices = kStores,
     .commands = kSearching,
     .apply = set<&Options::store>,
     .show = show<&Options::store>},
    {.group = Search,
     .name = "execution",
     .kind = Choice,
     .placeholder = "MODE",
     .help = "how the model is executed",
     .default_value = "auto",
     .choices = kExecutions,
     .commands = kReducing | only(Command::Simulate),
     .apply = set<&Options::execution>,
     .show = show<&Options::execution>},
    {.group = Search,
     .name = "por",
     .kind = Choice,
     .placeholder = "WHEN",
     .help = "partial-order reduction: explore independent steps in one order only",
     .default_value = "off",
     .choices = kPartialOrders,
     .commands = kSearching,
     .apply = set<&Options::por>,
     .show = show<&Options::por>},
    {.group = Search,
     .name = "perf-map",
     .help = "write /tmp/perf-PID.map, so that 'perf report' shows generated code under the model's names",
     .apply = set<&Options::perf_map>,
     .show = show<&Options::perf_map>},
    {.group = Search,
     .name = "seed",
     .kind = Count,
     .placeholder = "N",
     .help = "seed of all random numbers; printed with the result",
     .default_value = "1",
     .commands = kOfModels,
     .apply = set<&Options::seed>,
     .show = show<&Options::seed>},
    {.group = Search,
     .name = "pin",
     .help = "bind each thread to one core",
     .commands = kRunning,
     .apply = set<&Options::pin>,
     .show = show<&Options::pin>},
    {.group = Search,
     .name = "numa",
     .help = "place memory near the threads that use it, on machines with several memory nodes",
     .commands = kRunning,
     .apply = set<&Options::numa>,
     .show = show<&Options::numa>},
});

constexpr auto kSymmetryOptions = std::to_array<OptionRow>({
    {.group = Symmetry,
     .name = "strategy",
     .letter = 's',
     .kind = Choice,
     .placeholder = "NAME",
     .help = "how symmetric states are recognised",
     .default_value = "auto",
     .choices = kStrategyChoices,
     .commands = kReducing,
     .apply = set<&Options::strategy>,
     .show = show<&Options::strategy>,
     .append = set<&Options::strategies>},
    {.group = Symmetry,
     .name = "marker-rounds",
     .kind = Count,
     .placeholder = "N",
     .help = "rounds of marker refinement; more rounds distinguish more states",
     .default_note = "2",
     .least = 1,
     .most = 1000,
     .commands = kReducing,
     .apply = set<&Options::marker_rounds>,
     .show = show<&Options::marker_rounds>},
    {.group = Symmetry,
     .name = "symmetry-group",
     .kind = File,
     .placeholder = "FILE",
     .help = "use the symmetries given in this file, one permutation in cycle notation per line, after checking them",
     .commands = kReducing,
     .apply = set<&Options::symmetry_group>,
     .show = show<&Options::symmetry_group>},
    {.group = Symmetry,
     .name = "graph-dot",
     .kind = File,
     .placeholder = "FILE",
     .help = "draw the static channel diagram for Graphviz, with interchangeable processes and channels in one colour",
     .commands = only(Command::Symmetry),
     .apply = set<&Options::graph_dot>,
     .show = show<&Options::graph_dot>},
    {.group = Symmetry,
     .name = "deterministic",
     .help = "make approximate strategies independent of threads and timing: search by levels and keep the least state "
             "of each marker",
     .commands = kSearching,
     .apply = set<&Options::deterministic>,
     .show = show<&Options::deterministic>},
    {.group = Symmetry,
     .name = "audit",
     .help = "check an exact reduction during and after the search, by independent means; slow",
     .commands = kSearching,
     .apply = set<&Options::audit>,
     .show = show<&Options::audit>},
    {.group = Symmetry,
     .name = "audit-sample",
     .kind = Count,
     .placeholder = "N",
     .help = "count the wrong merges of an approximate strategy, looking at one marker in N; 1: at all markers",
     .least = 1,
     .apply = set<&Options::audit_sample>,
     .show = show<&Options::audit_sample>},
});

constexpr auto kLimitOptions = std::to_array<OptionRow>({
    {.group = Limits,
     .name = "max-states",
     .kind = Count,
     .placeholder = "N",
     .help = "stop once this many states are stored, such as 50000 or 10M; steps in progress may add a few more",
     .default_note = "none; 100000 for 'why'",
     .least = 1,
     .commands = kRunning | only(Command::Why),
     .apply = set<&Options::max_states>,
     .show = show<&Options::max_states>},
    {.group = Limits,
     .name = "max-depth",
     .kind = Count,
     .placeholder = "N",
     .help = "explore at most this many steps from an initial state",
     .commands = kSearching | kSwarm,
     .apply = set<&Options::max_depth>,
     .show = show<&Options::max_depth>},
    {.group = Limits,
     .name = "time",
     .kind = Duration,
     .placeholder = "T",
     .help = "stop after this time, whatever is being done then, such as 30s, 5m or 1h30m",
     .default_note = "none; 10s for 'why'",
     .least = 1,
     .commands = kLimited,
     .apply = set<&Options::time>,
     .show = show<&Options::time>},
    {.group = Limits,
     .name = "memory",
     .letter = 'm',
     .kind = Bytes,
     .placeholder = "SIZE",
     .help = "use at most this much memory in total, such as 500M or 4G",
     .default_note = "80 % of the free memory",
     .least = uint64_t{1} << 20,
     .commands = kLimited,
     .apply = set<&Options::memory>,
     .show = show<&Options::memory>},
});

constexpr auto kSimulationOptions = std::to_array<OptionRow>({
    {.group = Simulation,
     .name = "interactive",
     .letter = 'i',
     .help = "choose each step; 'help' lists the commands",
     .commands = only(Command::Simulate),
     .apply = set<&Options::interactive>,
     .show = show<&Options::interactive>},
    {.group = Simulation,
     .name = "steps",
     .kind = Count,
     .placeholder = "N",
     .help = "take at most this many random steps",
     .default_value = "1000",
     .least = 1,
     .commands = only(Command::Simulate),
     .apply = set<&Options::steps>,
     .show = show<&Options::steps>},
    {.group = Simulation,
     .name = "runs",
     .kind = Count,
     .placeholder = "N",
     .help = "make this many random runs, on all cores, and show errors and statistics instead of the steps",
     .least = 1,
     .commands = only(Command::Simulate),
     .apply = set<&Options::runs>,
     .show = show<&Options::runs>},
    {.group = Simulation,
     .name = "until-error",
     .help = "with --runs, stop after the first run that meets an error",
     .commands = only(Command::Simulate),
     .apply = set<&Options::until_error>,
     .show = show<&Options::until_error>},
    {.group = Simulation,
     .name = "guide",
     .kind = File,
     .placeholder = "TRACE",
     .help = "follow the run in a JSON report",
     .commands = only(Command::Simulate),
     .apply = set<&Options::guide>,
     .show = show<&Options::guide>},
    {.group = Simulation,
     .name = "break",
     .kind = Text,
     .placeholder = "CONDITION",
     .help = "stop where this condition holds, such as 'n = 3 and not (client:1.tries >= m)'",
     .commands = only(Command::Simulate),
     .apply = set<&Options::break_when>,
     .show = show<&Options::break_when>},
});

constexpr auto kSwarmOptions = std::to_array<OptionRow>({
    {.group = OptionGroup::Swarm,
     .name = "searches",
     .kind = Count,
     .placeholder = "N",
     .help = "end after so many searches",
     .default_note = "64; with --time, when the time is over",
     .least = 1,
     .commands = kSwarm,
     .apply = set<&Options::searches>,
     .show = show<&Options::searches>},
    {.group = OptionGroup::Swarm,
     .name = "array",
     .kind = Bytes,
     .placeholder = "SIZE",
     .help = "memory for the visited states of each search, which stand for a few bits each",
     .default_note = "1M, and twice as much after every 16 searches",
     .least = 1024,
     .commands = kSwarm,
     .apply = set<&Options::array>,
     .show = show<&Options::array>},
});

constexpr auto kOutputOptions = std::to_array<OptionRow>({
    {.group = Output,
     .name = "report",
     .letter = 'r',
     .kind = File,
     .placeholder = "FILE",
     .help = "write the full result as JSON; '-' writes it to standard output instead of the text",
     .commands = only(Command::Check) | only(Command::Resume) | only(Command::Symmetry) | only(Command::Why) | kSwarm,
     .apply = set<&Options::report>,
     .show = show<&Options::report>},
    {.group = Output,
     .name = "trace",
     .kind = Choice,
     .placeholder = "WHEN",
     .help = "how the run that leads to an error is found",
     .default_value = "auto",
     .choices = kTraceModes,
     .apply = set<&Options::trace>,
     .show = show<&Options::trace>},
    {.group = Output,
     .name = "trace-format",
     .kind = Choice,
     .placeholder = "FORM",
     .help = "how such a run is shown",
     .default_value = "diff",
     .choices = kTraceFormats,
     .commands = only(Command::Check) | only(Command::Resume) | only(Command::Replay) | kSwarm,
     .apply = set<&Options::trace_format>,
     .show = show<&Options::trace_format>},
    {.group = Output,
     .name = "explain",
     .help = "with a run that violates a formula, show which part of the formula is true in which state",
     .commands = only(Command::Check) | only(Command::Resume),
     .apply = set<&Options::explain>,
     .show = show<&Options::explain>},
    {.group = Output,
     .name = "trace-itf",
     .kind = File,
     .placeholder = "FILE",
     .help = "write the run to the first error in the Informal Trace Format (JSON)",
     .commands = only(Command::Check) | only(Command::Resume) | only(Command::Replay) | kSwarm,
     .apply = set<&Options::trace_itf>,
     .show = show<&Options::trace_itf>},
    {.group = Output,
     .name = "trace-svg",
     .kind = File,
     .placeholder = "FILE",
     .help = "write it as a message sequence chart",
     .commands = only(Command::Check) | only(Command::Resume) | only(Command::Replay) | kSwarm,
     .apply = set<&Options::trace_svg>,
     .show = show<&Options::trace_svg>},
    {.group = Output,
     .name = "trace-mermaid",
     .kind = File,
     .placeholder = "FILE",
     .help = "write it as a sequence diagram for Mermaid",
     .commands = only(Command::Check) | only(Command::Resume) | only(Command::Replay) | kSwarm,
     .apply = set<&Options::trace_mermaid>,
     .show = show<&Options::trace_mermaid>},
    {.group = Output,
     .name = "trace-html",
     .kind = File,
     .placeholder = "FILE",
     .help = "write it as an interactive page with steps, states, messages and source: one file for any browser",
     .commands = only(Command::Check) | only(Command::Resume) | only(Command::Replay) | kSwarm,
     .apply = set<&Options::trace_html>,
     .show = show<&Options::trace_html>},
    {.group = Output,
     .name = "spin-trail",
     .kind = File,
     .placeholder = "FILE",
     .help = "write it as a SPIN trail, which 'spin -k FILE -p MODEL' replays; Promela only",
     .commands = only(Command::Check) | only(Command::Resume) | only(Command::Replay) | kSwarm,
     .apply = set<&Options::spin_trail>,
     .show = show<&Options::spin_trail>},
    {.group = Output,
     .name = "progress",
     .kind = Choice,
     .placeholder = "MODE",
     .help = "how progress is shown",
     .default_value = "auto",
     .choices = kProgressModes,
     .commands = kEveryCommand,
     .apply = set<&Options::progress>,
     .show = show<&Options::progress>},
    {.group = Output,
     .name = "color",
     .kind = Choice,
     .placeholder = "WHEN",
     .help = "coloured output",
     .default_value = "auto",
     .choices = kColorModes,
     .commands = kEveryCommand,
     .apply = set<&Options::color>,
     .show = show<&Options::color>},
    {.group = Output,
     .name = "quiet",
     .letter = 'q',
     .help = "print only the verdict and errors",
     .commands = kEveryCommand,
     .apply = set<&Options::quiet>,
     .show = show<&Options::quiet>},
    {.group = Output,
     .name = "verbose",
     .letter = 'v',
     .help = "print more details",
     .commands = kEveryCommand,
     .apply = set<&Options::verbose>,
     .show = show<&Options::verbose>},
    {.group = Output,
     .name = "log-level",
     .kind = Choice,
     .placeholder = "LEVEL",
     .help = "log events of the run and of the engine to standard error, or to --log-file",
     .default_note = "off, or info with --log-file",
     .choices = kLogLevels,
     .commands = kShowing | only(Command::Resume) | only(Command::Graph) | only(Command::Symmetry),
     .apply = set<&Options::log_level>,
     .show = show<&Options::log_level>},
    {.group = Output,
     .name = "log-file",
     .kind = File,
     .placeholder = "FILE",
     .help = "write the log to this file: one line per event, 'time level thread event name=value ...'",
     .commands = kShowing | only(Command::Resume) | only(Command::Graph) | only(Command::Symmetry),
     .apply = set<&Options::log_file>,
     .show = show<&Options::log_file>},
});

constexpr auto kHelpOptions = std::to_array<OptionRow>({
    {.group = Help,
     .name = "help",
     .letter = 'h',
     .help = "print this text",
     .commands = kEveryCommand,
     .apply = act<Action::Help>},
    {.group = Help,
     .name = "version",
     .letter = 'V',
     .help = "print the version; with --verbose also the build, its libraries, and the machine",
     .commands = kEveryCommand,
     .apply = act<Action::Version>},
    {.group = Help,
     .name = "man",
     .help = "print the manual page; 'pexplore --man | man -l -' shows it",
     .commands = kEveryCommand,
     .apply = act<Action::Man>},
    {.group = Help,
     .name = "completion",
     .kind = Choice,
     .placeholder = "SHELL",
     .help = "print the completion script for this shell; its first line says how to load it",
     .choices = kShells,
     .commands = kEveryCommand,
     .apply = act<Action::Completion>},
});

constexpr auto kExamples = std::to_array<ExampleRow>({
    {"model.px", "check everything, on all cores"},
    {"model.pml", "a Promela model; with --strategy none, SPIN's counts", "--lang promela"},
    {"--action error model.mcrl2", "an mCRL2 specification: can it deadlock, can 'error' happen?"},
    {"--threads 32 --strategy exact-markers model.pml", "32 threads, symmetric processes sorted by marker"},
    {"-D N=5 --time 10m --memory 8G model.px", "set the parameter N; stop after ten minutes or 8 GiB"},
    {"--all-errors --report result.json model.px", "find every error; write the full result as JSON"},
    {"why model.pml", "what makes the model large, and what to do"},
    {"study --threads 1,2,4 --sweep N=2..5 model.px", "measure and plot how it scales"},
    {"--checkpoint saved --time 8h model.pml", "'pexplore resume saved' continues the next night"},
    {"--suite nightly.toml --junit results.xml", "check many models against their expected results"},
    {"--dump ir model.px", "show the model as pexplore understood it"},
});

std::vector<OptionRow> all_options() {
  std::vector<OptionRow> rows;
  const auto append = [&rows](std::span<const OptionRow> part) {
    for (const OptionRow& row : part) rows.push_back(row);
  };
  append(kModelOptions);
  append(check_rows::kCheckOptions);
  append(kSearchOptions);
  append(kSymmetryOptions);
  append(kLimitOptions);
  append(checkpoint_rows::kCheckpointOptions);
  append(kSimulationOptions);
  append(kSwarmOptions);
  append(graph_rows::kGraphOptions);
  append(many_rows::kManyOptions);
  append(kOutputOptions);
  append(figure_rows::kFigureOptions);
  append(kHelpOptions);
  return rows;
}

}  // namespace

const OptionTable& option_table() {
  static const std::vector<OptionRow> kRows = all_options();
  static const OptionTable kTable{kCommands, kGroups, kRows, kExamples};
  return kTable;
}

}  // namespace px::cli
