// The options for reading a model, for all languages. Language::takes tells which options a language accepts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontends/promela/lower.h"
#include "frontends/promela/optimise.h"

namespace px::driver {

// -D NAME[=VALUE] and -U NAME, in the order given, for the preprocessor.
struct Definition {
  std::string name;
  std::string value;  // "1" if only the name was given, as for a C preprocessor
  bool undefine = false;
  bool operator==(const Definition&) const = default;
};

// A formula to check in addition to those of the model. Messages about it refer to a text named `option`.
struct AddedFormula {
  std::string name;
  std::string option;
  std::string text;
};

// The name of the formula that rules out non-progress cycles. If a model has a formula of this name, the error reports
// it.
inline constexpr const char* kProgressCycles = "progress_cycles";

struct ModelOptions {
  std::vector<Definition> definitions;    // macros, parameters, sizes of sets: whatever the language supports
  std::vector<Definition> cardinalities;  // of the deferred sets of a B machine
  std::vector<Definition> preferences;    // of ProB
  std::vector<std::string> include_directories;
  promela::Optimise optimise = promela::Optimise::Spin;
  std::vector<promela::SpinOptimisation> turned_off;
  promela::Meaning meaning;
  std::vector<AddedFormula> formulas;
  std::vector<std::string> forbidden_actions;  // of a specification: search for their occurrences
  bool goal = false;                           // search for states in which GOAL of a B machine holds
  // Symmetry reduction will be used: a front end may translate the model so that more symmetry is detected.
  bool symmetric = true;
  // Reads a file that the model refers to: its text, or nothing if there is none. Default: the file system.
  std::function<std::optional<std::string>(const std::string& path)> read_file{};
  // Statements that are never reached will be listed, so every single step must stay separate.
  bool lists_unreached = false;
};

}  // namespace px::driver
