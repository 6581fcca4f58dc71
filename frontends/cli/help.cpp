#include "frontends/cli/help.h"

#include <algorithm>
#include <fmt/format.h>

namespace px::cli {
namespace {

constexpr std::string_view kPurpose =
    "Visits every reachable state of a concurrent model, using all cores, and checks assertions, invariants and the "
    "absence of deadlocks.";
constexpr size_t kNameColumn = 2;
constexpr size_t kTextColumn = 30;

// Writes rows of a name with a wrapped text beside it.
class HelpWriter {
 public:
  HelpWriter(size_t width, bool color) : width_(std::max<size_t>(width, kTextColumn + 30)), color_(color) {}

  void heading(std::string_view title) { text_ += fmt::format("\n{}\n", emphasised(fmt::format("{}:", title))); }

  void paragraph(std::string_view text) {
    for (const std::string& line : wrap(text, width_ - kNameColumn)) text_ += fmt::format("  {}\n", line);
  }

  // A name too long for its column gets its own line.
  void row(std::string_view name, std::string_view text, size_t name_column = kNameColumn) {
    std::string line(name_column, ' ');
    size_t column = name_column + name.size();
    line += name_column == kNameColumn ? emphasised(name) : std::string(name);
    if (column + 2 > kTextColumn) {
      text_ += line + '\n';
      line.clear();
      column = 0;
    }
    for (const std::string& part : wrap(text, width_ - kTextColumn)) {
      text_ += line + std::string(kTextColumn - column, ' ') + part + '\n';
      line.clear();
      column = 0;
    }
    if (text.empty()) text_ += line + '\n';
  }

  void line(std::string_view text) { text_ += fmt::format("{}\n", text); }
  std::string emphasised(std::string_view text) const {
    return color_ ? fmt::format("\033[1m{}\033[0m", text) : std::string(text);
  }
  std::string take() { return std::move(text_); }

 private:
  size_t width_;
  bool color_;
  std::string text_;
};

std::string option_names(const OptionRow& row) {
  std::string names = row.letter != 0 ? fmt::format("-{}, ", row.letter) : "    ";
  names += long_name(row);
  if (!row.placeholder.empty()) names += fmt::format(" {}", row.placeholder);
  return names;
}

std::string option_help(const OptionRow& row) {
  std::string text(row.help);
  if (!row.default_note.empty()) return fmt::format("{} (default: {})", text, row.default_note);
  if (!row.default_value.empty()) return fmt::format("{} (default: {})", text, row.default_value);
  return text;
}

void write_options(HelpWriter& writer, const OptionTable& table, const GroupRow& group, Command command) {
  const std::vector<const OptionRow*> rows = available_options(table, group.group, command);
  if (rows.empty()) return;
  writer.heading(group.title);
  if (!group.introduction.empty()) writer.paragraph(group.introduction);
  for (const OptionRow* row : rows) {
    const bool choices_explained =
        std::any_of(row->choices.begin(), row->choices.end(), [](const Choice& c) { return !c.help.empty(); });
    std::string text = option_help(*row);
    if (!row->choices.empty() && !choices_explained) text += fmt::format(" ({})", choice_list(*row, ", "));
    writer.row(option_names(*row), text);
    if (!choices_explained) continue;
    for (const Choice& choice : row->choices) {
      if (choice.available) writer.row(choice.name, choice.help, 10);
    }
  }
}

}  // namespace

std::vector<std::string> wrap(std::string_view text, size_t width) {
  std::vector<std::string> lines;
  std::string line;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!line.empty() && line.size() + 1 + word.size() > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

namespace {

void write_overview(HelpWriter& writer, const OptionTable& table, size_t width) {
  const std::vector<const CommandRow*> commands = available_commands(table);
  writer.line(fmt::format("{} pexplore [check] [options] MODEL", writer.emphasised("Usage:")));
  writer.line("");
  for (const std::string& line : wrap(kPurpose, width)) writer.line(line);
  if (commands.size() < 2) return;
  writer.heading("Commands");
  writer.paragraph(
      "Without a command, the model is checked. 'pexplore COMMAND --help' explains the options of a command.");
  for (const CommandRow* command : commands) {
    writer.row(fmt::format("{} {}", command->name, command->arguments), command->help);
  }
}

// The short description of a command as a full sentence.
std::string sentence(std::string_view text) {
  std::string result = fmt::format("{}.", text);
  if (result[0] >= 'a' && result[0] <= 'z') result[0] = static_cast<char>(result[0] - 'a' + 'A');
  return result;
}

}  // namespace

std::string help_text(const OptionTable& table, Command command, size_t width, bool color) {
  HelpWriter writer(width, color);
  if (command == Command::Check) {
    write_overview(writer, table, width);
  } else {
    const CommandRow& row = command_row(table, command);
    writer.line(fmt::format("{} pexplore {} [options]{}{}", writer.emphasised("Usage:"), row.name,
                            row.arguments.empty() ? "" : " ", row.arguments));
    writer.line("");
    for (const std::string& line : wrap(sentence(row.help), width)) writer.line(line);
  }
  if (command == Command::Check) {
    writer.heading("Examples");
    for (const ExampleRow* example : available_examples(table)) {
      writer.line(fmt::format("  {}", writer.emphasised(fmt::format("pexplore {}", example->arguments))));
      writer.line(fmt::format("      {}", example->help));
    }
  }
  for (const GroupRow& group : table.groups) write_options(writer, table, group, command);
  writer.heading("Exit codes");
  writer.paragraph(
      "0 holds, 3 no error found (but some may be missed), 10 assumption violated, 11 deadlock, 12 invariant or safety "
      "violated, 13 liveness violated, 14 assertion violated, 20 incomplete, 21 interrupted, 1 unexpected result in a "
      "suite, "
      "2 "
      "usage error, 65 error in the model, 70 defect in pexplore");
  return writer.take();
}

}  // namespace px::cli
