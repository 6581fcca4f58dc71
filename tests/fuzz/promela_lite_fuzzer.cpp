// Any text into the Promela-Lite front end: it must answer with a verified program or with located errors.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "frontends/promela_lite/model.h"

namespace {

using namespace px;

[[noreturn]] void stop(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s\n%s\n", what, text.c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLongest = 1U << 14;
  if (size > kLongest) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  const Result<promela_lite::Model> model = promela_lite::read_model(sources, sources.add("m.pml-lite", text));
  if (model) return 0;
  if (model.failure().diagnostics.empty()) stop("refused without a message", text);
  for (const Diagnostic& diagnostic : model.failure().diagnostics) {
    if (!diagnostic.span.known()) stop("a message without a place", diagnostic.message);
    render(diagnostic, sources);
  }
  return 0;
}
