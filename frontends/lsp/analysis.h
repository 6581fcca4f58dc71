// Reads a text as the command line would, and tells what is wrong with it and what its names mean.
#pragma once

#include <map>
#include <string>

#include "frontends/driver/language.h"
#include "frontends/driver/model_options.h"
#include "frontends/lsp/index.h"

namespace px::lsp {

struct AnalysisRequest {
  std::string path;  // of the model; a made-up name if it is no file
  std::string text;
  driver::LanguageId language{};
  std::map<std::string, std::string> unsaved{};  // texts of other files as they stand in the editor, by path
  driver::ModelOptions options{};
};

// What came of it. The first part tells everything but symmetry, which may take longer; the second replaces it.
struct AnalysisPart {
  std::map<std::string, Json> diagnostics{};  // by path: a list, as the protocol has it
  Index index{};
  bool whole = true;  // false: there are errors of syntax, so the index may lack a lot
};

// Writes both parts to a file, each with its length before it. Runs in a process of its own.
void analyse(const AnalysisRequest& request, int output);

// Takes a part that is complete from the front of what was written.
std::optional<AnalysisPart> take_part(std::string& written);

}  // namespace px::lsp
