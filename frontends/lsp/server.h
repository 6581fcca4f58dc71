// `pexplore lsp`: a language server over standard input and output.
//
// One thread waits for messages and for the processes that do the work: reading a text (analysis.h) and checking a
// model (check_run.h). So no text, however it makes a reader fail or go on for ever, ends or delays the server; and
// what was read is gone with the process that read it, so that memory does not grow with edits.
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
  std::vector<std::string> check_arguments{};  // the options of the model again, for the command line
};

// Until the client says `exit`, or goes. Returns the exit code that the protocol asks for.
int serve(const ServerOptions& options);

}  // namespace px::lsp
