// Queries on an option table; the table itself is in option_table.cpp.
#include <algorithm>
#include <fmt/format.h>
#include <sstream>

#include "engine/base/check.h"
#include "frontends/cli/option_table.h"
#include "frontends/cli/suggest.h"

namespace px::cli {
namespace {

Parsed<OptionValue> check_range(const OptionRow& row, uint64_t number, OptionValue value) {
  const auto show = [&row](uint64_t bound) {
    if (row.kind == ValueKind::Bytes) return format_bytes(bound);
    if (row.kind == ValueKind::Duration) return fmt::format("{} ms", bound);
    return std::to_string(bound);
  };
  if (number < row.least) return {{}, fmt::format("is too small; the minimum is {}", show(row.least))};
  if (number > row.most) return {{}, fmt::format("is too large; the maximum is {}", show(row.most))};
  return {std::move(value), {}};
}

Parsed<OptionValue> parse_choice(const OptionRow& row, std::string_view text) {
  std::vector<std::string_view> names;
  for (const Choice& choice : row.choices) {
    if (choice.available) names.push_back(choice.name);
  }
  for (size_t i = 0; i < row.choices.size(); ++i) {
    if (row.choices[i].name != text && (text.empty() || row.choices[i].alias != text)) continue;
    if (row.choices[i].available) return {OptionValue{.choice = i}, {}};
    return {{}, fmt::format("is not available in this version; available: {}", choice_list(row, ", "))};
  }
  const std::string_view meant = nearest(text, names);
  if (!meant.empty()) {
    return {{}, fmt::format("is unknown; did you mean '{}'? Known: {}", meant, choice_list(row, ", "))};
  }
  return {{}, fmt::format("is unknown; known: {}", choice_list(row, ", "))};
}

Parsed<OptionValue> parse_definition_value(std::string_view text, bool undefine) {
  Parsed<Definition> parsed = parse_definition(text);
  if (!parsed.ok()) return {{}, parsed.problem};
  if (undefine && text.find('=') != std::string_view::npos) return {{}, "must be just a name"};
  if (undefine) parsed.value.value.clear();
  parsed.value.undefine = undefine;
  return {OptionValue{.definition = std::move(parsed.value)}, {}};
}

// More values than this are taken for a typing error.
constexpr uint64_t kMaxSweepValues = 1000;

// NAME=3..9 or NAME=2,4,8.
Parsed<OptionValue> parse_sweep_value(std::string_view text) {
  const Parsed<Definition> parsed = parse_definition(text);
  if (!parsed.ok()) return {{}, parsed.problem};
  if (text.find('=') == std::string_view::npos) return {{}, "has no values; give them as N=3..9 or N=2,4,8"};
  OptionValue value{.sweep = {parsed.value.name, {}}};
  const std::string_view values = parsed.value.value;
  const size_t dots = values.find("..");
  if (dots == std::string_view::npos) {
    value.sweep.values = split_list(values);
    if (std::ranges::find(value.sweep.values, "") != value.sweep.values.end()) return {{}, "has an empty value"};
    return {std::move(value), {}};
  }
  const Parsed<uint64_t> first = parse_count(values.substr(0, dots));
  const Parsed<uint64_t> last = parse_count(values.substr(dots + 2));
  if (!first.ok() || !last.ok()) return {{}, "is not a range of numbers such as N=3..9"};
  if (last.value < first.value) return {{}, "is an empty range"};
  if (last.value - first.value >= kMaxSweepValues) {
    return {{}, fmt::format("has more than {} values", kMaxSweepValues)};
  }
  for (uint64_t number = first.value; number <= last.value; ++number) {
    value.sweep.values.push_back(std::to_string(number));
  }
  return {std::move(value), {}};
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  while (true) {
    const size_t comma = std::min(text.find(','), text.size());
    items.emplace_back(text.substr(0, comma));
    if (comma == text.size()) return items;
    text.remove_prefix(comma + 1);
  }
}

std::string long_name(const OptionRow& row) {
  return fmt::format("--{}", row.name);
}

std::string choice_list(const OptionRow& row, std::string_view separator) {
  std::string list;
  for (const Choice& choice : row.choices) {
    if (!choice.available) continue;
    if (!list.empty()) list += separator;
    list += choice.name;
  }
  return list;
}

std::vector<const OptionRow*> available_options(const OptionTable& table) {
  std::vector<const OptionRow*> rows;
  for (const OptionRow& row : table.options) {
    if (row.available) rows.push_back(&row);
  }
  return rows;
}

std::vector<const OptionRow*> available_options(const OptionTable& table, OptionGroup group) {
  std::vector<const OptionRow*> rows = available_options(table);
  std::erase_if(rows, [group](const OptionRow* row) { return row->group != group; });
  return rows;
}

std::vector<const OptionRow*> available_options(const OptionTable& table, OptionGroup group, Command command) {
  std::vector<const OptionRow*> rows = available_options(table, group);
  std::erase_if(rows, [command](const OptionRow* row) { return (row->commands & only(command)) == 0; });
  return rows;
}

std::string command_list(const OptionTable& table, const OptionRow& row) {
  std::string list;
  bool all = true;
  for (const CommandRow* command : available_commands(table)) {
    const bool belongs = (row.commands & only(command->command)) != 0;
    if (belongs) list += fmt::format("{}{}", list.empty() ? "" : ", ", command->name);
    all = all && belongs;
  }
  return all ? "" : list;
}

const CommandRow& command_row(const OptionTable& table, Command command) {
  for (const CommandRow& row : table.commands) {
    if (row.command == command) return row;
  }
  PX_UNREACHABLE("command without a row");
}

std::vector<const CommandRow*> available_commands(const OptionTable& table) {
  std::vector<const CommandRow*> rows;
  for (const CommandRow& row : table.commands) {
    if (row.available) rows.push_back(&row);
  }
  return rows;
}

std::vector<const ExampleRow*> available_examples(const OptionTable& table) {
  std::vector<const ExampleRow*> rows;
  for (const ExampleRow& example : table.examples) {
    std::istringstream text(fmt::format("{} {}", example.needs, example.arguments));
    const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
    if (parse_command_line(words, table).ok()) rows.push_back(&example);
  }
  return rows;
}

Parsed<OptionValue> parse_value(const OptionRow& row, std::string_view text) {
  switch (row.kind) {
    case ValueKind::Switch: return {{}, {}};
    case ValueKind::Count:
    case ValueKind::Bytes: {
      const Parsed<uint64_t> number = row.kind == ValueKind::Count ? parse_count(text) : parse_bytes(text);
      if (!number.ok()) return {{}, number.problem};
      return check_range(row, number.value, OptionValue{.number = number.value});
    }
    case ValueKind::Duration: {
      const Parsed<std::chrono::milliseconds> time = parse_duration(text);
      if (!time.ok()) return {{}, time.problem};
      return check_range(row, static_cast<uint64_t>(time.value.count()), OptionValue{.duration = time.value});
    }
    case ValueKind::Text:
    case ValueKind::File:
    case ValueKind::Directory:
      if (text.empty()) return {{}, "is empty"};
      return {OptionValue{.text = std::string(text)}, {}};
    case ValueKind::Define: return parse_definition_value(text, false);
    case ValueKind::Undefine: return parse_definition_value(text, true);
    case ValueKind::Choice: return parse_choice(row, text);
    case ValueKind::Sweep: return parse_sweep_value(text);
  }
  PX_UNREACHABLE("kind of value");
}

std::string_view strategy_name(symmetry::StrategyId strategy) {
  return symmetry::kStrategies[static_cast<size_t>(strategy)].name;
}

}  // namespace px::cli
