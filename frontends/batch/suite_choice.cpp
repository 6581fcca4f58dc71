// Selects the runs of a suite: --only and --shard.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <set>
#include <sstream>

#include "engine/base/spelling.h"
#include "frontends/batch/suite.h"

namespace px::batch {
namespace {

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// Whether each word is a tag of the run, a word of its name, or a part of the name of its model.
bool fits(const std::string& wanted, const SuiteRun& run) {
  const std::vector<std::string> words = words_of(wanted);
  const std::vector<std::string> name = words_of(run.name);
  return !words.empty() && std::ranges::all_of(words, [&](const std::string& word) {
    return std::ranges::find(run.tags, word) != run.tags.end() || std::ranges::find(name, word) != name.end() ||
           run.shown_model.find(word) != std::string::npos;
  });
}

Failure no_such_run(const std::string& wanted, const Suite& suite) {
  std::set<std::string> known;
  for (const SuiteRun& run : suite.runs) {
    known.insert(run.tags.begin(), run.tags.end());
    known.insert(run.shown_model);
    for (const std::string& word : words_of(run.name)) known.insert(word);
  }
  const std::vector<std::string_view> candidates(known.begin(), known.end());
  const std::string_view meant = nearest_spelling(wanted, candidates);
  return Failure(DiagnosticKind::UsageError, fmt::format("--only: no run of this suite is '{}'", wanted),
                 meant.empty() ? "select runs by words of their names, by tags, or by part of the model's name"
                               : fmt::format("did you mean '{}'?", meant));
}

bool read_number(std::string_view text, uint64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

std::optional<std::pair<uint64_t, uint64_t>> parse_shard(std::string_view text) {
  const size_t slash = text.find('/');
  uint64_t shard = 0;
  uint64_t shards = 0;
  if (slash == std::string_view::npos || !read_number(text.substr(0, slash), shard) ||
      !read_number(text.substr(slash + 1), shards) || shard < 1 || shard > shards) {
    return std::nullopt;
  }
  return std::pair(shard, shards);
}

Result<void> choose_runs(const SuiteChoice& choice, Suite& suite) {
  for (const std::string& wanted : choice.only) {
    const bool known = std::ranges::any_of(suite.runs, [&](const SuiteRun& run) { return fits(wanted, run); });
    if (!known) return no_such_run(wanted, suite);
  }
  std::vector<SuiteRun> chosen;
  uint64_t number = 0;
  for (SuiteRun& run : suite.runs) {
    const bool named = choice.only.empty() ||
                       std::ranges::any_of(choice.only, [&](const std::string& wanted) { return fits(wanted, run); });
    if (named && number++ % choice.shards == choice.shard - 1) chosen.push_back(std::move(run));
  }
  suite.runs = std::move(chosen);
  return {};
}

}  // namespace px::batch
