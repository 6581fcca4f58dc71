#include "frontends/cli/help.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "tests/support/temporary_folder.h"

namespace px::cli {
namespace {

bool mentions(const std::string& text, std::string_view word) {
  return text.find(word) != std::string::npos;
}

std::string help_of_all_commands(const OptionTable& table) {
  std::string text;
  for (const CommandRow* command : available_commands(table)) text += help_text(table, command->command);
  return text;
}

std::vector<std::string> all_texts() {
  const OptionTable& table = option_table();
  return {help_of_all_commands(table), manual_page(table, "1.2.3"), completion_script(table, Shell::Bash),
          completion_script(table, Shell::Zsh), completion_script(table, Shell::Fish)};
}

// The long name of an option as each text writes it.
std::vector<std::string> spellings(const OptionRow& row) {
  std::string in_roff;
  for (const char c : long_name(row)) in_roff += c == '-' ? std::string("\\-") : std::string(1, c);
  return {long_name(row), in_roff, long_name(row), long_name(row), "-l " + std::string(row.name)};
}

TEST(Help, EveryAvailableOptionIsEverywhere) {
  const std::vector<std::string> texts = all_texts();
  for (const OptionRow* row : available_options(option_table())) {
    for (size_t i = 0; i < texts.size(); ++i) {
      EXPECT_TRUE(mentions(texts[i], spellings(*row)[i])) << row->name << " is not in text " << i;
    }
  }
}

TEST(Help, WhatIsNotAvailableIsNowhere) {
  std::vector<OptionRow> rows(option_table().options.begin(), option_table().options.end());
  const std::vector<Choice> orders = {{"bfs", "first", true}, {"dfs", "second", false}};
  for (OptionRow& row : rows) {
    if (row.name == "seed") row.available = false;
    if (row.name == "order") {
      row.choices = orders;
      row.default_value = "bfs";
    }
  }
  const OptionTable table{option_table().commands, option_table().groups, rows, option_table().examples};
  for (const std::string& text :
       {help_of_all_commands(table), manual_page(table, "1"), completion_script(table, Shell::Bash),
        completion_script(table, Shell::Zsh), completion_script(table, Shell::Fish)}) {
    EXPECT_FALSE(mentions(text, "seed"));
    EXPECT_FALSE(mentions(text, "dfs"));
    EXPECT_TRUE(mentions(text, "bfs"));
  }
}

TEST(Help, KeepsToTheWidth) {
  for (const size_t width : {70, 80, 120}) {
    std::istringstream lines(help_text(option_table(), Command::Check, width));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), width) << line;
  }
}

TEST(Help, ColourOnlyWhenAsked) {
  EXPECT_FALSE(mentions(help_text(option_table(), Command::Check, 80, false), "\033"));
  EXPECT_TRUE(mentions(help_text(option_table(), Command::Check, 80, true), "\033[1m"));
}

TEST(Help, ExamplesWork) {
  ASSERT_FALSE(available_examples(option_table()).empty());
  const std::string text = help_text(option_table());
  for (const ExampleRow* example : available_examples(option_table())) {
    EXPECT_TRUE(mentions(text, std::string("pexplore ") + std::string(example->arguments)));
  }
}

TEST(Help, ExamplesOfWhatIsNotAvailableAreLeftOut) {
  const std::vector<ExampleRow> examples = {{"m.px", "good"}, {"--banana m.px", "bad"}, {"n.px", "bad", "--banana"}};
  OptionTable table = option_table();
  table.examples = examples;
  ASSERT_EQ(available_examples(table).size(), 1U);
  EXPECT_EQ(available_examples(table).front()->help, "good");
}

TEST(Help, WrapsAtBlanks) {
  EXPECT_EQ(wrap("aa bb ccc", 5), (std::vector<std::string>{"aa bb", "ccc"}));
  EXPECT_EQ(wrap("aaaaaaa b", 3), (std::vector<std::string>{"aaaaaaa", "b"}));
  EXPECT_TRUE(wrap("", 5).empty());
}

// Runs a shell command; returns its output and whether it succeeded.
std::pair<std::string, bool> run_shell(const std::string& command) {
  std::string output;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {output, false};
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) output += static_cast<char>(c);
  return {output, pclose(pipe) == 0};
}

// A file that exists as long as the object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) { std::ofstream(path_) << text; }
  const std::string& path() const { return path_; }

 private:
  const test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("text");
};

TEST(ManualPage, FormatsWithoutWarnings) {
  if (!run_shell("command -v groff").second) GTEST_SKIP() << "groff is missing";
  const TemporaryFile page(manual_page(option_table(), "1.2.3"));
  const std::string& path = page.path();
  const auto [output, good] = run_shell("groff -man -Tascii -ww -z '" + path + "' 2>&1");
  EXPECT_TRUE(good);
  EXPECT_EQ(output, "");
}

TEST(Completion, BashCompletesOptionsValuesAndCommands) {
  const TemporaryFile script(completion_script(option_table(), Shell::Bash));
  const std::string& path = script.path();
  const auto complete = [&](const std::string& words, int current) {
    return run_shell("bash -c '. " + path + "; COMP_WORDS=(" + words + "); COMP_CWORD=" + std::to_string(current) +
                     "; _pexplore; echo \"${COMPREPLY[*]}\"' 2>&1")
        .first;
  };
  EXPECT_EQ(complete("pexplore --thr", 1), "--threads\n");
  EXPECT_EQ(complete("pexplore --color al", 2), "always\n");
  EXPECT_EQ(complete("pexplore --color = al", 3), "always\n");
  EXPECT_EQ(complete("pexplore --progress =", 2), "auto tty plain json none\n");
  EXPECT_EQ(complete("pexplore --threads 4", 2), "\n");
  EXPECT_EQ(complete("pexplore chec", 1), "check checkpoint\n");
  EXPECT_EQ(complete("pexplore study m.pml --strategy none,can", 4), "none,canonical\n");
  EXPECT_EQ(complete("pexplore study m.pml --strategy can", 4), "canonical\n");
  EXPECT_EQ(complete("pexplore m.pml --strategy none,can", 3), "\n");
}

TEST(Completion, BashKeepsNamesWithBlanksWhole) {
  const TemporaryFile script(completion_script(option_table(), Shell::Bash));
  const test::TemporaryFolder folder;
  std::ofstream(folder.file("my model.px")) << "";
  std::ofstream(folder.file("my other.px")) << "";
  std::filesystem::create_directory(folder.file("my place"));
  const auto complete = [&](const std::string& words, int current) {
    return run_shell("cd '" + folder.path() + "' && bash -c '. " + script.path() + "; COMP_WORDS=(" + words +
                     "); COMP_CWORD=" + std::to_string(current) +
                     "; _pexplore; printf \"[%s]\" \"${COMPREPLY[@]}\" | sort' 2>&1")
        .first;
  };
  EXPECT_EQ(complete("pexplore my\\ m", 1), "[my model.px]\n");
  EXPECT_EQ(complete("pexplore --report \"my o\"", 2), "[my other.px]\n");
  EXPECT_EQ(complete("pexplore --out my", 2), "[my place]\n");
}

// The command line after zsh has completed it on Tab, in a pseudo-terminal.
class Zsh {
 public:
  Zsh() {
    std::ofstream(folder_.file("_pexplore")) << completion_script(option_table(), Shell::Zsh);
    std::ofstream(folder_.file("ask"))
        << "zmodload zsh/zpty || exit 1\n"
           "zpty z 'TERM=dumb zsh -f -i'\n"
           "zpty -w z \"PS1=; fpath=($1 \\$fpath); autoload -Uz compinit; compinit -D -u\"\n"
           "zpty -w z \"keep() { print -r -- \\\"\\$BUFFER\\\" >$1/line; exit }; zle -N keep; bindkey '^X' keep\"\n"
           "zpty -w z \"bindkey '^I' complete-word\"\n"
           "zpty -w z \"$2\"$'\\t\\C-x'\n"
           "zpty -r z output '*that never comes*'\n";
  }

  // On a busy machine zsh may not be editing yet when the keys arrive, and then waits forever, so try again.
  std::string complete(const std::string& line) const {
    std::filesystem::remove(folder_.file("line"));
    for (int attempt = 0; attempt < 10 && !std::filesystem::exists(folder_.file("line")); ++attempt) {
      run_shell("timeout 10 zsh -f " + folder_.file("ask") + " '" + folder_.path() + "' '" + line +
                "' >/dev/null 2>&1");
    }
    std::ifstream file(folder_.file("line"));
    std::string result;
    std::getline(file, result);
    return result;
  }

 private:
  const test::TemporaryFolder folder_;
};

TEST(Completion, ZshCompletesListsForStudies) {
  if (!run_shell("command -v zsh").second) GTEST_SKIP() << "zsh is missing";
  const Zsh zsh;
  EXPECT_EQ(zsh.complete("pexplore study m.pml --strategy none,can"),
            "pexplore study m.pml --strategy none,canonical,");
  EXPECT_EQ(zsh.complete("pexplore m.pml --strategy can"), "pexplore m.pml --strategy canonical ");
  EXPECT_EQ(zsh.complete("pexplore m.pml --strategy none,can"), "pexplore m.pml --strategy none,can");
}

TEST(Completion, ZshOffersAgainWhatMayBeGivenAgain) {
  const std::string script = completion_script(option_table(), Shell::Zsh);
  for (const char* name : {"define", "undefine", "include", "card", "preference", "sweep", "dump"})
    EXPECT_TRUE(mentions(script, "'*--" + std::string(name) + "=[")) << name;
  for (const char* name : {"out", "threads", "suite"})
    EXPECT_TRUE(mentions(script, "'--" + std::string(name) + "=[")) << name;
  if (!run_shell("command -v zsh").second) GTEST_SKIP() << "zsh is missing";
  const Zsh zsh;
  EXPECT_EQ(zsh.complete("pexplore --sweep N=1 --swe"), "pexplore --sweep N=1 --sweep=");
  EXPECT_EQ(zsh.complete("pexplore --junit x --jun"), "pexplore --junit x --jun");
}

TEST(Completion, FishCompletesListsForStudies) {
  if (!run_shell("command -v fish").second) GTEST_SKIP() << "fish is missing";
  const TemporaryFile script(completion_script(option_table(), Shell::Fish));
  const auto complete = [&](const std::string& line) {
    return run_shell("fish -c 'source " + script.path() + "; complete -C \"" + line + "\"' 2>/dev/null").first;
  };
  EXPECT_EQ(complete("pexplore study m.pml --strategy none,can").substr(0, 14), "none,canonical");
  EXPECT_EQ(complete("pexplore m.pml --strategy can").substr(0, 9), "canonical");
  EXPECT_EQ(complete("pexplore m.pml --strategy none,can"), "");
}

void expect_accepted(Shell shell, const std::string& name) {
  if (!run_shell("command -v " + name).second) GTEST_SKIP() << name << " is missing";
  const TemporaryFile script(completion_script(option_table(), shell));
  const auto [output, good] = run_shell(name + " -n '" + script.path() + "' 2>&1");
  EXPECT_TRUE(good) << output;
}

TEST(Completion, ZshAcceptsItsScript) {
  expect_accepted(Shell::Zsh, "zsh");
}

TEST(Completion, FishAcceptsItsScript) {
  expect_accepted(Shell::Fish, "fish");
}

}  // namespace
}  // namespace px::cli
