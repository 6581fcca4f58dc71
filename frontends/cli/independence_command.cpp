#include "frontends/cli/independence_command.h"

#include <iostream>
#include <unistd.h>

#include "engine/interp/interpreter.h"
#include "frontends/cli/guarded_command.h"
#include "frontends/cli/messages.h"
#include "frontends/cli/session_options.h"
#include "frontends/cli/terminal.h"
#include "frontends/driver/partial_order.h"

namespace px::cli {

namespace {

int show_independence(const Options& options, CommandGuard& guard) {
  SourceMap sources;
  const bool color = colors_on(STDERR_FILENO, options.color);
  const auto fail = [&](const Failure& failure) { return print_failure(failure, sources, color, std::cerr); };
  const Result<std::unique_ptr<driver::ModelSource>> model = load_model(options, sources);
  if (!model) return fail(model.failure());
  print_warnings((*model)->warnings(), options.quiet, sources, color, std::cerr);
  guard.enter(driver::Phase::Preparing);
  const Result<std::unique_ptr<interp::Interpreter>> interpreter = interp::Interpreter::make((*model)->program());
  if (!interpreter) return fail(interpreter.failure());
  const std::string text = driver::dump_dependencies(**interpreter);
  guard.claim();
  std::cout << text;
  return kExitHolds;
}

}  // namespace

int run_independence(const Options& options) {
  return run_guarded(options, [&](CommandGuard& guard) { return show_independence(options, guard); });
}

}  // namespace px::cli
