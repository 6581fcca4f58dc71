// Names for the runs of a suite: people look them up in a table, and servers compare them with yesterday's.
#include <fmt/format.h>
#include <map>
#include <set>

#include "frontends/batch/suite.h"

namespace px::batch {
namespace {

using Title = std::pair<std::string, std::string>;

// Words in the reader's format: "store=tree", "canonical", "N=3".
std::string word_of(std::string_view option) {
  for (const std::string_view prefix : {"--strategy=", "--", "-D"}) {
    if (option.starts_with(prefix)) return std::string(option.substr(prefix.size()));
  }
  return std::string(option);
}

void add_differences(const std::vector<SuiteRun*>& same_title) {
  std::map<std::string_view, size_t> runs_with;
  for (const SuiteRun* run : same_title) {
    for (const std::string_view option : std::set<std::string_view>(run->options.begin(), run->options.end())) {
      ++runs_with[option];
    }
  }
  for (SuiteRun* run : same_title) {
    for (const std::string& option : run->options) {
      if (runs_with[option] != same_title.size()) run->name += (run->name.empty() ? "" : " ") + word_of(option);
    }
  }
}

}  // namespace

void tell_apart(std::vector<SuiteRun>& runs) {
  std::map<Title, std::vector<SuiteRun*>> by_title;
  for (SuiteRun& run : runs) by_title[{run.shown_model, run.name}].push_back(&run);
  for (const auto& [title, same_title] : by_title) {
    if (same_title.size() > 1) add_differences(same_title);
  }
  std::set<Title> taken;
  for (SuiteRun& run : runs) {
    const std::string name = run.name;
    for (size_t number = 2; !taken.emplace(run.shown_model, run.name).second; ++number) {
      run.name = fmt::format("{}{}#{}", name, name.empty() ? "" : " ", number);
    }
  }
}

}  // namespace px::batch
