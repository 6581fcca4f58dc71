// From mCRL2 text to a Program.
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
  // Forbidden actions: a multi-action with one of these names is an error.
  std::vector<std::string> forbidden_actions;
  // Without an allow, up to this many combinations of actions become actions of the Program; if there are more, the
  // search combines units at run time. Tests select the second way with 0.
  size_t written_out = 64;
};

// The label of successful termination.
inline constexpr const char* kTerminate = "Terminate";

Result<Model> read_model(const SourceMap& sources, FileId file, const ModelOptions& options = {});

}  // namespace px::mcrl2
