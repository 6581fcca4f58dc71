// The modelling languages, in one table: a new language needs one row, one enumerator and its class of ModelSource.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "frontends/driver/model_options.h"

namespace px::driver {

class ModelSource;

enum class LanguageId : uint8_t { Auto, Px, Promela, B, PromelaLite, Mcrl2 };

// Options that do not apply to every language.
enum class ModelFeature : uint16_t {
  Cardinalities = 1 << 0,
  Preferences = 1 << 1,
  Goal = 1 << 2,
  Optimise = 1 << 3,
  Includes = 1 << 4,
  SpinTrail = 1 << 5,
  Formulas = 1 << 6,
  Actions = 1 << 7,
  Progress = 1 << 8,
};
constexpr uint16_t operator|(ModelFeature a, ModelFeature b) {
  return static_cast<uint16_t>(static_cast<uint16_t>(a) | static_cast<uint16_t>(b));
}
constexpr uint16_t operator|(uint16_t a, ModelFeature b) {
  return static_cast<uint16_t>(a | static_cast<uint16_t>(b));
}

// Reads the text of a file that is in `sources`; adds included files there.
using ReadModel = Result<std::unique_ptr<ModelSource>>(FileId file, const ModelOptions& options, SourceMap& sources);
ReadModel read_px, read_promela, read_b, read_promela_lite, read_mcrl2;

struct Language {
  LanguageId id = LanguageId::Auto;
  std::string_view name;  // as users select it
  std::string_view help;
  std::string_view one;                          // "a B machine"
  std::string_view many;                         // "B machines"
  std::array<std::string_view, 8> extensions{};  // in lower case
  uint16_t takes = 0;                            // ModelFeatures
  ReadModel* read = nullptr;

  constexpr bool has(ModelFeature feature) const { return (takes & static_cast<uint16_t>(feature)) != 0; }
};

// In the order of LanguageId, starting with Px.
inline constexpr auto kLanguages = std::to_array<Language>({
    {LanguageId::Px,
     "px",
     "pexplore's own notation (.px)",
     "a .px model",
     ".px models",
     {".px"},
     static_cast<uint16_t>(ModelFeature::Formulas),
     read_px},
    {LanguageId::Promela,
     "promela",
     "Promela, the language of SPIN (.pml, .prom)",
     "a Promela model",
     "Promela models",
     {".pml", ".prom", ".promela", ".spin", ".p", ".pr", ".prm", ".pm"},
     ModelFeature::Optimise | ModelFeature::Includes | ModelFeature::SpinTrail | ModelFeature::Formulas |
         ModelFeature::Progress,
     read_promela},
    {LanguageId::B,
     "b",
     "classical B machines (.mch, .ref, .imp)",
     "a B machine",
     "B machines",
     {".mch", ".ref", ".imp"},
     ModelFeature::Cardinalities | ModelFeature::Preferences | ModelFeature::Goal | ModelFeature::Formulas,
     read_b},
    {LanguageId::PromelaLite,
     "promela-lite",
     "the typed core of Promela by Donaldson and Miller (.pml-lite)",
     "a Promela-Lite model",
     "Promela-Lite models",
     {".pml-lite"},
     static_cast<uint16_t>(ModelFeature::Formulas),
     read_promela_lite},
    {LanguageId::Mcrl2,
     "mcrl2",
     "mCRL2 processes and data (.mcrl2)",
     "an mCRL2 specification",
     "mCRL2 specifications",
     {".mcrl2"},
     static_cast<uint16_t>(ModelFeature::Actions),
     read_mcrl2},
});

// Finds a language by its id; for Auto, by the extension of the file name in either case; null if that does not
// determine it.
const Language* find_language(LanguageId id, std::string_view file_name);
// Guesses by words that occur only in texts of this language; null if there are none.
const Language* guess_language(std::string_view text);
// The languages that accept the option: "B machines", ".px models, Promela models and B machines".
std::string languages_with(ModelFeature feature);

}  // namespace px::driver
