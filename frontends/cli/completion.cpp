#include <algorithm>
#include <fmt/format.h>

#include "frontends/cli/help.h"

namespace px::cli {
namespace {

bool takes_path(const OptionRow& row) {
  return row.kind == ValueKind::File || row.kind == ValueKind::Directory;
}

// Quotes text for a shell, inside single quotes.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + result + "'";
}

std::string option_pattern(const OptionRow& row) {
  return row.letter != 0 ? fmt::format("{}|-{}", long_name(row), row.letter) : long_name(row);
}

// A study accepts several choices, separated by commas: complete the last of them.
bool may_list(const OptionRow& row) {
  return row.append != nullptr && !row.choices.empty();
}

// The long names of a command's options, separated by blanks.
std::string names_of(const OptionTable& table, Command command) {
  std::string names;
  for (const OptionRow* row : available_options(table)) {
    if ((row->commands & only(command)) != 0) names += (names.empty() ? "" : " ") + long_name(*row);
  }
  return names;
}

// Lines of a bash `case` on the command: the options to offer.
std::string bash_names(const OptionTable& table) {
  std::string lines;
  for (const CommandRow* row : available_commands(table)) {
    if (row->command == Command::Check) continue;
    lines += fmt::format("    {}) names='{}' ;;\n", row->name, names_of(table, row->command));
  }
  return lines + fmt::format("    *) names='{}' ;;\n", names_of(table, Command::Check));
}

std::string bash_script(const OptionTable& table) {
  std::string cases;
  for (const OptionRow* row : available_options(table)) {
    if (row->kind == ValueKind::Switch) continue;
    if (may_list(*row)) {
      cases += fmt::format(
          "    {}) COMPREPLY=($(compgen -P \"$listed\" -W '{}' -- \"${{current#\"$listed\"}}\")); return ;;\n",
          option_pattern(*row), choice_list(*row, " "));
    } else if (!row->choices.empty()) {
      cases += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$current\")); return ;;\n", option_pattern(*row),
                           choice_list(*row, " "));
    } else if (takes_path(*row)) {
      cases += fmt::format("    {}) _pexplore_files -{}; return ;;\n", option_pattern(*row),
                           row->kind == ValueKind::Directory ? 'd' : 'f');
    } else {
      cases += fmt::format("    {}) COMPREPLY=(); return ;;\n", option_pattern(*row));
    }
  }
  std::string commands;
  for (const CommandRow* row : available_commands(table)) commands += fmt::format(" {}", row->name);
  return fmt::format(
      "# bash completion for pexplore; load with: source <(pexplore --completion bash)\n"
      "# -f or -d; a name with blanks is one word, and bash quotes it\n"
      "_pexplore_files() {{\n"
      "  compopt -o filenames 2>/dev/null\n"
      "  mapfile -t COMPREPLY < <(compgen \"$1\" -- \"$current\")\n"
      "}}\n"
      "_pexplore() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  # bash splits --option=value into three words\n"
      "  if [[ $current == '=' ]]; then\n"
      "    current=''\n"
      "  elif [[ $previous == '=' ]]; then\n"
      "    previous=${{COMP_WORDS[COMP_CWORD-2]}}\n"
      "  fi\n"
      "  # a study takes lists, of which the last value is completed\n"
      "  local listed=''\n"
      "  [[ ${{COMP_WORDS[1]}} == study && $current == *,* ]] && listed=${{current%,*}},\n"
      "  case $previous in\n"
      "{}"
      "  esac\n"
      "  local names\n"
      "  case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "  esac\n"
      "  if [[ $current == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$names\" -- \"$current\"))\n"
      "  else\n"
      "    _pexplore_files -f\n"
      "    ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W '{}' -- \"$current\"))\n"
      "  fi\n"
      "}}\n"
      "complete -F _pexplore pexplore\n",
      cases, bash_names(table), commands.substr(std::min<size_t>(1, commands.size())));
}

// Brackets and colons have a meaning in _arguments specifications.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string zsh_action(const OptionRow& row) {
  if (row.kind == ValueKind::Directory) return "_files -/";
  if (takes_path(row)) return "_files";
  if (may_list(row)) {
    const std::string choices = choice_list(row, " ");
    return fmt::format("{{if [[ $words[2] == study ]]; then _sequence compadd - {}; else compadd - {}; fi}}", choices,
                       choices);
  }
  return row.choices.empty() ? " " : fmt::format("({})", choice_list(row, " "));
}

// Whether values of this option accumulate; for others the last value counts.
bool may_repeat(const OptionRow& row) {
  return row.kind == ValueKind::Define || row.kind == ValueKind::Undefine || row.kind == ValueKind::Sweep ||
         row.name == "include" || row.name == "dump";
}

std::string zsh_script(const OptionTable& table) {
  std::string script = "#compdef pexplore\n# zsh completion for pexplore; save as _pexplore in a folder of $fpath\n";
  script += "_arguments -s \\\n";
  for (const OptionRow* row : available_options(table)) {
    const bool takes_value = row->kind != ValueKind::Switch;
    const std::string text = fmt::format("[{}]", zsh_text(row->help));
    const std::string value =
        takes_value ? fmt::format(":{}:{}", zsh_text(row->placeholder), zsh_action(*row)) : std::string();
    const std::string repeat = may_repeat(*row) ? "*" : "";
    script += fmt::format("  {} \\\n", quoted(repeat + long_name(*row) + (takes_value ? "=" : "") + text + value));
    if (row->letter == 0) continue;
    script += fmt::format("  {} \\\n",
                          quoted(fmt::format("{}-{}{}{}{}", repeat, row->letter, takes_value ? "+" : "", text, value)));
  }
  std::string commands;
  for (const CommandRow* row : available_commands(table)) commands += fmt::format(" {}", row->name);
  return script + fmt::format("  '1:command or model:{{_files; compadd --{}}}' \\\n  '*:model:_files'\n", commands);
}

// The condition under which fish offers an option that does not belong to every command.
std::string fish_commands(const OptionTable& table, const OptionRow& row) {
  std::string others;
  std::string own;
  for (const CommandRow* command : available_commands(table)) {
    const bool belongs = (row.commands & only(command->command)) != 0;
    (belongs ? own : others) += fmt::format(" {}", command->name);
  }
  if (others.empty()) return "";
  // Without a command word, pexplore checks the model.
  const bool of_check = (row.commands & only(Command::Check)) != 0;
  return of_check ? "not __fish_seen_subcommand_from" + others : "__fish_seen_subcommand_from" + own;
}

std::string fish_script(const OptionTable& table) {
  std::string script = "# fish completion for pexplore; load with: pexplore --completion fish | source\n";
  for (const CommandRow* row : available_commands(table)) {
    script += fmt::format("complete -c pexplore -n __fish_use_subcommand -a {} -d {}\n", row->name, quoted(row->help));
  }
  for (const OptionRow* row : available_options(table)) {
    script += fmt::format("complete -c pexplore -l {}", row->name);
    const std::string commands = fish_commands(table, *row);
    if (!commands.empty()) script += fmt::format(" -n {}", quoted(commands));
    if (row->letter != 0) script += fmt::format(" -s {}", row->letter);
    if (takes_path(*row)) {
      script += " -r -F";
    } else if (may_list(*row)) {
      const std::string choices = choice_list(*row, " ");
      script += fmt::format(" -x -a {}", quoted("(if __fish_seen_subcommand_from study; __fish_append , " + choices +
                                                "; else; string split ' ' -- '" + choices + "'; end)"));
    } else if (!row->choices.empty()) {
      script += fmt::format(" -x -a {}", quoted(choice_list(*row, " ")));
    } else if (row->kind != ValueKind::Switch) {
      script += " -x";
    }
    script += fmt::format(" -d {}\n", quoted(row->help));
  }
  return script;
}

}  // namespace

std::string completion_script(const OptionTable& table, Shell shell) {
  switch (shell) {
    case Shell::Bash: return bash_script(table);
    case Shell::Zsh: return zsh_script(table);
    case Shell::Fish: return fish_script(table);
  }
  PX_UNREACHABLE("shell");
}

}  // namespace px::cli
