// mCRL2 to Program.
#pragma once

#include <memory>
#include <vector>

#include "engine/base/result.h"
#include "engine/base/source.h"
#include "engine/ir/program.h"

namespace px::mcrl2 {

struct Model {
  ir::Program program;
  std::vector<Diagnostic> warnings;
};

struct ModelOptions {
  // Actions that must not happen: a multi-action with one of these names is an error.
  std::vector<std::string> forbidden_actions;
  // Without an allow, up to so many combinations of actions are actions of the Program; if there are more, they are
  // joined while the search runs. Tests go through the second way with 0.
  size_t written_out = 64;
};

// The label of successful termination.
inline constexpr const char* kTerminate = "Terminate";

Result<Model> read_model(const SourceMap& sources, FileId file, const ModelOptions& options = {});

}  // namespace px::mcrl2
