// The one table of the command line. Parsing, --help, the manual page and the shell completions are all generated from
// it, so they cannot disagree. A row that is not `available` is offered nowhere, and using it is an error.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontends/cli/options.h"

namespace px::cli {

enum class ValueKind : uint8_t {
  Switch,
  Count,
  Bytes,
  Duration,
  Text,
  File,
  Directory,
  Define,
  Undefine,
  Choice,
  Sweep,
};

// A parsed value; the ValueKind determines which member is set.
struct OptionValue {
  uint64_t number = 0;
  std::chrono::milliseconds duration{};
  std::string text{};
  Definition definition{};
  Sweep sweep{};
  size_t choice = 0;
};

// The value of an option as the JSON report shows it; monostate: not given.
using ShownValue = std::variant<std::monostate, bool, uint64_t, double, std::string, std::vector<std::string>>;

struct Choice {
  std::string_view name;
  std::string_view help;
  bool available = true;
  std::string_view alias = {};  // ProB's name for it
};

enum class OptionGroup : uint8_t {
  Model,
  Checks,
  Search,
  Symmetry,
  Limits,
  Checkpoints,
  Simulation,
  Swarm,
  Graph,
  Many,
  Output,
  Help
};

struct GroupRow {
  OptionGroup group;
  std::string_view title;
  std::string_view introduction;
};

// Sets of commands that accept an option.
using CommandSet = uint32_t;
constexpr CommandSet only(Command command) {
  return CommandSet{1} << static_cast<unsigned>(command);
}
inline constexpr CommandSet kEveryCommand = UINT32_MAX;
// Commands that read a model, or run one that was saved.
inline constexpr CommandSet kOfModels = kEveryCommand & ~only(Command::Resume) & ~only(Command::Checkpoint);
// Commands that show states or steps of a model; commands that execute it; commands that may store states by class.
inline constexpr CommandSet kSwarm = only(Command::Swarm);
inline constexpr CommandSet kShowing = only(Command::Check) | only(Command::Replay) | only(Command::Simulate) | kSwarm;
inline constexpr CommandSet kExecuting =
    kShowing | only(Command::Study) | only(Command::Graph) | only(Command::Symmetry);
inline constexpr CommandSet kSearching = only(Command::Check) | only(Command::Study);
// Commands that search, or continue a search.
inline constexpr CommandSet kRunning = kSearching | only(Command::Resume);
// Commands that respect --time and --memory.
inline constexpr CommandSet kLimited = kRunning | kShowing | only(Command::Graph) | only(Command::Symmetry) |
                                       only(Command::Independence) | only(Command::Why);
inline constexpr CommandSet kReducing = kSearching | kSwarm | only(Command::Graph) | only(Command::Symmetry);

struct CommandRow {
  Command command;
  std::string_view name;
  std::string_view arguments;  // the last one is the model; for replay the trace precedes it
  std::string_view help;
  bool available = true;
};

struct OptionRow {
  OptionGroup group;
  std::string_view name;  // "threads" for --threads
  char letter = 0;        // 't' for -t
  ValueKind kind = ValueKind::Switch;
  std::string_view placeholder{};    // for the value in help texts
  std::string_view help;             // one sentence or more, without a full stop at the end
  std::string_view default_value{};  // applied before the command line, and shown in the help
  std::string_view default_note{};   // shown instead, if the default is not a fixed value
  std::span<const Choice> choices{};
  uint64_t least = 0;  // for Count, Bytes and Duration (milliseconds)
  uint64_t most = std::numeric_limits<uint64_t>::max();
  CommandSet commands = only(Command::Check);
  bool available = true;
  void (*apply)(Options&, const OptionValue&) = nullptr;
  ShownValue (*show)(const Options&, const OptionRow&) = nullptr;  // none: not in the report
  // For a study, which takes several values separated by commas: handles each of them; null: one value, as elsewhere.
  void (*append)(Options&, const OptionValue&) = nullptr;
};

// Shown only if its arguments, and those in `needs`, are available.
struct ExampleRow {
  std::string_view arguments;
  std::string_view help;
  std::string_view needs{};
};

struct OptionTable {
  std::span<const CommandRow> commands;
  std::span<const GroupRow> groups;
  std::span<const OptionRow> options;
  std::span<const ExampleRow> examples;
};

// "canonical" for StrategyId::Canonical.
std::string_view strategy_name(symmetry::StrategyId strategy);
// "--threads", for messages.
std::string long_name(const OptionRow& row);
// The available choices, joined by the separator: "exact|tree".
std::string choice_list(const OptionRow& row, std::string_view separator);
// The rows to offer: all of them; those of a group; those of a group for users of this command.
std::vector<const OptionRow*> available_options(const OptionTable& table);
std::vector<const OptionRow*> available_options(const OptionTable& table, OptionGroup group);
std::vector<const OptionRow*> available_options(const OptionTable& table, OptionGroup group, Command command);
// The names of the offered commands that accept an option: "check, graph"; empty if all of them do.
std::string command_list(const OptionTable& table, const OptionRow& row);
const CommandRow& command_row(const OptionTable& table, Command command);
std::vector<const CommandRow*> available_commands(const OptionTable& table);
std::vector<const ExampleRow*> available_examples(const OptionTable& table);

// Splits "a,b,c" into its parts.
std::vector<std::string> split_list(std::string_view text);
// Parses one value of an option; the text of a problem continues "'VALUE' ".
Parsed<OptionValue> parse_value(const OptionRow& row, std::string_view text);

}  // namespace px::cli
