#include "frontends/cli/borrowed_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace px::cli {

std::vector<std::string> from_borrowed_words(std::span<const std::string> arguments) {
  static constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"-card", "--card"},
      {"-nodead", "--no-deadlock-check"},
      {"-noinv", "--no-invariant-check"},
      {"-goal", "--goal"},
      {"-mc", "--max-states"},
      {"-model_check", ""},
      {"-bf", "--order=bfs"},
      {"-df", "--order=dfs"},
      {"-ltlformula", "--ltl"},
      {"-ltlfile", "--ltl-file"},
      {"-ltlassertions", ""},
      {"-noass", "--no-assertion-check"},
      {"-o1", "--spin-without=1"},
      {"-o2", "--spin-without=2"},
      {"-o3", "--spin-without=3"},
      {"-o4", "--spin-without=4"},  // which is refused
      {"-o5", ""},
      {"-o6", "--spin-without=6"},  // the same
      {"-o7", ""},
      {"-strict", ""},
      {"-run", ""},
      {"-search", ""},
  });
  std::vector<std::string> ours;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (word == "-p" && i + 2 < arguments.size()) {
      const bool symmetry = arguments[i + 1] == "SYMMETRY_MODE";
      ours.push_back(symmetry ? "--strategy" : "--preference");
      ours.push_back(symmetry ? arguments[i + 2] : arguments[i + 1] + '=' + arguments[i + 2]);
      i += 2;
      continue;
    }
    if (word == "-card" && i + 2 < arguments.size() && arguments[i + 1].find('=') == std::string::npos) {
      ours.insert(ours.end(), {"--card", arguments[i + 1] + '=' + arguments[i + 2]});
      i += 2;
      continue;
    }
    const auto found = std::find_if(kWords.begin(), kWords.end(), [&](const auto& pair) { return pair.first == word; });
    if (found == kWords.end()) {
      ours.push_back(word);
    } else if (!found->second.empty()) {
      ours.emplace_back(found->second);
    }
  }
  return ours;
}

}  // namespace px::cli
