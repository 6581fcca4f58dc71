// The options for reading a model, for all languages. Which languages take what: Language::takes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "frontends/promela/lower.h"
#include "frontends/promela/optimise.h"

namespace px::driver {

// -D NAME[=VALUE] and -U NAME, in the order given, as a preprocessor takes them.
struct Definition {
  std::string name;
  std::string value;  // "1" when only the name was given, as for a C preprocessor
  bool undefine = false;
  bool operator==(const Definition&) const = default;
};

// A formula that is checked beside those of the model. Messages about it refer to a text of the name `option`.
struct AddedFormula {
  std::string name;
  std::string option;
  std::string text;
};

// The name of the formula that says that no cycle is without progress. The error for a model that has one of this name
// says so.
inline constexpr const char* kProgressCycles = "progress_cycles";

struct ModelOptions {
  std::vector<Definition> definitions;    // macros, parameters, sizes of sets: what the language has
  std::vector<Definition> cardinalities;  // of the deferred sets of a B machine
  std::vector<Definition> preferences;    // of ProB
  std::vector<std::string> include_directories;
  promela::Optimise optimise = promela::Optimise::Spin;
  std::vector<promela::SpinOptimisation> turned_off;
  promela::Meaning meaning;
  std::vector<AddedFormula> formulas;
  std::vector<std::string> forbidden_actions;  // of a specification: those that are searched for
  bool goal = false;                           // look for states in which GOAL of a B machine holds
  // A strategy of symmetry reduction will be used: a front end may translate the model so that more symmetry is seen.
  bool symmetric = true;
  // Reads a file that the model refers to: its text, or nothing if there is none. The file system if not given.
  std::function<std::optional<std::string>(const std::string& path)> read_file{};
  // Statements that are never reached will be listed: every single step counts.
  bool lists_unreached = false;
};

}  // namespace px::driver
