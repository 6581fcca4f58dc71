// The user's request, filled from the command line by parse_command_line. Every option, its values, its default and its
// help are defined in option_table.cpp and nowhere else.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/log.h"
#include "engine/base/result.h"
#include "frontends/cli/option_value.h"
#include "frontends/driver/session.h"

namespace px::cli {

// Each enumeration, including the driver's, lists its values in the order of the choices in option_table.cpp.
using driver::Definition;
using driver::DumpStage;
using driver::ExecutionMode;
using driver::LanguageId;
using driver::PartialOrder;
using driver::TraceMode;
using promela::Optimise;
using promela::SpinOptimisation;
enum class Action : uint8_t { Run, Help, Version, Man, Completion };
enum class Command : uint8_t {
  Check,
  Replay,
  Simulate,
  Swarm,
  Graph,
  Symmetry,
  Independence,
  Why,
  Study,
  Resume,
  Checkpoint,
  Lsp
};
enum class ProgressMode : uint8_t { Auto, Tty, Plain, Json, None };
enum class FiguresMode : uint8_t { Own, Spin };
enum class ColorMode : uint8_t { Auto, Always, Never };
enum class Fairness : uint8_t { None, Weak };
enum class TraceFormat : uint8_t { Diff, Full, Columns };
enum class GraphFormat : uint8_t { Dot, Aut, Json, Html };
enum class GraphOf : uint8_t { States, Automata };
enum class GraphModulo : uint8_t { None, Strong, Branching };
enum class Shell : uint8_t { Bash, Zsh, Fish };

// A model parameter and the values that it takes in a study.
struct Sweep {
  std::string name;
  std::vector<std::string> values;
  bool operator==(const Sweep&) const = default;
};

inline constexpr uint64_t kMaxThreads = 1024;

struct Options {
  Action action = Action::Run;
  Command command = Command::Check;
  Shell completion_shell{};
  std::string model;        // path as given; for resume and checkpoint, the path of the folder
  std::string trace_input;  // for replay: the trace, as given

  // The model
  LanguageId language{};
  std::vector<Definition> definitions;    // -D and -U, in the order given
  std::vector<Definition> cardinalities;  // of deferred sets in B
  std::vector<Definition> preferences;    // of ProB
  std::vector<std::string> include_directories;
  Optimise optimise{};
  std::vector<SpinOptimisation> spin_without;  // optimisations excluded from Optimise::Spin
  bool lossy_channels = false;

  // What is checked
  bool all_errors = false;
  uint64_t max_errors = 0;
  bool allow_unchecked = false;
  bool check_deadlock = true;
  bool check_invariants = true;
  bool check_assertions = true;
  bool empty_channels_at_end = false;
  bool check_safety_only = false;
  std::vector<std::string> claims;    // --claim: their names
  std::vector<std::string> formulas;  // --ltl: their texts
  std::string formula_file;
  bool acceptance = false;
  bool progress_cycles = false;
  Fairness fairness{};
  std::vector<std::string> actions;  // of a specification; report those that can happen
  bool goal = false;                 // search for states in which GOAL of a B machine holds

  // How to search
  std::optional<uint64_t> threads;  // none: usable_cores()
  frontier::SearchOrder order{};
  ExecutionMode execution{};
  bool perf_map = false;
  PartialOrder por{};
  symmetry::StrategyId strategy{};
  std::optional<uint64_t> marker_rounds;
  std::string symmetry_group;  // path of the file with the user's generators; empty: detect symmetries
  std::string graph_dot;       // path, "-" for stdout, empty: none
  bool deterministic = false;
  store::TableKind store{};
  uint64_t seed = 0;
  bool pin = false;
  bool numa = false;
  bool audit = false;
  std::optional<uint64_t> audit_sample;

  // Limits; unset: no limit (memory: a share of usable_memory())
  std::optional<uint64_t> max_states;
  std::optional<uint64_t> max_depth;
  std::optional<std::chrono::milliseconds> time;
  std::optional<uint64_t> memory;

  // Checkpoints
  std::string checkpoint;  // path of their folder; empty: write none
  std::optional<std::chrono::milliseconds> checkpoint_every;

  // Output
  std::string report;  // path, "-" for stdout, empty: none
  TraceMode trace{};
  TraceFormat trace_format{};
  bool explain = false;   // show the parts of a formula along the run that violates it
  std::string trace_itf;  // paths of the files for the run to the first error; empty: none
  std::string trace_svg;
  std::string trace_mermaid;
  std::string trace_html;
  std::string spin_trail;
  // Simulation
  bool interactive = false;
  uint64_t steps = 0;
  std::optional<uint64_t> runs;  // unset: a single run, which is shown
  bool until_error = false;
  std::string guide;
  std::string break_when;
  // Swarms
  std::optional<uint64_t> searches;  // unset: 64, or with --time as many as fit into the time
  std::optional<uint64_t> array;     // bytes; unset: growing
  // Graphs
  GraphFormat graph_format{};
  GraphOf graph_of{};
  GraphModulo bisimulation{};
  uint64_t max_nodes = 0;
  bool annotate = false;
  bool expand = false;
  bool check_quotient = false;
  std::string output;
  // Studies and suites: several runs
  std::vector<uint64_t> thread_counts;
  std::vector<symmetry::StrategyId> strategies;
  std::vector<Sweep> sweeps;
  uint64_t repeat = 0;
  std::string out_directory;  // empty: derived from the name of the model or the suite
  std::string suite;          // path of the TOML file; empty: check a single model
  std::string junit;          // path, empty: none
  std::string sarif;          // likewise
  std::vector<std::string> only;
  std::string shard;    // as given; empty: all
  std::string keep;     // path of a folder, empty: none
  std::string history;  // likewise
  uint64_t jobs = 0;
  bool restart = false;
  // Options passed to each run of a study, or to the resumed run, as "--name=value".
  std::vector<std::string> passed_on;
  std::vector<std::string> arguments;  // as given
  bool coverage = false;
  bool profile = false;
  std::vector<DumpStage> dumps;
  FiguresMode figures{};
  ProgressMode progress{};
  ColorMode color{};
  bool quiet = false;
  bool verbose = false;
  std::optional<LogLevel> log_level;  // unset: off, or info if there is a log file
  std::string log_file;               // path; empty: standard error

  bool operator==(const Options&) const = default;
};

struct OptionTable;
const OptionTable& option_table();

// The options before any argument is applied: the defaults stated in the table.
Options default_options(const OptionTable& table = option_table());

// Parses the arguments, without the program name. A failure holds one DiagnosticKind::UsageError that explains the
// mistake to the user; it ends the program with exit code 2.
Result<Options> parse_command_line(std::span<const std::string> arguments, const OptionTable& table = option_table());

}  // namespace px::cli
