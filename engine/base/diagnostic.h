// Messages to users about their input: what is wrong, where it is, what was expected and how to fix it.
// Code that can fail on user input collects them in Diagnostics or returns them in a Result; only the command line
// prints them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/source.h"

namespace px {

enum class Severity : uint8_t { Error, Warning, Note };

enum class DiagnosticKind : uint8_t {
#define PX_DIAGNOSTIC(name, severity) name,
#include "engine/base/diagnostic.def"
#undef PX_DIAGNOSTIC
};

std::string_view diagnostic_name(DiagnosticKind kind);
Severity diagnostic_severity(DiagnosticKind kind);

struct Diagnostic {
  DiagnosticKind kind;
  SourceSpan span;
  std::string message;  // what is wrong, and what was expected
  std::string hint;     // what to do about it; may be empty

  Severity severity() const { return diagnostic_severity(kind); }
};

// "file:line:column: error: message", the source line, a caret line under the span, and the hint.
std::string render(const Diagnostic& diagnostic, const SourceMap& sources);

class Diagnostics {
 public:
  void add(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {});
  void add(Diagnostic diagnostic);
  bool has_errors() const { return error_count_ != 0; }
  size_t error_count() const { return error_count_; }
  const std::vector<Diagnostic>& items() const { return items_; }
  // Downgrades the errors with numbers in [first, last) to warnings of this kind.
  void soften(size_t first, size_t last, DiagnosticKind kind, const std::string& prefix);
  std::vector<Diagnostic> take() { return std::move(items_); }

 private:
  std::vector<Diagnostic> items_;
  size_t error_count_ = 0;
};

}  // namespace px
