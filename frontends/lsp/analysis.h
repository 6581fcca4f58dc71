// Analyses a text as the command line would, and reports its errors and the meaning of its names.
#pragma once

#include <map>
#include <string>

#include "frontends/driver/language.h"
#include "frontends/driver/model_options.h"
#include "frontends/lsp/index.h"

namespace px::lsp {

struct AnalysisRequest {
  std::string path;  // of the model; a made-up name if it is not a file
  std::string text;
  driver::LanguageId language{};
  std::map<std::string, std::string> unsaved{};  // texts of other files as they are in the editor, by path
  driver::ModelOptions options{};
};

// A part of the result. The first part contains everything except symmetry, which may take longer; the second replaces
// it.
struct AnalysisPart {
  std::map<std::string, Json> diagnostics{};  // by path: a list in the protocol's format
  Index index{};
  bool whole = true;  // false: there are syntax errors, so the index may be incomplete
};

// Writes both parts to a file, each preceded by its length. Runs in a separate process.
void analyse(const AnalysisRequest& request, int output);

// Removes a complete part from the front of the output received so far.
std::optional<AnalysisPart> take_part(std::string& written);

}  // namespace px::lsp
