#include "frontends/driver/language.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace px::driver {

const Language* find_language(LanguageId id, std::string_view file_name) {
  std::string extension = std::filesystem::path(file_name).extension();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const auto is_it = [&](const Language& language) {
    if (id != LanguageId::Auto) return language.id == id;
    return !extension.empty() && std::ranges::find(language.extensions, extension) != language.extensions.end();
  };
  const auto found = std::ranges::find_if(kLanguages, is_it);
  return found == kLanguages.end() ? nullptr : &*found;
}

// Words that occur at the beginning of a line in one language only, and not in prose.
const Language* guess_language(std::string_view text) {
  struct Sign {
    LanguageId id;
    std::vector<std::string_view> words;
  };
  static const std::vector<Sign> kSigns = {
      {LanguageId::Px, {"family", "sort", "action", "process", "property", "invariant", "deadlock", "define"}},
      {LanguageId::Promela,
       {"proctype", "active", "mtype", "#define", "ltl", "typedef", "byte", "bool", "short", "inline", "chan",
        "never"}},
      {LanguageId::B, {"MACHINE", "REFINEMENT", "IMPLEMENTATION", "VARIABLES", "INVARIANT", "OPERATIONS"}},
      {LanguageId::Mcrl2, {"act", "proc", "eqn", "map", "sort"}},
  };
  std::map<LanguageId, std::set<std::string_view>> seen;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    const auto is_letter = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '#';
    };
    const size_t size = static_cast<size_t>(std::ranges::find_if_not(line, is_letter) - line.begin());
    for (const Sign& sign : kSigns) {
      const auto word = std::ranges::find(sign.words, line.substr(0, size));
      if (word != sign.words.end()) seen[sign.id].insert(*word);
    }
  }
  // Choose the language with the most words; a word shared by two decides nothing.
  const auto count = [&](LanguageId id) { return seen.contains(id) ? seen.at(id).size() : 0; };
  const auto best = std::ranges::max_element(kSigns, {}, [&](const Sign& sign) { return count(sign.id); });
  const size_t most = count(best->id);
  const bool clear = std::ranges::count_if(kSigns, [&](const Sign& sign) { return count(sign.id) == most; }) == 1;
  return most != 0 && clear ? find_language(best->id, "") : nullptr;
}

std::string languages_with(ModelFeature feature) {
  std::vector<std::string_view> all;
  for (const Language& language : kLanguages) {
    if (language.has(feature)) all.push_back(language.many);
  }
  std::string text;
  for (size_t i = 0; i < all.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == all.size() ? " and " : ", ") + std::string(all[i]);
  }
  return text;
}

}  // namespace px::driver
