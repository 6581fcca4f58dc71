// Thrown when lowering gives up, because a construct is unsupported or not finite. Used only within frontends/b; its
// public functions return a Result.
#pragma once

#include <string>
#include <utility>

#include "engine/base/result.h"

namespace px::b {

struct LoweringError {
  Failure failure;
};

[[noreturn]] inline void give_up(DiagnosticKind kind, SourceSpan span, std::string message, std::string hint = {}) {
  throw LoweringError{Failure(kind, span, std::move(message), std::move(hint))};
}
[[noreturn]] inline void unsupported(SourceSpan span, std::string message, std::string hint = {}) {
  give_up(DiagnosticKind::Unsupported, span, std::move(message), std::move(hint));
}

// Runs `lower`; a message from it that has no location gets this one.
template <class Lower>
auto placed_at(SourceSpan span, const Lower& lower) {
  try {
    return lower();
  } catch (LoweringError& error) {
    for (Diagnostic& diagnostic : error.failure.diagnostics) {
      if (!diagnostic.span.known()) diagnostic.span = span;
    }
    throw;
  }
}

}  // namespace px::b
