#include "frontends/cli/messages.h"

#include <algorithm>
#include <iterator>

#include "engine/model/verdict.h"
#include "frontends/cli/logging.h"

namespace px::cli {
namespace {

// More errors than this are rarely read, and often follow from the first ones.
constexpr size_t kMaxErrors = 20;

std::string painted(const Diagnostic& diagnostic, std::string text, bool color) {
  if (!color) return text;
  const bool is_error = diagnostic.severity() == Severity::Error;
  const std::string word = is_error ? "error: " : diagnostic.severity() == Severity::Warning ? "warning: " : "note: ";
  const size_t at = text.find(word);
  if (at == std::string::npos) return text;
  return text.substr(0, at) + (is_error ? "\033[1;31m" : "\033[1;33m") + word + "\033[0m" +
         text.substr(at + word.size());
}

}  // namespace

void print_diagnostics(const std::vector<Diagnostic>& all, const SourceMap& sources, bool color, std::ostream& out) {
  log_diagnostics(all, sources);
  // Text that is read twice, such as the operation in WF(op), is reported once.
  std::vector<Diagnostic> diagnostics;
  std::ranges::unique_copy(all, std::back_inserter(diagnostics), [](const Diagnostic& a, const Diagnostic& b) {
    return a.kind == b.kind && a.span == b.span && a.message == b.message;
  });
  for (size_t i = 0; i < std::min(diagnostics.size(), kMaxErrors); ++i) {
    const std::string text = render(diagnostics[i], sources);
    out << painted(diagnostics[i], diagnostics[i].span.known() ? text : "pexplore: " + text, color);
  }
  if (diagnostics.size() > kMaxErrors) {
    out << "pexplore: and " << diagnostics.size() - kMaxErrors << " more messages\n";
  }
}

void print_warnings(const std::vector<Diagnostic>& warnings, bool quiet, const SourceMap& sources, bool color,
                    std::ostream& out) {
  std::vector<Diagnostic> told = warnings;
  if (quiet) {
    std::erase_if(told, [](const Diagnostic& d) { return d.kind != DiagnosticKind::DefinitionWithoutEffect; });
  }
  print_diagnostics(told, sources, color, out);
}

int print_failure(const Failure& failure, const SourceMap& sources, bool color, std::ostream& out) {
  print_diagnostics(failure.diagnostics, sources, color, out);
  const bool usage = std::any_of(failure.diagnostics.begin(), failure.diagnostics.end(), [](const Diagnostic& d) {
    return d.kind == DiagnosticKind::UsageError || (d.kind == DiagnosticKind::FileUnreadable && !d.span.known());
  });
  return usage ? kExitUsage : kExitModelError;
}

}  // namespace px::cli
