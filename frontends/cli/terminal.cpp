#include "frontends/cli/terminal.h"

#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

#include "frontends/cli/progress.h"
#include "frontends/cli/report.h"

namespace px::cli {

bool colors_on(int descriptor, ColorMode mode) {
  return use_color(mode, isatty(descriptor) != 0, std::getenv("NO_COLOR"), std::getenv("TERM"));
}

ProgressMode progress_mode(const Options& options) {
  return resolve_progress(options.progress, options.quiet, isatty(STDERR_FILENO) != 0, std::getenv("TERM"));
}

size_t terminal_width(int descriptor) {
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace px::cli
