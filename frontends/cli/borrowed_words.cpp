#include "frontends/cli/borrowed_words.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
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
      {"-o4", "--spin-without=4"},  // rejected later
      {"-o5", ""},
      {"-o6", "--spin-without=6"},  // likewise
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

std::optional<Failure> find_foreign_word(std::span<const std::string> arguments) {
  struct Word {
    std::string_view word;
    std::string_view tool;
    std::string_view instead;
  };
  static constexpr auto kWords = std::to_array<Word>({
      {"-animate", "ProB", "pexplore simulate --steps N MODEL"},
      {"-animate_all", "ProB", "pexplore simulate MODEL"},
      {"-init", "ProB", "pexplore simulate -i MODEL, and there: state"},
      {"-repl", "ProB", "pexplore simulate -i MODEL"},
      {"-execute", "ProB", "pexplore simulate --steps N MODEL"},
      {"-execute_all", "ProB", "pexplore simulate MODEL"},
      {"-his", "ProB", "pexplore --report FILE.json MODEL; pexplore replay FILE.json MODEL shows the run again"},
      {"-det_check", "ProB", "pexplore has no such check"},
      {"-spdot", "ProB", "pexplore graph --format dot -o FILE MODEL"},
      {"-dot", "ProB", "pexplore graph --format dot -o FILE MODEL"},
      {"-dot_all", "ProB", "pexplore graph --format dot -o FILE MODEL"},
      {"-sptxt", "ProB", "pexplore graph --format json -o FILE MODEL"},
      {"-csv", "ProB", "pexplore --report FILE.json MODEL"},
      {"-cbc", "ProB", "the search itself; pexplore has no constraint-based checks"},
      {"-cbc_deadlock", "ProB", "the search itself; pexplore has no constraint-based checks"},
      {"-cbc_assertions", "ProB", "the search itself; pexplore has no constraint-based checks"},
      {"-refchk", "ProB", "pexplore MODEL.ref; whether it refines its abstraction is not checked"},
      {"-timeout", "ProB", "--time LIMIT"},
      {"-replay", "SPIN", "pexplore replay MODEL.trail MODEL"},
      {"-bfs", "SPIN", "--order bfs"},
      {"-bfspar", "SPIN", "--order bfs --threads N"},
      {"-bitstate", "SPIN", "--store bitstate"},
      {"-hc", "SPIN", "--store hash"},
      {"-collapse", "SPIN", "--store tree"},
      {"-noclaim", "SPIN", "--safety"},
      {"-safety", "SPIN", "--safety"},
      {"-swarm", "SPIN", "--store bitstate --seed N, once for each N"},
      {"-biterate", "SPIN", "--store bitstate --memory LIMIT"},
      {"-bcs", "SPIN", "--order bfs; the number of context switches is not bounded here"},
      {"-link", "SPIN", "none: embedded C code is not supported"},
      {"-noreduce", "SPIN", "--por off"},
      {"-pp", "SPIN", "--dump ast"},
  });
  for (const std::string& argument : arguments) {
    if (argument == "--") break;
    const auto found = std::ranges::find(kWords, std::string_view(argument), &Word::word);
    if (found == kWords.end()) continue;
    return Failure(DiagnosticKind::UsageError, fmt::format("'{}' is an option of {}", argument, found->tool),
                   fmt::format("the equivalent here: {}", found->instead));
  }
  return std::nullopt;
}

}  // namespace px::cli
