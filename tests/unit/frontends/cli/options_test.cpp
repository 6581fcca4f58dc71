#include "frontends/cli/options.h"

#include <gtest/gtest.h>
#include <set>

#include "frontends/cli/option_table.h"

namespace px::cli {
namespace {

// The table with every row available: the tests must not depend on what is available today.
class FullTable {
 public:
  FullTable() {
    for (const CommandRow& row : option_table().commands) commands_.push_back(row);
    for (const OptionRow& row : option_table().options) rows_.push_back(row);
    for (CommandRow& row : commands_) row.available = true;
    choices_.reserve(rows_.size());
    for (OptionRow& row : rows_) {
      row.available = true;
      std::vector<Choice>& choices = choices_.emplace_back(row.choices.begin(), row.choices.end());
      for (Choice& choice : choices) choice.available = true;
      row.choices = choices;
    }
    table_ = {commands_, option_table().groups, rows_, option_table().examples};
  }
  const OptionTable& get() const { return table_; }

 private:
  std::vector<CommandRow> commands_;
  std::vector<OptionRow> rows_;
  std::vector<std::vector<Choice>> choices_;
  OptionTable table_;
};

const OptionTable& full_table() {
  static const FullTable kTable;
  return kTable.get();
}

Options parsed(const std::vector<std::string>& arguments) {
  Result<Options> options = parse_command_line(arguments, full_table());
  EXPECT_TRUE(options.ok()) << (options.ok() ? "" : options.failure().diagnostics.front().message);
  return options.ok() ? *options : Options{};
}

std::string problem(const std::vector<std::string>& arguments, const OptionTable& table = full_table()) {
  Result<Options> options = parse_command_line(arguments, table);
  EXPECT_FALSE(options.ok());
  if (options.ok()) return "";
  EXPECT_EQ(options.failure().diagnostics.size(), 1U);
  EXPECT_EQ(options.failure().diagnostics.front().kind, DiagnosticKind::UsageError);
  return options.failure().diagnostics.front().message;
}

TEST(Options, WordsOfOtherTools) {
  EXPECT_EQ(problem({"-animate", "5", "m.mch"}), "'-animate' is an option of ProB");
  EXPECT_EQ(problem({"-his", "f", "m.mch"}), "'-his' is an option of ProB");
  EXPECT_EQ(problem({"-spdot", "f", "m.mch"}), "'-spdot' is an option of ProB");
  EXPECT_EQ(problem({"-bitstate", "m.pml"}), "'-bitstate' is an option of SPIN");
  EXPECT_EQ(parsed({"help"}).action, Action::Help);
  EXPECT_EQ(parsed({"help", "graph"}).command, Command::Graph);
  EXPECT_EQ(parsed({"version"}).action, Action::Version);
  EXPECT_EQ(parsed({"-"}).model, "-");
}

TEST(Options, TheNameOfAGraphChoosesItsFormat) {
  EXPECT_EQ(parsed({"graph", "-o", "x.aut", "m.pml"}).graph_format, GraphFormat::Aut);
  EXPECT_EQ(parsed({"graph", "-o", "x.html", "m.pml"}).graph_format, GraphFormat::Html);
  EXPECT_EQ(parsed({"graph", "-o", "x", "m.pml"}).graph_format, GraphFormat::Dot);
  EXPECT_EQ(problem({"graph", "-o", "x.svg", "m.pml"}), "--output x.svg: use Graphviz to draw pictures");
  EXPECT_EQ(problem({"graph", "-o", "x.aut", "--format", "dot", "m.pml"}),
            "--output x.aut: --format writes a different kind of file");
}

TEST(OptionTable, IsConsistent) {
  std::set<std::string_view> names;
  std::set<char> letters;
  for (const OptionRow& row : option_table().options) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    if (row.letter != 0) {
      EXPECT_TRUE(letters.insert(row.letter).second) << row.letter;
    }
    EXPECT_NE(row.apply, nullptr) << row.name;
    EXPECT_FALSE(row.help.empty()) << row.name;
    EXPECT_FALSE(row.help.ends_with('.')) << row.name;
    EXPECT_EQ(row.kind == ValueKind::Choice, !row.choices.empty()) << row.name;
    EXPECT_EQ(row.kind == ValueKind::Switch, row.placeholder.empty()) << row.name;
    if (row.available && row.kind == ValueKind::Choice) {
      EXPECT_NE(choice_list(row, "|"), "") << row.name << " offers no value";
    }
  }
}

TEST(OptionTable, DefaultsAreAvailableToday) {
  const Options options = default_options();  // checks each default
  EXPECT_EQ(options.order, frontier::SearchOrder::WorkStealing);
  EXPECT_EQ(options.store, store::TableKind::Exact);
  EXPECT_EQ(options.max_errors, 20U);
  EXPECT_TRUE(options.check_deadlock && options.check_invariants);
  for (const OptionRow* row : available_options(option_table())) {
    if (!row->default_value.empty()) {
      EXPECT_TRUE(parse_value(*row, row->default_value).ok()) << row->name;
    }
  }
}

TEST(Options, ModelAndCommand) {
  EXPECT_EQ(parsed({"m.px"}).model, "m.px");
  EXPECT_EQ(parsed({"check", "m.px"}).model, "m.px");
  EXPECT_EQ(parsed({"--quiet", "check", "m.px"}).command, Command::Check);
  EXPECT_EQ(parsed({"m.px", "--quiet"}).model, "m.px");
  EXPECT_EQ(parsed({"./check"}).model, "./check");
  EXPECT_EQ(parsed({"--", "-m.px"}).model, "-m.px");
  EXPECT_EQ(parsed({"symmetry", "m.px"}).command, Command::Symmetry);
}

TEST(Options, NoModelOrTooMany) {
  EXPECT_EQ(problem({}), "no model given");
  EXPECT_EQ(problem({"check"}), "no model given");
  EXPECT_EQ(problem({"a.px", "b.px"}), "expected one model, but 'a.px' and 'b.px' were given");
  EXPECT_EQ(problem({""}), "the name of the model is empty");
}

TEST(Options, CommandsWithMoreThanAModel) {
  const Options options = parsed({"replay", "run.json", "m.px"});
  EXPECT_EQ(options.command, Command::Replay);
  EXPECT_EQ(options.trace_input, "run.json");
  EXPECT_EQ(options.model, "m.px");
  EXPECT_EQ(problem({"replay"}), "no trace given");
  EXPECT_EQ(problem({"replay", "run.json"}), "no model given");
  EXPECT_EQ(problem({"replay", "run.json", "a.px", "b.px"}), "expected one model, but 'a.px' and 'b.px' were given");
}

TEST(Options, HelpNeedsNoModel) {
  EXPECT_EQ(parsed({"graph", "--help"}).command, Command::Graph);
  EXPECT_EQ(parsed({"--help"}).action, Action::Help);
  EXPECT_EQ(parsed({"-h", "m.px"}).action, Action::Help);
  EXPECT_EQ(parsed({"--version"}).action, Action::Version);
  EXPECT_EQ(parsed({"--man"}).action, Action::Man);
  EXPECT_EQ(parsed({"--completion", "zsh"}).completion_shell, Shell::Zsh);
}

TEST(Options, EveryWayToGiveAValue) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--threads", "4", "m"}, {"--threads=4", "m"}, {"-t", "4", "m"}, {"-t4", "m"}, {"m", "-qt4"}}) {
    EXPECT_EQ(parsed(arguments).threads, 4U);
  }
  EXPECT_EQ(parsed({"m"}).threads, std::nullopt);
  EXPECT_EQ(parsed({"-t2", "--threads", "8", "m"}).threads, 8U) << "the last one counts";
}

TEST(Options, StudiesTakeLists) {
  const Options options =
      parsed({"study", "--threads", "1,2,8", "-s", "none,canonical", "--sweep", "N=3..5", "--sweep", "M=a,b", "-D",
              "K=2", "--store", "tree", "--no-deadlock-check", "--out", "d", "m.px"});
  EXPECT_EQ(options.thread_counts, (std::vector<uint64_t>{1, 2, 8}));
  EXPECT_EQ(options.strategies, (std::vector{symmetry::StrategyId::None, symmetry::StrategyId::Canonical}));
  EXPECT_EQ(options.sweeps, (std::vector<Sweep>{{"N", {"3", "4", "5"}}, {"M", {"a", "b"}}}));
  EXPECT_EQ(options.passed_on, (std::vector<std::string>{"--define=K=2", "--store=tree", "--no-deadlock-check"}));
  EXPECT_EQ(options.repeat, 3U);
  EXPECT_EQ(options.out_directory, "d");
  EXPECT_EQ(parsed({"study", "--pin", "--numa", "--audit", "-a", "--max-errors", "3", "m.px"}).passed_on,
            (std::vector<std::string>{"--pin", "--numa", "--audit", "--all-errors", "--max-errors=3"}));
}

TEST(Options, StudiesTakeAllThatChangesASearch) {
  for (const OptionRow& row : option_table().options) {
    const bool of_search = row.group == OptionGroup::Model || row.group == OptionGroup::Checks ||
                           row.group == OptionGroup::Search || row.group == OptionGroup::Symmetry ||
                           row.group == OptionGroup::Limits;
    if (!of_search || (row.commands & only(Command::Check)) == 0) continue;
    const bool left_out =
        row.name == "dump" || row.name == "perf-map" || row.name == "audit-sample" || row.name == "allow-unchecked";
    EXPECT_EQ((row.commands & only(Command::Study)) == 0, left_out) << row.name << ": docs/studies.md says which";
  }
}

// The checkpoint holds the original options: the resuming command compares them.
TEST(Options, GoingOnTakesTheOptionsOfACheck) {
  const Options options = parsed({"resume", "saved", "--threads", "3", "--strategy=none", "-D", "N=3"});
  EXPECT_EQ(options.command, Command::Resume);
  EXPECT_EQ(options.model, "saved");
  EXPECT_EQ(options.passed_on, (std::vector<std::string>{"--threads=3", "--strategy=none", "--define=N=3"}));
  EXPECT_EQ(options.arguments.size(), 7U);
  EXPECT_EQ(parsed({"--checkpoint", "saved", "--checkpoint-every", "10m", "m.px"}).checkpoint, "saved");
  EXPECT_TRUE(
      problem({"resume", "saved", "--sweep", "N=2"}).starts_with("--sweep is not an option of 'pexplore resume'"));
  EXPECT_EQ(problem({"resume"}), "no folder given");
  EXPECT_TRUE(problem({"checkpoint", "saved", "--threads", "3"}).starts_with("--threads is not an option of"));
  EXPECT_EQ(problem({"--checkpoint-every", "10m", "m.px"}), "--checkpoint-every needs --checkpoint");
  EXPECT_EQ(problem({"--checkpoint", "saved", "--audit", "m.px"}), "--checkpoint and --audit contradict each other");
}

TEST(Options, ListsBelongToStudies) {
  EXPECT_TRUE(problem({"--threads", "1,2", "m.px"}).starts_with("--threads: '1,2' "));
  EXPECT_TRUE(problem({"study", "--threads", "1,,2", "m.px"}).starts_with("--threads: '' "));
  EXPECT_EQ(problem({"study", "--threads", "1,0", "m.px"}), "--threads: '0' is too small; the minimum is 1");
  EXPECT_EQ(problem({"study", "--report", "r", "m.px"}).substr(0, 45), "--report is not an option of 'pexplore study'");
  EXPECT_EQ(problem({"--sweep", "N=1..2", "m.px"}),
            "--sweep is not an option of 'pexplore check'; it belongs to: study");
}

TEST(Options, SweepsThatMakeNoSense) {
  const auto sweep = [](const std::string& text) { return problem({"study", "--sweep", text, "m.px"}); };
  EXPECT_EQ(sweep("N"), "--sweep: 'N' has no values; give them as N=3..9 or N=2,4,8");
  EXPECT_EQ(sweep("N=5..3"), "--sweep: 'N=5..3' is an empty range");
  EXPECT_EQ(sweep("N=1..x"), "--sweep: 'N=1..x' is not a range of numbers such as N=3..9");
  EXPECT_EQ(sweep("N=1..2000"), "--sweep: 'N=1..2000' has more than 1000 values");
  EXPECT_EQ(sweep("N=1,,2"), "--sweep: 'N=1,,2' has an empty value");
  EXPECT_EQ(sweep("=3"), "--sweep: '=3' does not begin with a name; write NAME or NAME=VALUE");
}

TEST(Options, SuitesListTheirModels) {
  EXPECT_EQ(parsed({"--suite", "s.toml"}).suite, "s.toml");
  EXPECT_EQ(parsed({"check", "--suite", "s.toml", "-j", "4"}).jobs, 4U);
  EXPECT_EQ(problem({"--suite", "s.toml", "m.px"}), "--suite lists its models, but 'm.px' was also given");
  EXPECT_EQ(problem({"study", "--suite", "s.toml"}),
            "--suite is not an option of 'pexplore study'; it belongs to: check");
}

TEST(Options, Limits) {
  const Options options = parsed({"--max-states", "10M", "--max-depth=0", "--time", "1h30m", "--memory", "4G", "m"});
  EXPECT_EQ(options.max_states, 10'000'000U);
  EXPECT_EQ(options.max_depth, 0U);
  EXPECT_EQ(options.time, std::chrono::minutes(90));
  EXPECT_EQ(options.memory, uint64_t{4} << 30);
}

TEST(Options, ImpossibleLimitsAreUsageErrors) {
  EXPECT_EQ(problem({"--threads", "0", "m"}), "--threads: '0' is too small; the minimum is 1");
  EXPECT_EQ(problem({"--threads", "1025", "m"}), "--threads: '1025' is too large; the maximum is 1024");
  EXPECT_EQ(problem({"--threads", "-1", "m"}), "--threads: '-1' is negative");
  EXPECT_EQ(problem({"--time", "-5", "m"}), "--time: '-5' is negative");
  EXPECT_EQ(problem({"--time", "0", "m"}), "--time: '0' is too small; the minimum is 1 ms");
  EXPECT_EQ(problem({"--memory", "0", "m"}), "--memory: '0' is too small; the minimum is 1.0 MiB");
  EXPECT_EQ(problem({"--max-states", "0", "m"}), "--max-states: '0' is too small; the minimum is 1");
  EXPECT_EQ(problem({"--max-errors", "0", "m"}), "--max-errors: '0' is too small; the minimum is 1");
}

TEST(Options, SwitchesAndTheirNegation) {
  const Options options = parsed({"-a", "--no-deadlock-check", "--no-invariant-check", "-v", "--pin", "m"});
  EXPECT_TRUE(options.all_errors && options.verbose && options.pin);
  EXPECT_FALSE(options.check_deadlock || options.check_invariants);
  EXPECT_EQ(problem({"--quiet=3", "m"}), "--quiet takes no value");
}

TEST(Options, WordsOfSpin) {
  const Options options = parsed({"-o1", "-o3", "-o7", "--lossy-channels", "--empty-channels-at-end", "-noass", "m"});
  EXPECT_EQ(options.spin_without, (std::vector{SpinOptimisation::DataFlow, SpinOptimisation::Merging}));
  EXPECT_TRUE(options.lossy_channels && options.empty_channels_at_end);
  EXPECT_FALSE(options.check_assertions);
  EXPECT_NE(problem({"-o6", "m"}).find("--spin-without"), std::string::npos);
}

TEST(Options, DefinitionsKeepTheirOrder) {
  const Options options = parsed({"-DN=3", "-U", "N", "-D", "M", "--define", "S=a b", "-I", "inc", "-Iother", "m"});
  const std::vector<Definition> expected = {{"N", "3"}, {"N", "", true}, {"M", "1"}, {"S", "a b"}};
  EXPECT_EQ(options.definitions, expected);
  EXPECT_EQ(options.include_directories, (std::vector<std::string>{"inc", "other"}));
  EXPECT_EQ(problem({"-D", "3=4", "m"}), "--define: '3=4' does not begin with a name; write NAME or NAME=VALUE");
  EXPECT_EQ(problem({"-U", "N=4", "m"}), "--undefine: 'N=4' must be just a name");
}

template <class Enum>
void expect_names(const char* option, Enum Options::*member, const std::vector<std::string>& names) {
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(parsed({option, names[i], "m"}).*member, static_cast<Enum>(i)) << option << ' ' << names[i];
  }
  for (const OptionRow& row : full_table().options) {
    if (long_name(row) == option) {
      EXPECT_EQ(row.choices.size(), names.size()) << option;
    }
  }
}

TEST(Options, ChoicesAreInTheOrderOfTheirEnumerations) {
  expect_names("--strategy", &Options::strategy,
               {"auto", "none", "canonical", "exact-markers", "marker-swaps", "approx-markers", "segmented", "sorted",
                "sorted-main", "flattened", "flooding", "enumerate", "normalize"});
  expect_names("--store", &Options::store, {"exact", "tree", "hash", "bitstate"});
  expect_names("--order", &Options::order, {"bfs", "dfs"});
  expect_names("--execution", &Options::execution, {"auto", "jit", "interp", "both"});
  expect_names("--optimise", &Options::optimise, {"spin", "none", "full"});
  expect_names("--lang", &Options::language, {"auto", "px", "promela", "b", "promela-lite", "mcrl2"});
  expect_names("--progress", &Options::progress, {"auto", "tty", "plain", "json", "none"});
  expect_names("--color", &Options::color, {"auto", "always", "never"});
  expect_names("--trace", &Options::trace, {"auto", "on", "off"});
  expect_names("--trace-format", &Options::trace_format, {"diff", "full", "columns"});
  EXPECT_EQ(parsed({"--dump", "ast", "--dump", "ir", "--dump", "layout", "--dump", "types", "--dump", "automata",
                    "--dump", "llvm", "--dump", "asm", "m"})
                .dumps,
            (std::vector<DumpStage>{DumpStage::Ast, DumpStage::Ir, DumpStage::Layout, DumpStage::Types,
                                    DumpStage::Automata, DumpStage::Llvm, DumpStage::Asm}));
  EXPECT_EQ(parsed({"--dump", "text", "--dump", "tokens", "--dump", "model", "--dump", "statements", "--dump",
                    "optimised", "m"})
                .dumps,
            (std::vector<DumpStage>{DumpStage::Text, DumpStage::Tokens, DumpStage::Model, DumpStage::Statements,
                                    DumpStage::Optimised}));
}

TEST(Options, MisspeltOptionsAndValues) {
  EXPECT_EQ(problem({"--thread", "4", "m"}), "unknown option '--thread'; did you mean '--threads'?");
  EXPECT_EQ(problem({"--progess=none", "m"}), "unknown option '--progess'; did you mean '--progress'?");
  EXPECT_EQ(problem({"-threads", "4", "m"}), "unknown option '-threads'; did you mean '--threads'?");
  EXPECT_EQ(problem({"--no-deadlock", "m"}), "unknown option '--no-deadlock'; did you mean '--no-deadlock-check'?");
  EXPECT_EQ(problem({"--banana", "m"}), "unknown option '--banana'");
  EXPECT_EQ(problem({"-z", "m"}), "unknown option '-z'");
  EXPECT_EQ(problem({"--order", "bsf", "m"}), "--order: 'bsf' is unknown; did you mean 'bfs'? Known: bfs, dfs");
  EXPECT_EQ(problem({"--order", "random", "m"}), "--order: 'random' is unknown; known: bfs, dfs");
  EXPECT_EQ(problem({"--max-states", "1e6", "m"}), "--max-states: '1e6' is not a number such as 250 or 10M");
}

TEST(Options, MissingValues) {
  EXPECT_EQ(problem({"m", "--threads"}), "--threads needs a value: N");
  EXPECT_EQ(problem({"m", "-t"}), "--threads needs a value: N");
  EXPECT_EQ(problem({"--threads=", "4", "m"}), "--threads has an empty value");
  EXPECT_EQ(problem({"--report", "", "m"}), "--report: '' is empty");
  EXPECT_EQ(problem({"--threads", "--quiet", "m"}), "--threads: '--quiet' is not a number such as 250 or 10M");
}

TEST(Options, OptionsOfOtherCommands) {
  EXPECT_EQ(problem({"symmetry", "--threads", "4", "m"}),
            "--threads is not an option of 'pexplore symmetry'; it belongs to: check, simulate, swarm, study, resume");
  EXPECT_EQ(parsed({"graph", "--strategy", "none", "m"}).strategy, symmetry::StrategyId::None);
}

TEST(Options, WhatIsNotAvailableIsRefused) {
  std::vector<OptionRow> rows(full_table().options.begin(), full_table().options.end());
  const std::vector<Choice> orders = {{"bfs", "", true}, {"dfs", "", false}};
  for (OptionRow& row : rows) {
    if (row.name == "pin") row.available = false;
    if (row.name == "order") {
      row.choices = orders;
      row.default_value = "bfs";
    }
  }
  std::vector<CommandRow> commands = {{Command::Check, "check", "MODEL", "", true},
                                      {Command::Replay, "replay", "TRACE MODEL", "", false}};
  const OptionTable table{commands, full_table().groups, rows, full_table().examples};
  EXPECT_EQ(problem({"--pin", "m"}, table), "--pin is not available in this version of pexplore");
  EXPECT_EQ(problem({"--order", "dfs", "m"}, table), "--order: 'dfs' is not available in this version; available: bfs");
  EXPECT_EQ(parse_command_line(std::vector<std::string>{"replay"}, table)->model, "replay");
}

TEST(Options, ShownForTheReport) {
  const Options options = parsed({"-DN=3", "--time", "1.5s", "--no-deadlock-check", "--store", "tree", "-t4", "m"});
  const auto shown = [&](std::string_view name) {
    for (const OptionRow& row : full_table().options) {
      if (row.name == name) return row.show(options, row);
    }
    return ShownValue();
  };
  EXPECT_EQ(shown("define"), ShownValue(std::vector<std::string>{"N=3"}));
  EXPECT_EQ(shown("time"), ShownValue(1.5));
  EXPECT_EQ(shown("no-deadlock-check"), ShownValue(true));
  EXPECT_EQ(shown("no-invariant-check"), ShownValue(false));
  EXPECT_EQ(shown("store"), ShownValue(std::string("tree")));
  EXPECT_EQ(shown("threads"), ShownValue(uint64_t{4}));
  EXPECT_EQ(shown("memory"), ShownValue(std::monostate()));
}

}  // namespace
}  // namespace px::cli
