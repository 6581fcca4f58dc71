// What the user asked for. Filled from the command line by parse_command_line; every option, its values, its default
// and its help stand in option_table.cpp and nowhere else.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/cli/option_value.h"

namespace px::cli {

// The order of each enumeration is that of its choices in option_table.cpp.
enum class Action : uint8_t { Run, Help, Version, Man, Completion };
enum class Command : uint8_t { Check, Replay, Simulate, Graph, Symmetry, Study };
enum class Strategy : uint8_t {
  Auto,
  None,
  Canonical,
  ExactMarkers,
  ApproxMarkers,
  Segmented,
  Sorted,
  SortedMain,
  Flattened,
  Flooding,
  Enumerate,
  Normalize,
};
enum class StoreKind : uint8_t { Exact, Tree, Hash, Bitstate };
enum class SearchOrder : uint8_t { Bfs, Dfs };
enum class Execution : uint8_t { Jit, Interp, Both };
enum class Optimise : uint8_t { Spin, None, Full };
enum class Language : uint8_t { Auto, Px, Promela, B };
enum class ProgressMode : uint8_t { Auto, Tty, Plain, Json, None };
enum class ColorMode : uint8_t { Auto, Always, Never };
enum class DumpStage : uint8_t { Ast, Ir, Layout, Types, Automata, Llvm, Asm };
enum class TraceMode : uint8_t { Auto, On, Off };
enum class TraceFormat : uint8_t { Diff, Full, Columns };
enum class Shell : uint8_t { Bash, Zsh, Fish };

inline constexpr uint64_t kMaxThreads = 1024;

struct Options {
  Action action = Action::Run;
  Command command = Command::Check;
  Shell completion_shell{};
  std::string model;        // path as given
  std::string trace_input;  // replay: the trace, as given

  // The model
  Language language{};
  std::vector<Definition> definitions;    // -D and -U in the order given
  std::vector<Definition> cardinalities;  // of deferred sets of B
  std::vector<std::string> include_directories;
  Optimise optimise{};

  // What is checked
  bool all_errors = false;
  uint64_t max_errors = 0;
  bool check_deadlock = true;
  bool check_invariants = true;

  // How it is searched
  std::optional<uint64_t> threads;  // none: usable_cores()
  SearchOrder order{};
  Execution execution{};
  bool perf_map = false;
  Strategy strategy{};
  std::optional<uint64_t> marker_rounds;
  bool deterministic = false;
  StoreKind store{};
  uint64_t seed = 0;
  bool pin = false;
  bool numa = false;
  bool audit = false;

  // Limits; none: no limit (memory: a share of usable_memory())
  std::optional<uint64_t> max_states;
  std::optional<uint64_t> max_depth;
  std::optional<std::chrono::milliseconds> time;
  std::optional<uint64_t> memory;

  // Output
  std::string report;  // path, "-" for stdout, empty: none
  TraceMode trace{};
  TraceFormat trace_format{};
  bool coverage = false;
  bool profile = false;
  std::vector<DumpStage> dumps;
  ProgressMode progress{};
  ColorMode color{};
  bool quiet = false;
  bool verbose = false;

  bool operator==(const Options&) const = default;
};

struct OptionTable;
const OptionTable& option_table();

// The options before any argument: the defaults that the table states.
Options default_options(const OptionTable& table = option_table());

// The arguments without the name of the program. A failure holds one DiagnosticKind::UsageError for people who
// mistyped; it ends the program with exit code 2.
Result<Options> parse_command_line(std::span<const std::string> arguments, const OptionTable& table = option_table());

}  // namespace px::cli
