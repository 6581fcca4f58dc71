#include "engine/base/diagnostic.h"

#include <algorithm>
#include <array>

#include "engine/base/letters.h"

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

// How much of a long line is shown: generated models and one-line machines may have lines of hundreds of kilobytes.
constexpr size_t kMaxShown = 160;  // characters, approximately
constexpr size_t kShownBefore = 60;

struct Shown {
  std::string line;
  std::string carets;  // under the span; repeats the tabs of the line, so that it lines up at any tab width
};

Shown shown_line(std::string_view line, SourceSpan span) {
  const size_t place = span.column == 0 ? 0 : std::min<size_t>(span.column - 1, line.size());
  const size_t end = place + std::min<size_t>(std::max<uint32_t>(span.length, 1), line.size() - place);
  const bool is_long = line.size() > kMaxShown;
  Shown shown;
  size_t at = 0;
  while (is_long && at + kShownBefore < place) at += first_letter(line.substr(at)).bytes;
  if (at != 0) {
    shown.line = "...";
    shown.carets = "   ";
  }
  size_t marked = 0;  // terminal cells
  size_t letters = 0;
  for (; at < line.size() && (!is_long || letters < kMaxShown); ++letters) {
    const Letter letter = first_letter(line.substr(at));
    shown.line += line.substr(at, letter.bytes);
    if (at < place) {
      shown.carets += line[at] == '\t' ? std::string(1, '\t') : std::string(letter.width, ' ');
    } else if (at < end) {
      marked += letter.width;
    }
    at += letter.bytes;
  }
  if (at < line.size()) shown.line += "...";
  shown.carets += '^' + std::string(std::max<size_t>(marked, 1) - 1, '~');
  return shown;
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
    const Shown shown = shown_line(line, diagnostic.span);
    text += "  " + shown.line + '\n';
    if (diagnostic.span.column != 0) text += "  " + shown.carets + '\n';
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
