// Any text into the Promela-Lite front end: it must answer with a verified program or with located errors.
#include <cstdint>
#include <string>

#include "frontends/promela_lite/model.h"
#include "tests/fuzz/fuzz_support.h"

using namespace px;
using namespace px::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr size_t kLongest = 1U << 14;
  if (size > kLongest) return 0;
  const std::string text(reinterpret_cast<const char*>(data), size);
  SourceMap sources;
  const Result<promela_lite::Model> model = promela_lite::read_model(sources, sources.add("m.pml-lite", text));
  if (!model) check_refusal(model.failure(), sources, text);
  return 0;
}
