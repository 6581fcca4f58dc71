// The command line, split into words by CLI11 and interpreted by means of the option table.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <sstream>

#include "frontends/cli/borrowed_words.h"
#include "frontends/cli/option_rules.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/suggest.h"

namespace px::cli {
namespace {

Failure usage_error(std::string message, std::string hint = "pexplore --help explains all options") {
  return Failure(DiagnosticKind::UsageError, std::move(message), std::move(hint));
}

// One use of an option on the command line.
struct Use {
  const OptionRow* row;
  std::string text;
};

struct Words {
  std::vector<Use> uses;  // in the order given: the last of several contradicting options counts
  std::vector<std::string> positional;
  std::string unknown;      // the first word that looks like an option but is not
  std::string lacks_value;  // CLI11's message about an option without its value
};

// CLI11's part: separates options, their values, and positional arguments.
Words take_apart(std::span<const std::string> arguments, const OptionTable& table) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  Words words;
  std::map<const CLI::Option*, const OptionRow*> row_of;
  for (const OptionRow& row : table.options) {
    std::string names = long_name(row);
    if (row.letter != 0) names += fmt::format(",-{}", row.letter);
    CLI::Option* option = nullptr;
    if (row.kind == ValueKind::Switch) {
      option = app.add_flag(names)->disable_flag_override();
    } else {
      option = app.add_option(names, [](const CLI::results_t&) { return true; })->type_size(1)->expected(1);
    }
    option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    row_of[option] = &row;
  }
  app.add_option("MODEL", words.positional);
  try {
    const std::vector<std::string> ours = from_borrowed_words(arguments);
    std::vector<std::string> reversed(ours.rbegin(), ours.rend());
    app.parse(reversed);
  } catch (const CLI::ParseError& error) {
    words.lacks_value = error.what();
    return words;
  }
  for (const std::string& word : app.remaining()) {
    if (word != "--" && words.unknown.empty()) words.unknown = word;
  }
  std::map<const CLI::Option*, size_t> taken;
  for (const CLI::Option* option : app.parse_order()) {
    const auto found = row_of.find(option);
    if (found != row_of.end()) words.uses.push_back({found->second, option->results()[taken[option]++]});
  }
  return words;
}

std::string shown_option(std::string_view word) {
  return std::string(word.substr(0, word.find('=')));
}

Failure unknown_option(std::string_view word, const OptionTable& table) {
  const std::string typed = shown_option(word);
  std::vector<std::string> names;
  for (const OptionRow* row : available_options(table)) names.push_back(long_name(*row));
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  // "-threads": one dash too few.
  const std::string_view meant = nearest(typed.starts_with("--") ? typed : "-" + typed, candidates);
  if (meant.empty() || typed.size() < 3) return usage_error(fmt::format("unknown option '{}'", typed));
  return usage_error(fmt::format("unknown option '{}'; did you mean '{}'?", typed, meant));
}

// CLI11 cannot name the option without a value in words that a user would expect: it is the last word.
Failure missing_value(std::span<const std::string> arguments, const OptionTable& table, const std::string& otherwise) {
  const std::string last = arguments.empty() ? "" : arguments.back();
  for (const OptionRow& row : table.options) {
    const bool by_letter = row.letter != 0 && last == fmt::format("-{}", row.letter);
    if (row.kind == ValueKind::Switch) {
      const std::string prefix = long_name(row) + "=";
      const auto has_value = [&](const std::string& word) { return word.starts_with(prefix); };
      if (std::any_of(arguments.begin(), arguments.end(), has_value)) {
        return usage_error(fmt::format("{} takes no value", long_name(row)));
      }
    } else if (last == long_name(row) || by_letter) {
      return usage_error(fmt::format("{} needs a value: {}", long_name(row), row.placeholder), std::string(row.help));
    }
  }
  return usage_error(otherwise);
}

// With "--threads=", CLI11 would take the next word as the value.
std::optional<Failure> empty_value(std::span<const std::string> arguments) {
  for (const std::string& word : arguments) {
    if (word == "--") break;
    if (word.starts_with("--") && word.ends_with('=') && word.find('=') == word.size() - 1) {
      return usage_error(fmt::format("{} has an empty value", shown_option(word)));
    }
  }
  return std::nullopt;
}

std::string unavailable(const OptionRow& row) {
  return fmt::format("{} is not available in this version of pexplore", long_name(row));
}

// The command named by the first word; if it names none, the command is check.
Command command_of(const std::vector<std::string>& positional, const OptionTable& table) {
  for (const CommandRow* row : available_commands(table)) {
    if (!positional.empty() && positional.front() == row->name) return row->command;
  }
  return Command::Check;
}

// Whether each run of a study receives this option unchanged.
bool passed_on(const OptionRow& row) {
  switch (row.group) {
    case OptionGroup::Model:
    case OptionGroup::Checks:
    case OptionGroup::Search:
    case OptionGroup::Symmetry:
    case OptionGroup::Limits: return row.append == nullptr;
    default: return false;
  }
}

// Applies the options in the order given; stops at the first problem.
Result<Options> apply_uses(const std::vector<Use>& uses, Command command, const OptionTable& table) {
  Options options = default_options(table);
  options.command = command;
  for (const Use& use : uses) {
    if (!use.row->available) return usage_error(unavailable(*use.row));
    const bool is_list = command == Command::Study && use.row->append != nullptr;
    for (const std::string& text : is_list ? split_list(use.text) : std::vector{use.text}) {
      const Parsed<OptionValue> value = parse_value(*use.row, text);
      if (!value.ok()) {
        // "-threads" reads as -t with the value "hreads".
        const std::string word = use.row->letter != 0 ? use.row->letter + text : "";
        for (const OptionRow* row : available_options(table)) {
          if (row->name == shown_option(word)) return unknown_option("-" + word, table);
        }
        return usage_error(fmt::format("{}: '{}' {}", long_name(*use.row), text, value.problem));
      }
      (is_list ? use.row->append : use.row->apply)(options, value.value);
    }
    const bool studied = command == Command::Study && passed_on(*use.row);
    if (studied || command == Command::Resume || command == Command::Lsp) {
      const std::string value = use.row->kind == ValueKind::Switch ? "" : "=" + use.text;
      options.passed_on.push_back(long_name(*use.row) + value);
    }
  }
  return options;
}

// Splits "TRACE MODEL" into words.
std::vector<std::string> argument_names(const CommandRow& command) {
  std::istringstream text{std::string(command.arguments)};
  return {std::istream_iterator<std::string>(text), {}};
}

Failure missing_argument(const CommandRow& command, const std::string& name) {
  const std::string what = name == "MODEL" ? "no model given" : name == "DIR" ? "no folder given" : "no trace given";
  if (command.command == Command::Check) {
    return usage_error(what, "pexplore MODEL checks a model; pexplore --help explains all options");
  }
  return usage_error(what, fmt::format("pexplore {} {}: {}; pexplore {} --help explains all options", command.name,
                                       command.arguments, command.help, command.name));
}

// An excess word is often a misspelled command.
Failure too_many_words(const std::vector<std::string>& words, size_t most, const OptionTable& table) {
  std::vector<std::string_view> commands;
  for (const CommandRow& row : table.commands) commands.push_back(row.name);
  const std::string message =
      fmt::format("expected one model, but '{}' and '{}' were given", words[most - 1], words[most]);
  const std::string_view meant = nearest(words.front(), commands);
  if (meant.empty()) return usage_error(message);
  return usage_error(message, fmt::format("'{}' is not a command; did you mean '{}'?", words.front(), meant));
}

Result<Options> apply_positional(Options options, std::vector<std::string> words, const OptionTable& table) {
  const CommandRow& command = command_row(table, options.command);
  if (!words.empty() && words.front() == command.name) words.erase(words.begin());
  if (options.action != Action::Run) return options;
  const std::vector<std::string> names = argument_names(command);
  if (names.empty()) {
    if (words.empty()) return options;
    return usage_error(fmt::format("'pexplore {}' takes no model, but '{}' was given", command.name, words.front()),
                       "the editor says which files are open");
  }
  if (!options.suite.empty()) {
    if (words.empty()) return options;
    return usage_error(fmt::format("--suite lists its models, but '{}' was also given", words.front()));
  }
  if (words.size() < names.size()) return missing_argument(command, names[words.size()]);
  if (words.size() > names.size()) {
    return too_many_words(words, names.size(), table);
  }
  if (names.size() > 1) options.trace_input = words.front();
  options.model = words.back();
  if (options.model.empty())
    return usage_error(fmt::format("the name of the {} is empty", names.back() == "DIR" ? "folder" : "model"));
  return options;
}

// Accepts "help graph" and "version", which other programs have.
std::vector<std::string> with_action(std::span<const std::string> arguments) {
  std::vector<std::string> words(arguments.begin(), arguments.end());
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  } else if (words.size() == 1 && words.front() == "version") {
    words.front() = "--version";
  }
  return words;
}

// Without --format, the file name determines the format; Graphviz draws pictures.
std::optional<Failure> fit_format(Options& options, bool format_given) {
  static const std::map<std::string, GraphFormat> kFormats = {{".dot", GraphFormat::Dot},
                                                              {".gv", GraphFormat::Dot},
                                                              {".aut", GraphFormat::Aut},
                                                              {".json", GraphFormat::Json},
                                                              {".html", GraphFormat::Html}};
  const std::string ending = std::filesystem::path(options.output).extension();
  if (const auto named = kFormats.find(ending); named != kFormats.end()) {
    if (!format_given) options.graph_format = named->second;
    if (options.graph_format == named->second) return std::nullopt;
    return usage_error(fmt::format("--output {}: --format writes a different kind of file", options.output),
                       "leave out --format, or change the file name extension");
  }
  for (const std::string_view picture : {".svg", ".png", ".pdf", ".ps", ".jpg", ".gif"}) {
    if (ending != picture) continue;
    return usage_error(fmt::format("--output {}: use Graphviz to draw pictures", options.output),
                       fmt::format("pexplore graph MODEL | dot -T{} -o {}; --format html writes an interactive page",
                                   picture.substr(1), options.output));
  }
  return std::nullopt;
}

Result<Options> parse_words(std::span<const std::string> arguments, const OptionTable& table) {
  if (std::optional<Failure> failure = empty_value(arguments)) return std::move(*failure);
  if (std::optional<Failure> failure = find_foreign_word(arguments)) return std::move(*failure);
  Words words = take_apart(arguments, table);
  if (!words.lacks_value.empty()) return missing_value(arguments, table, words.lacks_value);
  if (!words.unknown.empty()) return unknown_option(words.unknown, table);
  Result<Options> applied = apply_uses(words.uses, command_of(words.positional, table), table);
  if (!applied.ok()) return applied;
  Result<Options> complete = apply_positional(std::move(*applied), std::move(words.positional), table);
  if (!complete.ok() || complete->action != Action::Run) return complete;
  for (const Use& use : words.uses) {
    // For resume, accept the options of check too: checkpoint_command.cpp compares them with the saved ones.
    const bool of_the_check =
        complete->command == Command::Resume && use.row->show != nullptr && (use.row->commands & only(Command::Check));
    if ((use.row->commands & only(complete->command)) == 0 && !of_the_check) {
      const CommandRow& command = command_row(table, complete->command);
      return usage_error(fmt::format("{} is not an option of 'pexplore {}'; it belongs to: {}", long_name(*use.row),
                                     command.name, command_list(table, *use.row)));
    }
  }
  std::vector<std::string_view> given;
  for (const Use& use : words.uses) given.push_back(use.row->name);
  if (complete->command == Command::Graph) {
    const bool format_given = std::ranges::find(given, "format") != given.end();
    if (std::optional<Failure> failure = fit_format(*complete, format_given)) return std::move(*failure);
  }
  if (std::optional<Failure> failure = find_contradiction(*complete, given)) return std::move(*failure);
  complete->arguments.assign(arguments.begin(), arguments.end());
  return complete;
}

}  // namespace

Options default_options(const OptionTable& table) {
  Options options;
  for (const OptionRow& row : table.options) {
    if (row.default_value.empty()) continue;
    const Parsed<OptionValue> value = parse_value(row, row.default_value);
    PX_CHECK(value.ok());  // the default of a row must be one of its available values
    row.apply(options, value.value);
  }
  return options;
}

Result<Options> parse_command_line(std::span<const std::string> arguments, const OptionTable& table) {
  const std::vector<std::string> words = with_action(arguments);
  return parse_words(words, table);
}

}  // namespace px::cli
