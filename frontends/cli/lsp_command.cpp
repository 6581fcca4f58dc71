#include "frontends/cli/lsp_command.h"

#include <unistd.h>

#include "frontends/batch/run_record.h"
#include "frontends/cli/session_options.h"
#include "frontends/lsp/server.h"

namespace px::cli {

int run_lsp(const Options& options) {
  lsp::ServerOptions server;
  server.input = STDIN_FILENO;
  server.output = STDOUT_FILENO;
  server.program = batch::own_path();
  server.version = PEXPLORE_VERSION;
  server.language = options.language;
  server.model = model_options(options);
  server.check_arguments = options.passed_on;
  return lsp::serve(server);
}

}  // namespace px::cli
