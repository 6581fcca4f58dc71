#include <algorithm>
#include <fmt/format.h>

#include "frontends/cli/help.h"

namespace px::cli {
namespace {

bool takes_path(const OptionRow& row) {
  return row.kind == ValueKind::File || row.kind == ValueKind::Directory;
}

// Text inside single quotes of a shell.
std::string quoted(std::string_view text) {
  std::string result;
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + result + "'";
}

std::string option_pattern(const OptionRow& row) {
  return row.letter != 0 ? fmt::format("{}|-{}", long_name(row), row.letter) : long_name(row);
}

std::string bash_script(const OptionTable& table) {
  std::string names;
  std::string cases;
  for (const OptionRow* row : available_options(table)) {
    names += " " + long_name(*row);
    if (row->kind == ValueKind::Switch) continue;
    if (!row->choices.empty()) {
      cases += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$current\")); return ;;\n", option_pattern(*row),
                           choice_list(*row, " "));
    } else if (takes_path(*row)) {
      cases += fmt::format("    {}) COMPREPLY=($(compgen -{} -- \"$current\")); return ;;\n", option_pattern(*row),
                           row->kind == ValueKind::Directory ? 'd' : 'f');
    } else {
      cases += fmt::format("    {}) COMPREPLY=(); return ;;\n", option_pattern(*row));
    }
  }
  std::string commands;
  for (const CommandRow* row : available_commands(table)) commands += fmt::format(" {}", row->name);
  return fmt::format(
      "# bash completion for pexplore; load with: source <(pexplore --completion bash)\n"
      "_pexplore() {{\n"
      "  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}\n"
      "  # bash splits --option=value into three words\n"
      "  if [[ $current == '=' ]]; then\n"
      "    current=''\n"
      "  elif [[ $previous == '=' ]]; then\n"
      "    previous=${{COMP_WORDS[COMP_CWORD-2]}}\n"
      "  fi\n"
      "  case $previous in\n"
      "{}"
      "  esac\n"
      "  if [[ $current == -* ]]; then\n"
      "    COMPREPLY=($(compgen -W '{}' -- \"$current\"))\n"
      "  else\n"
      "    COMPREPLY=($(compgen -f -- \"$current\"))\n"
      "    ((COMP_CWORD == 1)) && COMPREPLY+=($(compgen -W '{}' -- \"$current\"))\n"
      "  fi\n"
      "}}\n"
      "complete -o filenames -F _pexplore pexplore\n",
      cases, names.substr(std::min<size_t>(1, names.size())), commands.substr(std::min<size_t>(1, commands.size())));
}

// In _arguments specifications brackets and colons have a meaning.
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
  return row.choices.empty() ? " " : fmt::format("({})", choice_list(row, " "));
}

bool may_repeat(const OptionRow& row) {
  return row.kind == ValueKind::Define || row.kind == ValueKind::Undefine || row.kind == ValueKind::Directory;
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
  return script + "  '*:model:_files'\n";
}

std::string fish_script(const OptionTable& table) {
  std::string script = "# fish completion for pexplore; load with: pexplore --completion fish | source\n";
  for (const CommandRow* row : available_commands(table)) {
    script += fmt::format("complete -c pexplore -n __fish_use_subcommand -a {} -d {}\n", row->name, quoted(row->help));
  }
  for (const OptionRow* row : available_options(table)) {
    script += fmt::format("complete -c pexplore -l {}", row->name);
    if (row->letter != 0) script += fmt::format(" -s {}", row->letter);
    if (takes_path(*row)) {
      script += " -r -F";
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
