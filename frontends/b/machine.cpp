#include "frontends/b/machine.h"

#include "frontends/b/check_writes.h"
#include "frontends/b/compose.h"
#include "frontends/b/library.h"
#include "frontends/b/typecheck.h"

namespace px::b {

Result<Machine> load_machine(FileId file, const LoadOptions& options, SourceMap& sources) {
  Diagnostics diagnostics;
  const Library library = load_library(file, options, sources, diagnostics);
  // Names cannot be resolved in a file that could not be parsed.
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  Machine machine;
  compose(library, sources, machine, diagnostics);
  if (library.main != nullptr) machine.given_values = library.main->given_values;
  check_types(machine, sources, diagnostics);
  if (!diagnostics.has_errors()) check_writes(machine, sources, diagnostics);
  if (diagnostics.has_errors()) return Failure(diagnostics.take());
  for (Diagnostic& warning : diagnostics.take()) machine.warnings.push_back(std::move(warning));
  return machine;
}

}  // namespace px::b
