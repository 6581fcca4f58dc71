#include <fmt/format.h>

#include "frontends/cli/help.h"

namespace px::cli {
namespace {

// In roff, a backslash starts an escape, a hyphen may turn into a typographic one, and a dot or quote at the start of a
// line is a request.
std::string roff(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\'') {
      result += "\\(aq";
    } else {
      result += c;
    }
  }
  return result.starts_with('.') ? "\\&" + result : result;
}

std::string option_entry(const OptionTable& table, const OptionRow& row) {
  std::string entry = ".TP\n";
  if (row.letter != 0) entry += fmt::format("\\fB\\-{}\\fR, ", row.letter);
  entry += fmt::format("\\fB{}\\fR", roff(long_name(row)));
  if (!row.placeholder.empty()) entry += fmt::format(" \\fI{}\\fR", roff(row.placeholder));
  entry += fmt::format("\n{}.\n", roff(row.help));
  const std::string commands = command_list(table, row);
  if (!commands.empty() && commands != "check") entry += fmt::format("Of: {}.\n", roff(commands));
  if (!row.default_note.empty()) entry += fmt::format("Default: {}.\n", roff(row.default_note));
  if (row.default_note.empty() && !row.default_value.empty()) {
    entry += fmt::format("Default: {}.\n", roff(row.default_value));
  }
  if (row.choices.empty()) return entry;
  entry += ".RS\n";
  for (const Choice& choice : row.choices) {
    if (!choice.available) continue;
    entry += fmt::format(".TP\n\\fB{}\\fR\n{}\n", roff(choice.name), choice.help.empty() ? "\\&" : roff(choice.help));
  }
  return entry + ".RE\n";
}

constexpr std::string_view kFiles =
    ".SH FILES\n.TP\n\\fIMODEL\\fR\nThe file name extension determines the language: .pml, .prom, .promela, .spin, .p, "
    ".pr, .prm, .pm (Promela), .mch, .ref, .imp (B), .mcrl2, .px, .pml\\-lite; for other names, the text or "
    "\\fB\\-\\-lang\\fR does. A single hyphen is standard input.\n.TP\n\\fISUITE\\fR.toml\nA list of checks; "
    "\\fISUITE\\fR\\-results holds the results and a journal from which an interrupted suite "
    "continues.\n.TP\n\\fIMODEL\\fR.trail\nAn error trail as written by SPIN.\n";

constexpr std::string_view kBugs =
    ".SH BUGS\nExit code 70 is always a defect of pexplore. Report it to where you got pexplore from, with the output "
    "of\n"
    "\\fBpexplore \\-\\-version \\-\\-verbose\\fR, the command line and the model. Known limits are listed in the file "
    "warts.md of the documentation.\n"
    ".SH SEE ALSO\n\\fBspin\\fR(1), \\fBdot\\fR(1)\n";

constexpr std::string_view kExitStatus =
    ".SH EXIT STATUS\n.TP\n0\nThe verdict is holds: the whole state space was explored and no error was "
    "found.\n.TP\n1\nA suite: a check gave an unexpected result.\n.TP\n3\nNo error was found, but the strategy or the "
    "store may have missed some states.\n.TP\n10, 11, 12, 13, 14\nViolated: an assumption, a deadlock, an invariant or "
    "safety property, a liveness property, an assertion.\n.TP\n20\nIncomplete: a limit on time, memory, states or "
    "depth was reached, or the model contains something that cannot be checked yet.\n.TP\n21\nInterrupted.\n.TP\n2, "
    "65, 70\nA usage error; an error in the model; a defect in pexplore.\n";

}  // namespace

std::string manual_page(const OptionTable& table, std::string_view version) {
  std::string page = fmt::format(".TH PEXPLORE 1 \"\" \"pexplore {}\" \"User Commands\"\n", roff(version));
  page += ".SH NAME\npexplore \\- parallel explicit-state model checker with symmetry reduction\n";
  page += ".SH SYNOPSIS\n";
  for (const CommandRow* command : available_commands(table)) {
    const std::string name =
        command->command == Command::Check ? "[\\fBcheck\\fR]" : fmt::format("\\fB{}\\fR", command->name);
    page += fmt::format("\\fBpexplore\\fR {} [\\fIoptions\\fR] \\fI{}\\fR\n.br\n", name, roff(command->arguments));
  }
  page +=
      ".SH DESCRIPTION\npexplore visits every reachable state of a concurrent model and checks assertions, invariants "
      "and the\nabsence of deadlocks. States that differ only in the names of interchangeable processes,\nchannels or "
      "values can be stored once. The last line of the output is the verdict.\n";
  page += ".SH OPTIONS\n";
  for (const GroupRow& group : table.groups) {
    const std::vector<const OptionRow*> rows = available_options(table, group.group);
    if (rows.empty()) continue;
    page += fmt::format(".SS {}\n", roff(group.title));
    if (!group.introduction.empty()) page += fmt::format("{}\n", roff(group.introduction));
    for (const OptionRow* row : rows) page += option_entry(table, *row);
  }
  page += kExitStatus;
  page += kFiles;
  page +=
      ".SH ENVIRONMENT\n.TP\nNO_COLOR\nIf set and not empty, output is not coloured unless \\-\\-color requests it.\n";
  page += ".SH EXAMPLES\n";
  for (const ExampleRow* example : available_examples(table)) {
    page += fmt::format(".TP\n\\fBpexplore {}\\fR\n{}.\n", roff(example->arguments), roff(example->help));
  }
  page += kBugs;
  return page;
}

}  // namespace px::cli
