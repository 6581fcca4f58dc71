#include "engine/base/diagnostic.h"

#include <algorithm>
#include <array>

namespace px {
namespace {

struct KindInfo {
  std::string_view name;
  Severity severity;
};

constexpr std::array kKinds = {
#define PX_DIAGNOSTIC(name, severity) KindInfo{#name, Severity::severity},
#include "engine/base/diagnostic.def"
#undef PX_DIAGNOSTIC
};

constexpr std::string_view severity_word(Severity severity) {
  switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Note: return "note";
  }
  return "error";
}

// The caret line repeats the tabs of the source line, so that the caret stands under its place at any tab width.
std::string caret_line(std::string_view line, SourceSpan span) {
  std::string carets;
  const size_t start = std::min<size_t>(span.column - 1, line.size());
  for (size_t i = 0; i < start; ++i) carets += line[i] == '\t' ? '\t' : ' ';
  const size_t available = std::max<size_t>(line.size() - start, 1);
  carets += '^';
  carets.append(std::min<size_t>(std::max<uint32_t>(span.length, 1), available) - 1, '~');
  return carets;
}

}  // namespace

std::string_view diagnostic_name(DiagnosticKind kind) {
  return kKinds[static_cast<size_t>(kind)].name;
}
Severity diagnostic_severity(DiagnosticKind kind) {
  return kKinds[static_cast<size_t>(kind)].severity;
}

std::string render(const Diagnostic& diagnostic, const SourceMap& sources) {
  std::string text;
  if (diagnostic.span.known()) text += sources.place(diagnostic.span) + ": ";
  text += std::string(severity_word(diagnostic.severity())) + ": " + diagnostic.message + '\n';
  const std::string_view line = sources.line(diagnostic.span.file, diagnostic.span.line);
  if (diagnostic.span.known() && !line.empty()) {
    text += "  " + std::string(line) + '\n';
    if (diagnostic.span.column != 0) text += "  " + caret_line(line, diagnostic.span) + '\n';
  }
  if (!diagnostic.hint.empty()) text += "  hint: " + diagnostic.hint + '\n';
  return text;
}

void Diagnostics::add(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint) {
  add(Diagnostic{kind, span, std::move(message), std::move(hint)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (diagnostic.severity() == Severity::Error) ++error_count_;
  items_.push_back(std::move(diagnostic));
}

void Diagnostics::soften(size_t first, size_t last, DiagnosticKind kind, const std::string& prefix) {
  for (size_t i = first; i < last; ++i) {
    if (items_[i].severity() != Severity::Error) continue;
    items_[i].kind = kind;
    items_[i].message = prefix + items_[i].message;
    --error_count_;
  }
}

}  // namespace px
