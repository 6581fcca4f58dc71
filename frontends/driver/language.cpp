#include "frontends/driver/language.h"

#include <algorithm>
#include <filesystem>

namespace px::driver {

const Language* find_language(LanguageId id, std::string_view file_name) {
  const std::string extension = std::filesystem::path(file_name).extension();
  const auto is_it = [&](const Language& language) {
    if (id != LanguageId::Auto) return language.id == id;
    return !extension.empty() && std::ranges::find(language.extensions, extension) != language.extensions.end();
  };
  const auto found = std::ranges::find_if(kLanguages, is_it);
  return found == kLanguages.end() ? nullptr : &*found;
}

const Language* language_with(ModelFeature feature) {
  const auto found = std::ranges::find_if(kLanguages, [&](const Language& l) { return l.has(feature); });
  return found == kLanguages.end() ? nullptr : &*found;
}

}  // namespace px::driver
