// The properties that fuzzers check for a front end: an input is either rejected with a located message, or becomes a
// Program that is verified, simplified, written as text and read back unchanged. A failure ends the process.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/base/diagnostic.h"
#include "engine/ir/pass/simplify.h"
#include "engine/ir/text.h"
#include "engine/ir/verifier.h"

namespace px::fuzz {

[[noreturn]] inline void stop(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

inline std::string rendered(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic, sources);
  return text;
}

inline void check_refusal(const Failure& failure, const SourceMap& sources, const std::string& text) {
  if (failure.diagnostics.empty()) stop("refused without a message", text);
  for (const Diagnostic& diagnostic : failure.diagnostics) {
    if (!diagnostic.span.known()) stop("a message without a place", diagnostic.message);
  }
  rendered(failure.diagnostics, sources);
}

inline void check_round_trip(const ir::Program& program, const SourceMap& sources) {
  const std::string text = ir::write_program(program, sources);
  SourceMap again;
  const FileId file = again.add("again.px", text);
  const Result<ir::Program> read = ir::read_program(again, file);
  if (!read) stop("what was written cannot be read", text + rendered(read.failure().diagnostics, again));
  if (ir::write_program(*read, again) != text) stop("written, read and written again it differs", text);
}

inline void check_simplified(const ir::Program& simple, const SourceMap& sources) {
  if (const auto wrong = ir::verify(simple); !wrong.empty()) stop("simplified it is wrong", rendered(wrong, sources));
}

// Of a Program that a front end made.
inline void check_program(const ir::Program& program, const SourceMap& sources) {
  const std::vector<Diagnostic> wrong = ir::verify(program);
  // A model may be too large for the limits of the common form; anything else is a defect of the lowering.
  for (const Diagnostic& diagnostic : wrong) {
    if (diagnostic.kind != DiagnosticKind::LimitExceeded) stop("the Program is wrong", rendered(wrong, sources));
  }
  if (!wrong.empty()) return;
  check_round_trip(program, sources);
  check_simplified(ir::simplify(program), sources);
}

// The whole of a fuzzer of a front end with a reader from a file to a model.
template <class Read>
int check_reader(const uint8_t* data, size_t size, const char* name, const Read& read) {
  constexpr size_t kLongest = 1U << 14;
  if (size > kLongest) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  const auto model = read(sources, sources.add(name, text));
  if (!model) check_refusal(model.failure(), sources, text);
  return 0;
}

}  // namespace px::fuzz
