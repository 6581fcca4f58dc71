// Any text into the reader of the text form (.px): it must answer with a verified Program or with located errors. What
// it accepts is simplified, laid out, written as text and read back.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "engine/ir/layout.h"
#include "engine/ir/pass/simplify.h"
#include "engine/ir/text.h"
#include "engine/ir/verifier.h"

namespace {

using namespace px;

[[noreturn]] void stop(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

std::string rendered(const std::vector<Diagnostic>& diagnostics, const SourceMap& sources) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic, sources);
  return text;
}

void check_round_trip(const ir::Program& program, const SourceMap& sources) {
  const std::string text = ir::write_program(program, sources);
  SourceMap again;
  const FileId file = again.add("again.px", text);
  const Result<ir::Program> read = ir::read_program(again, file);
  if (!read) stop("what was written cannot be read", text + rendered(read.failure().diagnostics, again));
  if (ir::write_program(*read, again) != text) stop("written, read and written again it differs", text);
}

void check_layout(const ir::Program& program, const SourceMap& sources) {
  const Result<ir::Layout> layout = ir::Layout::make(program);
  if (!layout && layout.failure().diagnostics.empty()) stop("no layout, and no word why", "");
  if (layout) layout->dump(program);
  if (!layout) rendered(layout.failure().diagnostics, sources);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLongest = 1U << 14;
  if (size > kLongest) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  const FileId file = sources.add("fuzz.px", text);
  const Result<ir::Program> program = ir::read_program(sources, file);
  if (!program) {
    if (program.failure().diagnostics.empty()) stop("refused without a message", text);
    for (const Diagnostic& diagnostic : program.failure().diagnostics) {
      if (!diagnostic.span.known()) stop("a message without a place", diagnostic.message);
    }
    rendered(program.failure().diagnostics, sources);
    return 0;
  }
  check_round_trip(*program, sources);
  check_layout(*program, sources);
  const ir::Program simple = ir::simplify(*program);
  if (const auto wrong = ir::verify(simple); !wrong.empty()) stop("simplified it is wrong", rendered(wrong, sources));
  check_layout(simple, sources);
  return 0;
}
