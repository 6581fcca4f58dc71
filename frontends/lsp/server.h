// `pexplore lsp`: a language server over standard input and output.
//
// One thread waits for messages and for the processes that do the work: analysing a text (analysis.h) and checking a
// model (check_run.h). So no text, even if it makes a reader crash or loop forever, ends or delays the server; and the
// memory of a reader is freed with its process, so memory does not grow with edits.
#pragma once

#include <string>
#include <vector>

#include "frontends/driver/language.h"
#include "frontends/driver/model_options.h"

namespace px::lsp {

struct ServerOptions {
  int input = 0;  // file descriptors
  int output = 1;
  std::string program;  // path of pexplore, for checks
  std::string version;
  driver::LanguageId language{};
  driver::ModelOptions model{};
  std::vector<std::string> check_arguments{};  // the model options, repeated for the command line
};

// Runs until the client sends `exit`, or disconnects. Returns the exit code that the protocol requires.
int serve(const ServerOptions& options);

}  // namespace px::lsp
