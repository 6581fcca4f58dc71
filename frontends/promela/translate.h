// From the text of a Promela model to a Program, stage by stage; every stage can be printed.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "frontends/promela/ast.h"
#include "frontends/promela/lexer.h"
#include "frontends/promela/lower.h"
#include "frontends/promela/optimise.h"
#include "frontends/promela/preprocess.h"

namespace px::promela {

// A formula that is not in the file. Messages locate it in a text named `option`.
struct AddedFormula {
  std::string name;    // of the formula
  std::string option;  // "--ltl"
  std::string text;
};

struct TranslateOptions {
  PreprocessOptions preprocess;
  Optimise optimise = Optimise::Spin;
  std::vector<SpinOptimisation> turned_off{};
  Meaning meaning{};
  std::vector<AddedFormula> formulas{};  // checked as if they were `ltl` blocks at the end of the file
};

// A model after the stages that do not depend on the number of processes.
struct Translation {
  PreprocessedText text;
  TokenList tokens;
  ast::Module module;
  Model model;
  ControlGraph graph;
  OptimisationPlan plan;
  std::vector<Automaton> automata;
  Meaning meaning;
  std::vector<Diagnostic> warnings;
};

// The main file must be in `sources`; included files are added to it.
Result<std::unique_ptr<Translation>> translate(FileId file, const TranslateOptions& options, SourceMap& sources);

// Lowers for the processes in `slots`.
Result<Lowered> lower_translation(const Translation& translation, const ProcessSlots& slots, LowerOptions options = {});

}  // namespace px::promela
