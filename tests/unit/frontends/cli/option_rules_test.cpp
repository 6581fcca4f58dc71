#include "frontends/cli/option_rules.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace px::cli {
namespace {

// The error for a command line; empty if there is none.
std::string problem(const std::vector<std::string>& arguments) {
  const Result<Options> options = parse_command_line(arguments);
  return options ? "" : options.failure().diagnostics.front().message;
}

TEST(OptionRules, OptionsThatExcludeOneAnother) {
  EXPECT_EQ(problem({"-q", "-v", "m.px"}), "--quiet and --verbose contradict each other");
  EXPECT_EQ(problem({"--trace", "off", "--trace-svg", "a.svg", "m.px"}),
            "--trace off keeps no run, so there is nothing for --trace-svg");
  EXPECT_EQ(problem({"--dump", "ir", "--report", "r.json", "m.px"}),
            "--dump prints a stage instead of searching, so there is nothing for --report");
  EXPECT_EQ(problem({"--deterministic", "--order", "dfs", "m.px"}),
            "--deterministic searches by levels, which --order dfs does not");
  EXPECT_EQ(problem({"--deterministic", "m.px"}), "");
  EXPECT_EQ(problem({"graph", "--what", "automata", "--expand", "m.px"}),
            "--expand is for graphs of states, not for --what automata");
  EXPECT_EQ(problem({"graph", "--what", "automata", "--format", "aut", "m.px"}),
            "--what automata: .aut holds one automaton only");
}

TEST(OptionRules, OptionsThatNeedAnother) {
  for (const std::string option : {"--jobs=2", "--junit=j.xml", "--restart", "--out=folder"}) {
    EXPECT_EQ(problem({option, "m.px"}), option.substr(0, option.find('=')) + " needs --suite");
    EXPECT_EQ(problem({"check", "--suite", "s.toml", option}), "");
  }
  EXPECT_EQ(problem({"study", "--out", "folder", "m.px"}), "");
  EXPECT_EQ(problem({"--max-errors", "3", "m.px"}), "--max-errors needs --all-errors");
  EXPECT_EQ(problem({"--max-errors", "3", "-a", "m.px"}), "");
}

TEST(OptionRules, SuitesSayTheirOptionsThemselves) {
  EXPECT_EQ(problem({"--suite", "s.toml", "--strategy", "none"}), "--strategy cannot be combined with --suite");
  EXPECT_EQ(problem({"--suite", "s.toml", "--memory", "4G", "--progress", "none"}), "");
}

TEST(OptionRules, OptionsForOtherLanguages) {
  const auto foreign = [](std::vector<std::string> arguments, driver::LanguageId language) {
    arguments.emplace_back("m");
    const auto failure = find_foreign_option(*parse_command_line(arguments), *driver::find_language(language, ""));
    return failure ? failure->diagnostics.front().message + "; " + failure->diagnostics.front().hint : "";
  };
  EXPECT_EQ(foreign({"--card", "S=3"}, driver::LanguageId::Promela),
            "--card is for B machines, and 'm' is a Promela model; -D NAME=VALUE sets a parameter");
  EXPECT_EQ(foreign({"--card", "S=3", "--goal", "--preference", "MAXINT=3"}, driver::LanguageId::B), "");
  EXPECT_EQ(foreign({"--spin-trail", "t"}, driver::LanguageId::Px),
            "--spin-trail is for Promela models, and 'm' is a .px model; leave it out");
  EXPECT_EQ(foreign({"--optimise", "none"}, driver::LanguageId::B),
            "--optimise is for Promela models, and 'm' is a B machine; leave it out");
  EXPECT_EQ(foreign({"--ltl", "[] p"}, driver::LanguageId::Mcrl2),
            "--ltl is for .px models, Promela models, B machines and Promela-Lite models, and 'm' is an mCRL2 "
            "specification; leave it out");
}

}  // namespace
}  // namespace px::cli
