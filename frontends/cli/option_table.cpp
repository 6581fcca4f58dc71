#include "frontends/cli/option_table.h"

#include <array>
#include <type_traits>

namespace px::cli {
namespace {

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

// The usual way to apply a value: store it in a member of Options, or append it to one.
template <class T>
void store_value(T& member, const OptionValue& value) {
  if constexpr (std::is_same_v<T, bool>) {
    member = true;
  } else if constexpr (std::is_enum_v<T>) {
    member = static_cast<T>(value.choice);
  } else if constexpr (std::is_same_v<T, std::string>) {
    member = value.text;
  } else if constexpr (std::is_same_v<T, Definition>) {
    member = value.definition;
  } else if constexpr (std::is_same_v<T, std::optional<std::chrono::milliseconds>>) {
    member = value.duration;
  } else if constexpr (IsVector<T>::value) {
    store_value(member.emplace_back(), value);
  } else {
    member = value.number;
  }
}

template <auto Member>
void set(Options& options, const OptionValue& value) {
  store_value(options.*Member, value);
}

template <auto Member>
void clear(Options& options, const OptionValue&) {
  options.*Member = false;
}

template <class T>
ShownValue shown_value(const T& member, const OptionRow& row) {
  if constexpr (std::is_enum_v<T>) {
    return std::string(row.choices[static_cast<size_t>(member)].name);
  } else if constexpr (std::is_same_v<T, Definition>) {
    return member.undefine ? "-U " + member.name : member.name + '=' + member.value;
  } else if constexpr (std::is_same_v<T, std::optional<std::chrono::milliseconds>>) {
    if (!member) return {};
    return static_cast<double>(member->count()) / 1000;
  } else if constexpr (std::is_same_v<T, std::optional<uint64_t>>) {
    if (!member) return {};
    return *member;
  } else if constexpr (IsVector<T>::value) {
    std::vector<std::string> items;
    items.reserve(member.size());
    for (const auto& item : member) items.push_back(std::get<std::string>(shown_value(item, row)));
    return items;
  } else {
    return member;
  }
}

template <auto Member>
ShownValue show(const Options& options, const OptionRow& row) {
  return shown_value(options.*Member, row);
}

template <auto Member>
ShownValue show_not(const Options& options, const OptionRow&) {
  return !(options.*Member);
}

template <Action Chosen>
void act(Options& options, const OptionValue& value) {
  options.action = Chosen;
  if (Chosen == Action::Completion) options.completion_shell = static_cast<Shell>(value.choice);
}

constexpr auto kCommands = std::to_array<CommandRow>({
    {Command::Check, "check", "MODEL", "visit every state of a model and check its properties"},
    {Command::Replay, "replay", "TRACE MODEL", "step through a counterexample"},
    {Command::Simulate, "simulate", "MODEL", "run a model at random or by hand"},
    {Command::Graph, "graph", "MODEL", "write the state space as a graph"},
    {Command::Symmetry, "symmetry", "MODEL", "show the symmetries of a model"},
    {Command::Study, "study", "MODEL", "measure over threads, strategies and parameters", false},
});

constexpr auto kGroups = std::to_array<GroupRow>({
    {OptionGroup::Model, "The model", ""},
    {OptionGroup::Checks, "What is checked",
     "Assertions, invariants and deadlocks are checked unless switched off. The search ends at the first error."},
    {OptionGroup::Search, "How it is searched",
     "None of these changes the verdict or, with an exact strategy and store, the number of states."},
    {OptionGroup::Symmetry, "Symmetry",
     "States that differ only in the names of interchangeable processes, channels or values are stored once. "
     "'holds' is only ever said by an exact strategy."},
    {OptionGroup::Limits, "Limits",
     "A search that reaches a limit ends with the verdict 'incomplete' and everything counted so far."},
    {OptionGroup::Simulation, "Simulation", ""},
    {OptionGroup::Graph, "The graph", ""},
    {OptionGroup::Output, "Output", "The result goes to standard output, progress and messages to standard error."},
    {OptionGroup::Help, "Help", ""},
});

constexpr auto kLanguages = std::to_array<Choice>({
    {"auto", "by the file name"},
    {"px", "the text form of pexplore's own model representation (.px)"},
    {"promela", "Promela, the language of SPIN (.pml, .prom)"},
    {"b", "classical B machines (.mch)", false},
});

constexpr auto kOptimisations = std::to_array<Choice>({
    {"spin", "the same states and transitions as SPIN with its default options"},
    {"none", "every statement is a step: the same as spin -o1 -o2 -o3"},
    {"full", "fewer states than SPIN where the properties cannot tell", false},
});

constexpr auto kOrders = std::to_array<Choice>({
    {"bfs", "breadth first, level by level: shortest counterexamples"},
    {"dfs", "roughly depth first: threads follow their newest states and steal when idle; fastest"},
});

constexpr auto kExecutions = std::to_array<Choice>({
    {"jit", "native code generated for the model"},
    {"interp", "the reference interpreter: slow and plain"},
    {"both", "both, comparing every step"},
});

constexpr auto kStores = std::to_array<Choice>({
    {"exact", "every state, packed"},
    {"tree", "every state, with common parts of states stored once"},
    {"hash", "fingerprints only; the chance of an omission is printed"},
    {"bitstate", "a few bits per state; covers what fits"},
});

constexpr auto kStrategies = std::to_array<Choice>({
    {"auto", "exact: canonical on the symmetries found, none if there are none"},
    {"none", "exact: every state is stored"},
    {"canonical", "exact, one state per class: marker refinement with a search where markers tie"},
    {"exact-markers", "exact, some classes keep several states: processes sorted by marker"},
    {"approx-markers", "approximate: states with equal markers are merged"},
    {"segmented", "exact, one state per class: least of all images that sort the main array"},
    {"sorted", "exact, some classes keep several states: improved by swaps until none helps"},
    {"sorted-main", "exact, some classes keep several states: the main array is sorted"},
    {"flattened", "approximate: names are replaced by one neutral value"},
    {"flooding", "exact: all images of a state are stored with it"},
    {"enumerate", "exact, one state per class: least of all images; for small groups"},
    {"normalize", "exact if your rules are: your rewrite rules, until none applies", false},
});

constexpr auto kTraceModes = std::to_array<Choice>({
    {"auto", "by a second search, level by level, after an error was found: the shortest run, for nothing until then"},
    {"on", "from references kept by the search: 8 bytes per state, no second search"},
    {"off", "not at all"},
});

constexpr auto kTraceFormats = std::to_array<Choice>({
    {"diff", "each step with what it changed"},
    {"full", "each step with the whole state"},
    {"columns", "one column per process"},
});

constexpr auto kGraphFormats = std::to_array<Choice>({
    {"dot", "for Graphviz: dot -Tsvg"},
    {"aut", "Aldebaran, for CADP and mCRL2"},
    {"json", "nodes with all their variables, and edges"},
});

constexpr auto kGraphOf = std::to_array<Choice>({
    {"states", "the states that can be reached"},
    {"automata", "the control flow of the processes"},
});

constexpr auto kDumpStages = std::to_array<Choice>({
    {"ast", "the syntax tree"},
    {"ir", "the model as pexplore represents it"},
    {"layout", "where each variable lies in a state"},
    {"types", "what was concluded about types and sorts"},
    {"automata", "the control flow of each process"},
    {"llvm", "the code generated for LLVM"},
    {"asm", "the machine code"},
});

constexpr auto kProgressModes = std::to_array<Choice>({
    {"auto", "tty on a terminal, otherwise plain"},
    {"tty", "one line, rewritten in place"},
    {"plain", "a line now and then"},
    {"json", "JSON, one object per line"},
    {"none", "nothing"},
});

constexpr auto kColorModes = std::to_array<Choice>({
    {"auto", "on a terminal, unless NO_COLOR is set"},
    {"always", "also into files and pipes"},
    {"never", "plain text"},
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
     .commands = kEveryCommand,
     .apply = set<&Options::language>,
     .show = show<&Options::language>},
    {.group = Model,
     .name = "define",
     .letter = 'D',
     .kind = Define,
     .placeholder = "NAME[=VALUE]",
     .help = "define a macro or set a parameter of the model",
     .commands = kEveryCommand,
     .apply = set<&Options::definitions>,
     .show = show<&Options::definitions>},
    {.group = Model,
     .name = "undefine",
     .letter = 'U',
     .kind = Undefine,
     .placeholder = "NAME",
     .help = "take a definition back",
     .commands = kEveryCommand,
     .apply = set<&Options::definitions>},
    {.group = Model,
     .name = "include",
     .letter = 'I',
     .kind = Directory,
     .placeholder = "DIR",
     .help = "look for included files in this folder, too",
     .commands = kEveryCommand,
     .apply = set<&Options::include_directories>,
     .show = show<&Options::include_directories>},
    {.group = Model,
     .name = "optimise",
     .kind = Choice,
     .placeholder = "LEVEL",
     .help = "which steps of a Promela model are merged and which variables dropped",
     .default_value = "spin",
     .choices = kOptimisations,
     .commands = kEveryCommand,
     .apply = set<&Options::optimise>,
     .show = show<&Options::optimise>},
    {.group = Model,
     .name = "dump",
     .kind = Choice,
     .placeholder = "STAGE",
     .help = "print a stage of the translation instead of searching; may be given several times",
     .choices = kDumpStages,
     .commands = kEveryCommand,
     .apply = set<&Options::dumps>,
     .show = show<&Options::dumps>},
});

constexpr auto kCheckOptions = std::to_array<OptionRow>({
    {.group = Checks,
     .name = "all-errors",
     .letter = 'a',
     .help = "go on after an error and list every place where the model is wrong",
     .apply = set<&Options::all_errors>,
     .show = show<&Options::all_errors>},
    {.group = Checks,
     .name = "max-errors",
     .kind = Count,
     .placeholder = "N",
     .help = "list at most this many errors, with --all-errors",
     .default_value = "20",
     .least = 1,
     .apply = set<&Options::max_errors>,
     .show = show<&Options::max_errors>},
    {.group = Checks,
     .name = "no-deadlock-check",
     .help = "a state without a next one is no error",
     .commands = kExecuting,
     .apply = clear<&Options::check_deadlock>,
     .show = show_not<&Options::check_deadlock>},
    {.group = Checks,
     .name = "no-invariant-check",
     .help = "invariants are not checked",
     .commands = kExecuting,
     .apply = clear<&Options::check_invariants>,
     .show = show_not<&Options::check_invariants>},
});

constexpr auto kSearchOptions = std::to_array<OptionRow>({
    {.group = Search,
     .name = "threads",
     .letter = 't',
     .kind = Count,
     .placeholder = "N",
     .help = "number of worker threads",
     .default_note = "the cores that this process may use",
     .least = 1,
     .most = kMaxThreads,
     .apply = set<&Options::threads>,
     .show = show<&Options::threads>},
    {.group = Search,
     .name = "order",
     .kind = Choice,
     .placeholder = "NAME",
     .help = "which states are expanded first",
     .default_value = "dfs",
     .choices = kOrders,
     .apply = set<&Options::order>,
     .show = show<&Options::order>},
    {.group = Search,
     .name = "store",
     .kind = Choice,
     .placeholder = "NAME",
     .help = "how visited states are kept; all but 'exact' and 'tree' may lose states, and the verdict says so",
     .default_value = "exact",
     .choices = kStores,
     .apply = set<&Options::store>,
     .show = show<&Options::store>},
    {.group = Search,
     .name = "execution",
     .kind = Choice,
     .placeholder = "MODE",
     .help = "how the model is executed",
     .default_value = "jit",
     .choices = kExecutions,
     .commands = kReducing,
     .apply = set<&Options::execution>,
     .show = show<&Options::execution>},
    {.group = Search,
     .name = "perf-map",
     .help = "write /tmp/perf-PID.map, by which 'perf report' shows generated code by the model's names",
     .apply = set<&Options::perf_map>,
     .show = show<&Options::perf_map>},
    {.group = Search,
     .name = "seed",
     .kind = Count,
     .placeholder = "N",
     .help = "start of everything random; printed with the result",
     .default_value = "1",
     .commands = kEveryCommand,
     .apply = set<&Options::seed>,
     .show = show<&Options::seed>},
    {.group = Search,
     .name = "pin",
     .help = "bind each thread to one core",
     .available = false,
     .apply = set<&Options::pin>,
     .show = show<&Options::pin>},
    {.group = Search,
     .name = "numa",
     .help = "place memory near the threads that use it, on machines with several memory nodes",
     .available = false,
     .apply = set<&Options::numa>,
     .show = show<&Options::numa>},
});

constexpr auto kSymmetryOptions = std::to_array<OptionRow>({
    {.group = Symmetry,
     .name = "strategy",
     .letter = 's',
     .kind = Choice,
     .placeholder = "NAME",
     .help = "how states of one class are recognised",
     .default_value = "auto",
     .choices = kStrategies,
     .commands = kReducing,
     .apply = set<&Options::strategy>,
     .show = show<&Options::strategy>},
    {.group = Symmetry,
     .name = "marker-rounds",
     .kind = Count,
     .placeholder = "N",
     .help = "rounds of marker refinement: more tell more states apart",
     .default_note = "2",
     .least = 1,
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
     .help = "draw the static channel diagram for graphviz, interchangeable processes and channels in one colour",
     .commands = only(Command::Symmetry),
     .apply = set<&Options::graph_dot>,
     .show = show<&Options::graph_dot>},
    {.group = Symmetry,
     .name = "deterministic",
     .help = "make approximate strategies independent of threads and timing: by levels, the least state of each marker",
     .apply = set<&Options::deterministic>,
     .show = show<&Options::deterministic>},
    {.group = Symmetry,
     .name = "audit",
     .help = "check an exact reduction while searching and afterwards, by means of its own; slow",
     .apply = set<&Options::audit>,
     .show = show<&Options::audit>},
    {.group = Symmetry,
     .name = "audit-sample",
     .kind = Count,
     .placeholder = "N",
     .help = "count what an approximate strategy merges wrongly, looking at one marker in N; 1: at all",
     .least = 1,
     .apply = set<&Options::audit_sample>,
     .show = show<&Options::audit_sample>},
});

constexpr auto kLimitOptions = std::to_array<OptionRow>({
    {.group = Limits,
     .name = "max-states",
     .kind = Count,
     .placeholder = "N",
     .help = "store at most this many states, such as 50000 or 10M",
     .least = 1,
     .apply = set<&Options::max_states>,
     .show = show<&Options::max_states>},
    {.group = Limits,
     .name = "max-depth",
     .kind = Count,
     .placeholder = "N",
     .help = "do not go further than this many steps from an initial state",
     .apply = set<&Options::max_depth>,
     .show = show<&Options::max_depth>},
    {.group = Limits,
     .name = "time",
     .kind = Duration,
     .placeholder = "T",
     .help = "search for at most this long, such as 30s, 5m or 1h30m",
     .least = 1,
     .apply = set<&Options::time>,
     .show = show<&Options::time>},
    {.group = Limits,
     .name = "memory",
     .letter = 'm',
     .kind = Bytes,
     .placeholder = "SIZE",
     .help = "use at most this much memory, such as 500M or 4G",
     .default_note = "80 % of what is free",
     .least = uint64_t{1} << 20,
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
     .help = "go at most this far at random",
     .default_value = "1000",
     .least = 1,
     .commands = only(Command::Simulate),
     .apply = set<&Options::steps>,
     .show = show<&Options::steps>},
    {.group = Simulation,
     .name = "guide",
     .kind = File,
     .placeholder = "TRACE",
     .help = "take the steps of the run in a JSON report",
     .commands = only(Command::Simulate),
     .apply = set<&Options::guide>,
     .show = show<&Options::guide>},
    {.group = Simulation,
     .name = "break",
     .kind = Text,
     .placeholder = "CONDITION",
     .help = "stop where this holds, such as 'n = 3 and not (client:1.tries >= m)'",
     .commands = only(Command::Simulate),
     .apply = set<&Options::break_when>,
     .show = show<&Options::break_when>},
});

constexpr auto kGraphOptions = std::to_array<OptionRow>({
    {.group = Graph,
     .name = "format",
     .kind = Choice,
     .placeholder = "FORM",
     .help = "form of the graph",
     .default_value = "dot",
     .choices = kGraphFormats,
     .commands = only(Command::Graph),
     .apply = set<&Options::graph_format>,
     .show = show<&Options::graph_format>},
    {.group = Graph,
     .name = "what",
     .kind = Choice,
     .placeholder = "WHAT",
     .help = "what is drawn",
     .default_value = "states",
     .choices = kGraphOf,
     .commands = only(Command::Graph),
     .apply = set<&Options::graph_of>,
     .show = show<&Options::graph_of>},
    {.group = Graph,
     .name = "max-nodes",
     .kind = Count,
     .placeholder = "N",
     .help = "draw at most this many states",
     .default_value = "10000",
     .least = 1,
     .commands = only(Command::Graph),
     .apply = set<&Options::max_nodes>,
     .show = show<&Options::max_nodes>},
    {.group = Graph,
     .name = "annotate",
     .help = "write beside each edge the permutation that maps the state reached to the one drawn",
     .commands = only(Command::Graph),
     .apply = set<&Options::annotate>,
     .show = show<&Options::annotate>},
    {.group = Graph,
     .name = "expand",
     .help = "draw all states again, made from the annotated reduced graph",
     .commands = only(Command::Graph),
     .apply = set<&Options::expand>,
     .show = show<&Options::expand>},
    {.group = Graph,
     .name = "output",
     .letter = 'o',
     .kind = File,
     .placeholder = "FILE",
     .help = "where the graph goes; '-' is standard output",
     .default_value = "-",
     .commands = only(Command::Graph),
     .apply = set<&Options::output>,
     .show = show<&Options::output>},
});

constexpr auto kOutputOptions = std::to_array<OptionRow>({
    {.group = Output,
     .name = "report",
     .letter = 'r',
     .kind = File,
     .placeholder = "FILE",
     .help = "write the whole result as JSON; '-' writes it to standard output in place of the text",
     .commands = kEveryCommand,
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
     .commands = kShowing,
     .apply = set<&Options::trace_format>,
     .show = show<&Options::trace_format>},
    {.group = Output,
     .name = "trace-itf",
     .kind = File,
     .placeholder = "FILE",
     .help = "write the run to the first error in the Informal Trace Format (JSON)",
     .commands = only(Command::Check) | only(Command::Replay),
     .apply = set<&Options::trace_itf>,
     .show = show<&Options::trace_itf>},
    {.group = Output,
     .name = "trace-svg",
     .kind = File,
     .placeholder = "FILE",
     .help = "write it as a message sequence chart",
     .commands = only(Command::Check) | only(Command::Replay),
     .apply = set<&Options::trace_svg>,
     .show = show<&Options::trace_svg>},
    {.group = Output,
     .name = "trace-mermaid",
     .kind = File,
     .placeholder = "FILE",
     .help = "write it as a sequence diagram for Mermaid",
     .commands = only(Command::Check) | only(Command::Replay),
     .apply = set<&Options::trace_mermaid>,
     .show = show<&Options::trace_mermaid>},
    {.group = Output,
     .name = "spin-trail",
     .kind = File,
     .placeholder = "FILE",
     .help = "write it as a trail of SPIN: 'spin -k FILE -p MODEL' replays it; of a Promela model",
     .commands = only(Command::Check) | only(Command::Replay),
     .apply = set<&Options::spin_trail>,
     .show = show<&Options::spin_trail>},
    {.group = Output,
     .name = "coverage",
     .help = "list the statements that were never reached",
     .available = false,
     .apply = set<&Options::coverage>,
     .show = show<&Options::coverage>},
    {.group = Output,
     .name = "profile",
     .help = "show where the time went: making successors, reducing, hashing, storing",
     .apply = set<&Options::profile>,
     .show = show<&Options::profile>},
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
     .help = "print the verdict and errors only",
     .commands = kEveryCommand,
     .apply = set<&Options::quiet>,
     .show = show<&Options::quiet>},
    {.group = Output,
     .name = "verbose",
     .letter = 'v',
     .help = "print more about what is done",
     .commands = kEveryCommand,
     .apply = set<&Options::verbose>,
     .show = show<&Options::verbose>},
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
     .help = "print the version",
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
     .help = "print the completion script for this shell; it begins with how to load it",
     .choices = kShells,
     .commands = kEveryCommand,
     .apply = act<Action::Completion>},
});

constexpr auto kExamples = std::to_array<ExampleRow>({
    {"model.px", "check everything, on all cores"},
    {"model.pml", "a Promela model; --strategy none: as SPIN", "--lang promela"},
    {"--threads 32 --strategy exact-markers model.pml", "32 threads, symmetric processes sorted by marker"},
    {"-D N=5 --time 10m --memory 8G model.px", "set the parameter N; stop after ten minutes or 8 GiB"},
    {"--all-errors --report result.json model.px", "find every error; write all of it as JSON"},
    {"--dump ir model.px", "see the model as pexplore understood it"},
});

std::vector<OptionRow> all_options() {
  std::vector<OptionRow> rows;
  const auto append = [&rows](std::span<const OptionRow> part) { rows.insert(rows.end(), part.begin(), part.end()); };
  append(kModelOptions);
  append(kCheckOptions);
  append(kSearchOptions);
  append(kSymmetryOptions);
  append(kLimitOptions);
  append(kSimulationOptions);
  append(kGraphOptions);
  append(kOutputOptions);
  append(kHelpOptions);
  return rows;
}

}  // namespace

std::string_view strategy_name(Strategy strategy) {
  return kStrategies[static_cast<size_t>(strategy)].name;
}

const OptionTable& option_table() {
  static const std::vector<OptionRow> kRows = all_options();
  static const OptionTable kTable{kCommands, kGroups, kRows, kExamples};
  return kTable;
}

}  // namespace px::cli
